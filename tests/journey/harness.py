"""A whole game on a practice board: members, the judge, one stepped clock. The judge is left alone."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol

from practice.board import Board
from practice.records import Settings as BoardSettings
from practice.server import serve
from service.clock import SteppedClock
from service.files.settings import load_settings
from tests.journey.agenda import Agenda
from tests.journey.browser import Browser
from tests.journey.ledger import Ledger
from tests.journey.members import Member, World
from tests.journey.record_seen import Scene
from tests.journey.referee import Referee
from tests.journey.story import Story
from tests.journey.town import Town
from tests.journey.watcher import Watcher

ZONE = timedelta(hours=8)
PASSWORD = "open-sesame"
JUDGE, DIRECTOR = "判官大人", "导演阿福"
TITLE = "第九局"
AFTERMATH = timedelta(hours=3)


def wall(text: str) -> datetime:
    """A wall-clock time of the board, `2026-03-05 21:20`, as an instant."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC) - ZONE


OPENS = {n: wall(f"2026-03-{2 * n:02d} 09:30") for n in range(1, 6)}
CLOSES = {n: OPENS[n] + timedelta(hours=36) for n in range(1, 6)}
"""The calendar of the rules."""

QUICK_OPENS = {n: OPENS[1] + timedelta(hours=6 * (n - 1)) for n in range(1, 6)}
QUICK_CLOSES = {n: QUICK_OPENS[n] + timedelta(hours=4) for n in range(1, 6)}
"""A calendar of explicit instants: a day of four hours, a night of two."""

NIGHT0 = (wall("2026-03-01 21:30"), wall("2026-03-01 22:30"))


class Judge(Protocol):
    """What the harness asks of the judge."""

    def tick(self) -> datetime:
        """Do what is due; the next instant at which to wake."""
        ...

    def close(self) -> None:
        """Stop."""
        ...


