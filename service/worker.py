"""One board's worker: everything the judge does there, one request after another.

`tick` reads what is new, takes the steps that fell due in their order, says what is to be said, and tells when
to come again. Trouble with the board is told once, waited out with growing pauses, and never loses anything: what
is due stays due.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from parsers.model import Answer
from service.clock import BoardClock
from service.errors import BadInput, BoardUnreachable, Outcome, Refused, ServiceError
from service.forum.api import Forum
from service.logs import logger
from service.outbox import Outbox
from service.saying import STOPPING, BoardStopped, Speaker

PAUSES = (timedelta(minutes=1), timedelta(minutes=2), timedelta(minutes=5), timedelta(minutes=10))
LOOK_FOR_HELP = timedelta(minutes=1)
PROBE_EVERY = timedelta(minutes=30)
IDLE = timedelta(minutes=10)
LOCKED = timedelta(minutes=17)
PASSES = 60
"""Steps of one waking: a whole game's worth after a long outage, and no endless loop."""


class Table(Speaker, Protocol):
    """One game as its board's worker sees it."""

    key: str

    def refresh(self, now: datetime) -> None:
        """Take over changed files (the last good ones stay in force)."""
        ...

    def work(self, forum: Forum, now: datetime) -> bool:
        """Read what is to be read and take at most one step that is due; True if there may be more to do."""
        ...

    def next_wake(self, now: datetime) -> datetime:
        """When the game next wants to look or act."""
        ...

    def calls(self, now: datetime) -> bool:
        """Is a step due, so that what is not urgent should be said after it?"""
        ...

    def stumbled(self, error: Exception, now: datetime) -> None:
        """A fault of ours stopped the game's turn: the director must know that it stands still."""
        ...

    def board_trouble(self, outcome: Outcome, now: datetime) -> None:
        """The whole board is in trouble: for the status, the log, and the director where he can be reached."""
        ...


@dataclass(slots=True)
class Health:
    """How the board does, for the status."""

    failures: int = 0
    stopped: Outcome | None = None
    last_trouble: str = ""
    last_success: datetime | None = None


