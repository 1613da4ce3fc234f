"""`panguan approve`: lets held notices go."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from service.app import open_store
from service.clock import SystemClock
from service.console.look import looking
from service.console.terminal import shown
from service.errors import BadInput
from service.files.settings import Settings, load_settings
from service.game.context import Papers
from service.game.notice_words import STATE, notice_zh
from service.game.papers import read_papers
from service.game.speaker import GameSpeaker
from service.store import Notice, NoticeState


@click.command()
@click.argument("game")
@click.argument("ids", nargs=-1, metavar="[ID]…")
@click.option("--all", "everything", is_flag=True, help="Let every held notice go.")
@click.option("--config", type=click.Path(path_type=Path, file_okay=False), help="The configuration folder.")
def command(game: str, ids: tuple[str, ...], everything: bool, config: Path | None) -> None:
    """Show the held notices of GAME with their text; with IDs (公示编号) or --all, let them go.

    The daemon, or the next `panguan once`, posts what was let go.
    """
    settings = load_settings(config)
    settings.game_folder(game)
    if ids and everything:
        raise BadInput("公示编号与 --all 只能写一样")
    now = SystemClock().now()
    with looking(settings) as store:
        papers = read_papers(settings, game, store, now)
        with store.reading() as tx:
            held = tx.notices(game, [NoticeState.HELD])
    if not ids and not everything:
        _show(papers, held, now)
        return
    if papers.game.publish == "dry-run":
        raise BadInput(
            f'{papers.game.path}: publish = "dry-run" 只演示，什么也不会发出；要发就改成 "auto" 或 "approve"'
        )
    gone = _let_go(settings, game, frozenset(ids), everything=everything)
    for notice in gone:
        click.echo(shown(f"{notice.ref}　{notice_zh(notice)}：放行"))
    if not gone:
        click.echo("没有等导演点头的公示")


def _show(papers: Papers, held: tuple[Notice, ...], now: datetime) -> None:
    if not held:
        click.echo("没有等导演点头的公示")
        return
    speaker = GameSpeaker(papers.store, papers.board, papers.zone)
    for notice in held:
        click.echo(shown(f"== {notice.ref}　{notice_zh(notice)}"))
        if notice.subject:
            click.echo(shown(f"标题：{notice.subject}"))
        for line in speaker.text(papers.game, papers.rulings, notice, now).splitlines():
            click.echo(shown(line))
        click.echo("")
    if papers.game.publish == "dry-run":
        click.echo(f"共 {len(held)} 条；本局只演示（dry-run），不会发出")
    else:
        click.echo(f"共 {len(held)} 条；放行：panguan approve {papers.game.key} 编号…，或 --all")


def _let_go(settings: Settings, game: str, refs: frozenset[str], *, everything: bool) -> list[Notice]:
    """All of them or none: one wrong number changes nothing."""
    store = open_store(settings)
    try:
        with store.transaction() as tx:
            known = {notice.ref: notice for notice in tx.notices(game)}
            chosen = [
                notice
                for ref, notice in known.items()
                if ref in refs or (everything and notice.state is NoticeState.HELD)
            ]
            if missing := sorted(refs - known.keys()):
                raise BadInput(f"{game}: 没有编号为 {'、'.join(missing)} 的公示；不写编号可列出等待放行的")
            for notice in chosen:
                if notice.state is not NoticeState.HELD:
                    raise BadInput(f"{notice.ref}: 不在等待放行（{STATE[notice.state]}），什么也没有改动")
            for notice in chosen:
                assert notice.id is not None
                tx.change_notice(notice.id, state=NoticeState.READY)
            return chosen
    finally:
        store.close()
