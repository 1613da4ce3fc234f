"""`panguan status`: where each game stands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from parsers.posts_json import iso
from service.app import database_url
from service.clock import SystemClock
from service.console.look import has_database, looking
from service.console.terminal import shown
from service.errors import BadInput, ServiceError
from service.files.gamefile import load_game
from service.files.settings import Settings, load_settings
from service.files.toml_source import FileProblems
from service.files.toml_values import DEFAULT_ZONE
from service.game.papers import read_papers
from service.game.standing import GameStanding, standing
from service.game.step_words import phase_zh, step_zh
from service.game.words import CAMP
from service.lock import running_pid
from service.store import Leader, Store
from service.store.store import is_postgres

ROLES: dict[str | None, str] = {"leads": "，领着牌局", "stands_by": "，待命"}
STATES = {"ready": "待发", "sending": "待确认", "held": "等导演点头", "failed": "发不出"}


@click.command()
@click.argument("game", required=False)
@click.option("--config", type=click.Path(path_type=Path, file_okay=False), help="The configuration folder.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(game: str | None, config: Path | None, as_json: bool) -> None:
    """Show where GAME stands, or every game. Works beside a running daemon, and before the first run."""
    settings = load_settings(config)
    keys = [settings.game_folder(game).name] if game else [f.name for f in settings.game_folders()]
    if not keys:
        raise BadInput(
            f"{settings.config_dir / 'games'}: 这里没有牌局；可用 panguan init {settings.config_dir / '新文件夹'} 写出样例"
        )
    now = SystemClock().now()
    found, leader = _found(settings, keys, now)
    pid = running_pid(settings.state_dir)
    role = _role(settings, pid, leader)
    if as_json:
        document = {
            "daemon": {
                "running": pid is not None,
                "pid": pid or None,
                "role": role,
                "leader": leader
                and {"host": leader.host, "pid": leader.pid, "since": iso(leader.since, DEFAULT_ZONE)},
            },
            "now": iso(now, DEFAULT_ZONE),
            "games": [_document(key, one) for key, one in found],
        }
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
        return
    click.echo(
        ("判官没有在运行" if pid is None else f"判官在运行（进程 {pid or '未知'}）") + ROLES.get(role, "")
    )
    if leader is not None and role != "leads":
        click.echo(
            shown(f"领着牌局的是 {leader}，从 {leader.since.astimezone(DEFAULT_ZONE):%m-%d %H:%M:%S} 起")
        )
    for key, one in found:
        for line in _lines(key, one):
            click.echo(shown(line))


def _found(
    settings: Settings, keys: list[str], now: datetime
) -> tuple[list[tuple[str, GameStanding | ServiceError]], Leader | None]:
    if not has_database(settings):
        return [(key, _unbegun(settings, key)) for key in keys], None
    with looking(settings) as store:
        with store.reading() as tx:
            leader = tx.leader()
        return [(key, _one(settings, key, store, now)) for key in keys], leader


def _role(settings: Settings, pid: int | None, leader: Leader | None) -> str | None:
    """What this machine's daemon does, where several may share one database."""
    if pid is None or not is_postgres(database_url(settings)):
        return None
    return "leads" if leader is not None and leader.here(pid) else "stands_by"


def _one(settings: Settings, key: str, store: Store, now: datetime) -> GameStanding | ServiceError:
    try:
        papers = read_papers(settings, key, store, now)
    except FileProblems as problems:
        return problems
    with store.reading() as tx:
        return standing(papers, tx)


def _unbegun(settings: Settings, key: str) -> GameStanding | ServiceError:
    try:
        game = load_game(settings.game_folder(key))
    except FileProblems as problems:
        return problems
    return GameStanding(key=key, title=game.title, publish=game.publish, step="setup")


def _lines(key: str, one: GameStanding | ServiceError) -> Iterator[str]:
    if isinstance(one, ServiceError):
        yield f"{key}"
        for line in str(one).splitlines():
            yield f"  文件有误：{line}"
        return
    yield f"{key}「{one.title}」{_where(one)}"
    if one.public.winner is not None:
        yield f"  {CAMP[one.public.winner]}获胜"
    if one.step is not None:
        when = f"{one.step_at.astimezone(one.zone):%m-%d %H:%M}" if one.step_at else "即刻"
        if one.step_at is None and one.step.startswith("night"):
            when = "时间待公示计票后定"
        yield f"  下一步：{step_zh(one.step)}（{when}）"
    if one.votes is not None:
        yield f"  第{one.votes.day}天已投 {one.votes.votes}/{one.votes.of}"
    waiting = [f"{word} {one.notices[state]}" for state, word in STATES.items() if one.notices[state]]
    sent = one.notices["sent"]
    if sent or waiting:
        yield f"  公示与私信：已发 {sent}" + "".join(f"，{word}" for word in waiting)
    if one.notices["held"] and one.publish == "approve":
        yield f"  看文字并放行：panguan approve {key}"
    if one.read_at is not None:
        yield f"  最近一次读帖：{one.read_at.astimezone(one.zone):%m-%d %H:%M:%S}"
    if one.left_out:
        yield f"  判官没有带这一局：{one.left_out}"
    if one.trouble:
        yield f"  论坛有问题：{one.trouble}"


def _where(one: GameStanding) -> str:
    if one.day is None or one.phase is None:
        return "：还没有开局"
    return f"：{phase_zh(one.day, one.phase)}{'（导演暂停）' if one.held else ''}"


def _document(key: str, one: GameStanding | ServiceError) -> dict[str, Any]:
    if isinstance(one, ServiceError):
        return {"game": key, "problems": str(one).splitlines()}
    votes = one.votes
    return {
        "game": key,
        "title": one.title,
        "publish": one.publish,
        "day": one.day,
        "phase": one.phase.value if one.phase is not None else None,
        "held": one.held,
        "next": None
        if one.step is None
        else {"step": one.step, "what": step_zh(one.step), "at": iso(one.step_at, one.zone)},
        "votes": None if votes is None else {"day": votes.day, "in": votes.votes, "of": votes.of},
        "notices": {state: one.notices[state] for state in ("sent", *STATES)},
        "last_read": iso(one.read_at, one.zone),
        "board_trouble": one.trouble,
        "winner": one.public.winner.value if one.public.winner is not None else None,
        "problems": one.left_out.splitlines() if one.left_out else [],
    }
