"""A consistent copy of the database while the daemon runs: `python -m service.backup DATABASE FOLDER --keep N`."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import click


def back_up(database: Path, folder: Path, keep: int, now: datetime) -> Path:
    """Copy the database by SQLite's own means; the oldest copies beyond `keep` go. Returns the new copy (0600)."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    target = folder / f"panguan-{now:%Y%m%d-%H%M%S}.sqlite3"
    part = target.with_suffix(".part")
    part.touch(mode=0o600)
    with (
        closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(part)) as copy,
    ):
        source.backup(copy)
    part.rename(target)
    for old in sorted(folder.glob("panguan-*.sqlite3"))[:-keep]:
        old.unlink()
    return target


@click.command()
@click.argument("database", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--keep", default=14, show_default=True, type=click.IntRange(min=1))
def main(database: Path, folder: Path, keep: int) -> None:
    """Copy DATABASE into FOLDER."""
    click.echo(back_up(database, folder, keep, datetime.now(UTC)))


if __name__ == "__main__":
    main()
