"""A post of the vote thread that is nothing but a name is a ballot for it (`ballots.md`; knob `bare_name`)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from parsers import phrases
from parsers.ballot_line import BallotLine, Line
from parsers.fold import level
from parsers.names import NameBook
from parsers.tails import skip

_REPLY_LINE = re.compile(
    r"回复[ \u200b]*(?:[0-9]{1,6}[ \u200b]*#|#[ \u200b]*[0-9]{1,6}|[0-9]{1,6}[ \u200b]*楼).*"
)
_BARE_END = re.compile(r"[!。.~… \u200b]*")
_DIVIDED = re.compile(r"[,?;、:/&+|=]")


def bare_ballot(lines: Sequence[Line], book: NameBook, read: Sequence[BallotLine]) -> BallotLine | None:
    """The ballot of a post that is nothing but a name and decoration; a mere part of a name is told of only."""
    own = [line for line in lines if not _REPLY_LINE.fullmatch(line.folded.level.strip(" \u200b"))]
    if len(own) != 1 or own[0] is not lines[-1] or any(line.kind in {"abstain", "withdraw"} for line in read):
        return None
    place_of = own[0].start
    line = own[0].folded
    if len(line.raw) > 200:
        return None
    places = skip(phrases.DECORATION, line.level, 0)
    if match := phrases.MENTION.match(line.level, places[-1]):
        places.append(match.end())
    spans = [
        (place, span) for place in places for span in book.spans(line, place) if _ends(line.level, span.end)
    ]
    exact = next((found for found in spans if found[1].how == "exact"), None)
    if exact or (spans and not read):
        place, span = exact or spans[0]
        if len(span.names) > 1:
            return BallotLine("rejected", reason="ambiguous_target", candidates=span.names)
        return BallotLine("vote", span.names[0], words=(place_of + place, place_of + span.end))
    if read:
        return None
    return _bare_word(own[0], places, book)


def _bare_word(whole: Line, places: Sequence[int], book: NameBook) -> BallotLine | None:
    line = whole.folded
    if _DIVIDED.search(line.level):
        return None
    for place in dict.fromkeys((places[0], places[-1])):
        word = line.raw[place:].strip()
        while word and not level(word[-1]).isalnum() and _ends(level(word[-1]), 0):
            word = word[:-1]
        named = book.resolve(word)
        if named.how == "part":
            return BallotLine("rejected", reason="unreadable", candidates=named.candidates)
        if named.name:
            begin = whole.start + line.raw.index(word, place)
            return BallotLine("vote", named.name, words=(begin, begin + len(word)))
    return None


def _ends(text: str, position: int) -> bool:
    place = skip(phrases.TRAILING, text, position)[-1]
    match = _BARE_END.match(text, place)
    assert match
    return match.end() == len(text)
