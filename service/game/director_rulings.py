"""Rulings that the director confirmed by message: kept as the lines that he wrote, in force like the file's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Any

from service.files.gamemodel import GameFile
from service.files.override_line import read_line
from service.files.overrides import Override
from service.files.toml_source import FileProblems, Problem
from service.game.record import scope
from service.store import Store

KEPT = "dm.ruling."
"""Facts of this beginning hold a ruling each: its line and the instant of its confirmation; None: taken back."""


def kept_rulings(facts: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The rulings that were confirmed and not taken back, oldest first."""
    found = [(name.removeprefix(KEPT), value) for name, value in facts.items() if name.startswith(KEPT)]
    yield from sorted(((ident, kept) for ident, kept in found if kept), key=lambda one: one[1]["at"])


class MessageRulings:
    """The `extra` of a game's files. A line that can't be read any more stays in force as it was last read."""

    def __init__(self, store: Store, key: str) -> None:
        self._store = store
        self._key = key
        self._read: dict[tuple[str, str], tuple[tuple[str, tzinfo], Override]] = {}

    def __call__(self, game: GameFile, zone: tzinfo) -> tuple[tuple[Override, ...], list[Problem]]:
        """The rulings, and what is wrong with those whose words the game's file no longer bears out."""
        with self._store.reading() as tx:
            facts = tx.facts(scope(self._key))
        entries: list[Override] = []
        problems: list[Problem] = []
        for ident, kept in kept_rulings(facts):
            key = (ident, str(kept["line"]))
            known = self._read.get(key)
            if known is None or known[0] != (game.digest, zone):
                try:
                    known = ((game.digest, zone), read_line(key[1], ident, game, zone))
                except FileProblems as error:
                    problems += [
                        replace(one, text=f"私信裁定 {ident} 读不出了：{one.text}") for one in error.problems
                    ]
                if known is not None:
                    self._read[key] = known
            if known is not None:
                given = known[1]
                entries.append(
                    given
                    if given.at is not None
                    else replace(given, at=datetime.fromisoformat(str(kept["at"])))
                )
        return tuple(entries), problems
