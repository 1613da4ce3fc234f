"""The one door to lxml: text to a tree, and the few ways in which the readers look at it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice

from lxml import etree

from parsers.charset import clean

Element = etree._Element  # noqa: SLF001 - the type has no public name
XPath = etree.XPath

_ENVELOPE = re.compile(r"\s*<\?xml[^>]{0,200}\?>\s*<root>\s*<!\[CDATA\[")
_MAX_CHARS = 8_000_000
_MAX_TAGS = 250_000
_MAX_FRAMES = 400
"""Beyond these no board's page goes (a hundred posts have thirty thousand tags); the rest is not read."""

_FRAME_START = re.compile(r'<(?:table|div)[^<>]{0,80}\bid="pid\d')
_FOOT_IDS = frozenset({"ft", "footer", "f_pst", "fastpostform", "modactions", "postlistreply"})
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


def within_limits(html: str) -> tuple[str, bool]:
    """As much of a page as is read, and whether that is all of it."""
    kept = html[:_MAX_CHARS]
    if kept.count("<") > _MAX_TAGS:
        kept = kept[: -len(kept.split("<", _MAX_TAGS)[-1]) - 1]
    return kept, len(kept) == len(html)


def parse(html: str) -> Element:
    """The tree of any text, however broken; comments and processing instructions are left out.

    Give it what `within_limits` let through: a tree takes many times the room of its text.
    """
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True, no_network=True
    )
    try:
        data = html.encode("utf-8")
    except UnicodeEncodeError:
        data = clean(html).encode("utf-8")
    try:
        root = etree.fromstring(data, parser)
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
    spilled: bool = False


def framed(root: Element) -> Framed:
    """Split a page into its posts by ids (`pidN`, `postmessage_N`).

    What stands inside a body is its author's and never passes for the page's own furniture; unless the page's
    foot stands there too: then the body was left open and swallowed what follows (`spilled`). A frame without
    a number is a board's placeholder for a post that is gone.
    """
    found = Framed()
    parts = found.ids
    inside = 0
    for element in _IDS(root):
        name: str = element.get("id")
        is_frame = name.startswith("pid") and element.tag in _FRAME_TAGS
        if inside:
            inside -= 1
            if is_frame:
                found.forged.append(element)
            elif name in _FOOT_IDS:
                found.spilled = True
            continue
        if is_frame:
            number = name[3:]
            if (
                number.isdecimal()
                and number.isascii()
                and len(number) < 16
                and len(found.frames) < _MAX_FRAMES
            ):
                post = Frame(int(number), element)
                found.frames.append(post)
                parts = post.parts
            elif not number:
                parts = {}
            continue
        if name.startswith("postmessage_"):
            inside = len(_INNER_IDS(element))
        parts.setdefault(name, element)
    return found


def framed_in_pieces(html: str) -> Framed:
    """The posts of a page of which one was left open: each piece of the source from frame to frame by itself."""
    starts = [found.start() for found in islice(_FRAME_START.finditer(html), _MAX_FRAMES)]
    whole = framed(parse(html[: starts[0]] if starts else html))
    for start, end in zip(starts, [*starts[1:], len(html)], strict=True):
        whole.frames += framed(parse(html[start:end])).frames
    return whole


def classes(element: Element) -> str:
    """The class attribute, padded: `" quote " in classes(e)` asks for one class."""
    value = element.get("class")
    return f" {value} " if value else ""


def text_of(element: Element) -> str:
    """All text below, one line, blanks at the ends cut, NBSP a blank."""
    return tidy("".join(element.itertext()))


def name_of(element: Element) -> str:
    """A name as it is spelled: only the source's blanks around it are cut."""
    return "".join(element.itertext()).strip(" \r\n\t\xa0")


def tidy(text: str) -> str:
    """One line of furniture: NBSP a blank, runs of blanks one blank, none at the ends."""
    return " ".join(text.replace("\xa0", " ").split())


def source_of(element: Element) -> str:
    """The beginning of an element's source, for a complaint's excerpt."""
    try:
        return etree.tostring(element, encoding="unicode", with_tail=False, method="html")[:2000]
    except (etree.LxmlError, ValueError):
        return tidy("".join(element.itertext()))[:2000]
