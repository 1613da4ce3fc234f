"""`game.toml` → `GameFile`: read whole, every fault with its line, nearest key and remedy."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from pathlib import Path
from types import MappingProxyType

from service.files.cast import Cast
from service.files.gamefile_characters import read_characters, report_roster
from service.files.gamefile_resume import read_resume
from service.files.gamefile_rules import read_rules
from service.files.gamefile_threads import read_threads
from service.files.gamefile_timetable import read_timetable
from service.files.gamemodel import (
    CHANNELS,
    FLAGS,
    PUBLISH,
    BoardSection,
    Channel,
    CharacterEntry,
    DayInstants,
    DayThreads,
    DirectorSection,
    GameFile,
    Resume,
    ResumedCharacter,
    ThreadsSection,
    TimetableSection,
)
from service.files.toml_source import FileProblems, Problem, Source, read_toml
from service.files.toml_table import Table
from service.files.toml_values import DEFAULT_ZONE, Unfit, board_url, choice, listed, name, post, whole, word

__all__ = [
    "FLAG_KINDS",
    "BoardSection",
    "CharacterEntry",
    "DayInstants",
    "DayThreads",
    "DirectorSection",
    "GameFile",
    "Resume",
    "ResumedCharacter",
    "ThreadsSection",
    "TimetableSection",
    "load_game",
    "read_game",
]

FLAG_KINDS = (
    "over_limit", "silenced", "mad_text", "mad_image", "mad_art", "night_post", "edited", "deleted", "expelled_spoke",
)  # fmt: skip
"""The flags of conduct that may cost points."""

_CHARSETS = ("auto", "utf-8", "gbk", "gb2312", "gb18030", "big5")


def load_game(path: Path, zone: tzinfo = DEFAULT_ZONE) -> GameFile:
    """Read a game's file, or the `game.toml` of a game's folder. Raises `FileProblems` with all that is wrong.

    `zone` is the board's: instants without an offset are compared with others in it.
    """
    if path.is_dir():
        path = path / "game.toml"
    return read_game(read_toml(path), path, zone)


def read_game(source: Source, path: Path, zone: tzinfo = DEFAULT_ZONE) -> GameFile:
    """The game that a file's values tell; `path` is where the file lies. Raises `FileProblems`."""
    report: list[Problem] = []
    root = Table(source, report, source.data)
    title = root.need("title", word, "", example='"第十二局"')
    publish = root.take("publish", choice(*PUBLISH), PUBLISH[0])
    orders = root.take("orders", _channels, CHANNELS[:1])
    flags = root.take("flags", choice(*FLAGS), FLAGS[0])
    characters = read_characters(root)
    cast = Cast(characters)
    rules = read_rules(root.table("rules"))
    report_roster(root, characters, rules)
    game = GameFile(
        key=path.absolute().parent.name,
        path=path,
        title=title,
        publish=publish,
        orders=orders,
        flags=flags,
        board=_board(root.table("board")),
        director=_director(root.table("director")),
        timetable=read_timetable(root.table("timetable"), zone),
        threads=read_threads(root.table("threads")),
        characters=characters,
        rules=rules,
        penalties=_penalties(root.table("penalties")),
        exempt_posts=_exempt(root.table("exempt")),
        resume=read_resume(root.table("resume"), cast, dealt=all(c.identity for c in characters)),
        reminder=root.take("reminder", choice(*FLAGS), FLAGS[0]),
        digest=source.digest,
    )
    root.close()
    if report:
        raise FileProblems(report)
    return game


def _channels(value: object) -> tuple[Channel, ...]:
    found = tuple(dict.fromkeys(listed(choice(*CHANNELS), single=True)(value)))
    if not found:
        raise Unfit('至少写一种，例如 ["pm"]')
    return found


def _account(value: object) -> str:
    text = word(value)
    if not text.replace("_", "").isalnum() or not text.isascii():
        raise Unfit('只能用英文字母、数字和下划线，例如 "judge"；账号和密码本身写在 .env 里')
    return text


def _board(table: Table) -> BoardSection:
    section = BoardSection(
        url=table.need("url", board_url, "", example='"https://bbs.example.org/"'),
        account=table.need("account", _account, "", example='"judge"'),
        forum=table.need("forum", whole(1), 0, example="2"),
        dialect=table.take("dialect", _dialect, "auto"),
        charset=table.take("charset", _charset, "auto"),
    )
    table.close()
    return section


def _dialect(value: object) -> str:
    known = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    return choice("auto", "x", "7", "6", "4")(known.lower() if isinstance(known, str) else known)


def _charset(value: object) -> str:
    known = value.lower() if isinstance(value, str) else value
    return choice(*_CHARSETS)("utf-8" if known == "utf8" else known)


def _contact(value: object) -> str:
    text = word(value)
    if "://" not in text:
        raise Unfit('应为 Apprise 地址，例如 "mailto://…"（地址里有密码，这里不重复它）')
    return text


def _director(table: Table) -> DirectorSection:
    section = DirectorSection(
        name=table.need("name", name, "", example='"某导演"'),
        contact=table.take("contact", listed(_contact, single=True), ()),
    )
    table.close()
    return section


def _penalties(table: Table) -> Mapping[str, int]:
    points = {kind: table.take(kind, whole(0, 99), 0) for kind in FLAG_KINDS}
    table.close()
    return MappingProxyType(points)


def _exempt(table: Table) -> frozenset[int]:
    posts = table.take("posts", listed(post), ())
    table.close()
    return frozenset(posts)
