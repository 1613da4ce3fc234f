"""The zone of a game's clock times: the board's own, learned from its pages before the game is set up, then fixed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta, timezone, tzinfo
from typing import Any

from service.files.toml_values import DEFAULT_ZONE
from service.game.record import scope
from service.store import Store

FACT = "zone_minutes"
"""The fact that holds the board's zone, in minutes east of Greenwich, where it is not the usual one."""


USUAL = 480
"""Minutes of the zone that boards have unless they tell another."""


def zone_of(minutes: int) -> tzinfo:
    """A board's zone; for the usual one the usual object."""
    return DEFAULT_ZONE if minutes == USUAL else timezone(timedelta(minutes=minutes))


def known_zone(facts: Mapping[str, Any]) -> tzinfo:
    """The zone that a game's facts tell."""
    minutes = facts.get(FACT)
    return zone_of(minutes) if isinstance(minutes, int) else DEFAULT_ZONE


def kept_zone(store: Store, key: str) -> tzinfo:
    """The zone of one game, as kept."""
    with store.reading() as tx:
        return known_zone({FACT: tx.fact(scope(key), FACT)})
