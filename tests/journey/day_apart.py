"""The referee's day between opening and close: posts and rulings in the order of their time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from itertools import groupby

from tests.journey.bench import Bench
from tests.journey.conduct_apart import WARNED_AT, Watch
from tests.journey.course import DayCourse
from tests.journey.ledger import Written
from tests.journey.record_seen import Scene
from tests.journey.table_apart import Table

Deed = tuple[datetime, Callable[[], None]]


def rulings_of(scene: Scene, bench: Bench, start: datetime, end: datetime, *, by_day: bool) -> list[Deed]:
    """The director's rulings of [start, end) as deeds: those that were saved together are carried out together."""
    groups = groupby(scene.ledger.ruled(start, end), key=lambda one: one.at)
    return [(at, _carrying(bench, list(some), by_day=by_day)) for at, some in groups]


def _carrying(bench: Bench, rulings: list, *, by_day: bool) -> Callable[[], None]:  # type: ignore[type-arg]
    return lambda: bench.carry_out(rulings, by_day=by_day)


class Daytime:
    """One day's speech, flagged and charged."""

    def __init__(self, scene: Scene, bench: Bench, table: Table, day: DayCourse) -> None:
        self.scene, self.bench, self.table = scene, bench, table
        bound: dict[str, set[str]] = {}
        for one in table.players.values():
            states = {word for word in ("imprisoned", "fainted", "mad") if getattr(one, word)}
            bound[one.name] = set() if one.expelled else states
        talk, vote = (scene.thread(which, day.n) for which in ("讨论帖", "投票帖"))
        self.watch = Watch(scene.opens[day.n], scene.closes[day.n], talk, vote, bound)
        self._warned: set[str] = set()

    def run(self, warn: Callable[[str, datetime], None]) -> None:
        """Everything of the day. `warn`: an imprisoned character comes near its limit."""
        watch, posts = self.watch, self.scene.ledger.posts
        deeds: list[Deed] = [
            (post.versions[0].since, self._speaking(post, warn)) for post in watch.posts(posts)
        ]
        deeds += rulings_of(self.scene, self.bench, watch.opens, watch.closes, by_day=True)
        for _, deed in sorted(deeds, key=lambda one: one[0]):
            deed()
        for post in watch.posts(posts):
            self.bench.course.flags += watch.changed(post, self.table.names)

    def _speaking(self, post: Written, warn: Callable[[str, datetime], None]) -> Callable[[], None]:
        def deed() -> None:
            flags = self.watch.flags(post, self.table)
            self.bench.course.flags += flags
            jailed = "imprisoned" in self.watch.bound.get(post.who, set())
            if jailed and self.watch.counts.get(post.who) == WARNED_AT and post.who not in self._warned:
                self._warned.add(post.who)
                warn(post.who, post.versions[0].since)
            self.bench.charge([flag for flag in flags if flag.must])

        return deed
