"""A names file: a character a line, in seat order, `name` or `name = alias, alias`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from service.files.toml_source import FileProblems, Problem, read_bytes

MARKS = "=,"
"""Signs that part names; one inside a name needs double quotes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesEntry:
    """One character: its account's name, and other words for it."""

    name: str
    aliases: tuple[str, ...] = ()
    line: int = 0


def read_names(path: Path) -> tuple[NamesEntry, ...]:
    """The characters of the file. Raises `FileProblems` naming each line that is wrong."""
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileProblems([Problem(file=str(path), text="文件不是 UTF-8 编码，请另存为 UTF-8")]) from None
    return parse_names(text, str(path))


def parse_names(text: str, file: str) -> tuple[NamesEntry, ...]:
    """Like `read_names`, of a text."""
    entries: list[NamesEntry] = []
    problems: list[Problem] = []
    seen: dict[str, int] = {}
    for number, row in enumerate(text.splitlines(), 1):
        line = row.strip()
        if not line or line.startswith("#"):
            continue
        words = list(_words(line))
        fault = _fault(words)
        if fault:
            problems.append(Problem(file=file, line=number, text=fault))
            continue
        name, *rest = (word for word, _ in words)
        for word in (name, *rest):
            if word in seen:
                problems.append(
                    Problem(file=file, line=number, text=f"「{word}」在第 {seen[word]} 行已经写过")
                )
            seen.setdefault(word, number)
        entries.append(NamesEntry(name=name, aliases=tuple(rest), line=number))
    if not entries and not problems:
        problems.append(Problem(file=file, text="没有一个名字；每行写一个角色名"))
    if problems:
        raise FileProblems(problems)
    return tuple(entries)


def _words(line: str) -> Iterator[tuple[str, str]]:
    """Each word of a line with the mark before it (empty before the first); an unclosed quote has mark `"`."""
    at, mark = 0, ""
    while at <= len(line):
        rest = line[at:].lstrip()
        at = len(line) - len(rest)
        if rest.startswith('"'):
            end = line.find('"', at + 1)
            if end < 0:
                yield line[at:], '"'
                return
            word, at = line[at + 1 : end], end + 1
            gap = len(line[at:]) - len(line[at:].lstrip())
            if line[at:].strip() and line[at + gap] not in MARKS:
                yield line[at:], '"'
                return
            at += gap
        else:
            end = min((place for sign in MARKS if (place := line.find(sign, at)) >= 0), default=len(line))
            word, at = line[at:end].strip(), end
        yield word, mark
        if at >= len(line):
            return
        mark = line[at]
        at += 1


def _fault(words: list[tuple[str, str]]) -> str:
    marks = [mark for _, mark in words]
    if '"' in marks:
        return "双引号没有配对，或引号后面多了字"
    if any(not word for word, _ in words):
        return "少了一个名字；写成 角色名 或 角色名 = 别名, 别名"
    if marks[1:] and (marks[1] != "=" or "=" in marks[2:]):
        return "写成 角色名 = 别名, 别名；名字里有 = 或 , 时加英文双引号"
    return ""
