"""Where each dialect puts an answer's words: the message box of a page, the scripts and texts of a window."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape

from parsers.model import Dialect
from parsers.soup import Tag, attr, first, lines_of, parse, select, text_of

FRAME = "您无权进行当前操作"
_ENVELOPE = re.compile(r"(?:<\?xml[^>]{0,200}\?>)?\s*<root>\s*<!\[CDATA\[")
_STRING = r"'((?:[^'\\]|\\.)*)'"
_HANDLE = re.compile(
    rf"(succeed|error|submit|message)handle_\w*\(\s*{_STRING}\s*(?:,\s*{_STRING}\s*)?(?:,\s*(\{{[^}}]*\}})\s*)?\)"
)
_PAIR = re.compile(rf"'(\w+)'\s*:\s*{_STRING}")
_WRITTEN = re.compile(rf"\$\('(?:succeedlocation|messageleft)'\)\.innerHTML\s*=\s*{_STRING}")
_JUMP = re.compile(r"window\.location\.href\s*=\s*'([^'\\]{1,500})")
_MARK = re.compile(
    r"messagetext|alert_(?:right|info|error)|showmessage|box message|提示信息|pwverify"
    r"|Discuz! (?:Database|System) Error|Discuz! info"
)
_POSTS = re.compile(r"id=\"(?:postmessage_|pid)\d|name=\"pid\d")
_TINY_WORDS = re.compile(
    "频繁刷新限制|页面重载开启|Request Bad url|Cache List:|Can not connect to MySQL server|Database Error"
)
_TINY = 3000


@dataclass(frozen=True)
class Box:
    """The words of an answer; `frame`: they stand in the frame of a refusal with a login form."""

    text: str
    location: str | None = None
    values: dict[str, str] = field(default_factory=dict)
    frame: bool = False


def unwrap(body: str) -> str | None:
    """The inside of an inajax answer, or None for a page."""
    found = _ENVELOPE.match(body)
    if not found:
        return None
    end = body.rfind("]]>")
    return body[found.end() : end if end >= 0 else len(body)]


def box_of_window(inner: str) -> Box | None:
    """The words of an inajax answer: handed to a script, standing free before it, or in a small window."""
    if _POSTS.search(inner):
        return None
    handed = _handed(inner)
    if handed and handed.text:
        return handed
    written = _WRITTEN.search(inner)
    if written:
        return Box(_plain(written[1]), handed.location if handed else None)
    if "alert_" in inner or "messagetext" in inner:
        tree = parse(inner)
        for css in ("#messagetext", ".alert_error", ".alert_right", ".alert_info"):
            node = first(tree, css)
            if node is not None and (text := text_of(node)):
                return Box(text)
    lead = inner.partition("<script")[0].lstrip()
    if lead and not lead.startswith("<") and "<form" not in lead:
        return Box(_plain(lead))
    return None


def box_of_page(body: str, dialect: Dialect | None) -> Box | None:
    """The message box of a whole page, or None."""
    if len(body) < _TINY and (text := tiny_text(body)) and _TINY_WORDS.search(text):
        return Box(text)
    if not _MARK.search(body) or _POSTS.search(body):
        return None
    tree = parse(body)
    box = _password_box(tree) or _x_box(tree) or _seven_box(tree) or _error_box(tree)
    if box is None and dialect in {None, "4"}:
        box = _four_box(tree)
    return box if box is not None and box.text else None


def tiny_text(body: str) -> str:
    """The words of a page that has no more than a heading and a line or two; else nothing."""
    if len(body) > _TINY or body.startswith("<script"):
        return ""
    tree = parse(body)
    head = first(tree, "h1")
    return text_of(head) if head is not None else text_of(first(tree, "body") or tree)


def has_editor(body: str) -> bool:
    """Whether the page is an editor or a log-in form: what a board shows when nothing was submitted."""
    if _POSTS.search(body):
        return False
    return any(
        first(tree, css) is not None
        for tree in [parse(body)]
        for css in ("form#postform", "form[name=input] textarea[name=message]", "form[name=login]")
    )


def _handed(script: str) -> Box | None:
    found = None
    for found in _HANDLE.finditer(script):
        if found[3] or found[2] or found[4]:
            break
    if found is None:
        return None
    how, one, two = found[1], found[2], found[3]
    values = {key: _unquote(value) for key, value in _PAIR.findall(found[4] or "")}
    if how in {"succeed", "submit"}:
        return Box(_plain(two or ""), _unquote(one) or None, values)
    # messagehandle_K(code, text); errorhandle_K(text, values)
    return Box(_plain(two if how == "message" and two else one), None, values)


def _unquote(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def _plain(text: str) -> str:
    """A script's string or loose text: first line, no tags, references resolved."""
    text = re.split(r"<br\s*/?>|</p>|\[ ", _unquote(text), maxsplit=1)[0]
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", "", text))).strip()


