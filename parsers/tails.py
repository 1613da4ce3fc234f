"""What follows a target: nothing, a reason, a second target, a question, a condition, a report."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from parsers import phrases
from parsers.fold import Folded
from parsers.names import NameBook, Named

TailKind = Literal["fine", "question", "report", "several", "condition", "glued"]

_PIECES = 40  # more decoration than this is no decoration
_CLAUSES = 6
_CLAUSE = re.compile(r"[,;:。! \u200b]+")
_BESIDE = re.compile(rf"[{phrases.OPENERS}@ \u200b]{{0,4}}")
_SEAT = re.compile(r"[0-9]{1,3}号")


def skip(pattern: re.Pattern[str], text: str, position: int) -> list[int]:
    """The positions before and behind each piece of a run; the last one is where the run ends."""
    places = [position]
    while len(places) <= _PIECES and (match := pattern.match(text, places[-1])):
        if match.end() == places[-1]:
            break
        places.append(match.end())
    return places


def finished(text: str, position: int) -> bool:
    """Whether nothing but decoration, particles and full stops follows."""
    place = skip(phrases.TRAILING, text, position)[-1]
    place = particles(text, place)
    place = skip(phrases.TRAILING, text, place)[-1]
    match = phrases.PUNCTUATION.match(text, place)
    assert match
    return match.end() == len(text) and "?" not in match.group()


def particles(text: str, position: int) -> int:
    """Where a target's particles end."""
    match = phrases.PARTICLES.match(text, position)
    assert match
    return match.end()


def read_tail(line: Folded, end: int, book: NameBook, names: tuple[str, ...] = ()) -> TailKind:
    """What follows a target that ends at `end`."""
    text = line.level
    place = particles(text, skip(phrases.TRAILING, text, end)[-1])
    place = skip(phrases.TRAILING, text, place)[-1]
    if place == len(text):
        return "fine"
    run = phrases.PUNCTUATION.match(text, place)
    assert run
    if "?" in run.group() or phrases.ASKING_TAIL.match(text, run.end()):
        return "question"
    if joiner := phrases.JOINER.match(text, place):
        joined = _joined(line, joiner, book, names)
        if joined:
            return joined
    apart = (place > end and text[place - 1] in " \u200b") or run.end() > place
    if second_ballot(line, place, book, names):
        return "several"
    if phrases.CONDITION.match(text, run.end()):
        return "condition"
    if apart:
        return "report" if text.startswith("的", place) else "fine"
    if phrases.REASON.match(text, place):
        return "fine"
    return "report" if phrases.REPORT.match(text, place) else "glued"


def _joined(line: Folded, joiner: re.Match[str], book: NameBook, names: tuple[str, ...]) -> TailKind | None:
    """What a joiner behind a target means; None if it begins a reason."""
    others = [span for span in book.spans(line, joiner.end()) if span.names != names]
    token = line.raw[joiner.end() : token_end(line, joiner.end())]
    if others or _differs(book.resolve(token, bare_number=True), names):
        return "question" if line.level.rstrip(" \u200b").endswith("?") else "several"
    if book.resolve(token, bare_number=True).name:
        return "fine"
    return None if joiner.group().strip(" \u200b") == "、" else "glued"


def _differs(named: Named, names: tuple[str, ...]) -> bool:
    return bool(named.candidates) and named.candidates != names


def second_ballot(line: Folded, place: int, book: NameBook, names: tuple[str, ...]) -> bool:
    """Whether another target, or another whole ballot, stands later in the line."""
    weak = phrases.WEAK_JOINER.match(line.level, place)
    assert weak
    beside = _BESIDE.match(line.level, weak.end())
    assert beside
    if any(span.names != names and finished(line.level, span.end) for span in book.spans(line, beside.end())):
        return True
    if names and (seat := _SEAT.match(line.level, beside.end())) and finished(line.level, seat.end()):
        return book.resolve(seat.group()).candidates not in {(), names}
    return any(
        span.names != names and finished(line.level, span.end)
        for start in _clauses(line.level, place)
        for word in phrases.VOTE
        if (match := word.match(line.level, start))
        for span in book.spans(line, skip(phrases.SEPARATOR, line.level, match.end())[-1])
    )


def _clauses(text: str, place: int) -> Iterator[int]:
    yield place
    for count, match in enumerate(_CLAUSE.finditer(text, place)):
        if count == _CLAUSES:
            return
        yield match.end()


def token_end(line: Folded, start: int) -> int:
    """Where a target ends that is no full name."""
    match = phrases.TARGET_END.search(line.level, start)
    return match.start() if match else len(line.level)
