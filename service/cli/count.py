"""`panguan count SOURCE…`: counts one vote thread, with no game folder."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from engine.ballot import Poll
from engine.rules import Rules
from parsers.names import NameBook
from service.clock import SystemClock
from service.console.cli_names import book_of, known_name, known_names, opener, window
from service.console.terminal import shown, told_pages
from service.counts.count_json import count_to_dict
from service.counts.count_words import described
from service.counts.counting import Count, Voters, count_thread
from service.counts.sources import BOARD_ZONE, ThreadSeen, read_sources
from service.counts.thread_fetch import fetch_thread, visitor
from service.errors import BadInput


@click.command()
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE…")
@click.option(
    "--names",
    required=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Names file: a character a line, in seat order.",
)
@click.option("--from", "opens", metavar="T", help="The opening (ISO 8601); ballots before it are early.")
@click.option("--until", "closes", metavar="T", help="The close, which is excluded.")
@click.option("--election", is_flag=True, help="Day 1's rule: the first to reach the most votes is sheriff.")
@click.option("--sheriff", metavar="NAME", help="Whose ballot counts twice and breaks a tie.")
@click.option(
    "--weight", "weights", multiple=True, metavar="NAME=N", help="What a character's ballot counts."
)
@click.option("--out", multiple=True, metavar="NAME", help="Out: may vote, may not be voted for.")
@click.option("--expelled", multiple=True, metavar="NAME", help="Expelled: neither votes nor is voted for.")
@click.option(
    "--judge",
    "judges",
    multiple=True,
    metavar="ACCOUNT",
    help="The judge's account (else the thread's opener, if no character).",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(
    sources: tuple[str, ...],
    names: Path,
    opens: str | None,
    closes: str | None,
    election: bool,
    sheriff: str | None,
    weights: tuple[str, ...],
    out: tuple[str, ...],
    expelled: tuple[str, ...],
    judges: tuple[str, ...],
    as_json: bool,
) -> None:
    """Count one vote thread.

    SOURCE is the thread's address, its saved pages, or a .jsonl file of posts.
    """
    rules = Rules()
    book = book_of(names)
    start, end = window(opens, closes, BOARD_ZONE)
    poll = Poll(
        characters=book.names,
        election=election,
        opens=start,
        closes=end,
        sheriff=known_name(book, sheriff, "--sheriff") if sheriff is not None else None,
        weights=dict(_weight(word, book) for word in weights),
        out=known_names(book, out, "--out"),
        expelled=known_names(book, expelled, "--expelled"),
    )
    clock = SystemClock()
    fetch = partial(fetch_thread, clock=clock, account=visitor(), progress=told_pages)
    thread = read_sources(sources, clock.now(), fetch)
    count = _count(thread, poll, rules, book, judges)
    if as_json:
        document = count_to_dict(
            count,
            day=None,
            opens=start,
            closes=end,
            as_of=thread.as_of,
            zone=thread.zone,
            pages_missing=thread.pages_missing,
        )
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
        return
    for line in described(
        count,
        opens=start,
        closes=end,
        zone=thread.zone,
        title=thread.title,
        pages_missing=thread.pages_missing,
    ):
        click.echo(shown(line))


def _count(thread: ThreadSeen, poll: Poll, rules: Rules, book: NameBook, judges: Sequence[str]) -> Count:
    voters = Voters(
        by_name={name: name for name in book.names}, judges=frozenset(judges or opener(thread, book))
    )
    after = poll.closes is not None and thread.since is not None and thread.since >= poll.closes
    return count_thread(
        thread.seen, book, poll, rules, voters=voters, read_at=thread.since if after else None
    )


def _weight(word: str, book: NameBook) -> tuple[str, int]:
    name, _, number = word.rpartition("=")
    if not name or not (number.strip().isascii() and number.strip().isdecimal()) or len(number) > 4:
        raise BadInput(f"--weight {word}：写成 角色名=票数，票数是不小于 0 的整数")
    return known_name(book, name.strip(), "--weight"), int(number)
