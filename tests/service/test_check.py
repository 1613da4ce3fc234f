"""`panguan check`: what it says and what it refuses."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.cli import main
from service.files.gamefile import load_game
from service.files.setup_warnings import setup_warnings

GAME = """title = "{title}"
[board]
url = "http://127.0.0.1/"
account = "judge"
forum = 2
[director]
name = "祭酒"
[timetable]
start = 2026-03-02
"""


@pytest.fixture(autouse=True)
def _no_settings_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for key in [key for key in os.environ if key.startswith("PANGUAN_") or key == "CREDENTIALS_DIRECTORY"]:
        monkeypatch.delenv(key)


def game(
    config: Path, key: str, names: list[str], *, more: str = "", identities: list[str] | None = None
) -> Path:
    folder = config / "games" / key
    folder.mkdir(parents=True, exist_ok=True)
    rows = [f'[[character]]\nname = "{name}"\n' for name in names]
    for place, identity in enumerate(identities or ()):
        rows[place] += f'identity = "{identity}"\n'
    (folder / "game.toml").write_text(GAME.format(title=key) + more + "".join(rows), "utf-8")
    (folder / "game.toml").chmod(0o600)
    return folder


def numbered(count: int) -> list[str]:
    return [f"{'甲乙丙丁戊己庚辛壬癸'[n % 10]}{'子丑'[n // 10]}" for n in range(count)]


def check(config: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["check", *words, "--config", str(config)])


def test_a_folder_in_order_tells_the_reading_in_force(tmp_path: Path) -> None:
    game(tmp_path, "one", numbered(12), more="[rules]\nself_vote = false\n")
    result = check(tmp_path)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    for told in (
        "牌局 one「one」",
        "角色 12 个，身份由判官发牌：狼人×3、村民×4、先知×1、女巫×1、守卫×1、爱神×1、吹笛×1",
        "第零夜 2026-03-01 21:30 到 2026-03-01 22:30",
        "第 1 天 2026-03-02 09:30 开帖，2026-03-03 21:30 收帖；当夜到 2026-03-03 22:45",
        "第 4 天 2026-03-08 09:30 开帖，2026-03-09 21:30 收帖",
        "最迟 2026-03-10 09:30 公布结局",
        "piper_count_includes_mad = false，默认",
        "self_vote = false（A-65）",
        "裁定 0 条",
        "没有发现问题",
    ):
        assert told in result.stdout, result.stdout


def test_problems_of_all_games_are_told_with_file_and_line(tmp_path: Path) -> None:
    game(tmp_path, "one", numbered(5))
    good = game(tmp_path, "two", numbered(6))
    (good / "overrides.toml").write_text('[[override]]\nid = "a"\nkind = "slip"\n', "utf-8")
    (good / "overrides.toml").chmod(0o600)
    result = check(tmp_path)
    assert result.exit_code == 2
    first, second = result.stderr.splitlines()
    assert "one/game.toml:10: character：角色应有 6 到 20 个" in first
    assert "two/overrides.toml:3: override[1].kind：应为 " in second
    assert "没有发现问题" not in result.stdout
    assert check(tmp_path, "two").stderr.splitlines() == [second]


@pytest.mark.skipif(os.name == "nt", reason="modes are a matter of POSIX")
def test_a_file_of_secrets_that_lies_open_is_refused_with_the_remedy(tmp_path: Path) -> None:
    names = numbered(6)
    folder = game(tmp_path, "one", names, identities=["狼人", "狼人", "村民", "村民", "村民", "女巫"])
    assert check(tmp_path).exit_code == 0
    (folder / "game.toml").chmod(0o644)
    result = check(tmp_path)
    assert result.exit_code == 2
    assert f"chmod 600 {folder / 'game.toml'}" in result.stderr


def test_dry_run_lists_what_each_ruling_says(tmp_path: Path) -> None:
    folder = game(tmp_path, "one", numbered(6))
    (folder / "overrides.toml").write_text(
        '[[override]]\nid = "a"\nkind = "sheriff"\nwho = "乙子"\n'
        '[[override]]\nid = "b"\nkind = "time"\nwhat = "close"\nn = 2\nvalue = 2026-03-06T21:30:00\n'
        '[[override]]\nid = "c"\nkind = "time"\nwhat = "window"\nn = 2\nwindow = 6\nvalue = 2026-03-05T23:00:00\n',
        "utf-8",
    )
    (folder / "overrides.toml").chmod(0o600)
    told = check(tmp_path, "--dry-run").stdout
    assert "[a] 警长是「乙子」\n" in told
    assert "[b] 第 2 天收帖改在 2026-03-06 21:30（原定 2026-03-05 21:30）" in told
    assert "[c] 第 2 夜夜晚6（女巫）的时段开始改在 2026-03-05 23:00（原定 2026-03-05 22:15）" in told
    assert "[a]" not in check(tmp_path).stdout


def test_what_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    assert "没有这个配置文件夹" in check(tmp_path / "absent").stderr
    assert "这里没有牌局" in check(tmp_path).stderr
    game(tmp_path, "one", numbered(6))
    result = check(tmp_path, "tow")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert "没有叫「tow」的牌局；现有：one" in result.stderr


@pytest.mark.rule("R-064", "A-88")
def test_dealt_identities_must_be_the_tables_unless_the_roster_is_custom(tmp_path: Path) -> None:
    identities = ["狼人", "狼人", "村民", "村民", "村民", "先知"]
    game(tmp_path, "one", numbered(6), identities=identities)
    told = check(tmp_path).stderr
    assert "6 人局的身份与规则的表不合：多了 先知×1，少了 女巫×1；应为 狼人×2、村民×3、女巫×1" in told
    game(tmp_path, "one", numbered(6), identities=identities, more="[rules]\ncustom_roster = true\n")
    assert check(tmp_path).exit_code == 0


@pytest.mark.parametrize(
    ("names", "more", "told"),
    [
        (["小明", "小明明"], "", "「小明」是「小明明」的开头"),
        (["预言家", "預言家"], "", "「预言家」与「預言家」只差写法"),
        (["3", "乙"], "", "「3」是数字"),
        (["弃票", "乙"], "", "「弃票」与弃票、撤票的写法相同"),
        (["祭酒", "乙"], "", "导演「祭酒」同时是角色"),
        ([], "[rules]\ncustom_roster = true\n", "custom_roster = true 但没有写身份"),
        ([], '[rules]\nviolation_action = "flag_and_points"\n', "不会扣分"),
        ([], "[threads.1]\nvote = 7\n[threads.2]\nvote = 7\n", "同一个帖子用了不止一次"),
    ],
)
def test_what_a_director_should_know_is_told(tmp_path: Path, names: list[str], more: str, told: str) -> None:
    folder = game(tmp_path, "one", [*names, *numbered(8)[2:]], more=more)
    assert any(told in line for line in setup_warnings(load_game(folder)))


@pytest.mark.rule("A-04")
@pytest.mark.parametrize(
    ("count", "included", "warned"), [(16, True, True), (15, True, False), (16, False, False)]
)
def test_a_piper_that_cannot_win_is_told(tmp_path: Path, count: int, included: bool, warned: bool) -> None:
    more = f"[rules]\npiper_count_includes_mad = {'true' if included else 'false'}\n"
    told = setup_warnings(load_game(game(tmp_path, "one", numbered(count), more=more)))
    assert any("吹笛阵营不可能获胜" in line for line in told) is warned
