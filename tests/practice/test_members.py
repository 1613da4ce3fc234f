"""Scripted members, over HTTP and on the memory; snapshots."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from practice import snapshot
from practice.board import Board, Charset, DialectName
from practice.members import Deeds, Member, Puppet, Unwelcome
from practice.server import RunningBoard
from tests.practice.surfing import Clock

BOARDS: list[tuple[DialectName, Charset]] = [
    ("x", "utf-8"),
    ("x", "gbk"),
    ("7.2", "gbk"),
    ("7.2", "utf-8"),
    ("7.0", "utf-8"),
]


def peopled(dialect: DialectName, charset: Charset, clock: Clock) -> tuple[Board, int, int, int]:
    board = Board(dialect=dialect, charset=charset, now=clock)
    judge, qing = board.add_member("裁判长", "open-sesame"), board.add_member("阿青", "open-sesame")
    fid = board.add_forum("桌游区")
    board.set_moderator(fid, judge)
    tid = board.open_thread(fid, judge, "第一天", "请投票", at=clock.now - timedelta(hours=1))
    return board, judge, qing, tid


@pytest.mark.parametrize(("dialect", "charset"), BOARDS)
@pytest.mark.parametrize("over_http", [True, False])
def test_members_do_the_same_either_way(
    dialect: DialectName,
    charset: Charset,
    *,
    over_http: bool,
    clock: Clock,
    served: Callable[[Board], RunningBoard],
) -> None:
    board, judge, qing, tid = peopled(dialect, charset, clock)
    player: Deeds = Member.of(served(board).url, board, qing) if over_http else Puppet(board, qing)
    first = player.reply(tid, "投票给裁判长，😀")
    clock.forward(minutes=2)
    second = player.reply(tid, "说错了，请忽略")
    clock.forward(minutes=2)
    player.edit(first, "改投给阿青自己")
    player.delete(second)
    player.pm("裁判长", "今晚我守护三号")
    assert [(p.pid, p.uid) for p in board.posts(tid)][1:] == [(first, qing)]
    assert board.posts(tid)[1].text == ("[i=s] 本帖最后由 阿青 于 2026-3-2 09:34 编辑 [/i]\n\n改投给阿青自己")
    assert [(m.sender, m.text) for m in board.messages(judge)] == [(qing, "今晚我守护三号")]


@pytest.mark.parametrize(("dialect", "charset"), BOARDS)
def test_a_refusal_tells_the_boards_words(
    dialect: DialectName, charset: Charset, clock: Clock, served: Callable[[Board], RunningBoard]
) -> None:
    board, _, qing, tid = peopled(dialect, charset, clock)
    url = served(board).url
    player = Member.of(url, board, qing)
    board.close(tid)
    with pytest.raises(Unwelcome, match="本主题已关闭"):
        player.reply(tid, "我还想说一句话")
    with pytest.raises(Unwelcome, match="could not log in"):
        Member(url, "阿青", "wrong", dialect=dialect, charset=charset)


def test_members_open_threads_with_private_replies(
    clock: Clock, served: Callable[[Board], RunningBoard]
) -> None:
    board, _, qing, _ = peopled("x", "utf-8", clock)
    tid = Member.of(served(board).url, board, qing).open_thread(2, "树洞", "悄悄告诉我吧", hidden=True)
    assert board.state.threads[tid].hidden_replies


def test_a_puppet_may_act_at_any_time(clock: Clock) -> None:
    board, _, qing, tid = peopled("x", "utf-8", clock)
    puppet = Puppet(board, qing)
    later = puppet.reply(tid, "后说的", clock.now - timedelta(minutes=1))
    earlier = puppet.reply(tid, "先说的", clock.now - timedelta(minutes=5))
    assert [p.pid for p in board.posts(tid)][1:] == [earlier, later]


def test_a_snapshot_brings_everything_back_and_keeps_logins(
    clock: Clock, served: Callable[[Board], RunningBoard], tmp_path: Path
) -> None:
    board, judge, qing, tid = peopled("x", "utf-8", clock)
    board.state.forums[2].types[1] = "投票帖"
    running = served(board)
    player = Member.of(running.url, board, qing)
    pid = player.reply(tid, "投票给裁判长")
    board.pm(judge, qing, "你是村民")
    snapshot.save(board, tmp_path / "board.json")
    again = Board(dialect="x", now=clock)
    snapshot.load(again, tmp_path / "board.json")
    assert again.posts(tid) == board.posts(tid)
    assert again.messages(qing) == board.messages(qing)
    assert again.state.forums == board.state.forums
    assert again.state.threads == board.state.threads
    assert again.state.members == board.state.members
    clock.forward(seconds=15)
    player._url = served(again).url  # the same cookies, another port
    assert player.reply(tid, "还是同一个会话") == pid + 1
    assert len(board.posts(tid)) == 2
