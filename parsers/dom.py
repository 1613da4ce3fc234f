"""The one door to lxml: text to a tree, and the few ways in which the readers look at it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice, pairwise

from lxml import etree

from parsers.charset import clean

Element = etree._Element  # noqa: SLF001 - the type has no public name
XPath = etree.XPath

_ENVELOPE = re.compile(r"\s*<\?xml[^>]{0,200}\?>\s*<root>\s*<!\[CDATA\[")
_MAX_CHARS = 8_000_000
_MAX_TAGS = 250_000
_MAX_POST_TAGS = 20_000
_MAX_FRAMES = 400
"""Beyond these no board's page goes (a hundred posts have thirty thousand tags); the rest is not read."""

_LONG = 150_000
_LONG_TAG = re.compile(r"<[^<>]{5000,}")
_ATTRIBUTE = re.compile(r"[\s/]+[^\s/]")
_MAX_ATTRIBUTES = 500
_FRAME_START = re.compile(r'<(?:table|div)[^<>]{0,80}\bid="pid\d')
_FOOT_IDS = frozenset({"ft", "footer", "f_pst", "fastpostform", "modactions", "postlistreply"})
_FRAME_TAGS = frozenset({"table", "div"})
_TAGS = ("table", "td", "div", "em", "strong", "span", "form", "li", "a")
"""The elements that boards give ids and names to; the others are not looked at one by one."""
FURNITURE = frozenset(
    {"pi", "pti", "locked", "pattl", "notice", "authorinfo", "postauthor", "postinfo", "postattachlist"}
    | {"mtit", "mtime", "message", "view_tit", "pg", "pages", "modact"}
)
"""Classes of elements without an id that a frame's parts hold, too, as `.class`, the first of each."""


def unwrap(html: str) -> tuple[str, bool]:
    """The matter of an `inajax=1` answer without its XML envelope, and whether there was one."""
    found = _ENVELOPE.match(html)
    if not found:
        return html, False
    end = html.rfind("]]>")
    return html[found.end() : end if end >= found.end() else len(html)], True


def within_limits(html: str, tags: int = _MAX_TAGS) -> tuple[str, bool]:
    """As much of a page as is read, and whether that is all of it."""
    kept = html[:_MAX_CHARS]
    if len(kept) > _LONG:
        kept = _LONG_TAG.sub(_without_attributes, kept)
    size = len(kept)
    if kept.count("<") > tags:
        kept = kept[: -len(kept.split("<", tags)[-1]) - 1]
    return kept, len(kept) == size and len(html) <= _MAX_CHARS


def _without_attributes(found: re.Match[str]) -> str:
    """A tag with thousands of attributes takes the parser quadratic time; no board writes one."""
    return "" if len(_ATTRIBUTE.findall(found[0])) > _MAX_ATTRIBUTES else found[0]


def parse(html: str) -> Element:
    """The tree of any text, however broken; comments and processing instructions are left out.

    Give it what `within_limits` let through: a tree takes many times the room of its text.
    """
    parser = etree.HTMLParser(
        encoding="utf-8",
        remove_comments=True,
        remove_pis=True,
        huge_tree=True,
        no_network=True,
        collect_ids=False,
    )
    try:
        data = html.encode("utf-8")
    except UnicodeEncodeError:
        data = clean(html).encode("utf-8")
    if b"\0" in data:
        data = data.replace(b"\0", b"")
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        root = None
    # an empty document has no root at all
    return etree.Element("html") if root is None else root


@dataclass(slots=True)
class Frame:
    """One post's frame: its number, its element, and by id the elements in it, its body's inside left out."""

    pid: int
    element: Element
    parts: dict[str, Element] = field(default_factory=dict)


@dataclass(slots=True)
class Framed:
    """A page by its ids: the furniture outside posts, the posts in page order, and frames found inside a body.

    `spilled`: the page's foot was found inside a body; `seen`: how many frames there were in all.
    """

    ids: dict[str, Element] = field(default_factory=dict)
    frames: list[Frame] = field(default_factory=list)
    forged: list[Element] = field(default_factory=list)
    spilled: bool = False
    seen: int = 0


def framed(root: Element) -> Framed:
    """Split a page into its posts by ids (`pidN`, `postmessage_N`), in one pass.

    What stands inside a body is its author's and never passes for the page's own furniture; unless the page's
    foot stands there too: then the body was left open and swallowed what follows (`spilled`). A frame without
    a number is a board's placeholder for a post that is gone.
    """
    found = Framed()
    parts = found.ids
    inside = 0
    # all at once: lxml lets go of an element by climbing to the nearest one that is still held
    for element in list(root.iter(*_TAGS)):
        name = element.get("id")
        if inside:
            inside -= 1
            if name is not None:
                _look_inside(found, element, name)
        elif name is None:
            if (kind := element.get("class")) in FURNITURE:
                parts.setdefault("." + kind, element)
        elif name.startswith("pid") and element.tag in _FRAME_TAGS:
            number = name[3:]
            found.seen += 1
            if number.isdecimal() and number.isascii() and len(number) < 16:
                post = Frame(int(number), element)
                parts = post.parts
                if len(found.frames) < _MAX_FRAMES:
                    found.frames.append(post)
            elif not number:
                parts = {}
        else:
            parts.setdefault(name, element)
            if name.startswith("postmessage_") and len(element):
                inside = sum(1 for _ in element.iter(*_TAGS)) - 1
    return found


def _look_inside(found: Framed, element: Element, name: str) -> None:
    if name in _FOOT_IDS:
        found.spilled = True
    elif name.startswith("pid") and element.tag in _FRAME_TAGS and name[3:].isdecimal():
        found.forged.append(element)
        found.seen += 1


def framed_in_pieces(html: str) -> Framed:
    """The posts of a page of which one runs over the others: each piece from frame to frame by itself.

    A piece that no post can fill is cut; all pieces together have the limits of a page.
    """
    starts = [found.start() for found in islice(_FRAME_START.finditer(html), _MAX_FRAMES)]
    whole = framed(parse(within_limits(html[: starts[0]] if starts else html)[0]))
    left = _MAX_TAGS
    for start, end in pairwise([*starts, len(html)]):
        piece = within_limits(html[start:end], min(left, _MAX_POST_TAGS))[0]
        left = max(0, left - piece.count("<"))
        whole.frames += framed(parse(piece)).frames
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
