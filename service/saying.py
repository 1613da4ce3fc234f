"""What the outbox and a game say to each other about a notice, and the answers that stop a whole board."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from parsers.model import Answer
from service.errors import Outcome
from service.forum.api import Member
from service.store import Notice, Tx

STOPPING = frozenset(
    {
        Answer.CAPTCHA,
        Answer.BANNED,
        Answer.IP_BANNED,
        Answer.LOGIN_FAILED,
        Answer.LOGIN_LOCKED,
        Answer.QUESTION_REQUIRED,
        Answer.GROUP_REFUSED,
    }
)
"""Answers after which nothing more is tried on this board until a person has looked."""

UNWRITTEN = "unwritten"
"""Among an outcome's values: the notice never reached the board, our own fault keeps it back."""


class BoardStopped(Exception):
    """The board wants a person: captcha, ban, wrong password."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(f"{outcome.kind.value}: {outcome.text}")
        self.outcome = outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A notice as it will be said now: its target found, its text final."""

    tid: int | None = None
    fid: int | None = None
    member: Member | None = None
    subject: str | None = None
    body: str = ""
    pid: int | None = None
    hidden: bool = False


class Speaker(Protocol):
    """What a game answers when one of its notices is about to be said, or has been."""

    def prepare(self, notice: Notice, now: datetime) -> Prepared | None:
        """The final form; None where the target is not known yet (the notice waits)."""
        ...

    def said(self, tx: Tx, notice: Notice, now: datetime) -> None:
        """The notice stands on the board; what follows from it is written in the same transaction."""
        ...

    def trouble(self, notice: Notice, outcome: Outcome, now: datetime) -> None:
        """The board refused it, or holds it for approval: the director must know."""
        ...

    def behind(self, instant: datetime) -> bool:
        """May there still be something to do that fell due before that instant?"""
        ...
