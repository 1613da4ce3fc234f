"""Which posts stand on a page of a thread, under which floor, and what this reader sees of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from practice.records import Member, Post, Thread
from practice.state import State

Notice = Literal["", "blocked", "banned", "hidden"]


@dataclass(frozen=True, slots=True)
class Row:
    """A post on a page. `stuck` rows are extra ones after the first floor; so is an `extra` first post."""

    post: Post
    floor: int
    stuck: bool = False
    extra: bool = False


@dataclass(frozen=True, slots=True)
class ThreadView:
    """One page of a thread. `broken` asks the dialect to answer this view with a redirect to itself."""

    rows: tuple[Row, ...]
    page: int
    pages: int
    reverse: bool
    broken: bool = False


def numbered(state: State, thread: Thread, *, positions: bool) -> list[tuple[int, Post]]:
    """Floor and post of everything shown. With `positions`, stored ones hold until a gap was met."""
    shown = state.shown_posts(thread.tid)
    if positions and not thread.positions_broken:
        return [(post.position, post) for post in shown]
    return list(enumerate(shown, 1))


def thread_view(
    state: State,
    thread: Thread,
    *,
    page: int,
    authorid: int = 0,
    reverse: bool | None = None,
    positions: bool = True,
    first_leads: bool = False,
) -> ThreadView:
    """One page; a number past the end gives the last. `positions`: floors as X stores them.

    In reverse order the first post comes first and the others follow backwards; only X with floors that are
    counted (not `first_leads`) goes backwards through all of them and shows the first on page 1 besides.
    """
    size = state.settings.posts_per_page
    backwards = thread.reverse if reverse is None else reverse
    pairs = numbered(state, thread, positions=positions)
    if authorid:
        mine = [post for _, post in pairs if post.uid == authorid and not post.anonymous]
        pairs = list(enumerate(mine, 1))
    elif positions and not thread.positions_broken and not backwards:
        return _by_position(state, thread, pairs, page, size)
    pages = max(1, -(-len(pairs) // size))
    page = min(max(page, 1), pages)
    ordered = pairs
    leads = first_leads or not thread.positions_broken
    if backwards and not authorid:
        ordered = pairs[:1] + pairs[1:][::-1] if leads else pairs[::-1]
    chosen = ordered[(page - 1) * size : page * size]
    rows = _with_stuck(state, thread, chosen, page, authorid)
    if backwards and not leads and page == 1 and pairs[0] not in chosen:
        rows.insert(0, Row(pairs[0][1], 1, extra=True))
    return ThreadView(tuple(rows), page, pages, backwards)


def _by_position(
    state: State, thread: Thread, pairs: list[tuple[int, Post]], page: int, size: int
) -> ThreadView:
    everything = state.thread_posts(thread.tid)
    highest = max(post.position for post in everything)
    pages = max(1, -(-highest // size))
    page = min(max(page, 1), pages)
    low, high = (page - 1) * size + 1, min(page * size, highest)
    chosen = [(floor, post) for floor, post in pairs if low <= floor <= high]
    broken = len(chosen) != high - low + 1
    return ThreadView(tuple(_with_stuck(state, thread, chosen, page, 0)), page, pages, False, broken)


def _with_stuck(
    state: State, thread: Thread, chosen: list[tuple[int, Post]], page: int, authorid: int
) -> list[Row]:
    rows = [Row(post, floor) for floor, post in chosen]
    if page != 1 or authorid or not rows:
        return rows
    here = {post.pid for _, post in chosen}
    stuck = [state.posts[pid] for pid in thread.stuck if pid not in here]
    extra = [Row(post, post.position, stuck=True) for post in stuck if post.visibility == "shown"]
    return rows[:1] + extra + rows[1:]


def page_of(state: State, post: Post) -> int:
    """The page on which a post stands in ascending order; for a removed one a guess, as on real boards."""
    thread = state.threads[post.tid]
    pairs = numbered(state, thread, positions=True)
    floor = next((floor for floor, other in pairs if other.pid == post.pid), None)
    if floor is None:
        floor = 1 + sum(other.pid < post.pid for _, other in pairs)
    return max(1, -(-floor // state.settings.posts_per_page))


def notice_on(state: State, thread: Thread, post: Post) -> Notice:
    """What keeps a post's body from ordinary readers."""
    author = state.members.get(post.uid)
    if author is None or author.group in {"muted", "banned"}:
        return "banned"
    if post.blocked:
        return "blocked"
    if thread.hidden_replies and not post.first:
        return "hidden"
    return ""


def owns(thread: Thread, post: Post, viewer: Member | None) -> bool:
    """Whether a private reply is open to this viewer without any right: its author, and the thread's."""
    return viewer is not None and viewer.uid in {post.uid, thread.uid}
