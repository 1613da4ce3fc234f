"""Writes docs/balance.md and docs/balance.svg: who wins how often at random play, in both readings of A-04.

python -m scripts.balance [--games K] [--seed S]
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from engine.model import CAMP_ZH, Camp
from engine.readings import VICTORY_ORDER
from engine.roster import SIZES
from engine.rules import Rules
from service.console.progress import counted
from service.scenarios.random_play import play_game

DOCS = Path(__file__).resolve().parents[1] / "docs"
COLOURS = {
    Camp.WHITE_WOLF: "#b8a1d9",
    Camp.PIPER: "#e0a93b",
    Camp.LOVERS: "#d9718b",
    Camp.WEREWOLVES: "#4a5568",
    Camp.VILLAGERS: "#6aa874",
}
READINGS = {False: "default: the mad are not counted", True: "`piper_count_includes_mad = true`"}


@dataclass(frozen=True)
class Row:
    players: int
    includes_mad: bool
    games: int
    wins: Counter[Camp]
    days: Counter[int]


def measure(games: int, seed: str) -> list[Row]:
    """Every size in both readings."""
    work = [(n, mad) for mad in READINGS for n in SIZES]
    rows = []
    numbers = iter(counted(range(len(work) * games), len(work) * games, "模拟"))
    for players, includes_mad in work:
        rules = Rules(piper_count_includes_mad=includes_mad)
        wins: Counter[Camp] = Counter()
        days: Counter[int] = Counter()
        for game in range(games):
            next(numbers)
            finished = play_game(players, f"{seed}/{game}", rules)
            wins[finished.winner] += 1
            days[finished.day] += 1
        rows.append(Row(players, includes_mad, games, wins, days))
    for _ in numbers:
        pass
    return rows


def page(rows: list[Row], seed: str) -> str:
    games = rows[0].games
    parts = [HEAD.format(games=games, seed=seed, error=f"{100 / (2 * games**0.5):.1f}")]
    for includes_mad, title in READINGS.items():
        camps = " | ".join(word.removesuffix("阵营") for camp in VICTORY_ORDER for word in [_word(camp)])
        parts.append(
            f"\n## {title[0].upper()}{title[1:]}\n\n| 人数 | {camps} | over on day 2–3 | day 4 | day 5 |"
        )
        parts.append("|---:" * 9 + "|")
        for row in rows:
            if row.includes_mad is includes_mad:
                shares = " | ".join(_share(row.wins[camp], games) for camp in VICTORY_ORDER)
                early = _share(row.days[2] + row.days[3], games)
                parts.append(
                    f"| {row.players} | {shares} | {early} | {_share(row.days[4], games)} | {_share(row.days[5], games)} |"
                )
    return "\n".join(parts) + "\n"


def _word(camp: Camp) -> str:
    return next(word for word, code in CAMP_ZH.items() if code is camp)


def _share(number: int, games: int) -> str:
    return f"{number / games:.1%}" if number else "–"


def picture(rows: list[Row]) -> str:
    """Two rows of stacked bars, one bar for each size."""
    wide, high, left, gap = 44, 220, 56, 70
    width = left + wide * len(SIZES) + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {2 * (high + gap) + 40}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{2 * (high + gap) + 40}" fill="#fff"/>',
    ]
    for at, (includes_mad, title) in enumerate(READINGS.items()):
        top = 40 + at * (high + gap)
        parts.append(f'<text x="{left}" y="{top - 12}" font-size="14">{title.replace("`", "")}</text>')
        for tick in range(0, 101, 25):
            y = top + high * (1 - tick / 100)
            parts.append(f'<line x1="{left}" x2="{width - 20}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
            parts.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{tick}%</text>')
        for row in rows:
            if row.includes_mad is includes_mad:
                parts += _bar(row, left + wide * (row.players - SIZES[0]) + 6, top, wide - 12, high)
    x = left
    for camp in VICTORY_ORDER:
        y = 2 * (high + gap) + 18
        parts.append(f'<rect x="{x}" y="{y - 11}" width="12" height="12" fill="{COLOURS[camp]}"/>')
        parts.append(f'<text x="{x + 18}" y="{y}">{_word(camp)}</text>')
        x += 110
    return "\n".join([*parts, "</svg>"]) + "\n"


def _bar(row: Row, x: float, top: float, width: float, high: float) -> list[str]:
    parts, y = [], top + high
    for camp in reversed(VICTORY_ORDER):
        tall = high * row.wins[camp] / row.games
        if tall:
            y -= tall
            label = f"{row.players} 人，{_word(camp)} {row.wins[camp] / row.games:.1%}"
            parts.append(
                f'<rect x="{x:.1f}" y="{y:.2f}" width="{width:.1f}" height="{tall:.2f}" fill="{COLOURS[camp]}">'
                f"<title>{label}</title></rect>"
            )
    parts.append(
        f'<text x="{x + width / 2:.1f}" y="{top + high + 16:.1f}" text-anchor="middle">{row.players}</text>'
    )
    return parts


HEAD = """\
# Balance: who wins how often

Random play of {games} games for each number of characters and each reading of A-04 (does a mad character count
towards the piper's number?), seed `{seed}`, written by `python -m scripts.balance`; one standard error is at most
{error} points. `panguan simulate` plays the same games.

Characters know what the rules tell them and decide by dice: a skill that may be used is used three nights in four, on
a legal target; wolves spare the pack they know; one ballot in ten abstains, the others fall anywhere among those who
may be voted for. **Nobody reasons, persuades or lies**, so the figures say what the rules do by themselves, not what
people make of them: the village, whose only weapons are talk and three votes, fares as badly as it can.

What they show all the same:

- With the mad counted the piper is shut out from 16 characters on, as arithmetic says (rules, appendix C); in the
  default reading he is strong where he enters (12–15) and fades as the table grows.
- The white wolf's camp exists at 19 and 20 only, and ends games on day 4.
- Two wolves against four removals is an even game (6–9); from the third wolf on (10) one of them survives almost
  always, and the wolves take what the other camps leave.

![shares of wins for 6 to 20 characters, in both readings](balance.svg)
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    rows = measure(given.games, given.seed)
    (DOCS / "balance.md").write_text(page(rows, given.seed), "utf-8")
    (DOCS / "balance.svg").write_text(picture(rows), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
