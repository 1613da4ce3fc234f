"""7.x's lists of boards and threads, profiles, and the list of members."""

from __future__ import annotations

from urllib.parse import quote

from markupsafe import Markup

from practice import dates
from practice.dialects.seven_page import SevenPages
from practice.dialects.visit import Visit
from practice.records import GROUP_TITLES, Thread
from practice.refusal import Refusal
from practice.render import pager
from practice.web import Answer, wire


def index(pages: SevenPages, visit: Visit) -> Answer:
    """`index.php`."""
    state = visit.board.state
    rows = []
    for forum in state.forums.values():
        threads = state.forum_threads(forum.fid)
        rows.append((forum, len(threads), sum(len(state.shown_posts(t.tid)) for t in threads)))
    return pages.page(visit, "index.html", script_name="index", title="首页", forums=rows)


def forum(pages: SevenPages, visit: Visit) -> Answer:
    """`forumdisplay.php`: a list of threads."""
    board, request, state = visit.board, visit.request, visit.board.state
    shown = board.acts.readable_forum(request.number("fid"), visit.viewer)
    threads = state.forum_threads(shown.fid)
    if request.get("orderby") == "dateline":
        threads.sort(key=lambda t: (t.sticky, t.at, t.tid), reverse=True)
    size = board.settings.threads_per_page
    total = max(1, -(-len(threads) // size))
    page = min(max(request.number("page", 1), 1), total)
    here = threads[(page - 1) * size : page * size]
    return pages.page(
        visit,
        "forum.html",
        script_name="forumdisplay",
        title=shown.name,
        forum=shown,
        fid=shown.fid,
        moderator=state.moderates(visit.viewer, shown.fid),
        pager=pager(page, total),
        link=f"forumdisplay.php?fid={shown.fid}",
        rows=[_row(visit, t) for t in here],
    )


def _row(visit: Visit, thread: Thread) -> dict[str, object]:
    board, state = visit.board, visit.board.state
    zone, last = board.settings.zone, state.last_post(thread.tid)
    human = board.settings.human_times
    when = dates.spanned(last.at, board.now(), zone, seconds=False, convert=human, clock_for_days=True)
    return {
        "thread": thread,
        "type_name": state.forums[thread.fid].types.get(thread.typeid, ""),
        "anonymous": state.first_post(thread.tid).anonymous,
        "created": dates.day(thread.at, zone),
        "replies": len(state.shown_posts(thread.tid)) - 1,
        "last_author": last.author,
        "last_author_url": quote(last.author, safe="", encoding=wire(board.charset)),
        "last_time": Markup(when),  # noqa: S704 - digits and our own words
    }


def space(pages: SevenPages, visit: Visit) -> Answer:
    """`space.php`: a profile, refused to guests."""
    request, state = visit.request, visit.board.state
    if visit.viewer is None:
        raise Refusal("group_refused", group="guest")
    by_name = request.has("username")
    member = (
        state.find_member(request.get("username")) if by_name else state.members.get(request.number("uid"))
    )
    if member is None:
        raise Refusal("no_space")
    return pages.page(
        visit,
        "space.html",
        script_name="space",
        title=member.name,
        member=member,
        member_group=GROUP_TITLES[member.group],
    )


def member_list(pages: SevenPages, visit: Visit) -> Answer:
    """`member.php?action=list`: members whose names begin with `srchmem`."""
    if visit.request.get("action") != "list":
        raise Refusal("undefined")
    wanted = visit.request.get("srchmem").casefold()
    found = [m for m in visit.board.state.members.values() if m.name.casefold().startswith(wanted)]
    return pages.page(visit, "members.html", script_name="member", title="会员列表", members=found[:50])
