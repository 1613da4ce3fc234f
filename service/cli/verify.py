"""`panguan verify`: checks a finished game's deal and draws against its commitment."""

from __future__ import annotations

import json
from pathlib import Path

import click

from engine.deal import verify
from service.scenarios.record_file import Unreadable, read_record


@click.command(short_help="checks a finished game's deal and draws")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_document", is_flag=True, help="One JSON document.")
def command(file: Path, as_document: bool) -> None:
    """Check the record of a finished game: the commitment, the deal, and every draw.

    FILE is the archive's JSON (or its folder's game.json), an object with at least

    \b
    commitment  the SHA-256 published before day 1, in hexadecimal
    salt        the salt published at the reveal, in hexadecimal
    seed        the seed (text, or a whole number)
    identities  {name: identity}; in seat order unless `seats` is given
    seats       optional: the names in seat order
    dealt       optional: false where the director dealt, not the judge
    draws       [{"label", "candidates": [names in seat order], "chosen"}]

    These may also stand in an object called `chance`. Exits 0 if all checks, 1 if something does not.
    """
    try:
        record = read_record(file)
    except Unreadable as error:
        click.echo(str(error), err=True)
        raise SystemExit(2) from None
    found = verify(record)
    if as_document:
        document = {
            "ok": not found,
            "characters": len(record.seats),
            "dealt": record.dealt,
            "draws": len(record.draws),
            "wrong": [
                {"what": one.what, "published": one.published, "computed": one.computed} for one in found
            ],
        }
        click.echo(json.dumps(document, ensure_ascii=False, indent=1))
    elif found:
        for one in found:
            click.echo(f"不符：{one.what}\n　公布的 {one.published}\n　算出的 {one.computed}")
    else:
        deal = "发牌" if record.dealt else "承诺（身份由导演指定，无发牌可验）"
        click.echo(f"相符：{deal}、{len(record.draws)} 次抽定，共 {len(record.seats)} 个角色")
    raise SystemExit(1 if found else 0)
