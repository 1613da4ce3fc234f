"""What a moderator may do to threads and posts."""

from __future__ import annotations

from collections.abc import Iterable

from practice.records import Member, Thread
from practice.refusal import Refusal
from practice.state import State

_DONE = {"close": "关闭", "open": "打开", "stick": "置顶", "delete": "删除", "move": "移动"}


def moderate_threads(
    state: State,
    viewer: Member | None,
    fid: int,
    tids: Iterable[int],
    operation: str,
    level: int = 0,
    to: int = 0,
) -> list[Thread]:
    """Close, open, stick, delete or move threads of one board."""
    if fid not in state.forums or not state.moderates(viewer, fid):
        raise Refusal("not_moderator")
    threads = [
        thread
        for tid in tids
        if (thread := state.threads.get(tid)) and thread.fid == fid and thread.visibility == "shown"
    ]
    if not threads:
        raise Refusal("nothing_chosen")
    if operation not in _DONE:
        raise Refusal("no_operation")
    if operation == "move" and to not in state.forums:
        raise Refusal("no_target")
    for thread in threads:
        thread.modaction, thread.modaction_at = _DONE[operation], state.now()
        match operation:
            case "close" | "open":
                thread.closed = operation == "close"
            case "stick":
                thread.sticky = level
            case "delete":
                state.remove_post(state.first_post(thread.tid))
            case _:
                thread.fid = to
    return threads


def moderate_posts(
    state: State, viewer: Member | None, tid: int, pids: Iterable[int], action: str, *, on: bool
) -> Thread:
    """Block, delete, warn or stick posts of one thread."""
    thread = state.threads.get(tid)
    if thread is None or not state.moderates(viewer, thread.fid):
        raise Refusal("not_moderator")
    posts = [post for pid in pids if (post := state.posts.get(pid)) and post.tid == tid]
    if not posts or action not in {"banpost", "delpost", "warn", "stickreply"}:
        raise Refusal("nothing_chosen")
    for post in posts:
        match action:
            case "banpost":
                post.blocked = on
            case "warn":
                post.warned = on
            case "delpost":
                state.remove_post(post)
            case _ if on and post.pid not in thread.stuck:
                thread.stuck.append(post.pid)
            case _:
                thread.stuck = [pid for pid in thread.stuck if on or pid != post.pid]
    return thread
