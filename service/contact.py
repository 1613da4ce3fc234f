"""The director's alerts a second time, at the addresses of `[director] contact` (Apprise).

What the director hears on the board he hears there too, and one thing more: that the board itself wants a person,
which no message on that board can tell. Everything happens in a thread of its own: an address that does not answer
delays no game. Each alert is tried a few times; one that can't be delivered still stands on the board.
"""

from __future__ import annotations

import importlib
import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from parsers.model import Answer
from service.errors import ServiceError
from service.files.gamemodel import GameFile
from service.game.record import scope
from service.logs import logger
from service.saying import STOPPING
from service.store import NoticeState, Store, Tx

TRIES = 3
FRESH = timedelta(days=1)
"""Older alerts are not sent after: an address was written down only now, or an old database was put back."""
LAST_WORDS = 10.0
"""Seconds that a stop waits for what is under way."""

Send = Callable[[str, str, str], bool]
WANTS_A_PERSON = tuple(kind.value + ":" for kind in STOPPING - {Answer.LOGIN_LOCKED})


def installed() -> bool:
    """Is Apprise there (the extra `alerts`)?"""
    try:
        importlib.import_module("apprise")
    except ImportError:
        return False
    return True


def unusable(addresses: Sequence[str]) -> tuple[int, ...]:
    """Which of the addresses, counted from 1, Apprise can't make out. Needs Apprise."""
    apprise = _apprise()
    return tuple(n for n, one in enumerate(addresses, 1) if not apprise.Apprise().add(one))


def send(address: str, title: str, text: str) -> bool:
    """Send to one address; True if it was taken. False where Apprise is missing."""
    if not installed():
        return False
    relay = _apprise().Apprise()
    return bool(relay.add(address)) and bool(relay.notify(title=title, body=text))


def _apprise() -> Any:
    logging.getLogger("apprise").setLevel(logging.CRITICAL)  # it writes addresses, which hold passwords
    return importlib.import_module("apprise")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Word:
    """One thing to tell; `what` is its key among those that were told."""

    what: str
    title: str
    text: str


class Contacts:
    """Passes alerts on, in the background."""

    def __init__(self, store: Store, send: Send = send) -> None:
        self._store = store
        self._send = send
        self._running: threading.Thread | None = None
        self._log = logger("contact")

    def look(self, games: Sequence[GameFile], now: datetime) -> None:
        """Pass on what has come up since; returns at once."""
        reached = [game for game in games if game.director.contact]
        if not reached or (self._running is not None and self._running.is_alive()):
            return
        self._running = threading.Thread(target=self._work, args=(reached, now), name="contact", daemon=True)
        self._running.start()

    def close(self) -> None:
        """Wait a little for what is under way."""
        if self._running is not None:
            self._running.join(LAST_WORDS)

    def _work(self, games: Sequence[GameFile], now: datetime) -> None:
        try:
            for game in games:
                self._pass_on(game, now)
        except ServiceError as error:
            self._log.warning("alerts were not passed on", why=str(error))
        except Exception:  # noqa: BLE001
            self._log.exception("alerts were not passed on")  # a plug-in of Apprise; no game depends on it

    def _pass_on(self, game: GameFile, now: datetime) -> None:
        place = f"contact:{game.key}"
        with self._store.reading() as tx:
            tries = tx.facts(place)
            words = _words(tx, game, now)
        for word in words:
            for number, address in enumerate(game.director.contact, 1):
                what = f"{word.what} {number}"
                count = int(tries.get(what) or 0) + 1
                if count > TRIES:
                    continue
                with self._store.transaction() as tx:  # first: a crash must not make it an endless tale
                    tx.keep_fact(place, what, count, now)
                if self._send(address, word.title, word.text):
                    with self._store.transaction() as tx:
                        tx.keep_fact(place, what, TRIES, now)
                    self._log.info("alert passed on", game=game.key, ref=word.what, place=number)
                else:
                    self._log.warning("an alert was not taken", game=game.key, ref=word.what, place=number)


def _words(tx: Tx, game: GameFile, now: datetime) -> list[_Word]:
    name = f"【判官】{game.title}"
    words = []
    for notice in tx.notices(game.key):
        fresh = notice.created_at is not None and now - notice.created_at < FRESH
        silent = notice.state in {NoticeState.HELD, NoticeState.WITHDRAWN}
        if notice.data.get("template") != "alert" or not fresh or silent:
            continue
        context = notice.data["context"]
        todo = f"\n请：{context['todo']}" if context.get("todo") else ""
        words.append(
            _Word(what=notice.ref, title=f"{name}：{context['title']}", text=f"{context['text']}{todo}")
        )
    trouble = tx.fact(scope(game.key), "board_trouble")
    if isinstance(trouble, str) and trouble.startswith(WANTS_A_PERSON):
        words.append(
            _Word(
                what=f"board {now:%Y-%m-%d}",
                title=f"{name}：论坛要人来处理",
                text=f"{trouble}\n请：排除原因后运行 panguan login，或重启判官；在此之前判官不再访问该论坛",
            )
        )
    return words
