"""身份分配: which identities a number of characters is dealt (R-049 … R-064)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from engine.model import Identity

COLUMNS = tuple(Identity)
"""The table's columns, in its order."""

TABLE = """\
6 2 3 0 1
7 2 4 0 1
8 2 4 0 1 0 0 0 0 1
9 2 5 0 1 0 0 0 0 1
10 3 4 1 1 0 0 0 0 1
11 3 5 1 1 0 0 0 0 1
12 3 4 1 1 1 0 0 0 1 1
13 3 5 1 1 1 0 0 0 1 1
14 3 5 1 1 1 0 1 0 1 1
15 4 5 1 1 1 0 1 0 1 1
16 4 5 1 1 1 1 1 0 1 1
17 4 6 1 1 1 1 1 0 1 1
18 4 6 1 1 1 1 1 1 1 1
19 4 6 1 1 1 1 1 1 1 1 1
20 4 7 1 1 1 1 1 1 1 1 1
"""
"""Rows are as ragged as the posted ones: what is cut off at the end is 0."""

SIZES = range(6, 21)


class UnsupportedPlayerCount(ValueError):
    """No row of the table fits; `players` is the number asked for (A-88)."""

    def __init__(self, players: int) -> None:
        super().__init__(f"unsupported_player_count: {players}")
        self.players = players


def parse_table(text: str) -> dict[int, dict[Identity, int]]:
    """Rows of numbers, each padded at its end to a cell for every identity; the first cell is the row's key."""
    rows = {}
    for line in text.splitlines():
        players, *cells = (int(cell) for cell in line.split())
        padded = cells + [0] * (len(COLUMNS) - len(cells))
        rows[players] = {identity: k for identity, k in zip(COLUMNS, padded, strict=True) if k}
    return rows


def roster(players: int) -> dict[Identity, int]:
    """How many of each identity, in the columns' order. Raises `UnsupportedPlayerCount` outside 6 … 20."""
    if players not in SIZES:
        raise UnsupportedPlayerCount(players)
    return dict(_rows()[players])


@cache
def _rows() -> dict[int, dict[Identity, int]]:
    return parse_table(TABLE)


def fits(identities: Iterable[Identity]) -> bool:
    """Whether these are exactly the identities of the table's row for so many characters."""
    given = Counter(identities)
    return given.total() in SIZES and dict(given) == roster(given.total())


def in_columns_order(players: int) -> list[Identity]:
    """The row written out, before the shuffle."""
    return [identity for identity, k in roster(players).items() for _ in range(k)]
