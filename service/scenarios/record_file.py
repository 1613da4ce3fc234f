"""The part of a finished game's archive that `verify` reads: commitment, salt, seed, identities, draws."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.chance import seed_text
from engine.deal import Draw, Record
from engine.model import Identity
from service.files.toml_source import FileProblems, read_bytes
from service.files.toml_values import Unfit, identity


class Unreadable(Exception):
    """A file that is no such record; the text says what is wrong and where."""


def read_record(path: Path) -> Record:
    """The record in a file, or in `game.json` of a folder. Raises `Unreadable`."""
    file = path / "game.json" if path.is_dir() else path
    try:
        data = json.loads(read_bytes(file).decode("utf-8-sig"))
    except FileProblems as error:
        raise Unreadable(str(error).replace("；可用 panguan init 写出一份样例", "")) from None
    except UnicodeDecodeError:
        raise Unreadable(f"{file}: 文件不是 UTF-8 编码") from None
    except json.JSONDecodeError as error:
        raise Unreadable(f"{file}:{error.lineno}: 不是合法的 JSON") from None
    except (RecursionError, ValueError):
        raise Unreadable(f"{file}: 不是合法的 JSON") from None
    try:
        return record_of(data)
    except Unfit as error:
        raise Unreadable(f"{file}: {error}") from None


def record_of(data: object) -> Record:
    """The record in a document. Raises `Unfit` naming the key that is absent or wrong."""
    whole = _mapping(data, "文件")
    matter = _mapping(whole["chance"], "chance") if "chance" in whole else whole
    identities = {
        name: _identity(name, value)
        for name, value in _mapping(_need(matter, "identities"), "identities").items()
    }
    seats = _names(matter["seats"], "seats") if "seats" in matter else tuple(identities)
    dealt = matter.get("dealt", True)
    if not isinstance(dealt, bool):
        raise Unfit("dealt 应为 true 或 false")
    seed = _need(matter, "seed")
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise Unfit("seed 应为文字或整数")
    return Record(
        commitment=_text(matter, "commitment"),
        salt=_text(matter, "salt"),
        seed=seed_text(seed),
        seats=seats,
        identities=identities,
        draws=_draws(matter.get("draws", [])),
        dealt=dealt,
    )


def _draws(value: object) -> tuple[Draw, ...]:
    if not isinstance(value, list):
        raise Unfit("draws 应为一列")
    found = []
    for number, one in enumerate(value, 1):
        row = _mapping(one, f"draws 第 {number} 项")
        candidates = _names(_need(row, "candidates"), f"draws 第 {number} 项的 candidates")
        found.append(Draw(label=_text(row, "label"), candidates=candidates, chosen=_text(row, "chosen")))
    return tuple(found)


def _need(data: Mapping[str, Any], key: str) -> Any:
    if key not in data:
        raise Unfit(f"缺少 {key}")
    return data[key]


def _text(data: Mapping[str, Any], key: str) -> str:
    value = _need(data, key)
    if not isinstance(value, str):
        raise Unfit(f"{key} 应为文字")
    return value


def _names(value: object, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise Unfit(f"{where} 应为一列名字")
    return tuple(value)


def _identity(name: str, value: object) -> Identity:
    try:
        return identity(value)
    except Unfit as error:
        raise Unfit(f"identities 里「{name}」：{error}") from None


def _mapping(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise Unfit(f"{where}应为一个对象")
    return value
