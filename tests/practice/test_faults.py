"""Faults on demand, in each dialect."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection

import httpx
import pytest

from practice.board import Board
from practice.faults import Fault
from practice.members import Member, Unwelcome
from practice.server import RunningBoard, serve
from tests.practice.surfing import Clock, Surfer


class Ground:
    """A board of one dialect, a member and a browser."""

    def __init__(self, dialect: str, clock: Clock, serve: Callable[[Board], RunningBoard]) -> None:
        self.board = Board(dialect="x" if dialect == "x" else "7.2", now=clock)
        self.qing = self.board.add_member("阿青", "open-sesame")
        fid = self.board.add_forum("桌游区")
        self.tid = self.board.open_thread(fid, self.qing, "第一天", "请投票")
        clock.forward(minutes=1)
        running = serve(self.board)
        self.url, self.port = running.url, running.port
        self.player = Member.of(self.url, self.board, self.qing)
        self.x = dialect == "x"
        self.surfer = Surfer(self.url, self.board.charset)

    @property
    def thread(self) -> str:
        return f"{'forum.php?mod=viewthread&' if self.x else 'viewthread.php?'}tid={self.tid}"

    def page(self) -> str:
        return self.surfer.get(self.thread)


@pytest.fixture(params=["x", "7.2"])
def ground(
    request: pytest.FixtureRequest, clock: Clock, served: Callable[[Board], RunningBoard]
) -> Iterator[Ground]:
    ground = Ground(request.param, clock, served)
    yield ground
    ground.surfer.http.close()


def test_a_fault_befalls_so_many_requests_that_fit(ground: Ground) -> None:
    faults = ground.board.faults
    faults.next(Fault.DB_DOWN, 2, method="GET", path="viewthread")
    assert faults.left == 2
    ground.surfer.get("index.php")
    assert faults.left == 2
    words = "Database Error" if ground.x else "Can not connect to MySQL server"
    assert [words in ground.page() for _ in range(3)] == [True, True, False]
    assert faults.left == 0


def test_database_down_and_server_error(ground: Ground) -> None:
    ground.board.faults.next("db_down")
    ground.page()
    assert ground.surfer.status == (503 if ground.x else 200)
    ground.board.faults.next("server_error")
    text = ground.page()
    assert ground.surfer.status == (503 if ground.x else 500)
    assert ("System Error" in text) == ground.x


def test_a_post_whose_answer_is_lost_is_stored(ground: Ground) -> None:
    ground.board.faults.next("drop_after", method="POST")
    with pytest.raises(OSError):  # noqa: PT011 - any of several kinds
        ground.player.reply(ground.tid, "投票给某人，各位")
    assert ground.board.posts(ground.tid)[-1].text == "投票给某人，各位"


def test_a_post_that_never_arrives_is_not_stored(ground: Ground) -> None:
    ground.board.faults.next("drop_before", method="POST")
    with pytest.raises(OSError):  # noqa: PT011 - any of several kinds
        ground.player.reply(ground.tid, "投票给某人，各位")
    assert len(ground.board.posts(ground.tid)) == 1
    assert ground.board.requests[-1].status == 0


def test_lost_session(ground: Ground) -> None:
    ground.board.faults.next("lost_session", method="POST")
    words = "含有非法字符" if ground.x else "您还未登录，无权在该版块回帖"
    with pytest.raises(Unwelcome, match=words):
        ground.player.reply(ground.tid, "投票给某人，各位")
    assert len(ground.board.posts(ground.tid)) == 1
    assert re.search(r"discuz_uid = '?0\b", ground.player.get(ground.thread))


def test_formhash_change_leaves_the_member_logged_in(ground: Ground) -> None:
    ground.board.faults.next("formhash", method="POST")
    with pytest.raises(Unwelcome):
        ground.player.reply(ground.tid, "投票给某人，各位")
    assert re.search(rf"discuz_uid = '?{ground.qing}\b", ground.player.get(ground.thread))
    assert ground.player.reply(ground.tid, "投票给某人，各位")


def test_truncated_and_slow_pages(ground: Ground) -> None:
    whole = ground.page()
    ground.board.faults.next("truncated")
    assert not ground.page().rstrip().endswith("</html>")
    ground.board.faults.next("slow", value=0.02)
    assert ground.page().split("<body")[0] == whole.split("<body")[0]


@pytest.mark.parametrize(
    ("fault", "x_words", "seven_words"),
    [
        ("board_closed", "抱歉，本站点暂时关闭", "本论坛暂时关闭"),
        ("hours", "不能进行此操作或访问此页面", "不能进行此操作或访问此页面"),
        ("ip_banned", "您的 IP 地址不在允许范围内", "您的 IP 地址不在被允许的范围内"),
        ("flood", "间隔少于 15 秒", "间隔少于 15 秒"),
        ("login_captcha", "验证码填写错误", "验证码不正确"),
        ("cache_page", "Cache List:", "Cache List:"),
    ],
)
def test_refusals_on_demand(ground: Ground, fault: str, x_words: str, seven_words: str) -> None:
    ground.board.faults.next(fault)
    assert (x_words if ground.x else seven_words) in ground.page()
    assert ground.board.faults.left == 0
    assert "请投票" in ground.page()


def test_queue_holds_one_reply(ground: Ground, clock: Clock) -> None:
    ground.board.faults.next("queue", method="POST")
    with pytest.raises(Unwelcome, match="审核"):
        ground.player.reply(ground.tid, "投票给某人，各位")
    assert len(ground.board.posts(ground.tid)) == 1
    clock.forward(minutes=1)
    assert ground.player.reply(ground.tid, "投票给某人，各位")


def test_another_host_and_the_sign_page(ground: Ground) -> None:
    ground.board.faults.next("other_host", value="http://127.0.0.1:1/elsewhere")
    ground.page()
    assert (ground.surfer.status, ground.surfer.location) == (302, "http://127.0.0.1:1/elsewhere")
    ground.board.faults.next("dsign")
    page = ground.page()
    assert ("_dsi" in page) == ground.x
    assert "postmessage" not in page


def test_bodies_beyond_all_measure_are_refused(ground: Ground) -> None:
    connection = HTTPConnection("127.0.0.1", ground.port, timeout=10)
    connection.putrequest("POST", "/forum.php")
    connection.putheader("Content-Length", "99999999")
    connection.endheaders()
    assert connection.getresponse().status == 413
    connection.close()


def test_a_stopped_board_answers_nobody_and_comes_back_on_its_port(clock: Clock) -> None:
    board = Board(now=clock)
    running = serve(board)
    with Surfer(running.url).http as client:
        assert client.get("forum.php").status_code == 200
        running.stop()
        with pytest.raises(httpx.TransportError):
            client.get("forum.php")
        with serve(board, running.port):
            assert client.get("forum.php").status_code == 200


def test_a_lost_session_is_one_members_own(ground: Ground) -> None:
    ground.board.add_member("阿白", "open-sesame")
    other = Member(
        ground.url, "阿白", "open-sesame", dialect=ground.board.dialect_name, charset=ground.board.charset
    )
    ground.board.faults.next("lost_session")
    assert re.search(r"discuz_uid = '?0\b", ground.player.get(ground.thread))
    assert not re.search(r"discuz_uid = '?0\b", other.get(ground.thread))


def test_hostile_posts_are_rendered_in_no_time(ground: Ground) -> None:
    hostile = (
        "[hide]" + " " * 4000,
        "[quote]" * 1500,
        "[table][tr][td]" * 600,
        "[url=" * 2000,
        "[img]" + " " * 4000,
        "[color=red]" * 900,
        "[code]" * 1600,
        "[list][*]" * 1000,
    )
    for text in hostile:
        ground.board.post(ground.tid, ground.qing, text)
    started = time.perf_counter()
    ground.page()
    assert time.perf_counter() - started < 20


def test_nonsense_is_answered(ground: Ground) -> None:
    for path in (
        "forum.php?mod=viewthread&tid=%00%ff",
        "viewthread.php?tid=-1&page=99999999999999999999",
        "forum.php?mod=post&action=edit&pid=abc",
        "pm.php?uid=9e9",
        "nowhere/else.php",
    ):
        ground.surfer.get(path)
        assert ground.surfer.status in {200, 404}
