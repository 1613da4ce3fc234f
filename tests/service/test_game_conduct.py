"""Conduct in the daemon: flags kept and told once, points, warnings; on the practice board."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

from click.testing import CliRunner

from engine.model import Status
from service.cli import main
from tests.service.at_work import AtWork, at, at_work


def flags(work: AtWork) -> list[tuple[str, str, int]]:
    return [
        (s.data["kind"], s.data["who"], s.data["pid"])
        for s in work.record().steps.values()
        if s.step.startswith("flag.")
    ]


def told(work: AtWork, word: str) -> list[str]:
    return [text for text in work.heard() if word in text]


def test_a_flag_is_kept_and_told_once_with_the_words_as_first_seen(tmp_path: Path) -> None:
    with at_work(tmp_path, states='"苏武" = {states = ["mad"]}\n"班昭" = {states = ["fainted"]}\n') as work:
        work.until(at(2, 10))
        mad = work.post("苏武", "喵喵 你好")
        silenced = work.post("班昭", "我还有话说")
        work.post("蔡伦", "一句平常的话")
        work.until(at(2, 11))
        assert sorted(flags(work)) == sorted([("mad_text", "苏武", mad), ("silenced", "班昭", silenced)])
        work.board.edit(mad, "喵喵", work.clock.now(), by=work.uids["苏武"])
        work.until(at(2, 12, 30))
        messages = told(work, "发言提示")
        assert len(messages) == 2  # one for the first look, one for the edit
        assert "苏武" in messages[0]
        assert "班昭" in messages[0]
        assert "喵喵 你好" in messages[0]
        assert "R-046" in messages[0]
        assert f"goto=findpost&ptid={work.thread(2, 'discussion')}&pid={mad}" in messages[0]
        assert "编辑过" in messages[1]
        kept = next(s for s in work.record().steps.values() if s.step == f"flag.2.{mad}.mad_text")
        assert kept.data["words"] == "喵喵 你好"
        assert not any("发言记录" in p.text for p in work.judged_posts(2))


def test_the_fainted_may_speak_after_twelve_hours_and_vote_before(tmp_path: Path) -> None:
    with at_work(tmp_path, states='"班昭" = {states = ["fainted"]}\n') as work:
        work.until(at(2, 10))
        work.post("班昭", "投票：苏武", which="vote")
        work.until(at(2, 21, 31))
        work.post("班昭", "天黑了，终于可以说话")
        work.until(at(2, 22))
        assert flags(work) == []


def test_the_imprisoned_are_warned_at_eighteen_and_flagged_from_twenty_one(tmp_path: Path) -> None:
    with at_work(tmp_path, states='"蔡伦" = {states = ["imprisoned"]}\n') as work:
        work.until(at(2, 10))
        for number in range(17):
            work.post("蔡伦", f"第 {number + 1} 句话")
        work.until(at(2, 11))
        assert not any("上限" in text for text in work.heard("蔡伦"))
        work.post("蔡伦", "第 18 句话")
        work.until(at(2, 12))
        warned = [text for text in work.heard("蔡伦") if "上限 20" in text]
        assert len(warned) == 1
        assert "18 帖" in warned[0]
        pids = [work.post("蔡伦", f"第 {number} 句话") for number in range(19, 23)]
        work.until(at(2, 12, 30))
        assert flags(work) == [("over_limit", "蔡伦", pids[2]), ("over_limit", "蔡伦", pids[3])]
        assert len([text for text in work.heard("蔡伦") if "上限" in text]) == 1
        assert "第 21 帖（上限 20）" in told(work, "发言提示")[0]


def test_in_public_flags_stand_together_and_never_tell_who_is_mad(tmp_path: Path) -> None:
    states = '"苏武" = {states = ["mad"]}\n"班昭" = {states = ["fainted"]}\n"蔡伦" = {states = ["fainted"]}\n'
    with at_work(tmp_path, states=states, top='flags = "public"\n') as work:
        work.until(at(2, 10))
        work.post("苏武", "大家好")
        work.post("班昭", "[b]我[/b]要说话 @判官")
        work.post("蔡伦", "我也是")
        work.until(at(2, 12))
        posted = [p.text for p in work.judged_posts(2) if "发言记录" in p.text]
        assert len(posted) == 1
        assert "班昭" in posted[0]
        assert "蔡伦" in posted[0]
        assert "苏武" not in posted[0]
        assert "癫狂" not in posted[0]
        assert len(flags(work)) == 3


def test_points_enter_once_a_post_and_expel_at_the_threshold(tmp_path: Path) -> None:
    with at_work(
        tmp_path,
        states='"班昭" = {states = ["fainted", "mad"], points = 4}\n',
        rules='violation_action = "flag_and_points"\n',
        toml="[penalties]\nsilenced = 3\nmad_text = 4\n",
    ) as work:
        work.until(at(2, 10))
        work.post("班昭", "第一句")
        work.until(at(2, 11))
        assert work.record().game_state()["班昭"].points == 8
        work.post("班昭", "第二句")
        work.until(at(2, 12))
        state = work.record().game_state()
        assert state["班昭"].points == 12
        assert state["班昭"].in_state(Status.EXPELLED)
        expelled = [p.text for p in work.judged_posts(2) if "罚下" in p.text and "累计" in p.text]
        assert len(expelled) == 1
        assert expelled[0].count("goto=findpost") == 2
        assert "癫狂" not in expelled[0]
        assert any("罚下" in text for text in work.heard("班昭"))
        last = work.post("班昭", "第三句")
        work.until(at(2, 13))
        assert ("expelled_spoke", "班昭", last) in flags(work)


def test_an_exempt_ruling_lifts_the_flag_and_gives_the_points_back(tmp_path: Path) -> None:
    with at_work(
        tmp_path,
        states='"班昭" = {states = ["fainted"]}\n',
        rules='violation_action = "flag_and_points"\n',
        toml="[penalties]\nsilenced = 2\n",
    ) as work:
        work.until(at(2, 10))
        first = work.post("班昭", "楼层占位")
        work.post("班昭", "另一句")
        work.until(at(2, 11))
        assert work.record().game_state()["班昭"].points == 4
        rulings = work.folder / "overrides.toml"
        rulings.write_text(f'[[override]]\nid = "r1"\nkind = "exempt"\npost = {first}\n', "utf-8")
        work.until(at(2, 12))
        assert work.record().game_state()["班昭"].points == 2
        rulings.write_text("# 收回\n", "utf-8")
        work.until(at(2, 13))
        assert work.record().game_state()["班昭"].points == 4


def test_with_flags_alone_points_wait_for_the_directors_word(tmp_path: Path) -> None:
    with at_work(
        tmp_path, states='"班昭" = {states = ["fainted"]}\n', toml="[penalties]\nsilenced = 2\n"
    ) as work:
        work.until(at(2, 10))
        pid = work.post("班昭", "一句话")
        work.until(at(2, 11))
        assert work.record().game_state()["班昭"].points == 0
        assert "2 分" in told(work, "发言提示")[0]
        (work.folder / "overrides.toml").write_text(
            f'[[override]]\nid = "r1"\nkind = "points"\nwho = "班昭"\npoints = 2\npost = {pid}\n', "utf-8"
        )
        work.until(at(2, 12))
        assert work.record().game_state()["班昭"].points == 2


def test_exempt_posts_of_the_file_and_the_judges_own_are_no_speech(tmp_path: Path) -> None:
    with at_work(
        tmp_path, states='"班昭" = {states = ["fainted"]}\n', toml="[exempt]\nposts = [2]\n"
    ) as work:
        work.until(at(2, 10))
        assert work.board.state.posts[2].uid == work.judge
        assert flags(work) == []


def test_talk_after_the_close_is_night_talk_and_a_deleted_post_is_told_after_the_count(
    tmp_path: Path,
) -> None:
    with at_work(tmp_path, close="2026-03-02T11:00:00") as work:
        work.until(at(2, 10))
        gone = work.post("张骞", "说错了话")
        work.until(at(2, 10, 40))
        work.board.delete(gone)
        work.board.state.threads[work.thread(2, "discussion")].closed = False
        work.until(at(2, 11, 1))
        late = work.board.post(work.thread(2, "discussion"), work.uids["王充"], "夜里的话")
        work.until(at(2, 11, 50))
        assert sorted(flags(work)) == sorted([("deleted", "张骞", gone), ("night_post", "王充", late)])


def test_the_command_prints_the_day(tmp_path: Path) -> None:
    with at_work(tmp_path, states='"蔡伦" = {states = ["imprisoned", "mad"], points = 3}\n') as work:
        work.until(at(2, 10))
        pid = work.post("蔡伦", "abc 喵")
        work.until(at(2, 11))
        done = CliRunner().invoke(main, ["conduct", "g", "--config", str(work.config), "--json"])
        assert done.exit_code == 0, done.output
        found = json.loads(done.output)
        assert found["day"] == 2
        one = next(c for c in found["characters"] if c["name"] == "蔡伦")
        assert one == {
            "name": "蔡伦", "states": ["imprisoned", "mad"], "posts": 1, "limit": 20,
            "silent_until": None, "points": 3,
        }  # fmt: skip
        (violation,) = found["violations"]
        assert violation["kind"] == "mad_text"
        assert violation["pid"] == pid
        assert violation["detail"] == "abc"
        words = CliRunner().invoke(main, ["conduct", "g", "--day", "2", "--config", str(work.config)])
        assert words.exit_code == 0
        assert "蔡伦 [囚禁、癫狂] 1 帖（上限 20）" in words.output
        assert (
            CliRunner().invoke(main, ["conduct", "g", "--day", "9", "--config", str(work.config)]).exit_code
            == 2
        )


def test_all_consent_and_the_director_is_asked_once(tmp_path: Path) -> None:
    with at_work(
        tmp_path, states='"蔡伦" = {states = ["imprisoned"]}\n"王充" = {states = ["expelled"]}\n'
    ) as work:
        work.until(at(2, 10))
        for name in ("苏武", "班昭", "蔡伦", "张骞"):
            work.post(name, "我同意缩短今天的游戏日")
        work.until(at(2, 12))
        assert not told(work, "全体同意缩短")
        work.tell("同意缩短", "卫青")
        assert len(told(work, "全体同意缩短第二天")) == 1
        work.post("苏武", "我同意缩短")
        work.until(work.clock.now() + timedelta(hours=2))
        assert len(told(work, "全体同意缩短第二天")) == 1


def test_a_consent_that_was_edited_away_does_not_count(tmp_path: Path) -> None:
    with at_work(tmp_path) as work:
        work.until(at(2, 10))
        pids = [work.post(name, "同意缩短游戏日") for name in ("苏武", "班昭", "蔡伦", "张骞", "卫青")]
        work.until(at(2, 10, 30))
        work.board.edit(pids[0], "我再想想", work.clock.now(), by=work.uids["苏武"])
        work.until(at(2, 12))
        work.post("王充", "同意缩短游戏日")
        work.until(at(2, 13))
        assert not told(work, "全体同意缩短")
