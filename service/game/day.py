"""The day's steps: opened, closed, counted (rules' steps 08, 09, 18, 19)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from engine.events import Event, Fainted, FoolPlayed, Imprisoned, MadnessLifted, SkillsLost
from engine.game import Count, Decision, Open, decide
from engine.model import Identity, Skill, Status
from engine.state import State
from parsers.model import Answer
from service.errors import Refused
from service.game.changes import close_fact
from service.game.context import Ctx
from service.game.count_notice import count_context
from service.game.course import LATE, Due
from service.game.players import in_force
from service.game.say import FIRST, URGENT, Voice, iso
from service.game.tally_store import remember_count
from service.game.tell import tell
from service.game.threads import title_of
from service.game.votes import VoteView, count_day
from service.notices.render import chinese_number

IDIOT_PROMPT = timedelta(minutes=15)

UNREADABLE = frozenset(
    {Answer.THREAD_MISSING, Answer.NO_PERMISSION, Answer.READ_PERMISSION, Answer.BOARD_MISSING}
)
"""Answers of the board that another look will not change by itself."""


def open_day(ctx: Ctx, due: Due) -> None:
    """Day N opens (R-023): who was imprisoned and who fainted, in order; the sheriff; what the night deferred."""
    n = due.day
    decision = decide(ctx.record.game_state(), Open(day=n))
    context = opening_context(ctx, decision, n, late=due.late(ctx.now))
    voting = voting_context(ctx, decision.state, n)
    with ctx.store.transaction() as tx:
        ctx.take(tx, due.step, due=due.at, decision=decision)
        ctx.fact(tx, close_fact(n), context["close"])
        voice = ctx.voice(tx)
        _open_threads(ctx, voice, n, context, voting)
        tell(voice, ctx, decision, due.step)


def opening_context(ctx: Ctx, decision: Decision, n: int, *, late: bool) -> dict[str, Any]:
    """What the opening notice says, and nothing that it may not: no causes, no identities (A-83)."""
    state = decision.state
    count = f"day{n - 1}.result"
    first = max(int(ctx.record.data("setup").get("first_day", 0)), 1)
    tonight = (*ctx.record.since(count), *decision.events) if n > 1 else ()
    yesterday = (*ctx.record.of_step(count), *tonight) if n > 1 else ()
    fainted = entered(state, tonight, Status.FAINTED)
    if state.rules.faint_order == "seat":
        fainted = [name for name in state.characters if name in fainted]
    return {
        "n": n,
        "opened": iso(ctx.calendar.open(n)),
        "close": iso(ctx.calendar.close(n)),
        "late": late,
        "taken_over": n > 1 and not ctx.record.done(count),
        "imprisoned": entered(state, yesterday, Status.IMPRISONED),
        "fainted": fainted,
        "sheriff": state.sheriff,
        "skills_lost": any(isinstance(e, SkillsLost) for e in tonight),
        "madness_lifted": any(isinstance(e, MadnessLifted) for e in tonight),
        "all_imprisoned": [c.name for c in state if c.in_state(Status.IMPRISONED) and not c.expelled],
        "all_fainted": [c.name for c in state if c.in_state(Status.FAINTED) and not c.expelled],
        "expelled": [c.name for c in state if c.expelled],
        "post_limit": state.rules.post_limit,
        "mute_blocks_votes": state.rules.mute_blocks_votes,
        "inclusive": state.rules.close_inclusive,
        "mute_until": iso(ctx.calendar.mute_ends(n, state.rules.mute_hours)),
        "commitment": ctx.record.secret.get("commitment") if n == first else None,
        "show_commitment": bool(n == first and ctx.record.facts.get("commitment_in_opening")),
    }


def entered(state: State, events: Iterable[Event], status: Status) -> list[str]:
    """Who came into 囚禁 or 昏厥 by these events, in order, but for those whom a ruling has taken out since."""
    kind = Imprisoned if status is Status.IMPRISONED else Fainted
    names = dict.fromkeys(event.who for event in events if isinstance(event, kind))
    return [name for name in names if state[name].in_state(status)]


def voting_context(ctx: Ctx, state: State, n: int) -> dict[str, Any]:
    """How and for whom to vote."""
    lenient = state.rules.vote_target_eligibility == "not_expelled"
    seats = [(seat, one) for seat, one in enumerate(state, start=1)]
    return {
        "n": n,
        "election": n == 1,
        "opened": iso(ctx.calendar.open(n)),
        "close": iso(ctx.calendar.close(n)),
        "hidden": ctx.game.threads.hidden_votes and ctx.game.threads.open,
        "inclusive": state.rules.close_inclusive,
        "reserved": state.rules.ballot_mode == "reserved",
        "final": state.rules.revote_policy == "first",
        "candidates": [(seat, c.name) for seat, c in seats if not c.expelled and (lenient or not c.out)],
    }


def _open_threads(ctx: Ctx, voice: Voice, n: int, context: dict[str, Any], voting: dict[str, Any]) -> None:
    """Open the day's threads with their notices, or reply in those that were given or will be found."""
    hidden = ctx.game.threads.hidden_votes
    if ctx.game.threads.open and ctx.thread(n, "vote") is None:
        subject = title_of(ctx.game, n, "vote")
        voice.thread(
            n, "投", "vote_open", voting, which="vote", subject=subject, hidden=hidden, priority=URGENT
        )
    else:
        voice.public(n, "投", "vote_open", {**voting, "hidden": False}, which="vote", priority=FIRST)
    if ctx.game.threads.open and ctx.thread(n, "discussion") is None:
        subject = title_of(ctx.game, n, "discussion")
        voice.thread(n, "开", "day_open", context, which="discussion", subject=subject)
    else:
        voice.public(n, "开", "day_open", context, which="discussion", priority=FIRST)


