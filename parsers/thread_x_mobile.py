"""Thread pages of Discuz! X in the phone's template: fewer marks, ages instead of times for fresh posts."""

from __future__ import annotations

from parsers.body import read_body
from parsers.dom import Element, Frame, name_of, text_of, tidy
from parsers.thread_parts import ANONYMOUS, Row, floor_in, uid_in

_NOTICES = ("提示:", "此帖仅作者可见", "此帖僅作者可見", "本帖为密码帖", "本主题需向作者支付")


def mobile_row(frame: Frame) -> Row | None:
    """One post of the phone's template."""
    line, time, body = (frame.parts.get(name) for name in (".mtit", ".mtime", ".message"))
    spans = {} if line is None else {span.get("class"): span for span in line.iterfind("span")}
    name, label = spans.get("z"), spans.get("y")
    if name is None or time is None:
        return None
    row = Row(frame.pid)
    link = name.find("a")
    row.uid = uid_in(link.get("href")) if link is not None else None
    row.author = name_of(name) or None
    row.anonymous = link is None or row.author in ANONYMOUS
    row.floor_words = text_of(label) if label is not None else None
    row.floor = floor_in(row.floor_words)
    row.sticky = label is not None and label.find("em") is not None
    row.time_words = tidy((time.text or "") + "".join(child.tail or "" for child in time))
    if body is not None:
        notice = _notice(body)
        row.notice = None if notice is None else text_of(notice)
        if notice is not None:
            # the text after the notice is the body, if this reader is shown one
            rest = notice.tail or ""
            body.remove(notice)
            body.text = (body.text or "") + rest
        if notice is None or len(body) or (body.text or "").strip():
            row.body = read_body(body, "x")
    return row


def _notice(body: Element) -> Element | None:
    """The board's own notice looks like a quote, but holds no `blockquote`."""
    first = body[0] if len(body) else None
    if (
        first is None
        or (body.text or "").strip()
        or first.tag != "div"
        or first.find("blockquote") is not None
    ):
        return None
    return first if text_of(first).startswith(_NOTICES) else None
