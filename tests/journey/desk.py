"""The director at his desk: he writes rulings into the game's file and answers what the judge asks him."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from tests.journey.ledger import Ruling
from tests.journey.members import Member
from tests.journey.record_seen import Scene

Value = str | int | datetime | tuple[str, ...]
Entry = tuple[str, dict[str, Value]]


class Desk:
    """`me`: his account on the board. `folder`: the game's own. `touched`: a file was saved."""

    def __init__(self, me: Member, folder: Path, scene: Scene, touched: Callable[[], None]) -> None:
        self.me, self.scene, self._touched = me, scene, touched
        self.world = me.world
        self._path = folder / "overrides.toml"
        self._text = ""
        self._number = 0

    def at(self, instant: datetime, deed: Callable[[], None]) -> None:
        """Plan a deed."""
        self.world.agenda.at(instant, deed)

    def rule(self, *entries: Entry, reason: str = "", dated: bool = False) -> None:
        """Write rulings at once, as an editor saves a file: from now on they are in force."""
        now = self.world.clock.now()
        for kind, keys in entries:
            self._number += 1
            lines = ["[[override]]", f'id = "r{self._number}"', f'kind = "{kind}"']
            lines += [f"at = {self._toml(now)}"] if dated else []
            lines += [f"reason = {self._toml(reason)}"] if reason else []
            lines += [f"{key} = {self._toml(value)}" for key, value in keys.items()]
            self._text += "\n".join(lines) + "\n"
            self.scene.ledger.rulings.append(Ruling(kind, now, keys, reason))
            if kind == "time" and keys["what"] == "close":
                self.scene.closes[int(str(keys["n"]))] = keys["value"]  # type: ignore[assignment]
        draft = self._path.with_suffix(".new")
        draft.write_text(self._text, "utf-8")
        draft.replace(self._path)
        self._touched()

    def answer_correction(self, action: str) -> None:
        """Decide about the count that the judge asked about last."""
        letter = self.me.asked("与已公布的不同")
        found = re.search(r'ref = "([^"]+)"', letter)
        assert found, "the director was not asked"
        self.rule(("correction", {"ref": found[1], "action": action}))

    def _toml(self, value: Value) -> str:
        if isinstance(value, datetime):
            return self.world.local(value).replace(microsecond=0).isoformat()
        return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
