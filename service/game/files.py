"""A game's files as they are in force: the last good ones, read again when they change.

The last good ones are kept, so that a file that is broken when the judge starts again is as harmless as one that
breaks while he runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from pathlib import Path

from service.files.gamefile import read_game
from service.files.gamemodel import GameFile
from service.files.overrides import Override, Overrides, OverridesWatcher, parse_overrides
from service.files.toml_source import FileProblems, Problem, parse_toml, read_bytes
from service.game.last_good import LastGood

FirstSeen = Callable[[str, datetime], datetime]
Extra = Callable[[GameFile, tzinfo], tuple[tuple[Override, ...], list[Problem]]]


def _nothing(_game: GameFile, _zone: tzinfo) -> tuple[tuple[Override, ...], list[Problem]]:
    return (), []


class GameFiles:
    """`game.toml` and `overrides.toml` of one folder, and rulings that came by message."""

    def __init__(
        self, folder: Path, zone: tzinfo, first_seen: FirstSeen, extra: Extra = _nothing, *, kept: LastGood
    ) -> None:
        """Raises `FileProblems` if the game's file is not valid and never was; else the last good one is in force."""
        self.key = folder.name
        self.path = folder / "game.toml"
        self._zone = zone
        self._first_seen = first_seen
        self._extra = extra
        self._kept = kept
        self._stamp: tuple[int, int] | None = None
        try:
            stamp = self._look()
            self.game: GameFile = self._load()
            self._stamp = stamp
        except FileProblems as error:
            self.game = self._kept_game(error)
        self._watcher = self._watch(Overrides(raw=kept.load("overrides.toml") or b""))
        self.rulings: tuple[Override, ...] = ()

    def refresh(self, now: datetime) -> list[Problem]:
        """Read what has changed; returns what is wrong with the files as they lie there."""
        problems: list[Problem] = []
        stamp = self._look()
        if stamp != self._stamp or stamp is None:
            try:
                self.game = self._load()
            except FileProblems as error:
                problems += error.problems
            else:
                self._stamp = stamp
                self._watcher = self._watch(self._watcher.last)
        overrides, faults = self._watcher.poll()
        problems += faults
        self._kept.keep("overrides.toml", overrides.raw)
        sent, troubles = self._extra(self.game, self._zone)
        problems += troubles
        taken = {entry.id for entry in sent}
        written = []
        for entry in overrides.entries:
            if entry.id in taken:
                problems.append(self._clash(entry))
            elif entry.at is not None:
                written.append(entry)
            else:
                written.append(replace(entry, at=self._first_seen(entry.id, now)))
        self.rulings = _merged(written, sent)
        return problems

    def move_to(self, zone: tzinfo, now: datetime) -> None:
        """Read everything anew: the board's clock times are of another zone than was thought."""
        self._zone = zone
        self._stamp = None
        self._watcher = self._watch(self._watcher.last)
        self.refresh(now)

    def _load(self) -> GameFile:
        raw = read_bytes(self.path)
        game = read_game(parse_toml(raw, str(self.path)), self.path, self._zone)
        self._kept.keep("game.toml", raw)
        return game

    def _kept_game(self, error: FileProblems) -> GameFile:
        raw = self._kept.load("game.toml")
        if raw is None:
            raise error
        try:
            return read_game(parse_toml(raw, str(self.path)), self.path, self._zone)
        except FileProblems:
            raise error from None

    def _watch(self, last: Overrides) -> OverridesWatcher:
        """Watch the rulings' file for the game as it is now; the last good rulings are read against it again."""
        if last.raw:
            try:
                last = parse_overrides(last.raw, self.game.overrides_path, self.game, self._zone)
            except FileProblems:
                pass  # they stay as they were read
        return OverridesWatcher(self.game.overrides_path, self.game, self._zone, last)

    def _clash(self, entry: Override) -> Problem:
        """Two rulings of one id would pass for one: the message's, which came first, stays."""
        return Problem(
            file=str(self.game.overrides_path),
            line=entry.line,
            key="id",
            text=f"编号「{entry.id}」已被一条私信裁定用了，文件里的这一条不起作用；请换一个编号，"
            f"或私信判官“撤回 {entry.id}”",
        )

    def _look(self) -> tuple[int, int] | None:
        try:
            seen = self.path.stat()
        except OSError:
            return None
        return seen.st_mtime_ns, seen.st_size


def _merged(written: list[Override], sent: Sequence[Override]) -> tuple[Override, ...]:
    """Each message's ruling behind the file's that came before it: where two speak of one thing, the later holds."""
    entries = list(written)
    for ruling in sent:
        before = [place for place, one in enumerate(entries) if one.at and ruling.at and one.at <= ruling.at]
        entries.insert(before[-1] + 1 if before else 0, ruling)
    return tuple(entries)
