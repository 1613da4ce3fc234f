"""One table of a director's file, read key by key; faults are noted and reading goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from service.files.toml_lines import KeyPath
from service.files.toml_source import Problem, Source
from service.files.toml_values import Unfit, nearest, shown

T = TypeVar("T")
D = TypeVar("D")


class Table:
    """Takes values out of a table. What was never asked for when it is closed is an unknown key."""

    def __init__(
        self, source: Source, report: list[Problem], data: Mapping[str, object], path: KeyPath = ()
    ) -> None:
        self.source = source
        self.report = report
        self.data = data
        self.path = path
        self._asked: dict[str, None] = {}

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def note(self, key: str | None, text: str) -> None:
        """Add a problem at a key of this table, or at the table."""
        path = self.path if key is None else (*self.path, key)
        self.report.append(
            Problem(file=self.source.file, line=self.source.line(path), key=dotted(path), text=text)
        )

    def take(self, key: str, convert: Callable[[object], T], default: D) -> T | D:
        """The value of a key, or the default where it is absent or unfit (then with a problem)."""
        self._asked[key] = None
        if key not in self.data:
            return default
        try:
            return convert(self.data[key])
        except Unfit as error:
            self.note(key, str(error))
            return default

    def need(self, key: str, convert: Callable[[object], T], default: D, *, example: str = "") -> T | D:
        """Like `take`, of a key that must be there."""
        if key not in self.data:
            self.note(key, "缺少这个键，请补上" + (f"，例如 {key} = {example}" if example else ""))
        return self.take(key, convert, default)

    def table(self, key: str) -> Table:
        """A table inside this one; empty where it is absent."""
        self._asked[key] = None
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            self.note(key, f"应为表，写成 [{dotted((*self.path, key))}] 一节，现在是 {shown(value)}")
            value = {}
        return Table(self.source, self.report, value, (*self.path, key))

    def tables(self, key: str) -> list[Table]:
        """The tables of an array of tables; none where it is absent."""
        self._asked[key] = None
        value = self.data.get(key, [])
        name = dotted((*self.path, key))
        if not isinstance(value, list):
            self.note(key, f"每一项写成一节，节名是双方括号的 [[{name}]]")
            return []
        found = []
        for place, one in enumerate(value):
            if isinstance(one, dict):
                found.append(Table(self.source, self.report, one, (*self.path, key, place)))
            else:
                self.note(key, f"每一项写成一节，节名是双方括号的 [[{name}]]")
        return found

    def close(self, also: Iterable[str] = ()) -> None:
        """Report every key that nobody asked for, with the nearest known one. `also`: known, read elsewhere."""
        known = [*self._asked, *also]
        for key in self.data:
            if key not in known:
                hint = nearest(key, known) or f"；这里可写：{'、'.join(known)}"
                self.note(key, f"没有这个键{hint}")


def dotted(path: KeyPath) -> str:
    """A key's path for people: places in arrays count from 1."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step + 1}]"
        else:
            text += f".{step}" if text else step
    return text
