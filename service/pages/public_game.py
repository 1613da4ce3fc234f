"""A game as everyone may see it: what the status page and its JSON show, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from engine.state import Phase
from engine.views import public_view
from parsers.posts_json import iso
from service.files.gamemodel import LAST_DAY
from service.game.context import Papers
from service.game.standing import public_log
from service.game.step_words import phase_zh
from service.game.words import CAMP
from service.store import NoticeState, Tx


def public_game(papers: Papers, tx: Tx) -> dict[str, Any]:
    """Day, phase, who is out, the published counts. Times are the board's."""
    public = public_view(public_log(papers, tx.notices(papers.game.key)))
    states = {
        **dict.fromkeys(public.imprisoned, "囚禁"),
        **dict.fromkeys(public.fainted, "昏厥"),
        **dict.fromkeys(public.expelled, "罚下"),
    }
    name, at = _next(papers, public.day, public.phase)
    return {
        "game": papers.game.key,
        "title": papers.game.title,
        "begun": bool(public.names),
        "day": public.day,
        "phase": public.phase.value,
        "where": phase_zh(public.day, public.phase) if public.names else "尚未开局",
        "next": None if at is None else {"what": name, "at": iso(at, papers.zone)},
        "sheriff": public.sheriff,
        "winner": public.winner.value if public.winner is not None else None,
        "winner_zh": CAMP[public.winner] if public.winner is not None else None,
        "characters": [{"name": one, "state": states.get(one, "存活")} for one in public.names],
        "days": [
            {
                "n": n,
                "open": iso(papers.calendar.open(n), papers.zone),
                "close": iso(papers.calendar.close(n), papers.zone),
                "state": _day_state(n, public.day, public.phase),
            }
            for n in range(1, LAST_DAY)
        ],
        "counts": [count for n in range(1, LAST_DAY) if (count := _count(papers, tx, n)) is not None],
    }


def _next(papers: Papers, day: int, phase: Phase) -> tuple[str, datetime | None]:
    match phase:
        case Phase.OVER:
            return "", None
        case Phase.DAY:
            return f"第{day}天收票", papers.calendar.close(day)
        case _ if day + 1 <= LAST_DAY:
            return f"第{day + 1}天开帖", papers.calendar.open(day + 1)
        case _:
            return "", None


def _day_state(n: int, day: int, phase: Phase) -> str:
    if n < day or (n == day and phase in {Phase.NIGHT, Phase.OVER}):
        return "past"
    return "now" if n == day and phase is Phase.DAY else "ahead"


def _count(papers: Papers, tx: Tx, n: int) -> dict[str, Any] | None:
    """The count of day n as it stands published; None before its notice is on the board."""
    published: Mapping[str, Any] = papers.record.data(f"day{n}.result")
    notice = tx.notice(papers.game.key, str(published.get("ref", "")))
    if notice is None or notice.state is not NoticeState.SENT:
        return None
    corrections = [s.data for s in papers.record.steps.values() if s.step.startswith(f"correction.{n}.")]
    told = all(
        one.state is NoticeState.SENT
        for one in tx.notices(papers.game.key)
        if one.data.get("template") == "correction"
    )
    if corrections and told:
        published = {**published, **corrections[-1]}
    rows = [{"target": target, "votes": row["votes"]} for target, row in published["standing"].items()]
    return {
        "day": n,
        "outcome": published["outcome"],
        "standing": sorted(rows, key=lambda row: -int(row["votes"])),
        "abstained": len(published["abstained"]),
    }
