"""The director's rulings that change the state: carried out once, taken back when their entry is taken out."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from engine.game import Decision, Rule, Succession, decide
from engine.model import Camp, Identity, Skill, Status
from engine.queries import owes_successor
from engine.rulings import (
    AddState,
    Declare,
    GivePoints,
    RemoveState,
    Ruling,
    SetCamp,
    SetIdentity,
    SetSheriff,
    SetWeight,
)
from engine.state import State
from service.files.overrides import Override
from service.game.context import Ctx
from service.game.effects import publish_effects
from service.game.tell import tell
from service.store import Tx

STATE_KINDS = frozenset({"state", "identity", "camp", "sheriff", "weight", "points", "winner"})


def _concerns_state(ctx: Ctx, ruling: Override) -> bool:
    """A successor whom the director names for the sheriff is one too, once he is owed."""
    if ruling.kind != "order" or ruling.keys["skill"] is not Skill.SUCCESSION:
        return ruling.kind in STATE_KINDS
    named = bool(ruling.keys.get("targets")) and ctx.record.state is not None
    return named and owes_successor(ctx.record.game_state()) == ruling.keys["who"]


def pending_ruling(ctx: Ctx, until: datetime) -> Override | None:
    """The first ruling on the state that is in force before `until` and was not carried out yet."""
    for ruling in ctx.rulings:
        if ctx.record.done(f"ruling.{ruling.id}") or not _concerns_state(ctx, ruling):
            continue
        if ruling.at is None or (ruling.at <= ctx.now and ruling.at < until):
            return ruling
    return None


def withdrawn_ruling(ctx: Ctx) -> str | None:
    """A ruling that was carried out and whose entry is no longer there."""
    present = {f"ruling.{ruling.id}" for ruling in ctx.rulings}
    for step in ctx.record.steps.values():
        if step.step.startswith("ruling.") and step.step not in present and not step.data.get("taken_back"):
            return step.step
    return None


def carry_out(ctx: Ctx, ruling: Override) -> None:
    """Carry out one ruling; the director is told what it did, or why it did nothing."""
    state = ctx.record.game_state()
    step = f"ruling.{ruling.id}"
    events: list[Any] = []
    refused: list[str] = []
    undo: list[dict[str, Any]] = []
    for one in _commands(ruling):
        before = state
        decision = decide(state, one)
        events += decision.events
        refused += [str(r.reason) for r in decision.rejections]
        if not decision.rejections:
            undo.append(_undo(before, one.ruling) if isinstance(one, Rule) else {"kind": "none"})
        state = decision.state
    whole = Decision(state=state, events=tuple(events))
    with ctx.store.transaction() as tx:
        post = _post_of(ctx, tx, ruling)
        data = {"kind": ruling.kind, "undo": undo, "refused": refused, **post}
        ctx.take(tx, step, due=ruling.at, decision=whole, data=data)
        voice = ctx.voice(tx)
        tell(voice, ctx, whole, step)
        publish_effects(voice, ctx, whole, step, post=post)
        if refused:
            text = f"裁定 {ruling.id}（{ruling.kind}）没有作用：{'、'.join(refused)}"
            voice.alert(f"ruling {ruling.id}", "裁定没有作用", text, todo="核对 overrides.toml 里的这一条")


def _post_of(ctx: Ctx, tx: Tx, ruling: Override) -> dict[str, Any]:
    """Where the post stands for which points are given, as its link and floor (R-035)."""
    pid = ruling.keys.get("post")
    if ruling.kind != "points" or not isinstance(pid, int):
        return {}
    tid = tx.thread_of_post(ctx.board, pid)
    if tid is None:
        return {}
    floors = (seen.latest.post.floor for seen in tx.seen_posts(ctx.board, tid) if seen.pid == pid)
    return {"url": ctx.forum.post_url(tid, pid), "floor": next(floors, None)}


def take_back(ctx: Ctx, step: str) -> None:
    """Undo a ruling whose entry was taken out: what it set is set back, what it triggered stays."""
    data = ctx.record.data(step)
    state = ctx.record.game_state()
    events: list[Any] = []
    for one in reversed(list(data.get("undo", []))):
        ruling = _from_undo(one)
        if ruling is None:
            continue
        decision = decide(state, Rule(ruling=ruling))
        events += decision.events
        state = decision.state
    whole = Decision(state=state, events=tuple(events))
    with ctx.store.transaction() as tx:
        ctx.take(tx, f"taken_back.{step}.{len(ctx.record.log)}", due=None, decision=whole)
        # The same entry may come again later: then it is a new ruling.
        tx.undo_step(ctx.game.key, step)
        ctx.voice(tx).alert(
            f"taken back {step} {len(ctx.record.log)}",
            "裁定已收回",
            f"{step.removeprefix('ruling.')} 已从裁定里去掉，所设的值已改回；它引发的后果（例如殉职、技能失去）不会自动还原",
            todo="如需还原后果，请另写裁定",
        )


def _commands(ruling: Override) -> list[Rule | Succession]:
    if ruling.kind == "order":
        targets = ruling.keys["targets"]
        assert isinstance(targets, tuple)
        return [Succession(name=str(targets[0]))]
    return [Rule(ruling=one) for one in _engine_rulings(ruling)]


def _engine_rulings(ruling: Override) -> list[Ruling]:
    keys: Mapping[str, Any] = ruling.keys
    match ruling.kind:
        case "state":
            out: list[Ruling] = [AddState(who=keys["who"], state=s) for s in keys.get("add") or ()]
            return out + [RemoveState(who=keys["who"], state=s) for s in keys.get("remove") or ()]
        case "identity":
            return [SetIdentity(who=keys["who"], identity=keys["value"])]
        case "camp":
            return [SetCamp(who=keys["who"], camp=keys["value"])]
        case "sheriff":
            return [SetSheriff(who=keys["who"] or None)]
        case "weight":
            return [SetWeight(who=keys["who"], day=keys["day"], weight=keys["value"])]
        case "points":
            return [GivePoints(who=keys["who"], points=keys["points"], why=ruling.reason)]
        case _:
            return [Declare(camp=keys["camp"])]


def _undo(state: State, ruling: Ruling) -> dict[str, Any]:
    """What sets a ruling's value back."""
    match ruling:
        case AddState():
            return {"kind": "remove", "who": ruling.who, "state": ruling.state.value}
        case RemoveState():
            return {"kind": "add", "who": ruling.who, "state": ruling.state.value}
        case SetIdentity():
            return {"kind": "identity", "who": ruling.who, "value": state[ruling.who].identity.value}
        case SetCamp():
            return {"kind": "camp", "who": ruling.who, "value": state[ruling.who].camp.value}
        case SetSheriff():
            return {"kind": "sheriff", "who": state.sheriff}
        case GivePoints():
            return {"kind": "points", "who": ruling.who, "points": -ruling.points}
        case SetWeight() | Declare():  # a count takes weights from the rulings that are in force
            return {"kind": "none"}


def _from_undo(data: Mapping[str, Any]) -> Ruling | None:
    match data["kind"]:
        case "remove":
            return RemoveState(who=data["who"], state=Status(data["state"]))
        case "add":
            return AddState(who=data["who"], state=Status(data["state"]))
        case "identity":
            return SetIdentity(who=data["who"], identity=Identity(data["value"]))
        case "camp":
            return SetCamp(who=data["who"], camp=Camp(data["value"]))
        case "sheriff":
            return SetSheriff(who=data["who"])
        case "points":
            return GivePoints(who=data["who"], points=data["points"], why="裁定收回")
        case _:
            return None
