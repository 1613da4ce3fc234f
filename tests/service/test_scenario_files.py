"""Scenario files: what is read, and how each thing that is wrong is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.cli import main
from service.files.toml_source import FileProblems
from service.scenarios.playing import as_json, play
from service.scenarios.replay_words import story
from service.scenarios.scenario import load_scenario

SIX = {"W1": "狼人", "W2": "werewolf", "V1": "村民", "V2": "村民", "V3": "村民", "女": "女巫"}
ORDINARY = "\n".join(f'"{name}" = "{identity}"' for name, identity in SIX.items())


def scenario(tmp_path: Path, steps: str = "", *, head: str = "", characters: str = ORDINARY) -> Path:
    path = tmp_path / "s.toml"
    path.write_text(f"{head}\n[characters]\n{characters}\n{steps}\n", "utf-8")
    return path


def step(do: str, **keys: object) -> str:
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in keys.items()]
    return "\n".join(["[[step]]", f'do = "{do}"', *lines])


def run(path: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["replay", str(path), *arguments])


def complaint(path: Path) -> str:
    result = run(path, "--json")
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    return result.stderr


def played(path: Path) -> dict:
    result = run(path, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def rejected(document: dict) -> list[tuple[int, str, str]]:
    return [(one["step"], one["order"], one["reason"]) for one in document["rejected"]]


@pytest.mark.parametrize(
    ("steps", "head", "said"),
    [
        (step("vote", day=1), "", "按次序应是 第零夜"),
        (step("night0") + "\n" + step("vote", day=2), "", "按次序应是 第 1 天的投票"),
        (step("night0") + "\n" + step("vote", day=1) + "\n" + step("vote", day=2), "", "按次序应是 第 1 夜"),
        (step("vote", day=3), "[state]\nday = 2", "按次序应是 第 2 天的投票"),
        (step("night0"), "[state]\nday = 2", "按次序应是 第 2 天的投票"),
        (step("night0") + "\n" + step("vote"), "", "缺少这个键"),
        (step("nihgt0"), "", "nihgt0"),
        ("[[step]]\nn = 1", "", "缺少这个键"),
        (step("night0", cupit=["V1", "V2"]), "", "cupid"),
        (step("night0", cupid=3), "", "应为"),
        (step("night0", join_pack="yes"), "", "true 或 false"),
        (step("night0") + "\n" + step("vote", day=1, ballots=[["V1"]]), "", "第 1 张票"),
        (step("night0") + "\n" + step("vote", day=1, ballots="V1"), "", "一列票"),
        (step("night0") + "\n" + step("vote", day=1, ballots=[["V1", "V2", "昨天"]]), "", "应为时刻"),
        (step("override", kind="phase", action="skip"), "", "剧本里的裁定"),
        (step("override", kind="state", who="V1"), "", "至少写一个"),
        (step("override", kind="order", night=0, who="W1", skill="杀人", targets="V1"), "", "第 0 夜"),
        (step("override", kind="order", night=1, who="W1", skill="移情"), "", "不由人宣告"),
        (step("override", kind="identity", who="V1", value="鬼"), "", "鬼"),
        (step("override", kind="winner"), "", "camp"),
        ("", "[rules]\nself_votes = false", "self_vote"),
        ("", "[rules]\nday_open = 1", "timetable"),
        ("", "[rules]\nelder_lives = 1", "固定"),
        ("", "[game]\nstart = 3", "应为时刻"),
        ("", '[game]\nstart = "gestern"', "应为时刻"),
        ("", "[game]\nseed = 1.5", "应为整数"),
        ("", "[game]\nbegin = 1", "没有这个键"),
        ("", "[state]\nday = 9", "4"),
        ("", '[state]\nday = 2\n[state.characters]\n"谁" = {marks = 1}', "谁"),
        ("", "stage = 1", "没有这个键"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, steps: str, head: str, said: str) -> None:
    path = scenario(tmp_path, steps, head=head)
    text = complaint(path)
    assert said in text
    assert f"{path}:" in text


@pytest.mark.parametrize(
    ("characters", "head", "said"),
    [
        ('"甲" = "狼人"', "", "人数是 1"),
        (ORDINARY.replace("女巫", "先知"), "", "不符"),
        (ORDINARY.replace("女巫", "巫女"), "", "女巫"),
        ("", "", "没有角色"),
        ("", "[rules]\ncustom_roster = true", "没有角色"),
        (ORDINARY + '\n"W1" = "狼人"', "", "写了两次"),
        (ORDINARY.replace('"V3"', '" "'), "", "空的"),
    ],
)
def test_characters_that_do_not_fit(tmp_path: Path, characters: str, head: str, said: str) -> None:
    assert said in complaint(scenario(tmp_path, characters=characters, head=head))


@pytest.mark.rule("A-88")
def test_a_roster_of_ones_own(tmp_path: Path) -> None:
    path = scenario(tmp_path, characters='"甲" = "狼人"\n"乙" = "先知"', head="[rules]\ncustom_roster = true")
    assert list(played(path)["state"]["characters"]) == ["甲", "乙"]


def test_a_file_that_is_absent_or_no_toml(tmp_path: Path) -> None:
    assert "没有这个文件" in complaint(tmp_path / "none.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("[game\n", "utf-8")
    assert "broken.toml:1" in complaint(broken)
    assert CliRunner().invoke(main, ["replay"]).exit_code == 2


def test_the_document_to_the_letter(tmp_path: Path) -> None:
    steps = "\n".join([step("night0"), step("vote", day=1, ballots=[["V1", "W1"], ["V2", ""], ["谁", "W1"]])])
    document = played(scenario(tmp_path, steps))
    assert list(document) == ["events", "rejected", "state", "told"]
    assert rejected(document) == [(2, "ballot", "not_a_character")]
    assert {key: document["state"][key] for key in ("day", "phase", "sheriff", "lovers", "winner")} == {
        "day": 1,
        "phase": "night",
        "sheriff": "W1",
        "lovers": [],
        "winner": None,
    }
    assert document["state"]["characters"]["W1"] == {
        "identity": "werewolf",
        "camp": "werewolves",
        "alive": True,
        "states": [],
        "vote_weight": 2,
        "marks": 0,
        "skills_lost": False,
        "points": 0,
    }
    assert {"to": "W1", "skill": "sheriff", "what": "W1"} in document["told"]
    elected = next(event for event in document["events"] if event["kind"] == "elected")
    assert elected["who"] == "W1"
    assert all({"kind", "who", "cause"} <= set(event) for event in document["events"])
    assert {event["cause"] for event in document["events"]} == {None, "vote"}


def test_phases_and_days(tmp_path: Path) -> None:
    def where(*steps: str) -> tuple[int, str]:
        state = played(scenario(tmp_path, "\n".join(steps)))["state"]
        return state["day"], state["phase"]

    course = [step("night0")]
    assert where() == (0, "night0")
    assert where(*course) == (1, "day")
    for n in range(1, 5):
        course.append(step("vote", day=n))
        assert where(*course) == (n, "night")
        course.append(step("night", n=n))
        assert where(*course) == (n + 1, "day" if n < 4 else "over")
    course += [step("vote", day=5), step("night", n=5), step("penalty", who="V1", points=1)]
    document = played(scenario(tmp_path, "\n".join(course)))
    assert rejected(document) == [
        (10, "vote", "game_over"),
        (11, "night", "game_over"),
        (12, "penalty", "game_over"),
    ]


def test_ballots_by_time_then_place_and_times_without_a_zone(tmp_path: Path) -> None:
    ballots = [
        ["V1", "W1", "2026-03-02T12:00:00"],
        ["V1", "W2", "2026-03-02T03:30:00Z"],
        ["V2", "W2", "2026-03-02T09:29:59+08:00"],
        ["V3", "W2", "2026-03-03T21:30:00"],
        ["女", "V3", ""],
    ]
    document = played(scenario(tmp_path, step("night0") + "\n" + step("vote", day=1, ballots=ballots)))
    assert rejected(document) == [(2, "ballot", "early"), (2, "ballot", "late")]
    assert document["state"]["sheriff"] == "W1", (
        "at noon, after the one of 11:30; reached before the untimed one"
    )


def test_orders_that_nobody_can_give(tmp_path: Path) -> None:
    steps = [
        step("night0", cupid=["V1", "V2"], join_pack=True),
        step("vote", day=1, play_fool=True, succession="V1"),
        step(
            "night", n=1, foresee="V1", kill="谁", antidote=["V1", "V2"], pipe=[], guard_shield="", wolf="W1"
        ),
        step("vote", day=2, play_fool=False),
        step("night", n=2, kill="V1", wolf="V2", last_shot="V1", succession="V1"),
        step("penalty", who="谁", points=3, why="x"),
    ]
    document = played(scenario(tmp_path, "\n".join(steps)))
    assert rejected(document) == [
        (1, "join_pack", "absent_identity"),
        (1, "cupid", "absent_identity"),
        (2, "play_fool", "absent_identity"),
        (2, "succession", "not_owed"),
        (3, "foresee", "absent_identity"),
        (3, "kill", "unknown_name"),
        (3, "antidote", "too_many_targets"),
        (5, "last_shot", "absent_identity"),
        (5, "kill", "not_in_pool"),
        (5, "succession", "not_owed"),
        (6, "penalty", "unknown_name"),
    ]


def test_every_kind_of_override(tmp_path: Path) -> None:
    steps = [
        step("night0"),
        step(
            "override",
            kind="ballot",
            day=1,
            voter="V1",
            target="V2",
            id="a",
            at="2026-03-02T10:00:00",
            reason="x",
        ),
        step("vote", day=1, ballots=[["V1", "W1"], ["V3", "abstain"]]),
        step("override", kind="order", night=1, who="女", skill="毒药", targets=["W1"]),
        step("override", kind="order", night=1, who="W2", skill="kill", void=True),
        step("night", n=1, wolf="W2", kill="V1", poison="V1"),
        step("override", kind="state", who="V3", add=["囚禁", "mad"], remove="罚下"),
        step("override", kind="identity", who="V3", value="猎人"),
        step("override", kind="camp", who="V3", value="狼人阵营"),
        step("override", kind="sheriff", who="W2"),
        step("override", kind="weight", who="V1", value=7, day=2),
        step("override", kind="points", who="V2", points=12, post=5),
        step("override", kind="ballot", day=2, voter="V1", target="none"),
        step("override", kind="ballot", day=2, voter="女", target="弃票"),
        step("vote", day=2, ballots=[["V1", "W2"], ["女", "W2"]]),
        step("override", kind="ballot", day=2, voter="V1", target="W2"),
        step("override", kind="order", night=1, who="女", skill="毒药", targets=["W1"]),
        step("override", kind="sheriff", who=""),
        step("override", kind="winner", camp="村民阵营"),
    ]
    document = played(scenario(tmp_path, "\n".join(steps)))
    state = document["state"]
    assert rejected(document) == [
        (3, "ballot", "unknown_target"),
        (7, "override", "no_effect"),
        (15, "ballot", "voided"),
        (16, "override", "wrong_time"),
        (17, "override", "wrong_time"),
    ]
    assert (state["winner"], state["phase"], state["sheriff"]) == ("villagers", "over", None)
    characters = state["characters"]
    assert characters["W1"]["states"] == ["fainted"]
    assert characters["V1"]["states"] == []
    assert characters["V3"]["states"] == ["imprisoned", "mad"]
    assert (characters["V3"]["identity"], characters["V3"]["camp"]) == ("hunter", "werewolves")
    assert characters["V2"]["states"] == ["expelled"]


def test_an_idiots_answer_and_a_successor_by_override(tmp_path: Path) -> None:
    eighteen = (Path(__file__).parents[1] / "fixtures" / "scenarios" / "s17-idiot-sheriff.toml").read_text(
        "utf-8"
    )
    head = eighteen[eighteen.index("[characters]") : eighteen.index("[[step]]")]
    steps = [
        step("override", kind="order", night=2, who="IDIOT", skill="装傻"),
        step("vote", day=2, ballots=[["V1", "IDIOT"]]),
        step("override", kind="order", night=2, who="V1", skill="殉职", targets="V2"),
        step("override", kind="order", night=2, who="V4", skill="succession", targets="V3"),
        step("override", kind="state", who="V1", add="囚禁"),
        step("night", n=2, succession="V3"),
    ]
    path = tmp_path / "s.toml"
    path.write_text(
        '[state]\nday = 2\nsheriff = "V1"\nlovers = ["V5", "V6"]\n' + head + "\n".join(steps), "utf-8"
    )
    document = played(path)
    assert rejected(document) == [(4, "succession", "not_owed")]
    assert document["state"]["sheriff"] == "V2"
    assert document["state"]["characters"]["IDIOT"]["states"] == []
    void = "\n".join(
        [
            step("override", kind="order", night=2, who="IDIOT", skill="装傻", void=True),
            step("vote", day=2, ballots=[["V1", "IDIOT"]], play_fool=True),
        ]
    )
    path.write_text("[state]\nday = 2\n" + head + void, "utf-8")
    assert played(path)["state"]["characters"]["IDIOT"]["states"] == ["imprisoned"]


def test_a_state_is_taken_over_as_written(tmp_path: Path) -> None:
    source = (Path(__file__).parents[1] / "fixtures" / "scenarios" / "s20-day4-joined.toml").read_text(
        "utf-8"
    )
    head = source[source.index("[characters]") : source.index("[[step]]")]
    state = """[state]
