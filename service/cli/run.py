"""`panguan run`: the daemon."""

from __future__ import annotations

from pathlib import Path

import click

from service.daemon import Daemon
from service.files.settings import load_settings
from service.logs import set_up


@click.command()
@click.option("--config", type=click.Path(path_type=Path, file_okay=False), help="The configuration folder.")
@click.option("--json-log", is_flag=True, help="Log JSON lines.")
@click.option("--debug", is_flag=True, help="Log more.")
def command(config: Path | None, *, json_log: bool, debug: bool) -> None:
    """Lead every game of the folder until stopped."""
    settings = load_settings(config)
    set_up(debug=debug, as_json=json_log)
    Daemon(settings).run()
