"""`overrides.toml`: the director's rulings, validated whole; a broken file leaves the last good one in force."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from pathlib import Path
from types import MappingProxyType

from service.files.cast import Cast
from service.files.gamemodel import GameFile
from service.files.override_kinds import KINDS, Context
from service.files.toml_source import FileProblems, Problem, Source, parse_toml, read_bytes
from service.files.toml_table import Table
from service.files.toml_values import DEFAULT_ZONE, Unfit, choice, in_utc, instant, prose, word

TABLE = "override"
"""Each ruling is a section `[[override]]`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """One ruling. `at` is aware UTC, or None: from when it was first seen.

    `keys` holds the keys of its kind that were given, converted: characters by their own names, codes as the
    engine's enums, posts as pids, threads as tids, instants as aware UTC, `add`/`remove`/`targets` as tuples,
    a night's window by its place (1 … 5), and day 0 is night 0.
    """

    id: str
    kind: str
    at: datetime | None = None
    reason: str = ""
    keys: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrides:
    """All rulings of a file, in its order. `raw` is the file; `digest` its SHA-256, of nothing where there is none."""

    entries: tuple[Override, ...] = ()
    digest: str = hashlib.sha256(b"").hexdigest()
    raw: bytes = field(default=b"", repr=False)


def load_overrides(path: Path, game: GameFile, zone: tzinfo = DEFAULT_ZONE) -> Overrides:
    """The rulings of a file; none where the file is absent. Raises `FileProblems` with all that is wrong.

    `zone` is the board's: that of a time without an offset.
    """
    if not path.exists():
        return Overrides()
    return parse_overrides(read_bytes(path), path, game, zone)


def refresh(
    path: Path, game: GameFile, last: Overrides, zone: tzinfo = DEFAULT_ZONE
) -> tuple[Overrides, tuple[Problem, ...]]:
    """What is in force now, and what is wrong with the file: problems mean that `last` stays in force.

    A file that is gone or empty takes nothing back: an editor may be writing it at this moment.
    """
    if not path.exists() or not path.stat().st_size:
        if not last.entries:
            return Overrides(), ()
        text = "文件不见了或是空的；原有的裁定继续有效。若要全部撤回，请留下文件，里面只写一行 # 开头的说明"
        return last, (Problem(file=str(path), text=text),)
    try:
        raw = read_bytes(path)
        if hashlib.sha256(raw).hexdigest() == last.digest:
            return last, ()
        return parse_overrides(raw, path, game, zone), ()
    except FileProblems as error:
        return last, error.problems


class OverridesWatcher:
    """Reads a game's rulings again whenever their file has changed. `last` are the last good ones from before."""

    def __init__(
        self, path: Path, game: GameFile, zone: tzinfo = DEFAULT_ZONE, last: Overrides | None = None
    ) -> None:
        self._path = path
        self._game = game
        self._zone = zone
        self._stamp: tuple[int, int, int] | None = None
        self._current = last or Overrides()
        self._problems: tuple[Problem, ...] = ()

    @property
    def last(self) -> Overrides:
        """The last good rulings."""
        return self._current

    def poll(self) -> tuple[Overrides, tuple[Problem, ...]]:
        """The last good rulings, and the problems of the file as it lies there. Unchanged: one `stat`."""
        stamp = self._seen()
        if stamp is None or stamp != self._stamp:
            self._current, self._problems = refresh(self._path, self._game, self._current, self._zone)
            self._stamp = stamp
        return self._current, self._problems

    def _seen(self) -> tuple[int, int, int] | None:
        try:
            seen = self._path.stat()
        except OSError:
            return None
        return seen.st_mtime_ns, seen.st_size, seen.st_ino


def parse_overrides(raw: bytes, path: Path, game: GameFile, zone: tzinfo) -> Overrides:
    """The rulings that a file's bytes tell. Raises `FileProblems` with all that is wrong."""
    source = parse_toml(raw, str(path))
    report: list[Problem] = []
    root = Table(source, report, source.data)
    rows = root.tables(TABLE)
    entries = read_rows(rows, game, zone)
    root.close()
    if report:
        raise FileProblems(report)
    return Overrides(entries=entries, digest=source.digest, raw=raw)


def read_rows(rows: list[Table], game: GameFile, zone: tzinfo) -> tuple[Override, ...]:
    """Rulings of tables; what is wrong goes to the tables' report. New aliases count for all of them."""
    dealt = {character.name: character.identity for character in game.characters if character.identity}
    context = Context(game=game, cast=Cast(game.characters), zone=zone, identities=dealt)
    read: dict[int, Override] = {}
    lines: dict[str, int | None] = {}
    places = sorted(range(len(rows)), key=lambda place: rows[place].data.get("kind") != "alias")
    for place in places:
        read[place] = _entry(rows[place], context)
    for place, row in enumerate(rows):
        name = read[place].id
        if name in lines:
            row.note("id", f"编号「{name}」与第 {lines[name]} 行的重复，每条裁定的编号必须不同")
        elif name:
            lines[name] = row.source.line((*row.path, "id"))
    return tuple(read[place] for place in range(len(rows)))


def _identifier(value: object) -> str:
    return word(str(value) if isinstance(value, int) and not isinstance(value, bool) else value)


def _entry(row: Table, context: Context) -> Override:
    at = row.take("at", instant, None)
    name: str = row.need("id", _identifier, "", example='"r1"')
    reason: str = row.take("reason", prose, "")
    kind: str = row.need("kind", choice(*KINDS), "", example='"ballot"')
    keys: Mapping[str, object] = {}
    if kind:
        try:
            keys = KINDS[kind](row, context)
        except Unfit as error:
            row.note(None, str(error))
        row.close()
    return Override(
        id=name,
        kind=kind,
        at=None if at is None else in_utc(at, context.zone),
        reason=reason,
        keys=MappingProxyType({key: value for key, value in keys.items() if value is not None}),
        line=row.source.line(row.path),
    )


def source_of(text: str, data: Mapping[str, object]) -> Source:
    """A source that is no file, such as a private message: its name stands where a file's would."""
    return Source(file=text, data=data, lines={}, digest="")
