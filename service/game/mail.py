"""What characters send to the judge: read, judged, kept, and answered, once for each letter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.game import Succession, decide
from engine.model import Skill
from engine.orders import NIGHT0_SKILLS, WINDOW_OF, Refusal, judge_order, may_use, owes_successor
from engine.state import Phase, State, Window
from parsers.orders import Consent, Order, Query, Said, Unclear, read_orders, say_back
from service.game.context import Ctx
from service.game.effects import publish_effects
from service.game.letters import Letter, belongs
from service.game.orders_held import window_key
from service.game.say import FIRST, Voice, iso
from service.game.tell import tell
from service.game.votes import count_day, name_book
from service.game.words import NOT_YET, REFUSED
from service.store import Tx

MAX_SAID = 12
"""Declarations of one message that are looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What is said back about one declaration."""

    template: str
    context: dict[str, Any]


def handle(ctx: Ctx, letter: Letter) -> None:
    """Handle one letter whole: one transaction, one answer."""
    state = ctx.record.game_state()
    said = read_orders(letter.text, name_book(ctx), author=letter.who)[:MAX_SAID]
    with ctx.store.transaction() as tx:
        if not belongs(ctx, letter):
            ctx.take(tx, letter.key, due=letter.at, data={"skipped": "before the game"})
            return
        voice = ctx.voice(tx)
        answers = [
            answer
            for number, one in enumerate(said)
            for answer in _one(ctx, tx, voice, state, letter, one, number)
        ]
        ctx.take(tx, letter.key, due=letter.at, data={"said": len(said), "who": letter.who})
        for number, answer in enumerate(_merged(answers)):
            serial = f"{letter.key}.{number}"
            voice.private(
                letter.who, state.day, "复", answer.template, answer.context, priority=FIRST, serial=serial
            )


def _one(
    ctx: Ctx, tx: Tx, voice: Voice, state: State, letter: Letter, said: Said, number: int
) -> list[Answer]:
    match said:
        case Query():
            return [_my_vote(ctx, tx, state, letter)]
        case Consent():
            ctx.fact(tx, f"consent.{state.day}.{letter.who}", iso(letter.at))
            return [Answer(template="ack", context={"said": "同意缩短游戏日", "until": None, "final": False})]
        case Unclear():
            context = {"words": said.words, "near": list(said.suggestions)}
            return [Answer(template="unclear", context=context)]
        case Order():
            return _order(ctx, tx, voice, state, letter, said, number)


def _order(
    ctx: Ctx, tx: Tx, voice: Voice, state: State, letter: Letter, order: Order, number: int
) -> list[Answer]:
    if order.skill is None:
        return _nothing_more(ctx, tx, state, letter, order)
    if order.skill is Skill.SUCCESSION:
        return [_succession(ctx, tx, voice, state, letter, order, number)]
    if order.skill is Skill.PLAY_FOOL:
        return [_fool(ctx, tx, state, letter, order)]
    place = _window_at(ctx, state, order.skill, letter)
    if place is None:
        return [_refused(order, NOT_YET)]
    night, window, closes = place
    void = order.decline or order.withdraw
    if not void and not _legal(ctx, state, night, window, order, letter.who):
        return [_refused(order, REFUSED)]
    _keep(ctx, tx, letter, order, order.skill, night, window, number)
    return [_ack(order, closes, final=ctx.game.rules.action_revision == "first")]


def _legal(ctx: Ctx, state: State, night: int, window: Window | None, order: Order, who: str) -> bool:
    """Is it legal as things stand? An order held for a later window is judged when that window closes."""
    assert order.skill is not None
    if state.day != night or (window is not None and state.window is not window):
        return True
    rejection = judge_order(state, night, order.skill, who, order.targets)
    if rejection is None:
        return True
    redraw = ctx.game.rules.wolf_silent_policy == "redraw" and who in state.wolf_pool()
    return redraw and rejection.reason is Refusal.NOT_DRAWN


def _keep(
    ctx: Ctx,
    tx: Tx,
    letter: Letter,
    order: Order,
    skill: Skill,
    night: int,
    window: Window | None,
    number: int,
) -> None:
    data = {
        "window": window_key(night, window),
        "skill": skill.value,
        "who": letter.who,
        "targets": list(order.targets),
        "void": order.decline or order.withdraw,
        "at": iso(letter.at),
        "words": order.text,
    }
    ctx.take(tx, f"order.{letter.key}.{number:02}.{skill.value}", due=letter.at, data=data)


def _window_at(
    ctx: Ctx, state: State, skill: Skill, letter: Letter
) -> tuple[int, Window | None, datetime] | None:
    """The night and window that an order's time falls into, and when it closes; None: no such window runs then."""
    at = letter.at
    if skill in NIGHT0_SKILLS:
        early = ctx.game.rules.early_orders == "hold"
        inside = (early or letter.since(ctx.calendar.night0_open)) and at < ctx.calendar.night0_close
        return (0, None, ctx.calendar.night0_close) if inside and state.phase is Phase.NIGHT0 else None
    window = WINDOW_OF.get(skill)
    if window is None:
        return None
    for night in {state.day, state.day - 1} - {0, -1}:
        span = ctx.calendar.windows(night, ctx.record).get(window)
        if span is None:
            continue
        early = ctx.game.rules.early_orders == "hold" and night == state.day and at < span[0]
        passed = ctx.record.done(f"night{night}.{window.value}.close")
        if ((letter.since(span[0]) and at < span[1]) or early) and not passed:
            return night, window, span[1]
    if ctx.game.rules.early_orders == "hold" and state.phase is Phase.DAY and state.day > 0:
        return state.day, window, ctx.calendar.close(state.day)
    return None


