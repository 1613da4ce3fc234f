"""Text as a board's charset can hold it, encoded as a browser would send it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import quote_plus, urlencode

from parsers.model import Dialect

_NOT_SHOWN = re.compile("[\ufe00-\ufe0f\u200d\u20e3]")
_LAST_SHOWN = 99_999
"""Boards show decimal references of three to five digits; longer ones stand in the post as they were sent."""


def for_board(text: str, charset: str, dialect: Dialect) -> str:
    """The text without what this board would spoil.

    GBK boards show emoji as their number, the old ones on UTF-8 cut the post there: emoji are left out.
    """
    if charset == "utf-8" and dialect == "x":
        return text
    kept = "".join(letter for letter in text if ord(letter) <= _LAST_SHOWN and _fits(letter, charset))
    return _NOT_SHOWN.sub("", kept)


def _fits(letter: str, charset: str) -> bool:
    return charset != "utf-8" or ord(letter) <= 0xFFFF


def form_body(fields: Mapping[str, str], charset: str) -> bytes:
    """`application/x-www-form-urlencoded` in the board's charset; letters outside it as numeric references."""
    lines = {name: re.sub(r"\r\n|\r|\n", "\r\n", value) for name, value in fields.items()}
    return urlencode(lines, encoding=codec(charset), errors="xmlcharrefreplace").encode("ascii")


def in_query(text: str, charset: str) -> str:
    """A value percent-encoded for an address."""
    return quote_plus(text, encoding=codec(charset), errors="xmlcharrefreplace")


def can_hold(text: str, charset: str) -> bool:
    """Whether every letter exists in the charset."""
    try:
        text.encode(codec(charset))
    except UnicodeEncodeError:
        return False
    return True


def codec(charset: str) -> str:
    """The codec to send with: gbk proper, as gb18030's four-byte letters are none to a GBK board."""
    return "gbk" if charset.startswith("gb") else charset
