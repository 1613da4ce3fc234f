"""X's forms and their answers: reply, new thread, edit."""

from __future__ import annotations

from practice import dates
from practice.dialects import x_words
from practice.dialects.forms import boxes, draft_of, quotable, quoted, thread_boxes, without_notice
from practice.dialects.visit import Visit
from practice.dialects.x_page import XPages
from practice.refusal import Refusal
from practice.views import page_of
from practice.web import Answer, redirect


def checked(visit: Visit) -> None:
    """What X asks of a form that is sent: POST, a formhash, no foreign Referer."""
    if visit.request.method != "POST" or not visit.request.get("formhash") or visit.foreign_referer():
        raise Refusal("submit_invalid")


def post(pages: XPages, visit: Visit) -> Answer:
    """`mod=post`."""
    request = visit.request
    match request.get("action"):
        case "reply":
            return _reply(pages, visit) if request.has("replysubmit") else _reply_form(pages, visit)
        case "newthread":
            return _open(pages, visit) if request.has("topicsubmit") else _thread_form(pages, visit)
        case "edit":
            return _edit(pages, visit) if request.has("editsubmit") else _edit_form(pages, visit)
        case _:
            raise Refusal("undefined")


def _reply(pages: XPages, visit: Visit) -> Answer:
    board, tid = visit.board, visit.request.number("tid")
    board.acts.may_reply(visit.viewer, tid)
    checked(visit)
    post = board.acts.reply(visit.viewer, tid, draft_of(visit))
    fid = board.state.threads[tid].fid
    values = {"fid": str(fid), "tid": str(tid), "pid": str(post.pid), "from": "", "sechash": ""}
    if post.visibility == "pending":
        values["reply_mod"] = "1"
        url = f"forum.php?mod=viewthread&tid={tid}"
        return pages.succeed(visit, x_words.REPLY_HELD, url, values, quick=False)
    page = page_of(board.state, post)
    extra = visit.request.get("extra")
    url = f"forum.php?mod=viewthread&tid={tid}&pid={post.pid}&page={page}&extra={extra}#pid{post.pid}"
    return pages.succeed(visit, x_words.REPLIED, url, values)


def _open(pages: XPages, visit: Visit) -> Answer:
    board, fid = visit.board, visit.request.number("fid")
    board.acts.may_open_thread(visit.viewer, fid)
    checked(visit)
    thread, post = board.acts.open_thread(visit.viewer, fid, draft_of(visit))
    values = {"fid": str(fid), "tid": str(thread.tid), "pid": str(post.pid), "coverimg": "", "sechash": ""}
    if thread.visibility == "pending":
        return pages.succeed(
            visit,
            x_words.THREAD_HELD,
            f"forum.php?mod=viewthread&tid={thread.tid}&extra=",
            values,
            quick=False,
        )
    return pages.succeed(visit, x_words.OPENED, f"forum.php?mod=viewthread&tid={thread.tid}&extra=", values)


def _edit(pages: XPages, visit: Visit) -> Answer:
    board, request = visit.board, visit.request
    pid = _pid_of_thread(visit)
    board.acts.may_edit(visit.viewer, pid)
    checked(visit)
    post = board.state.posts[pid]
    fid = board.state.threads[post.tid].fid
    values = {"fid": str(fid), "tid": str(post.tid), "pid": str(pid)}
    if request.get("delete") == "1":
        page = page_of(board.state, post)
        board.acts.delete(visit.viewer, pid)
        url = f"forum.php?mod=viewthread&tid={post.tid}&page={page}&extra="
        return pages.succeed(visit, x_words.DELETED, url, values)
    board.acts.edit(visit.viewer, pid, draft_of(visit))
    page = page_of(board.state, post)
    url = f"forum.php?mod=viewthread&tid={post.tid}&page={page}&extra=#pid{pid}"
    return pages.succeed(visit, x_words.EDITED, url, values)


def _pid_of_thread(visit: Visit) -> int:
    """The post to edit; X wants its thread named beside it."""
    pid, tid = visit.request.number("pid"), visit.request.number("tid")
    visit.board.acts.visible_thread(tid, visit.viewer)
    found = visit.board.state.posts.get(pid)
    if found is None or found.tid != tid or found.visibility == "removed":
        raise Refusal("edit_missing")
    return pid


