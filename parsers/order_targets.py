"""The targets behind a skill's word: one or more names, and where they end."""

from __future__ import annotations

import re

from parsers import phrases, skills
from parsers.fold import Folded, level
from parsers.names import NameBook
from parsers.tails import finished, particles, skip
from parsers.targets import Target, before_particles, best_span, is_floor, spans_at

APART = re.compile(rf"[ \u200b,;。!、:.…~(\-→{phrases.OPENERS}]")
"""What parts a word from what follows."""

_OF_IT = re.compile(r"(?:的|身上)?(?:身份|阵营|底牌?|牌|身上)")
"""`查甲的身份`: glued to a target, changes nothing."""


def one_target(
    line: Folded, start: int, book: NameBook, author: str | None, *, part: bool = True
) -> tuple[Target, int]:
    """One target at a position, and where it ends; its tail may be anything but glued."""
    text = line.level
    places = skip(phrases.SEPARATOR, text, start)
    while len(places) < 60 and (link := skills.LINK.match(text, places[-1])):
        places += skip(phrases.SEPARATOR, text, link.end())
    spans = [span for span in spans_at(line, places, book) if _ends(line, span.end, book)]
    best = best_span(line, spans)
    if best:
        stop = next((span.end for span in spans if best.name in span.names), spans[0].end)
        if best.how == "exact":
            stop = next(span.end for span in spans if best.name in span.names and span.how == "exact")
        return best, stop
    end = token_end(line, places[-1])
    for stop in dict.fromkeys((end, before_particles(text, places[-1], end))):
        if is_floor(text, places[-1]):
            break
        word = line.raw[places[-1] : stop]
        if author is not None and level(word) in skills.SELF:
            return Target("named", author, "exact"), stop
        named = book.resolve(word, bare_number=True, part=part)
        if named.name and _ends(line, stop, book):
            return Target("named", named.name, named.how), stop
        if named.ambiguous:
            return Target("ambiguous_target", token=word, candidates=named.candidates), stop
    return Target("unknown_target", token=line.raw[places[-1] : end]), end


def token_end(line: Folded, start: int) -> int:
    """Where a target ends that is no full name."""
    match = phrases.TARGET_END.search(line.level, start)
    end = match.start() if match else len(line.level)
    joiner = phrases.JOINER.search(line.level, start, end)
    return joiner.start() if joiner else end


def _ends(line: Folded, end: int, book: NameBook) -> bool:
    """Whether a target may end here: apart from what follows, or joined to another."""
    text = line.level
    place = skip(phrases.TRAILING, text, particles(text, skip(phrases.TRAILING, text, end)[-1]))[-1]
    if place == len(text) or APART.match(text, place) or text[place] == "?":
        return True
    if place > end and text[place - 1] in " \u200b":
        return not text.startswith("的", place)
    if phrases.REASON.match(text, place) or phrases.JOINER.match(text, end):
        return True
    if _of_it(text, place) or any(finished(text, span.end) for span in book.spans(line, place)):
        return True
    return _has_name(line, place, book)


def _of_it(text: str, place: int) -> bool:
    match = _OF_IT.match(text, place)
    return match is not None and finished(text, match.end())


def _has_name(line: Folded, place: int, book: NameBook) -> bool:
    """Whether a skill's word at a position has a name behind it: `守护张三隔音李四`."""
    said = skills.skill_at(line.level, place)
    return said is not None and bool(name_ends(line, said.end, book))


def another(line: Folded, end: int, book: NameBook) -> int | None:
    """Where a further target of the same order begins, or None."""
    text = line.level
    if (joiner := phrases.JOINER.match(text, end)) and (
        spans_at(line, [joiner.end()], book)
        or book.resolve(line.raw[joiner.end() : token_end(line, joiner.end())], bare_number=True).candidates
    ):
        return joiner.end()
    weak = phrases.WEAK_JOINER.match(text, end)
    assert weak
    place = weak.end()
    if place == end:  # 情侣甲乙
        arrow = skip(phrases.TRAILING, text, end)[-1]
        return arrow if any(finished(text, span.end) for span in book.spans(line, arrow)) else None
    said = skills.skill_at(text, place)
    if said and name_ends(line, said.end, book):
        return None
    spans = [span for span in spans_at(line, [place], book) if _ends(line, span.end, book)]
    if spans:
        return place
    token = line.raw[place : token_end(line, place)]
    return place if book.resolve(token, part=False).how == "seat" else None


def name_ends(line: Folded, start: int, book: NameBook) -> list[int]:
    """Where the full names behind a position end, longest first."""
    places = skip(phrases.SEPARATOR, line.level, start)
    return [span.end for span in spans_at(line, places, book)]
