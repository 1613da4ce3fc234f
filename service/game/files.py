"""A game's files as they are in force: the last good ones, read again when they change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, tzinfo
from pathlib import Path

from service.gamefile import load_game
from service.gamemodel import GameFile
from service.overrides import Override, OverridesWatcher
from service.toml_source import FileProblems, Problem

FirstSeen = Callable[[str, datetime], datetime]
Extra = Callable[[], tuple[Override, ...]]


class GameFiles:
    """`game.toml` and `overrides.toml` of one folder, and rulings that came by message."""

    def __init__(self, folder: Path, zone: tzinfo, first_seen: FirstSeen, extra: Extra = lambda: ()) -> None:
        """Raises `FileProblems` if the game's file is not valid now; later faults leave the last good one in force."""
        self.key = folder.name
        self.path = folder / "game.toml"
        self._zone = zone
        self._first_seen = first_seen
        self._extra = extra
        self.game: GameFile = load_game(self.path)
        self._stamp = self._look()
        self._watcher = OverridesWatcher(self.game.overrides_path, self.game, zone)
        self.rulings: tuple[Override, ...] = ()

    def refresh(self, now: datetime) -> list[Problem]:
        """Read what has changed; returns what is wrong with the files as they lie there."""
        problems: list[Problem] = []
        stamp = self._look()
        if stamp != self._stamp:
            try:
                game = load_game(self.path)
            except FileProblems as error:
                problems += error.problems
            else:
                self.game = game
                self._stamp = stamp
                self._watcher = OverridesWatcher(game.overrides_path, game, self._zone)
        overrides, faults = self._watcher.poll()
        problems += faults
        entries = [*overrides.entries, *self._extra()]
        self.rulings = tuple(
            entry if entry.at is not None else replace(entry, at=self._first_seen(entry.id, now))
            for entry in entries
        )
        return problems

    def _look(self) -> tuple[int, int] | None:
        try:
            seen = self.path.stat()
        except OSError:
            return None
        return seen.st_mtime_ns, seen.st_size
