"""Where notices wait for the director's word: he is shown each, once, and how to let it go.

They wait in a game with `publish = "approve"`, and in one that was a dry run before. What he told to wait himself he
is not asked about.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from service.game.context import Ctx
from service.store import Notice, NoticeState

SHOWN = 1_200
"""Characters of a notice that a message shows."""

_TAG = re.compile(r"\[/?[a-zA-Z*][^\[\]\n]{0,300}\]")


def show_held(ctx: Ctx, text_of: Callable[[Notice], str]) -> bool:
    """Show the director one held notice that he has not seen yet; True if there was one."""
    if ctx.game.publish == "dry-run":
        return False
    own = {r.keys["ref"] for r in ctx.rulings if r.kind == "notice" and r.keys["action"] == "hold"}
    with ctx.store.reading() as tx:
        held = tx.notices(ctx.game.key, [NoticeState.HELD])
    for notice in held:
        step = f"held.{notice.ref}"
        if ctx.record.done(step) or notice.ref in own:
            continue
        what = {"close": "关闭帖子", "open": "打开帖子", "pm": f"给 {notice.name} 的短消息"}.get(notice.kind)
        text = what or plain(text_of(notice))
        with ctx.store.transaction() as tx:
            ctx.take(tx, step, due=None)
            context = {
                "title": ctx.game.title,
                "held": notice.ref,
                "subject": notice.subject,
                "text": text[:SHOWN],
                "more": len(text) > SHOWN,
            }
            day = ctx.record.state.day if ctx.record.state is not None else 0
            ctx.voice(tx).to_director(day, "候", "director_held", context, notice.ref)
        return True
    return False


def plain(text: str) -> str:
    """A notice without its BBCode, for a private message."""
    lines = (_TAG.sub(" ", line).strip() for line in text.split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(re.sub(r" {2,}", " ", line) for line in lines)).strip()
