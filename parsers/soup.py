"""The only importer of bs4: irregular pages (message boxes, forms, lists, private messages) as trees.

Thread pages do not come here. Nothing outside the page readers sees a tag.
"""

from __future__ import annotations

import re

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PreformattedString, Tag

__all__ = ["BLOCKS", "Tag", "attr", "first", "lines_of", "parse", "select", "text_of"]

BLOCKS = frozenset(
    {
        "address",
        "blockquote",
        "center",
        "dd",
        "div",
        "dl",
        "dt",
        "fieldset",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "li",
        "ol",
        "p",
        "pre",
        "table",
        "tbody",
        "td",
        "th",
        "tr",
        "ul",
    }
)
_SILENT = frozenset({"script", "style", "noscript", "template"})
_UNUSABLE = re.compile("[\x00\ud800-\udfff]")
_LONGEST = 2_000_000
_PROLOG = re.compile(r"<\?xml[^>]{0,200}>?", re.IGNORECASE)


def parse(html: str) -> BeautifulSoup:
    """A page as a tree; any text gives one (lxml, by name: trees differ between parsers).

    What stands beyond the two millionth character is left out: no page that comes here is a tenth as long.
    """
    # bs4 warns of any XML declaration, wherever a damaged answer has it
    html = _PROLOG.sub("", _UNUSABLE.sub("", html[:_LONGEST]))
    # a text without tags that looks like an address makes bs4 warn
    return BeautifulSoup(html if "<" in html else f"<p>{html}</p>", "lxml")


def select(node: Tag, css: str) -> list[Tag]:
    """Every element that fits, in page order."""
    return list(node.select(css))


def first(node: Tag, css: str) -> Tag | None:
    """The first element that fits, or None."""
    return node.select_one(css)


def attr(node: Tag | None, name: str) -> str:
    """An attribute's value; empty where there is none."""
    if node is None:
        return ""
    value = node.get(name)
    if value is None:
        return ""
    return value if isinstance(value, str) else " ".join(value)


def lines_of(node: Tag, *, without: tuple[Tag, ...] = ()) -> list[str]:
    """The lines that a reader sees: broken at `br` and at blocks only, blanks of the source folded to one."""
    lines, line = [], [""]
    skipped = {id(tag) for tag in without}

    def flush() -> None:
        lines.append(re.sub(r"[ \t\r\n]+", " ", "".join(line)).replace("\xa0", " ").strip(" "))
        line.clear()

    # a stack instead of recursion: nesting is as deep as the page's author likes
    stack: list[object] = [node]
    while stack:
        item = stack.pop()
        if item is _BREAK:
            flush()
        elif isinstance(item, NavigableString):
            if not isinstance(item, PreformattedString):
                line.append(str(item))
        elif isinstance(item, Tag):
            if item.name in _SILENT or id(item) in skipped:
                continue
            if item.name == "br":
                flush()
                continue
            block = item.name in BLOCKS
            if block and any(part.strip() for part in line):
                flush()
            if block:
                stack.append(_BREAK_IF_OPEN)
            stack.extend(reversed(item.contents))
        elif item is _BREAK_IF_OPEN and any(part.strip() for part in line):
            flush()
    if any(part.strip() for part in line):
        flush()
    return lines


def text_of(node: Tag, *, without: tuple[Tag, ...] = ()) -> str:
    """The visible text as one line, blanks folded."""
    return re.sub(r"\s+", " ", " ".join(lines_of(node, without=without))).strip()


_BREAK = object()
_BREAK_IF_OPEN = object()
