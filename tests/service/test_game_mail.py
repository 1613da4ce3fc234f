"""Orders by message at the borders of their window; who plays whom; rulings from their hour: on the practice board."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from engine.model import Status
from service.store import Notice
from tests.service.at_work import CST, AtWork, at, at_work

CLOSE = "2026-03-02T10:30:00"


def second(hour: int, minute: int, seconds: int) -> datetime:
    return datetime(2026, 3, 2, hour, minute, seconds, tzinfo=CST)


def send(work: AtWork, uid: int, text: str, when: datetime) -> None:
    """Somebody writes to the judge at that second, which is not always when the judge wakes."""
    work.until(when)
    work.board.pm(uid, work.judge, text)


def answers(work: AtWork, who: str) -> list[str]:
    return [text.split("\n")[0] for text in work.heard(who) if "复-" in text]


def private(notices: tuple[Notice, ...]) -> list[tuple[str, str]]:
    return [(one.ref, one.name or "") for one in notices if one.kind == "pm"]


def test_orders_around_the_witchs_window(tmp_path: Path) -> None:
    with at_work(tmp_path, close=CLOSE) as work:
        witch = work.uids["王充"]
        stranger = work.board.add_member("看客", "pw-k")
        send(work, witch, "毒药 苏武", second(11, 14, 59))
        send(work, witch, "毒药 班昭", second(11, 15, 0))
        send(work, witch, "取消", second(11, 18, 0))
        send(work, stranger, "毒药 卫青", second(11, 19, 0))
        send(work, work.uids["蔡伦"], "毒药 卫青", second(11, 20, 0))
        send(work, witch, "毒药 没有这人\n解药 张骞", second(11, 21, 0))
        work.until(second(11, 29, 0))
        work.restart()
        send(work, witch, "毒药 张骞", second(11, 29, 59))
        work.board.pm(witch, work.judge, "毒药 卫青", second(11, 30, 0))
        work.until(at(2, 11, 50))
        state = work.record().game_state()
        out = [one.name for one in state if one.in_state(Status.DYING) or one.in_state(Status.FAINTED)]
        assert out == ["张骞"]
        told = answers(work, "王充")
        assert [text[:4] for text in told if "毒药 苏武" in text or "毒药 卫青" in text] == ["未接受“"] * 2
        assert any("毒药" in text and "班昭" in text and "未接受" not in text for text in told)
        assert all("未接受" in text for text in answers(work, "蔡伦"))
        assert len(answers(work, "蔡伦")) == 1
        assert work.heard("卫青") == []
        assert [m for m in work.board.messages(stranger) if m.sender == work.judge] == []
        for name in ("班昭", "苏武", "蔡伦", "张骞", "卫青"):
            assert not any("毒药" in text and "可回复" in text for text in work.heard(name))
        before = {name: work.heard(name) for name in work.uids}, private(work.notices())
        work.restart()
        work.until(at(2, 12, 20))
        assert ({name: work.heard(name) for name in work.uids}, private(work.notices())) == before


def rulings(work: AtWork, text: str) -> None:
    path = work.folder / "overrides.toml"
    path.write_text(text, "utf-8")
    path.chmod(0o600)


def test_a_substitute_and_a_ruling_count_from_their_hour(tmp_path: Path) -> None:
    with at_work(tmp_path, close=CLOSE) as work:
        work.until(at(2, 9, 40))
        deputy = work.board.add_member("替补员", "pw-t")
        tid = work.thread(2, "vote")
        work.board.post(tid, deputy, "投票：班昭，看热闹的")
        rulings(
            work,
            '[[override]]\nid = "s"\nkind = "substitute"\nwho = "王充"\naccount = "替补员"\n'
            "at = 2026-03-02T10:00:00\n"
            '[[override]]\nid = "b"\nkind = "ballot"\nday = 2\nvoter = "蔡伦"\ntarget = "苏武"\n'
            "at = 2026-03-02T10:50:00\n",
        )
        work.until(at(2, 9, 50))
        work.board.post(tid, work.uids["王充"], "投票：苏武")
        work.until(at(2, 10, 10))
        work.board.post(tid, work.uids["王充"], "改投 班昭")
        work.until(at(2, 10, 40))
        published = work.record().data("day2.result")["standing"]
        assert published == {"苏武": {"votes": 1, "voters": ["王充"]}}
        work.until(at(2, 10, 55))
        assert work.record().data("correction.2.0")["standing"] == {
            "苏武": {"votes": 2, "voters": ["王充", "蔡伦"]}
        }
        send(work, deputy, "毒药 张骞", second(11, 16, 0))
        send(work, work.uids["王充"], "毒药 卫青", second(11, 17, 0))
        work.until(at(2, 11, 20) + timedelta(minutes=20))
        mine = [m.text for m in work.board.messages(deputy) if m.sender == work.judge]
        assert any("可回复“毒药" in text for text in mine)
        assert any("张骞" in text for text in mine)
        assert work.heard("王充") == []
        state = work.record().game_state()
        assert state["卫青"].alive
        assert not state["张骞"].alive
