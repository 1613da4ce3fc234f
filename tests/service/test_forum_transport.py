"""HTTP: what is sent, what is believed, what is refused."""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterator
from datetime import UTC, datetime
from urllib.parse import unquote_to_bytes

import httpx
import pytest
import respx

from service.clock import SteppedClock
from service.errors import BadInput, BoardUnreachable
from service.forum.address import board_root, thread_address
from service.forum.cookies import Jar
from service.forum.encode import can_hold, for_board, form_body, in_query
from service.forum.pace import Pacer
from service.forum.transport import NotSent, Transport
from tests.service.forum_pages import ROOT

START = datetime(2026, 3, 2, 1, 30, tzinfo=UTC)


@pytest.fixture
def clock() -> SteppedClock:
    return SteppedClock(START)


@pytest.fixture
def web(clock: SteppedClock) -> Iterator[Transport]:
    transport = Transport(ROOT, clock, Pacer(clock, 0, 0), Jar())
    yield transport
    transport.close()


@respx.mock
def test_a_request_looks_like_a_desktop_browsers_and_names_our_own_board(web: Transport) -> None:
    route = respx.get(ROOT + "forum.php").respond(200, text="<html>ok</html>")
    assert web.get("forum.php").text == "<html>ok</html>"
    sent = route.calls.last.request.headers
    agent = sent["user-agent"].lower()
    assert "mozilla" in agent
    assert not any(word in agent for word in ("bot", "spider", "crawl", "mobile", "phone", "http", "python"))
    assert sent["referer"] == ROOT
    assert "cookie" not in sent


@respx.mock
def test_gbk_forms_and_letters_outside_gbk(web: Transport) -> None:
    route = respx.post(ROOT + "post.php").respond(302, headers={"location": "viewthread.php?tid=2#pid9"})
    reply = web.post("post.php", {"message": "投票 喆\nñ€", "a b": "&="}, "gbk")
    assert (reply.status, reply.location) == (302, "viewthread.php?tid=2#pid9")
    body = route.calls.last.request.content
    fields = dict(pair.split(b"=") for pair in body.split(b"&"))
    raw = unquote_to_bytes(fields[b"message"].replace(b"+", b" "))
    assert raw == "投票 喆\r\n&#241;&#8364;".encode("gbk")
    assert fields[b"a+b"] == b"%26%3D"
    assert route.calls.last.request.headers["content-type"] == "application/x-www-form-urlencoded"


def test_emoji_are_left_out_where_the_board_would_spoil_them() -> None:
    text = "胜利😀♥️，𠮷祥👨‍👩‍👧"
    assert for_board(text, "gbk", "x") == "胜利♥，祥"
    assert for_board(text, "utf-8", "7") == "胜利♥，祥"
    assert for_board(text, "utf-8", "x") == text


def test_names_in_addresses() -> None:
    assert in_query("Amélie 白", "gbk") == "Am%A8%A6lie+%B0%D7"
    assert in_query("白", "utf-8") == "%E7%99%BD"
    assert can_hold("Amélie", "gbk")
    assert not can_hold("Zoë", "gbk")
    assert form_body({"x": "é"}, "utf-8") == b"x=%C3%A9"


@respx.mock
def test_redirects_are_followed_on_the_boards_own_host(web: Transport) -> None:
    respx.get(ROOT + "a").respond(301, headers={"location": "b#here"})
    second = respx.get(ROOT + "b").respond(200, text="there")
    assert web.get("a").text == "there"
    assert web.get("a").text == "there"
    assert second.call_count == 2
    assert respx.calls.call_count == 4  # a 301 is asked for again: boards answer so once and then no more


@pytest.mark.parametrize(
    "location",
    [
        "http://elsewhere.test/x",
        "//elsewhere.test/",
        "http://board.test:8080/x",
        "ftp://board.test/x",
        "javascript:x",
    ],
)
@respx.mock
def test_redirects_elsewhere_are_refused(web: Transport, location: str) -> None:
    respx.get(ROOT + "a").respond(302, headers={"location": location})
    with pytest.raises(BoardUnreachable):
        web.get("a")


@respx.mock
def test_a_board_that_has_moved_to_https_is_followed(web: Transport) -> None:
    respx.get(ROOT + "a").respond(301, headers={"location": "https://board.test/bbs/a"})
    respx.get("https://board.test/bbs/a").respond(200, text="safe")
    assert web.get("a").text == "safe"


@respx.mock
def test_endless_redirects_end(web: Transport) -> None:
    respx.get(ROOT + "a").respond(302, headers={"location": "a"})
    with pytest.raises(BoardUnreachable, match="redirects"):
        web.get("a")


