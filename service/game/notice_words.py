"""What a notice of the outbox is, in words."""

from __future__ import annotations

from service.store import Notice, NoticeState

STATE = {
    NoticeState.HELD: "等导演点头",
    NoticeState.READY: "待发",
    NoticeState.SENDING: "待确认",
    NoticeState.SENT: "已发",
    NoticeState.WITHDRAWN: "已撤回",
    NoticeState.FAILED: "发不出",
}
WHICH = {"discussion": "讨论帖", "vote": "投票帖", "checkin": "报到帖"}
TEMPLATE = {
    "checkin": "报到与公平承诺",
    "vote_open": "开始投票",
    "day_open": "开帖公示",
    "count": "计票公示",
    "correction": "更正公示",
    "reveal": "结局与揭秘",
    "expelled": "罚下公示",
    "conduct": "纪律公示",
    "flow": "流程公示",
    "live": "实时票数",
    "reminder": "提醒",
    "alert": "给导演的提醒",
    "director_flags": "给导演的发言提示",
    "director_held": "请导演放行",
    "director_reply": "答复导演",
}


def notice_zh(notice: Notice) -> str:
    """What it is and where it goes."""
    if notice.kind == "pm":
        what = TEMPLATE.get(str(notice.data.get("template")), "私信")
        return f"{what}，私信给 {notice.name}"
    place = notice.data.get("opens") or notice.data.get("thread") or (0, "")
    thread = f"第{place[0]}天{WHICH.get(str(place[1]), '')}" if place[0] else WHICH.get(str(place[1]), "")
    if notice.kind in {"close", "open"}:
        return f"{'关闭' if notice.kind == 'close' else '打开'}{thread}"
    what = TEMPLATE.get(str(notice.data.get("template")), "公示")
    verb = {"thread": "新开", "edit": "改写"}.get(notice.kind, "回在")
    return f"{what}，{verb}{thread}"


def is_public(notice: Notice) -> bool:
    """Does it stand where everyone may read it?"""
    return notice.kind != "pm"
