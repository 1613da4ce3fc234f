"""The folder that `init` writes: complete, private, and in order as it is."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.rules import Rules, knobs
from service.cli import main
from service.cli.init import sample_text
from service.files.gamefile import FLAG_KINDS, load_game
from service.files.gamemodel import TimetableSection
from service.files.override_kinds import KINDS
from service.files.overrides import load_overrides
from service.files.settings import load_settings


@pytest.fixture(autouse=True)
def _no_settings_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for key in [key for key in os.environ if key.startswith("PANGUAN_") or key == "CREDENTIALS_DIRECTORY"]:
        monkeypatch.delenv(key)


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def uncommented(text: str) -> str:
    """The sample with every example in force: a commented line that is a key, a header or a bracket's part."""
    return re.sub(
        r"(?m)^# (?=\[?\[?[a-z0-9_.]+\]\]?\s*(?:#|$)|[a-z0-9_]+ = |\"[^\"]+\" = |    2026|\]$)", "", text
    )


def test_what_it_writes_is_private_and_passes_check(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    written = run("init", folder)
    assert written.exit_code == 0, written.output
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    assert [str(path.relative_to(folder)) for path in files] == [
        ".env", "games/example/game.toml", "games/example/overrides.toml",
    ]  # fmt: skip
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in files)
    checked = run("check", "--config", folder)
    assert checked.exit_code == 0, checked.output
    assert "没有发现问题" in checked.stdout
    assert "PANGUAN_JUDGE_USER" in checked.stdout
    assert load_settings(folder, {}).visitor() is None


def test_it_overwrites_nothing(tmp_path: Path) -> None:
    (tmp_path / "games" / "example").mkdir(parents=True)
    (tmp_path / "games" / "example" / "game.toml").write_text("mine")
    refused = run("init", tmp_path)
    assert refused.exit_code == 2
    assert "不覆盖" in refused.stderr
    assert not (tmp_path / ".env").exists()
    assert (tmp_path / "games" / "example" / "game.toml").read_text() == "mine"


def test_it_tells_what_it_cannot_write(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file")
    refused = run("init", tmp_path)
    assert refused.exit_code == 2
    assert len(refused.stderr.splitlines()) == 1


def test_the_sample_shows_every_key_with_its_default(tmp_path: Path) -> None:
    text = sample_text("game.toml")
    for knob in knobs():
        assert re.search(rf"(?m)^# {knob} = ", text), knob
    for kind in FLAG_KINDS:
        assert re.search(rf"(?m)^# {kind} = 0 ", text), kind
    rules = text[text.index("[rules]") : text.index("[penalties]")]
    only_rules = text[: text.index("[rules]")] + uncommented(rules)
    (tmp_path / "game.toml").write_text(only_rules, "utf-8")
    game = load_game(tmp_path)
    assert game.rules == Rules()
    assert game.timetable == TimetableSection(start=game.timetable.start)
    assert "A-04" in rules


def test_every_example_in_the_sample_can_be_used(tmp_path: Path) -> None:
    text = uncommented(sample_text("game.toml"))
    for table in ("[[timetable.day]]", "[threads.1]", "[resume.characters]", "identity = "):
        assert re.search(rf"(?m)^{re.escape(table)}", text), table
    dealt = {
        "马钧": "狼人",
        "祖冲之": "狼人",
        "郦道元": "村民",
        "贾思勰": "村民",
        "一行": "守卫",
        "沈括": "女巫",
    }
    for name, identity in dealt.items():
        text = text.replace(f'name = "{name}"\n', f'name = "{name}"\nidentity = "{identity}"\n')
    text = text.replace("custom_roster = false", "custom_roster = true")
    (tmp_path / "game.toml").write_text(text, "utf-8")
    game = load_game(tmp_path)
    assert game.characters[0].identity == "seer"
    assert game.resume is not None
    assert len(game.timetable.days[0].windows) == 5
    rulings = uncommented(sample_text("overrides.toml"))
    (tmp_path / "overrides.toml").write_text(rulings, "utf-8")
    overrides = load_overrides(tmp_path / "overrides.toml", game)
    assert {entry.kind for entry in overrides.entries} == set(KINDS)


def test_the_repositorys_sample_of_credentials_is_the_one_that_is_written() -> None:
    root = Path(__file__).resolve().parents[2]
    assert (root / ".env.example").read_text("utf-8") == sample_text("env")