day = 4
sheriff = "V1"
lovers = ["V1", "W1"]
[state.characters]
ELDER = {marks = 1}
WW = {spent = ["撕咬"]}
WITCH = {spent = ["解药"], states = ["昏厥"]}
GUARD = {shielded = {guard_shield = ["V2"], sound_shield = "V3"}}
V4 = {points = 11, feigned = true}
SEER = {skills_lost = true}
"""
    steps = [
        step("vote", day=4),
        step(
            "night",
            n=4,
            guard_shield="V2",
            sound_shield="V3",
            bite="V5",
            antidote="V6",
            kill="V6",
            foresee="V7",
        ),
    ]
    path = tmp_path / "s.toml"
    path.write_text(state + head + "\n".join(steps), "utf-8")
    document = played(path)
    assert rejected(document) == [
        (2, "guard_shield", "already_shielded"),
        (2, "sound_shield", "already_shielded"),
        (2, "foresee", "skill_lost"),
        (2, "bite", "block_used"),
        (2, "antidote", "spent"),
    ]
    characters = document["state"]["characters"]
    assert [characters[n]["camp"] for n in ("V1", "W1", "CUPID")] == ["lovers"] * 3, "they have eloped"
    assert characters["V4"]["points"] == 11
    assert characters["V4"]["vote_weight"] == 0
    assert characters["ELDER"]["marks"] == 1


def test_a_successor_named_in_the_night_that_ends_the_game_is_not_owed(tmp_path: Path) -> None:
    steps = [step("vote", day=4, ballots=[["V1", "V2"]]), step("night", n=4, succession="V1")]
    document = played(scenario(tmp_path, "\n".join(steps), head='[state]\nday = 4\nsheriff = "V2"'))
    assert rejected(document) == [(2, "succession", "not_owed")]
    assert document["state"]["phase"] == "over"


def test_several_files_give_a_list_in_order(tmp_path: Path) -> None:
    one = scenario(tmp_path)
    two = tmp_path / "two.toml"
    two.write_text(one.read_text("utf-8") + step("night0"), "utf-8")
    result = CliRunner().invoke(main, ["replay", str(two), str(one), "--json"])
    assert [document["state"]["phase"] for document in json.loads(result.stdout)] == ["day", "night0"]
    text = CliRunner().invoke(main, ["replay", str(two), str(one)])
    assert text.exit_code == 0
    assert f"== {two}" in text.stdout


@pytest.mark.parametrize(
    "path",
    sorted((Path(__file__).parents[1] / "fixtures" / "scenarios").glob("*.toml")),
    ids=lambda p: p.stem,
)
def test_every_scenario_can_be_told_to_people(path: Path) -> None:
    one = play(load_scenario(path))
    text = story(one)
    assert "None" not in text
    assert text.count("未执行") == bool(one.rejected)
    json.dumps(as_json(one))


def test_the_story_of_the_rarer_events(tmp_path: Path) -> None:
    steps = [
        step("night0"),
        step("vote", day=1, ballots=[["V1", "V2"]]),
        step("night", n=1, wolf="W1", kill="V1", antidote="V1"),
        step("override", kind="state", who="V3", add="mad"),
        step("override", kind="state", who="V3", remove="mad"),
        step("override", kind="identity", who="V3", value="长老"),
        step("override", kind="weight", who="V1", value=7, day=2),
        step("override", kind="points", who="V1", points=-2),
        step("vote", day=2, ballots=[["V1", "V2"]]),
        step("night", n=2, wolf="W1", kill="V3"),
        step("override", kind="winner", camp="村民阵营"),
    ]
    text = story(play(load_scenario(scenario(tmp_path, "\n".join(steps)))))
    for words in (
        "脱离濒死（解药）",
        "癫狂",
        "解除癫狂",
        "身份改为长老",
        "计 7 票",
        "减免 2 分",
        "须指定继任者",
        "标记 +1",
        "〖村民阵营〗获胜",
    ):
        assert words in text


def test_problems_are_one_error_with_all_of_them(tmp_path: Path) -> None:
    with pytest.raises(FileProblems) as caught:
        load_scenario(scenario(tmp_path, step("night0", x=1, y=2), head="[game]\nseed = 1.5"))
    assert len(caught.value.problems) == 3
