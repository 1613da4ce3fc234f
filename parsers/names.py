"""Whom a word names: exactly, folded, by alias, by seat, by a part of a name (`ballots.md`, "Whom it names")."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from parsers.fold import Folded, fold, level
from parsers.suggest import LONGEST, likeness, suggest

How = Literal["exact", "folded", "alias", "seat", "part"]
Match = Literal["part", "exact"]

_SEAT = re.compile(r"(?:(?:第)?([0-9]{1,4}) ?号(?:玩家|位|座)?|no\.? ?([0-9]{1,4})号?)")
_BARE_NUMBER = re.compile(r"[0-9]{1,4}")
_TRIM = " \u200b@"
_NEAR = 0.6


@dataclass(frozen=True, slots=True)
class NameEntry:
    """A character and the other words for it."""

    name: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """What a word names: one character and how it was found, or several candidates, or nobody."""

    name: str | None = None
    how: How | None = None
    candidates: tuple[str, ...] = ()

    @property
    def ambiguous(self) -> bool:
        """Whether two or more characters fit."""
        return self.name is None and bool(self.candidates)


@dataclass(frozen=True, slots=True)
class Span:
    """A full name or alias found in a line at `line[…:end]`; several `names` where a folded form fits several."""

    names: tuple[str, ...]
    end: int
    how: How


class NameBook:
    """The names of one game, in seat order."""

    def __init__(self, characters: Sequence[NameEntry], match: Match = "part") -> None:
        self.names: tuple[str, ...] = tuple(entry.name for entry in characters)
        self.match: Match = match
        self._entries = tuple(characters)
        self._written = _index(characters, str, aliases=False)
        self._written_aliases = _index(characters, str, aliases=True)
        self._level = _index(characters, _levelled, aliases=False)
        self._level_aliases = _index(characters, _levelled, aliases=True)
        self._bones = _index(characters, fold, aliases=False)
        self._bones_aliases = _index(characters, fold, aliases=True)
        self._folded_names = tuple((fold(name), name) for name in self.names)
        self._exact = _by_first({*self._written, *self._written_aliases})
        self._levels = _by_first({*self._level, *self._level_aliases})
        self._skeletons = _by_first({*self._bones, *self._bones_aliases})
        self._letters = tuple(Counter(folded) for folded, _ in self._folded_names)
        self._guess = lru_cache(maxsize=1024)(self._suggestions)
        self._resembles = lru_cache(maxsize=1024)(self._near)

    def resolve(self, word: str, *, bare_number: bool = False, part: bool = True) -> Named:
        """Whom a whole word names. `bare_number`: a number alone is a seat (only behind a voting word)."""
        written = word.strip()
        for index in (self._written, self._written_aliases):
            if written in index:
                return _named(index[written], "exact")
        trimmed = level(word).strip(_TRIM)
        bones = fold(trimmed)
        for index, how in self._folded_indexes():
            found = index.get(trimmed if index is self._level or index is self._level_aliases else bones)
            if found:
                return _named(found, how)
        seat = self._seat(trimmed, bare_number=bare_number)
        if seat.candidates:
            return seat
        if part and self.match == "part":
            return self._part(bones)
        return Named()

    def exact(self, word: str) -> str | None:
        """The character of exactly that name, or of a folded form that fits it alone; no alias, seat, part."""
        if word in self._written:
            return word
        found = self._level.get(_levelled(word), ()) or self._bones.get(fold(word), ())
        return found[0] if len(found) == 1 else None

    def spans(self, line: Folded, position: int) -> Iterator[Span]:
        """Full names and aliases that stand in a line at a position: as written first, longest first."""
        for word in self._exact.get(line.raw[position : position + 1], ()):
            if line.raw.startswith(word, position):
                names = self._written.get(word) or self._written_aliases[word]
                yield Span(names, position + len(word), "exact")
        for word in self._levels.get(line.level[position : position + 1], ()):
            if line.level.startswith(word, position):
                yield self._folded_span(word, position + len(word))
        words = self._skeletons.get(line.first_bone(position), ())
        bone = line.bone_at(position) if words else 0
        for word in words:
            if line.bones.startswith(word, bone):
                yield self._folded_span(word, line.behind(bone + len(word) - 1))

    def suggestions(self, word: str) -> tuple[str, ...]:
        """Up to three characters whose name is near to a word."""
        return self._guess(fold(word))

    def near(self, word: str) -> bool:
        """Whether a word looks like a mistyped name, by its letters alone (the same on every machine)."""
        bones = fold(word)
        return len(bones) <= LONGEST and self._resembles(bones)

    def _near(self, bones: str) -> bool:
        letters = Counter(bones)
        return any(
            abs(len(bones) - name.total()) <= 2 and likeness(letters, name) >= _NEAR for name in self._letters
        )

    def _folded_indexes(self) -> tuple[tuple[dict[str, tuple[str, ...]], How], ...]:
        return (
            (self._level, "folded"),
            (self._bones, "folded"),
            (self._level_aliases, "alias"),
            (self._bones_aliases, "alias"),
        )

    def _folded_span(self, word: str, end: int) -> Span:
        for index, how in self._folded_indexes():
            if word in index:
                return Span(index[word], end, how)
        raise AssertionError(word)

    def _seat(self, trimmed: str, *, bare_number: bool) -> Named:
        match = _SEAT.fullmatch(trimmed) or (_BARE_NUMBER.fullmatch(trimmed) if bare_number else None)
        if match is None:
            return Named()
        number = next(group for group in (*match.groups(), match[0]) if group)
        seat = int(number)
        sitting = (self.names[seat - 1],) if 1 <= seat <= len(self.names) else ()
        called = self._bones.get(number, ()) or self._bones_aliases.get(number, ())
        return _named(tuple(dict.fromkeys((*sitting, *called))) if called else sitting, "seat")

    def _part(self, bones: str) -> Named:
        if len(bones) < 2:
            return Named()
        fitting = tuple(name for folded, name in self._folded_names if bones in folded)
        return _named(fitting, "part")

    def _suggestions(self, bones: str) -> tuple[str, ...]:
        inside = tuple(name for folded, name in self._folded_names if folded in bones or bones in folded)
        return tuple(dict.fromkeys((*suggest(bones, self.names), *(inside if bones else ()))))[:3]


def _levelled(word: str) -> str:
    return level(word).strip(_TRIM) or level(word)


def _by_first(words: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Words by their first character, longest first."""
    index: dict[str, tuple[str, ...]] = {}
    for word in sorted(words, key=lambda word: (-len(word), word)):
        index[word[:1]] = (*index.get(word[:1], ()), word)
    return index


def _named(found: tuple[str, ...], how: How) -> Named:
    if len(found) == 1:
        return Named(found[0], how, found)
    return Named(None, None, found)


def _index(
    characters: Sequence[NameEntry], form: Callable[[str], str], *, aliases: bool
) -> dict[str, tuple[str, ...]]:
    index: dict[str, tuple[str, ...]] = {}
    for entry in characters:
        for word in entry.aliases if aliases else (entry.name,):
            key = form(word)
            if key and entry.name not in index.get(key, ()):
                index[key] = (*index.get(key, ()), entry.name)
    return index
