"""What a game reads of its board, each thing at its own pace: messages, the day's threads, hollows, lists of threads."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from engine.queries import owes_successor
from service.errors import Refused
from service.game import day, night, setup
from service.game.context import Ctx
from service.game.course import Due
from service.game.players import tenures
from service.game.threads import find_threads
from service.notices.render import chinese_number

NEAR, NOT_FAR = timedelta(minutes=15), timedelta(hours=2)
WHOLE_AGAIN = timedelta(hours=1)
FIND_EVERY = timedelta(minutes=10)
MAIL = "mail"
"""What every look begins with."""


def pace(now: datetime, due: datetime | None) -> timedelta:
    """How long to wait between looks: often near a deadline, seldom far from it."""
    if due is None:
        return timedelta(minutes=2)
    distance = due - now
    if distance <= NEAR:
        return timedelta(minutes=1)
    return timedelta(minutes=5) if distance <= NOT_FAR else timedelta(minutes=20)


class Watch:
    """Remembers when each thing was last read."""

    def __init__(self) -> None:
        self._looked: dict[str, datetime] = {}

    def next_look(self, now: datetime, due: datetime | None) -> datetime:
        """When to look again: counted from the last look, not from the end of what was said since."""
        last = self._looked.get(MAIL, now)
        return max(now, min(last, now) + pace(now, due))

    def messages(self, ctx: Ctx, due: Due | None) -> None:
        """Read the mailbox, and learn whose accounts the characters' are."""
        if self._time_for(MAIL, ctx.now, _pace(ctx, due)):
            ctx.mailbox.check(ctx.forum)
            setup.pin_members(ctx, again=self._time_for("members", ctx.now, timedelta(hours=6)))

    def threads(self, ctx: Ctx, due: Due | None) -> None:
        """Read the threads of the day that runs and of the day before, and the hollows."""
        every = _pace(ctx, due)
        for n, which in _watched(ctx, due):
            tid = ctx.thread(n, which)
            old = due is not None and n < due.day
            if tid is None or (old and not self._time_for(f"old.{tid}", ctx.now, WHOLE_AGAIN)):
                continue
            if self._time_for(f"thread.{tid}", ctx.now, every):
                again = self._time_for(f"again.{tid}", ctx.now, WHOLE_AGAIN)
                _poll(ctx, tid, again=again, whole=which == "vote")
        if "hollow" in ctx.game.orders and self._time_for("hollows", ctx.now, every):
            for character in ctx.game.characters:
                if character.hollow is not None:
                    _poll(ctx, character.hollow)

    def missing_threads(self, ctx: Ctx, due: Due | None) -> None:
        """Look in the board's list for threads that are not known yet (`game-files.md`)."""
        watched = _watched(ctx, due)
        ahead = [(n, which) for n, which in watched] + [
            (watched[0][0] + 1, w) for w in ("discussion", "vote") if watched
        ]
        missing = [(n, w) for n, w in ahead if n <= 4 and ctx.thread(n, w) is None]
        soon = [(n, w) for n, w in missing if ctx.now >= ctx.calendar.open(n) - timedelta(hours=6)]
        if ctx.game.threads.open or not soon or not self._time_for("find", ctx.now, FIND_EVERY):
            return
        authors = {ctx.uid(ctx.game.director.name), ctx.record.facts.get("uid.judge")}
        found = find_threads(ctx.forum, ctx.game, soon, frozenset(u for u in authors if u is not None))
        with ctx.store.transaction() as tx:
            for (n, which), tid in found.items():
                ctx.fact(tx, f"thread.{n}.{which}", tid)
            for n, which in soon:
                if (n, which) not in found and ctx.now >= ctx.calendar.open(n) - timedelta(hours=1):
                    word = "投票帖" if which == "vote" else "讨论帖"
                    ctx.voice(tx).alert(
                        f"thread unknown {n} {which}",
                        f"第{chinese_number(n)}天{word}未找到",
                        f"版块里没有导演或判官发的“{word}”",
                        todo=f'开帖，或写 thread 裁定（day = {n}，which = "{which}"，url = …）',
                        day=n,
                    )

    def _time_for(self, what: str, now: datetime, every: timedelta) -> bool:
        last = self._looked.get(what)
        if last is not None and now - last < every and now >= last:
            return False
        self._looked[what] = now
        return True


def _pace(ctx: Ctx, due: Due | None) -> timedelta:
    return pace(ctx.now, due.at if due is not None else None)


def _watched(ctx: Ctx, due: Due | None) -> Sequence[tuple[int, str]]:
    state = ctx.record.state
    n = due.day if due is not None else 0
    if due is None and state is not None and not ctx.record.done("end"):
        n = state.day  # a game that is held is still read: edits and deletions must have been seen
    return [(m, w) for m in {n, n - 1} if m >= 1 for w in ("discussion", "vote")]


def read_last(ctx: Ctx, due: Due) -> bool:
    """Read the messages of those whose word this step needs; True if anything was read."""
    state = ctx.record.state
    if state is None:
        return False
    names: tuple[str, ...] = ()
    if due.step == "night0.close":
        names = night.actors(state, 0, None)
    elif due.window is not None and due.step.endswith(".close"):
        names = night.actors(state, due.day, due.window)
    elif due.step.endswith(".result"):
        asked = ctx.record.data(f"day{due.day}.close").get("ask")
        names = (asked,) if asked else ()
    elif due.step.endswith(".open") and due.step.startswith("day"):
        owing = owes_successor(state)
        names = (owing,) if owing else ()
    elif due.step.startswith("day") and due.step.endswith(".close"):
        names = day.idiots(state)
    accounts = [one.account for name in names for one in tenures(ctx.rulings, name, ctx.now)]
    uids = [uid for uid in map(ctx.uid, accounts) if uid is not None]
    if uids and "pm" in ctx.game.orders:
        ctx.mailbox.read(ctx.forum, uids)
    if "hollow" in ctx.game.orders:
        for character in ctx.game.characters:
            if character.name in names and character.hollow is not None:
                _poll(ctx, character.hollow)
    return bool(names)


def _poll(ctx: Ctx, tid: int, *, again: bool = False, whole: bool = False) -> None:
    """Read what is new; `again`: what is recent, too, or all of it: only that shows which ballots are gone."""
    try:
        if again and whole:
            ctx.reader.whole(ctx.forum, tid)
        elif again:
            ctx.reader.recent(ctx.forum, tid)
        else:
            ctx.reader.poll(ctx.forum, tid)
    except Refused as refused:
        if refused.outcome.kind not in day.UNREADABLE:
            raise
        with ctx.store.transaction() as tx:
            ctx.voice(tx).alert(
                f"thread {tid} {refused.outcome.kind.value}",
                "帖子读不到",
                f"tid={tid}：{refused.outcome.text}",
                todo="恢复帖子或权限，或用 thread 裁定另指一帖",
            )
