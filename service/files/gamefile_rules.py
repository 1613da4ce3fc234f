"""`[rules]` of a game's file: the knobs of the variant, as the engine knows them."""

from __future__ import annotations

import re

from engine.rules import Fault, Rules, RulesError, knobs
from service.files.toml_table import Table
from service.files.toml_values import MOST, nearest, shown

_NUMBER = re.compile(r"(whole )?number >= (\d+)")


def read_rules(table: Table) -> Rules:
    """The rules of the game; each setting that can't be used is reported by itself."""
    usable: dict[str, object] = {}
    for key, value in table.data.items():
        if isinstance(value, int | float) and abs(value) > MOST:
            table.note(key, f"数太大了，不能超过 {MOST}")
            continue
        try:
            Rules.from_mapping({key: value})
        except RulesError as error:
            table.note(key, _told(error, value))
        else:
            usable[key] = value
    return Rules.from_mapping(usable)


def _told(error: RulesError, value: object) -> str:
    match error.fault:
        case Fault.ELSEWHERE:
            return f"这一项不在 [rules] 里设，请移到 [{error.nearest}] 一节"
        case Fault.NOT_OFFERED:
            return "这一条的读法是固定的，没有别的选择，请删去这一行"
        case Fault.BAD_VALUE:
            return f"应为{_allowed(error.allowed)}，现在是 {shown(value)}{nearest(str(value), _words(error))}"
        case Fault.UNKNOWN:
            hint = f"；是不是「{error.nearest}」？" if error.nearest else nearest(error.knob, knobs())
            return f"没有这个规则选项{hint}"


def _allowed(said: str) -> str:
    """What the engine says a value may be, in Chinese and as TOML wants it."""
    if number := _NUMBER.fullmatch(said):
        return f"不小于 {number.group(2)} 的{'整数' if number.group(1) else '数'}（不加引号）"
    options = said.split(" | ")
    bare = all(option in {"true", "false"} or option.startswith("[") for option in options)
    return " " + " 或 ".join(option.replace("'", '"') if bare else f'"{option}"' for option in options)


def _words(error: RulesError) -> list[str]:
    return error.allowed.split(" | ")
