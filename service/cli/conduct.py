"""`panguan conduct`: posts, limits, madness, penalty points of one day of a game, from what is stored."""

from __future__ import annotations

import json
from pathlib import Path

import click

from service.clock import SystemClock
from service.console.look import looking
from service.console.terminal import shown
from service.counts.reviewing import conduct_described, conduct_to_dict
from service.files.gamemodel import LAST_DAY
from service.files.settings import load_settings
from service.game.conduct import judge_day
from service.game.context import Papers
from service.game.papers import read_papers


@click.command()
@click.argument("game")
@click.option("--day", type=click.IntRange(1, LAST_DAY - 1), help="The day (default: the last that opened).")
@click.option("--config", type=click.Path(path_type=Path, file_okay=False), help="The configuration folder.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(game: str, day: int | None, config: Path | None, as_json: bool) -> None:
    """Show who wrote how much, when and in what words, on one day of GAME.

    The board is not asked: what the judge has not read yet is not in it.
    """
    settings = load_settings(config)
    settings.game_folder(game)
    with looking(settings) as store:
        papers = read_papers(settings, game, store, SystemClock().now())
        n = day or _current(papers)
        with store.reading() as tx:
            conduct = judge_day(papers, tx, n).conduct
    if as_json:
        click.echo(json.dumps(conduct_to_dict(conduct, papers.zone), ensure_ascii=False, indent=2))
        return
    click.echo(shown(f"{papers.game.title}　第 {n} 天"))
    for line in conduct_described(conduct, papers.zone):
        click.echo(shown(line))


def _current(papers: Papers) -> int:
    """The day that runs, or whose night does; day 1 before the first opening, the last vote's after the last."""
    day = papers.record.state.discussion_day if papers.record.state is not None else 1
    return min(max(day, 1), LAST_DAY - 1)
