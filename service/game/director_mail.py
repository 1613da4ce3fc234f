"""What the director writes to the judge: rulings in one line, confirmed by a word; approvals; take-backs.

Only messages of the account that the director's name was pinned to are read here. Each is handled once, whole,
in one transaction, with one answer. A ruling is first said back with its effect and a word; only the word of
confirmation brings it into force, from the moment at which it was sent.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from service.files.game_summary import before
from service.files.override_line import read_line
from service.files.override_words import describe
from service.files.overrides import Override
from service.files.toml_source import FileProblems
from service.game.context import Ctx
from service.game.director_rulings import KEPT, kept_rulings
from service.game.say import iso
from service.store import HeldMessage, NoticeState, Tx

ASKED = "dm.ask."
"""Facts of this beginning hold a proposal each, by its word."""
VALID = timedelta(hours=24)
"""How long a proposal waits for its word: later the game has moved on under it."""
MAX_LINES = 20

_CONFIRM = re.compile(r"(?:确认|confirm)\s*[:：]?\s*([0-9A-Fa-f]{4,8})\s*[。.!！]?", re.IGNORECASE)
_BARE = re.compile(r"[0-9A-F]{4,8}")
_BACK = re.compile(r"(?:撤回|收回|withdraw)\s*[:：]?\s*(\S{1,60}?)\s*[。.!！]?", re.IGNORECASE)
_LET_GO = re.compile(r"(?:放行|准予|approve)\s*[:：]?\s*(.{1,600}?)\s*[。.!！]?", re.IGNORECASE)
_NO_WORD = re.compile(r"(?:确认|confirm)\s*[。.!！]?", re.IGNORECASE)
_NO_MARK = re.compile(r"(?:放行|准予|approve)\s*[。.!！]?", re.IGNORECASE)
_FOR = re.compile(r"【([^】]{1,100})】\s*(.*)")
_ALL = frozenset({"全部", "所有", "all"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What is said back about one line. `kind` is a branch of the template `director_reply`."""

    kind: str
    facts: Mapping[str, Any]


def handle_director(ctx: Ctx) -> bool:
    """Handle the oldest message of the director that was not handled yet; True if there was one."""
    uid = ctx.uid(ctx.game.director.name)
    if uid is None or not ctx.record.done("setup"):
        return False
    with ctx.store.reading() as tx:
        fresh = [
            one
            for one in tx.messages(ctx.board, ctx.account, [uid])
            if not one.mine and one.uid == uid and not ctx.record.done(_step(one))
        ]
    if not fresh:
        return False
    message = fresh[0]
    sent = message.at or message.first_seen
    with ctx.store.transaction() as tx:
        if sent.replace(second=59) < ctx.record.steps["setup"].at:
            ctx.take(tx, _step(message), due=sent, data={"skipped": "before the game"})
            return True
        lines = [line.strip() for line in message.text.splitlines() if line.strip()][:MAX_LINES]
        replies = []
        for number, line in enumerate(lines):
            mine = _for_us(ctx, line)
            reply = _one(ctx, tx, message, mine, number, alone=len(lines) == 1) if mine else None
            if reply is not None:
                replies.append({"kind": reply.kind, **reply.facts})
        ctx.take(tx, _step(message), due=sent, data={"replies": replies})
        if replies:
            day = ctx.record.state.day if ctx.record.state is not None else 0
            context = {"title": ctx.game.title, "replies": replies}
            ctx.voice(tx).to_director(day, "导", "director_reply", context, _step(message))
    return True


def _step(message: HeldMessage) -> str:
    return f"dm.{message.uid}.{message.pmid}"


def _for_us(ctx: Ctx, line: str) -> str:
    """A line may name its game in front, `【局名】…`; one that names another game is none of ours."""
    named = _FOR.fullmatch(line)
    if named is None:
        return line
    return named[2].strip() if named[1].strip() in {ctx.game.key, ctx.game.title} else ""


def _one(ctx: Ctx, tx: Tx, message: HeldMessage, line: str, number: int, *, alone: bool) -> Reply | None:
    word = _CONFIRM.fullmatch(line)
    if word is not None:
        return _confirm(ctx, tx, message, word[1].upper())
    if _BARE.fullmatch(line.upper()) and _asked(ctx, tx, line.upper()) is not None:
        return _confirm(ctx, tx, message, line.upper())
    if _NO_WORD.fullmatch(line):
        return Reply(kind="which_word", facts={"waiting": _waiting(ctx, tx)})
    if _NO_MARK.fullmatch(line):
        held = tx.notices(ctx.game.key, [NoticeState.HELD])
        return Reply(kind="which_mark", facts={"waiting": [one.ref for one in held]})
    back = _BACK.fullmatch(line)
    if back is not None:
        return _take_back(ctx, tx, back[1])
    go = _LET_GO.fullmatch(line)
    if go is not None:
        return _let_go(ctx, tx, go[1])
    return _propose(ctx, tx, message, line, number, alone=alone)


