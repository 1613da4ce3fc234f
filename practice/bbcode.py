"""BBCode to HTML with the tags, classes and line breaks of the boards.

The order of the steps matters: code blocks are set aside first, then text is escaped, then tags are turned, then
blanks and line ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape

SMILIES: dict[str, tuple[int, str]] = {
    ":)": (1, "smile"),
    ":(": (2, "sad"),
    ":D": (3, "biggrin"),
    ":'(": (4, "cry"),
    ":@": (5, "huffy"),
    ":o": (6, "shocked"),
    ":P": (7, "tongue"),
    ":$": (8, "shy"),
    ";P": (9, "titter"),
    ":L": (10, "sweat"),
    ":Q": (11, "mad"),
    ":lol": (12, "lol"),
    ":loveliness:": (13, "loveliness"),
    ":funk:": (14, "funk"),
    ":curse:": (15, "curse"),
    ":dizzy:": (16, "dizzy"),
    ":shutup:": (17, "shutup"),
    ":sleepy:": (18, "sleepy"),
    ":hug:": (19, "hug"),
    ":victory:": (20, "victory"),
    ":time:": (21, "time"),
    ":kiss:": (22, "kiss"),
    ":handshake": (23, "handshake"),
    ":call:": (24, "call"),
}
_SMILEY = re.compile(
    "|".join(re.escape(escape(code, quote=False)) for code in sorted(SMILIES, key=len, reverse=True))
)
_CODE = re.compile(r"\s?\[code\](.+?)\[/code\]\s?", re.IGNORECASE | re.DOTALL)
_REFERENCE = re.compile(r"&amp;(#(?:\d{3,5}|x[0-9a-f]{4});)", re.IGNORECASE)
_SCHEME = re.compile(r"(?:https?|ftp|gopher|news|telnet|rtsp|mms|callto|bctp|thunder)://", re.IGNORECASE)
_COLOR = re.compile(r"[\w#(),. ]{1,40}")
_WIDTH = re.compile(r"\d{1,4}%?")
_TABLES = re.compile(r"\[table(?:=([\w%,#]{1,30}))?\](.*?)\[/table\]", re.IGNORECASE | re.DOTALL)
_ROWS = re.compile(r"\[tr(?:=([^\]<>\"]{1,30}))?\](.*?)\[/tr\]", re.IGNORECASE | re.DOTALL)
_CELLS = re.compile(r"\[td(?:=([^\]<>\"]{1,30}))?\](.*?)\[/td\]", re.IGNORECASE | re.DOTALL)
_OPENINGS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\[color=([#\w]+?)\]", re.IGNORECASE), r'<font color="\1">'),
    (re.compile(r"\[color=((?:rgb|rgba)\([\d\s,.]+?\))\]", re.IGNORECASE), r'<font style="color:\1">'),
    (re.compile(r"\[backcolor=([#\w]+?)\]", re.IGNORECASE), r'<font style="background-color:\1">'),
    (re.compile(r"\[size=(\d{1,2}?)\]", re.IGNORECASE), r'<font size="\1">'),
    (re.compile(r"\[size=(\d{1,2}(?:\.\d{1,2})?(?:px|pt))\]", re.IGNORECASE), r'<font style="font-size:\1">'),
    (re.compile(r"\[font=([^\[<]{1,60}?)\]", re.IGNORECASE), r'<font face="\1">'),
    (re.compile(r"\[float=left\]", re.IGNORECASE), '<span style="float:left;margin-right:5px">'),
    (re.compile(r"\[float=right\]", re.IGNORECASE), '<span style="float:right;margin-left:5px">'),
    (
        re.compile(r"\[p=(\d{1,2}), (\d{1,2}), (left|center|right)\]", re.IGNORECASE),
        r'<p style="line-height:\1px;text-indent:\2em;text-align:\3">',
    ),
)
_ALIGN = re.compile(r"\[align=(left|center|right)\]", re.IGNORECASE)
_FIXED = (
    ("[/color]", "</font>"), ("[/backcolor]", "</font>"), ("[/size]", "</font>"), ("[/font]", "</font>"),
    ("[b]", "<strong>"), ("[/b]", "</strong>"), ("[s]", "<strike>"), ("[/s]", "</strike>"),
    ("[hr]", '<hr class="l" />'), ("[/p]", "</p>"), ("[i=s]", '<i class="pstatus">'), ("[i]", "<i>"),
    ("[/i]", "</i>"), ("[u]", "<u>"), ("[/u]", "</u>"), ("[list]", "<ul>"),
    ("[list=1]", '<ul type="1" class="litype_1">'), ("[list=a]", '<ul type="a" class="litype_2">'),
    ("[list=A]", '<ul type="A" class="litype_3">'), ("[*]", "<li>"), ("[/list]", "</ul>"),
    ("[indent]", "<blockquote>"), ("[/indent]", "</blockquote>"), ("[/float]", "</span>"),
)  # fmt: skip
_URL = re.compile(
    r"\[url(?:=(?P<to>[^\]\[\"<>\s]{1,400}))?\](?P<text>.*?)\[/url\]", re.IGNORECASE | re.DOTALL
)
_EMAIL = re.compile(r"\[email\]\s*([\w.+-]{1,60}@[\w.-]{1,60})\s*\[/email\]", re.IGNORECASE)
_FLASH = re.compile(r"\[flash\]\s*(https?://[^\[\]\"<>\s]{1,400})\s*\[/flash\]", re.IGNORECASE)
_IMAGE = re.compile(r"\[img(?:=(\d{1,4})[x,](\d{1,4}))?\]\s*([^\[\]\"<>\s]{1,400})\s*\[/img\]", re.IGNORECASE)
_DROPPED = re.compile(r"\[attach(?:img)?\]\d+\[/attach(?:img)?\]|\[password\].*?\[/password\]", re.IGNORECASE)
_QUOTED = re.compile(r"\s?\[(quote|free)\][\n\r]*(.+?)[\n\r]*\[/\1\]\s?", re.IGNORECASE | re.DOTALL)
_HIDE = re.compile(r"\[hide\](.*?)\[/hide\]", re.IGNORECASE | re.DOTALL)
_HIDE_FOR = re.compile(r"\[hide=(\d{1,6})\](.*?)\[/hide\]", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Dress:
    """What differs between the dialects, and what this reader may see."""

    smilies: str
    image: str
    hide: Callable[[str], str]
    hide_for_credits: Callable[[str, str], str]
    code: Callable[[str, int], str]
    references: bool = True
    site: str = ""
    align: tuple[str, str] = ('<div align="{}">', "</div>")


def text_html(text: str, *, references: bool = True) -> str:
    """Escape a text as the boards do: apostrophes stay; on 7.x short numeric `references` survive, on X none."""
    shown = text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")
    return _REFERENCE.sub(r"&\1", shown) if references else shown


def blanks(html: str) -> str:
    """Tabs and runs of blanks, and line ends, as the boards print them."""
    html = html.replace("\t", "&nbsp; &nbsp; &nbsp; &nbsp; ")
    html = html.replace("   ", "&nbsp; &nbsp;").replace("  ", "&nbsp;&nbsp;")
    return html.replace("\r\n", "\n").replace("\n", "<br />\n")


def render(text: str, dress: Dress, *, smileyoff: bool = False, bbcodeoff: bool = False) -> str:
    """A stored post's text as HTML."""
    if bbcodeoff:
        return blanks(text_html(text, references=dress.references))
    kept: list[str] = []

    def aside(match: re.Match[str]) -> str:
        kept.append(match.group(1))
        return f"\x00{len(kept) - 1}\x00"

    html = text_html(_CODE.sub(aside, text.replace("\x00", "")), references=dress.references)
    if not smileyoff:
        html = _SMILEY.sub(lambda m: _smiley(m, dress.smilies), html)
    html = _tags(html, dress)
    html = blanks(html)
    return re.sub("\x00(\\d+)\x00", lambda m: dress.code(kept[int(m[1])], int(m[1])), html)


