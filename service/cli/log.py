"""`panguan log`: what happened, for people."""

from __future__ import annotations

import json
from pathlib import Path

import click

from parsers.posts_json import iso
from service.clock import SystemClock
from service.console.look import looking
from service.console.terminal import shown
from service.files.settings import load_settings
from service.game.annals import annals, lines
from service.game.papers import read_papers


@click.command()
@click.argument("game")
@click.option("--public", is_flag=True, help="Leave out what is secret before the end.")
@click.option("--config", type=click.Path(path_type=Path, file_okay=False), help="The configuration folder.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(game: str, public: bool, config: Path | None, as_json: bool) -> None:
    """Print what happened in GAME, in time order: steps, letters, rulings, what they led to, and every notice.

    Without --public this is the director's view: identities and orders are in it.
    """
    settings = load_settings(config)
    settings.game_folder(game)
    with looking(settings) as store:
        papers = read_papers(settings, game, store, SystemClock().now())
        with store.reading() as tx:
            entries = annals(papers, tx, public=public)
    if as_json:
        document = [
            {"at": iso(one.at, papers.zone), "text": one.text, "secret": one.secret, "link": one.link}
            for one in entries
        ]
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
        return
    for line in lines(entries, papers):
        click.echo(shown(line))
    if not entries:
        click.echo(f"{game}: 还没有开局")
