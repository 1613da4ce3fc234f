"""Night orders, refusals, take-backs and questions in private messages and hollow threads.

What can be read is an `Order`; what is meant as one and cannot be read is `Unclear`, for the judge to ask back;
talk passes in silence. Whether an order is allowed is not decided here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.model import Skill
from parsers import phrases, skills
from parsers.consent import consents_at
from parsers.fold import Folded, folded, level, resolve_references
from parsers.names import NameBook
from parsers.plain import own_words
from parsers.targets import Target, before_particles, best_span, finished, is_floor, particles, skip, spans_at

WhyUnclear = Literal[
    "no_target",
    "unknown_target",
    "ambiguous_target",
    "several_targets",
    "question",
    "turned_round",
    "unreadable",
]

_NEXT = re.compile(r"[ \u200b,;。!、/&+]*(?:并且|并|然后|同时|另外|再|和|以及)?[ \u200b]*")
_CLAUSES = 12
_APART = re.compile(rf"[ \u200b,;。!、:.…~(\-→{phrases.OPENERS}]")


@dataclass(frozen=True, slots=True)
class Order:
    """One declaration. `skill` is None for all skills at once (`不用`, `取消`)."""

    skill: Skill | None
    targets: tuple[str, ...] = ()
    decline: bool = False
    withdraw: bool = False
    text: str = ""
    index: int = 0


@dataclass(frozen=True, slots=True)
class Unclear:
    """Words that are meant as an order and can't be carried out as they stand."""

    reason: WhyUnclear
    skill: Skill | None = None
    words: str = ""
    suggestions: tuple[str, ...] = ()
    index: int = 0


@dataclass(frozen=True, slots=True)
class Query:
    """The player asks which ballot of his stands."""

    what: Literal["my_vote"] = "my_vote"
    index: int = 0


@dataclass(frozen=True, slots=True)
class Consent:
    """The player consents to a shorter day."""

    index: int = 0


Said = Order | Unclear | Query | Consent


def read_orders(message: str, book: NameBook, *, author: str | None = None) -> tuple[Said, ...]:
    """Everything that a message declares, in order. `author`: the character that `自己` means."""
    lines = [
        (index, raw.strip(), folded(resolve_references(raw.rstrip("\r"))))
        for index, raw in enumerate(own_words(message).split("\n"))
        if level(raw).strip(" \u200b\r")
    ]
    read: list[Said] = []
    skipped = -1
    for place, (index, words, line) in enumerate(lines):
        if place == skipped:
            continue
        said, waiting = _read_line(line, book, author)
        if waiting and place + 1 < len(lines) and not _read_line(lines[place + 1][2], book, author)[0]:
            following = lines[place + 1][2]
            again = _order(following, 0, waiting, book, author, told=True)[0]
            if again:
                said = [*said[:-1], *again]
                skipped = place + 1
        read += [_placed(one, words, index) for one in said]
    return tuple(read)


def say_back(order: Order) -> str:
    """What was understood, in the rules' words, for the player to check."""
    term = skills.TERMS[order.skill] if order.skill else "全部技能"
    if order.withdraw:
        return f"撤回{term}的指令" if order.skill else "撤回全部指令"
    if order.decline:
        return {Skill.JOIN_PACK: "不归群", Skill.PLAY_FOOL: "不装傻"}.get(
            order.skill or Skill.LEAD, f"不用{term}"
        )
    if not order.targets:
        return term
    return f"{term}：{'、'.join(order.targets)}"


def _placed(said: Said, words: str, index: int) -> Said:
    if isinstance(said, Order):
        return replace(said, text=words, index=index)
    if isinstance(said, Unclear):
        return replace(said, words=said.words or words, index=index)
    return replace(said, index=index)


def _read_line(line: Folded, book: NameBook, author: str | None) -> tuple[list[Said], Skill | None]:
    """What one line declares, and the skill whose target must stand on the next line."""
    text = line.level
    start = skip(phrases.DECORATION, text, 0)[-1]
    if skills.MY_VOTE.match(text, start):
        return [Query()], None
    if consents_at(text, start):
        return [Consent()], None
    read: list[Said] = []
    place = start
    for _ in range(_CLAUSES):
        said, end = _clause(line, place, book, author)
        read += said
        if not said or end >= len(text):
            break
        behind = _NEXT.match(text, end)
        assert behind
        place = skip(phrases.DECORATION, text, behind.end())[-1]
    else:
        read.append(Unclear("unreadable"))
    if not read:
        return _turned(line, start, book), None
    last = read[-1]
    waiting = last.skill if isinstance(last, Unclear) and last.reason == "no_target" else None
    if _asks(text) and not waiting:
        read = [Unclear("question", one.skill) if isinstance(one, Order) else one for one in read]
    return read, waiting


