"""A published count as it is remembered: what a later look is compared with."""

from __future__ import annotations

from typing import Any

from engine.events import Elected, Imprisoned
from engine.game import Decision
from service.counts.counting import Count
from service.game.say import iso
from service.game.votes import VoteView

RULES_VERSION = 1
READERS_VERSION = 1
"""They go up when the rules' engine, or the readers or the count change what a ballot is: an upgrade corrects nothing by itself."""


def remember_count(view: VoteView, decision: Decision, ref: str) -> dict[str, Any]:
    """The published result, with the versions that made it."""
    return {
        "ref": ref,
        "tid": view.tid,
        "read_at": iso(view.read_at) if view.read_at else None,
        "versions": {"rules": RULES_VERSION, "readers": READERS_VERSION},
        "standing": standing_of(view.count),
        "abstained": list(view.count.tally.abstained),
        "outcome": {
            "kind": view.count.tally.outcome.kind,
            "target": view.count.tally.outcome.target,
            "reason": view.count.tally.outcome.reason.value,
        },
        "out": [e.who for e in decision.events if isinstance(e, Imprisoned)],
        "elected": [e.who for e in decision.events if isinstance(e, Elected)],
    }


def standing_of(count: Count) -> dict[str, Any]:
    """Who got how many votes from whom."""
    return {
        line.target: {"votes": line.votes, "voters": sorted(v.ballot.voter for v in line.voters)}
        for line in count.tally.standing
    }
