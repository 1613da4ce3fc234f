"""What any page tells beside its matter: dialect, who is logged in, formhash, the board's clock and zone.

By plain searches, without a tree: thread pages pass here too. The parts that players write are kept out:
variables are read from the page's head, the time from its foot.
"""

from __future__ import annotations

import re
from html import unescape

from parsers._when import board_time
from parsers.model import Dialect, Head

_GENERATOR = re.compile(r"<meta\s+name=[\"']generator[\"']\s+content=[\"']Discuz!\s*(X|\d)", re.IGNORECASE)
_POWERED = re.compile(
    r"Powered by (?:<strong>)?(?:<a [^>]{0,80}>)?Discuz!(?: Archiver)?(?:</a></strong>)? (X|\d)",
    re.IGNORECASE,
)
_UID = re.compile(r"discuz_uid\s*=\s*(')?(\d{1,10})")
_CHARSET = re.compile(r"(?:charset\s*=\s*[\"']?|encoding=\")([\w-]{2,20})", re.IGNORECASE)
_FORMHASH = re.compile(r"name=[\"']formhash[\"'](?:\s+id=[\"']\w+[\"'])?\s+value=[\"']([0-9a-f]{8})[\"']")
_LOGOUT_HASH = re.compile(r"action=logout&(?:amp;)?formhash=([0-9a-f]{8})")
_MEMBER = (
    re.compile(r"<strong class=\"vwmy[^\"]*\"><a href=\"[^\"]{0,200}\"[^>]{0,200}>([^<]{1,60})</a>"),
    re.compile(
        r"id=\"umenu\">\s*<cite><a href=\"space(?:\.php\?|-)uid[=-](\d+)[^\"]*\"[^>]*>([^<]{1,60})</a>"
    ),
    re.compile(r"<cite><a class=\"dropmenu\" id=\"viewpro\"[^>]{0,200}>([^<]{1,60})</a>"),
    re.compile(r"<cite><a href=\"space\.php\?[^\"]{0,40}uid=(\d+)\"[^>]{0,100}>([^<]{1,60})</a></cite>"),
    re.compile(r"<span class=\"bold\">([^<]{1,60}): </span>\s*<a href=\"logging\.php\?action=logout"),
)
_GUEST = re.compile(r"(?:logging\.php\?|member\.php\?mod=logging&(?:amp;)?)action=login")
_FOOT_MARKS = ('id="ft"', 'id="footer"', "所有时间为", "当前时区")
_FOOT = re.compile(
    r"GMT\s*([+-]?\d{1,2}(?:[.:]\d{1,2})?)?\s*,\s*(?:现在时间是\s*)?"
    r"(\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s*[AP]M)?)"
)
_OPENING = 20_000
"""Where the bar with the member's name must have come: far above the first post's text."""


def read_head(html: str, charset: str | None = None) -> Head:
    """The head of a page; whatever it does not tell is None. `charset`: what the page was decoded with."""
    top = html[: html.find("</head>")] if "</head>" in html else ""
    dialect = _dialect(html, top)
    uid, name = _member(html, top, dialect)
    zone, now_text = _foot(html)
    return Head(
        dialect=dialect,
        charset=charset or _charset(html),
        uid=uid,
        logged_in_as=name,
        formhash=_formhash(html),
        board_now=board_time(now_text, None, zone) if now_text else None,
        zone_minutes=zone,
        moderator=_moderator(html, dialect),
    )


def _dialect(html: str, top: str) -> Dialect | None:
    """By the generator's own word; without it by what the templates cannot do without."""
    if found := _GENERATOR.search(top):
        return _by_version(found[1])
    if "forum.php?mod=" in html or "cookiepre = '" in top or "home.php?mod=" in html:
        return "x"
    if "member.php?mod=logging" in html or "succeedhandle_" in html or "errorhandle_" in html:
        return "x"
    if "viewpro.php" in html and "maintable" in html:
        return "4"
    if "discuz_uid = " in top and ("disallowfloat" in top or "allowfloatwin" in top):
        return "7"
    if any(
        mark in html for mark in ("floatwin(", "showWindow(", "submithandle_", "messagehandle_", 'id="umenu"')
    ):
        return "7"
    if "pmwin(" in html or 'class="dropmenu"' in html or 'class="mainbox' in html:
        return "6"
    if "<h1>Discuz! System Error</h1>" in html or "<h1>Discuz! Database Error</h1>" in html:
        return "x"
    powered = _POWERED.search(html, max(0, len(html) - 600))
    return _by_version(powered[1]) if powered else None


def _by_version(word: str) -> Dialect | None:
    digits: dict[str, Dialect] = {"X": "x", "7": "7", "6": "6", "5": "6", "4": "4"}
    return digits.get(word.upper())


def _member(html: str, top: str, dialect: Dialect | None) -> tuple[int | None, str | None]:
    found = _UID.search(top)
    uid = int(found[2]) if found else None
    if uid == 0:
        return 0, None
    start = len(top)
    bar = html[start : start + _OPENING]
    for pattern in _MEMBER:
        if seen := pattern.search(bar):
            told = seen.groups()
            if len(told) == 2 and uid is None:
                uid = int(told[0])
            return uid, unescape(told[-1]).strip() or None
    if uid is None and top and dialect in {"6", "4", "7"} and _GUEST.search(bar):
        uid = 0
    return uid, None


def _charset(html: str) -> str | None:
    found = _CHARSET.search(html[:4000])
    return found[1].lower() if found else None


def _formhash(html: str) -> str | None:
    # the logout link first: it stands above anything that a member wrote
    found = _LOGOUT_HASH.search(html) or _FORMHASH.search(html)
    return found[1] if found else None


def _foot(html: str) -> tuple[int | None, str | None]:
    cut = max(html.rfind(mark) for mark in _FOOT_MARKS)
    if cut < 0:
        cut = max(len(html) - 3000, html.rfind("postmessage_") + 1)
    seen = list(_FOOT.finditer(html, cut))
    if not seen:
        return None, None
    found = seen[-1]
    return _minutes(found[1]), found[2]


def _minutes(zone: str | None) -> int:
    """`+8`, `-5`, `+5.5`, `+5:30`, nothing: minutes east of Greenwich."""
    if not zone:
        return 0
    sign = -1 if zone.startswith("-") else 1
    whole, _, part = zone.lstrip("+-").replace(":", ".").partition(".")
    minutes = 0
    if part:
        minutes = int(part) if ":" in zone else round(float(f"0.{part}") * 60)
    return sign * (int(whole) * 60 + minutes)


def _moderator(html: str, dialect: Dialect | None) -> bool:
    if dialect == "x":
        return 'id="modmenu"' in html
    if dialect in {"7", "6"}:
        return 'id="modopt' in html or 'id="modlayer"' in html
    return dialect == "4" and 'name="delete[]"' in html
