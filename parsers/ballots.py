"""Ballots in a post of the vote thread, read line by line (`ballots.md`).

Readable lines are values; near misses are `rejected` with a reason; talk, questions, conditions and reports pass
in silence. The same text always gives the same ballots, in time linear in its length.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from parsers import phrases
from parsers.ballot_line import BallotLine, Flag, Line
from parsers.ballot_reader import read_line
from parsers.bare_name import bare_ballot
from parsers.fold import Folded, folded, level, resolve_references
from parsers.model import Mark
from parsers.names import NameBook
from parsers.plain import own_words

__all__ = ["BallotLine", "Flag", "effective", "read_ballots"]

_SUGGESTIONS_A_POST = 20


def read_ballots(
    post_text: str,
    book: NameBook,
    *,
    vote_thread: bool = True,
    bare_name: bool = True,
    marks: Sequence[Mark] = (),
    judges: Sequence[str] = (),
) -> tuple[BallotLine, ...]:
    """Every ballot line of a post, in order; nothing outside a vote thread. `judges`: accounts that `@` may call."""
    if not vote_thread:
        return ()
    lines = _lines(post_text, own_words(post_text, marks))
    titles = (*(level(title) for title in judges if title.strip()), *phrases.JUDGES)
    read: list[tuple[Line, BallotLine]] = []
    skipped = -1
    for place, line in enumerate(lines):
        if place == skipped:
            continue
        following = lines[place + 1] if place + 1 < len(lines) else None
        ballots, taken = read_line(line, following, book, titles)
        read += [(line, ballot) for ballot in ballots]
        if taken:
            skipped = place + 1
    if bare_name and (bare := bare_ballot(lines, book, [ballot for _, ballot in read])):
        read = [(lines[-1], bare)]
    return _finish(read, book, marks)


def effective(lines: Sequence[BallotLine]) -> BallotLine | None:
    """The line of a post that counts: its last valid one. An invalid later line undoes nothing."""
    return next((line for line in reversed(lines) if line.kind != "rejected"), None)


def _lines(text: str, own: str) -> list[Line]:
    """The lines that hold words of the author's own; `own` is the text with the others' blanked."""
    lines = []
    start = 0
    for index, (written, raw, levelled) in enumerate(
        zip(text.split("\n"), own.split("\n"), level(own).split("\n"), strict=True)
    ):
        if levelled.strip(" \u200b\r"):
            plain = "&#" not in raw and not raw.endswith("\r")
            line = Folded(raw, levelled) if plain else folded(resolve_references(raw.rstrip("\r")))
            lines.append(Line(line, written, index, start))
        start += len(raw) + 1
    return lines


def _finish(
    read: Sequence[tuple[Line, BallotLine]], book: NameBook, marks: Sequence[Mark]
) -> tuple[BallotLine, ...]:
    """Add what is only known of the whole post: the lines' words, hidden letters, suggestions."""
    hiding = _merged([(mark.start, mark.end) for mark in marks if mark.kind in {"faint", "tiny"}])
    whole = []
    suggested = 0
    for line, ballot in read:
        flags = ballot.flags
        if _overlaps(hiding, line.start, line.start + len(line.text)):
            flags = (*flags, Flag("disguised", line.text.strip()))
        if ballot.reason == "unknown_target" and suggested < _SUGGESTIONS_A_POST:
            suggested += 1
            if guesses := book.suggestions(ballot.token):
                flags = (*flags, Flag("suggestion", "、".join(guesses)))
        whole.append(replace(ballot, flags=flags, text=ballot.text or line.text, index=line.index))
    return tuple(whole)


def _merged(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif end > start:
            merged.append((start, end))
    return merged


def _overlaps(merged: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    place = bisect_left(merged, (end, end))
    return place > 0 and merged[place - 1][1] > start