def _asks(text: str) -> bool:
    bare = text.rstrip(" \u200b!。.~)]】」")
    return bare.endswith(("?", "吗", "么", "呢"))


def _clause(line: Folded, start: int, book: NameBook, author: str | None) -> tuple[list[Said], int]:
    """One declaration at a position, and where it ends; nothing if none begins there."""
    text = line.level
    if back := skills.TAKE_BACK.match(text, start):
        return _take_back(line, back.end(), book)
    if (nothing := skills.NOTHING.match(text, start)) and _stands(text, nothing.end()):
        return [Order(None, decline=True)], nothing.end()
    filled = skip(skills.FILLER, text, start)
    for place in (start, *filled[1:]):
        refused = skills.REFUSED.match(text, place)
        if refused and (said := skills.skill_at(text, refused.end())):
            return _refusal(line, said, book)
    for place in (start, *reversed(filled[1:])):
        if said := skills.skill_at(text, place):
            again = skills.PATTERNS[said.skill].match(text, skip(phrases.SEPARATOR, text, said.end)[-1])
            loose = len(said.word) == 1
            if again and not _names(line, said.end, book):
                said = skills.Said(said.skill, said.word + again.group(), again.end())
            return _order(line, said.end, said.skill, book, author, loose=loose)
    return [], start


def _stands(text: str, position: int) -> bool:
    """Whether a word stands by itself: nothing glued to it but particles, and no question."""
    place = skip(phrases.TRAILING, text, position)[-1]
    place = skip(phrases.TRAILING, text, particles(text, place))[-1]
    run = phrases.PUNCTUATION.match(text, place)
    assert run
    if "?" in run.group() or phrases.ASKING_TAIL.match(text, run.end()):
        return False
    if place == len(text) or _APART.match(text, place):
        return True
    return place > position and text[place - 1] in " \u200b" and not text.startswith("的", place)


def _take_back(line: Folded, end: int, book: NameBook) -> tuple[list[Said], int]:
    said = skills.skill_at(line.level, end)
    if said:
        names = _names(line, said.end, book)
        stop = names[0] if names else said.end
        return ([Order(said.skill, withdraw=True)], stop) if _stands(line.level, stop) else ([], end)
    return ([Order(None, withdraw=True)], end) if _stands(line.level, end) else ([], end)


def _refusal(line: Folded, said: skills.Said, book: NameBook) -> tuple[list[Said], int]:
    if _stands(line.level, said.end):
        return [Order(said.skill, decline=True)], said.end
    names = _names(line, said.end, book)
    if names and _stands(line.level, names[0]):
        return [Unclear("unreadable", said.skill)], names[0]
    return [], said.end


def _names(line: Folded, start: int, book: NameBook) -> list[int]:
    """Where the full names behind a position end, longest first."""
    places = skip(phrases.SEPARATOR, line.level, start)
    return [span.end for span in spans_at(line, places, book)]


def _order(
    line: Folded,
    start: int,
    skill: Skill,
    book: NameBook,
    author: str | None,
    *,
    loose: bool = False,
    told: bool = False,
) -> tuple[list[Said], int]:
    """The order of a skill whose word ends at `start`. `loose`: the word alone is too short to mean one."""
    text = line.level
    places = skip(phrases.SEPARATOR, text, start)
    if skill in skills.NO_TARGET:
        return ([Order(skill)], start) if _stands(text, start) else ([], start)
    if (unused := skills.UNUSED.match(text, places[-1])) and _stands(text, unused.end()):
        return [Order(skill, decline=True)], unused.end()
    explicit = told or bool(phrases.EXPLICIT.search(text, start, places[-1]))
    if places[-1] == len(text):
        names = spans_at(line, places, book)
        if not names:
            return [Unclear("no_target", skill)], len(text)
    targets: list[str] = []
    end = start
    while len(targets) < 3:
        found, stop = _one_target(line, end, book, author)
        if found.kind != "named" or found.name is None:
            if targets:
                break
            return _no_target(line, places[-1], skill, found, book, explicit=explicit, loose=loose)
        targets.append(found.name)
        end = stop
        follows = _another(line, end, book)
        if follows is None:
            break
        end = follows
    return _settled(skill, tuple(targets)), end


def _settled(skill: Skill, targets: tuple[str, ...]) -> list[Said]:
    if len(targets) > skills.MOST_TARGETS.get(skill, 1):
        return [Unclear("several_targets", skill)]
    if len(targets) < skills.FEWEST_TARGETS.get(skill, 1):
        return [Unclear("no_target", skill, suggestions=())]
    return [Order(skill, targets)]


