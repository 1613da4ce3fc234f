"""Thread pages of Discuz! X in the phone's template: fewer marks, ages instead of times for fresh posts."""

from __future__ import annotations

from parsers.body import read_body
from parsers.dom import Element, Frame, XPath, name_of, text_of, tidy
from parsers.thread_parts import Row, floor_in, uid_in

TITLE = XPath("(//div[@class='view_tit'])[1]")
_LABEL = XPath("(.//li[@class='mtit']/span[@class='y'])[1]")
_NAME = XPath("(.//li[@class='mtit']/span[@class='z'])[1]")
_TIME = XPath("(.//li[@class='mtime'])[1]")
_BODY = XPath("(.//div[@class='message'])[1]")
_NOTICES = ("提示:", "此帖仅作者可见", "本帖为密码帖", "本主题需向作者支付")


def mobile_row(frame: Frame) -> Row | None:
    """One post of the phone's template."""
    name, time = _one(_NAME(frame.element)), _one(_TIME(frame.element))
    if name is None or time is None:
        return None
    row = Row(frame.pid)
    link = name.find("a")
    row.uid = uid_in(link.get("href")) if link is not None else None
    row.author = name_of(name) or None
    row.anonymous = link is None or (row.author == "匿名")
    label = _one(_LABEL(frame.element))
    row.floor_words = text_of(label) if label is not None else None
    row.floor = floor_in(row.floor_words)
    row.sticky = label is not None and label.find("em") is not None
    row.time_words = tidy((time.text or "") + "".join(child.tail or "" for child in time))
    body = _one(_BODY(frame.element))
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


def _one(found: list[Element]) -> Element | None:
    return found[0] if found else None
