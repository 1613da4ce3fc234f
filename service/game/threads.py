"""Which thread belongs to which day (`game-files.md`): by hand, opened by the judge, or found in the list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from parsers.model import ThreadRow
from service.files.gamemodel import GameFile
from service.files.overrides import Override
from service.forum.api import Forum
from service.game.players import in_force
from service.seek import bare

Which = Literal["discussion", "vote", "checkin"]
LIST_PAGES = 2


def fact_name(n: int, which: str) -> str:
    """The name of the fact that holds a thread's tid."""
    return f"thread.{n}.{which}"


def title_of(game: GameFile, n: int, which: str) -> str:
    """The title of a thread."""
    if which == "checkin":
        return f"【报到帖】{game.title}"[:40]
    pattern = game.threads.discussion_title if which == "discussion" else game.threads.vote_title
    return pattern.format(title=game.title, n=n)


def thread_of(
    game: GameFile,
    rulings: Sequence[Override],
    facts: Mapping[str, Any],
    n: int,
    which: str,
    *,
    now: datetime,
) -> int | None:
    """The tid of a day's thread, or None while it is not known. The director's last ruling comes first."""
    for ruling in reversed(rulings):
        if ruling.kind != "thread" or not in_force(ruling, now):
            continue
        if ruling.keys["day"] == n and ruling.keys["which"] == which:
            tid = ruling.keys["url"]
            assert isinstance(tid, int)
            return tid
    given = game.threads.by_day.get(n)
    by_hand = getattr(given, which, None) if given is not None else None
    if by_hand is not None:
        return int(by_hand)
    known = facts.get(fact_name(n, which))
    return int(known) if known is not None else None


def find_threads(
    forum: Forum, game: GameFile, wanted: Sequence[tuple[int, str]], authors: frozenset[int]
) -> dict[tuple[int, str], int]:
    """Look for threads in the board's list by title and author; the oldest one of a title is it."""
    titles = {bare(title_of(game, n, which)): (n, which) for n, which in wanted}
    found: dict[tuple[int, str], int] = {}
    for number in range(1, LIST_PAGES + 1):
        listing = forum.forum(game.board.forum, number)
        for row in listing.rows:
            place = titles.get(bare(row.title))
            if place is not None and _by(row, authors):
                found[place] = min(row.tid, found.get(place, row.tid))
        if number >= listing.pages:
            break
    return found


def _by(row: ThreadRow, authors: frozenset[int]) -> bool:
    return row.uid in authors
