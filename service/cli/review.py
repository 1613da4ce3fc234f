"""`panguan review SOURCE…`: judges the conduct in one thread, with no game folder."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import click

from engine.rules import Rules
from parsers.conduct import Bound, Day, Player, judge_conduct
from service.clock import SystemClock
from service.console.cli_names import book_of, known_names, opener, window
from service.console.terminal import shown, told_pages
from service.counts.counting import Voters
from service.counts.reviewing import bound_states, conduct_described, conduct_rules, conduct_to_dict, speeches
from service.counts.sources import BOARD_ZONE, read_sources
from service.counts.thread_fetch import fetch_thread, visitor


@click.command()
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE…")
@click.option(
    "--names",
    required=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Names file: a character a line, in seat order.",
)
@click.option("--from", "opens", required=True, metavar="T", help="The day's opening (ISO 8601).")
@click.option("--until", "closes", required=True, metavar="T", help="The day's close, which is excluded.")
@click.option("--mad", multiple=True, metavar="NAME", help="A character that is mad all day.")
@click.option("--imprisoned", multiple=True, metavar="NAME", help="A character that is imprisoned.")
@click.option("--fainted", multiple=True, metavar="NAME", help="A character that has fainted.")
@click.option("--expelled", multiple=True, metavar="NAME", help="A character that is expelled.")
@click.option("--vote-thread", is_flag=True, help="The thread is the vote thread, not the discussion thread.")
@click.option(
    "--judge",
    "judges",
    multiple=True,
    metavar="ACCOUNT",
    help="The judge's account (else the thread's opener, if no character).",
)
@click.option("--exempt", multiple=True, type=int, metavar="PID", help="A post that is no speech.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(
    sources: tuple[str, ...],
    names: Path,
    opens: str,
    closes: str,
    mad: tuple[str, ...],
    imprisoned: tuple[str, ...],
    fainted: tuple[str, ...],
    expelled: tuple[str, ...],
    vote_thread: bool,
    judges: tuple[str, ...],
    exempt: tuple[int, ...],
    as_json: bool,
) -> None:
    """Judge who wrote how much, when and in what words, in one thread of one day.

    SOURCE is the thread's address, its saved pages, or a .jsonl file of posts.
    """
    book = book_of(names)
    start, end = window(opens, closes, BOARD_ZONE)
    assert start is not None
    assert end is not None
    states = bound_states(
        mad=known_names(book, mad, "--mad"),
        imprisoned=known_names(book, imprisoned, "--imprisoned"),
        fainted=known_names(book, fainted, "--fainted"),
        expelled=known_names(book, expelled, "--expelled"),
    )
    clock = SystemClock()
    thread = read_sources(
        sources, clock.now(), partial(fetch_thread, clock=clock, account=visitor(), progress=told_pages)
    )
    judging = tuple(judges) or opener(thread, book)
    voters = Voters(by_name={name: name for name in book.names}, judges=frozenset(judging))
    conduct = judge_conduct(
        speeches(thread.seen, voters, "vote" if vote_thread else "discussion"),
        [
            Player(name=name, states=tuple(Bound(status=status) for status in states.get(name, ())))
            for name in book.names
        ],
        Day(opens=start, closes=end),
        conduct_rules(Rules(), {}),
        book,
        exempt=frozenset(exempt),
        judges=judging,
    )
    if as_json:
        click.echo(json.dumps(conduct_to_dict(conduct, thread.zone), ensure_ascii=False, indent=2))
        return
    for line in conduct_described(conduct, thread.zone, thread.pages_missing):
        click.echo(shown(line))
