"""Ballots in a post of the vote thread, read line by line (`ballots.md`).

Readable lines are values; near misses are `rejected` with a reason; talk, questions, conditions and reports pass
in silence. The same text always gives the same ballots, in time linear in its length.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from parsers import phrases
from parsers.fold import Folded, folded, level, resolve_references
from parsers.model import Mark
from parsers.names import NameBook, Named
from parsers.plain import own_words
from parsers.targets import Target, finished, read_tail, read_target, skip

Kind = Literal["vote", "abstain", "withdraw", "rejected"]
WhyNot = Literal["unknown_target", "ambiguous_target", "several_targets", "unreadable"]
FlagKind = Literal["part_of_name", "disguised", "suggestion"]

_REPLY_LINE = re.compile(
    r"回复[ \u200b]*(?:[0-9]{1,6}[ \u200b]*#|#[ \u200b]*[0-9]{1,6}|[0-9]{1,6}[ \u200b]*楼).*"
)
_BARE_END = re.compile(r"[!。.~… \u200b]*")
_DIVIDED = re.compile(r"[,?;、:/&+|=]")
_SUGGESTIONS_A_POST = 20


@dataclass(frozen=True, slots=True)
class Flag:
    """Something that the director should know of a ballot."""

    kind: FlagKind
    detail: str


@dataclass(frozen=True, slots=True)
class BallotLine:
    """One line that is, or nearly is, a ballot. `index` is the line's place in the post, from 0."""

    kind: Kind
    target: str | None = None
    reason: WhyNot | None = None
    flags: tuple[Flag, ...] = ()
    candidates: tuple[str, ...] = ()
    text: str = ""
    index: int = 0


@dataclass(frozen=True, slots=True)
class _Line:
    folded: Folded
    text: str
    index: int
    start: int


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
    titles = tuple(level(title) for title in (*judges, *phrases.JUDGES) if title.strip())
    read: list[tuple[_Line, BallotLine]] = []
    skipped = -1
    for place, line in enumerate(lines):
        if place == skipped:
            continue
        following = lines[place + 1] if place + 1 < len(lines) else None
        ballots, taken = _read_line(line, following, book, titles)
        read += [(line, ballot) for ballot in ballots]
        if taken:
            skipped = place + 1
    if bare_name and (bare := _bare(lines, book, [ballot for _, ballot in read])):
        read = [(lines[-1], bare)]
    return _finish(read, book, marks)


def effective(lines: Sequence[BallotLine]) -> BallotLine | None:
    """The line of a post that counts: its last valid one. An invalid later line undoes nothing."""
    return next((line for line in reversed(lines) if line.kind != "rejected"), None)


def _lines(text: str, own: str) -> list[_Line]:
    """The lines that hold words of the author's own; `own` is the text with the others' blanked."""
    lines = []
    start = 0
    for index, (written, raw) in enumerate(zip(text.split("\n"), own.split("\n"), strict=True)):
        if raw and level(raw).strip(" \u200b\r"):
            lines.append(_Line(folded(resolve_references(raw.rstrip("\r"))), written, index, start))
        start += len(raw) + 1
    return lines


def _start(line: Folded, titles: Sequence[str]) -> int:
    """Where a line's words begin, behind decoration and a call of the judge."""
    text = line.level
    place = skip(phrases.DECORATION, text, 0)[-1]
    if line.raw[place : place + 1].isnumeric() and not line.raw[place].isdecimal():  # ①, a list mark
        place = skip(phrases.DECORATION, text, place + 1)[-1]
    mention = phrases.MENTION.match(text, place)
    if mention:
        title = max((name for name in titles if text.startswith(name, mention.end())), key=len, default=None)
        if title is not None:
            place = skip(phrases.DECORATION, text, mention.end() + len(title))[-1]
            while place < len(text) and text[place] in ":,":
                place = skip(phrases.DECORATION, text, place + 1)[-1]
    return place


