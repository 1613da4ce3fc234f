"""The director's guide names every key there is, and its examples can be used."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from engine.rules import knobs
from service.files.gamefile import FLAG_KINDS
from service.files.gamemodel import (
    BoardSection,
    DirectorSection,
    GameFile,
    ResumedCharacter,
    TimetableSection,
)
from service.files.override_kinds import KINDS

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guide.zh-CN.md"


@pytest.fixture(scope="module")
def guide() -> str:
    return GUIDE.read_text("utf-8")


def rows(guide: str) -> dict[str, str]:
    """First cell in code → the whole row, of every table."""
    return {row[1]: row[0] for row in re.finditer(r"(?m)^\| `([a-z0-9_]+)` \|.*$", guide)}


def test_every_knob_stands_in_a_table_with_its_default_and_doubt(guide: str) -> None:
    table = rows(guide)
    for name, knob in knobs().items():
        row = table[name]
        default = knob.default
        shown = str(default).lower() if isinstance(default, bool) else f"{default}"
        if isinstance(default, str):
            shown = f'"{default}"'
        elif isinstance(default, tuple):
            shown = str(list(default)).replace("'", '"')
        assert f"| `{shown}` |" in row, row
        doubt = str(knob.metadata["doubt"])
        assert not doubt.startswith("A-") or f"（{doubt}）" in row, row
        for other in knob.metadata.get("values", ()):
            assert isinstance(other, bool) or other == default or f'`"{other}"`' in row, row


def test_every_key_of_a_game_and_every_kind_of_ruling_is_named(guide: str) -> None:
    elsewhere = {"days", "key", "path", "digest", "characters", "exempt_posts"}
    named = {*FLAG_KINDS, *KINDS}
    for section in (GameFile, BoardSection, DirectorSection, TimetableSection, ResumedCharacter):
        named |= {field.name for field in fields(section)} - elsewhere
    for name in named:
        assert re.search(rf"`{name}`|`\[{name}\]`|(?m:^\[{name}[\].])", guide), name


def test_its_examples_are_toml(guide: str) -> None:
    examples = re.findall(r"(?s)```toml\n(.*?)```", guide)
    assert len(examples) > 4
    for example in examples:
        assert tomllib.loads(example)
