"""`panguan archive`: the finished game's record."""

from __future__ import annotations

import json
from pathlib import Path

import click

from service.clock import SystemClock
from service.console.look import looking, private_file
from service.errors import BadInput
from service.files.settings import load_settings
from service.game.papers import read_papers
from service.notices.render import Pages
from service.pages.archive import archive, finished


@click.command()
@click.argument("game")
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="The folder to write into; made if absent.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Before the end too: then without anything that is secret.")
@click.option("--config", type=click.Path(path_type=Path, file_okay=False), help="The configuration folder.")
def command(game: str, output: Path, force: bool, config: Path | None) -> None:
    """Write the record of GAME: game.json, which `panguan verify` checks, and index.html to read."""
    settings = load_settings(config)
    settings.game_folder(game)
    with looking(settings) as store:
        papers = read_papers(settings, game, store, SystemClock().now())
        with store.reading() as tx:
            complete = finished(papers, tx)
            if not complete and not force:
                raise BadInput(
                    f"{game}: 这一局还没有结束（或揭秘还没有发出），记录里有秘密；结束后再存档，或用 --force 只存公开的部分"
                )
            document = archive(papers, tx, complete=complete)
    page = Pages(papers.zone).html("archive.html", {"game": document})
    _write(output, json.dumps(document, ensure_ascii=False, indent=1), page)
    click.echo(f"{output / 'game.json'}：数据" + ("，可用 panguan verify 核对" if complete else ""))
    click.echo(f"{output / 'index.html'}：可读的一页")
    if complete:
        click.echo("含各人的私信；文件只有你自己可读，要公开时再放开")
    else:
        click.echo("这一局还没有结束：只含公开的部分，没有身份、种子、私信，也没有未公示的票")


def _write(folder: Path, data: str, page: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        private_file(folder / "game.json", data.encode("utf-8", "surrogatepass"))
        private_file(folder / "index.html", page.encode("utf-8", "replace"))
    except OSError as error:
        raise BadInput(f"{folder}: 写不进去（{error.strerror}）；请换一个文件夹") from None
