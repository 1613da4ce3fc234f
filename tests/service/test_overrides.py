"""The director's rulings: every kind, every fault, and what stays in force when the file is broken."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.model import Camp, Identity, Skill, Status
from service.files.gamefile import GameFile, load_game
from service.files.override_kinds import KINDS
from service.files.override_words import describe
from service.files.overrides import Override, Overrides, OverridesWatcher, load_overrides, refresh
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
[threads.2]
vote = 102
"""
CAST = (
    ("荀况", "狼人"),
    ("慎到", "狼人"),
    ("田骈", "村民"),
    ("接予", "村民"),
    ("环渊", "村民"),
    ("邹衍", "女巫"),
)


@pytest.fixture
def game(tmp_path: Path) -> GameFile:
    rows = [f'[[character]]\nname = "{name}"\nidentity = "{identity}"\n' for name, identity in CAST]
    rows[0] += 'aliases = ["荀卿"]\n'
    (tmp_path / "game.toml").write_text(GAME + "".join(rows), "utf-8")
    return load_game(tmp_path)


def written(game: GameFile, text: str) -> Path:
    game.overrides_path.write_text(text, "utf-8")
    return game.overrides_path


def one(game: GameFile, lines: str) -> Override:
    (entry,) = load_overrides(written(game, f'[[override]]\nid = "r1"\n{lines}'), game).entries
    return entry


def faults(game: GameFile, text: str) -> list[str]:
    with pytest.raises(FileProblems) as caught:
        load_overrides(written(game, text), game)
    return [line.split("overrides.toml", 1)[1] for line in str(caught.value).splitlines()]


KNOWN = [
    ('kind = "ballot"\nday = 2\nvoter = "荀卿"\ntarget = "田骈"', {"day": 2, "voter": "荀况", "target": "田骈"}, "第 2 天，「荀况」的票算投给「田骈」"),
    ('kind = "ballot"\nday = 2\nvoter = "荀况"\ntarget = "abstain"', {"day": 2, "voter": "荀况", "target": "abstain"}, "第 2 天，「荀况」的票算弃票"),
    ('kind = "ballot"\nday = 1\nvoter = "荀况"\nvoid = 31', {"day": 1, "voter": "荀况", "void": 31}, "第 1 天，「荀况」的票（pid 31）作废"),
    ('kind = "ballot"\nday = 1\nvoter = "荀况"\nrestore = "http://127.0.0.1/redirect.php?goto=findpost&pid=31&ptid=1"', {"day": 1, "voter": "荀况", "restore": 31}, "第 1 天，「荀况」的票（pid 31）恢复有效"),
    ('kind = "alias"\nname = "慎到"\nalias = "慎子"', {"name": "慎到", "alias": "慎子"}, "「慎子」也指「慎到」"),
    ('kind = "read"\npid = 44\nas = "投票：环渊"', {"pid": 44, "as": "投票：环渊"}, "pid 44 读作「投票：环渊」"),
    ('kind = "order"\nnight = 1\nwho = "邹衍"\nskill = "毒药"\ntargets = "田骈"', {"night": 1, "who": "邹衍", "skill": Skill.POISON, "targets": ("田骈",)}, "第 1 夜，「邹衍」的毒药，由导演代为下令，目标 「田骈」"),
    ('kind = "order"\nnight = 1\nwho = "邹衍"\nskill = "poison"\nvoid = true', {"night": 1, "who": "邹衍", "skill": Skill.POISON, "void": True}, "第 1 夜，「邹衍」的毒药命令作废"),
    ('kind = "state"\nwho = "田骈"\nadd = ["mad", "囚禁"]\nremove = "fainted"', {"who": "田骈", "add": (Status.MAD, Status.IMPRISONED), "remove": (Status.FAINTED,)}, "「田骈」加上癫狂、囚禁，解除昏厥"),
    ('kind = "identity"\nwho = "田骈"\nvalue = "白狼"', {"who": "田骈", "value": Identity.WHITE_WOLF}, "「田骈」的身份改为白狼"),
    ('kind = "camp"\nwho = "田骈"\nvalue = "white_wolf"', {"who": "田骈", "value": Camp.WHITE_WOLF}, "「田骈」的阵营改为白狼阵营"),
    ('kind = "sheriff"\nwho = ""', {"who": ""}, "没有警长"),
    ('kind = "sheriff"\nwho = "环渊"', {"who": "环渊"}, "警长是「环渊」"),
    ('kind = "weight"\nwho = "环渊"\nvalue = 0\nday = 3', {"who": "环渊", "value": 0, "day": 3}, "第 3 天「环渊」的一票按 0 票计"),
    ('kind = "points"\nwho = "环渊"\npoints = -2\npost = 9', {"who": "环渊", "points": -2, "post": 9}, "「环渊」减免 2 分（pid 9）"),
    ('kind = "exempt"\npost = 9', {"post": 9}, "pid 9 不算发言，撤去它的标记"),
    ('kind = "exempt"\nwho = "环渊"\nday = 2', {"who": "环渊", "day": 2}, "「环渊」第 2 天的发言都不计，撤去标记"),
    ('kind = "time"\nwhat = "close"\nn = 2\nvalue = 2026-03-06T21:30:00', {"what": "close", "n": 2, "value": datetime(2026, 3, 6, 13, 30, tzinfo=UTC)}, "第 2 天收帖改在 2026-03-06 21:30"),
    ('kind = "time"\nwhat = "window"\nn = 2\nwindow = 3\nvalue = 2026-03-06T14:00:01Z', {"what": "window", "n": 2, "window": 3, "value": datetime(2026, 3, 6, 14, 0, 1, tzinfo=UTC)}, "第 2 夜夜晚3、4、5（先知、狼人、白狼）的时段开始改在 2026-03-06 22:00:01"),
    ('kind = "time"\nwhat = "window"\nn = 1\nwindow = "猎人"\nvalue = 2026-03-06T14:00:00Z', {"what": "window", "n": 1, "window": 5, "value": datetime(2026, 3, 6, 14, tzinfo=UTC)}, "第 1 夜猎人的时段开始改在 2026-03-06 22:00"),
    ('kind = "time"\nwhat = "open"\nn = 0\nvalue = 2026-03-01T20:00:00', {"what": "open", "n": 0, "value": datetime(2026, 3, 1, 12, tzinfo=UTC)}, "第零夜开始改在 2026-03-01 20:00"),
    ('kind = "phase"\naction = "skip"', {"action": "skip"}, "跳过当前阶段"),
    ('kind = "substitute"\nwho = "环渊"\naccount = "新来的"', {"who": "环渊", "account": "新来的"}, "「环渊」改由账号「新来的」扮演"),
    ('kind = "thread"\nday = 2\nwhich = "vote"\nurl = "thread-105-1-1.html"', {"day": 2, "which": "vote", "url": 105}, "第 2 天的投票帖是 tid 105"),
    ('kind = "notice"\nref = "K-7"\naction = "replace"\ntext = """\n两行\n公示"""', {"ref": "K-7", "action": "replace", "text": "两行\n公示"}, "公示 K-7 换成导演写的全文"),
    ('kind = "correction"\nref = "K-8"\naction = "drop"', {"ref": "K-8", "action": "drop"}, "更正 K-8 不改，维持原公示"),
    ('kind = "winner"\ncamp = "狼人"', {"camp": Camp.WEREWOLVES}, "狼人阵营获胜，牌局结束"),
    ('kind = "pause"', {}, "整局暂停"),
    ('kind = "resume"', {}, "整局恢复"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "keys", "said"), KNOWN)
