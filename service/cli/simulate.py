"""`panguan simulate`: random play, who wins how often."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import click

from engine.model import CAMP_ZH
from engine.readings import VICTORY_ORDER
from engine.roster import SIZES
from engine.rules import Rules, RulesError
from service.console.progress import counted
from service.scenarios.random_play import play_game


@click.command(short_help="random play: who wins how often")
@click.option(
    "--players", required=True, type=click.IntRange(SIZES[0], SIZES[-1]), help="How many characters."
)
@click.option("--games", default=1000, show_default=True, type=click.IntRange(1), help="How many games.")
@click.option("--seed", default="1", show_default=True, help="Where all chance comes from.")
@click.option(
    "--rule",
    "knobs",
    multiple=True,
    metavar="KNOB=VALUE",
    help="A rule knob, e.g. piper_count_includes_mad=true.",
)
@click.option("--json", "as_document", is_flag=True, help="One JSON document.")
def command(players: int, games: int, seed: str, knobs: tuple[str, ...], as_document: bool) -> None:
    """Play K whole games at random and show who wins how often, and on which day.

    Characters know what the rules tell them and decide by dice: a skill that may be used is used three nights in
    four, on a legal target; wolves spare their pack; one ballot in ten abstains. The same seed gives the same games.
    """
    rules = _rules(knobs)
    wins: Counter[str] = Counter()
    days: Counter[int] = Counter()
    for number in counted(range(games), games, "模拟"):
        finished = play_game(players, f"{seed}/{number}", rules)
        wins[finished.winner.value] += 1
        days[finished.day] += 1
    if as_document:
        click.echo(
            json.dumps(_document(players, games, seed, rules, wins, days), ensure_ascii=False, indent=1)
        )
        return
    words = {code.value: chinese for chinese, code in CAMP_ZH.items()}
    click.echo(f"{players} 人，{games} 局")
    for camp in VICTORY_ORDER:
        if wins[camp.value]:
            click.echo(f"　〖{words[camp.value]}〗{wins[camp.value]:>7} 局　{wins[camp.value] / games:6.1%}")
    for day in sorted(days):
        click.echo(f"　第 {day} 讨论日结束 {days[day]:>7} 局　{days[day] / games:6.1%}")


def _document(
    players: int, games: int, seed: str, rules: Rules, wins: Counter[str], days: Counter[int]
) -> dict[str, Any]:
    return {
        "players": players,
        "games": games,
        "seed": seed,
        "rules": rules.to_mapping(),
        "wins": {camp.value: wins[camp.value] for camp in VICTORY_ORDER},
        "rates": {camp.value: wins[camp.value] / games for camp in VICTORY_ORDER},
        "days": {str(day): days[day] for day in sorted(days)},
    }


def _rules(knobs: tuple[str, ...]) -> Rules:
    """The rules of `KNOB=VALUE` words."""
    values: dict[str, object] = {}
    for word in knobs:
        key, equals, value = word.partition("=")
        if not equals:
            raise click.UsageError(f"--rule 应写成 KNOB=VALUE，现在是 {word}")
        values[key.strip()] = _value(value.strip())
    try:
        return Rules.from_mapping(values)
    except RulesError as error:
        raise click.UsageError(_complaint(error)) from None


def _complaint(error: RulesError) -> str:
    allowed = f"，可以是 {error.allowed}" if error.allowed else ""
    nearest = f"；是不是 {error.nearest}？" if error.nearest else ""
    return f"--rule {error.knob}：不能这样设{allowed}{nearest}"


def _value(word: str) -> object:
    try:
        return json.loads(word)
    except ValueError:
        return word
