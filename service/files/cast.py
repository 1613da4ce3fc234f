"""The characters' names and aliases in a director's files: exact words only, a guess is never taken."""

from __future__ import annotations

from collections.abc import Iterable

from service.files.gamemodel import CharacterEntry
from service.files.toml_values import Unfit, nearest
from service.files.toml_values import name as name_text


class Cast:
    """Who is meant by a word: a name first, else an alias that only one character has."""

    def __init__(self, characters: Iterable[CharacterEntry]) -> None:
        self.names: tuple[str, ...] = ()
        self._bearers: dict[str, str] = {}
        for character in characters:
            self.names += (character.name,)
            for alias in character.aliases:
                self._bearers.setdefault(alias, character.name)

    def add(self, alias: str, name: str) -> None:
        """One more alias."""
        self._bearers.setdefault(alias, name)

    def bearer(self, word: str) -> str | None:
        """The character of that name or alias, or None."""
        return word if word in self.names else self._bearers.get(word)

    def character(self, value: object) -> str:
        """A converter: the character's own name."""
        text = name_text(value)
        found = self.bearer(text)
        if found is None:
            raise Unfit(f"没有叫「{text}」的角色{nearest(text, [*self.names, *self._bearers])}")
        return found

    def character_or_none(self, value: object) -> str:
        """Like `character`; the empty text means nobody."""
        return "" if value == "" else self.character(value)
