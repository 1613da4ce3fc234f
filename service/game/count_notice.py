"""The count's notice: who, first and bold; every ballot with its link; what was not counted, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.ballot import OutcomeReason, Reason, Standing, Tally
from engine.events import Elected, FoolPlayed, Imprisoned, MadnessLifted, SkillsLost, Vacated
from engine.game import Decision
from engine.state import State
from service.counts.counting import Count
from service.game.say import iso
from service.game.votes import VoteView
from service.game.words import FLAG, WHY
from service.notices.render import neutral

Link = Callable[[int | None], str | None]

SHOWN_FLAGS = frozenset(
    {
        "part_of_name",
        "on_the_line",
        "edited",
        "edited_after_close",
        "deleted",
        "blocked",
        "disguised",
        "not_seen_at_close",
    }
)
CHINESE = "零一二三四五六七八九十"


def count_context(
    view: VoteView, decision: Decision, state: State, link: Link, *, late: bool
) -> dict[str, Any]:
    """Everything that the template of a count says, but for the night's windows."""
    tally = view.count.tally
    weight = sum(line.votes for line in tally.standing)
    ballots = sum(len(line.voters) for line in tally.standing) + len(tally.abstained)
    result, after = result_words(view.day, decision, state)
    return {
        "n": view.day,
        "close": iso(view.closes),
        "ballots": ballots,
        "weight": weight,
        "late": late,
        "lead": lead_words(tally, state),
        "result": result,
        "after": after,
        "notes": _notes(decision),
        "standing": [_line(line, view.count, link) for line in tally.standing],
        "abstained": _abstained(view.count, link),
        "silent": list(tally.silent),
        "rejected": _rejected(view.count, link),
        "superseded": [
            {"author": r.ballot.voter, "floor": r.ballot.floor, "url": link(r.ballot.pid)}
            for r in view.count.rejected
            if r.reason is Reason.SUPERSEDED
        ],
        "flags": _flags(view.count, link),
        "windows": [],
    }


def result_words(day: int, decision: Decision, state: State) -> tuple[str, str]:
    """The outcome in one bold sentence, and what it means from tomorrow on."""
    elected = [e.who for e in decision.events if isinstance(e, Elected)]
    out = [e.who for e in decision.events if isinstance(e, Imprisoned)]
    if day == 1:
        return (f"{neutral(elected[0])}当选警长。", "") if elected else ("没有有效选票，警长空缺。", "")
    if not out:
        return "无人出局。", ""
    tomorrow = CHINESE[day + 1]
    limit = state.rules.post_limit
    after = f"第{tomorrow}天起每个讨论日发言不超过 {limit} 帖，{still_words(state)}。"
    return f"{'、'.join(neutral(name) for name in out)}进入囚禁状态。", after


def still_words(state: State) -> str:
    """What an imprisoned character still may, as the game reads A-01 and A-06."""
    votes = state.rules.voter_eligibility == "not_expelled"
    skills = state.rules.out_roles_keep_skills
    if votes and skills:
        return "仍可投票与发动技能"
    if votes or skills:
        return "仍可投票，不再发动技能" if votes else "仍可发动技能，不再投票"
    return "不再投票与发动技能"


def lead_words(tally: Tally, state: State) -> str:
    """How a tie was settled; empty where there was none."""
    outcome = tally.outcome
    top = [
        line
        for line in tally.standing
        if tally.standing and line.votes == tally.standing[0].votes and line.votes
    ]
    names = "、".join(neutral(line.target) for line in top)
    chosen = neutral(outcome.target or "")
    match outcome.reason:
        case OutcomeReason.FIRST_TO_REACH:
            return f"{names}票数相同且最高，{chosen}最先得到这个票数。"
        case OutcomeReason.SHERIFF_BREAKS_TIE:
            return f"{names}票数相同且最高，警长{neutral(state.sheriff or '')}投给{chosen}。"
        case OutcomeReason.TIE:
            return f"{names}票数相同且最高，警长没有投给其中任何一人。"
        case OutcomeReason.NO_VOTES:
            return "没有计入的票。"
        case _:
            return ""


def _notes(decision: Decision) -> list[str]:
    notes = []
    for event in decision.events:
        if isinstance(event, FoolPlayed):
            notes.append(f"{neutral(event.who)}发动【装傻】，免于囚禁；此后其票不计入总票数。")
        elif isinstance(event, Vacated):
            notes.append("警长空缺。")
        elif isinstance(event, SkillsLost):
            notes.append("[b]所有特殊身份与普通身份失去其技能。[/b]")
        elif isinstance(event, MadnessLifted):
            notes.append("[b]所有癫狂状态解除，吹笛技能失去。[/b]")
    return notes


def _line(line: Standing, count: Count, link: Link) -> dict[str, Any]:
    voters = []
    for vote in line.voters:
        kinds = count.notes.get(vote.ballot.pid or -1, ())
        note = "、".join(FLAG[kind] for kind in kinds if kind in {"edited", "part_of_name"})
        voters.append(
            {
                "voter": vote.ballot.voter,
                "weight": vote.weight,
                "floor": vote.ballot.floor,
                "url": link(vote.ballot.pid),
                "note": note,
            }
        )
    heads = sum(1 for vote in line.voters if vote.weight)
    return {"target": line.target, "votes": line.votes, "heads": heads, "voters": voters}


def _abstained(count: Count, link: Link) -> list[dict[str, Any]]:
    return [
        {"voter": ballot.voter, "floor": ballot.floor, "url": link(ballot.pid)}
        for ballot in count.tally.abstentions
    ]


def _rejected(count: Count, link: Link) -> list[dict[str, Any]]:
    suggestions = {f.pid: f.detail for f in count.flags if f.kind == "suggestion"}
    rows = []
    for one in count.rejected:
        if one.reason is Reason.SUPERSEDED:
            continue
        why = WHY[one.reason]
        if one.ballot.pid in suggestions:
            why += f"（是否想写：{suggestions[one.ballot.pid]}）"
        rows.append(
            {
                "author": one.ballot.voter,
                "floor": one.ballot.floor,
                "url": link(one.ballot.pid),
                "text": one.ballot.text,
                "why": why,
            }
        )
    return rows


def _flags(count: Count, link: Link) -> list[dict[str, Any]]:
    rows = []
    for flag in count.flags:
        if flag.kind not in SHOWN_FLAGS or flag.kind in {"edited", "part_of_name"}:
            continue
        text = f"{flag.who}：{FLAG[flag.kind]}" if flag.who else FLAG[flag.kind]
        rows.append({"floor": flag.floor, "url": link(flag.pid), "text": text})
    return rows
