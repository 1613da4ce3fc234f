"""`panguan init`: a commented configuration folder to start from."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

import click

from service.errors import BadInput
from service.files.secrecy import PRIVATE

WRITTEN = (
    ("env", ".env"),
    ("game.toml", "games/example/game.toml"),
    ("overrides.toml", "games/example/overrides.toml"),
)
"""Each sample of the package, and where it goes in the new folder."""


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def command(folder: Path) -> None:
    """Write a commented configuration with one example game into FOLDER."""
    there = [folder / place for _, place in WRITTEN if (folder / place).exists()]
    if there:
        raise BadInput(f"{there[0]}: 已经有这个文件，不覆盖；请换一个文件夹，或先把它移走")
    try:
        for sample, place in WRITTEN:
            _write(folder / place, sample_text(sample))
            click.echo(f"写好 {folder / place}")
    except OSError as error:
        raise BadInput(
            f"{error.filename or folder}: 写不进去（{error.strerror}），请检查权限或换一个文件夹"
        ) from None
    click.echo(
        f"下一步：1. 在 {folder / '.env'} 里填判官的账号和密码；"
        f"2. 改 {folder / 'games' / 'example' / 'game.toml'}；"
        f"3. 运行 panguan check --config {folder}"
    )


def sample_text(name: str) -> str:
    """A sample as it lies in the package."""
    return (files("service") / "templates" / "init" / name).read_text("utf-8")


def _write(path: Path, text: str) -> None:
    """Write a new file that only its owner may read; one that is there by now is left alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
