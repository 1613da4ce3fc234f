"""Who wins, on which day, in which order, in both readings of every knob."""

from __future__ import annotations

import pytest

from engine.model import Camp, Status
from engine.victory import winner
from tests.engine.table import Table, seats

OUT: tuple[Status, ...] = (Status.FAINTED,)


def at(
    day: int,
    players: int,
    alive: tuple[str, ...],
    *,
    lovers: tuple[str, ...] = (),
    given: dict[str, dict[str, object]] | None = None,
    **knobs: object,
) -> Camp | None:
    lines: dict[str, dict[str, object]] = {
        name: {"states": OUT} for name in seats(players) if name not in alive
    }
    for name, keys in (given or {}).items():
        lines[name] = lines.get(name, {}) | keys
    return winner(Table.at_day(day, players, lovers=lovers, given=lines, **knobs).state)


@pytest.mark.rule("R-129", "A-80")
def test_the_white_wolf_wins_on_day_4_and_on_no_other() -> None:
    alive = ("WW", "W1", "V1", "V2", "V3", "V4")
    assert at(4, 19, alive) is Camp.WHITE_WOLF
    assert at(3, 19, alive) is None
    assert at(5, 19, alive) is Camp.WEREWOLVES
    assert at(4, 19, alive[1:]) is None


@pytest.mark.rule("A-74", "G-01", "R-129")
def test_a_camp_without_a_member_cannot_win_unless_the_game_says_so() -> None:
    alive = ("WW", "W1", "V1", "V2", "V3", "V4")
    joined = {"WW": {"camp": Camp.WEREWOLVES}}
    assert at(4, 19, alive, given=joined) is None
    assert at(4, 19, alive, given=joined, win_requires_member=False) is Camp.WHITE_WOLF
    expelled = {"PIPER": {"states": (Status.EXPELLED,)}}
    assert at(3, 12, ("W1", "V1"), given=expelled) is None
    assert at(3, 12, ("W1", "V1"), given=expelled, win_requires_member=False) is Camp.PIPER
    assert at(3, 6, ("W1", "V1"), win_requires_member=False) is None, "a game without 吹笛"


@pytest.mark.rule("R-131", "A-77")
def test_the_piper_wins_when_no_more_are_left_than_days() -> None:
    assert at(3, 12, ("W1", "V1", "V2")) is Camp.PIPER
    assert at(3, 12, ("W1", "V1", "V2", "V3")) is None
    assert at(2, 12, ("W1", "V1")) is Camp.PIPER
    assert at(3, 12, ("W1", "V1", "V2"), piper_must_be_alive=True) is None
    assert at(3, 12, ("W1", "V1", "PIPER"), piper_must_be_alive=True) is Camp.PIPER


@pytest.mark.rule("A-04", "R-131")
def test_whether_the_mad_are_counted() -> None:
    alive = ("W1", "V1", "V2", "V3")
    mad = {"V3": {"states": (Status.MAD,)}}
    assert at(3, 12, alive, given=mad) is Camp.PIPER
    assert at(3, 12, alive, given=mad, piper_count_includes_mad=True) is None


@pytest.mark.rule("R-132", "A-81", "A-74")
def test_the_lovers_win_if_both_are_alive_on_day_5() -> None:
    eloped: dict[str, dict[str, object]] = {name: {"camp": Camp.LOVERS} for name in ("W1", "V1")}
    alive = ("W1", "V1", "V2", "V3", "V4", "SEER")
    pair = ("W1", "V1")
    assert at(5, 10, alive, lovers=pair, given=eloped) is Camp.LOVERS
    assert at(4, 10, alive, lovers=pair, given=eloped) is None
    assert at(5, 10, alive[1:], lovers=pair, given=eloped) is Camp.VILLAGERS
    assert at(5, 10, alive, lovers=pair) is Camp.WEREWOLVES
    assert at(5, 10, alive, lovers=pair, win_requires_member=False) is Camp.LOVERS
    assert at(5, 10, alive, win_requires_member=False) is Camp.WEREWOLVES


@pytest.mark.rule("R-128", "R-130", "A-76", "G-15", "R-127")
def test_wolves_and_village_are_complements_on_day_5() -> None:
    assert at(5, 6, ("W1", "V1")) is Camp.WEREWOLVES
    assert at(5, 6, ("V1",)) is Camp.VILLAGERS
    assert at(5, 6, ()) is Camp.VILLAGERS, "no member is needed"
    assert at(4, 6, ("W1", "V1")) is None
    joined: dict[str, dict[str, object]] = {"WW": {"camp": Camp.WEREWOLVES}}
    alive = ("WW", "V1", "V2", "V3", "V4", "V5")
    assert at(5, 19, alive, given=joined) is Camp.VILLAGERS
    assert at(5, 19, alive, given=joined, wolf_alive_counts="camp") is Camp.WEREWOLVES
    in_love: dict[str, dict[str, object]] = {"W1": {"camp": Camp.LOVERS}}
    assert at(5, 6, ("W1", "V1"), given=in_love) is Camp.WEREWOLVES
    assert at(5, 6, ("W1", "V1"), given=in_love, wolf_alive_counts="camp") is Camp.VILLAGERS


@pytest.mark.rule("R-158", "A-78")
def test_the_first_in_the_rules_order_wins() -> None:
    eloped: dict[str, dict[str, object]] = {name: {"camp": Camp.LOVERS} for name in ("W1", "V1")}
    assert at(5, 19, ("W1", "V1", "V2"), lovers=("W1", "V1"), given=eloped) is Camp.PIPER
    assert at(4, 19, ("WW", "V1")) is Camp.WHITE_WOLF


@pytest.mark.rule("A-75", "R-125", "R-157", "R-149", "A-79")
def test_victory_is_tested_after_step_17_only() -> None:
    given: dict[str, dict[str, object]] = {
        name: {"states": OUT} for name in seats(12) if name not in {"W1", "V1", "V2"}
    }
    table = Table.at_day(3, 12, given=given)
    table.vote("V1>W1")
    assert table.state.winner is None
    table.night()
    assert (table.state.winner, table.state.day) == (Camp.PIPER, 4)
    wolfless = Table.at_day(2, 6, given={"W1": {"states": OUT}, "W2": {"states": OUT}}).vote().night().open()
    assert wolfless.state.winner is None, "the village waits for day 5"
