"""7.x's forms and their answers: reply, new thread, edit."""

from __future__ import annotations

from practice import dates
from practice.acts import Draft
from practice.dialects import seven_words
from practice.dialects.forms import boxes, draft_of, quotable, quoted, thread_boxes, without_notice
from practice.dialects.seven_page import SevenPages
from practice.dialects.seven_thread import page_of
from practice.dialects.visit import Visit
from practice.records import Post
from practice.refusal import Refusal
from practice.web import Answer


def checked(visit: Visit) -> None:
    """What 7.x asks of a form that is sent: POST, the right formhash, no foreign Referer."""
    request = visit.request
    if request.method != "POST" or request.get("formhash") != visit.formhash or visit.foreign_referer():
        raise Refusal("submit_invalid")


def post(pages: SevenPages, visit: Visit) -> Answer:
    """`post.php`. Without the `…submit` marker the form is shown again."""
    request = visit.request
    match request.get("action"):
        case "reply":
            return _reply(pages, visit) if request.get("replysubmit") else _reply_form(pages, visit)
        case "newthread":
            return _open(pages, visit) if request.get("topicsubmit") else _thread_form(pages, visit)
        case "edit":
            return _edit(pages, visit) if request.get("editsubmit") else _edit_form(pages, visit)
        case _:
            raise Refusal("undefined")


def _reply(pages: SevenPages, visit: Visit) -> Answer:
    board, tid = visit.board, visit.request.number("tid")
    board.acts.may_reply(visit.viewer, tid)
    checked(visit)
    made = board.acts.reply(visit.viewer, tid, draft_of(visit, seven=True))
    fid = board.state.threads[tid].fid
    if made.visibility == "pending":
        return pages.succeed(visit, seven_words.REPLY_HELD, f"forumdisplay.php?fid={fid}", quick=False)
    url = f"viewthread.php?tid={tid}&pid={made.pid}&page={page_of(visit, made)}&extra={visit.request.get('extra')}#pid{made.pid}"
    return pages.succeed(visit, seven_words.REPLIED, url, tail=seven_words.TO_LIST.format(fid=fid))


def _open(pages: SevenPages, visit: Visit) -> Answer:
    board, fid = visit.board, visit.request.number("fid")
    board.acts.may_open_thread(visit.viewer, fid)
    checked(visit)
    thread, _ = board.acts.open_thread(visit.viewer, fid, _draft(pages, visit))
    if thread.visibility == "pending":
        return pages.succeed(visit, seven_words.THREAD_HELD, f"forumdisplay.php?fid={fid}", quick=False)
    tail = seven_words.TO_LIST.format(fid=fid)
    return pages.succeed(visit, seven_words.OPENED, f"viewthread.php?tid={thread.tid}&extra=", tail=tail)


def _draft(pages: SevenPages, visit: Visit) -> Draft:
    draft = draft_of(visit, seven=True)
    if not pages.newer:
        draft.options.pop("hiddenreplies", None)
        draft.options.pop("ordertype", None)
    return draft


def _edit(pages: SevenPages, visit: Visit) -> Answer:
    board, request = visit.board, visit.request
    pid = request.number("pid")
    board.acts.may_edit(visit.viewer, pid)
    checked(visit)
    edited = board.state.posts[pid]
    page = page_of(visit, edited)
    if request.get("delete") not in {"", "0"}:
        board.acts.delete(visit.viewer, pid)
        return pages.succeed(visit, seven_words.EDITED, f"viewthread.php?tid={edited.tid}&page={page}&extra=")
    board.acts.edit(visit.viewer, pid, _draft(pages, visit))
    url = f"viewthread.php?tid={edited.tid}&page={page}&extra=#pid{pid}"
    return pages.succeed(visit, seven_words.EDITED, url)


# forms -----------------------------------------------------------------------------------------------------


