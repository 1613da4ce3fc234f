"""The product's readers get back from practice pages what the board holds, in every dialect and charset."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta

import pytest

from parsers.model import Answer, Page
from parsers.page import read_page
from practice.board import Board, Charset, DialectName
from practice.server import RunningBoard
from tests.practice.surfing import Clock, Surfer

BOARDS: list[tuple[DialectName, Charset]] = [
    ("x", "utf-8"),
    ("x", "gbk"),
    ("7.2", "gbk"),
    ("7.2", "utf-8"),
    ("7.0", "utf-8"),
]


@dataclass
class Shelf:
    """A board with a thread, and its judge's browser."""

    board: Board
    clock: Clock
    judge: int
    qing: int
    zoe: int
    fid: int
    tid: int
    surfer: Surfer

    @property
    def x(self) -> bool:
        return self.board.dialect_name == "x"

    def read(self, x_path: str, seven_path: str) -> Page:
        path = x_path if self.x else seven_path
        text = self.surfer.get(path)
        while self.surfer.status == 302 and "viewthread" in self.surfer.location:
            text = self.surfer.get(path)
        return read_page(text, charset=self.board.charset, url=path, status=self.surfer.status)

    def thread(self, page: int = 1, tail: str = "") -> Page:
        query = f"tid={self.tid}&page={page}{tail}"
        return self.read(f"forum.php?mod=viewthread&{query}", f"viewthread.php?{query}")

    def log_in(self, name: str) -> None:
        path = "member.php?mod=logging&" if self.x else "logging.php?"
        self.surfer.post(
            f"{path}action=login&loginsubmit=yes",
            with_hash=False,
            username=name,
            password="open-sesame",
            cookietime="2592000",
        )


@pytest.fixture(params=BOARDS, ids=str)
def shelf(
    request: pytest.FixtureRequest, clock: Clock, served: Callable[[Board], RunningBoard]
) -> Iterator[Shelf]:
    dialect, charset = request.param
    board = Board(dialect=dialect, charset=charset, now=clock)
    judge, qing, zoe = (board.add_member(name, "open-sesame") for name in ("裁判长", "阿青", "Amélie"))
    fid = board.add_forum("桌游区")
    board.set_moderator(fid, judge)
    tid = board.open_thread(fid, judge, "第一天 <投票>", "请投票", at=clock.now - timedelta(days=9))
    surfer = Surfer(served(board).url, charset)
    yield Shelf(board, clock, judge, qing, zoe, fid, tid, surfer)
    surfer.http.close()


def test_every_post_comes_back(shelf: Shelf) -> None:
    board, now = shelf.board, shelf.clock.now
    texts = [
        "投票：阿青",
        "两行\n\n之间有空行",
        "  行首两个空格，中间  也有",
        "全角　空格和 & < > \" ' 都要原样",
        "[b]粗[/b]体和[color=red]红[/color]色",
        "[table][tr][td]甲[/td][td]3[/td][/tr][tr][td]乙[/td][td]2[/td][/tr][/table]",
        "繁體的「狼人」與é",
        "像标签的 [b] 没有收尾",
    ]
    shown = {
        "[b]粗[/b]体和[color=red]红[/color]色": "粗体和红色",
        texts[5]: "甲\t3\n乙\t2",
        texts[7]: "像标签的  没有收尾",
    }
    ages = [
        timedelta(days=8),
        timedelta(days=3),
        timedelta(days=1),
        timedelta(hours=8),
        timedelta(minutes=40),
        timedelta(minutes=9),
        timedelta(seconds=40),
        timedelta(0),
    ]
    for number, (text, age) in enumerate(zip(texts, ages, strict=True)):
        board.post(shelf.tid, (shelf.qing, shelf.zoe)[number % 2], text, at=now - age)
    for _ in range(8):
        board.post(shelf.tid, shelf.qing, "凑够一页")
    seen = []
    for page in (1, 2):
        read = shelf.thread(page)
        assert read.kind == "thread"
        assert read.complaints == ()
        assert read.thread is not None
        assert (read.thread.page, read.thread.pages) == (page, 2)
        assert (read.thread.tid, read.thread.fid) == (shelf.tid, shelf.fid)
        assert read.thread.title == "第一天 <投票>"
        assert not read.thread.closed
        seen += read.thread.posts
    held = board.posts(shelf.tid)
    assert [p.pid for p in seen] == [p.pid for p in held]
    assert [p.floor for p in seen] == list(range(1, len(held) + 1))
    assert [(p.author, p.uid) for p in seen] == [(p.author, p.uid) for p in held]
    assert [p.text for p in seen] == [shown.get(p.text, p.text) for p in held]
    for post, original in zip(seen, held, strict=True):
        assert post.posted_at == (original.at if shelf.x else original.at.replace(second=0))
        assert post.precision == ("second" if shelf.x else "minute")


