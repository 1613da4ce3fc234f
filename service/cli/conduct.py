"""`panguan conduct GAME`: posts, limits, madness, penalty points of one day, from what is stored."""

from __future__ import annotations

import json
from pathlib import Path

import click

from service.app import open_store
from service.clock import SystemClock
from service.errors import BadInput
from service.game.conduct import judge_day
from service.game.context import View
from service.game.look import look_at
from service.gamemodel import LAST_DAY
from service.reviewing import conduct_described, conduct_to_dict
from service.settings import load_settings
from service.terminal import shown


@click.command()
@click.argument("game")
@click.option("--day", type=int, help="The day; else the last one that has been opened.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--config", type=click.Path(path_type=Path, file_okay=False), help="The configuration folder.")
def command(game: str, day: int | None, config: Path | None, *, as_json: bool) -> None:
    """Show who wrote how much, when and in what words, on one day of GAME."""
    settings = load_settings(config)
    folder = settings.game_folder(game)
    if day is not None and not 1 <= day < LAST_DAY:
        raise BadInput(f"--day 应为 1 到 {LAST_DAY - 1}，现在是 {day}")
    store = open_store(settings, read_only=True)
    try:
        view = look_at(store, settings, folder, SystemClock().now())
        n = day if day is not None else _current(view)
        with store.reading() as tx:
            conduct = judge_day(view, tx, n).conduct
    finally:
        store.close()
    if as_json:
        click.echo(json.dumps(conduct_to_dict(conduct, view.zone), ensure_ascii=False, indent=2))
        return
    click.echo(f"{view.game.title}　第 {n} 天")
    for line in conduct_described(conduct, view.zone):
        click.echo(shown(line))


def _current(view: View) -> int:
    """The day that runs, or whose night does; day 1 before the first opening."""
    return max(view.record.state.discussion_day, 1) if view.record.state is not None else 1