def _reply_form(pages: SevenPages, visit: Visit) -> Answer:
    board, request = visit.board, visit.request
    _, thread = board.acts.may_reply(visit.viewer, request.number("tid"))
    if thread.closed and not board.state.moderates(visit.viewer, thread.fid):
        raise Refusal("thread_closed")
    message, hidden = "", []
    source = board.state.posts.get(request.number("repquote") or request.number("reppost"))
    if source is not None and source.tid == thread.tid:
        message = _quoting(visit, source, whole=bool(request.number("repquote")))
        kind = "q" if request.number("repquote") else "r"
        hidden = [
            ("noticeauthor", f"{kind}|{source.uid}|{source.author}"),
            ("noticetrimstr", message),
            ("noticeauthormsg", quotable(visit, source)),
        ]
    target = f"post.php?action=reply&fid={thread.fid}&tid={thread.tid}&extra={request.get('extra')}&replysubmit=yes"
    return pages.page(
        visit,
        "editor.html",
        script_name="post",
        title="参与/回复主题",
        forum=board.state.forums[thread.fid],
        target=target,
        hidden=hidden,
        types=[],
        subject="",
        message=message,
        edit=False,
        first_post=False,
        boxes=boxes(None),
        submit="replysubmit",
        button="参与/回复主题",
        options=thread,
    )


def _quoting(visit: Visit, source: Post, *, whole: bool) -> str:
    link = f"{visit.site}redirect.php?goto=findpost&pid={source.pid}&ptid={source.tid}"
    if whole:
        when = dates.stamp(source.at, visit.board.settings.zone)
        icon = f"{visit.site}images/common/back.gif"
        return quoted(source, when, link, quotable(visit, source), icon=icon) + "\n    "
    shown = visit.board.state.shown_posts(source.tid)
    floor = next((n for n, post in enumerate(shown, 1) if post.pid == source.pid), 1)
    return f"[b]回复 [url={link}]{floor}#[/url] [i]{source.author}[/i] [/b]\n    "


def _thread_form(pages: SevenPages, visit: Visit) -> Answer:
    _, forum = visit.board.acts.may_open_thread(visit.viewer, visit.request.number("fid"))
    shown = [box for box in thread_boxes() if pages.newer and box[0] != "allownoticeauthor"]
    return pages.page(
        visit,
        "editor.html",
        script_name="post",
        title="发新话题",
        forum=forum,
        target=f"post.php?action=newthread&fid={forum.fid}&extra=&topicsubmit=yes",
        hidden=[("iconid", "")],
        types=sorted(forum.types.items()),
        subject="",
        message="",
        edit=False,
        first_post=True,
        boxes=shown + boxes(None),
        submit="topicsubmit",
        button="发新话题",
        options={"typeid": 0, "readperm": 0, "price": 0},
    )


def _edit_form(pages: SevenPages, visit: Visit) -> Answer:
    board, request = visit.board, visit.request
    _, edited = board.acts.may_edit(visit.viewer, request.number("pid"))
    thread = board.state.threads[edited.tid]
    forum = board.state.forums[thread.fid]
    hidden = [
        ("fid", str(thread.fid)),
        ("tid", str(thread.tid)),
        ("pid", str(edited.pid)),
        ("page", request.get("page", "1")),
    ]
    ticks = boxes(edited)
    if edited.first:
        hidden.append(("iconid", "0"))
    if edited.first and pages.newer:
        ticks = [
            ("hiddenreplies", "回帖仅作者可见", thread.hidden_replies),
            ("ordertype", "回帖倒序排列", thread.reverse),
            *ticks,
        ]
    return pages.page(
        visit,
        "editor.html",
        script_name="post",
        title="编辑帖子",
        forum=forum,
        target="post.php?action=edit&extra=&editsubmit=yes&mod=",
        hidden=hidden,
        types=sorted(forum.types.items()) if edited.first else [],
        subject=edited.subject,
        message=without_notice(edited.text),
        edit=True,
        first_post=edited.first,
        boxes=ticks,
        submit="editsubmit",
        button="编辑帖子",
        options=thread,
    )
