"""A long notice in parts that a board takes: cut between lines, tables and lists closed and opened again."""

from __future__ import annotations

import re

OPEN = re.compile(r"^\[(table(?:=[^\]]*)?|list(?:=[^\]]*)?)\]$")
CLOSE = re.compile(r"^\[/(table|list)\]$")
TAG = re.compile(r"\[(/?)(b|s|i|u|color|size|url|code|tr|td|quote)(?:=[^\]]*)?\]")
TOKEN = re.compile(r"\[url=[^\]\n]*\][^\[\n]*\[/url\]|\[/?(?:\*|[a-z]+)(?:=[^\]\n]*)?\]|[^\[\n]+|\[")


def split_text(text: str, limit: int, charset: str = "utf-8") -> list[str]:
    """Parts of at most `limit` bytes in the board's charset, none empty.

    A single line that is longer than the limit is cut between words, or where there are none between characters.
    `limit` must leave room for the tags of one line (a few hundred bytes).
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
        out += [line] if _size(line, charset) <= limit else _cut(line, limit, charset)
    return out


def _cut(line: str, limit: int, charset: str) -> list[str]:
    """A long line as several: never inside a tag, and whatever is open at a cut is closed and opened again.

    A row of a table goes on in a new row, under the same column.
    """
    out: list[str] = []
    opened: list[str] = []  # tags that are open, outermost first
    cells = 0  # cells of the row that are closed
    piece, empty = "", True
    for token in _tokens(line):
        while True:
            closing = "".join(f"[/{_name(tag)}]" for tag in reversed(opened))
            room = limit - _size(piece + closing, charset) - (8 if token.startswith("[") else 0)
            if _size(token, charset) <= room or (empty and token.startswith("[")):
                piece, empty = piece + token, empty and token.startswith("[")
                break
            if not token.startswith("[") and empty:  # nothing but tags here yet: cut between characters
                fits = _fits(token, max(room, 1), charset)
                piece, token, empty = piece + token[:fits], token[fits:], False
                if not token:
                    break
            out.append(piece + closing)
            piece, empty = _again(opened, cells), True
        tag = TAG.fullmatch(token)
        if tag is None:
            continue
        if not tag[1]:
            opened.append(token)
        elif tag[2] in map(_name, opened):
            while _name(opened.pop()) != tag[2]:
                pass
            cells = cells + 1 if tag[2] == "td" else 0 if tag[2] == "tr" else cells
    return [*out, piece] if piece else out


def _again(opened: list[str], cells: int) -> str:
    """The tags that were open, with the cells before in the row left empty."""
    return "".join(tag + "[td][/td]" * cells if _name(tag) == "tr" else tag for tag in opened)


def _tokens(line: str) -> list[str]:
    """Tags, links whole, and words that may be parted from each other (after a space or a pause)."""
    out: list[str] = []
    for match in TOKEN.finditer(line):
        out += (
            [match[0]] if match[0].startswith("[") else re.findall(r"[^ 　、；，,]*[ 　、；，,]*", match[0])
        )
    return [token for token in out if token]


def _name(tag: str) -> str:
    return tag.strip("[/]").split("=")[0]


def _fits(text: str, limit: int, charset: str) -> int:
    """How many characters go into so many bytes; at least one."""
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if _size(text[:middle], charset) <= limit:
            low = middle
        else:
            high = middle - 1
    return low


def _size(text: str, charset: str) -> int:
    return len(text.encode(charset, "xmlcharrefreplace"))
