"""All chance of a game, computed from its seed so that others can check it (`game-files.md`, Chance)."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence


def seed_text(seed: str | int) -> str:
    """The seed as text: a whole number stands for its decimal digits."""
    return str(seed)


def draw(seed: str, label: str, among: int) -> int:
    """A number from 0 to `among` − 1: HMAC-SHA256 of the label under the seed, modulo `among` (≥ 1)."""
    digest = hmac.digest(seed.encode(), label.encode(), hashlib.sha256)
    return int.from_bytes(digest, "big") % among


def pick(seed: str, label: str, candidates: Sequence[str]) -> str:
    """One of the candidates, who stand in seat order and are at least one."""
    return candidates[draw(seed, label, len(candidates))]


def deal_label(index: int) -> str:
    """The label of one step of the deal's shuffle."""
    return f"deal/{index}"


def lover_label(which: int) -> str:
    """The silent 爱神's first (0) and second (1) lover (A-51)."""
    return f"night/0/lovers/{which}"


def wolf_label(night: int, redraw: int) -> str:
    """The night's wolf (R-108); redraws count from 0 (A-40)."""
    return f"night/{night}/wolf/{redraw}"


def successor_label(night: int, link: int) -> str:
    """A silent sheriff's successor, due at the opening after `night` (A-63); `link` is the place in the chain."""
    return f"night/{night}/successor/{link}"


def sheriff_label(day: int) -> str:
    """The sheriff that chance makes on a day or in the night after it (A-60, A-64)."""
    return f"day/{day}/sheriff"
