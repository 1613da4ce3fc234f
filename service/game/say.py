"""Putting notices into the outbox: public ones, private ones, alerts to the director.

What is written is the template's name and its facts; the text is made when the notice is about to be said, since
some of it (a night's windows, a link to a thread) is only known then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from service.files.gamemodel import GameFile
from service.notices import mark_of
from service.store import Notice, NoticeState, Tx

URGENT, FIRST, PUBLIC, PRIVATE, LATER = 0, 1, 3, 4, 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """Writes a game's notices within one transaction.

    `about`: the mark of the notice of whose matter its private messages speak; they wait while the director holds it.
    """

    tx: Tx
    game: GameFile
    mark_base: str
    now: datetime
    about: str = ""

    def public(
        self,
        day: int,
        word: str,
        template: str,
        context: Mapping[str, Any],
        *,
        which: str = "discussion",
        at_day: int | None = None,
        priority: int = PUBLIC,
        binds: str = "",
        serial: str = "",
        until: datetime | None = None,
    ) -> str:
        """A reply in a day's thread; returns its mark. `until`: after that instant it is of no use and not said."""
        ref = mark_of(self.mark_base, day, word, f"{template}:{which}:{serial}")
        data = {
            "template": template,
            "context": dict(context),
            "thread": [day if at_day is None else at_day, which],
            "binds": binds,
            "until": until.isoformat() if until else None,
        }
        self._add(
            Notice(game=self.game.key, ref=ref, kind="reply", priority=priority, data=data), public=True
        )
        return ref

    def thread(
        self,
        day: int,
        word: str,
        template: str,
        context: Mapping[str, Any],
        *,
        which: str,
        subject: str,
        hidden: bool = False,
        priority: int = FIRST,
    ) -> str:
        """A new thread whose first post is the notice; returns its mark."""
        ref = mark_of(self.mark_base, day, word, f"{template}:{which}:thread")
        data = {
            "template": template,
            "context": dict(context),
            "opens": [day, which],
            "hidden": hidden,
        }
        notice = Notice(
            game=self.game.key,
            ref=ref,
            kind="thread",
            priority=priority,
            fid=self.game.board.forum,
            subject=subject,
            data=data,
        )
        self._add(notice, public=True)
        return ref

    def shut(self, day: int, which: str, *, close: bool) -> None:
        """Close or open a day's thread, where the judge may."""
        word = "close" if close else "open"
        ref = mark_of(self.mark_base, day, "关" if close else "开", f"{word}:{which}")
        notice = Notice(
            game=self.game.key,
            ref=ref,
            kind=word,
            priority=LATER,
            data={"thread": [day, which]},
        )
        self._add(notice, public=True)

    def private(
        self,
        who: str,
        day: int,
        word: str,
        template: str,
        context: Mapping[str, Any],
        *,
        priority: int = PRIVATE,
        serial: str = "",
        until: datetime | None = None,
    ) -> str:
        """A private message to a character. `until`: after that instant it would be useless and is not sent."""
        ref = mark_of(self.mark_base, day, word, f"{template}:{who}:{serial}")
        data = {
            "template": f"pm_{template}",
            "context": dict(context),
            "to": who,
            "about": self.about,
            "until": until.isoformat() if until else None,
        }
        self._add(Notice(game=self.game.key, ref=ref, kind="pm", priority=priority, name=who, data=data))
        return ref

    def alert(
        self, what: str, title: str, text: str, *, todo: str = "", day: int = 0, priority: int = PRIVATE
    ) -> bool:
        """Tell the director something, once for each `what`; True if it is told now."""
        ref = mark_of(self.mark_base, day, "警", f"alert:{what}")
        early = mark_of(self.game.key, day, "警", f"alert:{what}")
        if early != ref and self.tx.notice(self.game.key, early) is not None:
            return False  # told before the game was set up, when it had no commitment to mark by
        data = {
            "template": "alert",
            "context": {"title": title, "text": text, "todo": todo},
            "director": True,
            "until": None,
        }
        return self._add(
            Notice(
                game=self.game.key,
                ref=ref,
                kind="pm",
                priority=priority,
                name=self.game.director.name,
                data=data,
            )
        )

    def to_director(
        self, day: int, word: str, template: str, context: Mapping[str, Any], serial: str
    ) -> bool:
        """A message to the director by a template of its own."""
        ref = mark_of(self.mark_base, day, word, f"{template}:director:{serial}")
        data = {"template": template, "context": dict(context), "director": True, "until": None}
        return self._add(
            Notice(
                game=self.game.key,
                ref=ref,
                kind="pm",
                priority=PRIVATE,
                name=self.game.director.name,
                data=data,
            )
        )

    def _add(self, notice: Notice, *, public: bool = False) -> bool:
        held = self.game.publish == "dry-run" or (public and self.game.publish == "approve")
        state = NoticeState.HELD if held else NoticeState.READY
        return self.tx.add_notice(_with_state(notice, state), self.now)


def _with_state(notice: Notice, state: NoticeState) -> Notice:
    return Notice(
        game=notice.game,
        ref=notice.ref,
        kind=notice.kind,
        priority=notice.priority,
        tid=notice.tid,
        fid=notice.fid,
        name=notice.name,
        subject=notice.subject,
        data=notice.data,
        state=state,
    )


def iso(at: datetime) -> str:
    """An instant as a notice's context keeps it."""
    return at.isoformat()


def join(names: Sequence[str]) -> str:
    """Names in a sentence."""
    return "、".join(names)
