"""A game looked at without its board: for the commands that only read, beside a running daemon."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from service.errors import BadInput
from service.files.settings import Settings
from service.files.toml_source import FileProblems
from service.forum.address import board_root
from service.game.calendar import build_calendar
from service.game.context import Papers
from service.game.director_rulings import MessageRulings
from service.game.files import GameFiles
from service.game.last_good import LastGood
from service.game.record import load, scope
from service.game.zones import kept_zone
from service.store import Store


def read_papers(settings: Settings, key: str, store: Store, now: datetime) -> Papers:
    """A game as it stands, with the rulings that are in force.

    Raises `BadInput` for a game that is not there and `FileProblems` where its files do not validate: what the
    daemon still holds in force is known to the daemon alone.
    """
    zone = kept_zone(store, key)
    files = GameFiles(
        settings.game_folder(key),
        zone,
        _first_seen(store, key),
        MessageRulings(store, key),
        kept=LastGood(store, key),
    )
    problems = files.refresh(now)
    if problems:
        raise FileProblems(problems)
    try:
        account = settings.account(files.game.board.account).name
    except BadInput:  # reading needs no credentials; the judge's uid is recorded
        account = ""
    with store.reading() as tx:
        record = load(tx, key)
    return Papers(
        game=files.game,
        rulings=files.rulings,
        record=record,
        calendar=build_calendar(files.game, files.rulings, record.facts, zone, now),
        store=store,
        board=board_root(files.game.board.url),
        account=account,
        zone=zone,
        now=now,
    )


def _first_seen(store: Store, key: str) -> Callable[[str, datetime], datetime]:
    """When the daemon first saw a ruling; one that it has not seen yet counts from now."""

    def first_seen(ruling: str, now: datetime) -> datetime:
        with store.reading() as tx:
            known = tx.fact(scope(key), f"first_seen.{ruling}")
        return now if known is None else datetime.fromisoformat(known)

    return first_seen
