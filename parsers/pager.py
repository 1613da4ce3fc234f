"""Which page of how many, and which thread: from pagers, scripts and the page's own links."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parsers.dom import Element, Framed, text_of

_NUMBER = re.compile(r"(\d{1,7})")
_PAGE = re.compile(r"(?:[?&](?:amp;)?page=|thread-\d{1,12}-)(\d{1,7})\b")
_SCRIPT_TID = "tid = parseInt('"
_TID_LINK = re.compile(r"""href=["'][^"'<>]{0,200}?(?:[?&;](?:p?tid)=|\bthread-|\btid-)(\d{1,12})\b""")
_FID_LINK = re.compile(r"""href=["'][^"'<>]{0,200}?(?:[?&;]fid=|\bforum-)(\d{1,12})\b""")
_FID = re.compile(r"\bfid = parseInt\('(\d{1,12})'\)")
_TRIES = 6


@dataclass(frozen=True, slots=True)
class Where:
    """Which thread a page is of, as far as the page or its address tell."""

    tid: int | None = None
    fid: int | None = None


def pages_of(found: Framed, root: Element, name: str) -> tuple[int, int]:
    """Current page and total of the first pager (a `div` of class `name`) that leads through a thread.

    Without one, page 1 of 1. Lists inside a post (its comments) have pagers of the same look, whose links are
    scripts.
    """
    top = found.ids.get("." + name)
    pagers = [top] if top is not None else [e for e in list(root.iter("div")) if e.get("class") == name]
    for pager in pagers:
        links = [link.get("href") or "" for link in pager.iter("a")]
        if not any(_PAGE.search(href) for href in links):
            continue
        strong = pager.find(".//strong")
        told = _NUMBER.search(text_of(strong)) if strong is not None else None
        current = int(told[1]) if told else 1
        span = pager.find(".//span[@title]")
        told = _NUMBER.search(span.get("title") or "") if span is not None else None
        total = int(told[1]) if told else max(int(m[1]) for href in links if (m := _PAGE.search(href)))
        return current, max(current, total)
    return 1, 1


def where_in(html: str, url: str | None) -> Where:
    """The thread's and the board's number.

    From the page's own script; else from its first links (they stand above the posts); else from the address.
    """
    tid, fid = _in_script(html)
    if tid is None and (found := _TID_LINK.search(html)):
        tid = int(found[1])
    if fid is None and (found := _FID_LINK.search(html)):
        fid = int(found[1])
    if tid is None and url:
        asked = _TID_LINK.search(f'href="{url[:400]}"')
        tid = int(asked[1]) if asked else None
    return Where(tid=tid, fid=fid)


def _in_script(html: str) -> tuple[int | None, int | None]:
    """Only inside `<script>`: a title or a post may hold the same words."""
    at = -1
    for _ in range(_TRIES):
        at = html.find(_SCRIPT_TID, at + 1)
        if at < 0:
            break
        tag = html.rfind("<", max(0, at - 4000), at)
        if tag < 0 or html[tag : tag + 7].lower() != "<script":
            continue
        found = _NUMBER.match(html, at + len(_SCRIPT_TID))
        fids = _FID.findall(html, tag, at)
        return (int(found[1]) if found else None), (int(fids[-1]) if fids else None)
    return None, None
