"""7.x's moderation: `topicadmin.php`."""

from __future__ import annotations

from practice.dialects import seven_words
from practice.dialects.forms import numbers
from practice.dialects.seven_page import SevenPages
from practice.dialects.seven_post import checked
from practice.dialects.visit import Visit
from practice.moderation import moderate_posts, moderate_threads
from practice.refusal import Refusal
from practice.web import Answer


def moderate(pages: SevenPages, visit: Visit) -> Answer:
    """`topicadmin.php`: rights first, then the formhash."""
    request, state = visit.request, visit.board.state
    action, sent = request.get("action"), request.get("modsubmit") == "yes"
    thread = state.threads.get(request.number("tid"))
    fid = request.number("fid") or (thread.fid if thread else 0)
    if fid not in state.forums or not state.moderates(visit.viewer, fid):
        raise Refusal("not_moderator")
    chosen = numbers(request.many("moderate" if action == "moderate" else "topiclist"))
    if not sent:
        return _moderate_form(pages, visit, action, fid, chosen)
    checked(visit)
    if action == "moderate":
        operation = (request.many("operations") or [""])[0]
        level, target = request.number("sticklevel", 1), request.number("moveto")
        moderate_threads(state, visit.viewer, fid, chosen, operation, level, target)
        return pages.succeed(
            visit, seven_words.MODERATED, f"forumdisplay.php?fid={fid}&{request.get('listextra')}"
        )
    switch = {"banpost": "banned", "warn": "warned"}.get(action, "")
    tid = request.number("tid")
    moderate_posts(state, visit.viewer, tid, chosen, action, on=request.get(switch, "1") == "1")
    page = request.get("page") or "1"
    return pages.succeed(visit, seven_words.MODERATED, f"viewthread.php?tid={tid}&page={page}")


def _moderate_form(pages: SevenPages, visit: Visit, action: str, fid: int, chosen: list[int]) -> Answer:
    if not chosen:
        raise Refusal("nothing_chosen")
    request, state = visit.request, visit.board.state
    group = request.get("optgroup", "4")
    choices: list[tuple[str, str, str, bool]] = []
    if action == "moderate":
        thread = state.threads.get(chosen[0])
        closed = thread is not None and thread.closed
        choices = {
            "1": [("operations[]", "stick", "主题置顶", True)],
            "2": [("operations[]", "move", "移动主题", True)],
            "3": [("operations[]", "delete", "删除主题", True)],
        }.get(
            group,
            [("operations[]", "open", "打开主题", closed), ("operations[]", "close", "关闭主题", not closed)],
        )
    elif field := {"banpost": "banned", "warn": "warned"}.get(action):
        choices = [(field, "1", "是", True), (field, "0", "否", False)]
    html = pages.templates.get_template("moderate.html").render(
        chosen=chosen,
        action=action,
        group=group,
        formhash=visit.formhash,
        fid=fid,
        tid=request.number("tid"),
        page=request.get("page"),
        choices=choices,
        list_name="moderate" if action == "moderate" else "topiclist",
    )
    return pages.xml(visit, html) if visit.inajax else Answer(html, 200, "text/html")
