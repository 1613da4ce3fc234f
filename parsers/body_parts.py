"""What a body holds, what its elements are called, and the board's notice of its last edit."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from parsers.dom import Element
from parsers.model import Dialect, Mark, Quote

LISTS = frozenset({"ul", "ol", "li", "dl", "dt", "dd"})
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
BLOCKS = LISTS | HEADINGS | {"div", "p", "table", "tr", "blockquote", "pre", "hr", "center"}
SILENT = frozenset({"script", "style", "noscript", "template", "head", "title"})
STRUCK = frozenset({"strike", "s", "del"})
FURNITURE = (" tip ", " pattl ", " postattachlist ", " t_attachlist ", " attach_nopermission ", " jammer ")
LOCKED = (" locked ", " notice ")
SHOWN_BELOW = ("以下内容需要", "以下內容需要")
SHOWN_BELOW_4 = ("以下内容", "以下內容")
RULER = 30 * "="
MAX_DEPTH = 4
"""Boards nest neither quotes nor hidden parts; what claims to is read as plain text from here."""
SMILEY_FOLDERS = ("images/smilies/", "static/image/smiley/")
VISIBLE_TAGS = frozenset({"font", "span", "div", "p", "td", "strong", "a"})
_EDITED = re.compile(r"\s*本帖最[后後]由 (.{1,80}?) [于於] (.{4,60}?) [编編][辑輯]\s*\Z", re.DOTALL)


@dataclass(slots=True)
class Body:
    """What a body holds; `edited` is the notice's own words: who, when."""

    text: str = ""
    hidden: str | None = None
    code: list[str] = field(default_factory=list)
    quotes: list[Quote] = field(default_factory=list)
    smilies: list[str] = field(default_factory=list)
    marks: tuple[Mark, ...] = ()
    edited: tuple[str, str] | None = None


def edit_notice(
    node: Element, dialect: Dialect, kind: str, *, begun: bool, bracketed: bool
) -> tuple[str, str] | None:
    """Who edited and when, in the notice's own words; None where the element is no notice.

    X and 7 put it at the start of the body, 6 and 4 in brackets at its end; anywhere else it was typed by hand.
    """
    words = None if len(node) else _EDITED.match(node.text or "")
    if words is None:
        return None
    if dialect in {"x", "7"}:
        right = " pstatus " in kind and not begun
    else:
        right = bracketed and node.getnext() is None and (node.tail or "").strip("\r\n\t \xa0") == "]"
    return (words[1], words[2]) if right else None