def test_each_kind_is_read_and_told(game: GameFile, lines: str, keys: dict[str, object], said: str) -> None:
    entry = one(game, lines)
    assert dict(entry.keys) == keys
    assert describe(entry) == f"[r1] {said}"


def test_every_kind_has_an_example_above() -> None:
    assert {lines.split('"')[1] for lines, _, _ in KNOWN} == set(KINDS)


def test_time_without_offset_is_the_boards_and_reason_is_told(game: GameFile) -> None:
    entry = one(game, 'at = "2026-03-03T12:00:00"\nreason = "手滑"\nkind = "pause"')
    assert entry.at == datetime(2026, 3, 3, 4, tzinfo=UTC)
    assert describe(entry) == "[r1] 整局暂停（自 2026-03-03 12:00 起），理由：手滑"
    assert one(game, 'kind = "pause"').at is None


def test_a_new_alias_serves_the_whole_file_whatever_its_place(game: GameFile) -> None:
    text = """[[override]]
id = 1
kind = "sheriff"
who = "慎子"
[[override]]
id = 2
kind = "alias"
name = "慎到"
alias = "慎子"
"""
    first, second = load_overrides(written(game, text), game).entries
    assert (first.id, first.keys["who"], second.id) == ("1", "慎到", "2")


BROKEN = [
    ('kind = "balot"', ":3: override[1].kind：应为 "),
    ('kind = "balot"', "；是不是「ballot」？"),
    ('kind = "ballot"\nday = 2\nvotr = "荀况"\ntarget = "田骈"', ":5: override[1].votr：没有这个键；是不是「voter」？"),
    ('kind = "ballot"\nday = 2\nvoter = "慎道"\ntarget = "田骈"', ":5: override[1].voter：没有叫「慎道」的角色；是不是「慎到」？"),
    ('kind = "ballot"\nday = 2\nvoter = "荀况"', ":1: override[1]：target"),
    ('kind = "ballot"\nday = 2\nvoter = "荀况"\ntarget = "田骈"\nvoid = 1', ":1: override[1]：target"),
    ('kind = "ballot"\nday = 5\nvoter = "荀况"\ntarget = "田骈"', ":4: override[1].day：应为 1 到 4 之间的整数，现在是 5"),
    ('kind = "alias"\nname = "荀况"\nalias = "荀卿"', "本来就指他，这一条没有作用"),
    ('kind = "alias"\nname = "慎到"\nalias = "荀卿"', "已经指「荀况」"),
    ('kind = "order"\nnight = 1\nwho = "邹衍"\nskill = "毒药"', ":1: override[1].targets"),
    ('kind = "order"\nnight = 0\nwho = "邹衍"\nskill = "毒药"\ntargets = ["田骈"]', "爱神之箭和归群在第 0 夜"),
    ('kind = "order"\nnight = 1\nwho = "邹衍"\nskill = "通灵"', "这个技能不由人宣告"),
    ('kind = "order"\nnight = 1\nwho = "邹衍"\nskill = "毒药"\ntargets = ["田骈", "环渊"]', "要写 1 个目标，现在有 2 个"),
    ('kind = "state"\nwho = "田骈"', "至少写一个，否则没有作用"),
    ('kind = "state"\nwho = "田骈"\nadd = "dying"', "没有「dying」这种状态，可写：囚禁、昏厥、癫狂、罚下"),
    ('kind = "state"\nwho = "田骈"\nadd = "mad"\nremove = "癫狂"', "既加上又去掉，没有作用"),
    ('kind = "identity"\nwho = "田骈"\nvalue = "villager"', "就是这个身份，这一条没有作用"),
    ('kind = "points"\nwho = "田骈"\npoints = 0', "0 分没有作用"),
    ('kind = "exempt"\npost = 3\nday = 2', "二者取一"),
    ('kind = "exempt"\nwho = "田骈"', ".day：缺少这个键"),
    ('kind = "time"\nwhat = "close"\nn = 5\nvalue = 2026-03-06T21:30:00', "应为 0 到 4 之间的整数"),
    ('kind = "time"\nwhat = "window"\nn = 0\nwindow = 1\nvalue = 2026-03-06T21:30:00', "应为 1 到 4 之间的整数"),
    ('kind = "time"\nwhat = "window"\nn = 1\nwindow = 7\nvalue = 2026-03-06T21:30:00', "应为 1 到 6（夜晚几）"),
    ('kind = "time"\nwhat = "window"\nn = 1\nvalue = 2026-03-06T21:30:00', "缺少这个键：写夜晚几"),
    ('kind = "time"\nwhat = "open"\nn = 2\nvalue = 2026-03-06', "应为日期加时刻"),
    ('kind = "substitute"\nwho = "田骈"\naccount = "环渊"', "另一个角色的账号"),
    ('kind = "thread"\nday = 2\nwhich = "vote"\nurl = 102', "game.toml 里写的就是这个帖子"),
    ('kind = "notice"\nref = "K"\naction = "replace"', "要写 text"),
    ('kind = "notice"\nref = "K"\naction = "hold"\ntext = "x"', "只有 action"),
    ('kind = "pause"\nwho = "田骈"', ":4: override[1].who：没有这个键"),
    ('kind = "pause"\n[[override]]\nid = "r1"\nkind = "resume"', ":5: override[2].id：编号「r1」与第 2 行的重复"),
    ('kind = "pause"\n[[overide]]\nid = "r1"', ":4: overide：没有这个键；是不是「override」？"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "told"), BROKEN)