@dataclass
class Setup:
    """How a game is to be played. `quick`: by explicit instants, in a day. `down`: the judge is killed at the first instant, started at the second.

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
    quick: bool = True
    down: tuple[tuple[datetime, datetime], ...] = ()
    restarts: tuple[datetime, ...] = ()


class Journey:
    """One game. `with Journey(setup, folder) as journey: journey.play()`."""

    def __init__(self, setup: Setup, folder: Path) -> None:
        self.setup, self.folder = setup, folder
        self.clock = SteppedClock(wall("2026-03-01 10:00"))
        self.agenda = Agenda()
        self.ticks = 0
        self._stamps: dict[Path, int] = {}
        self._stack = ExitStack()
        self._app: Judge | None = None
        self._stand_in: Judge | None = None
        self._restarts = sorted(setup.restarts)

    def __enter__(self) -> Journey:
        setup = self.setup
        self.board = Board(
            dialect=setup.dialect,  # type: ignore[arg-type]
            charset=setup.charset,  # type: ignore[arg-type]
            now=self.clock.now,
            settings=BoardSettings(min_bytes=2),
        )
        self.judge = self.board.add_member(JUDGE, PASSWORD)
        director = self.board.add_member(DIRECTOR, PASSWORD)
        uids = {name: self.board.add_member(name, PASSWORD) for name in setup.names}
        stray = self.board.add_member("过路看客", PASSWORD)
        self.fid = self.board.add_forum("桌游区")
        self.board.set_moderator(self.fid, self.judge)
        self.url = self._stack.enter_context(serve(self.board)).url
        self.scene = Scene(
            self.board,
            self.fid,
            self.judge,
            director,
            TITLE,
            uids,
            Ledger(),
            NIGHT0,
            QUICK_OPENS if setup.quick else OPENS,
            QUICK_CLOSES if setup.quick else CLOSES,
            minutes=setup.dialect != "x",
            dealt_by_judge=setup.identities is None,
            asleep=list(setup.down),
        )
        self._people(uids, stray)
        self._configure()
        return self

    def __exit__(self, *exc: object) -> None:
        self._stop()
        self._stack.close()

    def _browser(self, name: str = "") -> Browser:
        browser = Browser(self.url, self.setup.dialect, self.setup.charset, name, PASSWORD if name else "")
        self._stack.callback(browser.close)
        return browser

    def _people(self, uids: dict[str, int], stray: int) -> None:
        setup = self.setup
        world = World(
            self.board, self.fid, self.judge, JUDGE, self.clock, self.agenda, self.scene.ledger, setup.names
        )
        self.members = [
            Member(world, name, uid, self._browser(name), seat)
            for seat, (name, uid) in enumerate(uids.items(), 1)
        ]
        outsider = Member(world, "过路看客", stray, self._browser("过路看客"))
        outsider.browser.log_in()
        self.town = Town(world, self.members, outsider, setup.story, setup.seed, self.scene)
        players = {member.name: member.browser for member in self.members}
        self.watcher = Watcher(self.scene, self._browser(), outsider.browser, players)

    def _configure(self) -> None:
        game = self.folder / "games" / "ninth"
        game.mkdir(parents=True)
        (self.folder / ".env").write_text(
            f"PANGUAN_JUDGE_USER={JUDGE}\nPANGUAN_JUDGE_PASSWORD={PASSWORD}\n", "utf-8"
        )
        lines = [
            f'title = "{TITLE}"',
            "[board]",
            f'url = "{self.url}"',
            'account = "judge"',
            f"forum = {self.fid}",
            "[director]",
            f'name = "{DIRECTOR}"',
            "[timetable]",
            "start = 2026-03-02",
            *(self._instants() if self.setup.quick else ()),
            "[threads]",
            f"hidden_votes = {str(self.setup.hidden_votes).lower()}",
        ]
        for name in self.setup.names:
            lines += ["[[character]]", f'name = "{name}"']
            if self.setup.identities is not None:
                lines.append(f'identity = "{self.setup.identities[name]}"')
        lines += ["[rules]", self.setup.rules]
        (game / "game.toml").write_text("\n".join(lines) + "\n", "utf-8")
        for path in (self.folder / ".env", game / "game.toml"):
            path.chmod(0o600)

    def _instants(self) -> list[str]:
        lines = []
        for n, opens in self.scene.opens.items():
            closes = self.scene.closes[n]
            local = [f"{(at + ZONE).replace(tzinfo=None).isoformat()}" for at in (opens, closes)]
            lines += ["[[timetable.day]]", f"n = {n}", f"open = {local[0]}", f"close = {local[1]}"]
        return lines

    # running -----------------------------------------------------------------------------------------------

    def stand_in(self, judge: Judge) -> None:
        """Play with another judge than the product."""
        self._stand_in = judge

    def _start(self) -> Judge:
        if self._app is None:
            self._app = self._stand_in or self._product()
        return self._app

    def _product(self) -> Judge:
        from service.app import build

        return build(load_settings(self.folder, {}), self.clock)

    def _stop(self) -> None:
        if self._app is not None:
            self._app.close()
            self._app = None

    def _asleep_until(self, now: datetime) -> datetime | None:
        return next((end for start, end in self.setup.down if start <= now < end), None)

    def play(self) -> None:
        """Play to the reveal and a little beyond."""
        self.town.begin()
        over_at: datetime | None = None
        still = 0
        limit = self.clock.now() + timedelta(days=12)
        while over_at is None or self.clock.now() < over_at + AFTERMATH:
            now = self.clock.now()
            wake = self._wake(now)
            if over_at is None and self._revealed():
                over_at = self.clock.now()
            deed = self.agenda.next()
            following = min(wake, deed) if deed is not None else wake
            still = still + 1 if following <= now else 0
            assert still < 200, f"the judge wants to wake again and again at {now}"
            assert now < limit, "the game does not end"
            self.clock.move_to(following)
            self.agenda.run_due(self.clock.now())

    def _wake(self, now: datetime) -> datetime:
        end = self._asleep_until(now)
        if end is not None:
            self._stop()
            return end
        if self._restarts and self._restarts[0] <= now:
            self._restarts.pop(0)
            self._stop()
        self.ticks += 1
        wake = self._start().tick()
        self.watcher.look(self._public_files())
        bounds = [start for start, _ in self.setup.down if start > now] + self._restarts[:1]
        return min([wake, *bounds])

    def _public_files(self) -> list[Path]:
        found = [p for p in self.folder.rglob("status.*") if p.suffix in {".html", ".json"}]
        fresh = [p for p in sorted(found) if self._stamps.get(p) != p.stat().st_mtime_ns]
        self._stamps.update((p, p.stat().st_mtime_ns) for p in fresh)
        return fresh

    def _revealed(self) -> bool:
        return any(
            "获胜[/b]" in post.text[:60]
            for tid in list(self.board.state.threads)
            for post in self.board.posts(tid)[-3:]
            if post.uid == self.judge
        )

    # judging -----------------------------------------------------------------------------------------------

    def referee(self) -> Referee:
        """The referee of the finished game."""
        return Referee(self.scene)
