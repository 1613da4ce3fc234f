"""`panguan doctor`: can we reach the board, log in, read, post here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from service.app import StoredCookies, connect_board, open_store
from service.clock import SystemClock
from service.console.doctor import Check, Examined, examine
from service.console.lanes import Lane, game_folders, lanes_of
from service.console.look import has_database, looking
from service.console.terminal import shown
from service.files.settings import Settings, load_settings
from service.forum.api import CookieKeeper
from service.store import Store


@click.command()
@click.argument("game", required=False)
@click.option("--config", type=click.Path(path_type=Path, file_okay=False), help="The configuration folder.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(game: str | None, config: Path | None, as_json: bool) -> None:
    """Look whether the judge can work on the boards of the games, or of GAME.

    Posts nothing, and tries a password once at most. Exits 1 if something essential fails.
    """
    settings = load_settings(config)
    lanes, faults = lanes_of(settings, game_folders(settings, game))
    found = []
    with _memory(settings) as store:
        for lane in lanes:
            one = examine(lane, SystemClock(), connect_board, _cookies(store, lane))
            found.append(one)
            if not as_json:
                for line in _lines(one):
                    click.echo(shown(line))
    for fault in faults:
        click.echo(str(fault), err=True)
    ok = not faults and all(one.ok for one in found)
    if as_json:
        document = {"ok": ok, "boards": [_document(one) for one in found]}
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
    elif ok:
        click.echo("判官可以在这里工作")
    if not ok:
        raise click.exceptions.Exit(1)


@contextmanager
def _memory(settings: Settings) -> Iterator[Store | None]:
    """The database with the kept sessions, if there is one: a look makes none."""
    if not has_database(settings):
        yield None
        return
    with looking(settings):
        pass
    store = open_store(settings)
    try:
        yield store
    finally:
        store.close()


def _cookies(store: Store | None, lane: Lane) -> CookieKeeper | None:
    if store is None or lane.account is None:
        return None
    return StoredCookies(store, lane.board, lane.account.name)


def _lines(one: Examined) -> Iterator[str]:
    games = "、".join(game.key for game in one.lane.games)
    yield f"{one.lane.board}　账号 {one.lane.word}（{games}）"
    for check in one.checks:
        yield f"  {_sign(check)} {check.label}：{check.detail}" + (f" → {check.todo}" if check.todo else "")


def _sign(check: Check) -> str:
    return {True: "✓", False: "✗", None: "?"}[check.ok]


def _document(one: Examined) -> dict[str, Any]:
    facts = one.facts
    return {
        "board": one.lane.board,
        "account": one.lane.word,
        "games": [game.key for game in one.lane.games],
        "ok": one.ok,
        "dialect": facts.dialect if facts else None,
        "charset": facts.charset if facts else None,
        "zone_minutes": facts.zone_minutes if facts else None,
        "skew_seconds": facts.skew_seconds if facts else None,
        "checks": [
            {
                "check": check.what,
                "label": check.label,
                "ok": check.ok,
                "essential": check.essential,
                "detail": check.detail,
                "todo": check.todo,
            }
            for check in one.checks
        ],
    }
