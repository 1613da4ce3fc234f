"""A shorter day by consent (R-021, A-16): everybody who is not expelled must say so; the director decides.

The judge only tells the director that all have consented; he shortens the day by a `time` ruling. The mute of the
fainted is not shortened with it.
"""

from __future__ import annotations

from engine.state import Phase
from parsers.consent import is_consent
from service.counts.seen import SeenPost
from service.game.context import Ctx
from service.game.votes import voters_of
from service.notices.render import chinese_number
from service.store import Tx


class ConsentWatch:
    """Reads the discussion of the day that runs, again only when it has changed."""

    def __init__(self) -> None:
        self._read: object = None

    def look(self, ctx: Ctx) -> bool:
        """Tell the director, once a day, that everybody consents; True if he is told now."""
        state = ctx.record.state
        if state is None or state.phase is not Phase.DAY or not state.opened:
            return False
        n = state.day
        step = f"shorten.{n}"
        if ctx.record.done(step) or ctx.now >= ctx.calendar.close(n):
            return False
        wanted = [one.name for one in state if not one.expelled]
        sent = {name for name in wanted if ctx.record.facts.get(f"consent.{n}.{name}")}
        with ctx.store.reading() as tx:
            tid = ctx.thread(n, "discussion")
            stamp = (n, tid, wanted, sent, tx.readings(ctx.board, tid)[-1:] if tid is not None else ())
            if stamp == self._read:
                return False
            self._read = stamp
            posted = consents_posted(ctx, tx, n)
        if not set(wanted) <= sent | posted:
            return False
        with ctx.store.transaction() as tx:
            ctx.take(tx, step, due=None, data={"by_message": sorted(sent), "by_post": sorted(posted)})
            ctx.voice(tx).alert(
                f"shorten {n}",
                f"全体同意缩短第{chinese_number(n)}天",
                f"未罚下的 {len(wanted)} 名角色都已明确表示同意缩短游戏日；是否缩短由导演决定，昏厥者的禁言时间不缩短",
                todo=f"要缩短就回复：时间 什么=收帖 第几={n} 改为=新的收帖时刻（例如 2026-03-05T12:00）",
                day=n,
            )
        return True


def consents_posted(ctx: Ctx, tx: Tx, n: int) -> frozenset[str]:
    """Who consents in the discussion thread of day n, in a post that still stands as it is."""
    tid = ctx.thread(n, "discussion")
    if tid is None:
        return frozenset()
    voters = voters_of(ctx)
    found = set()
    for seen in tx.seen_posts(ctx.board, tid):
        who = voters.character(seen.first.post)
        if who is not None and who not in found and _inside(ctx, n, seen) and _consents(seen):
            found.add(who)
    return frozenset(found)


def _inside(ctx: Ctx, n: int, seen: SeenPost) -> bool:
    at = seen.first.post.posted_at
    return at is not None and ctx.calendar.open(n) <= at < ctx.calendar.close(n)


def _consents(seen: SeenPost) -> bool:
    return seen.gone_at is None and is_consent(seen.latest.post.text or "")
