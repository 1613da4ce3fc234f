"""The deal, the draws and the commitment, against a second reckoning written out here."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import chance
from engine.deal import Draw, Record, commitment, deal, verify
from engine.model import Identity
from engine.roster import SIZES, UnsupportedPlayerCount, fits, in_columns_order, parse_table, roster

POSTED = {
    6: "2 3 0 1 0 0 0 0 0 0 0",
    9: "2 5 0 1 0 0 0 0 1 0 0",
    14: "3 5 1 1 1 0 1 0 1 1 0",
    18: "4 6 1 1 1 1 1 1 1 1 0",
    20: "4 7 1 1 1 1 1 1 1 1 1",
}


def reckoned(seed: str, label: str, among: int) -> int:
    return int(hmac.new(seed.encode(), label.encode(), hashlib.sha256).hexdigest(), 16) % among


@pytest.mark.rule(
    "R-049",
    "R-050",
    "R-051",
    "R-052",
    "R-053",
    "R-054",
    "R-055",
    "R-056",
    "R-057",
    "R-058",
    "R-059",
    "R-060",
    "R-061",
    "R-062",
    "R-063",
    "R-064",
    "R-080",
)
def test_every_row_of_the_table_sums_to_its_number() -> None:
    for players in SIZES:
        assert sum(roster(players).values()) == players
        specials = {
            i: k for i, k in roster(players).items() if i not in {Identity.WEREWOLF, Identity.VILLAGER}
        }
        assert set(specials.values()) == {1}
        assert fits(in_columns_order(players))
    for players, row in POSTED.items():
        assert [roster(players).get(identity, 0) for identity in Identity] == [
            int(cell) for cell in row.split()
        ]


@pytest.mark.rule("R-064", "A-88")
def test_other_numbers_and_other_identities_do_not_fit() -> None:
    assert not fits([Identity.WEREWOLF] * 5)
    assert not fits([Identity.WEREWOLF] * 6)
    with pytest.raises(UnsupportedPlayerCount) as caught:
        deal("7", 5)
    assert caught.value.players == 5
    assert parse_table("1 1\n") == {1: {Identity.WEREWOLF: 1}}


@pytest.mark.rule("R-006", "A-88")
@given(st.text(max_size=20), st.sampled_from(list(SIZES)))
def test_the_deal_is_the_shuffle_that_the_game_files_describe(seed: str, players: int) -> None:
    cards = in_columns_order(players)
    for i in range(players - 1, 0, -1):
        j = reckoned(seed, f"deal/{i}", i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    assert deal(seed, players) == tuple(cards)
    assert Counter(deal(seed, players)) == Counter(in_columns_order(players))


def test_a_deal_that_is_known_by_heart() -> None:
    assert deal("7", 6) == (
        Identity.VILLAGER,
        Identity.WEREWOLF,
        Identity.VILLAGER,
        Identity.WEREWOLF,
        Identity.VILLAGER,
        Identity.WITCH,
    )


def test_labels_and_draws_to_the_letter() -> None:
    assert chance.seed_text(7) == "7"
    assert chance.deal_label(3) == "deal/3"
    assert chance.lover_label(1) == "night/0/lovers/1"
    assert chance.wolf_label(2, 1) == "night/2/wolf/1"
    assert chance.successor_label(3, 0) == "night/3/successor/0"
    assert chance.sheriff_label(1) == "day/1/sheriff"
    assert chance.draw("种子", "day/1/sheriff", 97) == reckoned("种子", "day/1/sheriff", 97)
    assert chance.pick("7", "x", ("甲",)) == "甲"


def test_the_commitment_is_over_the_canonical_json() -> None:
    identities = {"乙": Identity.WEREWOLF, "甲": Identity.VILLAGER}
    canonical = '{"identities":{"乙":"werewolf","甲":"villager"},"seed":"7"}'
    assert json.loads(canonical) == {"identities": {"乙": "werewolf", "甲": "villager"}, "seed": "7"}
    assert commitment("ab", "7", identities) == hashlib.sha256(("ab" + canonical).encode()).hexdigest()
    assert commitment("ab", "7", dict(reversed(identities.items()))) == commitment("ab", "7", identities)
    assert commitment("ac", "7", identities) != commitment("ab", "7", identities)


def record() -> Record:
    seats = tuple("甲乙丙丁戊己")
    identities = dict(zip(seats, deal("7", 6), strict=True))
    return Record(
        commitment=commitment("ab", "7", identities),
        salt="ab",
        seed="7",
        seats=seats,
        identities=identities,
        draws=(
            Draw(label="night/1/wolf/0", candidates=seats, chosen=seats[reckoned("7", "night/1/wolf/0", 6)]),
        ),
    )


def test_an_honest_record_checks() -> None:
    assert verify(record()) == ()


def test_every_lie_is_found() -> None:
    honest = record()
    swapped = dict(zip(honest.seats, reversed(deal("7", 6)), strict=True))
    bound = commitment("ab", "7", swapped)
    lie = honest.draws[0]
    other = next(name for name in lie.candidates if name != lie.chosen)
    assert [d.what for d in verify(replace(honest, salt="ac"))] == ["commitment"]
    assert [d.what for d in verify(replace(honest, identities=swapped))] == ["commitment", "deal"]
    assert [d.what for d in verify(replace(honest, identities=swapped, commitment=bound))] == ["deal"]
    assert verify(replace(honest, identities=swapped, commitment=bound, dealt=False)) == ()
    assert [d.what for d in verify(replace(honest, seats=honest.seats[1:]))] == ["seats"]
    found = verify(replace(honest, draws=(replace(lie, chosen=other),)))
    assert [(d.what, d.published, d.computed) for d in found] == [("night/1/wolf/0", other, lie.chosen)]
    assert [d.what for d in verify(replace(honest, draws=(replace(lie, candidates=()),)))] == [
        "night/1/wolf/0"
    ]
    assert [d.what for d in verify(replace(honest, seed="8"))] == ["commitment", "deal", "night/1/wolf/0"]


def test_a_deal_of_a_number_that_has_no_row_is_found() -> None:
    few = {"甲": Identity.WEREWOLF}
    bound = Record(commitment=commitment("ab", "7", few), salt="ab", seed="7", seats=("甲",), identities=few)
    assert [d.what for d in verify(bound)] == ["deal"]
