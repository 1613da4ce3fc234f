"""One game at its board's table: what the worker asks of it, and the order in which it does things."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta, tzinfo

from engine.queries import owes_successor
from service.errors import Outcome, Refused
from service.forum.api import Forum
from service.game import day, ending, night, setup
from service.game.calendar import Calendar, build_calendar
from service.game.check_in import report_check_in
from service.game.context import Ctx, Papers
from service.game.corrections import Corrector
from service.game.course import Due, held, next_step
from service.game.director_mail import handle_director
from service.game.files import GameFiles
from service.game.flags import ConductWatch
from service.game.held import show_held
from service.game.mail import handle, letters, ripe
from service.game.notice_rulings import apply_notice_rulings
from service.game.players import tenures
from service.game.record import Loader, Record, scope
from service.game.rulings import carry_out, pending_ruling, take_back, withdrawn_ruling
from service.game.say import Voice
from service.game.shorten import ConsentWatch
from service.game.side import live_count, remind
from service.game.speaker import GameSpeaker
from service.game.threads import find_threads
from service.logs import logger
from service.mailbox import Mailbox
from service.notices.render import chinese_number
from service.outbox import Prepared
from service.reading import ThreadReader
from service.store import Notice, Store, Tx

NEAR, NOT_FAR = timedelta(minutes=15), timedelta(hours=2)
WHOLE_AGAIN = timedelta(hours=1)
FIND_EVERY = timedelta(minutes=10)
FAR_FUTURE = timedelta(days=1)


def pace(now: datetime, due: datetime | None) -> timedelta:
    """How long to wait between looks: often near a deadline, seldom far from it."""
    if due is None:
        return timedelta(minutes=2)
    distance = due - now
    if distance <= NEAR:
        return timedelta(minutes=1)
    return timedelta(minutes=5) if distance <= NOT_FAR else timedelta(minutes=20)


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
        self._pause = pause
        self.speaker = GameSpeaker(store, board, zone)
        self._loader = Loader(self.key)
        self._corrector = Corrector()
        self._looked: dict[str, datetime] = {}
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
            self.speaker.trouble(self.files.game, voice, notice, outcome)

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

    def board_trouble(self, outcome: Outcome, now: datetime) -> None:
        """Keep it for the status; a board that is down cannot carry a message to the director."""
        with self._store.transaction() as tx:
            tx.keep_fact(scope(self.key), "board_trouble", f"{outcome.kind.value}: {outcome.text}", now)

    def next_wake(self, now: datetime) -> datetime:
        """The next step's instant, or the next look."""
        with self._store.reading() as tx:
            record = self._loader.load(tx)
        calendar = self._calendar(record)
        due = next_step(record, calendar, self.files.rulings, now)
        if due is None:
            return now + (FAR_FUTURE if record.done("end") else timedelta(minutes=2))
        look = now + pace(now, due.at)
        wake = look if due.at is None or due.at <= now else min(due.at, look)
        ahead = [r.at for r in self.files.rulings if r.at is not None and r.at > now]
        return min([wake, *ahead])

    def work(self, forum: Forum, now: datetime) -> bool:
        """Look, then take at most one thing that is due; True if something was done."""
        ctx = self._ctx(forum, now)
        due = next_step(ctx.record, ctx.calendar, ctx.rulings, now)
        if ctx.record.done("end") and not ctx.rulings:
            return False
        if due is not None and due.step == "setup":
            setup.set_up(ctx)
            return True
        self._look(ctx, due)
        ctx = self._ctx(forum, now)
        due = next_step(ctx.record, ctx.calendar, ctx.rulings, now)
        return self._act(ctx, due)

    def _act(self, ctx: Ctx, due: Due | None) -> bool:
        if handle_director(ctx):
            self.refresh(ctx.now)
            return True
        limit = (
            due.at if due is not None and due.at is not None and due.fell(ctx.now) else ctx.now + FAR_FUTURE
        )
        ruling = pending_ruling(ctx, limit)
        if ruling is not None:
            carry_out(ctx, ruling)
            return True
        taken = withdrawn_ruling(ctx)
        if taken is not None:
            take_back(ctx, taken)
            return True
        if apply_notice_rulings(ctx) or self._corrector.correct(ctx):
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
        if self._consent.look(ctx) or show_held(ctx, self._text_of(ctx)):
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
        if self._read_last(ctx, due):
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

    def _read_last(self, ctx: Ctx, due: Due) -> bool:
        """Read the messages of those whose word this step needs; True if anything was read."""
        state = ctx.record.state
        if state is None:
            return False
        names: tuple[str, ...] = ()
        if due.step == "night0.close":
            names = night.actors(state, 0, None)
        elif due.window is not None and due.step.endswith(".close"):
            names = night.actors(state, due.day, due.window)
        elif due.step.endswith(".result"):
            asked = ctx.record.data(f"day{due.day}.close").get("ask")
            names = (asked,) if asked else ()
        elif due.step.endswith(".open") and due.step.startswith("day"):
            owing = owes_successor(state)
            names = (owing,) if owing else ()
        elif due.step.startswith("day") and due.step.endswith(".close"):
            names = day.idiots(state)
        accounts = [one.account for name in names for one in tenures(ctx.rulings, name, ctx.now)]
        uids = [uid for uid in map(ctx.uid, accounts) if uid is not None]
        if uids and "pm" in ctx.game.orders:
            self._mailbox.read(ctx.forum, uids)
        if "hollow" in ctx.game.orders:
            for character in ctx.game.characters:
                if character.name in names and character.hollow is not None:
                    self._poll(ctx, character.hollow)
        return bool(names)

    # Looking.

    def _look(self, ctx: Ctx, due: Due | None) -> None:
        """Read what may be new, each thing at its own pace."""
        every = pace(ctx.now, due.at if due is not None else None)
        if self._time_for("mail", ctx.now, every):
            self._mailbox.check(ctx.forum)
            setup.pin_members(ctx, again=self._time_for("members", ctx.now, timedelta(hours=6)))
        n = due.day if due is not None else 0
        watched = [(m, w) for m in {n, n - 1} if m >= 1 for w in ("discussion", "vote")]
        self._find_missing(ctx, watched)
        current = self._ctx(ctx.forum, ctx.now)
        for m, which in watched:
            tid = current.thread(m, which)
            if tid is None or (m < n and not self._time_for(f"old.{tid}", ctx.now, WHOLE_AGAIN)):
                continue
            if self._time_for(f"thread.{tid}", ctx.now, every):
                again = self._time_for(f"again.{tid}", ctx.now, WHOLE_AGAIN)
                self._poll(ctx, tid, again=again)
        if "hollow" in ctx.game.orders and self._time_for("hollows", ctx.now, every):
            for character in ctx.game.characters:
                if character.hollow is not None:
                    self._poll(ctx, character.hollow)

    def _poll(self, ctx: Ctx, tid: int, *, again: bool = False) -> None:
        try:
            if again:
                self._reader.recent(ctx.forum, tid)
            else:
                self._reader.poll(ctx.forum, tid)
        except Refused as refused:
            if refused.outcome.kind not in day.UNREADABLE:
                raise
            with self._store.transaction() as tx:
                self._voice(tx, ctx.record, ctx.now).alert(
                    f"thread {tid} {refused.outcome.kind.value}",
                    "帖子读不到",
                    f"tid={tid}：{refused.outcome.text}",
                    todo="恢复帖子或权限，或用 thread 裁定另指一帖",
                )

    def _find_missing(self, ctx: Ctx, watched: Sequence[tuple[int, str]]) -> None:
        """Look in the board's list for threads that are not known yet (`game-files.md`)."""
        ahead = [(n, which) for n, which in watched] + [
            (watched[0][0] + 1, w) for w in ("discussion", "vote") if watched
        ]
        missing = [(n, w) for n, w in ahead if n <= 4 and ctx.thread(n, w) is None]
        soon = [(n, w) for n, w in missing if ctx.now >= ctx.calendar.open(n) - timedelta(hours=6)]
        if ctx.game.threads.open or not soon or not self._time_for("find", ctx.now, FIND_EVERY):
            return
        authors = {ctx.uid(ctx.game.director.name), ctx.record.facts.get("uid.judge")}
        found = find_threads(ctx.forum, ctx.game, soon, frozenset(u for u in authors if u is not None))
        with self._store.transaction() as tx:
            for (n, which), tid in found.items():
                ctx.fact(tx, f"thread.{n}.{which}", tid)
            for n, which in soon:
                if (n, which) not in found and ctx.now >= ctx.calendar.open(n) - timedelta(hours=1):
                    word = "投票帖" if which == "vote" else "讨论帖"
                    ctx.voice(tx).alert(
                        f"thread unknown {n} {which}",
                        f"第{chinese_number(n)}天{word}未找到",
                        f"版块里没有导演或判官发的“{word}”",
                        todo=f'开帖，或写 thread 裁定（day = {n}，which = "{which}"，url = …）',
                        day=n,
                    )

    def _time_for(self, what: str, now: datetime, every: timedelta) -> bool:
        last = self._looked.get(what)
        if last is not None and now - last < every and now >= last:
            return False
        self._looked[what] = now
        return True

    def papers(self, now: datetime) -> Papers:
        """The game as it stands, for whoever only looks."""
        with self._store.reading() as tx:
            record = self._loader.load(tx)
        return Papers(
            game=self.files.game,
            rulings=self.files.rulings,
            record=record,
            calendar=self._calendar(record),
            store=self._store,
            board=self._board,
            account=self._account,
            zone=self._zone,
            now=now,
        )

    # Building what a step works with.

    def _calendar(self, record: Record) -> Calendar:
        return build_calendar(self.files.game, self.files.rulings, record.facts, self._zone)

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
            calendar=self._calendar(record),
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
