"""BBCode to HTML with the tags, classes and line breaks of the boards; unbalanced tags stay as they were typed.

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
_OWN_URL = re.compile(r"(?:forum|home|viewthread|redirect)\.php", re.IGNORECASE)
_SAFE_URL = re.compile(r"(?:https?://|ftp://|mailto:|(?:forum|home|viewthread|redirect)\.php)", re.IGNORECASE)
_COLOR = re.compile(r"[\w#(),. ]{1,40}")
_WIDTH = re.compile(r"\d{1,4}%?")
_TABLES = re.compile(r"\[table(?:=([\w%,#]{1,30}))?\](.*?)\[/table\]", re.IGNORECASE | re.DOTALL)
_ROWS = re.compile(r"\[tr(?:=([^\]<>\"]{1,30}))?\](.*?)\[/tr\]", re.IGNORECASE | re.DOTALL)
_CELLS = re.compile(r"\[td(?:=([^\]<>\"]{1,30}))?\](.*?)\[/td\]", re.IGNORECASE | re.DOTALL)
_SIZE = re.compile(r"\d{1,2}(?:\.\d+)?(?:px|pt)?")


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
    """Escape a text as the boards do: apostrophes stay, short numeric references survive."""
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
        kept.append(match.group(1).strip("\r\n"))
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


def _pair(html: str, tag: str, opening: str, closing: str) -> str:
    return re.sub(
        rf"\[{tag}\](.*?)\[/{tag}\]",
        lambda m: opening + m[1] + closing,
        html,
        flags=re.IGNORECASE | re.DOTALL,
    )


def _valued(html: str, tag: str, valid: re.Pattern[str], shape: str, closing: str) -> str:
    """Turn `[tag=value]…[/tag]`, the innermost first, so that nesting works."""
    pattern = re.compile(
        rf"\[{tag}=([^\[\]<>]{{1,60}})\]((?:(?!\[{tag}=).)*?)\[/{tag}\]", re.IGNORECASE | re.DOTALL
    )

    def turn(m: re.Match[str]) -> str:
        return shape.format(m[1]) + m[2] + closing if valid.fullmatch(m[1]) else m[2]

    for _ in range(12):
        html, count = pattern.subn(turn, html)
        if not count:
            break
    return html


def _tags(html: str, dress: Dress) -> str:
    html = re.sub(r"\[i=s\](.*?)\[/i\]", r'<i class="pstatus">\1</i>', html, flags=re.IGNORECASE | re.DOTALL)
    for tag, opening, closing in (
        ("b", "<strong>", "</strong>"),
        ("i", "<i>", "</i>"),
        ("u", "<u>", "</u>"),
        ("s", "<strike>", "</strike>"),
        ("indent", "<blockquote>", "</blockquote>"),
    ):
        html = _pair(html, tag, opening, closing)
    html = _valued(html, "color", _COLOR, '<font color="{}">', "</font>")
    html = _valued(html, "backcolor", _COLOR, '<font style="background-color:{}">', "</font>")
    html = _valued(html, "size", _SIZE, '<font size="{}">', "</font>")
    html = re.sub(r'<font size="([\d.]+(?:px|pt))">', r'<font style="font-size:\1">', html)
    html = _valued(html, "font", re.compile(r"[^\[<\"&]{1,40}"), '<font face="{}">', "</font>")
    html = _valued(html, "align", re.compile(r"left|center|right", re.IGNORECASE), *dress.align)
    html = html.replace("[hr]", '<hr class="l" />')
    html = _links(html, dress.site)
    html = _images(html, dress)
    html = _tables(html)
    html = _lists(html)
    for tag in ("quote", "free"):
        html = re.sub(
            rf"\s?\[{tag}\][\n\r]*(.+?)[\n\r]*\[/{tag}\]\s?",
            r'<div class="quote"><blockquote>\1</blockquote></div>',
            html,
            flags=re.IGNORECASE | re.DOTALL,
        )
    html = re.sub(
        r"\[hide\]\s*(.*?)\s*\[/hide\]", lambda m: dress.hide(m[1]), html, flags=re.IGNORECASE | re.DOTALL
    )
    return re.sub(
        r"\[hide=(\d{1,6})\]\s*(.*?)\s*\[/hide\]",
        lambda m: dress.hide_for_credits(m[1], m[2]),
        html,
        flags=re.IGNORECASE | re.DOTALL,
    )


def _links(html: str, site: str) -> str:
    def link(m: re.Match[str]) -> str:
        address = m["to"] if m["to"] is not None else m["text"]
        if not _SAFE_URL.match(address):
            return m["text"]
        absolute = site + address if _OWN_URL.match(address) else address
        return f'<a href="{absolute}" target="_blank">{m["text"]}</a>'

    return re.sub(
        r"\[url(?:=(?P<to>[^\]\[\"<>\s]{1,400}))?\](?P<text>.*?)\[/url\]",
        link,
        html,
        flags=re.IGNORECASE | re.DOTALL,
    )


def _images(html: str, dress: Dress) -> str:
    def image(m: re.Match[str]) -> str:
        size = f' width="{m[1]}" height="{m[2]}"' if m[1] else ""
        return dress.image.format(src=m[3], size=size)

    return re.sub(
        r"\[img(?:=(\d{1,4})[x,](\d{1,4}))?\]\s*((?:https?://|static/)[^\[\]\"<>\s]{1,400})\s*\[/img\]",
        image,
        html,
        flags=re.IGNORECASE,
    )


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
    style = f' style="width:{width}{unit}"' if _WIDTH.fullmatch(width) else ""
    background = f' bgcolor="{color}"' if color and _COLOR.fullmatch(color) else ""
    rows = "".join(_row(row) for row in _ROWS.finditer(m[2]))
    return f'<table cellspacing="0" class="t_table"{style}{background}>{rows}</table>'


def _tables(html: str) -> str:
    return _TABLES.sub(_table, html)


def _lists(html: str) -> str:
    def listed(m: re.Match[str]) -> str:
        kind = m[1]
        opening = f'<ul type="{kind}" class="litype_{kind}">' if kind else "<ul>"
        return opening + m[2].replace("[*]", "<li>") + "</ul>"

    return re.sub(r"\[list(?:=([1aA]))?\](.*?)\[/list\]", listed, html, flags=re.IGNORECASE | re.DOTALL)