# forms -----------------------------------------------------------------------------------------------------


def _guest_form(visit: Visit) -> Answer | None:
    if visit.viewer is None and visit.inajax:
        return redirect("member.php?mod=logging&action=login&guestmessage=yes")
    return None


def _reply_form(pages: XPages, visit: Visit) -> Answer:
    board, request = visit.board, visit.request
    if bounced := _guest_form(visit):
        return bounced
    _, thread = board.acts.may_reply(visit.viewer, request.number("tid"))
    if thread.closed and not board.state.moderates(visit.viewer, thread.fid):
        raise Refusal("thread_closed")
    hidden: list[tuple[str, str]] = []
    quote = ""
    source = board.state.posts.get(request.number("repquote"))
    if source is not None and source.tid == thread.tid:
        words = quotable(visit, source)
        when = dates.stamp(source.at, board.settings.zone)
        link = f"forum.php?mod=redirect&goto=findpost&pid={source.pid}&ptid={source.tid}"
        quote = quoted(source, when, link, words)
        hidden = [
            ("noticeauthor", f"n{source.uid}"),
            ("noticetrimstr", quote),
            ("noticeauthormsg", words),
            ("reppid", str(source.pid)),
            ("reppost", str(source.pid)),
        ]
    target = (
        f"forum.php?mod=post&action=reply&fid={thread.fid}&tid={thread.tid}"
        f"&extra={request.get('extra')}&replysubmit=yes"
    )
    return pages.page(
        visit,
        "editor.html",
        action="post",
        title="参与/回复主题",
        forum=board.state.forums[thread.fid],
        target=target,
        hidden=hidden,
        types=[],
        subject="",
        message="",
        quote=quote,
        edit=False,
        first_post=False,
        boxes=boxes(None),
        submit="replysubmit",
        button="参与/回复主题",
        post_options=thread,
    )


def _thread_form(pages: XPages, visit: Visit) -> Answer:
    board, request = visit.board, visit.request
    if bounced := _guest_form(visit):
        return bounced
    _, forum = board.acts.may_open_thread(visit.viewer, request.number("fid"))
    return pages.page(
        visit,
        "editor.html",
        action="post",
        title="发表帖子",
        forum=forum,
        target=f"forum.php?mod=post&action=newthread&fid={forum.fid}&extra=&topicsubmit=yes",
        hidden=[],
        types=sorted(forum.types.items()),
        subject="",
        message="",
        quote="",
        edit=False,
        first_post=True,
        boxes=thread_boxes() + boxes(None),
        submit="topicsubmit",
        button="发表帖子",
        post_options={"typeid": 0, "readperm": 0, "price": 0},
    )


def _edit_form(pages: XPages, visit: Visit) -> Answer:
    board, request = visit.board, visit.request
    _, post = board.acts.may_edit(visit.viewer, _pid_of_thread(visit))
    thread = board.state.threads[post.tid]
    forum = board.state.forums[thread.fid]
    hidden = [
        ("delattachop", "0"),
        ("fid", str(thread.fid)),
        ("tid", str(thread.tid)),
        ("pid", str(post.pid)),
        ("page", request.get("page", "1")),
    ]
    ticks = boxes(post)
    if post.first:
        ticks = [
            ("hiddenreplies", "回帖仅作者可见", thread.hidden_replies),
            ("ordertype", "回帖倒序排列", thread.reverse),
            ("allownoticeauthor", "接收回复通知", thread.tell_author),
            *ticks,
        ]
    return pages.page(
        visit,
        "editor.html",
        action="post",
        title="编辑帖子",
        forum=forum,
        target="forum.php?mod=post&action=edit&extra=&editsubmit=yes",
        hidden=hidden,
        types=sorted(forum.types.items()) if post.first else [],
        subject=post.subject,
        message=without_notice(post.text),
        quote="",
        edit=True,
        deletable=not post.first or len(board.state.shown_posts(post.tid)) == 1,
        first_post=post.first,
        boxes=ticks,
        submit="editsubmit",
        button="保存",
        post_options=thread,
    )
