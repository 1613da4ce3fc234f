"""What the public status files may show at a moment: nothing that the board's own pages have not shown yet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.journey.notices_read import Public, field_of, people, plain, read_count
from tests.journey.words import CODES


class Published:
    """What the judge's public notices have told so far."""

    def __init__(self) -> None:
        self.out: set[str] = set()
        self.sheriffs: set[str] = set()
        self.counted: set[int] = set()
        self.over = False

    def hear(self, notice: Public, names: list[str]) -> None:
        """Take one notice in."""
        if notice.kind == "open":
            for label in ("前一日投票囚禁", "夜晚昏厥"):
                self.out |= set(people(field_of(notice.text, label) or ""))
            self.sheriffs |= set(people(field_of(notice.text, "当日警长") or ""))
        elif notice.kind == "count":
            self.counted.add(notice.day)
            told = plain(read_count(notice.text).body)
            named = {name for name in names if name in told}
            if notice.day == 1:
                self.sheriffs |= named
            else:
                self.out |= named
        elif notice.kind == "flow":
            self.out |= {name for name in names if name in notice.text}
        elif notice.kind == "correction":
            told = field_of(plain(notice.text), "结果更正为") or ""
            (self.sheriffs if notice.day == 1 else self.out).add(told)
        elif notice.kind == "reveal":
            self.over = True

    def leaks(self, path: Path, names: list[str]) -> Iterator[str]:
        """What a status file shows too early."""
        if self.over:
            return
        for game in json.loads(path.read_text("utf-8"))["games"]:
            yield from self._game(game, names)

    def _game(self, game: dict[str, Any], names: list[str]) -> Iterator[str]:
        for one in game["characters"]:
            if one["state"] in {"囚禁", "昏厥"} and one["name"] not in self.out:
                yield f"the status shows {one} before any notice"
        if game["sheriff"] and game["sheriff"] not in self.sheriffs:
            yield f"the status names the sheriff {game['sheriff']}, no notice did"
        if game["winner"]:
            yield f"the status names the winner {game['winner']} before the reveal"
        for count in game["counts"]:
            if count["day"] not in self.counted:
                yield f"the status shows the count of day {count['day']} before its notice"
        for block in _objects(game):
            values = " ".join(str(v) for v in block.values() if isinstance(v, str))
            if any(name in values for name in names if len(name) > 1) and any(
                word in values.split() for word in CODES.values()
            ):
                yield f"the status tells an identity: {block}"


def _objects(value: object) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _objects(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _objects(inner)
