"""The client against the practice board when things go wrong."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest

from parsers.model import Answer
from service.errors import BoardUnreachable, Outcome, Refused
from tests.contract.arena import Arena, done, practice_arena


@pytest.fixture(params=[("x", "utf-8"), ("7.2", "gbk")], ids=["x", "7.2"])
def arena(request: pytest.FixtureRequest) -> Iterator[Arena]:
    with contextlib.ExitStack() as stack:
        made = practice_arena(*request.param, stack)
        stack.callback(made.clean_up)
        made.log_in()
        yield made


def stored(arena: Arena, tid: int) -> list[str]:
    return [post.text for post in arena.board.posts(tid)]


@pytest.mark.parametrize("fault", ["drop_after", "truncated"])
def test_a_reply_whose_answer_is_lost_is_uncertain_and_stands_once(arena: Arena, fault: str) -> None:
    tid, _ = arena.thread("丢失回答")
    arena.board.faults.next(fault, method="POST")
    outcome = arena.judge.reply(arena.fid, tid, "只能有一份的公示内容")
    redirected = fault == "truncated" and arena.board.dialect_name == "7.2"  # the whole answer is a header
    assert (outcome.known, outcome.ok) == (redirected, redirected)
    assert stored(arena, tid).count("只能有一份的公示内容") == 1


def test_a_reply_that_never_arrived_is_uncertain_too(arena: Arena) -> None:
    tid, _ = arena.thread("丢失请求")
    arena.board.faults.next("drop_before", method="POST")
    outcome = arena.judge.reply(arena.fid, tid, "没有送到的公示内容啊")
    assert not outcome.known
    assert len(stored(arena, tid)) == 1


@pytest.mark.parametrize("fault", ["db_down", "server_error", "cache_page"])
def test_a_broken_boards_answer_to_a_reply_is_uncertain(arena: Arena, fault: str) -> None:
    tid, _ = arena.thread("论坛故障")
    arena.board.faults.next(fault, method="POST")
    outcome = arena.judge.reply(arena.fid, tid, "故障时发的公示内容呢")
    assert not outcome.known
    assert arena.board.counts()["POST"] == 4  # two log-ins, the thread, the reply


def test_a_lost_session_at_the_worst_moment(arena: Arena) -> None:
    tid, _ = arena.thread("会话丢失")
    arena.board.faults.next("lost_session", method="POST", path="action=reply")
    done(arena.judge.reply(arena.fid, tid, "会话丢了也只发一份吧"))
    assert stored(arena, tid).count("会话丢了也只发一份吧") == 1


def test_everybody_logged_out_while_reading(arena: Arena) -> None:
    tid, _ = arena.thread("全体下线")
    arena.board.log_out_everybody()
    assert arena.judge.thread(tid).tid == tid
    assert arena.judge.head().uid


def test_a_stale_formhash(arena: Arena) -> None:
    tid, _ = arena.thread("表单过期")
    arena.board.faults.next("formhash", method="POST")
    done(arena.judge.reply(arena.fid, tid, "换了表单再发一次公示"))
    assert stored(arena, tid).count("换了表单再发一次公示") == 1


def test_held_for_approval(arena: Arena) -> None:
    tid, _ = arena.thread("等待审核")
    arena.board.faults.next("queue", method="POST")
    outcome = arena.player.reply(arena.fid, tid, "要审核的公示内容在此")
    assert (outcome.kind, outcome.known) == (Answer.MODERATED, True)
    assert len(arena.judge.thread(tid).posts) == 1


def test_reading_goes_on_after_a_passing_fault(arena: Arena) -> None:
    tid, _ = arena.thread("短暂故障")
    for fault in ("drop_before", "server_error", "truncated", "cache_page"):
        arena.board.faults.next(fault, method="GET", path=f"tid={tid}")
        assert arena.judge.thread(tid).tid == tid, fault
    assert arena.board.faults.left == 0


def test_reading_gives_up_when_the_fault_stays(arena: Arena) -> None:
    tid, _ = arena.thread("长久故障")
    arena.board.faults.next("drop_before", 3, method="GET", path=f"tid={tid}")
    with pytest.raises(BoardUnreachable):
        arena.judge.thread(tid)
    arena.board.faults.next("db_down", 1, method="GET", path=f"tid={tid}")
    with pytest.raises(Refused) as caught:
        arena.judge.thread(tid)
    assert caught.value.outcome.kind is Answer.DB_DOWN


@pytest.mark.parametrize(
    ("fault", "kind"),
    [("board_closed", Answer.BOARD_CLOSED), ("hours", Answer.HOURS), ("ip_banned", Answer.IP_BANNED)],
)
def test_a_board_that_will_not_is_told_and_nobody_logs_in_again(
    arena: Arena, fault: str, kind: Answer
) -> None:
    tid, _ = arena.thread("不开门时")
    before = arena.board.counts()["POST"]
    arena.board.faults.next(fault, method="GET", path=f"tid={tid}")
    with pytest.raises(Refused) as caught:
        arena.judge.thread(tid)
    assert caught.value.outcome.kind is kind
    assert arena.board.counts()["POST"] == before
    assert arena.judge.thread(tid).tid == tid


def test_the_anti_robot_script_is_told(arena: Arena) -> None:
    tid, _ = arena.thread("防采集时")
    arena.board.faults.next("dsign", 3, method="GET", path=f"tid={tid}")
    with pytest.raises(Refused) as caught:
        arena.judge.thread(tid)
    assert caught.value.outcome.kind is Answer.ROBOT_REFUSED


def test_a_redirect_to_another_host_is_not_followed(arena: Arena) -> None:
    tid, _ = arena.thread("外链跳转")
    arena.board.faults.next("other_host", 3, method="GET", path=f"tid={tid}", value="http://localhost:9/x")
    with pytest.raises(BoardUnreachable, match="elsewhere"):
        arena.judge.thread(tid)


def test_a_captcha_stops_the_log_in_without_a_try(arena: Arena) -> None:
    arena.board.settings.login_captcha = True
    before = arena.board.counts()["POST"]
    fresh = arena.client(arena.player_account)
    outcome: Outcome = fresh.ensure_login()
    assert outcome.kind is Answer.CAPTCHA
    assert arena.board.counts()["POST"] == before
    picture, hidden = fresh.captcha()
    assert picture
    solved = {**hidden, "seccodeverify": arena.board.settings.captcha_answer}
    assert fresh.login(solved).ok
    assert not fresh.login_refused()


def test_the_interval_of_the_board_is_waited_for_on_the_clock(arena: Arena) -> None:
    tid, _ = arena.thread("灌水间隔")
    done(arena.player.reply(arena.fid, tid, "玩家的第一条回帖内容"))
    start = arena.clock.monotonic()
    done(arena.player.reply(arena.fid, tid, "玩家的第二条回帖内容"))
    assert 15 <= arena.clock.monotonic() - start <= 20


def test_a_refused_form_is_certain(arena: Arena) -> None:
    tid, _ = arena.thread("确定未发")
    outcome = arena.judge.edit(arena.fid, tid, 999_999, "没有这个帖子可以改啊")
    assert (outcome.ok, outcome.known) == (False, True)
