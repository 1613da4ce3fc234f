"""The composition root: settings in, a working service out. Nothing else builds what it uses."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo
from pathlib import Path

from service.clock import BoardClock, Clock
from service.contact import Contacts
from service.errors import BadInput, ServiceError
from service.files.gamemodel import GameFile
from service.files.settings import Settings
from service.files.toml_source import FileProblems
from service.files.toml_values import DEFAULT_ZONE
from service.forum.address import board_root
from service.forum.api import Account, CookieKeeper, Forum
from service.forum.open import open_forum
from service.game.director_rulings import MessageRulings
from service.game.files import GameFiles
from service.game.last_good import LastGood
from service.game.record import scope
from service.game.table import GameTable
from service.game.zones import kept_zone
from service.logs import logger
from service.mailbox import Mailbox
from service.outbox import Outbox
from service.pages.status_page import StatusPage
from service.reading import ThreadReader
from service.store import Store
from service.store.lease import Lease
from service.store.migrate import upgrade
from service.store.store import sqlite_url
from service.worker import BoardWorker, Table

DATABASE = "panguan.sqlite3"
LOOK_FOR_GAMES = timedelta(minutes=1)

Connect = Callable[[GameFile, Account, Clock, CookieKeeper], Forum]
Pause = Callable[[str], None]


def connect_board(
    game: GameFile, account: Account | None, clock: Clock, cookies: CookieKeeper | None
) -> Forum:
    """A client of a game's board, paced as a visitor should be; without an account it can only read."""
    return open_forum(
        game.board.url,
        account,
        clock,
        cookies,
        dialect=game.board.dialect,  # type: ignore[arg-type]
        charset=game.board.charset,
        chance=random.Random(),  # noqa: S311 - jitter
    )


class StoredCookies:
    """A session's cookies in the database."""

    def __init__(self, store: Store, board: str, account: str) -> None:
        self._store = store
        self._board = board
        self._account = account

    def load(self) -> str | None:
        """The kept session."""
        with self._store.reading() as tx:
            return tx.jar(self._board, self._account)

    def save(self, jar: str) -> None:
        """Keep the session."""
        with self._store.transaction() as tx:
            tx.keep_jar(self._board, self._account, jar)


@dataclass(slots=True)
class _Lane:
    """One account on one board, with its games."""

    worker: BoardWorker
    clock: BoardClock
    tables: list[GameTable] = field(default_factory=list)


def database_url(settings: Settings) -> str:
    """Where the database is."""
    return settings.database_url or sqlite_url(settings.state_dir / DATABASE)


def prepare_state(settings: Settings) -> None:
    """Make the state folder, and the database file readable by nobody else."""
    settings.state_dir.mkdir(parents=True, exist_ok=True)
    settings.state_dir.chmod(0o700)
    if settings.database_url is None:
        path = settings.state_dir / DATABASE
        path.touch(mode=0o600, exist_ok=True)
        path.chmod(0o600)


def open_store(settings: Settings, *, read_only: bool = False) -> Store:
    """The service's store, brought up to date unless it is only read."""
    if read_only:
        return Store.open(database_url(settings), read_only=True)
    prepare_state(settings)
    store = Store.open(database_url(settings))
    upgrade(store)
    return store


