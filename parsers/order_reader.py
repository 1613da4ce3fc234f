"""Reading one line of a message: orders, refusals and take-backs, clause by clause."""

from __future__ import annotations

import re

from engine.model import Skill
from parsers import phrases, skills
from parsers.consent import consents_at
from parsers.fold import Folded
from parsers.names import NameBook
from parsers.order_line import Consent, Order, Query, Said, Unclear
from parsers.order_targets import APART, another, name_ends, one_target, token_end
from parsers.tails import finished, particles, skip
from parsers.targets import Target, spans_at

_NEXT = re.compile(r"[ \u200b,;。!、/&+]*(?:并且|并|然后|同时|另外|再|和|以及)?[ \u200b]*")
_DOUBT = re.compile(r"[ \u200b]*(?:还是|或者|或)")
_CLAUSE = re.compile(r"[,;。!]+[ \u200b]*")
_CLAUSES = 12


def read_line(line: Folded, book: NameBook, author: str | None) -> tuple[list[Said], Skill | None]:
    """What one line declares, and the skill whose target must stand on the next line."""
    text = line.level
    start = skip(phrases.DECORATION, text, 0)[-1]
    if skills.MY_VOTE.match(text, start):
        return [Query()], None
    if consents_at(text, start):
        return [Consent()], None
    if address := skills.ADDRESS.match(text, start):
        start = skip(phrases.DECORATION, text, address.end())[-1]
    read = _clauses(line, start, book, author)
    if not read:
        return _astray(line, start, book, author), None
    last = read[-1]
    waiting = last.skill if isinstance(last, Unclear) and last.reason == "no_target" else None
    if _asks(text) and not waiting:
        read = [Unclear("question", one.skill) if isinstance(one, Order) else one for one in read]
    return read, waiting


def _clauses(line: Folded, start: int, book: NameBook, author: str | None) -> list[Said]:
    text = line.level
    read: list[Said] = []
    place = start
    for _ in range(_CLAUSES):
        said, end = _clause(line, place, book, author)
        read += said
        if not said or end >= len(text):
            return read
        if _DOUBT.match(text, end):  # 毒甲还是毒乙
            return [Unclear("several_targets", one.skill) if isinstance(one, Order) else one for one in read]
        behind = _NEXT.match(text, end)
        assert behind
        place = skip(phrases.DECORATION, text, behind.end())[-1]
    return [*read, Unclear("unreadable")]


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
            if _is_name(line, place, said.end, book):
                return [], start
            again = skills.PATTERNS[said.skill].match(text, skip(phrases.SEPARATOR, text, said.end)[-1])
            loose = len(said.word) == 1
            if again and not name_ends(line, said.end, book):
                said = skills.Said(said.skill, said.word + again.group(), again.end())
            return read_order(line, said.end, said.skill, book, author, loose=loose)
    return [], start


def _is_name(line: Folded, start: int, end: int, book: NameBook) -> bool:
    """Whether a skill's word only begins a character's name: `杀生丸` is no order to kill."""
    return any(span.end > end for span in book.spans(line, start))


def _stands(text: str, position: int) -> bool:
    """Whether a word stands by itself: nothing glued to it but particles, and no question."""
    place = skip(phrases.TRAILING, text, position)[-1]
    place = skip(phrases.TRAILING, text, particles(text, place))[-1]
    run = phrases.PUNCTUATION.match(text, place)
    assert run
    if "?" in run.group() or phrases.ASKING_TAIL.match(text, run.end()):
        return False
    if place == len(text) or APART.match(text, place):
        return True
    return place > position and text[place - 1] in " \u200b" and not text.startswith("的", place)


def _take_back(line: Folded, end: int, book: NameBook) -> tuple[list[Said], int]:
    said = skills.skill_at(line.level, end)
    if said:
        names = name_ends(line, said.end, book)
        stop = names[0] if names else said.end
        return ([Order(said.skill, withdraw=True)], stop) if _stands(line.level, stop) else ([], end)
    return ([Order(None, withdraw=True)], end) if _stands(line.level, end) else ([], end)


