"""`panguan deal`: deals the identities from the rules' table."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

import click

from engine.chance import seed_text
from engine.deal import commitment, deal
from engine.model import IDENTITY_ZH
from engine.readings import initial_camp
from engine.roster import SIZES
from service.files.names_file import read_names
from service.files.toml_source import FileProblems


@click.command(short_help="deals the identities for N characters")
@click.argument("players", metavar="N", type=int)
@click.option(
    "--names",
    "names_file",
    required=True,
    type=click.Path(path_type=Path),
    help="A character a line, in seat order.",
)
@click.option("--seed", help="A text or a number; without it one is drawn and shown.")
@click.option("--salt", help="The commitment's salt, in hexadecimal; without it one is drawn.")
@click.option("--json", "as_document", is_flag=True, help="One JSON document.")
def command(players: int, names_file: Path, seed: str | None, salt: str | None, as_document: bool) -> None:
    """Deal the identities for N characters from the rules' table, as the judge does.

    The same seed and the same names give the same deal. What is shown is secret until the reveal, but for the
    commitment: publish that before day 1, and anyone can check the deal afterwards with `panguan verify`.
    """
    if players not in SIZES:
        _fail(f"人数是 {players}，规则只有 {SIZES[0]} 到 {SIZES[-1]} 人的身份表")
    try:
        names = [entry.name for entry in read_names(names_file)]
    except FileProblems as error:
        _fail(str(error))
    if len(names) != players:
        _fail(f"{names_file}: 有 {len(names)} 个名字，而人数是 {players}；请补齐或改人数")
    chosen = seed_text(seed) if seed is not None else secrets.token_hex(16)
    salted = salt if salt is not None else secrets.token_hex(16)
    dealt = dict(zip(names, deal(chosen, players), strict=True))
    bound = commitment(salted, chosen, dealt)
    if as_document:
        document = {
            "players": players,
            "seed": chosen,
            "salt": salted,
            "commitment": bound,
            "characters": [
                {"name": name, "identity": one.value, "camp": initial_camp(one).value}
                for name, one in dealt.items()
            ],
            "identities": {name: one.value for name, one in dealt.items()},
        }
        click.echo(json.dumps(document, ensure_ascii=False, indent=1))
        return
    words = {code: chinese for chinese, code in IDENTITY_ZH.items()}
    for seat, (name, one) in enumerate(dealt.items(), 1):
        click.echo(f"{seat:>2} {name}　{words[one]}")
    click.echo(f"种子 {chosen}\n盐 {salted}\n承诺 {bound}")


def _fail(text: str) -> None:
    click.echo(text, err=True)
    raise SystemExit(2)
