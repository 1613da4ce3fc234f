"""A long notice in parts that a board takes: cut between lines, tables and lists closed and opened again."""

from __future__ import annotations

import re

OPEN = re.compile(r"^\[(table(?:=[^\]]*)?|list(?:=[^\]]*)?)\]$")
CLOSE = re.compile(r"^\[/(table|list)\]$")


def split_text(text: str, limit: int, charset: str = "utf-8") -> list[str]:
    """Parts of at most `limit` bytes in the board's charset, none empty.

    A single line that is longer than the limit is cut between characters. `limit` must leave room for a tag.
    """
    parts: list[str] = []
    lines: list[str] = []
    opened: str | None = None

    def close() -> list[str]:
        return [*lines, f"[/{opened.split('=')[0]}]"] if opened else list(lines)

    for line in _fitting(text.split("\n"), limit - 40, charset):
        starts, ends = OPEN.match(line), CLOSE.match(line)
        closing = f"[/{opened.split('=')[0]}]" if opened and not ends else ""
        if lines and _size("\n".join([*lines, line, closing]), charset) > limit:
            parts.append("\n".join(close()).strip())
            lines = [f"[{opened}]"] if opened else []
        lines.append(line)
        if starts:
            opened = starts[1]
        elif ends:
            opened = None
    last = "\n".join(lines).strip()
    if last:
        parts.append(last)
    return parts


def _fitting(lines: list[str], limit: int, charset: str) -> list[str]:
    out = []
    for line in lines:
        rest = line
        while _size(rest, charset) > limit:
            cut = len(rest)
            while _size(rest[:cut], charset) > limit:
                cut = cut * 3 // 4
            out.append(rest[:cut])
            rest = rest[cut:]
        out.append(rest)
    return out


def _size(text: str, charset: str) -> int:
    return len(text.encode(charset, "xmlcharrefreplace"))
