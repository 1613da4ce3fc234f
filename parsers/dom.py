"""The one door to lxml: text to a tree, and the few ways in which the readers look at it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lxml import etree

from parsers.charset import clean

Element = etree._Element  # noqa: SLF001 - the type has no public name
XPath = etree.XPath

_ENVELOPE = re.compile(r"\s*<\?xml[^>]{0,200}\?>\s*<root>\s*<!\[CDATA\[")
_MAX_CHARS = 8_000_000
"""What is longer is no page of a board; the rest is not read."""

_FRAME_TAGS = frozenset({"table", "div"})
_IDS = XPath("//*[@id]")
_INNER_IDS = XPath("descendant::*[@id]")


def unwrap(html: str) -> tuple[str, bool]:
    """The matter of an `inajax=1` answer without its XML envelope, and whether there was one."""
    found = _ENVELOPE.match(html)
    if not found:
        return html, False
    end = html.rfind("]]>")
    return html[found.end() : end if end >= found.end() else len(html)], True


def parse(html: str) -> Element:
    """The tree of any text, however broken; comments and processing instructions are left out."""
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True, no_network=True
    )
    data = html[:_MAX_CHARS]
    try:
        root = etree.fromstring(data.encode("utf-8"), parser)
    except UnicodeEncodeError:
        root = etree.fromstring(clean(data).encode("utf-8"), parser)
    except etree.XMLSyntaxError:
        root = None
    # an empty document has no root at all
    return etree.Element("html") if root is None else root


@dataclass(slots=True)
class Frame:
    """One post's frame: its number, its element, and the elements with ids in it, its body's inside left out."""

    pid: int
    element: Element
    parts: dict[str, Element] = field(default_factory=dict)


@dataclass(slots=True)
class Framed:
    """A page by its ids: the furniture outside posts, the posts in page order, and frames found inside a body."""

    ids: dict[str, Element] = field(default_factory=dict)
    frames: list[Frame] = field(default_factory=list)
    forged: list[Element] = field(default_factory=list)


def framed(root: Element, frame: str = "pid", body: str = "postmessage_") -> Framed:
    """Split a page into its posts by ids (`pidN`, `postmessage_N`).

    What stands inside a body is its author's and never passes for the page's own furniture. A frame without a
    number is a board's placeholder for a post that is gone.
    """
    found = Framed()
    parts = found.ids
    inside = 0
    for element in _IDS(root):
        name: str = element.get("id")
        is_frame = name.startswith(frame) and element.tag in _FRAME_TAGS
        if inside:
            inside -= 1
            if is_frame:
                found.forged.append(element)
            continue
        if is_frame:
            number = name[len(frame) :]
            if number.isdecimal() and number.isascii() and len(number) < 16:
                post = Frame(int(number), element)
                found.frames.append(post)
                parts = post.parts
            elif not number:
                parts = {}
            continue
        if name.startswith(body):
            inside = len(_INNER_IDS(element))
        parts.setdefault(name, element)
    return found


def classes(element: Element) -> str:
    """The class attribute, padded: `" quote " in classes(e)` asks for one class."""
    value = element.get("class")
    return f" {value} " if value else ""


def text_of(element: Element) -> str:
    """All text below, one line, blanks at the ends cut, NBSP a blank."""
    return tidy("".join(element.itertext()))


def tidy(text: str) -> str:
    """One line of furniture: NBSP a blank, runs of blanks one blank, none at the ends."""
    return " ".join(text.replace("\xa0", " ").split())


def source_of(element: Element) -> str:
    """The beginning of an element's source, for a complaint's excerpt."""
    try:
        return etree.tostring(element, encoding="unicode", with_tail=False, method="html")[:2000]
    except (etree.LxmlError, ValueError):
        return tidy("".join(element.itertext()))[:2000]
