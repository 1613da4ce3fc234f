"""From a post's text to the lines in which ballots and orders are looked for.

What was quoted, struck, hidden or coded *by hand*, on boards that don't know the tag and so leave it in the
text, is blanked out; the length stays, so that positions keep their meaning.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from parsers.model import Mark

_TAG = re.compile(r"\[(/?)(quote|code|hide|free|s|strike|del)(?:=[^\]\[\n]{0,200})?\]", re.IGNORECASE)
_LETTER = re.compile(r"[^\n]")
_DEPTH = 8


def own_words(text: str, marks: Sequence[Mark] = ()) -> str:
    """The text with quoted, struck, hidden and coded parts blanked (line breaks stay).

    A closing `[/quote]` without an opening one ends a quote that the board cut short: what stands before it is
    not the author's own.
    """
    blanks = [(mark.start, mark.end) for mark in marks if mark.kind == "strike"]
    opened: list[tuple[str, int]] = []
    for match in _TAG.finditer(text):
        tag = match[2].lower()
        if not match[1]:
            opened.append((tag, match.start()))
        elif any(tag == name for name, _ in opened[-_DEPTH:]):
            name, start = opened.pop()
            while name != tag:
                name, start = opened.pop()
            blanks.append((start, match.end()))
        elif tag == "quote":
            opened.clear()
            blanks.append((0, match.end()))
    return _blanked(text, sorted(blanks)) if blanks else text


def _blanked(text: str, blanks: Sequence[tuple[int, int]]) -> str:
    pieces: list[str] = []
    done = 0
    for start, end in blanks:
        if end <= done:
            continue
        start = max(start, done)
        pieces += (text[done:start], _LETTER.sub(" ", text[start:end]))
        done = end
    return "".join((*pieces, text[done:]))
