"""X's private messages."""

from __future__ import annotations

import re

from markupsafe import Markup

from practice import dates
from practice.bbcode import SMILIES, blanks, text_html
from practice.dialects.visit import Visit
from practice.dialects.x_page import XPages
from practice.dialects.x_post import checked
from practice.records import Member, PrivateMessage
from practice.refusal import Refusal
from practice.render import pager
from practice.web import Answer

_LIST_SIZE, _TALK_SIZE = 15, 10
_TAG = re.compile(r"\[/?[a-z]+(?:=[^\]]*)?\]", re.IGNORECASE)


def messages(pages: XPages, visit: Visit) -> Answer:
    """`mod=space&do=pm`: one's conversations, or one of them."""
    if visit.viewer is None:
        raise Refusal("read_login")
    if visit.request.get("subop") == "view":
        return _talk(pages, visit, visit.viewer)
    return _talks(pages, visit, visit.viewer)


def pm_html(text: str, *, references: bool = False) -> str:
    """The body of a private message; smilies become pictures."""
    html = text_html(text, references=references)
    for code in sorted(SMILIES, key=len, reverse=True):
        number, name = SMILIES[code]
        html = html.replace(
            text_html(code), f'<img src="static/image/smiley/default/{name}.gif" border="0" alt="" />'
        )
        del number
    html = re.sub(r"\[b\](.*?)\[/b\]", r"<strong>\1</strong>", html, flags=re.IGNORECASE | re.DOTALL)
    return blanks(html)


def _plid(visit: Visit, talk: list[PrivateMessage]) -> int:
    everything = [
        m
        for m in visit.board.state.messages.values()
        if {m.sender, m.receiver} == {talk[0].sender, talk[0].receiver}
    ]
    return min(m.pmid for m in everything)


def _talks(pages: XPages, visit: Visit, viewer: Member) -> Answer:
    board, state = visit.board, visit.board.state
    talks = state.correspondents(viewer.uid)
    if visit.request.get("filter") == "newpm":
        talks = [(o, t) for o, t in talks if any(m.unread and m.receiver == viewer.uid for m in t)]
    if visit.request.get("filter") == "announcepm":
        talks = []
    total = max(1, -(-len(talks) // _LIST_SIZE))
    page = min(max(visit.request.number("page", 1), 1), total)
    rows = []
    for other, talk in talks[(page - 1) * _LIST_SIZE : page * _LIST_SIZE]:
        last = talk[-1]
        when = dates.spanned(
            last.at, board.now(), board.settings.zone, seconds=False, convert=board.settings.human_times
        )
        rows.append(
            {
                "plid": _plid(visit, talk),
                "other": state.members[other],
                "mine": last.sender == viewer.uid,
                "unread": any(m.unread and m.receiver == viewer.uid for m in talk),
                "summary": _TAG.sub("", last.text)[:50].replace("\n", " "),
                "time": Markup(when),  # noqa: S704 - digits and our own words
                "total": len(talk),
            }
        )
    return pages.page(
        visit,
        "pm_list.html",
        module="home",
        action="space",
        title="消息",
        rows=rows,
        pager=pager(page, total),
        link="home.php?mod=space&do=pm&filter=privatepm",
    )


def _talk(pages: XPages, visit: Visit, viewer: Member) -> Answer:
    board, request, state = visit.board, visit.request, visit.board.state
    uid = request.number("touid")
    other = state.members.get(uid) or Member(uid, "", "")
    talk = state.conversation(viewer.uid, other.uid)
    total = max(1, -(-len(talk) // _TALK_SIZE))
    page = min(max(request.number("page", total), 1), total)
    for message in talk:
        if message.receiver == viewer.uid:
            message.unread = False
    settings = board.settings
    shown = [
        {
            "pmid": m.pmid,
            "mine": m.sender == viewer.uid,
            "sender": state.members[m.sender],
            "body": Markup(pm_html(m.text)),  # noqa: S704 - escaped by pm_html
            "time": Markup(  # noqa: S704 - digits and our own words
                dates.spanned(m.at, board.now(), settings.zone, seconds=False, convert=settings.human_times)
            ),
        }
        for m in talk[(page - 1) * _TALK_SIZE : page * _TALK_SIZE]
    ]
    return pages.page(
        visit,
        "pm_view.html",
        module="home",
        action="space",
        title="消息",
        messages=shown,
        other=other,
        total=len(talk),
        page=page,
        pages=total,
    )


def send_pm(pages: XPages, visit: Visit) -> Answer:
    """`mod=spacecp&ac=pm`: the form, sending, deleting."""
    request, state = visit.request, visit.board.state
    if visit.viewer is None:
        raise Refusal("login_first")
    if request.get("ac") != "pm":
        raise Refusal("undefined")
    operation = request.get("op")
    if operation == "delete":
        checked(visit)
        for value in request.many("deletepm_deluid"):
            for message in state.conversation(visit.viewer.uid, int(value) if value.isdigit() else 0):
                message.deleted_by.add(visit.viewer.uid)
        return pages.succeed(visit, "进行的短消息操作成功 ", "home.php?mod=space&do=pm", {})
    if operation != "send" or not request.has("pmsubmit"):
        return pages.page(
            visit,
            "pm_new.html",
            module="home",
            action="spacecp",
            title="发送消息",
            touid=request.number("touid"),
            name=request.get("username"),
        )
    checked(visit)
    return _sent(pages, visit)


def _sent(pages: XPages, visit: Visit) -> Answer:
    request, board, state = visit.request, visit.board, visit.board.state
    names = [name for name in [request.get("username"), *request.many("users")] if name]
    text = request.get("message").replace("\r\n", "\n")
    uid = request.number("touid")
    if not uid and names:
        receiver = state.find_member(names[0])
        if receiver is None:
            raise Refusal("no_receiver_name")
        board.acts.send_pm(visit.viewer, receiver, text)
        return pages.succeed(visit, "操作成功 ", "home.php?mod=space&do=pm", {"users": "", "succeed": "1"})
    message = board.acts.send_pm(visit.viewer, state.members.get(uid), text)
    url = f"home.php?mod=space&do=pm&subop=view&touid={uid}"
    return pages.succeed(visit, "操作成功 ", url, {"pmid": str(message.pmid)})
