"""Said once, by us, whatever others write and whatever the board answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from parsers.model import Answer, ForumPage, Head, PmMessage, PmPage, Post, ThreadPage, ThreadRow
from service.clock import BoardClock, SteppedClock
from service.errors import BoardUnreachable, Outcome, Refused
from service.forum.api import BoardFacts, Member
from service.outbox import Outbox
from service.saying import Prepared
from service.store import Notice, NoticeState, Store, Tx
from service.store.migrate import upgrade
from service.store.store import sqlite_url
from service.worker import BoardWorker

START = datetime(2026, 3, 3, 21, 30, tzinfo=UTC)
ME, PLAYER, TID, FID = 7, 101, 9, 2
REF = "D1票-7F3A"
DONE = Outcome(kind=Answer.SUCCEEDED)


@dataclass
class Board:
    """A board of one thread, one conversation and a list; `answers` are given instead of doing anything."""

    clock: SteppedClock
    skew: timedelta = timedelta(0)
    uid: int = ME
    name: str = "判官"
    posts: list[Post] = field(default_factory=list)
    mail: list[PmMessage] = field(default_factory=list)
    rows: list[ThreadRow] = field(default_factory=list)
    opening: dict[int, Post] = field(default_factory=dict)
    answers: list[Outcome | Exception] = field(default_factory=list)
    lost: bool = False
    tried: int = 0

    def head(self) -> Head:
        return Head(dialect="x", uid=self.uid, logged_in_as=self.name)

    def ensure_login(self) -> Outcome:
        return DONE

    def write(self, uid: int, text: str) -> None:
        at = self.clock.now() + self.skew
        pid = 1 + max((one.pid or 0 for one in self.posts), default=0)
        self.posts.append(
            Post(pid=pid, floor=pid, author=str(uid), uid=uid, posted_at=at, text=text, precision="minute")
        )

    def _answer(self) -> None:
        self.tried += 1
        if self.answers:
            told = self.answers.pop(0)
            if isinstance(told, Exception):
                raise told
            raise Refused(told)

    def reply(self, fid: int, tid: int, text: str) -> Outcome:
        self._answer()
        self.write(ME, text)
        if self.lost:
            raise BoardUnreachable("the answer got lost")
        return DONE

    def thread(self, tid: int, page: int = 1) -> ThreadPage:
        if tid in self.opening:
            posts: tuple[Post, ...] = (self.opening[tid],)
        else:
            posts = tuple(self.posts)
        return ThreadPage(tid=tid, fid=FID, title="x", page=1, pages=1, closed=False, posts=posts)

    def new_thread(self, fid: int, subject: str, text: str, *, hidden: bool = False) -> Outcome:
        self._answer()
        self.open(ME, subject, text)
        return DONE

    def open(self, uid: int, subject: str, text: str, *, shown: bool = True) -> None:
        tid = 50 + len(self.rows)
        row = ThreadRow(
            tid=tid, title=subject, author="x", uid=uid if shown else None, created=None, replies=0
        )
        self.rows.insert(0, row)
        self.opening[tid] = Post(pid=tid, floor=1, author="x", uid=uid, posted_at=None, text=text)

    def forum(self, fid: int, page: int = 1) -> ForumPage:
        return ForumPage(fid=fid, page=1, pages=1, rows=tuple(self.rows))

    def send_pm(self, to: Member, text: str) -> Outcome:
        self._answer()
        self.say(text, mine=True)
        if self.lost:
            raise BoardUnreachable("the answer got lost")
        return DONE

    def say(self, text: str, *, mine: bool) -> None:
        at = self.clock.now() + self.skew
        self.mail.append(
            PmMessage(pmid=1 + len(self.mail), mine=mine, author=None, uid=PLAYER, at=at, text=text)
        )

    def pm_read(self, uid: int, page: int | None = None) -> PmPage:
        pages = max(1, -(-len(self.mail) // 10))
        number = page or pages
        return PmPage(page=number, pages=pages, messages=tuple(self.mail[(number - 1) * 10 : number * 10]))


@dataclass
class Game:
    """A game whose notices are what they are."""

    troubles: list[str] = field(default_factory=list)
    said_count: int = 0
    broken: str = ""

    def prepare(self, notice: Notice, now: datetime) -> Prepared | None:
        if notice.ref == self.broken:
            raise KeyError("both")
        member = Member(uid=PLAYER, name="苏武") if notice.kind == "pm" else None
        body = f"公示编号 {notice.ref}"
        return Prepared(tid=TID, fid=FID, member=member, subject="【投票帖】", body=body)

    def said(self, tx: Tx, notice: Notice, now: datetime) -> None:
        self.said_count += 1

    def trouble(self, notice: Notice, outcome: Outcome, now: datetime) -> None:
        self.troubles.append(outcome.kind.value)

    def behind(self, instant: datetime) -> bool:
        return True


class Office:
    """An outbox with one notice."""

    def __init__(self, store: Store, clock: SteppedClock, kind: str) -> None:
        self.store, self.clock, self.game, self.board = store, clock, Game(), Board(clock)
        self.box = Outbox(store, clock)
        with store.transaction() as tx:
            tx.add_notice(Notice(game="g", ref=REF, kind=kind, priority=1), clock.now())

    def deliver(self, times: int = 1, wait: float = 60.0) -> None:
        for _ in range(times):
            self.box.deliver(self.board, {"g": self.game})  # type: ignore[arg-type]
            self.clock.sleep(wait)

    def crash_in_post(self) -> None:
        """As if killed when the request was out: the state says `sending`, the board has what it has."""
        with self.store.transaction() as tx:
            notice = tx.notice("g", REF)
            assert notice
            tx.change_notice(
                notice.id, state=NoticeState.SENDING, attempted_at=self.clock.now(), attempts=1, uid=PLAYER
            )

    @property
    def state(self) -> NoticeState:
        with self.store.reading() as tx:
            notice = tx.notice("g", REF)
        assert notice
        return notice.state

    def ours(self) -> int:
        return sum(post.uid == ME and REF in (post.text or "") for post in self.board.posts)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store.open(sqlite_url(tmp_path / "a.sqlite3"))
    upgrade(made)
    yield made
    made.close()


@pytest.fixture
def office(store: Store, request: pytest.FixtureRequest) -> Office:
    return Office(store, SteppedClock(START), getattr(request, "param", "reply"))


def test_a_player_who_imitates_the_mark_does_not_stand_for_us(office: Office) -> None:
    office.crash_in_post()
    office.board.write(PLAYER, f"引用：公示编号 {REF}")
    office.deliver(3)
    assert (office.ours(), office.state) == (1, NoticeState.SENT)


def test_a_page_for_guests_proves_nothing_and_nothing_is_said(office: Office) -> None:
    office.crash_in_post()
    office.board.write(ME, f"公示编号 {REF}")
    office.board.uid = 0
    office.clock.sleep(60)
    with pytest.raises(BoardUnreachable):
        office.deliver()
    office.board.uid = ME
    office.deliver(2)
    assert (office.ours(), office.board.tried, office.state) == (1, 0, NoticeState.SENT)


@pytest.mark.parametrize("skew", [-7, 0, 7])
def test_a_lost_answer_is_looked_for_whatever_the_boards_clock_says(office: Office, skew: int) -> None:
    office.board.skew = timedelta(minutes=skew)
    office.board.lost = True
    office.deliver(4)
    assert (office.ours(), office.board.tried, office.state) == (1, 1, NoticeState.SENT)


def test_what_a_moderator_deletes_after_it_was_said_is_not_said_again(office: Office) -> None:
    office.deliver()
    office.board.posts.clear()
    office.deliver(5, wait=1200)
    assert (office.board.tried, office.state, office.game.said_count) == (1, NoticeState.SENT, 1)


def test_a_renamed_judge_finds_his_own_words(office: Office) -> None:
    office.crash_in_post()
    office.board.write(ME, f"公示编号 {REF}")
    office.board.name = "裁判长"
    office.deliver(2)
    assert (office.board.tried, office.state) == (0, NoticeState.SENT)


@pytest.mark.parametrize("kind", [Answer.THREAD_CLOSED, Answer.THREAD_MISSING])
def test_a_closed_or_missing_thread_is_told_of_and_tried_again(office: Office, kind: Answer) -> None:
    office.board.answers = [Outcome(kind=kind, text="不行")] * 2
    office.deliver(12)
    assert office.game.troubles == [kind.value] * 2
    assert (office.ours(), office.board.tried, office.state) == (1, 3, NoticeState.SENT)


@pytest.mark.parametrize("office", ["pm"], indirect=True)
def test_a_message_is_found_behind_many_later_ones(office: Office) -> None:
    office.board.say(f"公示编号 {REF}", mine=True)
    for number in range(25):
        office.board.say(f"快告诉我 {number} {REF}", mine=False)
    office.crash_in_post()
    office.deliver(3)
    assert (office.board.tried, office.state) == (0, NoticeState.SENT)


@pytest.mark.parametrize("office", ["thread"], indirect=True)
def test_another_ones_thread_with_our_title_and_mark_is_not_ours(office: Office) -> None:
    office.crash_in_post()
    office.board.open(PLAYER, "【投票帖】", f"公示编号 {REF}", shown=False)
    office.deliver(3)
    assert (office.board.tried, office.state) == (1, NoticeState.SENT)
    with office.store.reading() as tx:
        sent = tx.notice("g", REF)
    assert sent
    assert office.board.opening[sent.sent_tid or 0].uid == ME


def test_a_clock_that_goes_back_says_nothing_twice(store: Store) -> None:
    later = Office(store, SteppedClock(START + timedelta(hours=2)), "reply")
    later.board.lost = True
    later.deliver()
    earlier = SteppedClock(START)
    later.clock = later.board.clock = earlier
    later.box = Outbox(store, earlier)
    later.deliver(200)
    assert (later.ours(), later.board.tried, later.state) == (1, 1, NoticeState.SENT)


def test_two_judges_on_one_state_say_it_once(office: Office) -> None:
    other = Outbox(office.store, office.clock)
    speakers = {"g": office.game}

    def meanwhile(where: str) -> None:
        if where == "before marking":
            other.deliver(office.board, speakers)  # type: ignore[arg-type]

    office.box = Outbox(office.store, office.clock, pause=meanwhile)
    office.deliver(3)
    assert (office.ours(), office.board.tried, office.state) == (1, 1, NoticeState.SENT)


def test_a_clock_that_goes_back_is_compared_with_the_boards_again(store: Store) -> None:
    class Site:
        probes = 0

        def probe(self) -> BoardFacts:
            self.probes += 1
            skew = (START - ours.now()).total_seconds()
            return BoardFacts(
                dialect="x", charset="utf-8", title="", zone_minutes=480, skew_seconds=skew, uid=ME, name=""
            )

        def ensure_login(self) -> Outcome:
            return DONE

        def head(self) -> Head:
            return Head(uid=ME)

    class Swings(SteppedClock):
        """A machine's clock that can be put back."""

        back = timedelta(0)

        def now(self) -> datetime:
            return super().now() - self.back

    ours, site = Swings(START), Site()
    clock = BoardClock(ours)
    worker = BoardWorker(
        "b",
        clock=clock,
        outbox=Outbox(store, clock),
        connect=lambda: site,  # type: ignore[arg-type,return-value]
        tables=lambda: (),
        help_came=lambda: False,
    )
    worker.tick()
    worker.tick()
    assert site.probes == 1
    ours.back = timedelta(hours=2)
    worker.tick()
    assert (site.probes, clock.now()) == (2, START)


def test_what_another_began_may_still_be_on_its_way_when_we_take_over(office: Office) -> None:
    """Marked long ago, held up, sent at the last moment before the lead was lost: it shows only a little later."""
    office.crash_in_post()
    office.clock.sleep(3600)
    office.box = Outbox(office.store, office.clock, others=True)
    office.deliver(wait=5)
    assert office.board.tried == 0
    office.board.write(ME, f"公示编号 {REF}")
    office.deliver(4)
    assert (office.ours(), office.board.tried, office.state) == (1, 0, NoticeState.SENT)


def test_a_notice_that_cannot_be_written_stops_no_other(office: Office) -> None:
    """As after an upgrade whose template asks for what the notice of the old version does not have."""
    office.game.broken = "D1-坏-00001"
    with office.store.transaction() as tx:
        bad = Notice(game="g", ref=office.game.broken, kind="reply", priority=0)
        tx.add_notice(bad, office.clock.now())
    office.deliver(3)
    assert office.ours() == 1
    assert office.game.troubles == ["other"]
    office.game.broken = ""
    office.deliver(wait=600)
    office.deliver()
    assert sum("D1-坏-00001" in (post.text or "") for post in office.board.posts) == 1
