"""`[[character]]` of a game's file: the cast in seat order, each word meaning one character only."""

from __future__ import annotations

from engine.model import Identity
from service.gamemodel import CharacterEntry
from service.toml_table import Table
from service.toml_values import identity, listed, name, thread

FEWEST, MOST = 6, 20
"""How many may play (R-064, A-88)."""


def read_characters(root: Table) -> tuple[CharacterEntry, ...]:
    """The characters; doubled names, mixed identities and impossible numbers are reported."""
    tables = root.tables("character")
    found = []
    for table in tables:
        found.append(_character(table))
        table.close()
    characters = tuple(found)
    if not FEWEST <= len(characters) <= MOST:
        root.note(
            "character",
            f"角色应有 {FEWEST} 到 {MOST} 个，现在有 {len(characters)} 个；每个角色写一节 [[character]]",
        )
    _report_doubles(tables, characters)
    _report_mixed_identities(tables, characters)
    return characters


def _character(table: Table) -> CharacterEntry:
    who: str = table.need("name", name, "", example='"诸葛亮"')
    dealt: Identity | None = table.take("identity", identity, None)
    return CharacterEntry(
        name=who,
        aliases=tuple(dict.fromkeys(table.take("aliases", listed(name, single=True), ()))),
        actor=table.take("actor", name, None),
        identity=dealt,
        hollow=table.take("hollow", thread, None),
        line=table.source.line((*table.path, "name")),
    )


def _report_doubles(tables: list[Table], characters: tuple[CharacterEntry, ...]) -> None:
    """A name or alias that two characters have would leave every vote for it in doubt."""
    first: dict[str, CharacterEntry] = {}
    for table, character in zip(tables, characters, strict=True):
        if character.name in first:
            other = first[character.name]
            table.note("name", f"名字「{character.name}」与第 {other.line} 行的角色重复，请改正其中一个")
        elif character.name:
            first[character.name] = character
    bearers = dict(first)
    hollows: dict[int, CharacterEntry] = {}
    for table, character in zip(tables, characters, strict=True):
        for alias in character.aliases:
            other = bearers.setdefault(alias, character)
            if other is not character:
                table.note(
                    "aliases", f"别名「{alias}」已属于第 {other.line} 行的「{other.name}」，请去掉其中一个"
                )
        if character.hollow is not None:
            other = hollows.setdefault(character.hollow, character)
            if other is not character:
                table.note("hollow", f"树洞 {character.hollow} 已属于第 {other.line} 行的「{other.name}」")


def _report_mixed_identities(tables: list[Table], characters: tuple[CharacterEntry, ...]) -> None:
    written = ["identity" in table for table in tables]
    if any(written) and not all(written):
        missing = "、".join(c.name for c, has in zip(characters, written, strict=True) if not has)
        tables[written.index(False)].note(
            "identity", f"身份要么全写，要么全不写（由判官发牌）；还没有写身份的：{missing}"
        )
