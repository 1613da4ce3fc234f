"""One time that stands alone: in a list, a private message, a footer."""

from __future__ import annotations

from datetime import datetime

from parsers.when import Calendar


def board_time(text: str, now: datetime | None, zone_minutes: int | None) -> datetime | None:
    """The instant that a board's words name, aware UTC, or None; words of age need `now`. Zone: minutes east."""
    calendar = Calendar(now=now) if zone_minutes is None else Calendar(now=now, zone_minutes=zone_minutes)
    found = calendar.read(text.replace("\xa0", " "))
    return found.at if found else None
