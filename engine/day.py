"""The day: its opening, the vote, and the sheriff's office (R-015 … R-034, R-118 … R-124)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from engine.ballot import Outcome, OutcomeReason, Poll, Tally
from engine.chance import sheriff_label, successor_label
from engine.draft import Draft
from engine.events import Counted, Means, NightFell, Opened, Succeeded, Vacated
from engine.model import Cause, Skill, Status
from engine.orders import Order, Refusal, judge_order
from engine.readings import FEIGNED_WEIGHT, ORDINARY_WEIGHT, SHERIFF_WEIGHT
from engine.state import Character, Phase, State
from engine.triggers import elect, enter, plays_fool


def open_day(draft: Draft, day: int) -> None:
    """Day N opens: an owed successor is due (A-63), the newly mad are told (A-38)."""
    if draft.state.owed:
        _succession_is_due(draft, day - 1)
    newly_mad = draft.state.newly_mad
    draft.emit(Opened(day=day))
    for name in newly_mad:
        draft.tell(name, Status.MAD.value, True)


def poll(state: State, day: int, opens: datetime | None = None, closes: datetime | None = None) -> Poll:
    """What the count of a day needs to know, as the state stands (at the close: A-62, G-07)."""
    silent_until = None if opens is None else opens + timedelta(hours=state.rules.mute_hours)
    return Poll(
        characters=tuple(state.characters),
        election=day == 1,
        opens=opens,
        closes=closes,
        sheriff=state.sheriff,
        weights={name: weight for (on, name), weight in state.weights.items() if on == day},
        out=frozenset(
            one.name for one in state if one.out and state.rules.vote_target_eligibility == "not_out"
        ),
        expelled=frozenset(one.name for one in state if one.expelled),
        barred=frozenset(one.name for one in state if barred(state, one)),
        feigned=frozenset(one.name for one in state if one.feigned),
        silenced=frozenset(one.name for one in state if one.in_state(Status.FAINTED)),
        silent_until=silent_until,
    )


def barred(state: State, one: Character) -> bool:
    """Whether `voter_eligibility` keeps the character from voting (A-01)."""
    match state.rules.voter_eligibility:
        case "not_imprisoned":
            return one.in_state(Status.IMPRISONED)
        case "alive_only":
            return one.out
        case _:
            return False


def next_count(state: State) -> int:
    """The day whose vote is counted next."""
    return state.day + 1 if state.phase in {Phase.NIGHT, Phase.NIGHT0} else state.day


def weight(state: State, name: str) -> int:
    """What the character's vote counts at the next count (`interfaces.md` §3)."""
    one = state[name]
    coming = next_count(state)
    if one.expelled or barred(state, one):
        return 0
    if (coming, name) in state.weights:
        return state.weights[coming, name]
    if one.feigned:
        return FEIGNED_WEIGHT
    return SHERIFF_WEIGHT if state.sheriff == name and coming > 1 else ORDINARY_WEIGHT


def settle_vote(draft: Draft, day: int, tally: Tally, *, play_fool: bool) -> None:
    """Steps 09 and 19: who is elected or imprisoned, and what follows; then night falls."""
    fool = play_fool or draft.state.rules.idiot_decision == "auto_use"
    outcome = final_outcome(draft.state, tally.outcome, fool=fool)
    draft.emit(Counted(day=day, outcome=outcome.kind, who=outcome.target, reason=outcome.reason.value))
    target = tally.outcome.target
    if target is None:
        _nobody(draft, day)
    elif tally.outcome.kind == "elected":
        elect(draft, target, Means.VOTE)
    else:
        enter(draft, target, Status.IMPRISONED, Cause.VOTE, fool=fool)
    draft.emit(NightFell(day=day))


def final_outcome(state: State, outcome: Outcome, *, fool: bool) -> Outcome:
    """The count's outcome after the idiot's answer (R-099), and where the vote was wasted (G-17)."""
    if outcome.target is None or outcome.kind == "elected":
        return outcome
    top = state[outcome.target]
    if top.in_state(Status.IMPRISONED):
        return replace(outcome, kind="none", target=None)
    if plays_fool(state, top, Cause.VOTE, fool=fool):
        return Outcome(kind="none", target=None, reason=OutcomeReason.FOOL_PLAYED)
    return outcome


def _nobody(draft: Draft, day: int) -> None:
    """A-60: without votes on day 1 the office is vacant, or chance fills it."""
    candidates = draft.state.candidates()
    if day == 1 and draft.state.rules.no_votes_day1 == "random" and candidates:
        elect(draft, draft.draw(sheriff_label(1), candidates), Means.DRAWN)


def succeed(draft: Draft, name: str) -> None:
    """R-123, R-124, A-63: the sheriff who is out names a successor; it counts at once."""
    sheriff = draft.state.sheriff
    if sheriff is None:
        draft.reject(Skill.SUCCESSION.value, Refusal.NOT_OWED)
        return
    order = Order(skill=Skill.SUCCESSION, who=sheriff, targets=(name,))
    rejection = judge_order(draft.state, draft.state.day, Skill.SUCCESSION, sheriff, (name,))
    if rejection is not None:
        draft.refuse(order, rejection.reason)
        return
    draft.emit(Succeeded(who=name, by=sheriff))
    draft.tell(name, "sheriff", name)


def _succession_is_due(draft: Draft, night: int) -> None:
    """A-63: the silent sheriff's successor is drawn, or the office falls vacant."""
    candidates = draft.state.candidates()
    sheriff = draft.state.sheriff
    if draft.state.rules.sheriff_silent == "random" and candidates:
        chosen = draft.draw(successor_label(night, draft.state.links), candidates)
        draft.emit(Succeeded(who=chosen, by=sheriff, cause=Means.DRAWN))
        draft.tell(chosen, "sheriff", chosen)
    else:
        draft.emit(Vacated(who=sheriff))