def _nothing_more(ctx: Ctx, tx: Tx, state: State, letter: Letter, order: Order) -> list[Answer]:
    """不用, or 取消: everything that this character might do in the window that runs."""
    kept = False
    closes = None
    for number, skill in enumerate(list(WINDOW_OF) + list(NIGHT0_SKILLS)):
        place = _window_at(ctx, state, skill, letter)
        if place is None or may_use(state, skill, letter.who) is not None:
            continue
        night, window, closes = place
        _keep(ctx, tx, letter, order, skill, night, window, 50 + number)
        kept = True
    return [_ack(order, closes)] if kept else [_refused(order, NOT_YET)]


def _fool(ctx: Ctx, tx: Tx, state: State, letter: Letter, order: Order) -> Answer:
    """装傻, beforehand or when asked (A-47)."""
    n = state.day
    asked = ctx.record.data(f"day{n}.close")
    until = datetime.fromisoformat(asked["until"]) if asked.get("ask") == letter.who else None
    if may_use(state, Skill.PLAY_FOOL, letter.who) is not None:
        return _refused(order, REFUSED)
    open_now = state.phase is Phase.DAY and not ctx.record.done(f"day{n}.result")
    in_time = letter.at < (until or ctx.calendar.close(n))
    if not open_now or not in_time or n == 0:
        return _refused(order, NOT_YET)
    answer = None if order.withdraw else not order.decline
    ctx.fact(tx, f"fool.{n}", answer)
    if until is not None and answer is not None:
        tx.change_step(ctx.game.key, f"day{n}.close", {**asked, "answered": True})
    return _ack(order, None if until is not None else ctx.calendar.close(n))


def _succession(
    ctx: Ctx, tx: Tx, voice: Voice, state: State, letter: Letter, order: Order, number: int
) -> Answer:
    """继任: it counts from the moment it is sent (A-63, G-06)."""
    if owes_successor(state) != letter.who or order.decline or order.withdraw:
        return _refused(order, NOT_YET)
    decision = decide(state, Succession(name=order.targets[0] if order.targets else ""))
    if decision.rejections:
        return _refused(order, REFUSED)
    step = f"succession.{letter.key}.{number:02}"
    ctx.take(tx, step, due=letter.at, decision=decision, data={"who": letter.who})
    tell(voice, ctx, decision, step)
    publish_effects(voice, ctx, decision, step)
    return _ack(order, None)


def _my_vote(ctx: Ctx, tx: Tx, state: State, letter: Letter) -> Answer:
    n = max(state.day, 1)
    view = count_day(ctx, tx, state, n, as_of=ctx.now)
    context: dict[str, Any] = {"n": n, "pid": None, "choice": "", "floor": None}
    if view is not None:
        for line in view.count.tally.standing:
            for vote in line.voters:
                if vote.ballot.voter == letter.who:
                    context |= {"pid": vote.ballot.pid, "choice": line.target, "floor": vote.ballot.floor}
        for ballot in view.count.tally.abstentions:
            if ballot.voter == letter.who:
                context |= {"pid": ballot.pid, "choice": "弃票", "floor": ballot.floor}
    return Answer(template="my_vote", context=context)


def _ack(order: Order, until: datetime | None, *, final: bool = False) -> Answer:
    context = {"said": say_back(order), "until": iso(until) if until else None, "final": final}
    return Answer(template="ack", context=context)


def _refused(order: Order, why: str) -> Answer:
    return Answer(template="refused", context={"words": order.text, "why": why})


def _merged(answers: Sequence[Answer]) -> list[Answer]:
    """Several acknowledgements of one letter in one, and its refusals of one kind in one: boards pace messages."""
    acks = [a for a in answers if a.template == "ack"]
    refused: dict[str, list[str]] = {}
    for one in answers:
        if one.template == "refused":
            refused.setdefault(one.context["why"], []).append(one.context["words"])
    rest = [a for a in answers if a.template not in {"ack", "refused"}]
    if len(acks) > 1:
        said = "；".join(str(a.context["said"]) for a in acks)
        until = max((a.context["until"] for a in acks if a.context["until"]), default=None)
        final = any(a.context["final"] for a in acks)
        acks = [Answer(template="ack", context={"said": said, "until": until, "final": final})]
    turned_down = [
        Answer(template="refused", context={"words": "；".join(dict.fromkeys(words)), "why": why})
        for why, words in refused.items()
    ]
    return [*acks, *turned_down, *rest]
