"""What commands without a game folder are told: a names file, names, times."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from pathlib import Path

from parsers.names import Match, NameBook, NameEntry
from service.counts.sources import ThreadSeen
from service.errors import BadInput
from service.files.names_file import read_names


def book_of(path: Path, match: Match = "part") -> NameBook:
    """The names of a names file. Raises FileProblems."""
    return NameBook([NameEntry(entry.name, entry.aliases) for entry in read_names(path)], match)


def known_name(book: NameBook, word: str, option: str) -> str:
    """The character that an option names; BadInput if it names nobody, or several."""
    named = book.resolve(word, part=False)
    if named.name:
        return named.name
    if named.candidates:
        raise BadInput(f"{option} {word}：可能指 {'、'.join(named.candidates)}，请写全名")
    guesses = book.suggestions(word)
    hint = f"；是否想写 {'、'.join(guesses)}" if guesses else ""
    raise BadInput(f"{option} {word}：名单里没有这个角色{hint}")


def known_names(book: NameBook, words: Sequence[str], option: str) -> frozenset[str]:
    """Like `known_name`, for an option that may be given more than once."""
    return frozenset(known_name(book, word, option) for word in words)


def instant(text: str | None, option: str, zone: tzinfo) -> datetime | None:
    """An option's time (ISO 8601) as UTC; one without an offset is in `zone`."""
    if text is None:
        return None
    try:
        at = datetime.fromisoformat(text.strip())
        return (at if at.tzinfo else at.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise BadInput(f"{option} {text}：不是 ISO 8601 时间，写成 2026-03-05T21:30:00+08:00") from None


def window(
    opens: str | None, closes: str | None, zone: tzinfo, *, names: tuple[str, str] = ("--from", "--until")
) -> tuple[datetime | None, datetime | None]:
    """The window of two options; BadInput if it is empty."""
    start, end = instant(opens, names[0], zone), instant(closes, names[1], zone)
    if start is not None and end is not None and start >= end:
        raise BadInput(f"{names[0]} {opens} 不早于 {names[1]} {closes}，请检查两个时间")
    return start, end


def opener(thread: ThreadSeen, book: NameBook) -> tuple[str, ...]:
    """The thread's opener, who is taken for the judge unless a character opened it."""
    return (thread.opener,) if thread.opener and thread.opener not in book.names else ()
