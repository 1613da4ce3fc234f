"""The deal, and the commitment that lets anyone check it afterwards."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.chance import deal_label, draw, pick
from engine.model import Identity
from engine.roster import SIZES, in_columns_order


def deal(seed: str, players: int) -> tuple[Identity, ...]:
    """The identities in seat order: the table's row shuffled by Fisher–Yates under the seed.

    Raises `UnsupportedPlayerCount` (A-88).
    """
    dealt = in_columns_order(players)
    for i in range(len(dealt) - 1, 0, -1):
        j = draw(seed, deal_label(i), i + 1)
        dealt[i], dealt[j] = dealt[j], dealt[i]
    return tuple(dealt)


def commitment(salt: str, seed: str, identities: Mapping[str, Identity]) -> str:
    """SHA-256, in hexadecimal, of the salt's text followed by the canonical JSON of seed and identities."""
    matter = {"seed": seed, "identities": {name: str(identity) for name, identity in identities.items()}}
    canonical = json.dumps(matter, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256((salt + canonical).encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """One draw that was made: its label, who could be drawn (seat order), who was."""

    label: str
    candidates: tuple[str, ...]
    chosen: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What the reveal publishes of a game's chance. `dealt`: the judge dealt, not the director."""

    commitment: str
    salt: str
    seed: str
    seats: tuple[str, ...]
    identities: Mapping[str, Identity]
    draws: tuple[Draw, ...] = ()
    dealt: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Discrepancy:
    """One thing that does not check: `what` is commitment, seats, deal or a draw's label."""

    what: str
    published: str
    computed: str


def verify(record: Record) -> tuple[Discrepancy, ...]:
    """Everything in the record that differs from what its seed gives; empty: all checks."""
    found = []
    bound = commitment(record.salt, record.seed, record.identities)
    if bound != record.commitment:
        found.append(Discrepancy(what="commitment", published=record.commitment, computed=bound))
    if sorted(record.seats) != sorted(record.identities):
        found.append(
            Discrepancy(
                what="seats", published=_words(record.seats), computed=_words(sorted(record.identities))
            )
        )
    elif record.dealt:
        given = tuple(record.identities[name] for name in record.seats)
        computed = deal(record.seed, len(record.seats)) if len(record.seats) in SIZES else ()
        if given != computed:
            found.append(Discrepancy(what="deal", published=_words(given), computed=_words(computed)))
    for made in record.draws:
        chosen = pick(record.seed, made.label, made.candidates) if made.candidates else ""
        if chosen != made.chosen:
            found.append(Discrepancy(what=made.label, published=made.chosen, computed=chosen))
    return tuple(found)


def _words(names: Sequence[str]) -> str:
    return " ".join(names)