def _smiley(match: re.Match[str], template: str) -> str:
    number, name = SMILIES[match.group(0)]
    return template.format(number=number, name=name)


def _tags(html: str, dress: Dress) -> str:
    """Opening and closing tags are turned each by itself, as the boards do: what is unbalanced stays so."""
    html = _links(html, dress.site)
    for pattern, replacement in _OPENINGS:
        html = pattern.sub(replacement, html)
    html = _ALIGN.sub(lambda m: dress.align[0].format(m[1]), html).replace("[/align]", dress.align[1])
    for code, markup in _FIXED:
        html = html.replace(code, markup)
    html = _IMAGE.sub(lambda m: _image(m, dress.image), html)
    html = _TABLES.sub(_table, html)
    html = _DROPPED.sub("", html)
    html = _QUOTED.sub(r'<div class="quote"><blockquote>\2</blockquote></div>', html)
    html = _HIDE.sub(lambda m: dress.hide(m[1].strip()), html)
    return _HIDE_FOR.sub(lambda m: dress.hide_for_credits(m[1], m[2].strip()), html)


def _links(html: str, site: str) -> str:
    def link(m: re.Match[str]) -> str:
        address = m["text"] if m["to"] is None else m["to"]
        if address.lower().startswith("www."):
            address = "http://" + address
        # What names no known scheme becomes an address of the board's own, `javascript:` too.
        absolute = address if _SCHEME.match(address) else site + address
        return f'<a href="{absolute}" target="_blank">{m["text"]}</a>'

    html = _URL.sub(link, html)
    html = _FLASH.sub(r'<a href="\1" target="_blank">\1</a>', html)
    return _EMAIL.sub(r'<a href="mailto:\1">\1</a>', html)


def _image(m: re.Match[str], template: str) -> str:
    size = f' width="{m[1]}" height="{m[2]}"' if m[1] else ""
    source = m[3] if m[3].startswith(("http://", "https://", "static/", "images/")) else "http://" + m[3]
    return template.format(src=source, size=size)


def _cell(spec: str, inner: str) -> str:
    parts = [part.strip() for part in spec.split(",")] if spec else []
    attributes = ""
    if len(parts) > 1:
        for name, value in zip(("colspan", "rowspan"), parts, strict=False):
            attributes += f' {name}="{value}"' if value.isdigit() and value != "1" else ""
    width = parts[0] if len(parts) == 1 else parts[2] if len(parts) > 2 else ""
    attributes += f' width="{width}"' if _WIDTH.fullmatch(width) else ""
    return f"<td{attributes}>{inner}</td>"


def _row(m: re.Match[str]) -> str:
    color = f' style="background-color:{m[1]}"' if m[1] and _COLOR.fullmatch(m[1]) else ""
    return f"<tr{color}>" + "".join(_cell(c[1] or "", c[2]) for c in _CELLS.finditer(m[2])) + "</tr>"


def _table(m: re.Match[str]) -> str:
    width, _, color = (m[1] or "").partition(",")
    unit = "" if width.endswith("%") else "px"
    style = f'style="width:{width}{unit}"' if _WIDTH.fullmatch(width) else ""
    background = f' bgcolor="{color}"' if color and _COLOR.fullmatch(color) else ""
    rows = "".join(_row(row) for row in _ROWS.finditer(m[2]))
    return f'<table cellspacing="0" class="t_table" {style}{background}>{rows}</table>'
