"""The director at his desk: he writes rulings into the game's file and answers what the judge asks him."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from click.testing import CliRunner

from service.cli import main as program
from tests.journey.ledger import Ruling
from tests.journey.members import Member
from tests.journey.record_seen import Scene
from tests.journey.setting import GAME

THINKS = timedelta(minutes=5)
"""How long the director looks at a notice before he lets it go."""

Value = str | int | datetime | tuple[str, ...]
Entry = tuple[str, dict[str, Value]]


class Desk:
    """`me`: his account on the board. `folder`: the configuration. `touched`: a file was saved."""

    def __init__(self, me: Member, folder: Path, scene: Scene, touched: Callable[[], None]) -> None:
        self.me, self.scene, self._touched = me, scene, touched
        self.world = me.world
        self._folder = folder
        self._path = folder / "games" / GAME / "overrides.toml"
        self._text = ""
        self._number = 0
        self._shown: set[str] = set()
        self._batches = 0

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

    # approvals ---------------------------------------------------------------------------------------------

    def keep_watch(self) -> None:
        """Look at the mail every three minutes; let what is asked for go some minutes later."""
        new = [
            found[1]
            for _, text in self.scene.to_director()
            if (found := re.search(r"同意就回复：放行 (\S+)", text)) and found[1] not in self._shown
        ]
        self._shown |= set(new)
        now = self.world.clock.now()
        if new:
            self._batches += 1
            let_go = self._by_command if self._batches % 2 else self._by_mail
            self.at(now + THINKS, lambda: let_go(new))
        self.at(now + timedelta(minutes=3), self.keep_watch)

    def _by_command(self, refs: list[str]) -> None:
        """`panguan approve`, as he would type it."""
        self._note(refs)
        done = CliRunner().invoke(program, ["approve", GAME, *refs, "--config", str(self._folder)])
        assert done.exit_code == 0, done.output
        assert all(ref in done.output for ref in refs)
        self._touched()

    def _by_mail(self, refs: list[str]) -> None:
        self._note(refs)
        self.me.say("\n".join(f"放行 {ref}" for ref in refs), kind="talk")

    def _note(self, refs: list[str]) -> None:
        self.scene.approved.update(dict.fromkeys(refs, self.world.clock.now()))

    def _toml(self, value: Value) -> str:
        if isinstance(value, datetime):
            return self.world.local(value).replace(microsecond=0).isoformat()
        return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
