"""One game at its board's table: what the worker asks of it, and the order in which it does things."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo

from service.errors import Outcome
from service.forum.api import Forum
from service.game import day, ending, night, setup
from service.game.calendar import Calendar, build_calendar
from service.game.changes import announce_changes
from service.game.check_in import report_check_in
from service.game.context import Ctx, Papers
from service.game.corrections import Corrector
from service.game.course import Due, held, next_step
from service.game.director_mail import handle_director
from service.game.files import GameFiles
from service.game.flags import ConductWatch
from service.game.held import show_held
from service.game.letters import letters, ripe
from service.game.mail import handle
from service.game.notice_rulings import apply_notice_rulings
from service.game.record import Loader, Record, scope
from service.game.rulings import carry_out, pending_ruling, take_back, withdrawn_ruling
from service.game.say import Voice
from service.game.shorten import ConsentWatch
from service.game.side import live_count, remind
from service.game.skipping import skip_phase
from service.game.speaker import GameSpeaker
from service.game.step_words import step_zh
from service.game.substitutes import brief_substitute
from service.game.watch import Watch, read_last
from service.game.zones import FACT, zone_of
from service.logs import logger
from service.mailbox import Mailbox
from service.reading import ThreadReader
from service.saying import Prepared
from service.store import Notice, NoticeState, Store, Tx

FAR_FUTURE = timedelta(days=1)


class GameTable:
    """Implements the worker's `Table` for one game."""

    def __init__(
        self,
        files: GameFiles,
        *,
        store: Store,
        board: str,
        account: str,
        reader: ThreadReader,
        mailbox: Mailbox,
        zone: tzinfo,
        pause: Callable[[str], None] = lambda _where: None,
    ) -> None:
        self.files = files
        self.key = files.key
        self._store = store
        self._board = board
        self._account = account
        self._reader = reader
        self._mailbox = mailbox
        self._zone = zone
        self._settled = False
        self._pause = pause
        self.speaker = GameSpeaker(store, board, zone)
        self._loader = Loader(self.key)
        self._corrector = Corrector()
        self._watch = Watch()
        self._conduct = ConductWatch()
        self._consent = ConsentWatch()
        self._log = logger("game").bind(game=self.key)

    # What the outbox asks.

    def prepare(self, notice: Notice, now: datetime) -> Prepared | None:
        """The final form of a notice; None while it must wait."""
        paused = held([r for r in self.files.rulings if r.kind in {"pause", "resume"}], now)
        if paused and not notice.data.get("director"):  # a paused game still talks with its director
            return None
        return self.speaker.prepare(self.files.game, self.files.rulings, notice, now)

    def said(self, tx: Tx, notice: Notice, now: datetime) -> None:
        """A notice stands on the board."""
        self.speaker.said(tx, self.files.game, self.files.rulings, notice, now)

    def trouble(self, notice: Notice, outcome: Outcome, now: datetime) -> None:
        """A notice was refused."""
        with self._store.transaction() as tx:
            record = self._loader.load(tx)
            voice = self._voice(tx, record, now)
            self.speaker.trouble(self.files.game, self.files.rulings, voice, notice, outcome)

    # What the worker asks.

    def refresh(self, now: datetime) -> None:
        """Take over changed files; what is wrong with them goes to the director once."""
        problems = self.files.refresh(now)
        if problems:
            with self._store.transaction() as tx:
                voice = self._voice(tx, self._loader.load(tx), now)
                for problem in problems:
                    voice.alert(
                        f"file {problem}",
                        "文件有误，仍按上次正确的内容执行",
                        str(problem),
                        todo="改好后判官会自动重读",
                    )

    def stumbled(self, error: Exception, now: datetime) -> None:
        """Tell the director once for each kind of fault and step that the game stands still, and keep it for the log."""
        with self._store.transaction() as tx:
            record = self._loader.load(tx)
            due = next_step(record, self._calendar(record, now), self.files.rulings, now)
            where = step_zh(due.step) if due is not None else "等待导演"
            self._voice(tx, record, now).alert(
                f"stumbled {type(error).__name__} {due.step if due is not None else ''}",
                "判官自己出错，这一局停在原处",
                f"停在“{where}”：{type(error).__name__}。判官会不断重试，帖子与私信都没有丢",
                todo="看日志里的 a game's turn failed 并报告；要紧时按规则手动主持这一步",
            )

    def board_trouble(self, outcome: Outcome, now: datetime) -> None:
        """Keep it for the status; a board that is down cannot carry a message to the director."""
        with self._store.transaction() as tx:
            tx.keep_fact(scope(self.key), "board_trouble", f"{outcome.kind.value}: {outcome.text}", now)

    def next_wake(self, now: datetime) -> datetime:
        """The next step's instant, or the next look."""
        with self._store.reading() as tx:
            record = self._loader.load(tx)
        calendar = self._calendar(record, now)
        due = next_step(record, calendar, self.files.rulings, now)
        if due is None:
            over = record.done("end") and not self._awaits_word()
            return now + (FAR_FUTURE if over else timedelta(minutes=2))
        look = self._watch.next_look(now, due.at)
        wake = look if due.at is None or due.at <= now else min(due.at, look)
        ahead = [r.at for r in self.files.rulings if r.at is not None and r.at > now]
        return min([wake, *ahead])

    def calls(self, now: datetime) -> bool:
        """Is a step due?"""
        with self._store.reading() as tx:
            record = self._loader.load(tx)
        due = next_step(record, self._calendar(record, now), self.files.rulings, now)
        return due is not None and due.fell(now)

    def behind(self, instant: datetime) -> bool:
        """Was a step that fell due before `instant` not taken yet, or may that be (a game that is held)?"""
        with self._store.reading() as tx:
            record = self._loader.load(tx)
        if record.done("end"):
            return False
        due = next_step(record, self._calendar(record, instant), self.files.rulings, instant)
        return due is None or due.at is None or due.at <= instant

    def work(self, forum: Forum, now: datetime) -> bool:
        """Look, then take at most one thing that is due; True if something was done."""
        self._learn_zone(forum, now)
        ctx = self._ctx(forum, now)
        due = next_step(ctx.record, ctx.calendar, ctx.rulings, now)
        if ctx.record.done("end") and not ctx.rulings and not self._awaits_word():
            return False
        if due is not None and due.step == "setup":
            setup.set_up(ctx)
            return True
        self._watch.messages(ctx, due)
        self._watch.missing_threads(ctx, due)
        ctx = self._ctx(forum, now)
        self._watch.threads(ctx, due)
        due = next_step(ctx.record, ctx.calendar, ctx.rulings, now)
        return self._act(ctx, due)

    def _awaits_word(self) -> bool:
        """Does the director still have to let something be said, such as the reveal of a game that is over?"""
        if self.files.game.publish != "approve":
            return False
        with self._store.reading() as tx:
            held_ones = tx.notices(self.key, [NoticeState.HELD])
        return any(notice.kind in {"reply", "thread"} for notice in held_ones)

    def _act(self, ctx: Ctx, due: Due | None) -> bool:
        if handle_director(ctx):
            self.refresh(ctx.now)
            return True
        limit = (
            due.at if due is not None and due.at is not None and due.fell(ctx.now) else ctx.now + FAR_FUTURE
        )
        if skip_phase(ctx, due):
            return True
        ruling = pending_ruling(ctx, limit)
        if ruling is not None:
            carry_out(ctx, ruling)
            return True
        taken = withdrawn_ruling(ctx)
        if taken is not None:
            take_back(ctx, taken)
            return True
        if brief_substitute(ctx) or apply_notice_rulings(ctx) or self._corrector.correct(ctx):
            return True
        with self._store.reading() as tx:
            waiting = [letter for letter in letters(ctx, tx) if ripe(letter, due, ctx)]
        if waiting:
            handle(ctx, waiting[0])
            return True
        if self._conduct.look(ctx, due):
            return True
        if due is not None and due.fell(ctx.now):
            return self._step(ctx, due)
        if announce_changes(ctx, due) or self._consent.look(ctx) or show_held(ctx, self._text_of(ctx)):
            return True
        if report_check_in(ctx, due):
            return True
        remind(ctx, due)
        live_count(ctx, due)
        return False

    def _text_of(self, ctx: Ctx) -> Callable[[Notice], str]:
        return lambda notice: self.speaker.text(ctx.game, ctx.rulings, notice, ctx.now)

    def _step(self, ctx: Ctx, due: Due) -> bool:
        """Take the step that is due. Before a window closes, what its actors sent is read once more."""
        if read_last(ctx, due):
            fresh = self._ctx(ctx.forum, ctx.now)
            with self._store.reading() as tx:
                if any(ripe(letter, due, fresh) for letter in letters(fresh, tx)):
                    return True  # what came in is handled first
            ctx = fresh
        self._pause(f"before {due.step}")
        self._log.info("step", step=due.step, due=str(due.at))
        kind = due.step.rsplit(".", 1)[-1]
        if due.step == "end":
            ending.end(ctx, due)
        elif due.step == "night0.open":
            night.open_night0(ctx, due)
        elif due.step == "night0.close":
            night.close_night0(ctx, due)
        elif due.step.startswith("day"):
            if kind == "open":
                day.open_day(ctx, due)
            elif kind == "close":
                return day.close_day(ctx, due)
            else:
                day.count_result(ctx, due)
        elif kind == "open":
            night.open_window(ctx, due)
        elif kind == "close":
            night.close_window(ctx, due)
        else:
            night.settle_night(ctx, due)
        self._pause(f"after {due.step}")
        return True

    def papers(self, now: datetime) -> Papers:
        """The game as it stands, for whoever only looks."""
        with self._store.reading() as tx:
            record = self._loader.load(tx)
        return Papers(
            game=self.files.game,
            rulings=self.files.rulings,
            record=record,
            calendar=self._calendar(record, now),
            store=self._store,
            board=self._board,
            account=self._account,
            zone=self._zone,
            now=now,
        )

    # Building what a step works with.

    def _learn_zone(self, forum: Forum, now: datetime) -> None:
        """Before a game is set up its clock times are moved to the zone that the board's pages tell; then never."""
        minutes = forum.head().zone_minutes
        if self._settled or not forum.head().uid or minutes is None:
            return
        with self._store.transaction() as tx:
            record = self._loader.load(tx)
            self._settled = record.done("setup")
            zone = zone_of(minutes)
            if self._settled or zone == self._zone:
                return
            tx.keep_fact(scope(self.key), FACT, minutes, now)
            self._zone = self.speaker.zone = zone
        self.files.move_to(zone, now)

    def _calendar(self, record: Record, now: datetime) -> Calendar:
        return build_calendar(self.files.game, self.files.rulings, record.facts, self._zone, now)

    def _ctx(self, forum: Forum, now: datetime) -> Ctx:
        self.speaker.thread_url = forum.thread_url  # type: ignore[method-assign]
        self.speaker.charset = forum.head().charset or self.speaker.charset
        head = forum.head()
        with self._store.reading() as tx:
            record = self._loader.load(tx)
        learned: dict[str, object] = {}
        if head.uid and record.facts.get("uid.judge") != head.uid:
            learned["uid.judge"] = head.uid
        if head.moderator and not record.facts.get("moderator"):
            learned["moderator"] = True
        if record.facts.get("board_trouble"):
            learned["board_trouble"] = None
        if head.dialect is not None and record.facts.get("dialect") != head.dialect:
            learned["dialect"] = head.dialect
        if learned:
            with self._store.transaction() as tx:
                for name, value in learned.items():
                    tx.keep_fact(scope(self.key), name, value, now)
                record = self._loader.load(tx)
        return Ctx(
            game=self.files.game,
            rulings=self.files.rulings,
            record=record,
            calendar=self._calendar(record, now),
            store=self._store,
            forum=forum,
            reader=self._reader,
            mailbox=self._mailbox,
            board=self._board,
            account=self._account,
            zone=self._zone,
            now=now,
        )

    def _voice(self, tx: Tx, record: Record, now: datetime) -> Voice:
        return Voice(
            tx=tx, game=self.files.game, mark_base=str(record.secret.get("commitment", self.key)), now=now
        )