def test_a_fault_is_told_where_it_is(game: GameFile, lines: str, told: str) -> None:
    said = faults(game, f'[[override]]\nid = "r1"\n{lines}\n')
    assert any(told in line for line in said), said


def test_a_broken_file_leaves_the_last_good_one_in_force(game: GameFile) -> None:
    path = written(game, '[[override]]\nid = "a"\nkind = "pause"\n')
    good, problems = refresh(path, game, Overrides())
    assert [entry.id for entry in good.entries] == ["a"]
    assert problems == ()
    for broken in ('[[override]]\nid = "a"\nkind = ', '[[override]]\nid = "b"\nkind = "rest"\n', ""):
        assert refresh(written(game, broken), game, good)[0] == good
        assert refresh(path, game, good)[1]
    path.unlink()
    kept, problems = refresh(path, game, good)
    assert kept == good
    assert "继续有效" in problems[0].text
    assert refresh(path, game, Overrides()) == (Overrides(), ())


def test_taking_an_entry_out_takes_it_back(game: GameFile) -> None:
    good, _ = refresh(written(game, '[[override]]\nid = "a"\nkind = "pause"\n'), game, Overrides())
    left, problems = refresh(written(game, "# 全部撤回\n"), game, good)
    assert left.entries == ()
    assert problems == ()


def test_the_watcher_reads_only_what_changed_and_keeps_telling_what_is_wrong(game: GameFile) -> None:
    watcher = OverridesWatcher(game.overrides_path, game)
    assert watcher.poll() == (Overrides(), ())
    path = written(game, '[[override]]\nid = "a"\nkind = "pause"\n')
    first, _ = watcher.poll()
    assert watcher.poll()[0] is first
    path.write_text("???", "utf-8")
    os.utime(path, ns=(1, 1))
    for _ in range(2):
        current, problems = watcher.poll()
        assert current is first
        assert len(problems) == 1
