"""Reading one line: which ballot it is, if any (`ballots.md`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from parsers import phrases
from parsers.ballot_line import BallotLine, Flag, Line
from parsers.fold import Folded
from parsers.names import NameBook
from parsers.tails import finished, read_tail, skip
from parsers.targets import Target, read_target


def words_begin(line: Folded, titles: Sequence[str]) -> int:
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


def read_line(
    line: Line, following: Line | None, book: NameBook, titles: Sequence[str]
) -> tuple[list[BallotLine], bool]:
    """The ballots of one line, and whether the following line was taken as its target."""
    text = line.folded.level
    start = words_begin(line.folded, titles)
    if withdrawn := phrases.WITHDRAW.match(text, start):
        return _placed(_withdraw(line.folded, withdrawn.end(), book), line, start), False
    if abstained := phrases.ABSTAIN.match(text, start):
        return _placed(_abstain(line.folded, abstained, book), line, start), False
    matches = [match for word in phrases.VOTE if (match := word.match(text, start))]
    if not matches:
        return _near_miss(line.folded, start, book), False
    target = _choose(line.folded, [match.end() for match in matches], book)
    if target.kind != "empty":
        return _placed(_ballots(target), line, start), False
    if following is None or read_line(following, None, book, titles)[0]:
        return ([] if following else [BallotLine("rejected", reason="unreadable")]), False
    below = _ballots(_from_following(following, book))
    shift = following.start - line.start
    text = f"{line.text}\n{following.text}"
    below = [replace(one, text=text, words=(0, one.words[1] + shift)) for one in below]
    return _placed(below, line, start), True


def _placed(read: list[BallotLine], line: Line, start: int) -> list[BallotLine]:
    """The ballots with their words' places in the post."""
    return [replace(one, words=(line.start + start, line.start + one.words[1])) for one in read]


def _choose(line: Folded, ends: Sequence[int], book: NameBook) -> Target:
    """A name may begin with what ends a longer voting word: the reading that names somebody as written wins."""
    first, *others = (
        _chained(line, end, book) for end in ends if end == ends[0] or next(book.spans(line, end), None)
    )
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


def _from_following(following: Line, book: NameBook) -> Target:
    target = read_target(following.folded, 0, book, told=True)
    if target.kind in {"silent", "empty"}:
        return Target("unreadable")
    return target


def _ballots(target: Target) -> list[BallotLine]:
    match target.kind:
        case "named":
            part = Flag("part_of_name", f"{target.token.strip()} → {target.name}")
            flags = (part,) if target.how == "part" else ()
            return [BallotLine("vote", target.name, flags=flags, words=(0, target.end))]
        case "abstain":
            return [BallotLine("abstain", words=(0, target.end))]
        case "silent":
            return []
        case "empty":
            return [BallotLine("rejected", reason="unreadable")]
        case "unknown_target":
            return [BallotLine("rejected", reason="unknown_target", token=target.token.strip())]
        case kind:
            return [BallotLine("rejected", reason=kind, candidates=target.candidates)]


def _withdraw(line: Folded, end: int, book: NameBook) -> list[BallotLine]:
    tail = read_tail(line, end, book)
    withdrawn = BallotLine("withdraw", words=(0, end))
    if tail == "several":  # 撤票，改投甲: taken back for certain; the rest is told of
        spans = book.spans(line, skip(phrases.SEPARATOR, line.level, end)[-1])
        if any(finished(line.level, span.end) for span in spans):
            return [withdrawn]
        return [withdrawn, BallotLine("rejected", reason="unreadable")]
    if tail == "fine" or read_target(line, end, book).kind == "named":
        return [withdrawn]
    return []


def _abstain(line: Folded, word: re.Match[str], book: NameBook) -> list[BallotLine]:
    namesake = book.exact(line.raw[word.start() :].strip())
    if namesake:
        return [BallotLine("rejected", reason="ambiguous_target", candidates=(namesake,))]
    place = skip(phrases.SEPARATOR, line.level, word.end())[-1]
    if next(book.spans(line, place), None):
        meant = "不投" not in word.group().replace(" ", "").replace("\u200b", "")
        return [BallotLine("rejected", reason="unreadable")] if meant else []
    tail = read_tail(line, word.end(), book)
    if tail == "fine":
        return [BallotLine("abstain", words=(0, word.end()))]
    return [BallotLine("rejected", reason="unreadable")] if tail in {"several", "condition"} else []


def _near_miss(line: Folded, start: int, book: NameBook) -> list[BallotLine]:
    unreadable = [BallotLine("rejected", reason="unreadable")]
    if match := phrases.NEAR_MISS.match(line.level, start):
        target = _chained(line, match.end(), book)
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
