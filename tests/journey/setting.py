"""How a game of the journeys is set up: names and hours, the members' wishes, and the files that say so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from tests.journey.story import Story

if TYPE_CHECKING:
    from tests.journey.harness import Journey

ZONE = timedelta(hours=8)
PASSWORD = "open-sesame"
JUDGE, DIRECTOR = "判官大人", "导演阿福"
TITLE = "第九局"
GAME = "ninth"


def wall(text: str) -> datetime:
    """A wall-clock time of the board, `2026-03-05 21:20`, as an instant."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC) - ZONE


RULE_DAYS = 36, 12
"""The rules' own hours of a day and of the night after it."""
QUICK_DAYS = 4, 2
"""Hours of days and nights that are given by explicit instants."""


def calendar(by_rule: int = 0) -> tuple[dict[int, datetime], dict[int, datetime]]:
    """Openings and closes of five days; the first `by_rule` days take as long as the rules have it."""
    opens, closes = {}, {}
    at = wall("2026-03-02 09:30")
    for n in range(1, 6):
        day, night = RULE_DAYS if n <= by_rule else QUICK_DAYS
        opens[n], closes[n] = at, at + timedelta(hours=day)
        at = closes[n] + timedelta(hours=night)
    return opens, closes


def night0(by_rule: int = 0) -> tuple[datetime, datetime]:
    """On the eve of day 1, or where no day is as long as the rules have it on its morning."""
    opens = wall("2026-03-01 21:30" if by_rule else "2026-03-02 07:30")
    return opens, opens + timedelta(hours=1)


@dataclass
class Setup:
    """How a game is to be played. `by_rule`: so many days by the rules' calendar. `down`: the judge is killed at the first instant, started at the second.

    `hollows`: who sends orders in a hollow. `tariff`: points for flags, entered by themselves. `plot`: what else is to happen, planned before the start.
    `restarts`: at these instants the judge is stopped and started again at once.
    """

    names: tuple[str, ...]
    dialect: str = "x"
    charset: str = "utf-8"
    seed: str = "1"
    story: Story = field(default_factory=Story)
    identities: dict[str, str] | None = None
    rules: str = ""
    hidden_votes: bool = True
    by_rule: int = 0
    publish: str = "auto"
    tariff: dict[str, int] = field(default_factory=dict)
    public_flags: bool = False
    hollows: tuple[str, ...] = ()
    plot: Callable[[Journey], None] = lambda journey: None
    down: tuple[tuple[datetime, datetime], ...] = ()
    restarts: tuple[datetime, ...] = ()

    @property
    def starts(self) -> datetime:
        """When the judge is started: some hours before night 0."""
        return night0(self.by_rule)[0] - timedelta(hours=3)

    @property
    def hours(self) -> tuple[dict[int, datetime], dict[int, datetime]]:
        """Openings and closes."""
        return calendar(self.by_rule)


def write_files(setup: Setup, folder: Path, url: str, fid: int, hollows: Mapping[str, int]) -> None:
    """The configuration folder with its one game. `hollows`: whose is which thread."""
    game = folder / "games" / GAME
    game.mkdir(parents=True)
    (folder / ".env").write_text(f"PANGUAN_JUDGE_USER={JUDGE}\nPANGUAN_JUDGE_PASSWORD={PASSWORD}\n", "utf-8")
    (game / "game.toml").write_text("\n".join(_lines(setup, url, fid, hollows)) + "\n", "utf-8")
    for path in (folder / ".env", game / "game.toml"):
        path.chmod(0o600)


def _lines(setup: Setup, url: str, fid: int, hollows: Mapping[str, int]) -> list[str]:
    lines = [
        f'title = "{TITLE}"',
        f'publish = "{setup.publish}"',
        f'flags = "{"public" if setup.public_flags else "director"}"',
        'orders = ["pm", "hollow"]' if hollows else "",
        "[board]",
        f'url = "{url}"',
        'account = "judge"',
        f"forum = {fid}",
        "[director]",
        f'name = "{DIRECTOR}"',
        "[timetable]",
        "start = 2026-03-02",
        *_instants(setup),
        "[threads]",
        f"hidden_votes = {str(setup.hidden_votes).lower()}",
    ]
    for name in setup.names:
        lines += ["[[character]]", f'name = "{name}"']
        if setup.identities is not None:
            lines.append(f'identity = "{setup.identities[name]}"')
        lines += [f"hollow = {hollows[name]}"] if name in hollows else []
    lines += ["[rules]", setup.rules]
    if setup.tariff:
        lines += ['violation_action = "flag_and_points"', "[penalties]"]
        lines += [f"{kind} = {points}" for kind, points in setup.tariff.items()]
    return lines


def _instants(setup: Setup) -> list[str]:
    lines = []
    opens, closes = setup.hours
    for n in range(setup.by_rule + 1, 6):
        lines += ["[[timetable.day]]", f"n = {n}"]
        lines += [f"night0_open = {_local(night0()[0])}"] if n == 1 else []
        lines += [f"open = {_local(opens[n])}", f"close = {_local(closes[n])}"]
    return lines


def _local(at: datetime) -> str:
    return (at + ZONE).replace(tzinfo=None).isoformat()