def _propose(ctx: Ctx, tx: Tx, message: HeldMessage, line: str, number: int, *, alone: bool) -> Reply:
    """Say back what a ruling would do, with the word that brings it into force."""
    ident = f"m{message.pmid}" if alone else f"m{message.pmid}.{number + 1}"
    if any(one.id == ident for one in ctx.rulings):
        ident += "x"
    try:
        ruling = read_line(line, ident, ctx.game, ctx.zone, where="这一行")
    except FileProblems as error:
        why = "；".join(f"{one.key + '：' if one.key else ''}{one.text}" for one in error.problems)
        return Reply(kind="unread", facts={"words": line, "why": why})
    code = _code(ctx, tx, ident)
    sent = message.at or message.first_seen
    asked = {"line": line[:1000], "id": ident, "at": iso(sent), "game": ctx.game.key}
    ctx.fact(tx, ASKED + code, asked)
    tx.keep_fact(_shared(ctx), code, ctx.game.key, ctx.now)
    was = before(ctx.game, ruling, ctx.zone)
    return Reply(kind="proposed", facts={"effect": _effect(ctx, ruling), "was": was, "code": code})


def _confirm(ctx: Ctx, tx: Tx, message: HeldMessage, code: str) -> Reply | None:
    asked = _asked(ctx, tx, code)
    if asked is None:
        other = tx.fact(_shared(ctx), code)
        if other is not None and other != ctx.game.key:
            return None  # the word of another game of this director
        return Reply(kind="no_such_word", facts={"code": code})
    sent = message.at or message.first_seen
    if sent - datetime.fromisoformat(asked["at"]) > VALID:
        ctx.fact(tx, ASKED + code, value=None)
        return Reply(kind="lapsed", facts={"code": code, "words": asked["line"]})
    try:
        ruling = read_line(asked["line"], asked["id"], ctx.game, ctx.zone, where="这一行")
    except FileProblems as error:
        return Reply(
            kind="unread", facts={"words": asked["line"], "why": "；".join(map(str, error.problems))}
        )
    ctx.fact(tx, ASKED + code, value=None)
    ctx.fact(tx, KEPT + asked["id"], {"line": asked["line"], "at": iso(sent)})
    return Reply(kind="in_force", facts={"effect": _effect(ctx, ruling), "id": asked["id"]})


def _effect(ctx: Ctx, ruling: Override) -> str:
    return describe(ruling, ctx.zone).removeprefix(f"[{ruling.id}] ")


def _asked(ctx: Ctx, tx: Tx, code: str) -> Mapping[str, Any] | None:
    """The proposal that waits for a word; as this transaction has it, for one message may hold several lines."""
    found: Mapping[str, Any] | None = tx.fact(f"game:{ctx.game.key}", ASKED + code)
    return found


def _waiting(ctx: Ctx, tx: Tx) -> list[dict[str, str]]:
    """The proposals that wait for their word, oldest first."""
    asked = [
        (name.removeprefix(ASKED), one)
        for name, one in tx.facts(f"game:{ctx.game.key}").items()
        if name.startswith(ASKED) and one
    ]
    asked.sort(key=lambda pair: str(pair[1]["at"]))
    return [{"code": code, "words": str(one["line"])} for code, one in asked]


def _take_back(ctx: Ctx, tx: Tx, ident: str) -> Reply:
    facts = tx.facts(f"game:{ctx.game.key}")
    if any(known == ident for known, _ in kept_rulings(facts)):
        ctx.fact(tx, KEPT + ident, value=None)
        return Reply(kind="taken_back", facts={"id": ident})
    for name, asked in facts.items():
        if name.startswith(ASKED) and asked and ident in {asked["id"], name.removeprefix(ASKED)}:
            ctx.fact(tx, name, value=None)
            return Reply(kind="taken_back", facts={"id": ident})
    in_file = any(one.id == ident for one in ctx.rulings)
    return Reply(kind="in_file" if in_file else "no_such_ruling", facts={"id": ident})


def _let_go(ctx: Ctx, tx: Tx, written: str) -> Reply | None:
    """Held notices go out as they were written; in a dry run nothing does."""
    held = {one.ref: one for one in tx.notices(ctx.game.key, [NoticeState.HELD])}
    if ctx.game.publish == "dry-run":
        return Reply(kind="dry_run", facts={})
    refs = list(held) if written in _ALL else re.split(r"[\s、,，]+", written)
    gone = [ref for ref in refs if ref in held]
    known = {one.ref: one.game for one in tx.notices() if one.ref in refs}
    unknown = [ref for ref in refs if ref not in held and known.get(ref) in {None, ctx.game.key}]
    for ref in gone:
        ident = held[ref].id
        assert ident is not None
        tx.change_notice(ident, state=NoticeState.READY)
    if not gone and not unknown and written not in _ALL:
        return None  # all of them are another game's
    return Reply(kind="let_go", facts={"gone": gone, "unknown": unknown})


def _code(ctx: Ctx, tx: Tx, ident: str) -> str:
    """The word of one proposal: short, and no other's that is waiting on this board."""
    base = str(ctx.record.secret.get("commitment", ctx.game.key))
    digest = hashlib.sha256(f"{base}\n确认\n{ident}".encode()).hexdigest().upper()
    for length in range(4, 9):
        known = tx.fact(_shared(ctx), digest[:length])
        if known is None:
            return digest[:length]
    return digest[:8]


def _shared(ctx: Ctx) -> str:
    """Where the words of all games of one board are kept, so that each game knows whose a word is."""
    return f"director:{ctx.board}"[:100]
