"""The reading in force: what the judge will do with a game's file, for the director to nod at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import tzinfo

from engine.model import IDENTITY_ZH
from engine.readings import LAST_NIGHT
from engine.roster import roster
from engine.rules import knobs
from engine.state import Window
from service.files.gamefile_characters import composition
from service.files.gamefile_timetable import timetable
from service.files.gamemodel import GameFile
from service.files.override_words import clock
from service.files.overrides import Override
from service.files.toml_values import DEFAULT_ZONE, shown

_IDENTITIES = {identity: chinese for chinese, identity in IDENTITY_ZH.items()}
_PUBLISH = {
    "auto": "公示自动发出",
    "approve": "公示等导演点头再发（panguan approve）",
    "dry-run": "只演示，不发帖",
}
_ORDERS = {"pm": "私信", "hollow": "树洞"}
_FLAGS = {"director": "只报导演", "public": "报导演，并分组公布在讨论帖"}


def summary(game: GameFile, zone: tzinfo = DEFAULT_ZONE) -> Iterator[str]:
    """Lines in Chinese: board, roster, calendar, publication, and the knobs that matter."""
    yield f"论坛 {game.board.url}，版块 {game.board.forum}，账号 {game.board.account}；导演 {game.director.name}"
    yield _roster(game)
    yield from _calendar(game, zone)
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


def _calendar(game: GameFile, zone: tzinfo) -> Iterator[str]:
    table = timetable(game.timetable, zone)
    first = game.resume.day if game.resume is not None else 1
    if first == 1:
        night0 = table.night0()
        yield f"第零夜 {clock(night0.opens, zone)} 到 {clock(night0.closes, zone)}（以下都是论坛时间）"
    for n in range(first, LAST_NIGHT + 1):
        day = table.day(n)
        yield (
            f"第 {n} 天 {clock(day.opens, zone)} 开帖，{clock(day.closes, zone)} 收帖；"
            f"当夜到 {clock(table.night_ends(n), zone)}"
        )
    yield f"最迟 {clock(table.day(LAST_NIGHT + 1).opens, zone)} 公布结局"


def before(game: GameFile, override: Override, zone: tzinfo = DEFAULT_ZONE) -> str:
    """What a ruling changes, as the game's file alone has it; empty where the file does not tell."""
    keys = override.keys
    match override.kind:
        case "time":
            table = timetable(game.timetable, zone)
            n = int(str(keys["n"]))
            if keys["what"] == "window":
                was = table.night(n)[tuple(Window)[int(str(keys["window"])) - 1]].opens
            else:
                span = table.day(n) if n else table.night0()
                was = span.opens if keys["what"] == "open" else span.closes
            return f"原定 {clock(was, zone)}"
        case "identity":
            dealt = {c.name: c.identity for c in game.characters}.get(str(keys["who"]))
            return "" if dealt is None else f"原为{_IDENTITIES[dealt]}"
        case "thread":
            threads = game.threads.by_day.get(int(str(keys["day"])))
            tid = None if threads is None else getattr(threads, str(keys["which"]))
            return "" if tid is None else f"原为 tid {tid}"
        case _:
            return ""


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
