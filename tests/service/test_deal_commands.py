"""`deal`, `verify`, `simulate`, and the names file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.deal import deal
from engine.rules import Rules
from service.cli import main
from service.files.names_file import NamesEntry, parse_names, read_names
from service.files.toml_source import FileProblems
from service.scenarios.random_play import play_game


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


@pytest.fixture
def names(tmp_path: Path) -> Path:
    path = tmp_path / "names.txt"
    path.write_text("甲\n乙 = 小乙\n丙\n丁\n戊\n己\n", "utf-8")
    return path


def test_a_names_file_in_seat_order() -> None:
    text = '﻿甲\r\n  乙 = 小乙, 乙乙  \n# 注\n\n"丙=丁" = "a, b"\n'
    found = parse_names(text.lstrip("﻿"), "n")
    assert found == (
        NamesEntry(name="甲", line=1),
        NamesEntry(name="乙", aliases=("小乙", "乙乙"), line=2),
        NamesEntry(name="丙=丁", aliases=("a, b",), line=5),
    )
    wide = parse_names("你好，世界", "n")
    assert (wide[0].name, wide[0].aliases) == ("你好，世界", ()), "only = and , part names"
    assert parse_names('"# 井"', "n")[0].name == "# 井"


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("甲\n甲\n", 2, "第 1 行"),
        ("甲 = 乙\n乙\n", 2, "第 1 行"),
        ("甲 =\n", 1, "少了一个名字"),
        ("= 甲\n", 1, "少了一个名字"),
        ("甲, 乙\n", 1, "写成"),
        ("甲 = 乙 = 丙\n", 1, "写成"),
        ('"甲\n', 1, "双引号"),
        ('"甲"乙\n', 1, "双引号"),
    ],
)
def test_a_names_file_that_is_wrong(text: str, line: int, said: str) -> None:
    with pytest.raises(FileProblems) as caught:
        parse_names(text, "n")
    (problem,) = caught.value.problems
    assert (problem.line, said in problem.text) == (line, True)


def test_a_names_file_that_is_empty_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(FileProblems, match="没有一个名字"):
        parse_names("# 注\n", "n")
    path = tmp_path / "n"
    path.write_bytes("甲".encode("gbk"))
    with pytest.raises(FileProblems, match="UTF-8"):
        read_names(path)


def test_the_same_seed_and_names_give_the_same_deal(names: Path) -> None:
    one, two = (run("deal", "6", "--names", str(names), "--seed", "7", "--json") for _ in range(2))
    first, second = json.loads(one.stdout), json.loads(two.stdout)
    assert first["identities"] == second["identities"]
    assert list(first["identities"].values()) == [identity.value for identity in deal("7", 6)]
    assert [line["name"] for line in first["characters"]] == list("甲乙丙丁戊己")
    assert first["salt"] != second["salt"]
    assert first["commitment"] != second["commitment"]
    text = run("deal", "6", "--names", str(names), "--seed", "7", "--salt", "ab")
    assert "乙　狼人" in text.stdout
    assert json.loads(run("deal", "6", "--names", str(names), "--json").stdout)["seed"]


@pytest.mark.parametrize("number", ["5", "21", "7"])
def test_a_deal_that_cannot_be(names: Path, number: str) -> None:
    result = run("deal", number, "--names", str(names))
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert number in result.stderr
    absent = run("deal", "6", "--names", str(names.with_name("none")))
    assert absent.exit_code == 2


def test_what_was_dealt_can_be_verified(names: Path, tmp_path: Path) -> None:
    document = json.loads(run("deal", "6", "--names", str(names), "--json").stdout)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(document), "utf-8")
    assert run("verify", str(path)).exit_code == 0
    assert "相符" in run("verify", str(tmp_path)).stdout
    nested = tmp_path / "nested.json"
    nested.write_text(json.dumps({"title": "x", "chance": document | {"dealt": False}}), "utf-8")
    assert "导演指定" in run("verify", str(nested)).stdout
    lie = tmp_path / "lie.json"
    lie.write_text(json.dumps(document | {"salt": "00"}), "utf-8")
    result = run("verify", str(lie), "--json")
    assert result.exit_code == 1
    assert [one["what"] for one in json.loads(result.stdout)["wrong"]] == ["commitment"]
    assert "不符：commitment" in run("verify", str(lie)).stdout
    number = tmp_path / "number.json"
    number.write_text(json.dumps(document | {"seed": 7}), "utf-8")
    assert run("verify", str(number)).exit_code == 1


GOOD = {"commitment": "x", "salt": "y", "seed": "z", "identities": {"甲": "狼人"}}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("{", "JSON"),
        ("[" * 100_000, "JSON"),
        ("[]", "对象"),
        ({}, "identities"),
        ({**GOOD, "seed": 1.5}, "seed"),
        ({**GOOD, "seed": True}, "seed"),
        ({**GOOD, "salt": 3}, "salt"),
        ({**GOOD, "identities": {"甲": "鬼"}}, "甲"),
        ({**GOOD, "seats": "甲"}, "seats"),
        ({**GOOD, "dealt": 1}, "dealt"),
        ({**GOOD, "draws": 1}, "draws"),
        ({**GOOD, "draws": [1]}, "第 1 项"),
        ({**GOOD, "draws": [{"label": "x", "chosen": "甲"}]}, "candidates"),
        ({**GOOD, "draws": [{"label": "x", "candidates": ["甲"]}]}, "chosen"),
        ({**GOOD, "chance": []}, "chance"),
    ],
)
def test_a_record_that_cannot_be_read(tmp_path: Path, data: object, said: str) -> None:
    path = tmp_path / "r.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
    result = run("verify", str(path))
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_record_that_is_absent_or_no_text(tmp_path: Path) -> None:
    result = run("verify", str(tmp_path / "none.json"))
    assert (result.exit_code, "没有这个文件" in result.stderr) == (2, True)
    path = tmp_path / "r.json"
    path.write_bytes(b"\xff\xfe\x00")
    assert run("verify", str(path)).exit_code == 2


def test_simulate_counts_every_game_once() -> None:
    result = run("simulate", "--players", "12", "--games", "20", "--seed", "x", "--json")
    document = json.loads(result.stdout)
    assert sum(document["wins"].values()) == 20 == sum(document["days"].values())
    assert sum(document["rates"].values()) == pytest.approx(1)
    assert (
        result.stdout == run("simulate", "--players", "12", "--games", "20", "--seed", "x", "--json").stdout
    )
    assert "20 局" in run("simulate", "--players", "12", "--games", "20").stdout


def test_simulate_takes_rules() -> None:
    result = run(
        "simulate", "--players", "20", "--games", "3", "--rule", "piper_count_includes_mad=true", "--json"
    )
    assert json.loads(result.stdout)["rules"] == {"piper_count_includes_mad": True}
    named = run("simulate", "--players", "20", "--games", "1", "--rule", "revote_policy=first", "--json")
    assert json.loads(named.stdout)["rules"] == {"revote_policy": "first"}
    for wrong in ("piper_count_includes_mad", "piper_count_includes_mat=true", "self_vote=3"):
        assert run("simulate", "--players", "20", "--games", "1", "--rule", wrong).exit_code == 2
    for size in ("5", "21"):
        assert run("simulate", "--players", size, "--games", "1").exit_code == 2


def test_random_play_is_the_seeds_own() -> None:
    one, two, other = (play_game(14, seed, Rules()) for seed in ("a", "a", "b"))
    assert one == two
    assert one.events != other.events
