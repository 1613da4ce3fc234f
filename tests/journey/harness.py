"""A whole game on a practice board: members, the judge, one stepped clock. The judge is left alone."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Protocol

import pytest

from practice.board import Board
from practice.records import Settings as BoardSettings
from practice.server import serve
from service.clock import SteppedClock
from service.files.settings import load_settings
from tests.journey.agenda import Agenda
from tests.journey.browser import Browser
from tests.journey.desk import Desk
from tests.journey.ledger import Ledger
from tests.journey.members import Member, World
from tests.journey.record_seen import Scene
from tests.journey.referee import Referee
from tests.journey.setting import DIRECTOR, JUDGE, PASSWORD, TITLE, Setup, night0, write_files
from tests.journey.town import Town
from tests.journey.watcher import Watcher

AFTERMATH = timedelta(hours=3)


class Judge(Protocol):
    """What the harness asks of the judge."""

    def tick(self) -> datetime:
        """Do what is due; the next instant at which to wake."""
        ...

    def close(self) -> None:
        """Stop."""
        ...


class Journey:
    """One game. `with Journey(setup, folder) as journey: journey.play()`."""

    def __init__(self, setup: Setup, folder: Path) -> None:
        self.setup, self.folder = setup, folder
        self.clock = SteppedClock(setup.starts)
        self.agenda = Agenda()
        self.ticks = 0
        self._wakes = self.clock.now()
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
            night0(setup.by_rule),
            *setup.hours,
            minutes=setup.dialect != "x",
            dealt_by_judge=setup.identities is None,
            asleep=list(setup.down),
            tariff=setup.tariff,
            own_roster="custom_roster" in setup.rules,
            public_flags=setup.public_flags,
            hidden_votes=setup.hidden_votes,
            patience=timedelta(minutes=40 if setup.publish == "approve" else 0),
        )
        trees = self.board.add_forum("树洞")
        self.hollows = {
            name: self.board.open_thread(
                trees, self.judge, f"{name}的树洞", "只有你和裁判看得见。", hidden=True
            )
            for name in setup.hollows
        }
        self._people(uids, stray)
        for name, tid in self.hollows.items():
            self.member(name).hollow = trees, tid
        write_files(setup, self.folder, self.url, self.fid, self.hollows)
        self.desk = Desk(self._director(director), self.folder, self.scene, self.touched)
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
        world = self.world = World(
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

    def _director(self, uid: int) -> Member:
        return Member(self.world, DIRECTOR, uid, self._browser(DIRECTOR))

    def member(self, name: str) -> Member:
        """Who plays a character."""
        return next(one for one in self.members if one.name == name)

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

    def fix_chance(self, patch: pytest.MonkeyPatch) -> None:
        """The same deal and draws in every run: a fault that is found once must be found again."""
        chance = Random(self.setup.seed)
        fixed = SimpleNamespace(token_hex=lambda size: chance.randbytes(size).hex())
        patch.setattr("service.game.setup.secrets", fixed)

    def play(self) -> None:
        """Play to the reveal and a little beyond."""
        self.town.begin()
        self.setup.plot(self)
        over_at: datetime | None = None
        still = 0
        limit = self.clock.now() + timedelta(days=12)
        while over_at is None or self.clock.now() < over_at + AFTERMATH:
            now = self.clock.now()
            # The judge sleeps until the time that it named, whatever the members do meanwhile.
            if self._wakes <= now:
                self._wakes = self._wake(now)
            if over_at is None and self._revealed():
                over_at = self.clock.now()
            deed = self.agenda.next()
            following = min(self._wakes, deed) if deed is not None else self._wakes
            still = still + 1 if following <= now else 0
            assert still < 200, f"the judge wants to wake again and again at {now}"
            assert now < limit, "the game does not end"
            self.clock.move_to(following)
            self.agenda.run_due(self.clock.now())

    def touched(self) -> None:
        """A file was changed: the daemon looks at its files every minute."""
        self._wakes = min(self._wakes, self.clock.now() + timedelta(minutes=1))

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
