"""Whatever stands in a director's file, it is read or refused with one line for each fault: nothing else happens."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from engine.rules import knobs
from service.cli.init import sample_text
from service.files.game_summary import summary
from service.files.gamefile import load_game
from service.files.override_kinds import KINDS
from service.files.override_words import describe
from service.files.overrides import load_overrides
from service.files.setup_warnings import setup_warnings
from service.files.toml_source import FileProblems

VALUES = st.one_of(
    st.booleans(),
    st.integers(-3, 12),
    st.sampled_from([2**70, 10**50, -(10**50)]),
    st.floats(),
    st.sampled_from(["张衡", "马钧", "狼人", "mad", "poison", "open", "window", "hold", "vote", "", " ", "甲\n乙", "09:30", "0", "x" * 99]),
    st.text(max_size=8),
    st.dates(),
    st.datetimes(timezones=st.none() | st.just(dt.UTC)),
    st.times(),
    st.lists(st.sampled_from(["张衡", "马钧", 1, "pm", dt.date(2026, 1, 1)]), max_size=6),
    st.dictionaries(st.sampled_from(["name", "1", "day", "张衡"]), st.integers(), max_size=2),
)  # fmt: skip
SECTIONS = {
    "": ["title", "publish", "orders", "flags", "board", "director", "character", "exempt"],
    "board": ["url", "account", "forum", "dialect", "charset"],
    "director": ["name", "contact"],
    "timetable": [
        "start",
        "day_open",
        "day_close",
        "day_span_days",
        "night_window_minutes",
        "holidays",
        "day",
    ],
    "threads": ["open", "hidden_votes", "vote_title", "1", "7"],
    "rules": list(knobs()),
    "penalties": ["over_limit"],
    "exempt": ["posts"],
    "resume": ["day", "sheriff", "lovers", "characters"],
}
PLACES = st.sampled_from([(section, key) for section, keys in SECTIONS.items() for key in keys])
KEYS = ("id", "at", "day", "voter", "target", "void", "restore", "name", "alias", "pid", "as", "night", "who", "skill",
        "targets", "add", "remove", "value", "points", "post", "what", "n", "window", "action", "account", "which",
        "url", "ref", "text", "camp")  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


def told(error: FileProblems, folder: Path) -> list[str]:
    """The lines of an error, one for each problem and each naming a file of the folder."""
    lines = str(error).split("\n")
    whole = len(lines) == len(error.problems) and all(line.startswith(str(folder)) for line in lines)
    return lines if whole else []


@given(st.dictionaries(PLACES, VALUES, min_size=1, max_size=4))
def test_any_game_file_is_read_or_refused(folder: Path, changes: dict[tuple[str, str], object]) -> None:
    data = tomlkit.parse(sample_text("game.toml")).unwrap()
    for (section, key), value in changes.items():
        table = data.setdefault(section, {}) if section else data
        if isinstance(table, dict):
            table[key] = value
    (folder / "game.toml").write_text(tomlkit.dumps(data), "utf-8")
    try:
        game = load_game(folder)
        said = [*summary(game), *setup_warnings(game)]
    except FileProblems as error:
        said = told(error, folder)
    assert said
    assert all(0 < len(line) < 700 for line in said), said


@given(st.sampled_from(sorted(KINDS)), st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=5))
def test_any_ruling_is_read_or_refused(folder: Path, kind: str, keys: dict[str, object]) -> None:
    (folder / "good.toml").write_text(sample_text("game.toml"), "utf-8")
    game = load_game(folder / "good.toml")
    row = {"id": "r", "kind": kind, **keys}
    (folder / "overrides.toml").write_text(tomlkit.dumps({"override": [row]}), "utf-8")
    try:
        said = [describe(entry) for entry in load_overrides(folder / "overrides.toml", game).entries]
    except FileProblems as error:
        said = told(error, folder)
    assert said
    assert all(0 < len(line) < 700 for line in said), said


@pytest.mark.parametrize("place", ["forum = 2", "day_span_days = 1", "# post_limit = 20"])
def test_a_number_beyond_all_digits_is_refused(folder: Path, place: str) -> None:
    key = place.removeprefix("# ").split(" = ")[0]
    text = sample_text("game.toml").replace(place, f"{key} = 0x1{'0' * 20_000} #")
    (folder / "game.toml").write_text(text, "utf-8")
    with pytest.raises(FileProblems, match=key) as caught:
        load_game(folder)
    assert len(str(caught.value)) < 700
