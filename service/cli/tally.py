"""`panguan tally`: the count of a game's vote, as of any moment."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import click

from service.clock import SystemClock
from service.console.cli_names import instant
from service.console.look import looking
from service.console.terminal import shown
from service.counts.count_json import count_to_dict
from service.counts.count_words import described
from service.errors import BadInput
from service.files.gamemodel import LAST_DAY
from service.files.settings import load_settings
from service.game.context import Papers
from service.game.papers import read_papers
from service.game.votes import count_day, state_for_count
from service.store import Tx


@click.command()
@click.argument("game")
@click.option("--day", type=click.IntRange(1, LAST_DAY - 1), help="The day (default: the last that opened).")
@click.option("--at", "moment", metavar="T", help="As it stood at this moment (ISO 8601); default: now.")
@click.option("--config", type=click.Path(path_type=Path, file_okay=False), help="The configuration folder.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(game: str, day: int | None, moment: str | None, config: Path | None, as_json: bool) -> None:
    """Count a vote of GAME from what is stored, with the rulings that are in force.

    The board is not asked: what the judge has not read yet is not in it.
    """
    settings = load_settings(config)
    settings.game_folder(game)
    with looking(settings) as store:
        papers = read_papers(settings, game, store, SystemClock().now())
        as_of = instant(moment, "--at", papers.zone)
        chosen = day or _last_open(papers)
        if not papers.record.done(f"day{chosen}.open") and not papers.record.done(f"day{chosen}.result"):
            raise BadInput(f"{game}: 第 {chosen} 天还没有开帖，没有可数的票")
        with store.reading() as tx:
            view = count_day(papers, tx, state_for_count(papers, chosen, as_of), chosen, as_of=as_of)
            read_at = None if view is None else _read_by(papers, tx, view.tid, as_of)
    if view is None:
        raise BadInput(
            f'{game}: 不知道第 {chosen} 天的投票帖在哪里；可写 thread 裁定（day = {chosen}，which = "vote"，url = …）'
        )
    if as_json:
        document = count_to_dict(
            view.count,
            day=chosen,
            opens=view.opens,
            closes=view.closes,
            as_of=as_of or read_at,
            zone=papers.zone,
        )
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
        return
    click.echo(f"「{papers.game.title}」第 {chosen} 天{_as_of_words(as_of or read_at, papers)}")
    for line in described(view.count, opens=view.opens, closes=view.closes, zone=papers.zone):
        click.echo(shown(line))


def _last_open(papers: Papers) -> int:
    opened = [n for n in range(1, LAST_DAY) if papers.record.done(f"day{n}.open")]
    if not opened:
        raise BadInput(f"{papers.game.key}: 还没有一天开帖，没有可数的票")
    return opened[-1]


def _read_by(papers: Papers, tx: Tx, tid: int, as_of: datetime | None) -> datetime | None:
    """When what is counted was read."""
    if as_of is None:
        return tx.thread_read_at(papers.board, tid)
    return max((r.at for r in tx.readings(papers.board, tid) if r.at <= as_of), default=None)


def _as_of_words(at: datetime | None, papers: Papers) -> str:
    return "（还没有读过投票帖）" if at is None else f"，截至 {at.astimezone(papers.zone):%m-%d %H:%M:%S}"
