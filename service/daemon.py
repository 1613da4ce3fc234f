"""`panguan run`: every game of the folder, day and night, until stopped."""

from __future__ import annotations

import signal
import threading
from datetime import UTC, datetime, timedelta

from parsers.model import Answer
from service.app import App, build, database_url
from service.clock import SystemClock
from service.errors import LeaseLost, ServiceError
from service.files.settings import Settings
from service.leading import ASK, stand_by
from service.lock import StateLock
from service.logs import logger
from service.schedule import Schedule
from service.store.lease import Lease, lease_for
from service.supervise import Supervisor

NO_SUCH_CONFIG = 78
"""sysexits' EX_CONFIG: the unit does not start us again for it."""

HOPELESS = frozenset({Answer.LOGIN_FAILED, Answer.QUESTION_REQUIRED})
WATCH = 20.0
"""Seconds between looks at our own health, without a watchdog."""
LOOK_FOR_GAMES = 60.0
SHORTEST, LONGEST = timedelta(seconds=1), timedelta(seconds=60)


BACK = timedelta(seconds=5)
"""A clock is slewed by less between two looks at it."""


def put_back(now: datetime, passed: float, started: datetime) -> bool:
    """Was the machine's clock put back? What was to wake us at an hour of the old time would come much too late.

    `passed` is the monotonic clock, `started` where it stood at zero by the wall clock at the last look.
    """
    return now - timedelta(seconds=passed) < started - BACK


class WrongPassword(ServiceError):
    """Every board refused the log-in: nothing to wait for."""

    exit_code = NO_SUCH_CONFIG


class Daemon:
    """Wakes each board's worker when it asked for it, and tells the service manager how things stand."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._stop = threading.Event()
        self._supervisor = Supervisor()
        self._beats: dict[str, datetime] = {}
        self._log = logger("daemon")

    def run(self) -> None:
        """Run until SIGTERM or SIGINT. Raises `AlreadyRunning`, or `WrongPassword` where no board lets us in."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._stop.set())
        with StateLock(self._settings.state_dir):
            try:
                while not self._stop.is_set():
                    self._take_turn()
            finally:
                self._supervisor.stopping()

    def _take_turn(self) -> None:
        """Lead until stopped, or until the lead is lost; before that, wait for it where another may have it."""
        contender = lease_for(database_url(self._settings))
        if contender is None:
            self._lead(None)
            return
        with contender as lease:  # given up last of all, when nothing of ours works any more
            if stand_by(lease, self._stop, self._standing_by):
                self._lead(lease)

    def _standing_by(self, words: str) -> None:
        self._supervisor.ready()
        self._supervisor.alive()
        self._supervisor.status(words)

    def _lead(self, lease: Lease | None) -> None:
        app = build(self._settings, SystemClock(), ending=self._stop.is_set, lease=lease)
        schedule = Schedule(list(app.lanes), self._trouble)
        try:
            self._serve(app, schedule, lease)
        finally:
            schedule.stop()
            app.close()
            self._beats.clear()

    def _serve(self, app: App, schedule: Schedule, lease: Lease | None) -> None:
        for name in app.lanes:
            self._wake(app, schedule, name, datetime.now(UTC))
        schedule.start()
        self._supervisor.ready()
        self._log.info("ready", boards=len(app.lanes), left_out=list(app.faults))
        watch = min(WATCH, (self._supervisor.watchdog_seconds or 3 * WATCH) / 3)
        if lease is not None:
            watch = min(watch, ASK)
        clock = SystemClock()
        looked, started = clock.monotonic(), clock.now() - timedelta(seconds=clock.monotonic())
        while not self._stop.wait(watch):
            if lease is not None and not lease.held():
                self._log.error("the lead is lost, standing by")
                return
            self._health(app)
            now, passed = clock.now(), clock.monotonic()
            if put_back(now, passed, started):
                self._log.warning("the machine's clock was put back", now=now.isoformat())
                self._beats.clear()
                for name in app.lanes:
                    self._wake(app, schedule, name, now)
            started = now - timedelta(seconds=passed)
            if passed - looked > LOOK_FOR_GAMES:
                looked = passed
                before = set(app.lanes)
                app.find_games()
                for name in set(app.lanes) - before:
                    schedule.add_lane(name)
                    self._wake(app, schedule, name, now)

    def _wake(self, app: App, schedule: Schedule, name: str, at: datetime) -> None:
        lane = app.lanes[name]

        def job() -> None:
            self._beats[name] = datetime.now(UTC)
            try:
                wake = lane.clock.ours(lane.worker.tick())
                app.show(name)
            except LeaseLost as error:
                self._log.warning("the lead was lost in a waking", board=name, why=str(error))
                return
            except ServiceError as error:  # the database is full, busy or read-only: one line, and again soon
                self._log.error("a waking failed", board=name, why=str(error))
                wake = datetime.now(UTC) + timedelta(minutes=1)
            except Exception:  # noqa: BLE001
                # A fault of ours must not end the service: it is logged whole, and tried again soon.
                self._log.exception("a waking failed", board=name)
                wake = datetime.now(UTC) + timedelta(minutes=1)
            self._beats[name] = datetime.now(UTC)
            if not self._stop.is_set():
                soon = datetime.now(UTC)
                # Files are looked at every minute; the board is asked only at its own pace.
                self._wake(app, schedule, name, min(max(wake, soon + SHORTEST), soon + LONGEST))

        schedule.wake(name, at, job, lane=name)

    def _trouble(self, job: str, error: str) -> None:
        self._log.error("a job did not run as it should", job=job, error=error)

    def _health(self, app: App) -> None:
        stuck = [name for name, at in self._beats.items() if datetime.now(UTC) - at > timedelta(minutes=25)]
        if app.store.answers() and not stuck:
            self._supervisor.alive()
        self._supervisor.status(self._status(app))
        stopped = [lane.worker.health.stopped for lane in app.lanes.values()]
        if stopped and all(outcome is not None and outcome.kind in HOPELESS for outcome in stopped):
            text = stopped[0].text if stopped[0] is not None else ""
            raise WrongPassword(
                f"论坛拒绝登录：{text}。请改正 .env 里的账号与密码，再启动判官（不会自动再试）"
            )

    def _status(self, app: App) -> str:
        games = sum(len(lane.tables) for lane in app.lanes.values())
        troubles = [
            f"{n}：{lane.worker.health.last_trouble}"
            for n, lane in app.lanes.items()
            if lane.worker.health.last_trouble
        ]
        return f"{games} 局" + (f"；{'；'.join(troubles)}" if troubles else "")