def _read_line(
    line: _Line, following: _Line | None, book: NameBook, titles: Sequence[str]
) -> tuple[list[BallotLine], bool]:
    """The ballots of one line, and whether the following line was taken as its target."""
    text = line.folded.level
    start = _start(line.folded, titles)
    if withdrawn := phrases.WITHDRAW.match(text, start):
        return _withdraw(line.folded, withdrawn.end(), book), False
    if abstained := phrases.ABSTAIN.match(text, start):
        return _abstain(line.folded, abstained, book), False
    matches = [match for word in phrases.VOTE if (match := word.match(text, start))]
    if not matches:
        return _near_miss(line.folded, start, book), False
    target = _choose(line.folded, [match.end() for match in matches], book)
    if target.kind != "empty":
        return _ballots(target), False
    if following is None or _read_line(following, None, book, titles)[0]:
        return ([] if following else [BallotLine("rejected", reason="unreadable")]), False
    return _ballots(_from_following(following, book)), True


def _choose(line: Folded, ends: Sequence[int], book: NameBook) -> Target:
    """A name may begin with what ends a longer voting word: the reading that names somebody as written wins."""
    first, *others = (_chained(line, end, book) for end in ends)
    if first.kind == "abstain":
        return first
    named = [
        target for target in (first, *others) if target.kind == "named" and target.how in {"exact", "folded"}
    ]
    for how in ("exact", "folded"):
        names = tuple(dict.fromkeys(target.name for target in named if target.how == how and target.name))
        if len(names) > 1:
            return Target("ambiguous_target", candidates=names)
        if names:
            return next(target for target in named if target.name == names[0])
    return first


def _chained(line: Folded, end: int, book: NameBook) -> Target:
    """`我的票投给甲`, `投票：投甲`: a voting word behind a voting word."""
    target = read_target(line, end, book)
    if target.kind in {"named", "abstain", "ambiguous_target", "several_targets"}:
        return target
    place = skip(phrases.SEPARATOR, line.level, end)[-1]
    for word in phrases.VOTE:
        if match := word.match(line.level, place):
            second = read_target(line, match.end(), book)
            if second.kind in {"named", "abstain", "ambiguous_target", "several_targets", "empty"}:
                return second
    return target


def _from_following(following: _Line, book: NameBook) -> Target:
    target = read_target(following.folded, 0, book, told=True)
    if target.kind in {"silent", "empty"}:
        return Target("unreadable")
    return target


def _ballots(target: Target) -> list[BallotLine]:
    match target.kind:
        case "named":
            part = Flag("part_of_name", f"{target.token.strip()} → {target.name}")
            return [BallotLine("vote", target.name, flags=(part,) if target.how == "part" else ())]
        case "abstain":
            return [BallotLine("abstain")]
        case "silent":
            return []
        case "empty":
            return [BallotLine("rejected", reason="unreadable")]
        case "unknown_target":
            return [BallotLine("rejected", target.token.strip(), "unknown_target")]
        case kind:
            return [BallotLine("rejected", None, kind, candidates=target.candidates)]


def _withdraw(line: Folded, end: int, book: NameBook) -> list[BallotLine]:
    tail = read_tail(line, end, book)
    if tail == "several":  # 撤票，改投甲: taken back for certain; the rest is told of
        spans = book.spans(line, skip(phrases.SEPARATOR, line.level, end)[-1])
        if any(finished(line.level, span.end) for span in spans):
            return [BallotLine("withdraw")]
        return [BallotLine("withdraw"), BallotLine("rejected", reason="unreadable")]
    if tail == "fine" or read_target(line, end, book).kind == "named":
        return [BallotLine("withdraw")]
    return []


def _abstain(line: Folded, word: re.Match[str], book: NameBook) -> list[BallotLine]:
    namesake = book.exact(line.raw[word.start() :].strip())
    if namesake:
        return [BallotLine("rejected", None, "ambiguous_target", candidates=(namesake,))]
    place = skip(phrases.SEPARATOR, line.level, word.end())[-1]
    if next(book.spans(line, place), None):
        meant = "不投" not in word.group().replace(" ", "").replace("\u200b", "")
        return [BallotLine("rejected", reason="unreadable")] if meant else []
    tail = read_tail(line, word.end(), book)
    if tail == "fine":
        return [BallotLine("abstain")]
    return [BallotLine("rejected", reason="unreadable")] if tail in {"several", "condition"} else []