def close_day(ctx: Ctx, due: Due) -> bool:
    """The close: the vote thread read whole. If the idiot must be asked, he is; False: no thread is known yet."""
    n = due.day
    tid = ctx.thread(n, "vote")
    if tid is None:
        with ctx.store.transaction() as tx:
            ctx.voice(tx).alert(
                f"no vote thread {n}",
                f"第{chinese_number(n)}天投票帖未知",
                "已到截止时间，但不知道投票帖在哪里，无法计票",
                todo=f'在 overrides.toml 里写 thread 裁定（day = {n}，which = "vote"，url = …）',
                day=n,
                priority=URGENT,
            )
        return False
    try:
        look = ctx.reader.whole(ctx.forum, tid)
    except Refused as refused:
        if refused.outcome.kind not in UNREADABLE:
            raise
        return _no_reading(ctx, n, tid, refused)
    if look.started < ctx.calendar.close(n):
        return False  # the board's clock and ours disagree by a moment; the next look is past the close
    state = ctx.record.game_state()
    with ctx.store.transaction() as tx:
        view = count_day(ctx, tx, state, n)
        assert view is not None
        data: dict[str, Any] = {"read_at": iso(look.started), "tid": tid}
        idiot = who_must_answer(state, view)
        answer = _standing_answer(ctx, n)
        if idiot is not None and not (answer is not None and state.rules.idiot_decision != "prompt"):
            until = max(ctx.calendar.close(n), ctx.now) + IDIOT_PROMPT
            data |= {"ask": idiot, "until": iso(until)}
            asked = {"close": iso(until), "top": view.count.tally.outcome.target == idiot}
            ctx.voice(tx).private(idiot, n, "傻", "play_fool", asked, priority=URGENT, until=until)
        ctx.take(tx, due.step, due=due.at, data=data)
        voice = ctx.voice(tx)
        if ctx.record.facts.get("moderator"):
            voice.shut(n, "vote", close=True)
            voice.shut(n, "discussion", close=True)
    return True


def _no_reading(ctx: Ctx, n: int, tid: int, refused: Refused) -> bool:
    """One thread that is gone or shut to us is its own game's trouble, and no other's on this board."""
    with ctx.store.transaction() as tx:
        ctx.voice(tx).alert(
            f"vote thread unreadable {n} {tid} {refused.outcome.kind.value}",
            f"第{n}天投票帖读不到",
            f"已到截止时间，但投票帖（tid={tid}）读不到，无法计票：{refused.outcome.text}",
            todo=f'恢复帖子或权限，或写 thread 裁定（day = {n}，which = "vote"，url = …）',
            day=n,
            priority=URGENT,
        )
    return False


def who_must_answer(state: State, view: VoteView) -> str | None:
    """The idiot whose answer would change what the count does; None if nobody need be asked (R-099, A-47, A-48)."""
    if state.rules.idiot_decision == "auto_use":
        return None
    played = decide(state, Count(day=view.day, tally=view.count.tally, play_fool=True))
    feigned = [event.who for event in played.events if isinstance(event, FoolPlayed)]
    return feigned[0] if feigned else None


def _standing_answer(ctx: Ctx, n: int) -> bool | None:
    """The idiot's last word before the close (or in his window): 装傻 or 不装傻."""
    answer = ctx.record.facts.get(f"fool.{n}")
    for ruling in ctx.rulings:
        if ruling.kind != "order" or not in_force(ruling, ctx.now):
            continue
        if ruling.keys["skill"] is Skill.PLAY_FOOL and ruling.keys["night"] == n:
            answer = not ruling.keys.get("void")
    return answer if isinstance(answer, bool) else None


def count_result(ctx: Ctx, due: Due) -> None:
    """The count is decided and published, with its whole log, once."""
    n = due.day
    state = ctx.record.game_state()
    with ctx.store.transaction() as tx:
        view = count_day(ctx, tx, state, n)
        assert view is not None
        fool = bool(_standing_answer(ctx, n))
        decision = decide(state, Count(day=n, tally=view.count.tally, play_fool=fool))
        late = ctx.now - ctx.calendar.close(n) > LATE and not ctx.record.data(f"day{n}.close").get("ask")

        def link(pid: int | None) -> str | None:
            return ctx.forum.post_url(view.tid, pid) if pid is not None else None

        context = count_context(view, decision, state, link, late=late)
        voice = ctx.voice(tx)
        ref = voice.public(
            n,
            "票",
            "count",
            context,
            which=ctx.result_place(tx, n),
            priority=URGENT,
            binds=f"night{n}",
            serial=str(n),
        )
        data = remember_count(view, decision, ref)
        ctx.take(tx, due.step, due=due.at, decision=decision, data=data)
        tell(replace(voice, about=ref), ctx, decision, due.step)


def idiots(state: State) -> tuple[str, ...]:
    """Whose word on 装傻 must be read before the close."""
    return tuple(one.name for one in state.bearers(Identity.IDIOT))


def discussion_whole(ctx: Ctx, n: int) -> None:
    """After the count: the day's discussion pages whole, so that the record is complete."""
    tid = ctx.thread(n, "discussion")
    if tid is None:
        return
    try:
        ctx.reader.whole(ctx.forum, tid)
    except Refused:
        return
