"""Pages of one board, read patiently: three tries, cut-off pages refused, the head of the last page kept."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar
from urllib.parse import urljoin, urlsplit

import stamina

from parsers.head import read_head
from parsers.messages import classify
from parsers.model import Answer, Dialect, Head, Message
from service.clock import Clock
from service.errors import BoardUnreachable
from service.forum.api import Account
from service.forum.keeper import Keeper
from service.forum.transport import Reply, Transport


@dataclass(frozen=True, slots=True)
class Seen:
    """A page that was read."""

    reply: Reply
    head: Head
    message: Message | None

    @property
    def text(self) -> str:
        """The page's source."""
        return self.reply.text


class _Passing(Exception):
    """An answer that another request may not get."""

    def __init__(self, seen: Seen) -> None:
        super().__init__(seen.message.kind.value if seen.message else "")
        self.seen = seen


class Reader:
    """What reads pages, whoever is logged in."""

    front: ClassVar[str]
    login_page: ClassVar[str]

    def __init__(
        self, transport: Transport, keeper: Keeper, account: Account | None, clock: Clock, dialect: Dialect
    ) -> None:
        self.transport = transport
        self.keeper = keeper
        self.account = account
        self.clock = clock
        self.dialect = dialect
        self._head = Head()
        self._head_at: datetime | None = None

    @property
    def charset(self) -> str:
        """What the board speaks."""
        return self.transport.charset or "utf-8"

    def head(self) -> Head:
        """The head of the last page read."""
        return self._head

    def close(self) -> None:
        """End the connection."""
        self.transport.close()

    def fetch(self, path: str) -> Seen:
        """One page as it comes, retried up to twice where the failure may pass. Raises BoardUnreachable."""
        try:
            for attempt in stamina.retry_context(
                on=(BoardUnreachable, _Passing),
                attempts=3,
                timeout=None,
                wait_initial=0,
                wait_max=0,
                wait_jitter=0,
            ):
                with attempt:
                    if attempt.num > 1:
                        self.clock.sleep(2.0 * (attempt.num - 1))
                    return self._look(path)
        except _Passing as last:
            return last.seen
        raise AssertionError("a retried block returns or raises")

    def _look(self, path: str) -> Seen:
        try:
            reply = self.transport.get(path)
        finally:
            self.keeper.save()
        check_whole(reply)
        if self.transport.charset is None and "<html" in reply.text:
            self.transport.charset = reply.charset
        head = read_head(reply.text, reply.charset)
        message = classify(reply.text, status=reply.status, dialect=self.dialect) or _sent_elsewhere(
            reply, path
        )
        seen = Seen(reply, head, message)
        if head.dialect is not None and head.uid is not None:
            self._head, self._head_at = head, self.clock.now()
        if message is not None and message.kind in {
            Answer.SERVER_ERROR,
            Answer.CACHE_WARMING,
            Answer.ROBOT_REFUSED,
        }:
            raise _Passing(seen)
        return seen


def check_whole(reply: Reply) -> None:
    """A page that breaks off shows fewer posts than there are: it is no answer. Raises BoardUnreachable."""
    start = reply.text[:3000].lower()
    if "<html" in start:
        whole = any(mark in reply.text for mark in ("</html>", "</HTML>", 'id="ft"', 'id="footer"'))
    else:
        whole = "<root>" not in start or reply.text.rstrip().endswith("</root>")
    if not whole:
        raise BoardUnreachable("the answer breaks off")


def excerpt(reply: Reply) -> str:
    """The status and the first visible words of an answer, for a person who is to find out what it was."""
    words = re.sub(
        r"<(script|style)\b.*?</\1>|<[^>]{0,2000}>", " ", reply.text[:20_000], flags=re.DOTALL | re.IGNORECASE
    )
    return f"HTTP {reply.status}, {' '.join(words.split())[:200]}"


def moved(reply: Reply) -> bool:
    """Whether a form was only told to come again to the same address elsewhere (https, another name).

    Raises BoardUnreachable for a redirect to a strange host: nobody knows what that means.
    """
    asked, there = urlsplit(reply.url), urlsplit(urljoin(reply.url, reply.location or ""))
    if (asked.path, asked.query) == (there.path, there.query) and asked[:2] != there[:2]:
        return True
    if there.hostname != asked.hostname and "pm_client" not in there.query:
        raise BoardUnreachable(f"the board sends us elsewhere: {there.scheme}://{there.netloc}")
    return False


def _sent_elsewhere(reply: Reply, path: str) -> Message | None:
    """A page that nobody asked for, which a redirect led to, says something without words."""
    for mark, kind, words in _DETOURS:
        if mark in reply.url and mark not in path:
            return Message(kind=kind, text=words, location=reply.url)
    return None


_DETOURS = (
    ("action=login", Answer.LOGIN_REQUIRED, "the board sends guests to its log-in form"),
    ("op=password", Answer.LOGIN_FAILED, "the board wants the password changed first"),
    ("action=activation", Answer.LOGIN_FAILED, "the account is not active on this board"),
)
