"""The target behind a voting word: a full name, a seat, a part of a name, an abstention, or nobody."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from parsers import phrases
from parsers.fold import Folded, level
from parsers.names import How, NameBook, Named, Span
from parsers.tails import TailKind, finished, read_tail, second_ballot, skip, token_end

TargetKind = Literal[
    "named",
    "abstain",
    "empty",
    "silent",
    "several_targets",
    "ambiguous_target",
    "unknown_target",
    "unreadable",
]

_LONG_TOKEN = 12
_FLOOR = re.compile(r"[0-9]+[ \u200b]*(?:楼|层|f(?![a-z])|#)")
_SEAT_AND_NAME = re.compile(r"(?:第?[0-9]{1,3}号(?:玩家)?|no\. ?[0-9]{1,3})[ \u200b:\-.]*")


@dataclass(frozen=True, slots=True)
class Target:
    """What stands behind a voting word, up to `end`. `token` is the word at fault where nobody was found."""

    kind: TargetKind
    name: str | None = None
    how: How | None = None
    token: str = ""
    candidates: tuple[str, ...] = ()
    end: int = 0


def read_target(line: Folded, start: int, book: NameBook, *, told: bool = False) -> Target:
    """The target that begins behind `start`. `told`: it is known that one must follow (its own line)."""
    places = skip(phrases.SEPARATOR, line.level, start)
    explicit = told or bool(phrases.EXPLICIT.search(line.level, start, places[-1]))
    tails: dict[int, TailKind] = {}
    spans = spans_at(line, places, book)
    for span in spans:
        if span.end not in tails:
            tails[span.end] = read_tail(line, span.end, book, span.names)
    if abstention := _abstention(line, places, book):
        return abstention
    if best := best_span(line, [span for span in spans if tails[span.end] == "fine"]):
        return best
    kinds = {tails[span.end] for span in spans}
    if kinds & {"question", "report"}:
        return Target("silent")
    if "several" in kinds:
        return Target("several_targets")
    if "condition" in kinds:
        return Target("unreadable")
    if places[-1] == len(line.level):
        return Target("empty")
    return _read_token(line, start, places[-1], book, explicit=explicit, glued=spans)


def spans_at(line: Folded, places: list[int], book: NameBook) -> list[Span]:
    """The full names and aliases at any of some positions, longest first."""
    found: dict[tuple[tuple[str, ...], int, How], Span] = {}
    for place in {*places[:8], places[-1]}:
        for span in book.spans(line, place):
            found.setdefault((span.names, span.end, span.how), span)
    return sorted(found.values(), key=lambda span: -span.end)


def best_span(line: Folded, spans: list[Span]) -> Target | None:
    """The name that is meant where several full names fit: as written, then the longest."""
    written = next((span for span in spans if span.how == "exact"), None)
    other = next((span for span in spans if span.how == "folded"), None)
    other = other or next((span for span in spans if span.how == "alias"), None)
    if written is None:
        return _target(other) if other else None
    if (
        other
        and other.end > written.end
        and other.names != written.names
        and line.level[written.end] in " \u200b"
    ):
        return Target("ambiguous_target", candidates=(*written.names, *other.names))
    return _target(written)


def _target(span: Span) -> Target:
    if len(span.names) > 1:
        return Target("ambiguous_target", candidates=span.names)
    return Target("named", span.names[0], span.how, end=span.end)


def _abstention(line: Folded, places: list[int], book: NameBook) -> Target | None:
    for place in (places[0], places[-1]):
        match = phrases.NO_TARGET.match(line.level, place)
        if match and read_tail(line, match.end(), book) == "fine":
            namesake = book.exact(match.group().replace(" ", ""))
            return (
                Target("ambiguous_target", candidates=(namesake,))
                if namesake
                else Target("abstain", end=match.end())
            )
    return None


def _read_token(
    line: Folded, start: int, place: int, book: NameBook, *, explicit: bool, glued: list[Span]
) -> Target:
    """A target that is no full name: a seat, a part of a name, or nobody."""
    end = token_end(line, place)
    token = line.raw[place:end]
    if not token:
        return _without_token(line, place, book)
    shown = line.level[place:end]
    colon = explicit and line.level[start:place].strip(" \u200b") != ""
    talk = None if colon else phrases.TALK.match(line.level, place)
    if target := _named_token(line, start, place, book, talks=bool(talk and len(talk.group()) > 1)):
        return target
    if several := _several(line, place, end, book):
        return several
    run = phrases.PUNCTUATION.match(line.level, end)
    assert run
    if phrases.ASKING.search(shown) or "?" in run.group():
        return Target("silent")
    near = book.near(token)
    if talk and (not near or next(book.spans(line, talk.end()), None)):
        return Target("silent")
    if "的" in shown and not near and not colon:
        return Target("silent")
    rest = end - max((span.end for span in glued), default=end)
    if rest > 3 or (len(token) > _LONG_TOKEN and not near):
        return Target("unreadable") if glued or colon else Target("silent")
    return Target("unknown_target", token=token)


def _named_token(line: Folded, start: int, place: int, book: NameBook, *, talks: bool) -> Target | None:
    """The character that a word names by seat or part: the longest word that does, spaces inside or not."""
    text = line.level
    if is_floor(text, place) or "#" in text[start:place]:
        return None
    for pattern in (phrases.SPACED_END, phrases.TARGET_END):
        match = pattern.search(text, place)
        end = match.start() if match else len(text)
        for stop in dict.fromkeys((end, before_particles(text, place, end))):
            word = line.raw[place:stop]
            named = _seat_and_name(word, text[place:stop], book) or book.resolve(word, bare_number=True)
            if not named.candidates or (named.how == "part" and talks):
                continue
            if level(word).strip().isdecimal() and phrases.NO_SEAT.match(text, stop):
                return None
            return _resolved(line, named, stop, word, book)
    return None


def _without_token(line: Folded, place: int, book: NameBook) -> Target:
    """A mark stands where the target should: `投票，甲` is near a ballot, `投票，大家快点` is talk."""
    run = phrases.PUNCTUATION.match(line.level, place)
    assert run
    if "?" in run.group():
        return Target("silent")
    if run.end() == len(line.level):
        return Target("unreadable")
    named = any(finished(line.level, span.end) for span in book.spans(line, run.end()))
    return Target("unreadable") if named or second_ballot(line, place, book, ()) else Target("silent")


def is_floor(text: str, position: int) -> bool:
    """Whether a number names a floor of the thread, which is no seat."""
    return _FLOOR.match(text, position) is not None


def before_particles(text: str, start: int, end: int) -> int:
    """Where a word ends if the particles at its end are left off."""
    stop = end
    while stop > start + 1 and text[stop - 1] in "吧了啦哈呗啊呀哦噢咯喽哟嘞哒 \u200b":
        stop -= 1
    if stop > start + 2 and text[stop - 2 : stop] in {"一票", "1票"}:
        stop -= 2
    return stop


def _seat_and_name(word: str, shown: str, book: NameBook) -> Named | None:
    """`3号张三`: one character if seat and name agree, else both as candidates."""
    match = _SEAT_AND_NAME.match(shown)
    if match is None or match.end() == len(shown):
        return None
    seat = book.resolve(word[: match.end()].rstrip(" \u200b:-."), bare_number=True)
    named = book.resolve(word[match.end() :], part=False)
    if named.name is None or seat.name is None:
        return None
    return seat if seat.name == named.name else Named(None, None, (seat.name, named.name))


def _resolved(line: Folded, named: Named, end: int, word: str, book: NameBook) -> Target:
    tail = read_tail(line, end, book, named.candidates)
    if tail in {"question", "report"}:
        return Target("silent")
    if tail == "several":
        return Target("several_targets")
    if tail in {"condition", "glued"}:
        return Target("unreadable")
    if named.name is None:
        return Target("ambiguous_target", candidates=named.candidates, token=word)
    return Target("named", named.name, named.how, token=word, end=end)


def _several(line: Folded, place: int, end: int, book: NameBook) -> Target | None:
    """`3号和5号`: two words that both name somebody."""
    joiner = phrases.JOINER.search(line.level, place + 1, end)
    if joiner is None:
        return None
    first = book.resolve(line.raw[place : joiner.start()], bare_number=True)
    second = book.resolve(line.raw[joiner.end() : end], bare_number=True)
    if first.candidates and second.candidates and first.candidates != second.candidates:
        return Target("several_targets")
    return None
