"""7.x's thread pages and the jumps into them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from practice import dates
from practice.bbcode import Dress, blanks, render, text_html
from practice.dialects.seven_page import SevenPages
from practice.dialects.visit import Visit
from practice.records import GROUP_TITLES, Post, Thread
from practice.refusal import Refusal
from practice.render import pager
from practice.views import Row, notice_on, owns, thread_view
from practice.web import Answer, redirect

_NOTICES = {"blocked": "该帖被管理员或版主屏蔽", "banned": "作者被禁止或删除 内容自动屏蔽"}


@dataclass(frozen=True, slots=True)
class SevenRow:
    """A row ready for the template; `body` is None where this reader may not see it."""

    post: Post
    floor: int
    time: Markup
    notice: Markup
    body: Markup | None
    group: str
    gone: bool
    editable: bool
    signature: Markup


def time_html(visit: Visit, post: Post) -> Markup:
    """A post's time, to the minute and no further."""
    settings = visit.board.settings
    html = dates.spanned(
        post.at,
        visit.board.now(),
        settings.zone,
        seconds=False,
        convert=settings.human_times,
        clock_for_days=True,
    )
    return Markup(html)  # noqa: S704 - digits and our own words


def body_html(visit: Visit, thread: Thread, post: Post) -> str:
    """A post's body as this reader sees it."""
    board, viewer = visit.board, visit.viewer
    open_to = board.state.moderates(viewer, thread.fid) or (
        viewer is not None and (viewer.uid == post.uid or board.state.has_replied(thread.tid, viewer.uid))
    )
    tail = ""

    def hide(inner: str) -> str:
        nonlocal tail
        words = "本帖隐藏的内容需要回复才可以浏览"
        if open_to:
            return f'<div class="showhide"><h4>{words}</h4>{inner}</div>\n'
        tail = f"<script type=\"text/javascript\">replyreload += ',' + {post.pid};</script>"
        return f'<div class="locked">{words}</div>'

    def hide_for_credits(limit: str, inner: str) -> str:
        notice = f'<div class="locked">本帖隐藏的内容需要积分高于 {limit} 才可浏览</div>'
        return notice + (f"\n{inner}<br /><br />\n" if open_to else "")

    dress = Dress(
        smilies='<img src="images/smilies/default/{name}.gif" smilieid="{number}" border="0" alt="" />',
        image='<img src="{src}"{size} onload="thumbImg(this)" alt="" />',
        hide=hide,
        hide_for_credits=hide_for_credits,
        code=code_html,
        site=visit.site,
        align=('<p align="{}">', "</p>"),
    )
    return render(post.text, dress, smileyoff=post.smileyoff, bbcodeoff=post.bbcodeoff) + tail


def code_html(lines: str, number: int) -> str:
    """A code block; its `li` are left open, as on the real board."""
    items = "".join(f"<li>{text_html(line)}" for line in lines.split("\n"))
    copy = f"<em onclick=\"copycode($('code{number}'));\">复制代码</em>"
    return f'<div class="blockcode"><div id="code{number}"><ol>{items}</ol></div>{copy}</div>'


def _notice_and_body(visit: Visit, thread: Thread, post: Post) -> tuple[str, str | None]:
    kind, viewer = notice_on(visit.board.state, thread, post), visit.viewer
    if kind in _NOTICES:
        # A moderator of the board sees no more than anybody; only an administrator does.
        administrator = viewer is not None and viewer.group == "admin"
        tail = "，只有管理员可见" if administrator else ""
        notice = f'<div class="locked">提示: <em>{_NOTICES[kind]}{tail}</em></div>'
        return notice, body_html(visit, thread, post) if administrator else None
    private = kind == "hidden" and not owns(thread, post, viewer)
    if private and not visit.board.state.moderates(viewer, thread.fid):
        return '<div class="locked">此帖仅作者可见</div>', None
    return "", body_html(visit, thread, post)


def seven_row(visit: Visit, thread: Thread, row: Row) -> SevenRow:
    """Everything that the template prints of one post."""
    post = row.post
    author = visit.board.state.members.get(post.uid)
    notice, body = _notice_and_body(visit, thread, post)
    signature = author.signature if author is not None and post.usesig else ""
    return SevenRow(
        post=post,
        floor=row.floor,
        time=time_html(visit, post),
        notice=Markup(notice),  # noqa: S704 - our own words
        body=None if body is None else Markup(body),  # noqa: S704 - escaped by bbcode
        group=GROUP_TITLES[author.group] if author else "",
        gone=author is None,
        editable=visit.board.state.moderates(visit.viewer, thread.fid) or visit.uid == post.uid != 0,
        signature=Markup(blanks(text_html(signature))),  # noqa: S704 - escaped
    )


