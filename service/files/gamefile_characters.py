"""`[[character]]` of a game's file: the cast in seat order, each word meaning one character only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine.model import IDENTITY_ZH, Identity
from engine.roster import SIZES, fits, roster
from engine.rules import Rules
from service.files.gamemodel import CharacterEntry
from service.files.toml_table import Table
from service.files.toml_values import identity, listed, name, thread


def read_characters(root: Table) -> tuple[CharacterEntry, ...]:
    """The characters; doubled names, mixed identities and impossible numbers are reported."""
    tables = root.tables("character")
    found = []
    for table in tables:
        found.append(_character(table))
        table.close()
    characters = tuple(found)
    if len(characters) not in SIZES:
        root.note(
            "character",
            f"角色应有 {SIZES[0]} 到 {SIZES[-1]} 个，现在有 {len(characters)} 个；每个角色写一节 [[character]]",
        )
    _report_doubles(tables, characters)
    _report_mixed_identities(tables, characters)
    return characters


def report_roster(root: Table, characters: tuple[CharacterEntry, ...], rules: Rules) -> None:
    """Identities that the director dealt must be those of the table's row (R-049 … R-063, A-88)."""
    dealt = [character.identity for character in characters if character.identity is not None]
    if rules.custom_roster or len(dealt) != len(characters) or len(dealt) not in SIZES or fits(dealt):
        return
    row, given = Counter(roster(len(dealt))), Counter(dealt)
    parts = [("多了", given - row), ("少了", row - given)]
    told = "，".join(f"{word} {composition(counts)}" for word, counts in parts if counts)
    root.note(
        "character",
        f"{len(dealt)} 人局的身份与规则的表不合：{told}；应为 {composition(row)}。"
        "若确实要用自定的配置，请在 [rules] 里写 custom_roster = true",
    )


def composition(counts: Mapping[Identity, int]) -> str:
    """Identities with their numbers, in the table's order."""
    return "、".join(f"{word}×{counts[one]}" for word, one in IDENTITY_ZH.items() if counts.get(one))


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
