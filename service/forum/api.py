"""What the judge asks of a board, whatever its dialect. Reads return values or raise; writes return an `Outcome`.

Reads raise `Refused` (the board answered, but not with what was asked) or `BoardUnreachable`. A write is never
repeated blindly: the one repetition that is safe (nobody was logged in, a stale formhash, a flood that refused
it) is done inside; whatever may have happened is told as `known=False`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from parsers.model import Dialect, ForumPage, Head, PmPage, ThreadPage
from service.errors import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """An account's credentials; `question` is the board's number of the security question (0: none)."""

    name: str
    password: str
    question: int = 0
    answer: str = ""

    def __repr__(self) -> str:
        return f"Account({self.name!r})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A member of the board as the board spells it."""

    uid: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFacts:
    """What `probe` found. `skew_seconds` is the board's clock minus ours."""

    dialect: Dialect
    charset: str
    title: str
    zone_minutes: int | None
    skew_seconds: float | None
    uid: int
    name: str | None


class CookieKeeper(Protocol):
    """Where a session's cookies live across restarts."""

    def load(self) -> str | None:
        """The saved jar (JSON), or None."""
        ...

    def save(self, jar: str) -> None:
        """Keep the jar (JSON)."""
        ...


class Forum(Protocol):
    """A logged-in member's view of one board. One request at a time."""

    def guard(self, before_post: Callable[[], None]) -> None:
        """Call this right before anything is posted; what it raises keeps the POST back."""
        ...

    def probe(self) -> BoardFacts:
        """Look at the board's front page: dialect, charset, zone, clock, who is logged in."""
        ...

    def login(self, solution: Mapping[str, str] | None = None) -> Outcome:
        """Log in with name and password: exactly one try, whatever was refused before.

        `solution`: the captcha's fields with what a person read (`seccodeverify`).
        """
        ...

    def ensure_login(self) -> Outcome:
        """SUCCEEDED if logged in (from kept cookies, else by one log-in)."""
        ...

    def head(self) -> Head:
        """The head of the last page read."""
        ...

    def thread(self, tid: int, page: int = 1) -> ThreadPage:
        """One page of a thread, in ascending order."""
        ...

    def reply(self, fid: int, tid: int, text: str) -> Outcome:
        """Post a reply (BBCode); `pid` of the outcome where the board tells it."""
        ...

    def edit(self, fid: int, tid: int, pid: int, text: str, subject: str | None = None) -> Outcome:
        """Replace the text of the judge's own post; every other field of its form goes back as it was."""
        ...

    def new_thread(self, fid: int, subject: str, text: str, *, hidden: bool = False) -> Outcome:
        """Open a thread; `hidden`: replies are seen by their authors and the judge only, where the board can."""
        ...

    def set_closed(self, fid: int, tid: int, *, closed: bool) -> Outcome:
        """Close or open a thread (moderators)."""
        ...

    def may_open_thread(self, fid: int) -> Outcome:
        """Look at the form of a new thread and send nothing: SUCCEEDED if it is shown, else the board's words.

        `values["hidden"]` is "1" where replies can be hidden.
        """
        ...

    def may_reply(self, fid: int, tid: int) -> Outcome:
        """Look at the form of a reply and send nothing."""
        ...

    def may_send_pm(self) -> Outcome:
        """Look at the form of a private message and send nothing."""
        ...

    def forum(self, fid: int, page: int = 1) -> ForumPage:
        """One page of a board's list of threads, newest first."""
        ...

    def find_member(self, name: str) -> Member | None:
        """The member of exactly that name, or None."""
        ...

    def send_pm(self, to: Member, text: str) -> Outcome:
        """Send a private message."""
        ...

    def pm_list(self, page: int = 1) -> PmPage:
        """Conversations (X), or the inbox (7.x), newest first."""
        ...

    def pm_read(self, uid: int, page: int | None = None) -> PmPage:
        """The messages of one conversation; without `page` the newest. On 7.x `uid` is the sender's."""
        ...

    def post_url(self, tid: int, pid: int) -> str:
        """An absolute link to a post, by pid."""
        ...

    def thread_url(self, tid: int) -> str:
        """An absolute link to a thread."""
        ...

    def cookies_from_browser(self, header: str) -> Outcome:
        """Take a browser's `Cookie:` header instead of a log-in, and test it."""
        ...

    def captcha(self) -> tuple[bytes, Mapping[str, str]]:
        """The log-in captcha's picture and the hidden fields that go back with its solution."""
        ...

    def login_refused(self) -> bool:
        """Whether a refused log-in stands in the way: a person must act before another is tried."""
        ...

    def close(self) -> None:
        """End the connection."""
        ...
