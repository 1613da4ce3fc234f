"""`panguan roster URL`: a names file from a check-in thread."""

from __future__ import annotations

from functools import partial

import click

from parsers.checkin import check_ins, names_file
from service.clock import SystemClock
from service.console.terminal import shown, told_pages
from service.counts.sources import read_sources
from service.counts.thread_fetch import fetch_thread, visitor
from service.errors import BadInput


@click.command()
@click.argument("sources", nargs=-1, required=True, metavar="URL")
def command(sources: tuple[str, ...]) -> None:
    """Print a names file from a check-in thread: its address, or its saved pages.

    Characters stand in the order in which they reported; the thread's opener is none of them.
    """
    clock = SystemClock()
    thread = read_sources(
        sources, clock.now(), partial(fetch_thread, clock=clock, account=visitor(), progress=told_pages)
    )
    found = check_ins(one.first.post for one in thread.seen)
    if not found:
        raise BadInput("这个帖子里除了楼主没有人报到")
    for line in names_file(found).splitlines():
        click.echo(shown(line))
    if thread.pages_missing:
        click.echo(f"缺少第 {'、'.join(map(str, thread.pages_missing))} 页，名单不完整", err=True)
