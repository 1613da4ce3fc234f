"""The reading in force: what the judge will do with a game's file, for the director to nod at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta

from engine.roster import roster
from engine.rules import knobs
from service.gamefile_characters import composition
from service.gamemodel import GameFile
from service.toml_values import shown

_PUBLISH = {
    "auto": "公示自动发出",
    "approve": "公示等导演点头再发（panguan approve）",
    "dry-run": "只演示，不发帖",
}
_ORDERS = {"pm": "私信", "hollow": "树洞"}
_FLAGS = {"director": "只报导演", "public": "报导演，并分组公布在讨论帖"}


def summary(game: GameFile) -> Iterator[str]:
    """Lines in Chinese: board, roster, calendar, publication, and the knobs that matter."""
    yield f"论坛 {game.board.url}，版块 {game.board.forum}，账号 {game.board.account}；导演 {game.director.name}"
    yield _roster(game)
    yield from _calendar(game)
    if game.resume is not None:
        yield f"从第 {game.resume.day} 天接手已开始的牌局"
    channels = "、".join(_ORDERS[channel] for channel in game.orders)
    yield f"{_PUBLISH[game.publish]}；夜间命令经{channels}；违规标记{_FLAGS[game.flags]}"
    yield _mad_reading(game)
    changed = game.rules.to_mapping()
    if changed:
        told = "，".join(f"{key} = {_written(value)}（{_doubt(key)}）" for key, value in changed.items())
        yield f"改动过的规则选项：{told}"
    else:
        yield "规则选项都是默认值"


def _roster(game: GameFile) -> str:
    count = len(game.characters)
    if game.dealt:
        counts = Counter(
            character.identity for character in game.characters if character.identity is not None
        )
        return f"角色 {count} 个，身份由导演写定：{composition(counts)}"
    return f"角色 {count} 个，身份由判官发牌：{composition(roster(count))}"


def _calendar(game: GameFile) -> Iterator[str]:
    table = game.timetable
    explicit = next((day for day in table.days if day.n == 1), None)
    opens = datetime.combine(table.start, table.day_open)
    closes = datetime.combine(table.start + timedelta(days=table.day_span_days), table.day_close)
    if explicit is not None:
        opens, closes = explicit.open or opens, explicit.close or closes
    yield f"第 1 天 {opens:%Y-%m-%d %H:%M} 开帖，{closes:%Y-%m-%d %H:%M} 收帖（论坛时间）"


def _mad_reading(game: GameFile) -> str:
    """Which reading of A-04 is in force."""
    if game.rules.piper_count_includes_mad:
        return "A-04：癫狂的角色算存活，吹笛阵营数人头时也算在内（piper_count_includes_mad = true）"
    return "A-04：癫狂的角色算存活，只在吹笛阵营数人头时不算（piper_count_includes_mad = false，默认）"


def _written(value: object) -> str:
    return f"[{'、'.join(shown(one) for one in value)}]" if isinstance(value, list) else shown(value)


def _doubt(key: str) -> str:
    doubt = str(knobs()[key].metadata["doubt"])
    return {"ballots": "计票", "conduct": "纪律"}.get(doubt, doubt)
