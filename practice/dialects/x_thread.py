"""X's thread pages and the jumps into them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from practice import dates
from practice.bbcode import Dress, blanks, render, text_html
from practice.dialects.visit import Visit
from practice.dialects.x_page import XPages
from practice.records import GROUP_TITLES, Post, Thread
from practice.refusal import Refusal
from practice.render import pager
from practice.views import Row, notice_on, owns, page_of, thread_view
from practice.web import Answer, redirect

_NOTICES = {"blocked": "该帖被管理员或版主屏蔽", "banned": "作者被禁止或删除 内容自动屏蔽"}
_FOR_MODERATORS = "，只有管理员或有管理权限的成员可见"
_PRIVATE = '<div class="locked">此帖仅作者可见</div>'


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row ready for the template; `body` is None where this reader may not see it."""

    post: Post
    label: Markup
    time: Markup
    notice: Markup
    body: Markup | None
    group: str
    gone: bool
    starter: bool
    editable: bool
    signature: Markup


def time_html(visit: Visit, post: Post) -> Markup:
    """A post's time: seconds stand in the title, or in the absolute form, while times are human."""
    settings = visit.board.settings
    human = settings.human_times
    html = dates.spanned(post.at, visit.board.now(), settings.zone, seconds=True, convert=human)
    return Markup(html)  # noqa: S704 - digits and our own words


def body_html(visit: Visit, thread: Thread, post: Post) -> str:
    """A post's body as this reader sees it."""
    board, viewer = visit.board, visit.viewer
    open_to = (
        board.state.moderates(viewer, thread.fid)
        or (viewer is not None and viewer.uid == post.uid)
        or (viewer is not None and board.state.has_replied(thread.tid, viewer.uid))
    )
    name = text_html(viewer.name, references=False) if viewer else "游客"
    asked = f"forum.php?mod=post&amp;action=reply&amp;fid={thread.fid}&amp;tid={thread.tid}"
    closed = False

    def hide(inner: str) -> str:
        nonlocal closed
        if open_to:
            return f'<div class="showhide"><h4>本帖隐藏的内容</h4>{inner}</div>\n'
        closed = True
        return f'<div class="locked">{name}，如果您要查看本帖隐藏内容请<a href="{asked}">回复</a></div>'

    def hide_for_credits(limit: str, inner: str) -> str:
        if open_to:
            return f'<div class="locked">以下内容需要积分高于 {limit} 才可浏览</div>\n{inner}<br /><br />\n'
        return (
            f'<div class="locked">{name}，本帖隐藏的内容需要积分高于 {limit} 才可浏览，您当前积分为 0</div>'
        )

    dress = Dress(
        smilies='<img src="static/image/smiley/default/{name}.gif" smilieid="{number}" border="0" alt="" />',
        image=f'<img id="aimg_p{post.pid}" onclick="zoom(this, this.src, 0, 0, 0)" class="zoom"'
        '{size} src="{src}" border="0" alt="" />',
        hide=hide,
        hide_for_credits=hide_for_credits,
        code=lambda lines, n: code_html(lines, f"p{post.pid}n{n}"),
        references=False,
        site=visit.site,
    )
    html = render(post.text, dress, smileyoff=post.smileyoff, bbcodeoff=post.bbcodeoff)
    reload = f"<script type=\"text/javascript\">replyreload += ',' + {post.pid};</script>" if closed else ""
    return reload + html


def code_html(lines: str, name: str) -> str:
    """A code block; its `li` are left open, as on the real board."""
    items = "".join(f"<li>{text_html(line, references=False)}" for line in lines.split("\n"))
    copy = f"<em onclick=\"copycode($('code_{name}'));\">复制代码</em>"
    return f'<div class="blockcode"><div id="code_{name}"><ol>{items}</ol></div>{copy}</div>'


def _label(visit: Visit, row: Row) -> Markup:
    names = visit.board.settings.floor_names
    if row.stuck:
        thread = visit.board.state.threads[row.post.tid]
        number = "" if thread.positions_broken else str(row.floor)
        html = f'<em title="置顶回复" class="replystick vm">顶</em> 来自 {number}#'
    elif row.extra:
        html = "<em></em><sup>#</sup>"
    elif row.floor <= len(names) and names[row.floor - 1]:
        html = text_html(names[row.floor - 1])
    else:
        html = f"<em>{row.floor}</em><sup>#</sup>"
    return Markup(html)  # noqa: S704 - digits and the owner's own words


def _notice_and_body(visit: Visit, thread: Thread, post: Post, *, moderator: bool) -> tuple[str, str | None]:
    kind = notice_on(visit.board.state, thread, post)
    if kind in _NOTICES:
        tail = _FOR_MODERATORS if moderator else ""
        notice = f'<div class="locked">提示: <em>{_NOTICES[kind]}{tail}</em></div>'
        return notice, body_html(visit, thread, post) if moderator else None
    if kind == "hidden" and moderator:
        return _PRIVATE, body_html(visit, thread, post)
    if kind == "hidden" and not owns(thread, post, visit.viewer):
        return _PRIVATE, None
    return "", body_html(visit, thread, post)


