"""Lines for a terminal: nothing from a board may steer it; progress is told on stderr where a person looks."""

from __future__ import annotations

import sys
import unicodedata

import click


def shown(line: str) -> str:
    """A line without what could steer a terminal or turn the writing round."""
    line = line.replace("\t", "    ")
    return "".join("\ufffd" if unicodedata.category(sign) in {"Cc", "Cf", "Cs"} else sign for sign in line)


def told_pages(number: int, pages: int) -> None:
    """Say which page of a thread was read."""
    if sys.stderr.isatty():
        click.echo(f"\r读取第 {number}/{pages} 页", err=True, nl=number >= pages)