def _one_target(line: Folded, start: int, book: NameBook, author: str | None) -> tuple[Target, int]:
    """One target at a position, and where it ends; its tail may be anything but glued."""
    text = line.level
    places = skip(phrases.SEPARATOR, text, start)
    spans = [span for span in spans_at(line, places, book) if _ends(line, span.end, book)]
    best = best_span(line, spans)
    if best:
        stop = next((span.end for span in spans if best.name in span.names), spans[0].end)
        if best.how == "exact":
            stop = next(span.end for span in spans if best.name in span.names and span.how == "exact")
        return best, stop
    end = _token_end(line, places[-1])
    for stop in dict.fromkeys((end, before_particles(text, places[-1], end))):
        if is_floor(text, places[-1]):
            break
        word = line.raw[places[-1] : stop]
        if author is not None and level(word) in skills.SELF:
            return Target("named", author, "exact"), stop
        named = book.resolve(word, bare_number=True)
        if named.name and _ends(line, stop, book):
            return Target("named", named.name, named.how), stop
        if named.ambiguous:
            return Target("ambiguous_target", token=word, candidates=named.candidates), stop
    return Target("unknown_target", token=line.raw[places[-1] : end]), end


def _token_end(line: Folded, start: int) -> int:
    ends = [
        match.start()
        for pattern in (phrases.TARGET_END, phrases.JOINER)
        if (match := pattern.search(line.level, start))
    ]
    return min(ends, default=len(line.level))


def _ends(line: Folded, end: int, book: NameBook) -> bool:
    """Whether a target may end here: apart from what follows, or joined to another."""
    text = line.level
    place = skip(phrases.TRAILING, text, particles(text, skip(phrases.TRAILING, text, end)[-1]))[-1]
    if place == len(text) or _APART.match(text, place) or text[place] == "?":
        return True
    if place > end and text[place - 1] in " \u200b":
        return not text.startswith("的", place)
    if phrases.REASON.match(text, place) or phrases.JOINER.match(text, end):
        return True
    return skills.skill_at(text, place) is not None and _has_name(line, place, book)


def _has_name(line: Folded, place: int, book: NameBook) -> bool:
    """Whether a skill's word at a position has a name behind it: `守护张三隔音李四`."""
    said = skills.skill_at(line.level, place)
    return said is not None and bool(_names(line, said.end, book))


def _another(line: Folded, end: int, book: NameBook) -> int | None:
    """Where a further target of the same order begins, or None."""
    text = line.level
    if (joiner := phrases.JOINER.match(text, end)) and (
        spans_at(line, [joiner.end()], book)
        or book.resolve(line.raw[joiner.end() : _token_end(line, joiner.end())], bare_number=True).candidates
    ):
        return joiner.end()
    weak = phrases.WEAK_JOINER.match(text, end)
    assert weak
    if weak.end() == end:
        return None
    place = weak.end()
    said = skills.skill_at(text, place)
    if said and _names(line, said.end, book):
        return None
    spans = [span for span in spans_at(line, [place], book) if _ends(line, span.end, book)]
    if spans:
        return place
    token = line.raw[place : _token_end(line, place)]
    return place if book.resolve(token, part=False).how == "seat" else None


def _no_target(
    line: Folded, place: int, skill: Skill, found: Target, book: NameBook, *, explicit: bool, loose: bool
) -> tuple[list[Said], int]:
    """A skill's word without a target that can be read: asked back, or talk."""
    text = line.level
    shown = text[place : _token_end(line, place)]
    if found.kind == "ambiguous_target":
        return [Unclear("ambiguous_target", skill, found.token, found.candidates)], len(text)
    run = phrases.PUNCTUATION.match(text, place + len(shown))
    assert run
    if "?" in run.group() or phrases.ASKING.search(shown) or _asks(text):
        return [], place
    near = book.near(shown) or bool(_names(line, place, book))
    if not near and (not explicit or (loose and phrases.TALK.match(text, place))):
        return [], place
    return [Unclear("unknown_target", skill, found.token, book.suggestions(found.token))], len(text)


def _turned(line: Folded, start: int, book: NameBook) -> list[Said]:
    """`张三 查验`: the name stands first. Asked back."""
    for span in book.spans(line, start):
        place = skip(phrases.TRAILING, line.level, span.end)[-1]
        said = skills.skill_at(line.level, place)
        if said and said.skill not in skills.NO_TARGET and finished(line.level, said.end):
            return [Unclear("turned_round", said.skill)]
    return []


def declared(said: Sequence[Said]) -> tuple[Order, ...]:
    """Only the orders among what was said."""
    return tuple(one for one in said if isinstance(one, Order))
