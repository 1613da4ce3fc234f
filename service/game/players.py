"""Which account plays which character, and when (the ruling `substitute`: another account plays from `at` on)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from service.files.overrides import Override


@dataclass(frozen=True, slots=True, kw_only=True)
class Tenure:
    """An account plays a character: from `since` (None: from the first) until `until` (None: to the end), excluded."""

    who: str
    account: str
    since: datetime | None = None
    until: datetime | None = None


def in_force(ruling: Override, now: datetime) -> bool:
    """Does a ruling count yet?"""
    return ruling.at is None or ruling.at <= now


def tenures(rulings: Iterable[Override], who: str, now: datetime) -> tuple[Tenure, ...]:
    """The accounts of one character in the order of their playing; the last plays now."""
    found = [Tenure(who=who, account=who)]
    for ruling in rulings:
        if ruling.kind != "substitute" or ruling.keys["who"] != who or not in_force(ruling, now):
            continue
        last = found[-1]
        found[-1] = Tenure(who=who, account=last.account, since=last.since, until=ruling.at)
        found.append(Tenure(who=who, account=str(ruling.keys["account"]), since=ruling.at))
    return tuple(found)


def playing(rulings: Iterable[Override], who: str, now: datetime) -> str:
    """The account that plays a character now."""
    return tenures(rulings, who, now)[-1].account
