"""Templates. Names and titles are escaped as the boards escape them, bodies come ready as HTML."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from practice.bbcode import text_html


def words(text: object) -> Markup:
    """A text escaped as 7.x does it: short numeric references survive."""
    return Markup(text_html(str(text)))  # noqa: S704 - escaped by text_html


def bare_words(text: object) -> Markup:
    """A text escaped as X does it: references typed by a member stay as they were typed."""
    return Markup(text_html(str(text), references=False))  # noqa: S704 - escaped by text_html


@cache
def environment(folder: str) -> Environment:
    """The templates of one dialect, compiled once a process."""
    env = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates" / folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    env.filters["words"] = bare_words if folder == "x" else words
    return env


def script(text: str) -> str:
    """A text inside a single-quoted string of a script."""
    return text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("</", "<\\/")


def pager(page: int, pages: int) -> dict[str, object]:
    """Which numbers a pager shows around the present page: ten at most, and the ends."""
    low = max(1, min(page - 4, pages - 9)) if pages > 10 else 1
    if page <= 5:
        low = 1
    high = min(pages, low + 9)
    return {"page": page, "pages": pages, "numbers": range(low, high + 1), "low": low, "high": high}
