"""What a mad character may write (R-046 … R-048, A-65, A-70, A-71; `conduct.md`): findings, no judgement."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from parsers import phrases
from parsers.ballots import BallotLine, read_ballots
from parsers.emoji import EMOJI
from parsers.fold import level, resolve_references
from parsers.model import Mark, Post
from parsers.names import NameBook
from parsers.plain import own_words

SOUNDS = "啊嗷嘎咕呱哼咴叽啾喵咩哞喔汪喳吱"
"""The sixteen characters."""

MadKind = Literal["mad_text", "mad_image", "mad_art"]

_ALLOWED = frozenset(SOUNDS + " \u3000\u00a0\n\r")
_EMBEDDED = frozenset({"image", "attachment", "link", "media", "table"})
_STYLED = frozenset({"color", "size", "font", "faint", "tiny"})
_MOST_SMILIES = 30
_GROUPS = 4
_GROUP = re.compile(f"[{SOUNDS}]+")
_AROUND = re.compile(rf"[{phrases.OPENERS}{phrases.CLOSERS}]")


@dataclass(frozen=True, slots=True)
class Finding:
    """A breach, or in `mad_art` a suspicion. `detail`: the offending characters once each, or what was seen."""

    kind: MadKind
    detail: str


@dataclass(frozen=True, slots=True)
class MadRules:
    """The knobs: `mad_emoji_ok`, `mad_quote_policy = "counts"`, `mad_vote_target_scope = "anywhere"`, `bare_name`."""

    emoji_ok: bool = True
    quotes_count: bool = True
    target_anywhere: bool = False
    bare_name: bool = True


def mad_findings(
    post: Post, book: NameBook, rules: MadRules, *, vote_thread: bool, judges: Sequence[str] = ()
) -> tuple[Finding, ...]:
    """Every finding in one form of a post, at most one of a kind."""
    text = resolve_references(post.text or "")
    speech = text
    if vote_thread or rules.target_anywhere:
        ballots = read_ballots(text, book, bare_name=rules.bare_name, marks=post.marks, judges=judges)
        speech = without_ballots(text, ballots)
    pieces = [speech, post.hidden or "", *post.code]
    if rules.quotes_count:
        pieces += [quote.text for quote in post.quotes]
    found = (
        _text(pieces, emoji_ok=rules.emoji_ok, table=any(mark.kind == "table" for mark in post.marks)),
        _image(post.marks),
        _art(post, text),
    )
    return tuple(finding for finding in found if finding)


def without_ballots(text: str, ballots: Sequence[BallotLine]) -> str:
    """The text without the words of its valid ballots and the brackets around them."""
    pieces: list[str] = []
    done = 0
    for ballot in ballots:
        start, end = ballot.words
        if ballot.kind == "rejected" or start < done:
            continue
        while start > done and _AROUND.match(level(text[start - 1])):
            start -= 1
        while end < len(text) and _AROUND.match(level(text[end])) and text[end] not in phrases.STARTS:
            end += 1
        pieces.append(text[done:start])
        done = end
    return "".join((*pieces, text[done:]))


def talk_beside_ballots(
    text: str, book: NameBook, *, bare_name: bool = True, judges: Sequence[str] = ()
) -> bool:
    """Whether a post of the vote thread says anything beside its ballots, read or rejected (A-66)."""
    text = resolve_references(text)
    ballots = read_ballots(text, book, bare_name=bare_name, judges=judges)
    if any(ballot.kind == "rejected" for ballot in ballots):
        return False
    lines = level(without_ballots(own_words(text), ballots)).split("\n")
    return any(char.isalnum() for line in lines for char in line[phrases.particles_end(line) :])


def _text(pieces: Sequence[str], *, emoji_ok: bool, table: bool) -> Finding | None:
    offending: dict[str, None] = {}
    for piece in pieces:
        resolved = resolve_references(piece)
        for char in EMOJI.sub("", resolved) if emoji_ok else resolved:
            if char not in _ALLOWED and not (table and char == "\t"):
                offending[char] = None
    return Finding("mad_text", "".join(offending)) if offending else None


def _image(marks: Sequence[Mark]) -> Finding | None:
    kinds = dict.fromkeys(mark.kind for mark in marks if mark.kind in _EMBEDDED)
    return Finding("mad_image", "、".join(kinds)) if kinds else None


def _art(post: Post, text: str) -> Finding | None:
    smilies = len(post.smilies) + sum(1 for _ in EMOJI.finditer(text))
    seen = [
        f"{smilies} 个表情" if smilies > _MOST_SMILIES else "",
        "文字样式有变化" if _styled(post, text) else "",
        "字符对齐成图" if _drawn(text) else "",
        "疑似密码" if _coded(text) else "",
    ]
    shown = "；".join(filter(None, seen))
    return Finding("mad_art", shown) if shown else None


def _styled(post: Post, text: str) -> bool:
    """Whether a colour, size or font changes inside the post (one over all of it changes nothing inside)."""
    begin = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    return any(mark.kind in _STYLED and (mark.start > begin or mark.end < end) for mark in post.marks)


def _drawn(text: str) -> bool:
    """Three or more lines in a row that are indented unevenly, or broken by wide gaps at one column."""
    lines = [line.replace("\u00a0", " ").replace("\u3000", "  ") for line in text.split("\n")]
    run: list[str] = []
    for line in (*lines, ""):
        if line.strip():
            run.append(line)
            continue
        indents = [len(one) - len(one.lstrip(" ")) for one in run]
        if len(run) >= 3 and sum(indent >= 2 for indent in indents) >= 3 and len(set(indents)) > 1:
            return True
        gaps = [{match.end() for match in _GAP.finditer(_wide(one.strip(" ")))} for one in run]
        if (
            len(run) >= 3
            and sum(bool(gap) for gap in gaps) >= 3
            and len(set().union(*gaps)) < sum(map(len, gaps))
        ):
            return True
        run = []
    return False


_GAP = re.compile(r" {3,}")


def _wide(line: str) -> str:
    return "".join(char if char == " " else char * 2 for char in line)


def _coded(text: str) -> bool:
    """Groups of two symbols only (Morse-like), or of one repeated symbol whose lengths look like numbers."""
    groups = _GROUP.findall(text)
    if len(groups) < _GROUPS:
        return False
    symbols = set("".join(groups))
    mixed = sum(len(set(group)) == 2 for group in groups)
    if len(symbols) == 2 and mixed >= 2:
        return True
    repeated = all(len(set(group)) == 1 for group in groups)
    return repeated and len({len(group) for group in groups}) >= 3
