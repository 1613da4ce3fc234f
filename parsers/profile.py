"""A member's page: the number behind a name."""

from __future__ import annotations

import re

from parsers.soup import Tag, attr, first, parse, select, text_of

_UID = re.compile(r"\(UID:\s*(\d{1,10})\)")


def read_profile(html: str) -> tuple[int, str] | None:
    """The uid and the name, as the board spells it, of a profile page (X, 7.x, 6.x); None for any other page."""
    tree = parse(html)
    for heading in select(tree, "h2.mbn"):
        if (uid := _UID.search(text_of(heading))) and (name := _name(heading)):
            return int(uid[1]), name
    listed = next((seen for item in select(tree, "li") if (seen := _UID.fullmatch(text_of(item)))), None)
    title = first(tree, "h1")
    if listed and title is not None and (name := _name(title)):
        return int(listed[1]), name
    return None


def read_member_list(html: str) -> tuple[tuple[int, str], ...]:
    """Uids and names of a list of members (7.x and older)."""
    links = select(parse(html), 'a.bold[href*="uid="]')
    return tuple(
        (int(found[1]), text_of(link))
        for link in links
        if (found := re.search(r"uid=(\d{1,10})", attr(link, "href")))
    )


def _name(heading: Tag) -> str:
    """The heading's own text before any element."""
    for part in heading.children:
        if not isinstance(part, Tag) and (words := str(part).replace("\xa0", " ").strip()):
            return words
    return ""
