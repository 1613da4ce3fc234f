"""`[threads]` of a game's file: titles of the days' threads, and threads given by hand (A-89)."""

from __future__ import annotations

import re
from types import MappingProxyType

from service.files.gamemodel import LAST_DAY, DayThreads, ThreadsSection
from service.files.toml_table import Table
from service.files.toml_values import Unfit, flag, nearest, thread, word

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_TITLE_BYTES = 80  # what a Discuz! board takes for a subject


def read_threads(table: Table) -> ThreadsSection:
    """The section; titles that could not be told apart are reported."""
    default = ThreadsSection()
    by_day = {}
    for key in [key for key in table.data if key.isdecimal() and key.isascii()]:
        n = int(key)
        row = table.table(key)
        threads = DayThreads(
            discussion=row.take("discussion", thread, None), vote=row.take("vote", thread, None)
        )
        row.close()
        if not 1 <= n <= LAST_DAY or str(n) != key:
            row.note(None, f"应写第几天，从 [threads.1] 到 [threads.{LAST_DAY}]")
        by_day[n] = threads
    section = ThreadsSection(
        open=table.take("open", flag, default.open),
        hidden_votes=table.take("hidden_votes", flag, default.hidden_votes),
        discussion_title=table.take("discussion_title", title_pattern, default.discussion_title),
        vote_title=table.take("vote_title", title_pattern, default.vote_title),
        by_day=MappingProxyType(by_day),
    )
    if section.discussion_title == section.vote_title:
        table.note("vote_title", "讨论帖与投票帖的标题不能相同，否则分不清是哪一个")
    table.close(also=[f"{n}" for n in range(1, LAST_DAY + 1)])
    return section


def title_pattern(value: object) -> str:
    """A title with `{n}`, and `{title}` if wanted; nothing else in braces."""
    text = word(value)
    for inside in _PLACEHOLDER.findall(text):
        if inside not in {"title", "n"}:
            raise Unfit(
                f"花括号里只能是 {{title}} 或 {{n}}，没有 {{{inside}}}{nearest(inside, ['title', 'n'])}"
            )
    if "{n}" not in text:
        raise Unfit("标题里要有 {n}（第几天），否则分不清是哪一天的帖子")
    if "{" in _PLACEHOLDER.sub("", text) or "}" in _PLACEHOLDER.sub("", text):
        raise Unfit("花括号没有配对")
    return text


def titled(pattern: str, title: str, n: int) -> str:
    """A day's title."""
    return pattern.replace("{n}", str(n)).replace("{title}", title)
