"""A check-in thread (角色报到): which characters are there, in the order in which they reported."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from parsers.fold import fold
from parsers.model import Post

_REPORTING = ("报到", "签到", "报道", "到位", "就位")


@dataclass(frozen=True, slots=True)
class CheckIn:
    """One account that posted in the thread. `reports`: one of its posts says that it reports."""

    name: str
    reports: bool


def check_ins(posts: Iterable[Post]) -> tuple[CheckIn, ...]:
    """Every account but the thread's opener, in the order of its first post; anonymous posts are nobody's."""
    ordered = sorted(
        (post for post in posts if post.author is not None and not post.anonymous),
        key=lambda post: (post.posted_at is None, post.posted_at, post.pid or 0),
    )
    opener = next((post.author for post in ordered if post.floor == 1), None)
    found: dict[str, bool] = {}
    for post in ordered:
        assert post.author is not None
        if post.author != opener:
            words = fold(post.text or "")
            found[post.author] = found.get(post.author, False) or any(word in words for word in _REPORTING)
    return tuple(CheckIn(name, reports) for name, reports in found.items())


def names_file(found: Iterable[CheckIn]) -> str:
    """A names file: a character a line; who wrote nothing of reporting stands behind a `#`, if others did."""
    accounts = tuple(found)
    some = any(account.reports for account in accounts)
    lines = [
        quoted(account.name) if account.reports or not some else f"# 没有写“报到”：{quoted(account.name)}"
        for account in accounts
    ]
    return "".join(f"{line}\n" for line in lines)


def quoted(name: str) -> str:
    """A name as a names file wants it."""
    special = any(mark in name for mark in "=,，＝") or name.startswith(("#", '"')) or name != name.strip()
    return f'"{name}"' if special else name