class BoardWorker:
    """Owns one account on one board."""

    def __init__(
        self,
        name: str,
        *,
        clock: BoardClock,
        outbox: Outbox,
        connect: Callable[[], Forum],
        tables: Callable[[], Sequence[Table]],
        help_came: Callable[[], bool],
        beat: Callable[[datetime], None] = lambda _now: None,
        ending: Callable[[], bool] = lambda: False,
    ) -> None:
        self.name = name
        self.health = Health()
        self._clock = clock
        self._outbox = outbox
        self._connect = connect
        self._tables = tables
        self._help_came = help_came
        self._beat = beat
        self._ending = ending
        self._forum: Forum | None = None
        self._probed: datetime | None = None
        self._trusted = False
        self._rest: tuple[datetime, datetime] | None = None
        self._log = logger("worker").bind(board=name)

    def tick(self) -> datetime:
        """One waking. Returns when to wake again (the board's time). Never raises for the board's sake."""
        tables = self._tables()
        for table in tables:
            table.refresh(self._clock.now())
        if self.health.stopped is not None:
            if not self._help_came():
                return self._clock.now() + LOOK_FOR_HELP
            self.health.stopped = None
            self._forum = None
            self._trusted = False
        now = self._clock.now()
        if self._rest is not None and self._rest[0] <= now < self._rest[1] and not self._help_came():
            return self._rest[1]  # woken for the files' sake: the board is left in peace
        self._rest = None
        try:
            self._pass(tables)
        except BoardStopped as stop:
            if stop.outcome.kind is Answer.LOGIN_LOCKED:
                return self._locked_out(stop.outcome, tables)
            self._stop(stop.outcome, tables)
            return self._clock.now() + LOOK_FOR_HELP
        except Refused as refused:
            if refused.outcome.kind is Answer.LOGIN_LOCKED:
                return self._locked_out(refused.outcome, tables)
            if refused.outcome.kind in STOPPING:
                self._stop(refused.outcome, tables)
                return self._clock.now() + LOOK_FOR_HELP
            return self._pause(refused.outcome, tables)
        except BoardUnreachable as error:
            return self._pause(Outcome(kind=Answer.OTHER, text=str(error), known=False), tables)
        self.health.failures = 0
        self.health.last_trouble = ""
        now = self._clock.now()
        self.health.last_success = now
        self._beat(now)
        return min([t.next_wake(now) for t in tables], default=now + IDLE)

    def _pass(self, tables: Sequence[Table]) -> None:
        forum = self._ready_forum()
        speakers: Mapping[str, Speaker] = {t.key: t for t in tables}

        def called() -> bool:
            return any(table.calls(self._clock.now()) for table in tables)

        # What was begun before the last stop comes first: a doubtful notice is settled before anything new.
        self._outbox.deliver(forum, speakers, called=called, ending=self._ending)
        for _ in range(PASSES):
            if self._ending():
                return
            before = called()
            busy = False
            for table in tables:
                busy = self._turn(table, forum) or busy
                self._beat(self._clock.now())
            # Boards take a message every quarter of a minute: a long row of answers must not keep a close waiting.
            # A step that was due and could not be taken holds nothing up; one that fell due meanwhile comes next.
            stuck = before and not busy
            said = self._outbox.deliver(
                forum, speakers, called=None if stuck else called, ending=self._ending
            )
            if not busy and not said and (stuck or not called()):
                return

    def _turn(self, table: Table, forum: Forum) -> bool:
        """One game's turn. A fault of ours in one game stops no other of the same board."""
        try:
            return table.work(forum, self._clock.now())
        except (ServiceError, BoardStopped):
            raise
        except Exception as error:  # noqa: BLE001
            self._log.exception("a game's turn failed", game=table.key)
            self._tell_of(table, error)
            return False

    def _tell_of(self, table: Table, error: Exception) -> None:
        """What broke the game's turn may break this too; that must not stop the others either."""
        try:
            table.stumbled(error, self._clock.now())
        except Exception:  # noqa: BLE001
            self._log.exception("nor could its director be told", game=table.key)

    def _ready_forum(self) -> Forum:
        if self._forum is None:
            self._forum = self._connect()
            self._probed = None
        now = self._clock.now()
        # A clock that went backwards is no longer the one that was compared with the board's.
        if self._probed is None or now - self._probed > PROBE_EVERY or now < self._probed:
            facts = self._forum.probe()
            self._clock.measure(facts.skew_seconds)
            self._probed = self._clock.now()
        if self._trusted and self._forum.head().uid:
            return self._forum  # the pages that are read anyway tell if that should change
        outcome = self._forum.ensure_login()
        self._trusted = outcome.ok
        if not outcome.ok:
            if outcome.kind in STOPPING:
                raise BoardStopped(outcome)
            raise Refused(outcome)
        return self._forum

    def _locked_out(self, outcome: Outcome, tables: Sequence[Table]) -> datetime:
        """The board wants no log-in from here for a while: wait that long, nobody need come."""
        self._pause(outcome, tables)
        return self._leave_alone(LOCKED)

    def _stop(self, outcome: Outcome, tables: Sequence[Table]) -> None:
        self._log.error("stopped, a person is needed", kind=outcome.kind.value, text=outcome.text)
        self.health.stopped = outcome
        self.health.last_trouble = f"{outcome.kind.value}: {outcome.text}"
        for table in tables:
            table.board_trouble(outcome, self._clock.now())

    def _pause(self, outcome: Outcome, tables: Sequence[Table]) -> datetime:
        self._log.warning("board trouble", kind=outcome.kind.value, text=outcome.text[:300])
        self.health.last_trouble = f"{outcome.kind.value}: {outcome.text}"
        self._trusted = False
        for table in tables:
            table.board_trouble(outcome, self._clock.now())
        pause = PAUSES[min(self.health.failures, len(PAUSES) - 1)]
        self.health.failures += 1
        return self._leave_alone(pause)

    def _leave_alone(self, pause: timedelta) -> datetime:
        """The daemon wakes us every minute; until this moment the board is asked nothing."""
        now = self._clock.now()
        self._rest = (now, now + pause)
        return now + pause


def problem_line(error: ServiceError) -> str:
    """An error as one line for a person."""
    return " ".join(str(error).split()) if isinstance(error, BadInput) else f"{type(error).__name__}: {error}"
