"""Corrections of published counts (`game-files.md`): published once, never silently; what would alter a state waits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.events import Imprisoned
from engine.game import Decision, Rule, decide
from engine.model import Status
from engine.readings import OUT_STATES
from engine.rulings import AddState, RemoveState, Ruling, SetSheriff
from service.game.context import Ctx
from service.game.effects import publish_effects
from service.game.players import in_force
from service.game.say import Voice
from service.game.tally_store import standing_of
from service.game.tell import tell
from service.game.votes import count_day, state_for_count
from service.notices import mark_of
from service.notices.render import chinese_number

LAST_VOTE = 4


class Corrector:
    """Compares each published count with what the same posts give now, whenever anything changed that counts."""

    def __init__(self) -> None:
        self._seen: dict[int, object] = {}

    def correct(self, ctx: Ctx) -> bool:
        """True if something was published or asked."""
        for n in range(1, LAST_VOTE + 1):
            tid = ctx.thread(n, "vote")
            if tid is None or not ctx.record.done(f"day{n}.result"):
                continue
            with ctx.store.reading() as tx:
                ruled = [one for one in ctx.rulings if in_force(one, ctx.now)]
                matter = (tx.thread_signature(ctx.board, tid), ruled, ctx.game.digest, tid)
            if self._seen.get(n) == matter:
                continue
            if _day(ctx, n):
                return True
            self._seen[n] = matter
        return False


def _day(ctx: Ctx, n: int) -> bool:
    published = _published(ctx, n)
    if published.get("versions") != ctx.record.data(f"day{n}.result").get("versions"):
        return False
    with ctx.store.reading() as tx:
        before = state_for_count(ctx, n)
        view = count_day(ctx, tx, before, n)
    if view is None:
        return False
    new: dict[str, Any] = {
        "standing": standing_of(view.count),
        "abstained": list(view.count.tally.abstained),
        "outcome": {
            "kind": view.count.tally.outcome.kind,
            "target": view.count.tally.outcome.target,
            "reason": view.count.tally.outcome.reason.value,
        },
    }
    old = {key: published[key] for key in new}
    if new == old:
        return False
    key = f"correction.{n}.{_serial(ctx, n)}"
    # The director's word is for the result that he was shown, and for no other.
    shown = f"{key}:{new['outcome']['target']}:{_words(new)}"
    ref = mark_of(str(ctx.record.secret.get("commitment", "")), n, "正", shown)
    same = new["outcome"]["target"] == old["outcome"]["target"]
    if same:
        _publish(ctx, n, key, ref, old, new)
        return True
    return _ask(ctx, n, key, ref, old, new)


def _published(ctx: Ctx, n: int) -> Mapping[str, Any]:
    """What stands published: the count, or the last correction of it."""
    corrections = [s.data for s in ctx.record.steps.values() if s.step.startswith(f"correction.{n}.")]
    result = ctx.record.data(f"day{n}.result")
    return {**result, **(corrections[-1] if corrections else {})}


def _serial(ctx: Ctx, n: int) -> int:
    return sum(1 for step in ctx.record.steps if step.startswith(f"correction.{n}."))


def _publish(ctx: Ctx, n: int, key: str, ref: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    with ctx.store.transaction() as tx:
        ctx.take(tx, key, due=None, data={**new, "ref": ref})
        _say(ctx, ctx.voice(tx), n, key, old, new)


def _ask(ctx: Ctx, n: int, key: str, ref: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Another outcome: nothing is replayed by itself; the director sees old and new and decides."""
    for ruling in ctx.rulings:
        if ruling.kind != "correction" or ruling.keys["ref"] != ref:
            continue
        if ruling.at is not None and ruling.at > ctx.now:
            continue
        if ruling.keys["action"] == "drop":
            with ctx.store.transaction() as tx:
                ctx.take(tx, key, due=ruling.at, data={**new, "ref": ref, "dropped": True})
        else:
            _apply(ctx, n, key, ref, old, new)
        return True
    with ctx.store.transaction() as tx:
        return ctx.voice(tx).alert(
            f"correction {ref}",
            f"第{chinese_number(n)}天的计票与已公布的不同",
            f"原：{_words(old)}；现：{_words(new)}。它会改变已经进行过的阶段，判官不自行改动",
            todo=f'写 correction 裁定：ref = "{ref}"，action = "apply" 或 "drop"；'
            f"或回复：更正 编号={ref} 动作=照改（不改就写 动作=不改）",
            day=n,
        )


def _apply(ctx: Ctx, n: int, key: str, ref: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    """The director's word: the outcome of the count is put right, later phases stay as they were played."""
    state = ctx.record.game_state()
    rulings: list[Ruling] = []
    was, now_out = old["outcome"]["target"], new["outcome"]["target"]
    if n == 1:
        rulings.append(SetSheriff(who=now_out))
    else:
        # Whoever was drawn in by love comes out with the one who was voted for.
        before = dict.fromkeys([*([was] if was is not None else []), *_published(ctx, n).get("out", ())])
        held = [name for name in before if state[name].states & OUT_STATES]
        rulings += [RemoveState(who=name, state=Status.IMPRISONED) for name in held]
        if now_out is not None:
            rulings.append(AddState(who=now_out, state=Status.IMPRISONED))
    events: list[Any] = []
    for one in rulings:
        decision = decide(state, Rule(ruling=one))
        events += decision.events
        state = decision.state
    whole = Decision(state=state, events=tuple(events))
    with ctx.store.transaction() as tx:
        out = [event.who for event in whole.events if isinstance(event, Imprisoned)]
        ctx.take(tx, key, due=None, decision=whole, data={**new, "ref": ref, "applied": True, "out": out})
        voice = ctx.voice(tx)
        _say(ctx, voice, n, key, old, new)
        tell(voice, ctx, whole, key)
        publish_effects(voice, ctx, whole, key)


def _say(ctx: Ctx, voice: Voice, n: int, key: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    changes = []
    for target in dict.fromkeys([*new["standing"], *old["standing"]]):
        before, after = old["standing"].get(target), new["standing"].get(target)
        if before != after:
            changes.append({"what": target, "old": _line(before), "new": _line(after)})
    if old["abstained"] != new["abstained"]:
        changes.append(
            {
                "what": "弃票",
                "old": "、".join(old["abstained"]) or "无",
                "new": "、".join(new["abstained"]) or "无",
            }
        )
    voice.public(
        n,
        "正",
        "correction",
        {
            "n": n,
            "of": _published(ctx, n).get("ref", ""),
            "why": "导演裁定，或后来读到的帖子",
            "changes": changes,
            "outcome_same": new["outcome"]["target"] == old["outcome"]["target"],
            "result": new["outcome"]["target"] or "无人",
        },
        which=ctx.result_place(voice.tx, n),
        serial=key,
    )


def _line(entry: Mapping[str, Any] | None) -> str:
    return "0 票" if entry is None else f"{entry['votes']} 票（{'、'.join(entry['voters'])}）"


def _words(count: Mapping[str, Any]) -> str:
    target = count["outcome"]["target"] or "无人"
    lines = [f"{name} {entry['votes']} 票" for name, entry in count["standing"].items()]
    return f"{target}（{'，'.join(lines) or '没有票'}）"
