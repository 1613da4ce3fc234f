"""`panguan check`: are the director's files in order, and what do they mean."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from service.contact import installed, unusable
from service.errors import BadInput
from service.files.game_summary import before, summary
from service.files.gamefile import GameFile, load_game
from service.files.override_words import describe
from service.files.overrides import Overrides, load_overrides
from service.files.secrecy import files_open_to_others
from service.files.settings import Settings, load_settings
from service.files.setup_warnings import setup_warnings
from service.files.toml_source import FileProblems, Problem


@click.command()
@click.argument("game", required=False)
@click.option("--dry-run", is_flag=True, help="Show what each override would change.")
@click.option("--config", type=click.Path(path_type=Path, file_okay=False), help="The configuration folder.")
def command(game: str | None, dry_run: bool, config: Path | None) -> None:
    """Validate the files of GAME, or of every game, and the director's overrides."""
    settings = load_settings(config)
    folders = (settings.game_folder(game),) if game else settings.game_folders()
    if not folders:
        raise BadInput(
            f"{settings.config_dir / 'games'}: 这里没有牌局；可用 panguan init {settings.config_dir / '新文件夹'} 写出样例"
        )
    problems = files_open_to_others(settings.config_dir, settings.state_dir)
    if game:
        problems = [
            p for p in problems if Path(p.file).parent in {settings.config_dir, settings.state_dir, *folders}
        ]
    for folder in folders:
        problems += _check(folder, settings, dry_run=dry_run)
    for problem in problems:
        click.echo(str(problem), err=True)
    if problems:
        raise click.exceptions.Exit(BadInput.exit_code)
    click.echo("没有发现问题")


def _check(folder: Path, settings: Settings, *, dry_run: bool) -> tuple[Problem, ...]:
    """Print what is in force for one game; return what is wrong with its files."""
    try:
        game = load_game(folder)
    except FileProblems as error:
        return error.problems
    try:
        overrides = load_overrides(game.overrides_path, game)
    except FileProblems as error:
        return error.problems
    for line in _report(game, overrides, settings, dry_run=dry_run):
        click.echo(line)
    return ()


def _contacts(game: GameFile) -> Iterator[str]:
    if not installed():
        yield "写了 [director] contact，但没有装 apprise（附加组件 alerts），不会往那里发"
        return
    for number in unusable(game.director.contact):
        yield f"[director] contact 的第 {number} 个地址 Apprise 认不出，不会往那里发（地址里有密码，这里不重复它）"


def _report(game: GameFile, overrides: Overrides, settings: Settings, *, dry_run: bool) -> Iterator[str]:
    yield f"牌局 {game.key}「{game.title}」"
    for line in summary(game):
        yield f"  {line}"
    yield f"  裁定 {len(overrides.entries)} 条" + ("：" if dry_run and overrides.entries else "")
    if dry_run:
        for override in overrides.entries:
            was = before(game, override)
            yield f"    {describe(override)}" + (f"（{was}）" if was else "")
    try:
        settings.account(game.board.account)
    except BadInput as error:
        yield f"  提醒：{error}"
    if game.director.contact:
        for line in _contacts(game):
            yield f"  提醒：{line}"
    for line in setup_warnings(game):
        yield f"  提醒：{line}"
    yield ""
