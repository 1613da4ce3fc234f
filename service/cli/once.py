"""`panguan once GAME`: one pass over one game."""

from __future__ import annotations

from pathlib import Path

import click

from service.app import build, database_url
from service.clock import SystemClock
from service.errors import BadInput, ServiceError
from service.files.settings import load_settings
from service.leading import leading
from service.lock import StateLock
from service.logs import set_up
from service.store import NoticeState, Store


@click.command()
@click.argument("game")
@click.option("--config", type=click.Path(path_type=Path, file_okay=False), help="The configuration folder.")
@click.option("--debug", is_flag=True, help="Log more.")
def command(game: str, config: Path | None, *, debug: bool) -> None:
    """Do everything that is due in GAME now, then exit."""
    settings = load_settings(config)
    settings.game_folder(game)
    set_up(debug=debug)
    with StateLock(settings.state_dir), leading(database_url(settings)) as lease:
        app = build(settings, SystemClock(), only=game, lease=lease)
        try:
            if game in app.faults:
                raise BadInput(app.faults[game])
            before = _said(app.store, game)
            app.tick()
            trouble = [lane.worker.health.last_trouble for lane in app.lanes.values()]
            said = _said(app.store, game) - before
            click.echo(f"发出 {len(said)} 条" + (f"：{'、'.join(sorted(said))}" if said else ""))
            if any(trouble):
                raise ServiceError(f"论坛有问题：{'；'.join(t for t in trouble if t)}")
        finally:
            app.close()


def _said(store: Store, game: str) -> set[str]:
    with store.reading() as tx:
        return {notice.ref for notice in tx.notices(game, [NoticeState.SENT])}
