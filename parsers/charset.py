"""Bytes to text as the boards mean it: GBK boards speak gb18030, old ones name their charset in the page only."""

from __future__ import annotations

import codecs
import re

_HEADER = re.compile(r"charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{1,40})")
_DECLARED = re.compile(
    rb"""(?:charset\s*=\s*["']?|<\?xml[^>]{0,80}?encoding\s*=\s*["'])\s*([A-Za-z0-9_.:-]{1,40})"""
)
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_LATIN = frozenset({"iso8859-1", "ascii", "cp1252"})
_CODECS = _LATIN | {
    "utf-8",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "big5",
    "big5hkscs",
    "cp950",
    "euc_kr",
    "shift_jis",
}
_NAMES = {
    "iso8859-1": "iso-8859-1",
    "cp950": "big5",
    "big5hkscs": "big5",
    "euc_kr": "euc-kr",
    "cp1252": "windows-1252",
}
_HEAD_BYTES = 4096
"""Where a declaration must stand; below it players write."""


def decode(content: bytes, content_type: str | None = None) -> tuple[str, str]:
    """The text of an answer and the board's charset (`utf-8`, `gbk`, `big5`, …). Never raises.

    The header prevails, then a byte-order mark, then the page's own declaration, then utf-8. Every member of the
    GB family is decoded as gb18030. What does not decode becomes U+FFFD; NULs are left out.
    """
    header = _HEADER.search(content_type or "")
    known = _known(header[1]) if header else None
    for mark, its in _BOMS:
        if content.startswith(mark):
            content = content[len(mark) :]
            known = known or (its, its)
            break
    # a server's own default (Latin) says less than the page itself
    if (known is None or known[1] in _LATIN) and (declared := _DECLARED.search(content, 0, _HEAD_BYTES)):
        known = _known(declared[1].decode("ascii")) or known
    charset, codec = known or ("utf-8", "utf-8")
    if b"\0" in content:
        return content.decode(codec, "replace").replace("\0", ""), charset
    return content.decode(codec, "replace"), charset


def clean(text: str) -> str:
    """Text without what no tree and no file can hold: NULs go, lone surrogates become U+FFFD."""
    if "\0" in text:
        text = text.replace("\0", "")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _known(name: str | None) -> tuple[str, str] | None:
    """The charset's usual name and the codec for it; None for one that no board of ours speaks."""
    asked = (name or "").lower()
    if asked.startswith(("gb", "cp936", "x-gbk", "936")):
        return "gbk", "gb18030"
    try:
        codec = codecs.lookup(asked).name if asked else ""
    except (LookupError, ValueError):
        return None
    return (_NAMES.get(codec, codec), codec) if codec in _CODECS else None