def shown_row(visit: Visit, thread: Thread, row: Row, *, moderator: bool) -> ShownRow:
    """Everything that the template prints of one post."""
    post = row.post
    author = visit.board.state.members.get(post.uid)
    notice, body = _notice_and_body(visit, thread, post, moderator=moderator)
    signed = author is not None and post.usesig and author.signature
    return ShownRow(
        post=post,
        label=_label(visit, row),
        time=time_html(visit, post),
        notice=Markup(notice),  # noqa: S704 - our own words
        body=None if body is None else Markup(body),  # noqa: S704 - escaped by bbcode
        group=GROUP_TITLES[author.group] if author else "",
        gone=author is None,
        starter=post.uid == thread.uid and not post.first and not post.anonymous,
        editable=moderator or (visit.viewer is not None and visit.viewer.uid == post.uid),
        signature=Markup(blanks(text_html(author.signature, references=False)) if author and signed else ""),  # noqa: S704
    )


def show(pages: XPages, visit: Visit) -> Answer:
    """`mod=viewthread`: a page of a thread, or one post by `viewpid`."""
    board, request, state = visit.board, visit.request, visit.board.state
    thread = board.acts.visible_thread(request.number("tid"), visit.viewer)
    order = {"1": True, "2": False}.get(request.get("ordertype"))
    authorid = request.number("authorid")
    if authorid and not any(p.uid == authorid for p in state.shown_posts(thread.tid)):
        raise Refusal("undefined")
    view = thread_view(state, thread, page=request.number("page", 1), authorid=authorid, reverse=order)
    moderator = state.moderates(visit.viewer, thread.fid)
    if pid := request.number("viewpid"):
        return _one_post(pages, visit, thread, pid, moderator=moderator)
    if view.broken:
        thread.positions_broken = True
        return redirect(visit.site + request.target.removeprefix("/"))
    thread.views += 1
    link = f"forum.php?mod=viewthread&tid={thread.tid}&extra="
    link += f"&authorid={authorid}" if authorid else ""
    link += f"&ordertype={request.get('ordertype')}" if order is not None else ""
    return pages.page(
        visit,
        "thread.html",
        action="viewthread",
        title=thread.subject,
        rows=[shown_row(visit, thread, row, moderator=moderator) for row in view.rows],
        pager=pager(view.page, view.pages),
        link=link,
        replies=len(state.shown_posts(thread.tid)) - 1,
        **_thread_values(visit, thread, moderator=moderator, reverse=view.reverse),
    )


def _thread_values(visit: Visit, thread: Thread, *, moderator: bool, reverse: bool) -> dict[str, Any]:
    settings, forum = visit.board.settings, visit.board.state.forums[thread.fid]
    when = ""
    if thread.modaction_at is not None:
        when = dates.spanned(
            thread.modaction_at, visit.board.now(), settings.zone, seconds=False, convert=settings.human_times
        )
    return {
        "thread": thread,
        "forum": forum,
        "moderator": moderator,
        "reverse": reverse,
        "type_name": forum.types.get(thread.typeid, ""),
        "may_reply": moderator or not thread.closed,
        "modaction_time": Markup(when),  # noqa: S704 - digits and our own words
    }


def _one_post(pages: XPages, visit: Visit, thread: Thread, pid: int, *, moderator: bool) -> Answer:
    state = visit.board.state
    found = next((p for p in state.shown_posts(thread.tid) if p.pid == pid), None)
    if found is None:
        raise Refusal("post_missing")
    floor = 1 + sum((p.at, p.pid) < (found.at, found.pid) for p in state.shown_posts(thread.tid))
    row = shown_row(visit, thread, Row(found, floor), moderator=moderator)
    context = pages.frame(visit, module="forum", action="viewthread", title=thread.subject)
    context.update(_thread_values(visit, thread, moderator=moderator, reverse=False))
    module = pages.templates.get_template("post.html").make_module(context)
    html = module.post(row, thread, 1, moderator)  # type: ignore[attr-defined]
    return pages.xml(visit, str(html)) if visit.inajax else Answer(str(html), 200, pages.kind(visit))


def jump(pages: XPages, visit: Visit) -> Answer:
    """`mod=redirect`: to a post, the last post, or a floor."""
    del pages
    request, state = visit.request, visit.board.state
    go = request.get("goto")
    tid = request.number("ptid") or request.number("tid")
    if go == "findpost":
        post = state.posts.get(request.number("pid"))
        if post is not None:
            return redirect(_page_link(post.tid, page_of(state, post)) + f"#pid{post.pid}", 301)
        if not tid:
            raise Refusal("thread_missing")
        return redirect(f"forum.php?mod=viewthread&tid={tid}", 301)
    thread = visit.board.acts.visible_thread(tid, visit.viewer)
    if go == "lastpost":
        return redirect(_page_link(tid, page_of(state, state.last_post(tid))) + "#lastpost")
    wanted = request.number("postno", 1)
    shown = state.shown_posts(thread.tid)
    if not 1 <= wanted <= len(shown):
        raise Refusal("thread_missing")
    post = shown[wanted - 1]
    return redirect(_page_link(tid, page_of(state, post)) + f"#pid{post.pid}", 301)


def _page_link(tid: int, page: int) -> str:
    return f"forum.php?mod=viewthread&tid={tid}&page={page}"
