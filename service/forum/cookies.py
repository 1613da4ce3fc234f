"""One host's cookies: by name and path, by an injected clock, saved as JSON.

Everything comes from and goes to one board, so domains need no thought; the standard jar judges expiry by the
machine's clock, which is not the one that practice boards live by.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import TypedDict

_MOST = 100
_LONGEST = 8000


class Kept(TypedDict):
    """A cookie as it is saved; `until` is epoch seconds, None for one that ends with the browser."""

    name: str
    value: str
    path: str
    until: float | None


class Jar:
    """The cookies of one board."""

    def __init__(self, kept: list[Kept] | None = None) -> None:
        self._all: dict[tuple[str, str], Kept] = {(one["name"], one["path"]): one for one in kept or ()}

    def take(self, header: str, now: datetime) -> None:
        """Obey one `Set-Cookie` header."""
        first, *rest = header.split(";")
        name, sign, value = first.partition("=")
        name = name.strip()
        if not sign or not name or len(header) > _LONGEST:
            return
        marks = {key.strip().lower(): told.strip() for key, _, told in (part.partition("=") for part in rest)}
        path = marks.get("path", "/")
        key = (name, path if path.startswith("/") else "/")
        until = _until(marks, now)
        if until is not None and until <= now.timestamp():
            self._all.pop(key, None)
        elif len(self._all) < _MOST or key in self._all:
            self._all[key] = Kept(name=name, value=value.strip(), path=key[1], until=until)

    def take_browsers(self, header: str) -> None:
        """Replace everything by a browser's `Cookie:` header."""
        self._all.clear()
        for part in header.removeprefix("Cookie:").split(";")[:_MOST]:
            name, sign, value = part.strip().partition("=")
            if sign and name:
                self._all[name, "/"] = Kept(name=name, value=value, path="/", until=None)

    def header(self, path: str, now: datetime) -> str:
        """The `Cookie` header for a request; longer paths first, as browsers do."""
        fit = [
            one
            for one in self._all.values()
            if f"{path}/".startswith(one["path"].rstrip("/") + "/")
            and (one["until"] is None or one["until"] > now.timestamp())
        ]
        fit.sort(key=lambda one: -len(one["path"]))
        return "; ".join(f"{one['name']}={one['value']}" for one in fit)

    def kept(self) -> list[Kept]:
        """What is to be saved."""
        return list(self._all.values())

    def restore(self, kept: list[Kept]) -> None:
        """Be as it was when `kept` was told."""
        self._all = {(one["name"], one["path"]): one for one in kept}


def _until(marks: dict[str, str], now: datetime) -> float | None:
    try:
        if "max-age" in marks:
            return (now + timedelta(seconds=float(marks["max-age"]))).timestamp()
        if "expires" in marks:
            instant = parsedate_to_datetime(marks["expires"])
            return (instant if instant.tzinfo else instant.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None
    return None
