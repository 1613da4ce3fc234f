"""X's moderation: `forum.php?mod=topicadmin`."""

from __future__ import annotations

from practice.dialects import x_words
from practice.dialects.forms import numbers
from practice.dialects.visit import Visit
from practice.dialects.x_page import XPages
from practice.dialects.x_post import checked
from practice.moderation import moderate_posts, moderate_threads
from practice.refusal import Refusal
from practice.web import Answer


def moderate(pages: XPages, visit: Visit) -> Answer:
    """`mod=topicadmin`, which always answers in XML."""
    request, state = visit.request, visit.board.state
    action = request.get("action")
    sent = request.get("modsubmit") == "yes"
    fid, tid = request.number("fid"), request.number("tid")
    if action == "moderate":
        if not sent:
            return _moderate_form(pages, visit, "moderate", numbers(request.many("moderate")))
        if fid not in state.forums or not state.moderates(visit.viewer, fid):
            raise Refusal("not_moderator")
        checked(visit)
        operation = (request.many("operations") or [""])[0]
        level = request.number("sticklevel", 1)
        moderate_threads(
            state,
            visit.viewer,
            fid,
            numbers(request.many("moderate")),
            operation,
            level,
            request.number("moveto"),
        )
        url = request.get("redirect") or f"forum.php?mod=forumdisplay&fid={fid}"
        return pages.succeed(visit, x_words.MODERATED, url, {}, ajax=True)
    pids = numbers(request.many("topiclist"))
    if not sent:
        return _moderate_form(pages, visit, action, pids)
    thread = state.threads.get(tid)
    if thread is None or not state.moderates(visit.viewer, thread.fid):
        raise Refusal("not_moderator")
    checked(visit)
    switch = {"banpost": "banned", "warn": "warned", "stickreply": "stickreply"}.get(action, "")
    moderate_posts(state, visit.viewer, tid, pids, action, on=request.get(switch, "1") == "1")
    url = f"forum.php?mod=viewthread&tid={tid}&page={request.get('page')}"
    return pages.succeed(visit, x_words.MODERATED, url, {}, ajax=True)


def _moderate_form(pages: XPages, visit: Visit, action: str, chosen: list[int]) -> Answer:
    request, state = visit.request, visit.board.state
    fid, tid = request.number("fid"), request.number("tid")
    forum = fid if fid in state.forums else state.threads[tid].fid if tid in state.threads else 0
    if not forum or not state.moderates(visit.viewer, forum):
        raise Refusal("not_moderator")
    if not chosen:
        raise Refusal("nothing_chosen")
    group = request.get("optgroup", "4")
    choices: list[tuple[str, str, str, bool]]
    if action == "moderate":
        thread = state.threads.get(chosen[0])
        closed = thread is not None and thread.closed
        choices = {
            "1": [("operations[]", "stick", "置顶", True)],
            "2": [("operations[]", "move", "移动主题", True)],
            "3": [("operations[]", "delete", "删除主题", True)],
        }.get(
            group,
            [("operations[]", "open", "打开主题", closed), ("operations[]", "close", "关闭主题", not closed)],
        )
        target = f"forum.php?mod=topicadmin&action=moderate&optgroup={group}&modsubmit=yes&infloat=yes"
    else:
        field = {"banpost": "banned", "warn": "warned", "stickreply": "stickreply"}.get(action)
        choices = [(field, "1", "是", True), (field, "0", "否", False)] if field else []
        target = f"forum.php?mod=topicadmin&action={action}&modsubmit=yes&infloat=yes&modclick=yes"
    html = pages.templates.get_template("moderate.html").render(
        chosen=chosen,
        form_id="moderateform" if action == "moderate" else "topicadminform",
        target=target,
        formhash=visit.formhash,
        fid=forum,
        tid=tid if action != "moderate" else 0,
        page=request.get("page"),
        redirect=f"{visit.site}forum.php?mod=forumdisplay&fid={forum}",
        list_name="moderate" if action == "moderate" else "topiclist",
        choices=choices,
        close=action == "moderate" and group == "4",
    )
    return pages.xml(visit, html)
