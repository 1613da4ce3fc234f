"""Quotes and code inside a body: whom the board's own header names, and the lines of a code block."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parsers.dom import Element, tidy
from parsers.model import Dialect

_SAID = re.compile(r"\s*(.{1,80}) [发發]表[于於] [\d昨前今刚剛半]", re.DOTALL)
_PID = re.compile(r"[?&]pid=(\d{1,12})\b")
_OLD = "原帖由 "


@dataclass(frozen=True, slots=True)
class QuoteHead:
    """The board's header of a quote: the element to leave out, or that it is the first line."""

    author: str | None = None
    pid: int | None = None
    element: Element | None = None
    first_line: bool = False


def quote_head(quote: Element, dialect: Dialect) -> tuple[Element, QuoteHead]:
    """The element that holds the quoted words, and the header if the board itself wrote one."""
    inner = quote.find("blockquote")
    if inner is None:
        inner = quote
    if dialect in {"6", "4"}:
        return inner, _before_text(inner)
    return inner, _in_grey(inner, dialect)


def _in_grey(inner: Element, dialect: Dialect) -> QuoteHead:
    """X: `font > a[findpost] > font #999999`, first; 7: `font > font #999999, a[findpost]`, last."""
    if not len(inner):
        return QuoteHead()
    frame = inner[0] if dialect == "x" else inner[-1]
    blank = (inner.text if dialect == "x" else frame.tail) or ""
    if frame.tag != "font" or blank.strip():
        return QuoteHead()
    link = frame.find("a")
    grey = None if link is None else (link.find("font") if dialect == "x" else frame.find("font"))
    if link is None or grey is None or (grey.get("color") or "").lower() != "#999999":
        return QuoteHead()
    pid = _pid(link)
    said = _SAID.match("".join(grey.itertext()))
    if pid is None or said is None:
        return QuoteHead(pid=pid)
    return QuoteHead(author=said[1].strip(), pid=pid, element=frame)


def _before_text(inner: Element) -> QuoteHead:
    """6 and 4: `原帖由 <i>NAME</i> 于 … 发表 <a findpost>` on the first line."""
    if (inner.text or "").strip("\r\n\t") != _OLD or not len(inner) or inner[0].tag != "i":
        return QuoteHead()
    name = inner[0]
    link = name.getnext()
    if link is None or link.tag != "a" or not any(said in (name.tail or "") for said in ("发表", "發表")):
        return QuoteHead()
    pid = _pid(link)
    if pid is None:
        return QuoteHead()
    return QuoteHead(author=tidy("".join(name.itertext())), pid=pid, first_line=True)


def _pid(link: Element) -> int | None:
    href = link.get("href") or ""
    found = _PID.search(href) if "findpost" in href else None
    return int(found[1]) if found else None


def code_lines(block: Element) -> str:
    """The lines of a code block, as many as it has."""
    items = block.findall(".//li")
    if items:
        return "\n".join(_plain(item) for item in items)
    code = block.find(".//code")
    return _plain(block if code is None else code)


def _plain(element: Element) -> str:
    parts: list[str] = []
    for node in element.iter():
        if node is not element and node.tag == "br":
            parts.append("\n")
        if node.text:
            parts.append(node.text.replace("\n", "").replace("\r", ""))
        if node is not element and node.tail:
            parts.append(node.tail.replace("\n", "").replace("\r", ""))
    return "".join(parts).replace("\xa0", " ").strip("\n")