def _near_miss(line: Folded, start: int, book: NameBook) -> list[BallotLine]:
    unreadable = [BallotLine("rejected", reason="unreadable")]
    if match := phrases.NEAR_MISS.match(line.level, start):
        target = read_target(line, match.end(), book)
        denied = "不投" in match.group().replace(" ", "")
        if target.kind == "empty" or (target.kind == "named" and not denied):
            return unreadable
        if read_tail(line, match.end(), book) == "fine":
            return unreadable
        return []
    for span in book.spans(line, start):
        place = skip(phrases.TRAILING, line.level, span.end)[-1]
        if phrases.TURNED.match(line.level, place + line.level.startswith(",", place)):
            return unreadable
    return []


def _bare(lines: Sequence[_Line], book: NameBook, read: Sequence[BallotLine]) -> BallotLine | None:
    """The ballot of a post that is nothing but a name and decoration; a mere part of a name is told of only."""
    own = [line for line in lines if not _REPLY_LINE.fullmatch(line.folded.level.strip(" \u200b"))]
    if len(own) != 1 or own[0] is not lines[-1] or any(line.kind in {"abstain", "withdraw"} for line in read):
        return None
    line = own[0].folded
    if len(line.raw) > 200:
        return None
    places = skip(phrases.DECORATION, line.level, 0)
    if match := phrases.MENTION.match(line.level, places[-1]):
        places.append(match.end())
    spans = [span for place in places for span in book.spans(line, place) if _ends(line.level, span.end)]
    exact = next((span for span in spans if span.how == "exact"), None)
    if exact or (spans and not read):
        span = exact or spans[0]
        if len(span.names) > 1:
            return BallotLine("rejected", reason="ambiguous_target", candidates=span.names)
        return BallotLine("vote", span.names[0])
    if read:
        return None
    return _bare_word(line, places, book)


def _bare_word(line: Folded, places: Sequence[int], book: NameBook) -> BallotLine | None:
    if _DIVIDED.search(line.level):
        return None
    for place in dict.fromkeys((places[0], places[-1])):
        word = line.raw[place:].strip()
        while word and not level(word[-1]).isalnum() and _ends(level(word[-1]), 0):
            word = word[:-1]
        named: Named = book.resolve(word)
        if named.how == "part":
            return BallotLine("rejected", reason="unreadable", candidates=named.candidates)
        if named.name:
            return BallotLine("vote", named.name)
    return None


def _ends(text: str, position: int) -> bool:
    place = skip(phrases.TRAILING, text, position)[-1]
    match = _BARE_END.match(text, place)
    assert match
    return match.end() == len(text)


def _finish(
    read: Sequence[tuple[_Line, BallotLine]], book: NameBook, marks: Sequence[Mark]
) -> tuple[BallotLine, ...]:
    """Add what is only known of the whole post: the lines' words, hidden letters, suggestions."""
    hiding = [mark for mark in marks if mark.kind in {"faint", "tiny"} and mark.end > mark.start]
    finished_lines = []
    suggested = 0
    for line, ballot in read:
        flags = list(ballot.flags)
        end = line.start + len(line.text)
        if any(mark.start < end and mark.end > line.start for mark in hiding):
            flags.append(Flag("disguised", line.text.strip()))
        target = ballot.target
        if ballot.reason == "unknown_target" and target and suggested < _SUGGESTIONS_A_POST:
            suggested += 1
            if guesses := book.suggestions(target):
                flags.append(Flag("suggestion", "、".join(guesses)))
        finished_lines.append(
            BallotLine(
                ballot.kind,
                None if ballot.kind == "rejected" else target,
                ballot.reason,
                tuple(flags),
                ballot.candidates,
                line.text,
                line.index,
            )
        )
    return tuple(finished_lines)