def _x_box(tree: Tag) -> Box | None:
    node = first(tree, "#messagetext")
    if node is None:
        return None
    text = ""
    for part in select(node, "p") or [node]:
        if "alert_btnleft" not in attr(part, "class") and (text := text_of(part)):
            break
    scripts = " ".join(script.get_text() for script in select(node, "script"))
    handed = _handed(scripts)
    if not text and (written := _WRITTEN.search(scripts)):
        text = _plain(written[1])
    jump = _JUMP.search(scripts)
    link = first(node, ".alert_btnleft a")
    location = handed.location if handed else None
    if location is None:
        location = jump[1] if jump else attr(link, "href") or None
    frame = first(tree, "#messagelogin") is not None and "alert_info" in attr(node, "class")
    return Box(text, _address(location), handed.values if handed else {}, frame)


def _seven_box(tree: Tag) -> Box | None:
    node = None
    for css in (
        ".postbox > .alert_right",
        ".postbox > .alert_info",
        ".postbox > .alert_error",
        "div.showmessage",
    ):
        node = first(tree, css)
        if node is not None:
            break
    else:
        node = first(tree, "div.box.message")
    if node is None:
        return None
    words = [text for part in select(node, "p") if (text := text_of(part))]
    frame = bool(words) and words[0].startswith(FRAME)
    if frame and len(words) > 1:
        words = words[1:]
    jump = _JUMP.search(node.decode()) or re.search(r"url=([^\"'>]{1,300})", _refresh(tree))
    link = next((a for a in select(node, "a") if "自动跳转" in a.get_text()), None)
    location = jump[1] if jump else attr(link, "href")
    text = re.sub(r" ?\[ [^\]]{0,60} \]$", "", words[0] if words else text_of(node))
    return Box(text, _address(location), {}, frame)


def _refresh(tree: Tag) -> str:
    return attr(first(tree, 'meta[http-equiv="refresh"]'), "content")


def _four_box(tree: Tag) -> Box | None:
    for head in select(tree, "tr.header > td"):
        row = head.find_parent("tr")
        cell = row.find_next_sibling("tr") if row else None
        if not text_of(head).endswith("提示信息") or not isinstance(cell, Tag):
            continue
        reason = first(cell, "ol li b")
        if reason is not None:
            return Box(text_of(reason), None, {}, frame=True)
        words = [line for line in lines_of(cell) if line.strip()]
        link = first(cell, "a[href]")
        href = attr(link, "href")
        return Box(words[0].strip() if words else "", _address(href), {})
    return None


def _password_box(tree: Tag) -> Box | None:
    for form in select(tree, 'form[action*="pwverify"]'):
        if first(form, "input[name=pw]") is None:
            continue
        around = text_of(form) if "需要密码" in text_of(form) else text_of(form.find_parent("div") or form)
        found = re.search(r"本[版论][块坛]需要密码[^。]{0,60}", around)
        words = first(form, "h1, h3, tr.header td")
        parent = form.find_parent("div", class_="f_c")
        if words is None and parent is not None:
            words = first(parent, "h3")
        return Box(text_of(words) if words is not None else (found[0] if found else "本版块需要密码"))
    return None


def _error_box(tree: Tag) -> Box | None:
    head = first(tree, "h1")
    if head is None or not re.match(r"Discuz! (?:Database|System) Error|Discuz! info", text_of(head)):
        return None
    told = first(tree, ".info li, .info")
    return Box(" ".join(filter(None, (text_of(head), text_of(told) if told is not None else ""))))


def _address(location: str | None) -> str | None:
    return location if location and not location.startswith("javascript") else None
