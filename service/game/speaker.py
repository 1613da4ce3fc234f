"""How a game's notices become final when they are about to be said, and what follows when they have been."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, tzinfo
from typing import Any

from engine.state import Window
from engine.timetable import Span
from parsers.model import Answer
from service.errors import BadInput, Outcome
from service.files.gamemodel import GameFile
from service.files.overrides import Override
from service.forum.api import Member
from service.game.calendar import WINDOW_NAMES, build_calendar, printed_fact
from service.game.parts import comes_next, cut_smaller, part_of
from service.game.players import playing
from service.game.record import load, scope
from service.game.say import Voice, iso
from service.game.threads import fact_name, thread_of
from service.notices import Renderer
from service.saying import UNWRITTEN, Prepared
from service.store import Notice, NoticeState, Store, Tx

ASKING = frozenset(
    {
        "pm_identity", "pm_night0_cupid", "pm_night0_white_wolf", "pm_guard", "pm_pipe", "pm_foresee", "pm_kill",
        "pm_bite", "pm_witch", "pm_last_shot", "pm_play_fool", "pm_succession", "pm_unclear", "pm_substitute",
    }
)  # fmt: skip
"""Messages to a character that want an answer."""


class GameSpeaker:
    """Renders, addresses and follows up the notices of one game."""

    def __init__(self, store: Store, board: str, zone: tzinfo, charset: str = "utf-8") -> None:
        self._store = store
        self._board = board
        self.zone = zone
        self.charset = charset
        self._faults: list[str] = []

    def prepare(
        self, game: GameFile, rulings: Sequence[Override], notice: Notice, now: datetime
    ) -> Prepared | None:
        """The notice as it will be said now; None: it must wait (or is of no use any more)."""
        self._faults = []
        prepared = self._prepare(game, rulings, notice, now)
        self._tell_faults(game, now)
        return prepared

    def _prepare(
        self, game: GameFile, rulings: Sequence[Override], notice: Notice, now: datetime
    ) -> Prepared | None:
        if self._too_late(notice, now) or self._speaks_of_what_is_held(notice) or self._overtaken(notice):
            return None
        with self._store.reading() as tx:
            facts = tx.facts(scope(game.key))
        if notice.kind == "pm":
            return self._prepare_pm(game, rulings, notice, facts, now)
        if notice.kind == "thread":
            body = part_of(self._store, notice, self._body(game, rulings, notice, facts, now), self.charset)
            return Prepared(
                fid=notice.fid or game.board.forum,
                subject=notice.subject,
                body=body,
                hidden=bool(notice.data.get("hidden")),
            )
        if not comes_next(self._store, notice):
            return None
        n, which = notice.data["thread"]
        # Where it was begun it is looked for; one that was refused goes to where its thread is by now.
        begun = notice.tid if notice.kind == "edit" or notice.state is NoticeState.SENDING else None
        tid = begun or thread_of(game, rulings, facts, int(n), str(which), now=now)
        if tid is None:
            return None
        fid = self._fid(tid) or game.board.forum
        if notice.kind in {"close", "open"}:
            return Prepared(tid=tid, fid=fid)
        body = part_of(self._store, notice, self._body(game, rulings, notice, facts, now), self.charset)
        return Prepared(tid=tid, fid=fid, body=body, pid=notice.data.get("pid"))

    def text(self, game: GameFile, rulings: Sequence[Override], notice: Notice, now: datetime) -> str:
        """A notice as it would be said now, whole; nothing is written."""
        if notice.body:
            return notice.body
        if notice.kind in {"close", "open"}:
            return ""
        with self._store.reading() as tx:
            facts = tx.facts(scope(game.key))
        return self._body(game, rulings, notice, facts, now)

    def _prepare_pm(
        self,
        game: GameFile,
        rulings: Sequence[Override],
        notice: Notice,
        facts: Mapping[str, Any],
        now: datetime,
    ) -> Prepared | None:
        account = notice.name or ""
        if not notice.data.get("director"):  # what is a character's own goes to whoever plays it now
            account = playing(rulings, account, now)
        uid = facts.get(f"uid.{account}")
        if notice.state is NoticeState.SENDING and notice.uid is not None:
            uid = notice.uid  # begun there, and looked for there
        if uid is None:
            return None
        body = self._body(game, (), notice, facts, now)
        body += self._where_to_answer(game, notice)
        if notice.ref not in body:  # a template of the game's own that leaves the mark out
            body = f"{body}\n（编号 {notice.ref}）"
        return Prepared(member=Member(uid=int(uid), name=account), body=body)

    def _where_to_answer(self, game: GameFile, notice: Notice) -> str:
        """Where orders come by the hollows alone, what asks for one says so: an answer by message is not read."""
        hollow = next((c.hollow for c in game.characters if c.name == notice.name), None)
        if "pm" in game.orders or hollow is None or notice.data.get("template") not in ASKING:
            return ""
        return f"\n请写在你的树洞里，回复本消息不作数：{self.thread_url(hollow)}"

    def _fid(self, tid: int) -> int | None:
        with self._store.reading() as tx:
            return tx.thread_fid(self._board, tid)

    def _body(
        self,
        game: GameFile,
        rulings: Sequence[Override],
        notice: Notice,
        facts: Mapping[str, Any],
        now: datetime,
    ) -> str:
        if "text" in notice.data:  # the director's own words in the place of ours
            return f"{notice.data['text']}\n（公示编号 {notice.ref}）"
        if notice.data.get("fixed") is not None:
            return str(notice.data["fixed"])
        context = dict(notice.data["context"])
        if notice.data.get("binds"):
            spans = self._windows(game, rulings, facts, notice, now)
            context["windows"] = [
                {"name": WINDOW_NAMES[w], "open": iso(s.opens), "close": iso(s.closes)}
                for w, s in spans.items()
            ]
        if notice.data["template"] == "day_open":
            tid = thread_of(game, rulings, facts, int(context["n"]), "vote", now=now)
            context["vote_url"] = self.thread_url(tid) if tid is not None else None
        context |= {
            "reply": "在你的树洞里写" if self._where_to_answer(game, notice) else "回复",
            "ref": notice.ref,
            "part": notice.data.get("part"),
            "parts": notice.data.get("parts"),
        }
        return self._rendered(game, str(notice.data["template"]), context)

    def _rendered(self, game: GameFile, template: str, context: Mapping[str, Any]) -> str:
        """By the game's own template where there is one; if that fails, by ours."""
        own = game.path.parent / "templates"
        ours = Renderer(self.zone)
        if not own.is_dir():
            return ours.text(template, context)
        try:
            return Renderer(self.zone, own).text(template, context)
        except BadInput as fault:
            self._faults.append(str(fault))
            return ours.text(template, context)

    def _tell_faults(self, game: GameFile, now: datetime) -> None:
        """A template that does not work never stops a game; the director is told of each fault once."""
        faults, self._faults = self._faults, []
        if not faults:
            return
        with self._store.transaction() as tx:
            base = str((tx.secret(game.key) or {}).get("commitment", game.key))
            voice = Voice(tx=tx, game=game, mark_base=base, now=now)
            for fault in faults:
                voice.alert(
                    f"template {fault}",
                    "模板有误，改用判官自带的模板",
                    fault,
                    todo="改好 templates 文件夹里的模板；下一次公示时会自动重读",
                )

    def thread_url(self, tid: int) -> str:
        """A link to a thread; a table that has a forum gives the forum's own."""
        return f"{self._board}forum.php?mod=viewthread&tid={tid}"

    def _windows(
        self,
        game: GameFile,
        rulings: Sequence[Override],
        facts: Mapping[str, Any],
        notice: Notice,
        now: datetime,
    ) -> dict[Window, Span]:
        n = int(str(notice.data["binds"]).removeprefix("night"))
        at = notice.attempted_at if notice.state is NoticeState.SENDING and notice.attempted_at else now
        return build_calendar(game, rulings, facts, self.zone, now).windows_if_printed(n, at)

    def _speaks_of_what_is_held(self, notice: Notice) -> bool:
        """A sheriff hears of his office no sooner than the director lets the count be published."""
        about = notice.data.get("about")
        if not about or notice.state is not NoticeState.READY:
            return False
        with self._store.reading() as tx:
            count = tx.notice(notice.game, about)
        return count is not None and count.state is NoticeState.HELD

    def _overtaken(self, notice: Notice) -> bool:
        """A letter about an office that is another's by now (the count was put right while it was held) is withdrawn."""
        office = notice.data.get("template") in {"pm_sheriff", "pm_succession"}
        if not office or notice.state is not NoticeState.READY:
            return False
        with self._store.transaction() as tx:
            state = load(tx, notice.game).state
            if state is None or state.sheriff == notice.name:
                return False
            assert notice.id is not None
            tx.change_notice(notice.id, state=NoticeState.WITHDRAWN, problem="the office is another's by now")
        return True

    def _too_late(self, notice: Notice, now: datetime) -> bool:
        """A prompt or a reminder that waited too long (for the board, for an approval) is withdrawn."""
        until = notice.data.get("until")
        if not until or now < datetime.fromisoformat(until) or notice.state is not NoticeState.READY:
            return False
        assert notice.id is not None
        with self._store.transaction() as tx:
            tx.change_notice(notice.id, state=NoticeState.WITHDRAWN, problem="too late to be of use")
        return True

    def said(
        self, tx: Tx, game: GameFile, rulings: Sequence[Override], notice: Notice, now: datetime
    ) -> None:
        """What follows from a notice that stands on the board; in the transaction that marks it."""
        if notice.kind == "thread" and notice.sent_tid is not None:
            n, which = notice.data["opens"]
            tx.keep_fact(scope(game.key), fact_name(int(n), str(which)), notice.sent_tid, now)
        binds = str(notice.data.get("binds") or "")
        last = int(notice.data.get("part") or 1) == int(notice.data.get("parts") or 1)
        if binds and last:  # the windows stand at the notice's end
            n = int(binds.removeprefix("night"))
            facts = tx.facts(scope(game.key))
            at = notice.attempted_at or now
            if "printed_at" in notice.data:
                at = datetime.fromisoformat(notice.data["printed_at"])
            spans = build_calendar(game, rulings, facts, self.zone, now).windows_if_printed(n, at)
            tx.keep_fact(
                scope(game.key), printed_fact(n), {w.value: iso(s.opens) for w, s in spans.items()}, now
            )

    def trouble(
        self,
        game: GameFile,
        rulings: Sequence[Override],
        voice: Voice,
        notice: Notice,
        outcome: Outcome,
    ) -> None:
        """A refusal: a notice that is too long is cut smaller, anything else goes to the director."""
        if outcome.kind is Answer.TOO_LONG and notice.kind in {"reply", "thread"}:
            facts = voice.tx.facts(scope(game.key))
            if cut_smaller(
                voice, notice, lambda: self._body(game, rulings, notice, facts, voice.now), self.charset
            ):
                return
        what = {"pm": f"给 {notice.name} 的短消息", "thread": f"新主题“{notice.subject}”"}.get(
            notice.kind, f"公示 {notice.ref}"
        )
        if UNWRITTEN in outcome.values:
            voice.alert(
                f"trouble {notice.ref} {UNWRITTEN}",
                "写不出来",
                f"{what}（{notice.ref}）：程序有错，详见日志；判官会再试，其余的照常发",
                todo='急用就写 notice 裁定，action = "replace"，换成自己的文字',
            )
            return
        voice.alert(
            f"trouble {notice.ref} {outcome.kind.value}",
            "未能发出",
            f"{what}：{outcome.text or outcome.kind.value}",
            todo="核对账号权限；判官会继续尝试" if outcome.kind is not Answer.USER_MISSING else "核对名字",
        )
