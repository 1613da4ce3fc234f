"""`panguan replay`: plays written scenarios through the engine."""

from __future__ import annotations

import json
from pathlib import Path

import click

from service.files.toml_source import FileProblems
from service.scenarios.playing import as_json, play
from service.scenarios.replay_words import story
from service.scenarios.scenario import load_scenario


@click.command(short_help="plays a written scenario through the engine")
@click.argument("scenarios", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_document", is_flag=True, help="One JSON document; of several files, a list.")
def command(scenarios: tuple[Path, ...], as_document: bool) -> None:
    """Play each SCENARIO.toml and show what happens.

    The format is that of the interfaces: [game], [state], [characters], [rules] and [[step]]. A file that does not
    validate is told with its line and ends the command with 2; nothing is then played.
    """
    try:
        read = [load_scenario(path) for path in scenarios]
    except FileProblems as error:
        click.echo(str(error), err=True)
        raise SystemExit(error.exit_code) from None
    played = [play(one) for one in read]
    if as_document:
        documents = [as_json(one) for one in played]
        click.echo(
            json.dumps(documents if len(documents) > 1 else documents[0], ensure_ascii=False, indent=1)
        )
        return
    for place, (path, one) in enumerate(zip(scenarios, played, strict=True)):
        if len(scenarios) > 1:
            click.echo(("\n" if place else "") + f"== {path}")
        click.echo(story(one))
