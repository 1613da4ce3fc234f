"""A count as `tally --json` and `count --json` print it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo
from typing import Any

from engine.ballot import Rejected, Standing
from parsers.posts_json import iso
from service.counts.counting import Count, Flag


def count_to_dict(
    count: Count,
    *,
    day: int | None,
    opens: datetime | None,
    closes: datetime | None,
    as_of: datetime | None,
    zone: tzinfo,
    pages_missing: Sequence[int] = (),
) -> dict[str, Any]:
    """Every key of the interface; times in `zone`, with its offset."""
    tally = count.tally
    return {
        "day": day,
        "from": iso(opens, zone),
        "until": iso(closes, zone),
        "as_of": iso(as_of, zone),
        "standing": [_standing(line, zone) for line in tally.standing],
        "abstained": list(tally.abstained),
        "silent": list(tally.silent),
        "outcome": {
            "kind": tally.outcome.kind,
            "target": tally.outcome.target,
            "reason": tally.outcome.reason.value,
        },
        "rejected": [_rejected(one, zone) for one in count.rejected],
        "flags": [_flag(one) for one in count.flags],
        "pages_missing": list(pages_missing),
    }


def _standing(line: Standing, zone: tzinfo) -> dict[str, Any]:
    return {
        "target": line.target,
        "votes": line.votes,
        "voters": [
            {
                "voter": vote.ballot.voter,
                "weight": vote.weight,
                "pid": vote.ballot.pid,
                "floor": vote.ballot.floor,
                "at": iso(vote.ballot.at, zone),
            }
            for vote in line.voters
        ],
        "reached_at": iso(line.reached_at, zone),
    }


def _rejected(one: Rejected, zone: tzinfo) -> dict[str, Any]:
    return {
        "pid": one.ballot.pid,
        "floor": one.ballot.floor,
        "author": one.ballot.voter or None,
        "at": iso(one.ballot.at, zone),
        "text": one.ballot.text,
        "reason": one.reason.value,
    }


def _flag(one: Flag) -> dict[str, Any]:
    return {"kind": one.kind, "pid": one.pid, "who": one.who, "detail": one.detail}
