"""Rulings by message: said back, confirmed by a word, in force like the file's, taken back; approvals; nobody else's."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

from service.store import NoticeState
from tests.service.at_work import AtWork, at, at_work


def answers(work: AtWork) -> list[str]:
    return [text for text in work.heard() if text.startswith("【判官】试验局\n")]


def word(work: AtWork) -> str:
    found = re.findall(r"确认 ([0-9A-F]{4,8})", answers(work)[-1])
    assert found
    return found[-1]


def ids(work: AtWork) -> list[str]:
    (table,) = next(iter(work.app.lanes.values())).tables
    return [one.id for one in table.files.rulings]


def test_a_ruling_takes_effect_only_after_its_word_and_goes_when_taken_back(tmp_path: Path) -> None:
    with at_work(tmp_path) as work:
        work.until(at(2, 9, 40))
        work.tell("状态 谁=苏武 加上=囚禁")
        assert len(answers(work)) == 1
        assert "「苏武」加上囚禁" in answers(work)[0]
        assert not work.record().game_state()["苏武"].out
        code = word(work)
        work.tell(f"确认 {code.lower()}")
        assert work.record().game_state()["苏武"].out
        assert "已生效" in answers(work)[1]
        taken = re.search(r"撤回 (\S+)", answers(work)[1])
        assert taken
        work.tell(f"确认 {code}")
        assert "没有等待确认的裁定" in answers(work)[2]
        work.tell(f"撤回 {taken[1]}")
        assert not work.record().game_state()["苏武"].out
        assert "已撤回" in answers(work)[3]
        assert len(answers(work)) == 4


def test_nobody_else_is_obeyed(tmp_path: Path) -> None:
    with at_work(tmp_path) as work:
        work.until(at(2, 9, 40))
        work.tell("状态 谁=班昭 加上=囚禁")
        code = word(work)
        work.tell(f"确认 {code}", "苏武")
        work.tell("状态 谁=蔡伦 加上=昏厥", "苏武")
        stranger = work.board.add_member("某导演1", "x")
        work.board.pm(stranger, work.judge, f"确认 {code}")
        work.until(work.clock.now() + timedelta(minutes=25))
        state = work.record().game_state()
        assert not any(one.out for one in state)
        assert ids(work) == []
        assert not any("确认" in text for text in work.heard("苏武"))


def test_what_cannot_be_read_is_told_with_the_nearest_word(tmp_path: Path) -> None:
    with at_work(tmp_path) as work:
        work.until(at(2, 9, 40))
        work.tell("状台 谁=苏武 加上=囚禁\n状态 谁=苏五 加上=囚禁")
        (answer,) = answers(work)
        assert "状态" in answer
        assert "苏五" in answer
        assert "确认" not in answer
        assert ids(work) == []


def test_a_word_lapses_after_a_day(tmp_path: Path) -> None:
    with at_work(tmp_path) as work:
        work.until(at(2, 9, 40))
        work.tell("警长 谁=苏武")
        code = word(work)
        work.clock.move_to(at(3, 11))
        work.tell(f"确认 {code}")
        assert "没有生效" in answers(work)[-1]
        assert work.record().game_state().sheriff is None


def test_several_lines_and_a_named_game(tmp_path: Path) -> None:
    with at_work(tmp_path) as work:
        work.until(at(2, 9, 40))
        work.tell("【试验局】别名 名字=苏武 别名=子卿\n警长 谁=班昭\n【别的局】暂停")
        (answer,) = answers(work)
        codes = re.findall(r"确认 ([0-9A-F]{4,8})", answer)
        assert len(codes) == 2
        assert "暂停" not in answer
        work.tell("\n".join(f"确认 {code}" for code in codes))
        assert work.record().game_state().sheriff == "班昭"
        work.post("卫青", "投票：子卿", which="vote")
        work.tell("再见")
        assert "没有读懂" in answers(work)[-1]
        assert len(ids(work)) == 2


def test_a_paused_game_still_hears_its_director(tmp_path: Path) -> None:
    with at_work(tmp_path) as work:
        work.until(at(2, 9, 40))
        for said in ("暂停", "恢复"):
            work.tell(said)
            work.tell(f"确认 {word(work)}")
        assert "整局恢复" in answers(work)[-1]
        work.tell("我的票", "苏武")
        assert any("有效票" in text for text in work.heard("苏武"))


def test_an_id_of_the_file_that_a_message_has_used_is_refused_and_told(tmp_path: Path) -> None:
    with at_work(tmp_path) as work:
        work.until(at(2, 9, 40))
        work.tell("警长 谁=苏武")
        work.tell(f"确认 {word(work)}")
        (ident,) = ids(work)
        (work.folder / "overrides.toml").write_text(
            f'[[override]]\nid = "{ident}"\nkind = "sheriff"\nwho = "班昭"\n'
            '[[override]]\nid = "r2"\nkind = "state"\nwho = "班昭"\nadd = ["mad"]\n',
            "utf-8",
        )
        work.until(work.clock.now() + timedelta(minutes=25))
        state = work.record().game_state()
        assert state.sheriff == "苏武"
        assert state["班昭"].mad
        told = [text for text in work.heard() if "文件有误" in text]
        assert len(told) == 1
        assert ident in told[0]
        assert "overrides.toml" in told[0]


def test_rulings_by_message_outlast_a_restart_and_a_later_one_of_the_file_holds(tmp_path: Path) -> None:
    with at_work(tmp_path) as work:
        work.until(at(2, 9, 40))
        work.tell("时间 什么=收帖 第几=2 改为=2026-03-03T20:00")
        assert "原定 2026-03-03 21:30" in answers(work)[0]
        work.tell(f"确认 {word(work)}")
        work.restart()
        work.until(work.clock.now() + timedelta(minutes=5))
        assert len(ids(work)) == 1
        (table,) = next(iter(work.app.lanes.values())).tables
        assert (
            "20:00"
            in f"{table._calendar(work.record(), work.clock.now()).close(2).astimezone(at(2, 9).tzinfo):%H:%M}"
        )
        (work.folder / "overrides.toml").write_text(
            '[[override]]\nid = "r1"\nkind = "time"\nwhat = "close"\nn = 2\nvalue = 2026-03-03T21:00:00\n',
            "utf-8",
        )
        work.until(work.clock.now() + timedelta(minutes=25))
        assert (
            "21:00"
            in f"{table._calendar(work.record(), work.clock.now()).close(2).astimezone(at(2, 9).tzinfo):%H:%M}"
        )


def test_held_notices_are_shown_to_the_director_and_go_at_his_word(tmp_path: Path) -> None:
    with at_work(tmp_path, top='publish = "approve"\n') as work:
        work.until(at(2, 9, 45))
        held = [n for n in work.notices() if n.state is NoticeState.HELD]
        assert {n.kind for n in held} == {"thread"}
        shown = [text for text in work.heard() if "等你放行" in text]
        assert len(shown) == len(held) == 2
        assert "[b]" not in "".join(shown)
        opening = next(n for n in held if n.data["template"] == "day_open")
        assert any(opening.ref in text and "第二天开始" in text for text in shown)
        work.tell(f"放行 {opening.ref}、D2-开-00000")
        assert f"已放行：{opening.ref}" in answers(work)[0]
        assert "没有在等放行的编号：D2-开-00000" in answers(work)[0]
        assert work.thread(2, "discussion")
        assert "thread.2.vote" not in work.record().facts
        work.tell("放行 全部")
        assert work.thread(2, "vote")
        assert len([text for text in work.heard() if "等你放行" in text]) == 2


def test_a_bare_confirmation_is_answered_with_what_waits_for_it(tmp_path: Path) -> None:
    with at_work(tmp_path) as work:
        work.until(at(2, 9, 40))
        work.tell("确认")
        assert "没有等待确认的裁定" in answers(work)[-1]
        work.tell("警长 谁=班昭")
        code = word(work)
        work.tell("确认。")
        assert f"确认 {code}" in answers(work)[-1]
        assert "没有读懂" not in answers(work)[-1]
        assert work.record().game_state().sheriff is None
        work.tell("放行")
        assert "没有等待放行的公示" in answers(work)[-1]
