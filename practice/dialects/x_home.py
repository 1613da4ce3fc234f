"""X's lists of boards and threads, profiles."""

from __future__ import annotations

from urllib.parse import quote

from markupsafe import Markup

from practice import dates
from practice.dialects.visit import Visit
from practice.dialects.x_page import XPages
from practice.dialects.x_pm import messages
from practice.records import GROUP_TITLES, Member, Thread
from practice.refusal import Refusal
from practice.render import pager
from practice.web import Answer, wire


def index(pages: XPages, visit: Visit) -> Answer:
    """The front page."""
    state = visit.board.state
    rows = []
    for forum in state.forums.values():
        threads = state.forum_threads(forum.fid)
        rows.append((forum, len(threads), sum(len(state.shown_posts(t.tid)) for t in threads)))
    return pages.page(visit, "index.html", forums=rows)


def forum(pages: XPages, visit: Visit) -> Answer:
    """`mod=forumdisplay`: a list of threads."""
    board, request, state = visit.board, visit.request, visit.board.state
    shown = board.acts.readable_forum(request.number("fid"), visit.viewer)
    threads = state.forum_threads(shown.fid)
    if request.get("orderby") == "dateline":
        threads.sort(key=lambda t: (t.sticky, t.at, t.tid), reverse=True)
    size = board.settings.threads_per_page
    pages_total = max(1, -(-len(threads) // size))
    page = min(max(request.number("page", 1), 1), pages_total)
    here = threads[(page - 1) * size : page * size]
    return pages.page(
        visit,
        "forum.html",
        action="forumdisplay",
        title=shown.name,
        forum=shown,
        total=len(threads),
        moderators=[state.members[uid].name for uid in sorted(shown.moderators)],
        moderator=state.moderates(visit.viewer, shown.fid),
        pager=pager(page, pages_total),
        link=f"forum.php?mod=forumdisplay&fid={shown.fid}",
        rows=[_thread_row(visit, t) for t in here],
    )


def _thread_row(visit: Visit, thread: Thread) -> dict[str, object]:
    board, state = visit.board, visit.board.state
    now, zone, human = board.now(), board.settings.zone, board.settings.human_times
    last = state.last_post(thread.tid)
    words = dates.human(thread.at, now, zone) if human else None
    date = dates.day(thread.at, zone)
    created = f'<span title="{date}">{words}</span>' if words else date
    return {
        "thread": thread,
        "type_name": state.forums[thread.fid].types.get(thread.typeid, ""),
        "anonymous": state.first_post(thread.tid).anonymous,
        "created": Markup(created),  # noqa: S704 - digits and our own words
        "replies": len(state.shown_posts(thread.tid)) - 1,
        "last_author": last.author,
        "last_author_url": quote(last.author, safe="", encoding=wire(board.charset)),
        "last_time": Markup(dates.spanned(last.at, now, zone, seconds=False, convert=human)),  # noqa: S704
    }


def check_name(pages: XPages, visit: Visit) -> Answer:
    """`mod=ajax&action=checkusername`."""
    known = visit.board.state.find_member(visit.request.get("username"))
    return pages.xml(visit, "该用户名已注册，请更换用户名" if known else "succeed")


def space(pages: XPages, visit: Visit) -> Answer:
    """`mod=space`: a profile, or one's private messages."""
    request = visit.request
    if request.get("do") == "pm":
        return messages(pages, visit)
    if visit.viewer is None:
        raise Refusal("profile_login")
    member = _asked_for(visit)
    if member is None and not request.has("uid") and not request.has("username"):
        member = visit.viewer
    if member is None:
        raise Refusal("no_space")
    return pages.page(
        visit,
        "profile.html",
        module="home",
        action="space",
        title=member.name,
        member=member,
        member_group=GROUP_TITLES[member.group],
    )


def _asked_for(visit: Visit) -> Member | None:
    request, state = visit.request, visit.board.state
    if request.has("username"):
        return state.find_member(request.get("username"))
    return state.members.get(request.number("uid"))