class App:
    """Every game of a configuration folder, grouped by board and account."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        store: Store,
        *,
        connect: Connect = connect_board,
        pause: Pause = lambda _where: None,
        zone: tzinfo = DEFAULT_ZONE,
        only: str | None = None,
        beat: Callable[[datetime], None] = lambda _now: None,
        ending: Callable[[], bool] = lambda: False,
        lease: Lease | None = None,
    ) -> None:
        self.settings = settings
        self.store = store
        self._clock = clock
        self._connect = connect
        self._pause = pause
        self._zone = zone
        self._only = only
        self._beat = beat
        self._contacts = Contacts(store)
        self._ending = ending
        self._lease = lease
        with store.reading() as tx:
            self._known_until = tx.last_reading()
        self._log = logger("app")
        self._looked: datetime | None = None
        self._page = StatusPage(Path(settings.value("PANGUAN_STATUS") or settings.state_dir), store, zone)
        self.lanes: dict[str, _Lane] = {}
        self.faults: dict[str, str] = {}
        self.find_games()

    def find_games(self) -> None:
        """Take in the games that are there now. One with faults is left out, and told of, until it is mended."""
        self._looked = self._clock.now()
        known = {table.key for lane in self.lanes.values() for table in lane.tables}
        for folder in self.settings.game_folders():
            if folder.name in known or (self._only is not None and folder.name != self._only):
                continue
            try:
                files = self._files(folder)
                self.settings = self.settings.read_again()
                account = self.settings.account(files.game.board.account)
            except (FileProblems, BadInput) as error:
                if self.faults.get(folder.name) != str(error):
                    self._log.error("game left out", game=folder.name, why=str(error))
                    self._remember_fault(folder.name, str(error))
                self.faults[folder.name] = str(error)
                continue
            self.faults.pop(folder.name, None)
            self._remember_fault(folder.name, None)
            self._seat(files, account)

    def _remember_fault(self, key: str, why: str | None) -> None:
        """For `panguan status`, which does not see what the daemon was given."""
        with self.store.transaction() as tx:
            if tx.fact(scope(key), "left_out") != why:
                tx.keep_fact(scope(key), "left_out", why, self._clock.now())

    def _files(self, folder: Path) -> GameFiles:
        key = folder.name
        kept = LastGood(self.store, key, self._clock)
        sent = MessageRulings(self.store, key)
        return GameFiles(folder, kept_zone(self.store, key), self._first_seen(key), sent, kept=kept)

    def _seat(self, files: GameFiles, account: Account) -> None:
        game = files.game
        board = board_root(game.board.url)
        name = f"{board} {account.name}"
        lane = self.lanes.get(name)
        if lane is None:
            lane = self.lanes[name] = self._lane(name, board, game, account)
        reader = ThreadReader(self.store, lane.clock, board)
        mailbox = Mailbox(self.store, lane.clock, board, account.name)
        lane.tables.append(
            GameTable(
                files,
                store=self.store,
                board=board,
                account=account.name,
                reader=reader,
                mailbox=mailbox,
                zone=kept_zone(self.store, files.key),
                pause=self._pause,
            )
        )

    def _lane(self, name: str, board: str, game: GameFile, account: Account) -> _Lane:
        clock = BoardClock(self._clock)
        cookies = StoredCookies(self.store, board, account.name)
        tables: list[GameTable] = []

        def connect() -> Forum:
            forum = self._connect(game, account, clock, cookies)
            if self._lease is not None:
                forum.guard(self._lease.check)
            return forum

        def present() -> Sequence[Table]:
            return tables

        worker = BoardWorker(
            name,
            clock=clock,
            outbox=Outbox(
                self.store,
                clock,
                pause=self._pause,
                others=self._lease is not None,
                known_until=self._known_until,
            ),
            connect=connect,
            tables=present,
            help_came=lambda: self._help_came(name),
            beat=self._beat,
            ending=self._ending,
        )
        return _Lane(worker=worker, clock=clock, tables=tables)

    def _help_came(self, lane: str) -> bool:
        """Did `panguan login` leave word since?"""
        with self.store.transaction() as tx:
            word = tx.fact("login", lane)
            if word:
                tx.keep_fact("login", lane, value=None, at=self._clock.now())
        return bool(word)

    def _first_seen(self, key: str) -> Callable[[str, datetime], datetime]:
        def first_seen(ruling: str, now: datetime) -> datetime:
            with self.store.transaction() as tx:
                known = tx.fact(scope(key), f"first_seen.{ruling}")
                if known is None:
                    tx.keep_fact(scope(key), f"first_seen.{ruling}", now.isoformat(), now)
                    return now
            return datetime.fromisoformat(known)

        return first_seen

    def tick(self) -> datetime:
        """One waking of every board's worker, one after another; returns when to wake again (our clock)."""
        now = self._clock.now()
        if self._looked is None or now - self._looked >= LOOK_FOR_GAMES:
            self.find_games()
        wakes = []
        for name, lane in self.lanes.items():
            wakes.append(lane.clock.ours(lane.worker.tick()))
            self.show(name)
        return min(wakes, default=now + LOOK_FOR_GAMES)

    def show(self, name: str) -> None:
        """Write the public status page anew with the games of one lane. What fails here never stops a game."""
        lane = self.lanes[name]
        now = lane.clock.now()
        away = bool(lane.worker.health.last_trouble)
        self._contacts.look([table.files.game for table in lane.tables], now)
        try:
            self._page.write([(table.papers(now), away) for table in lane.tables], self._clock.now())
        except (OSError, ServiceError) as error:
            self._log.warning("the status page was not written", why=str(error))

    def close(self) -> None:
        """Let go of the database."""
        self._contacts.close()
        self.store.close()


def build(
    settings: Settings,
    clock: Clock,
    *,
    connect: Connect = connect_board,
    pause: Pause = lambda _where: None,
    only: str | None = None,
    beat: Callable[[datetime], None] = lambda _now: None,
    ending: Callable[[], bool] = lambda: False,
    lease: Lease | None = None,
) -> App:
    """A whole service for a configuration folder; `lease`: what proves that we lead, on a shared database."""
    store = open_store(settings)
    if lease is not None:
        lease.begin(store, clock)
    return App(
        settings, clock, store, connect=connect, pause=pause, only=only, beat=beat, ending=ending, lease=lease
    )
