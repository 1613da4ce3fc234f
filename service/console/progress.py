"""A progress bar on stderr, where that is a terminal; nothing else sees it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

import click

T = TypeVar("T")


def counted(items: Iterable[T], length: int, label: str) -> Iterator[T]:
    """The items, one by one, with a bar that shows how many of `length` are done."""
    stream = sys.stderr
    if not stream.isatty():
        yield from items
        return
    with click.progressbar(items, length=length, label=label, file=stream) as bar:
        yield from bar