def _refusal(line: Folded, said: skills.Said, book: NameBook) -> tuple[list[Said], int]:
    again = skills.REFUSED.match(line.level, said.end)  # 不救不毒
    if _stands(line.level, said.end) or (again and skills.skill_at(line.level, again.end())):
        return [Order(said.skill, decline=True)], said.end
    names = name_ends(line, said.end, book)
    if names and _stands(line.level, names[0]):
        return [Unclear("unreadable", said.skill)], names[0]
    return [], said.end


def read_order(
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
        found, stop = one_target(line, end, book, author, part=explicit)
        if found.kind != "named" or found.name is None:
            if targets:
                break
            return _no_target(line, places[-1], skill, found, book, explicit=explicit, loose=loose)
        targets.append(found.name)
        end = stop
        follows = another(line, end, book)
        if follows is None:
            break
        end = follows
    return _settled(skill, tuple(targets)), end


def _settled(skill: Skill, targets: tuple[str, ...]) -> list[Said]:
    if len(targets) > skills.MOST_TARGETS.get(skill, 1):
        return [Unclear("several_targets", skill)]
    if len(targets) < skills.FEWEST_TARGETS.get(skill, 1):
        return [Unclear("no_target", skill)]
    return [Order(skill, targets)]


def _no_target(
    line: Folded, place: int, skill: Skill, found: Target, book: NameBook, *, explicit: bool, loose: bool
) -> tuple[list[Said], int]:
    """A skill's word without a target that can be read: asked back, or talk."""
    text = line.level
    shown = text[place : token_end(line, place)]
    if found.kind == "ambiguous_target":
        return [Unclear("ambiguous_target", skill, found.token, found.candidates)], len(text)
    run = phrases.PUNCTUATION.match(text, place + len(shown))
    assert run
    if "?" in run.group() or phrases.ASKING.search(shown) or _asks(text):
        return [], place
    joiner = phrases.JOINER.match(text, place)
    if skills.skill_at(text, joiner.end() if joiner else place):  # 守护和隔音张三
        return [Unclear("unreadable", skill)], len(text)
    near = book.near(shown) or bool(name_ends(line, place, book))
    if not near and (not explicit or (loose and phrases.TALK.match(text, place))):
        return [], place
    return [Unclear("unknown_target", skill, found.token, book.suggestions(found.token))], len(text)


def _astray(line: Folded, start: int, book: NameBook, author: str | None) -> list[Said]:
    """What is meant as an order but does not begin as one: asked back."""
    text = line.level
    if _asks(text):
        return []
    if turned := _turned(line, start, book):
        return turned
    wish = skills.WISH.match(text, start)
    places = [wish.end()] if wish else []
    places += [match.end() for _, match in zip(range(_CLAUSES), _CLAUSE.finditer(text, start), strict=False)]
    for place in places:
        orders = [
            one for one in _clauses(line, place, book, author) if isinstance(one, Order) and one.targets
        ]
        if orders:
            return [Unclear("unreadable", orders[0].skill)]
    change = skills.CHANGE.match(text, start)
    if change and any(finished(text, end) for end in name_ends(line, change.end(), book)):
        return [Unclear("unreadable")]
    return []


def _turned(line: Folded, start: int, book: NameBook) -> list[Said]:
    """`张三 查验`, `对张三用毒`: the name stands first."""
    place = skills.TOWARDS.match(line.level, start)
    assert place
    for span in book.spans(line, place.end()):
        behind = skip(phrases.TRAILING, line.level, span.end)[-1]
        behind = skip(skills.FILLER, line.level, behind)[-1]
        said = skills.skill_at(line.level, behind)
        if said and said.skill not in skills.NO_TARGET and finished(line.level, said.end):
            return [Unclear("turned_round", said.skill)]
    return []
