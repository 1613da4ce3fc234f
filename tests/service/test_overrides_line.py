"""A ruling sent in one line means what the same ruling means in the file."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model import Camp, Skill, Status
from service.files.gamefile import GameFile, load_game
from service.files.override_kinds import KINDS
from service.files.override_line import read_line
from service.files.toml_source import FileProblems

GAME = """title = "稷下局"
[board]
url = "http://127.0.0.1/"
account = "judge"
forum = 2
[director]
name = "祭酒"
[timetable]
start = 2026-03-02
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> GameFile:
    folder = tmp_path_factory.mktemp("game")
    rows = [f'[[character]]\nname = "{name}"\n' for name in ("荀况", "慎 到", "田骈", "接予", "环渊", "邹衍")]
    (folder / "game.toml").write_text(GAME + "".join(rows), "utf-8")
    return load_game(folder)


LINES = [
    ("票 天=2 投票人=荀况 目标=“慎 到”", {"day": 2, "voter": "荀况", "target": "慎 到"}),
    ("ballot day=2 voter=荀况 void=31", {"day": 2, "voter": "荀况", "void": 31}),
    ("票 天=2 谁=荀况 目标=弃票", {"day": 2, "voter": "荀况", "target": "abstain"}),
    ("别名 角色=荀况 别名=荀子", {"name": "荀况", "alias": "荀子"}),
    ("读作 楼=44 当作=投票：环渊", {"pid": 44, "as": "投票：环渊"}),
    ("命令 夜=1 谁=邹衍 技能=吹笛 目标=田骈、环渊", {"night": 1, "who": "邹衍", "skill": Skill.PIPE, "targets": ("田骈", "环渊")}),
    ("命令 夜=1 谁=邹衍 技能=毒药 作废=是", {"night": 1, "who": "邹衍", "skill": Skill.POISON, "void": True}),
    ("状态 谁=田骈 加上=囚禁,癫狂", {"who": "田骈", "add": (Status.IMPRISONED, Status.MAD)}),
    ("身份 谁=田骈 改为=村民", {"who": "田骈", "value": "villager"}),
    ("阵营 谁=田骈 阵营=情侣", {"who": "田骈", "value": Camp.LOVERS}),
    ('警长 谁=""', {"who": ""}),
    ("票数 谁=田骈 值=2 天=3", {"who": "田骈", "value": 2, "day": 3}),
    ("扣分 谁=田骈 分=-1 楼层=9", {"who": "田骈", "points": -1, "post": 9}),
    ("豁免 谁=田骈 日=2", {"who": "田骈", "day": 2}),
    ("时刻 什么=收帖 第几=2 改为=2026-03-06T21:30", {"what": "close", "n": 2, "value": datetime(2026, 3, 6, 13, 30, tzinfo=UTC)}),
    ("阶段 动作=停", {"action": "hold"}),
    ("换人 谁=田骈 账号=新人", {"who": "田骈", "account": "新人"}),
    ("帖子 天=2 哪个=投票帖 链接=viewthread.php?tid=7", {"day": 2, "which": "vote", "url": 7}),
    ("公示 编号=K-7 动作=准", {"ref": "K-7", "action": "approve"}),
    ("更正 编号=K-7 动作=照改 理由=查实", {"ref": "K-7", "action": "apply"}),
    ("获胜 阵营=村民阵营", {"camp": Camp.VILLAGERS}),
    ("暂停", {}),
    ("resume", {}),
]  # fmt: skip


@pytest.mark.parametrize(("line", "keys"), LINES)
def test_a_line_means_its_ruling(game: GameFile, line: str, keys: dict[str, object]) -> None:
    entry = read_line(line, "pm-1", game)
    assert entry.id == "pm-1"
    assert dict(entry.keys) == keys


def test_every_kind_can_be_sent(game: GameFile) -> None:
    assert {read_line(line, "x", game).kind for line, _ in LINES} == set(KINDS)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("恢服", "私信: 第一个词应是裁定的种类，没有「恢服」这一种；是不是「恢复」？"),
        ("警长 田骈", "「田骈」应写成「键=值」"),
        ("警长 谁=田片", "没有叫「田片」的角色；是不是「田骈」？"),
        ("警长 谁=田骈 谁=环渊", "「谁」写了两次"),
        ("警长 人=田骈", "人：没有这个键"),
        ("票 天=二 投票人=荀况 目标=田骈", "day：应为不加引号的整数"),
        ("", "第一个词应是裁定的种类"),
    ],
)
def test_a_fault_is_told_in_one_line_each(game: GameFile, line: str, told: str) -> None:
    with pytest.raises(FileProblems) as caught:
        read_line(line, "pm-1", game)
    assert told in str(caught.value)


@given(st.text(alphabet='票天=2谁荀况 “”「」"＝\n、', max_size=60) | st.text(max_size=40))
def test_any_text_is_read_or_refused(game: GameFile, line: str) -> None:
    try:
        told = read_line(line, "pm-1", game).kind
    except FileProblems as error:
        told = str(error)
    assert told in KINDS or all(row.startswith("私信: ") for row in told.splitlines())


def test_the_guide_has_a_line_for_every_kind_and_each_can_be_read(tmp_path: Path) -> None:
    guide = (Path(__file__).resolve().parents[2] / "docs" / "guide.zh-CN.md").read_text("utf-8")
    (block,) = re.findall(r"(?ms)^```\n(票 .*?)^```", guide)
    rows = [f'[[character]]\nname = "{name}"\n' for name in ("诸葛亮", "周瑜", "甲", "乙", "丙", "丁")]
    (tmp_path / "game.toml").write_text(GAME + "".join(rows), "utf-8")
    game = load_game(tmp_path)
    kinds = [read_line(line, f"m{number}", game).kind for number, line in enumerate(block.splitlines())]
    assert kinds == list(KINDS)
