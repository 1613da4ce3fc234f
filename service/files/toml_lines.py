"""On which line each key of a TOML text stands: what `tomllib` does not tell."""

from __future__ import annotations

import re
import tomllib

KeyPath = tuple[str | int, ...]
"""Keys from the root; a number is a place in an array."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_PLAIN_VALUE = re.compile(r"[^,\]}\n#]*")


def key_lines(text: str) -> dict[KeyPath, int]:
    """The line (from 1) of every key and array element of a text that `tomllib` has already accepted."""
    return _Scanner(text.replace("\r\n", "\n")).run()


class _Scanner:
    """One pass over a valid text; it knows strings, comments and brackets, and takes values on trust."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[KeyPath, int] = {}
        self.counts: dict[KeyPath, int] = {}
        self._line = 1
        self._counted = 0

    def run(self) -> dict[KeyPath, int]:
        table: KeyPath = ()
        while self.skip_blank():
            table = self.header() if self.peek("[") else self.pair(table)
        return self.lines

    def peek(self, words: str) -> bool:
        return self.text.startswith(words, self.at)

    def skip_blank(self) -> bool:
        """Pass spaces, line ends and comments; False at the end of the text."""
        while self.at < len(self.text):
            if self.text[self.at] == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif self.text[self.at].isspace():
                self.at += 1
            else:
                return True
        return False

    def mark(self, path: KeyPath) -> None:
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        self.lines.setdefault(path, self._line)

    def header(self) -> KeyPath:
        double = self.peek("[[")
        self.at += 2 if double else 1
        path: KeyPath = ()
        keys = self.keys()
        for place, key in enumerate(keys):
            path = (*path, key)
            self.mark(path)
            last = place == len(keys) - 1
            if last and double:
                self.counts[path] = self.counts.get(path, 0) + 1
            if path in self.counts:
                path = (*path, self.counts[path] - 1)
                self.mark(path)
        self.skip_blank()
        self.at += 2 if double else 1
        return path

    def pair(self, table: KeyPath) -> KeyPath:
        path = table
        for key in self.keys():
            path = (*path, key)
            self.mark(path)
        self.skip_blank()
        self.at += 1  # the equals sign
        self.skip_blank()
        self.value(path)
        return table

    def keys(self) -> list[str]:
        found = []
        while True:
            self.skip_blank()
            if self.text[self.at] in "\"'":
                start = self.at
                self.string()
                found.append(str(tomllib.loads(f"k = {self.text[start : self.at]}")["k"]))
            else:
                bare = _BARE.match(self.text, self.at)
                assert bare is not None, "the text was accepted before"
                found.append(bare.group())
                self.at = bare.end()
            self.skip_blank()
            if not self.peek("."):
                return found
            self.at += 1

    def value(self, path: KeyPath) -> None:
        if self.text[self.at] in "\"'":
            self.string()
        elif self.peek("["):
            self.inside("]", path)
        elif self.peek("{"):
            self.inside("}", path)
        else:
            plain = _PLAIN_VALUE.match(self.text, self.at)
            assert plain is not None, "it matches the empty text"
            self.at = plain.end()

    def inside(self, closer: str, path: KeyPath) -> None:
        """An array or an inline table, up to and with its closer."""
        self.at += 1
        place = 0
        while self.skip_blank() and not self.peek(closer):
            if closer == "]":
                self.mark((*path, place))
                self.value((*path, place))
                place += 1
            else:
                self.pair(path)
            self.skip_blank()
            if self.peek(","):
                self.at += 1
        self.at += 1

    def string(self) -> None:
        quote = self.text[self.at]
        closer = quote * 3 if self.peek(quote * 3) else quote
        self.at += len(closer)
        while not self.peek(closer):
            self.at += 2 if quote == '"' and self.peek("\\") else 1
        self.at += len(closer)
        while len(closer) == 3 and self.peek(quote):  # up to two quotes may stand before the closing three
            self.at += 1
