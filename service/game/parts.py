"""A notice that is longer than a board's post, in parts: each with a mark of its own, each behind the one before."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from service.game.say import Voice, iso
from service.notices import split_text
from service.store import Notice, NoticeState, Store

LIMIT = 9_500
"""Bytes of one post: boards take 10,000 by default."""
SMALLEST = 1_000
ROOM = 120
"""Bytes that are left for the mark."""


def part_ref(ref: str, part: int) -> str:
    """The mark of a further part. It does not contain the first part's, which is looked for as a word."""
    head, _, tail = ref.rpartition("-")
    return f"{head}{part}-{tail}"


def part_of(store: Store, notice: Notice, body: str, charset: str) -> str:
    """One part of a notice's whole text; the mark stands in every part. The others are queued behind the first."""
    limit = int(notice.data.get("limit", LIMIT))
    part = int(notice.data.get("part") or 1)
    parts = split_text(body, limit - ROOM, charset)
    if part == 1 and len(parts) > int(notice.data.get("parts") or 1):
        _queue_parts(store, notice, len(parts))
    chosen = parts[min(part, len(parts)) - 1]
    tail = f"\n[color=#999999]公示编号 {notice.ref}[/color]"
    return chosen if notice.ref in chosen else chosen + tail


def comes_next(store: Store, notice: Notice) -> bool:
    """A part waits until the one before it stands: only then its beginning is settled."""
    before = notice.data.get("after")
    if before is None or notice.state is NoticeState.SENDING:
        return True
    with store.reading() as tx:
        known = tx.notice(notice.game, str(before))
    return known is not None and known.state is NoticeState.SENT


def _queue_parts(store: Store, notice: Notice, parts: int) -> None:
    """The other parts as replies in the same thread, with marks of their own."""
    assert notice.id is not None
    data = {**notice.data, "part": 1, "parts": parts}
    thread = notice.data.get("thread") or notice.data.get("opens")
    before = notice.ref
    with store.transaction() as tx:
        tx.change_notice(notice.id, data=data)
        for part in range(2, parts + 1):
            more = Notice(
                game=notice.game,
                ref=part_ref(notice.ref, part),
                kind="reply",
                priority=notice.priority,
                data={**data, "part": part, "thread": thread, "after": before},
            )
            if not tx.add_notice(more, notice.created_at or datetime.now(UTC)):
                queued = tx.notice(more.game, more.ref)  # from a cut that was too long
                assert queued is not None
                assert queued.id is not None
                tx.change_notice(queued.id, data=more.data)
            before = more.ref


def cut_smaller(voice: Voice, notice: Notice, whole: Callable[[], str], charset: str) -> bool:
    """The board takes less than we thought: half as much a post. False: less is not worth a try."""
    assert notice.id is not None
    was = int(notice.data.get("limit", LIMIT))
    if was <= SMALLEST:
        return False
    data = {**notice.data, "limit": max(was // 2, SMALLEST)}
    part, parts = int(notice.data.get("part") or 1), int(notice.data.get("parts") or 1)
    if part > 1:  # those before it stand: what is left is cut anew, as a notice of its own
        rest = split_text(whole(), was - ROOM, charset)[part - 1 :]
        data |= {"fixed": "\n".join(rest), "part": 1, "parts": 1, "printed_at": iso(voice.now)}
        data.pop("text", None)
        _drop_parts(voice, notice, part, parts)
    voice.tx.change_notice(notice.id, data=data, problem=None, not_before=None)
    return True


def _drop_parts(voice: Voice, notice: Notice, part: int, parts: int) -> None:
    """The parts behind one that is cut anew are in it now."""
    head, _, tail = notice.ref.rpartition("-")
    first = f"{head.removesuffix(str(part))}-{tail}"
    for number in range(part + 1, parts + 1):
        behind = voice.tx.notice(notice.game, part_ref(first, number))
        if behind is not None and behind.state is NoticeState.READY:
            assert behind.id is not None
            voice.tx.change_notice(behind.id, state=NoticeState.WITHDRAWN, problem="cut anew")
