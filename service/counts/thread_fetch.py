"""A whole thread from its address, for commands that have no game folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from datetime import timedelta, timezone
from pathlib import Path

from parsers.model import Answer
from service.clock import Clock
from service.counts.sources import BOARD_ZONE, Reading
from service.errors import BadInput, Refused
from service.files.settings import Settings, config_folder, load_settings
from service.forum.address import thread_address
from service.forum.api import Account, Forum
from service.forum.open import open_forum

MOST_PAGES = 400

Progress = Callable[[int, int], None]
"""Told of each page read: its number, and how many there are."""


def fetch_thread(url: str, clock: Clock, account: Account | None, progress: Progress) -> list[Reading]:
    """Every page of the thread that an address means, read one after another.

    Raises BadInput for an address of no thread, Refused and BoardUnreachable as the board does.
    """
    address = thread_address(url)
    forum = open_forum(url, account, clock)
    if account is not None:
        outcome = forum.ensure_login()
        if outcome.kind is not Answer.SUCCEEDED:
            raise Refused(outcome)
    return read_thread_pages(forum, address.tid, clock, progress)


def read_thread_pages(forum: Forum, tid: int, clock: Clock, progress: Progress) -> list[Reading]:
    """All pages of a thread, as many as the board says after each page."""
    readings: list[Reading] = []
    number, pages = 1, 1
    while number <= min(pages, MOST_PAGES):
        page = forum.thread(tid, number)
        head = forum.head()
        zone = BOARD_ZONE if head.zone_minutes is None else timezone(timedelta(minutes=head.zone_minutes))
        readings.append(
            Reading(
                posts=page.posts,
                at=head.board_now or clock.now(),
                zone=zone,
                thread=page,
                from_board=head.board_now is not None,
            )
        )
        pages = page.pages
        progress(number, pages)
        number += 1
    if pages > MOST_PAGES:
        raise BadInput(f"帖子有 {pages} 页，超过 {MOST_PAGES} 页的上限")
    return readings


def visitor(environ: Mapping[str, str] | None = None) -> Account | None:
    """The account of `PANGUAN_USER`, from the environment or the configuration folder if there is one; else a guest."""
    environ = os.environ if environ is None else environ
    try:
        folder = config_folder(None)
    except BadInput:
        values = {key: value for key, value in environ.items() if key.startswith("PANGUAN_")}
        return Settings(Path(), Path(), None, values).visitor()
    return load_settings(folder, environ).visitor()
