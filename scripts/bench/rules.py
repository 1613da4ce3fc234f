"""The engine: a game replayed, games at random play, a count, against the bare loop over the same matter."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from engine.ballot import Ballot, Choice, Poll
from engine.events import decode, encode
from engine.evolve import replay
from engine.rules import Rules
from engine.tally import count
from scripts.bench import Figure, best_of
from service.scenarios.random_play import play_game

PLAYERS = 20
GAMES = 40
BALLOTS = 2000


def figures() -> Iterator[Figure]:
    """Replaying a whole game (bound: 10 ms), games a second on one core (at least 200), one large count."""
    rules = Rules()
    games = [play_game(PLAYERS, f"bench/{number}", rules) for number in range(GAMES)]
    log = max((game.events for game in games), key=len)
    written = json.dumps([encode(event) for event in log])
    ballots, poll = _vote()
    taken = best_of(
        {
            "replay": lambda: replay(log),
            "read and replay": lambda: replay(decode(one) for one in json.loads(written)),
            "read": lambda: json.loads(written),
            "play": lambda: [play_game(PLAYERS, f"bench/{number}", rules) for number in range(GAMES)],
            "count": lambda: count(ballots, poll, rules),
            "sort": lambda: sorted(ballots, key=lambda one: (one.at, one.order)),
        },
        rounds=5,
    )
    yield Figure(f"game of {PLAYERS} replayed, {len(log)} events", 1000 * taken["replay"], "ms")
    yield Figure("the same from JSON", 1000 * taken["read and replay"], "ms", 1000 * taken["read"])
    yield Figure(f"games of {PLAYERS} at random play", GAMES / taken["play"], "games/s")
    yield Figure(f"count of {BALLOTS} ballots", 1000 * taken["count"], "ms", 1000 * taken["sort"])


def _vote() -> tuple[list[Ballot], Poll]:
    names = tuple(f"{seat}号" for seat in range(1, PLAYERS + 1))
    opens = datetime(2026, 3, 4, 1, 30, tzinfo=UTC)
    ballots = [
        Ballot(
            voter=names[place % PLAYERS],
            choice=Choice.TARGET,
            target=names[place * 7 % PLAYERS],
            at=opens + timedelta(seconds=place),
            order=place,
            pid=place,
        )
        for place in range(BALLOTS)
    ]
    closes = opens + timedelta(hours=36)
    return ballots, Poll(characters=names, election=False, opens=opens, closes=closes, sheriff=names[0])
