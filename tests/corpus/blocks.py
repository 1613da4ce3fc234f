"""Reads the labelled corpora of tests/fixtures/corpus (format: the README beside them)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from parsers.names import NameEntry

FOLDER = Path(__file__).resolve().parents[1] / "fixtures" / "corpus"


@dataclass(frozen=True, slots=True)
class Block:
    place: str
    comment: str
    options: dict[str, list[str]]
    lines: list[str]
    expected: list[str]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def option(self, key: str, default: str = "") -> str:
        return self.options.get(key, [default])[-1]


@dataclass(slots=True)
class Score:
    """What was read against what was to be read; `spurious` and `missed` name the places."""

    right: int = 0
    spurious: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    def add(self, block: Block, read: Sequence[str]) -> None:
        expected = [line for line in block.expected if line != "nothing"]
        left = list(read)
        for line in expected:
            if line in left:
                left.remove(line)
                self.right += 1
            else:
                self.missed.append(
                    f"{block.place} {block.text!r}: {line} (read: {', '.join(read) or 'nothing'})"
                )
        for line in left:
            self.spurious.append(
                f"{block.place} {block.text!r}: {line} (expected: {', '.join(block.expected)})"
            )
        if not left and list(read) != expected and len(read) == len(expected):
            self.missed.append(f"{block.place} {block.text!r}: order {read} for {expected}")

    def report(self) -> str:
        said = self.right + len(self.spurious)
        meant = self.right + len(self.missed)
        return "\n".join(
            [
                f"precision {self.right / said if said else 1:.2%} of {said}, recall {self.right / meant if meant else 1:.2%} of {meant}",
                *(f"spurious {line}" for line in self.spurious),
                *(f"missed   {line}" for line in self.missed),
            ]
        )

    @property
    def recall(self) -> float:
        meant = self.right + len(self.missed)
        return self.right / meant if meant else 1.0


def load(name: str) -> tuple[list[NameEntry], list[Block]]:
    names: list[NameEntry] = []
    blocks: list[Block] = []
    start = 1
    for part in (FOLDER / name).read_text("utf-8").split("\n---\n"):
        rows = part.split("\n")
        head = [row for row in rows if row.startswith("names:")]
        if head:
            names = [_entry(text) for text in head[0].removeprefix("names:").split(" | ")]
        block = Block(
            place=f"{name}:{start}",
            comment=" ".join(row[2:] for row in rows if row.startswith("# ")),
            options=_options(rows),
            lines=[row[2:] for row in rows if row.startswith(">")],
            expected=[row[2:] for row in rows if row.startswith("= ")],
        )
        start += len(rows) + 1
        if block.expected:
            blocks.append(block)
    return names, blocks


def _entry(text: str) -> NameEntry:
    name, _, aliases = text.partition(" = ")
    return NameEntry(name.strip(), tuple(alias.strip() for alias in aliases.split(",") if alias.strip()))


def _options(rows: Sequence[str]) -> dict[str, list[str]]:
    options: dict[str, list[str]] = {}
    for row in rows:
        if row.startswith("@ "):
            key, _, value = row[2:].partition("=")
            options.setdefault(key.strip(), []).append(value)
    return options


def run(name: str, read: Callable[[Block, list[NameEntry]], list[str]]) -> Score:
    names, blocks = load(name)
    assert blocks
    score = Score()
    for block in blocks:
        score.add(block, read(block, names))
    return score