def test_head(shelf: Shelf) -> None:
    guest = shelf.thread().head
    assert (guest.uid, guest.logged_in_as, guest.moderator) == (0, None, False)
    shelf.log_in("裁判长")
    head = shelf.thread().head
    assert head.dialect == ("x" if shelf.x else "7")
    assert (head.uid, head.logged_in_as, head.moderator) == (shelf.judge, "裁判长", True)
    assert head.formhash == shelf.surfer.formhash
    assert head.board_now == shelf.clock.now
    assert head.zone_minutes == 480


def test_quotes_edits_and_states(shelf: Shelf) -> None:
    board, clock = shelf.board, shelf.clock
    source = board.post(shelf.tid, shelf.zoe, "我认为三号是狼")
    shelf.log_in("阿青")
    reply = "forum.php?mod=post&action=reply" if shelf.x else "post.php?action=reply"
    form = shelf.surfer.get(f"{reply}&fid={shelf.fid}&tid={shelf.tid}&repquote={source}")
    if shelf.x:
        block = form.split('name="noticetrimstr" value="')[1].split('"')[0]
        fields = {"message": "投票给三号吧", "noticetrimstr": block.replace("&amp;", "&")}
    else:
        text = form.split("<textarea")[1].split(">", 1)[1].split("</textarea>")[0]
        fields = {"message": text.replace("&amp;", "&") + "投票给三号吧"}
    shelf.surfer.post(f"{reply}&fid={shelf.fid}&tid={shelf.tid}&replysubmit=yes", subject="", **fields)
    edited = board.post(shelf.tid, shelf.zoe, "投票给一号")
    blocked = board.post(shelf.tid, shelf.zoe, "被屏蔽的话")
    board.block(blocked)
    clock.forward(minutes=5)
    board.edit(edited, "投票给二号")
    read = shelf.thread().thread
    assert read is not None
    _, _, quoting, changed, hidden = read.posts
    assert (quoting.text or "").strip() == "投票给三号吧"
    assert [(q.author, q.text, q.pid) for q in quoting.quotes] == [("Amélie", "我认为三号是狼", source)]
    assert (changed.text, changed.edited_by, changed.edited_at) == ("投票给二号", "Amélie", clock.now)
    assert (hidden.state, hidden.text) == ("blocked", None)


def test_private_replies(shelf: Shelf) -> None:
    board = shelf.board
    board.state.threads[shelf.tid].hidden_replies = True
    board.post(shelf.tid, shelf.zoe, "我的秘密")
    outside = shelf.thread().thread
    assert outside is not None
    assert (outside.posts[1].state, outside.posts[1].text) == ("hidden", None)
    shelf.log_in("裁判长")
    inside = shelf.thread().thread
    assert inside is not None
    assert (inside.posts[1].state, inside.posts[1].text, inside.posts[1].private) == (
        "visible",
        "我的秘密",
        shelf.x,
    )


def test_closed_deleted_and_reversed(shelf: Shelf) -> None:
    board = shelf.board
    made = [board.post(shelf.tid, shelf.qing, f"第 {number} 句") for number in range(14)]
    board.delete(made[3])
    board.close(shelf.tid)
    first, second = shelf.thread(1).thread, shelf.thread(2).thread
    assert first is not None
    assert second is not None
    assert first.closed
    kept = [post.pid for post in board.posts(shelf.tid)]
    assert [(p.floor, p.pid) for p in first.posts + second.posts] == list(enumerate(kept, 1))
    if board.dialect_name != "7.0":
        backwards = shelf.thread(tail="&ordertype=1").thread
        assert backwards is not None
        assert backwards.reverse
        assert backwards.posts[1].pid == made[-1]


def test_lists_and_messages(shelf: Shelf) -> None:
    shelf.log_in("裁判长")
    listing = shelf.read(f"forum.php?mod=forumdisplay&fid={shelf.fid}", f"forumdisplay.php?fid={shelf.fid}")
    assert listing.forum is not None
    row = listing.forum.rows[0]
    assert (row.tid, row.title, row.author, row.uid, row.replies) == (
        shelf.tid,
        "第一天 <投票>",
        "裁判长",
        shelf.judge,
        0,
    )
    missing = shelf.read("forum.php?mod=viewthread&tid=999", "viewthread.php?tid=999")
    assert missing.message is not None
    assert missing.message.kind is Answer.THREAD_MISSING


def test_private_messages(shelf: Shelf) -> None:
    shelf.board.pm(shelf.qing, shelf.judge, "今晚我守护三号\n谢谢")
    shelf.log_in("裁判长")
    listing = shelf.read("home.php?mod=space&do=pm", "pm.php")
    assert listing.pm is not None
    assert [(c.uid, c.name, c.unread) for c in listing.pm.conversations] == [(shelf.qing, "阿青", True)]
    talk = shelf.read(
        f"home.php?mod=space&do=pm&subop=view&touid={shelf.qing}",
        f"pm.php?uid={shelf.qing}&filter=privatepm&daterange=5",
    )
    assert talk.pm is not None
    (message,) = talk.pm.messages
    assert (message.mine, message.text, message.at) == (False, "今晚我守护三号\n谢谢", shelf.clock.now)
