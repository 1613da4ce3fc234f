"""Folding: the forms of a text in which names and voting words are compared. Originals are kept for display.

`level` keeps the length, so that every position points back into what was written; `fold` keeps only letters
and digits. Both are idempotent. Never store either.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property

from parsers._fold_table import FROM, TO

_TABLE = str.maketrans(FROM, TO)
_KEPT = re.compile(r"[^\W_]")
_REFERENCE = re.compile(r"&#([0-9]{2,7}|[xX][0-9a-fA-F]{2,6});")

BARRIERS = ",。!?;、(:/&+|=~)"
"""Marks that end a name inside a line unless the name itself holds them (in levelled form)."""

_LINE_KEPT = re.compile(rf"[^\W_]|[{re.escape(BARRIERS)}]")


def level(text: str) -> str:
    """Case, width, script and accents folded, spaces to U+0020, unseen characters to U+200B; same length."""
    return text.translate(_TABLE)


def fold(text: str) -> str:
    """Letters and digits only, levelled; a text that has none keeps its marks, without spaces."""
    levelled = level(text)
    kept = "".join(_KEPT.findall(levelled))
    return kept or levelled.replace(" ", "").replace("\u200b", "")


def resolve_references(text: str) -> str:
    """Numeric references such as `&#233;`, which boards of other charsets leave in the text, as characters."""
    return _REFERENCE.sub(_character, text) if "&#" in text else text


def _character(match: re.Match[str]) -> str:
    digits = match[1]
    code = int(digits[1:], 16) if digits[0] in "xX" else int(digits)
    if code < 0x20 or code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        return match[0]
    return chr(code)


@dataclass(frozen=True)
class Folded:
    """One line: as written, levelled, and (made when first asked for) reduced to letters, digits and barriers."""

    raw: str
    level: str

    @cached_property
    def _bones(self) -> tuple[str, tuple[int, ...]]:
        found = [(match.start(), match.group()) for match in _LINE_KEPT.finditer(self.level)]
        return "".join(char for _, char in found), tuple(place for place, _ in found)

    @property
    def bones(self) -> str:
        """The letters, digits and barriers of the line."""
        return self._bones[0]

    @property
    def places(self) -> tuple[int, ...]:
        """Where each bone stands in the line."""
        return self._bones[1]

    def first_bone(self, position: int) -> str:
        """The bone at or behind a position, or nothing."""
        match = _LINE_KEPT.search(self.level, position)
        return match.group() if match else ""

    def bone_at(self, position: int) -> int:
        """The number of the first bone at or behind a position of the line."""
        return bisect_left(self.places, position)

    def behind(self, bone: int) -> int:
        """The position of the line just behind a bone."""
        return self.places[bone] + 1


def folded(raw: str) -> Folded:
    """A line in all its forms."""
    return Folded(raw, level(raw))