def show(pages: SevenPages, visit: Visit) -> Answer:
    """`viewthread.php`: a page of a thread, or one post by `viewpid`."""
    board, request, state = visit.board, visit.request, visit.board.state
    thread = board.acts.visible_thread(request.number("tid"), visit.viewer)
    order = {"1": True, "2": False}.get(request.get("ordertype")) if pages.newer else False
    authorid = request.number("authorid")
    if authorid and not any(p.uid == authorid for p in state.shown_posts(thread.tid)):
        raise Refusal("undefined")
    if pid := request.number("viewpid"):
        return _one_post(pages, visit, thread, pid)
    view = thread_view(
        state,
        thread,
        page=request.number("page", 1),
        authorid=authorid,
        reverse=order,
        positions=False,
        first_leads=True,
    )
    thread.views += 1
    link = f"viewthread.php?tid={thread.tid}&extra={request.get('extra')}"
    link += f"&authorid={authorid}" if authorid else ""
    link += f"&ordertype={request.get('ordertype')}" if order is not None and pages.newer else ""
    return pages.page(
        visit,
        "thread.html",
        script_name="viewthread",
        title=thread.subject,
        rows=[seven_row(visit, thread, row) for row in view.rows if not row.stuck],
        pager=pager(view.page, view.pages),
        link=link,
        authorid=authorid,
        **_values(visit, thread, reverse=view.reverse),
    )


def _values(visit: Visit, thread: Thread, *, reverse: bool) -> dict[str, Any]:
    forum = visit.board.state.forums[thread.fid]
    when = dates.stamp(thread.modaction_at, visit.board.settings.zone) if thread.modaction_at else ""
    moderator = visit.board.state.moderates(visit.viewer, thread.fid)
    moderators = sorted(forum.moderators)
    by = visit.board.state.members[moderators[0]].name if moderators else "管理员"
    return {
        "thread": thread,
        "forum": forum,
        "fid": thread.fid,
        "tid": thread.tid,
        "moderator": moderator,
        "reverse": reverse,
        "type_name": forum.types.get(thread.typeid, ""),
        "may_reply": moderator or not thread.closed,
        "modaction": f"本主题由 {by} 于 {when} {thread.modaction}" if when else "",
    }


def _one_post(pages: SevenPages, visit: Visit, thread: Thread, pid: int) -> Answer:
    shown = visit.board.state.shown_posts(thread.tid)
    found = next(((floor, post) for floor, post in enumerate(shown, 1) if post.pid == pid), None)
    if found is None:
        raise Refusal("thread_missing")
    row = seven_row(visit, thread, Row(found[1], found[0]))
    context = pages.frame(visit, script_name="viewthread", title=thread.subject)
    context.update(_values(visit, thread, reverse=False))
    module = pages.templates.get_template("post.html").make_module(context)
    html = str(module.post(row, thread, 1, False))  # type: ignore[attr-defined]
    return pages.xml(visit, html) if visit.inajax else Answer(html, 200, "text/html")


def page_of(visit: Visit, post: Post) -> int:
    """The page on which a post stands."""
    shown = visit.board.state.shown_posts(post.tid)
    before = sum((other.at, other.pid) < (post.at, post.pid) and other.pid != post.pid for other in shown)
    return before // visit.board.settings.posts_per_page + 1


def jump(pages: SevenPages, visit: Visit) -> Answer:
    """`redirect.php`: to a post, the last post, or a floor."""
    request, state = visit.request, visit.board.state
    tid = request.number("ptid") or request.number("tid")
    if request.get("goto") == "lastpost":
        request.query = [("tid", str(tid)), ("page", "999999999")]
        return show(pages, visit)
    thread = visit.board.acts.visible_thread(tid, visit.viewer)
    shown = state.shown_posts(thread.tid)
    if request.get("goto") == "findpost":
        pid = request.number("pid")
        post = next((p for p in shown if p.pid == pid), None)
        if post is None and not pages.newer:
            raise Refusal("thread_missing")
    else:
        floor = request.number("postno", 1)
        post = shown[floor - 1] if 1 <= floor <= len(shown) else None
    if post is None:
        return redirect(f"viewthread.php?tid={tid}")
    middle = f"&rpid={post.pid}&ordertype=0" if pages.newer else ""
    return redirect(f"viewthread.php?tid={tid}{middle}&page={page_of(visit, post)}#pid{post.pid}")