@respx.mock
def test_answers_are_bounded_packed_or_not(web: Transport) -> None:
    respx.get(ROOT + "big").respond(200, content=b"x" * 7_000_000)
    respx.get(ROOT + "bomb").respond(
        200, content=gzip.compress(b"0" * 50_000_000), headers={"content-encoding": "gzip"}
    )
    respx.get(ROOT + "odd").respond(200, content=b"?", headers={"content-encoding": "br"})
    for path in ("big", "bomb", "odd"):
        with pytest.raises(BoardUnreachable):
            web.get(path)


@respx.mock
def test_packed_answers_are_unpacked_and_broken_ones_refused(web: Transport) -> None:
    whole = gzip.compress("<html>好</html>".encode())
    respx.get(ROOT + "whole").respond(200, content=whole, headers={"content-encoding": "gzip"})
    respx.get(ROOT + "cut").respond(200, content=whole[:-9], headers={"content-encoding": "gzip"})
    assert web.get("whole").text == "<html>好</html>"
    with pytest.raises(BoardUnreachable):
        web.get("cut")


@respx.mock
def test_no_connection_is_told_from_no_answer(web: Transport) -> None:
    respx.post(ROOT + "never").mock(side_effect=httpx.ConnectError("refused"))
    respx.post(ROOT + "lost").mock(side_effect=httpx.ReadTimeout("slow"))
    with pytest.raises(NotSent):
        web.post("never", {}, "utf-8")
    with pytest.raises(BoardUnreachable) as caught:
        web.post("lost", {}, "utf-8")
    assert not isinstance(caught.value, NotSent)


@respx.mock
def test_cookies_come_and_go_by_the_injected_clock(web: Transport, clock: SteppedClock) -> None:
    route = respx.get(ROOT + "f")
    route.mock(
        side_effect=[
            httpx.Response(
                200, headers=[("set-cookie", "a_auth=x%2Fy; path=/; HttpOnly"), ("set-cookie", "a_sid=1; Max-Age=60")]
            ),
            httpx.Response(200),
            httpx.Response(200, headers=[("set-cookie", "a_auth=deleted; expires=Thu, 01-Jan-1970 00:00:01 GMT; path=/")]),
            httpx.Response(200),
        ]
    )  # fmt: skip
    web.get("f")
    web.get("f")
    assert route.calls.last.request.headers["cookie"] == "a_auth=x%2Fy; a_sid=1"
    clock.sleep(61)
    web.get("f")
    assert route.calls.last.request.headers["cookie"] == "a_auth=x%2Fy"
    web.get("f")
    assert "cookie" not in route.calls.last.request.headers


def test_the_pacer_keeps_a_gap_with_jitter(clock: SteppedClock) -> None:
    pacer = Pacer(clock, 2.0, 1.0, random.Random(3))
    pacer.wait()
    pacer.done()
    clock.sleep(0.5)
    pacer.wait()
    assert 2.0 <= clock.monotonic() <= 3.0
    before = clock.monotonic()
    pacer.done()
    clock.sleep(10)
    pacer.wait()
    assert clock.monotonic() == pytest.approx(before + 10)


def test_addresses_of_boards() -> None:
    assert board_root("https://a.test/bbs/forum.php?mod=viewthread&tid=3") == "https://a.test/bbs/"
    assert board_root("a.test") == "http://a.test/"
    assert board_root("http://u:p@a.test:81/x/archiver/?tid-3.html") == "http://a.test:81/x/"
    for bad in ("ftp://a.test/", "http://", "file:///etc/passwd"):
        with pytest.raises(BadInput):
            board_root(bad)


@pytest.mark.parametrize(
    ("url", "tid", "page", "pid"),
    [
        ("http://a.test/forum.php?mod=viewthread&tid=45&page=3#pid77", 45, 3, 77),
        ("http://a.test/viewthread.php?tid=45&extra=page%3D1", 45, 1, None),
        ("http://a.test/thread-45-6-1.html", 45, 6, None),
        ("http://a.test/redirect.php?goto=findpost&ptid=45&pid=9", 45, 1, 9),
        ("http://a.test/archiver/?tid-45.html", 45, 1, None),
    ],
)
def test_addresses_of_threads(url: str, tid: int, page: int, pid: int | None) -> None:
    got = thread_address(url)
    assert (got.board, got.tid, got.page, got.pid) == ("http://a.test/", tid, page, pid)


def test_an_address_without_a_thread() -> None:
    with pytest.raises(BadInput, match="tid"):
        thread_address("http://a.test/forum.php?mod=viewthread")
