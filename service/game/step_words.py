"""The steps of a game's course, and where a game stands, in words."""

from __future__ import annotations

import re

from engine.state import Phase, Window
from service.game.calendar import WINDOW_NAMES

_STEP = re.compile(r"(day|night)(\d+)\.(?:(\w+)\.)?(open|close|result|settle)")
_DAY = {"open": "开帖", "close": "收票", "result": "计票公示"}


def step_zh(step: str) -> str:
    """`day2.close` → 第2天收票. A key of another kind stands as it is."""
    if step in {"setup", "end"}:
        return "开局准备" if step == "setup" else "公布结局"
    found = _STEP.fullmatch(step)
    if found is None:
        return step
    kind, number, window, what = found.groups()
    if kind == "day":
        return f"第{number}天{_DAY.get(what, what)}"
    if number == "0":
        return f"第零夜{'开始' if what == 'open' else '结束'}"
    if window is None:
        return f"第{number}夜结算"
    return f"第{number}夜“{WINDOW_NAMES[Window(window)]}”{'开始' if what == 'open' else '结束'}"


def phase_zh(day: int, phase: Phase) -> str:
    """Where a game stands: public by rule."""
    if phase is Phase.OVER:
        return "已结束"
    if phase is Phase.NIGHT0:
        return "第零夜"
    return f"第{day}{'天' if phase is Phase.DAY else '夜'}"
