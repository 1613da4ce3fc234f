"""The game's chance computed again, as `game-files.md` words it; nothing here is the product's."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence

from tests.journey.words import dealt


def draw(seed: str, label: str, candidates: int) -> int:
    """A number below `candidates`."""
    digest = hmac.new(seed.encode(), label.encode(), hashlib.sha256).digest()
    return int.from_bytes(digest, "big") % candidates


def drawn(seed: str, label: str, candidates: Sequence[str]) -> str:
    """One of the candidates, who stand in seat order."""
    return candidates[draw(seed, label, len(candidates))]


def deal(seed: str, names: Sequence[str]) -> dict[str, str]:
    """Who gets which identity."""
    cards = dealt(len(names))
    for i in range(len(cards) - 1, 0, -1):
        j = draw(seed, f"deal/{i}", i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return dict(zip(names, cards, strict=True))


def commitment(salt: str, seed: str, identities: Mapping[str, str]) -> str:
    """SHA-256 over the salt and the canonical JSON of seed and identities."""
    document = {"seed": seed, "identities": dict(identities)}
    canonical = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256((salt + canonical).encode()).hexdigest()
