"""A director's TOML file as read: its values, the line of each key, and every fault told in Chinese.

A fault is a value (`Problem`); a file is validated whole and `FileProblems` carries all of them.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from service.errors import BadInput
from service.files.toml_lines import KeyPath, key_lines

MAX_BYTES = 1_000_000

_PLACE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")
_BREAKS = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")
_SHORT_TIME = re.compile(r"\d\d:\d\d(?![:\d])")
_FULL_WIDTH = str.maketrans(
    {"“": '"', "”": '"', "‘": "'", "’": "'", "＝": "=", "，": ",", "【": "[", "】": "]"}
)
_SYNTAX = (
    ("Cannot overwrite a value", "同一个键写了两次，请删去其中一行"),
    ("Cannot declare", "同一个表写了两次，请把两处并在一起"),
    ("Cannot redefine", "同一个表写了两次，请把两处并在一起"),
    ("Cannot mutate immutable", "这个键已经用别的写法写过，请并在一处"),
    ("Duplicate inline table key", "花括号里同一个键写了两次，请删去其中一个"),
    ("Expected '=' after a key", "键后面缺少等号；汉字的键和值都要加英文引号"),
    ("Invalid initial character for a key", "这里应该是一个键；汉字的键要加英文引号"),
    (
        "Invalid statement",
        "看不懂这一行；应为「键 = 值」或「[表名]」，汉字的键要加英文引号，说明文字前面要加 #",
    ),
    ("Invalid value", "等号后面的值看不懂；文字要加英文引号，是与否写 true、false"),
    ("Unterminated string", "引号没有配对，请补上后一个引号"),
    ("Illegal character", "这里有不能出现的字符（多半是引号没有配对）"),
    ("Unescaped", "引号里的反斜线要写两个，或改用单引号"),
    ("Unclosed array", "方括号没有配对，请补上 ]"),
    ("Unclosed inline table", "花括号没有配对，请补上 }"),
    ("Expected newline or end of document", "一行里写了两样东西，请分成两行，或检查引号"),
    ("Expected ']", "表名的方括号没有配对，请补上"),
    ("Invalid date or datetime", "没有这样的日期或时刻"),
    ("Expected", "标点不对，请检查引号、逗号与括号"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One fault of a file: where it is, and what to do about it, in one line."""

    file: str
    text: str
    line: int | None = None
    key: str = ""

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        said = f"{place}: {self.key}：{self.text}" if self.key else f"{place}: {self.text}"
        return _BREAKS.sub(" ", said)


class FileProblems(BadInput):
    """A file that does not validate; a line for each problem, in the file's order."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda p: (p.file, p.line or 0)))
        super().__init__("\n".join(str(problem) for problem in self.problems))


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file that is valid TOML. `digest` is SHA-256 of its bytes, in hexadecimal."""

    file: str
    data: Mapping[str, object]
    lines: Mapping[KeyPath, int]
    digest: str

    def line(self, path: KeyPath) -> int | None:
        """The line of a key, else of the nearest table around it; None for the file as a whole."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path)


def read_toml(path: Path) -> Source:
    """The file's values and lines. Raises `FileProblems` if it is absent, not UTF-8, or not TOML."""
    return parse_toml(read_bytes(path), str(path))


def read_bytes(path: Path) -> bytes:
    """The file as it lies there. Raises `FileProblems` if it can't be read or is absurdly large."""
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise _whole(path, "没有这个文件；可用 panguan init 写出一份样例") from None
    except PermissionError:
        raise _whole(path, "没有权限读这个文件，请检查它的主人与权限") from None
    except OSError as error:
        raise _whole(path, f"读不了这个文件（{error.strerror}）") from None
    if len(raw) > MAX_BYTES:
        raise _whole(path, "文件过大（超过 1 MB），请检查是不是放错了文件")
    return raw


def parse_toml(raw: bytes, file: str) -> Source:
    """Values and lines of a file's bytes. Raises `FileProblems` if they are not UTF-8 or not TOML."""
    digest = hashlib.sha256(raw).hexdigest()
    try:
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise FileProblems(
            [Problem(file=file, line=line, text="文件不是 UTF-8 编码，请用编辑器另存为 UTF-8")]
        ) from None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FileProblems([_syntax_problem(error, text, file)]) from None
    except RecursionError:
        raise FileProblems([Problem(file=file, text="括号套得太深，请检查括号")]) from None
    except ValueError:  # a number of thousands of digits, a date out of the calendar
        raise FileProblems([Problem(file=file, text="有一个数或日期大得没有道理，请检查")]) from None
    return Source(file=file, data=data, lines=key_lines(text), digest=digest)


def _whole(path: Path, text: str) -> FileProblems:
    return FileProblems([Problem(file=str(path), text=text)])


def _syntax_problem(error: tomllib.TOMLDecodeError, text: str, file: str) -> Problem:
    said = str(error)
    place = _PLACE.search(said)
    rows = text.split("\n")
    line = int(place.group(1)) if place and place.group(1) else max(1, len(text.rstrip().split("\n")))
    row = rows[line - 1] if line <= len(rows) else ""
    if not row.strip() and line > 1:  # told on the line after the one that was left open
        line, row = line - 1, rows[line - 2]
    if place and not place.group(1) and not row.rstrip().endswith("="):
        said = said.replace("Invalid value", "Unclosed array")
    meant = next((chinese for english, chinese in _SYNTAX if english in said), "这里不合 TOML 的写法")
    outside = re.sub(r'"[^"]*"|\'[^\']*\'|#.*', "", row)
    if outside.translate(_FULL_WIDTH) != outside:
        meant = "这一行用了全角标点（“ ” ＝ ，等），请改成英文标点"
    elif _SHORT_TIME.search(outside):
        meant = "时刻要写到秒，例如 2026-03-02T09:30:00"
    key = row.split("=", 1)[0].strip() if "=" in row else ""
    return Problem(file=file, line=line, key=key[:40] if not key.startswith("#") else "", text=meant)
