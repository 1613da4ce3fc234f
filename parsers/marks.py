"""What lies over a text that the text alone does not show: colours, sizes, faces, pictures, links."""

from __future__ import annotations

import re

from parsers.dom import Element
from parsers.model import MarkKind

_HEX = re.compile(r"#?([0-9a-f]{6}|[0-9a-f]{3})\Z")
_RGB = re.compile(r"rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})")
_COLOR = re.compile(r"(?<![-\w])color\s*:\s*([^;]{1,40})", re.IGNORECASE)
_BACK = re.compile(r"background(?:-color)?\s*:\s*([^;]{1,40})", re.IGNORECASE)
_SIZE = re.compile(r"font-size\s*:\s*([\d.]{1,6})\s*(px|pt|em|%)?", re.IGNORECASE)
_NOTHING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![\d.]*[1-9])", re.IGNORECASE
)
_WHITES = frozenset(
    {"white", "snow", "ivory", "ghostwhite", "whitesmoke", "floralwhite", "mintcream", "seashell"}
)
_PALES = frozenset(
    {"azure", "oldlace", "linen", "honeydew", "aliceblue", "lavenderblush", "cornsilk", "beige"}
)
_FAINT_NAMES = _WHITES | _PALES | {"lightyellow", "lightcyan", "transparent"}
_PIXELS = {"px": 1.0, "pt": 4 / 3, "em": 16.0, "%": 0.16, "": 1.0}
_FAINT_FROM = 216
"""Every part of a colour at least this: it cannot be told from the page's white."""
_TINY_BELOW = 9.0
"""Pixels; `[size=1]` is 10 px and smaller than any text of the board."""

MEDIA = frozenset({"embed", "object", "video", "audio", "iframe", "marquee"})


def unseen(style: str) -> bool:
    """Whether a style hides its element wholly: copy-protection, furniture that scripts unfold."""
    return _NOTHING.search(style) is not None


def faint(color: str) -> bool:
    """Whether letters in this colour are (nearly) the background's."""
    color = color.strip().lower()
    if color in _FAINT_NAMES:
        return True
    if found := _HEX.match(color):
        digits = found[1] if len(found[1]) == 6 else "".join(2 * digit for digit in found[1])
        return all(int(digits[at : at + 2], 16) >= _FAINT_FROM for at in (0, 2, 4))
    if found := _RGB.match(color):
        return all(int(part) >= _FAINT_FROM for part in found.groups())
    return False


def over(element: Element) -> list[tuple[MarkKind, str]]:
    """The marks that an inline element lays over its text."""
    found: list[tuple[MarkKind, str]] = []
    style = element.get("style") or ""
    color = element.get("color") or _first(_COLOR, style)
    if color:
        found.append(("faint" if faint(color) else "color", color))
    elif back := _first(_BACK, style):
        found.append(("color", f"background {back}"))
    if size := element.get("size"):
        found.append(
            ("tiny" if size.strip().lstrip("+") in {"0", "1"} or size.startswith("-") else "size", size)
        )
    elif seen := _SIZE.search(style):
        pixels = float(seen[1].strip(".") or 0) * _PIXELS[(seen[2] or "").lower()] if _number(seen[1]) else 0
        found.append(("tiny" if pixels < _TINY_BELOW else "size", seen[0]))
    if face := element.get("face"):
        found.append(("font", face))
    return [(kind, detail.strip()[:80]) for kind, detail in found]


def _number(text: str) -> bool:
    return text.count(".") <= 1


def _first(pattern: re.Pattern[str], style: str) -> str | None:
    found = pattern.search(style) if style else None
    return found[1].strip() if found else None
