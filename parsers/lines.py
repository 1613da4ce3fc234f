"""The lines of a text as its author broke them, and what marks lie over them."""

from __future__ import annotations

from parsers.model import Mark, MarkKind


class Lines:
    """Collects text; breaks lines only where it is told to."""

    __slots__ = ("_fresh", "_marks", "_parts", "size")

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._fresh = True
        self._marks: list[tuple[MarkKind, int, int, str]] = []
        self.size = 0

    def add(self, text: str) -> bool:
        """Text of the page: its line ends and tabs count for nothing. True if anything was left."""
        if "\n" in text or "\t" in text or "\r" in text:
            text = text.replace("\n", "").replace("\t", "").replace("\r", "")
        if not text:
            return False
        if "\xa0" in text:
            text = text.replace("\xa0", " ")
        self._parts.append(text)
        self.size += len(text)
        self._fresh = False
        return True

    def tab(self) -> None:
        """Part two cells of a row."""
        self._parts.append("\t")
        self.size += 1
        self._fresh = False

    def line_break(self) -> None:
        """End the line."""
        self._parts.append("\n")
        self.size += 1
        self._fresh = True

    def block(self) -> None:
        """Begin a line, unless one begins here already."""
        if not self._fresh:
            self.line_break()

    def mark(self, kind: MarkKind, start: int, end: int, detail: str = "") -> None:
        """Remember that something lies over what was collected from `start` to `end`."""
        self._marks.append((kind, start, end, detail))

    def ends_with(self, text: str) -> bool:
        """Whether the last piece ends so."""
        return bool(self._parts) and self._parts[-1].endswith(text)

    def drop_last(self, count: int) -> None:
        """Take back that many characters of the last piece."""
        self._parts[-1] = self._parts[-1][: len(self._parts[-1]) - count]
        self.size -= count

    def finish(self) -> tuple[str, tuple[Mark, ...]]:
        """The text without blank lines at its ends, and the marks over it in order."""
        whole = "".join(self._parts)
        start, end = _without_blank_lines(whole)
        text = whole[start:end]
        if not self._marks:
            return text, ()
        size = len(text)
        marks = [
            Mark(
                kind=kind, start=min(max(a - start, 0), size), end=min(max(b - start, 0), size), detail=detail
            )
            for kind, a, b, detail in self._marks
        ]
        marks.sort(key=lambda mark: (mark.start, mark.end))
        return text, tuple(marks)


def _without_blank_lines(whole: str) -> tuple[int, int]:
    """Where the text begins and ends once blank lines at its ends are dropped."""
    start, end = 0, len(whole)
    while (at := whole.find("\n", start)) >= 0 and not whole[start:at].strip():
        start = at + 1
    while (at := whole.rfind("\n", start, end)) >= 0 and not whole[at + 1 : end].strip():
        end = at
    return start, end
