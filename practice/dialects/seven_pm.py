"""7.x's private messages."""

from __future__ import annotations

from datetime import datetime, timedelta

from markupsafe import Markup

from practice import dates
from practice.dialects.seven_page import SevenPages
from practice.dialects.seven_post import checked
from practice.dialects.seven_words import PM_SENT
from practice.dialects.visit import Visit
from practice.dialects.x_pm import pm_html
from practice.records import Member, PrivateMessage
from practice.refusal import Refusal
from practice.web import Answer, redirect

_RANGES = {1: 0, 2: 1, 3: 2}


def messages(pages: SevenPages, visit: Visit) -> Answer:
    """`pm.php`."""
    if visit.viewer is None:
        raise Refusal("login_first")
    request = visit.request
    match request.get("action"):
        case "send":
            return _send(pages, visit, visit.viewer)
        case "del":
            for message in visit.board.state.conversation(visit.uid, request.number("uid")):
                message.deleted_by.add(visit.uid)
            return redirect("pm.php?filter=privatepm&page=1")
        case "new":
            other = visit.board.state.members.get(request.number("uid"))
            return pages.page(
                visit, "pm_new.html", script_name="pm", title="发送短消息", name=other.name if other else ""
            )
        case _:
            pass
    if request.get("checknewpm"):
        return pages.xml(visit, "")
    if request.number("uid"):
        return _talk(pages, visit, visit.viewer)
    return _talks(pages, visit, visit.viewer)


def _send(pages: SevenPages, visit: Visit, viewer: Member) -> Answer:
    request, state = visit.request, visit.board.state
    if not request.get("pmsubmit"):
        return pages.page(visit, "pm_new.html", script_name="pm", title="发送短消息", name="")
    checked(visit)
    name = request.get("msgto").strip()
    receiver = state.find_member(name) if name else state.members.get(request.number("uid"))
    message = visit.board.acts.send_pm(viewer, receiver, request.get("message").replace("\r\n", "\n"))
    if request.number("uid") and visit.inajax and not name:
        module = pages.templates.get_template("pm_item.html").make_module({})
        html = str(module.item(_shown(visit, viewer, message)))  # type: ignore[attr-defined]
        return pages.xml(visit, html)
    return pages.say(visit, PM_SENT, alert="alert_info")


def _near_day(visit: Visit, at: datetime) -> str:
    zone = visit.board.settings.zone
    today, that = (visit.board.now() + zone).date(), (at + zone).date()
    word = {0: "今天", 1: "昨天", 2: "前天"}.get((today - that).days)
    return f"{word} {at + zone:%H:%M}" if word else dates.stamp(at, zone)


def _talks(pages: SevenPages, visit: Visit, viewer: Member) -> Answer:
    state = visit.board.state
    rows = []
    for other, talk in state.correspondents(viewer.uid):
        last = talk[-1]
        rows.append(
            {
                "pmid": last.pmid,
                "other": state.members[other],
                "unread": any(m.unread and m.receiver == viewer.uid for m in talk),
                "when": _near_day(visit, last.at),
                "summary": last.text[:60].replace("\n", " "),
            }
        )
    new = [row for row in rows if row["unread"]]
    wanted = visit.request.get("filter") or ("newpm" if new else "privatepm")
    shown = {"newpm": new, "privatepm": rows}.get(wanted, [])
    return pages.page(visit, "pm_list.html", script_name="pm", title="短消息", rows=shown, chosen=wanted)


def _shown(visit: Visit, viewer: Member, message: PrivateMessage) -> dict[str, object]:
    zone = visit.board.settings.zone
    return {
        "pmid": message.pmid,
        "mine": message.sender == viewer.uid,
        "sender": visit.board.state.members[message.sender],
        "when": dates.stamp(message.at, zone),
        "day": dates.day(message.at, zone),
        "unread": message.unread,
        "body": Markup(pm_html(message.text, references=True)),  # noqa: S704 - escaped by pm_html
    }


def _since(visit: Visit) -> datetime | None:
    """Where the chosen range of days begins; the default is today alone."""
    zone = visit.board.settings.zone
    local = visit.board.now() + zone
    midnight = local.replace(hour=0, minute=0, second=0, microsecond=0) - zone
    chosen = visit.request.number("daterange", 1)
    if chosen == 5:
        return None
    back = local.weekday() if chosen == 4 else _RANGES.get(chosen, 0)
    return midnight - timedelta(days=back)


def _talk(pages: SevenPages, visit: Visit, viewer: Member) -> Answer:
    state = visit.board.state
    other = state.members.get(visit.request.number("uid"))
    if other is None:
        raise Refusal("no_space")
    since = _since(visit)
    talk = [m for m in state.conversation(viewer.uid, other.uid) if since is None or m.at >= since]
    shown = [_shown(visit, viewer, message) for message in talk]
    for message in talk:
        if message.receiver == viewer.uid:
            message.unread = False
    return pages.page(
        visit,
        "pm_view.html",
        script_name="pm",
        title="短消息",
        messages=shown,
        other=other,
        total=len(talk),
        chosen=visit.request.number("daterange", 1),
    )
