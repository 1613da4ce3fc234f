"""Guesses at a mistyped name, by spelling and by sound. A guess is shown, never counted.

rapidfuzz and pypinyin make better guesses where they are installed; without them spelling alone decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import Any, cast

from parsers.fold import fold

LIMIT = 3
ENOUGH = 0.6
SOUND_ENOUGH = 0.75  # sounds share more letters by accident
LONGEST = 24  # a longer word is no mistyped name


def likeness(one: Counter[str], other: Counter[str]) -> float:
    """How many letters two folded words share (0 … 1), whatever the order; needs no library."""
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0


def suggest(word: str, names: Iterable[str]) -> tuple[str, ...]:
    """Up to three of the names that are nearest to a word, nearest first; none if nothing is near."""
    folded = fold(word)
    if not folded or len(folded) > LONGEST:
        return ()
    scored = [(-_score(folded, fold(name)), place, name) for place, name in enumerate(names)]
    return tuple(name for score, _, name in sorted(scored)[:LIMIT] if -score >= ENOUGH)


def _score(word: str, name: str) -> float:
    sound = _spelling(_sound(word), _sound(name))
    return max(_spelling(word, name), sound if sound >= SOUND_ENOUGH else 0.0)


def _spelling(one: str, other: str) -> float:
    fuzz = _library("rapidfuzz.fuzz")
    if fuzz is None:
        return likeness(Counter(one), Counter(other))
    return cast("float", fuzz.ratio(one, other)) / 100


def _sound(word: str) -> str:
    pinyin = _library("pypinyin")
    if pinyin is None:
        return word
    return "".join(pinyin.lazy_pinyin(word))


@cache
def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        return None
