"""One request on its way through a dialect: who is asking, with which cookies, under which formhash."""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from practice.board import Board
from practice.records import Member, Session
from practice.web import Answer, Request

_ROBOT = re.compile(r"bot|crawl|spider|slurp|sohu-search|lycos|robozilla|curious", re.IGNORECASE)
_BROWSER = re.compile(r"msie|netscape|opera|konqueror|mozilla", re.IGNORECASE)
_MONTH = 2592000


@dataclass(slots=True)
class Visit:
    """A request with what the board makes of it. Cookies are collected in `cookies` and sent with any answer."""

    board: Board
    request: Request
    tie: str
    viewer: Member | None
    cookies: Answer = field(default_factory=Answer)

    @property
    def uid(self) -> int:
        """The viewer's uid, 0 for a guest."""
        return self.viewer.uid if self.viewer else 0

    @property
    def formhash(self) -> str:
        """Eight hexadecimal digits, the same on every page of one login."""
        name = self.viewer.name if self.viewer else ""
        epoch = int(self.board.now().timestamp()) // 10**7
        seed = f"{epoch}|{name}|{self.uid}|{self.board.state.site_key}|{self.tie}"
        return hashlib.sha256(seed.encode()).hexdigest()[8:16]

    @property
    def site(self) -> str:
        """The board's own address as this client writes it."""
        return f"http://{self.request.headers.get('host', '127.0.0.1')}/"

    @property
    def inajax(self) -> bool:
        """Whether an XML answer is wanted."""
        return self.request.get("inajax") == "1"

    @property
    def robot(self) -> bool:
        """Whether the User-Agent is taken for a search engine's."""
        agent = self.request.agent
        if "http://" not in agent and _BROWSER.search(agent):
            return False
        return bool(_ROBOT.search(agent))

    def name(self, cookie: str) -> str:
        """A cookie's name on this board."""
        return self.board.settings.cookie_prefix + cookie

    def foreign_referer(self) -> bool:
        """Whether a Referer of another host was sent; its port does not count."""
        referer = self.request.headers.get("referer", "")
        if not referer:
            return False
        host = self.request.headers.get("host", "").split(":")[0]
        return (urlsplit(referer).hostname or "") != host

    def log_in(self, member: Member) -> None:
        """Start a session."""
        token = secrets.token_hex(20)
        self.board.state.sessions[token] = Session(token, member.uid, self.tie, member.password)
        self.viewer = member
        age = _MONTH if self.request.get("cookietime") not in {"", "0"} else None
        self.cookies.cookie(self.name("auth"), token, age=age, http_only=True)

    def log_out(self) -> None:
        """End the session and clear the cookies."""
        self.board.state.sessions.pop(unquote(self.request.cookies.get(self.name("auth"), "")), None)
        self.viewer = None
        for cookie in ("auth", "sid"):
            self.cookies.cookie(self.name(cookie), "deleted", age=0)


def viewer_of(board: Board, request: Request, tie: str) -> Member | None:
    """Who is logged in by the cookies: the session must be known, tied to `tie`, the password unchanged."""
    token = unquote(request.cookies.get(board.settings.cookie_prefix + "auth", ""))
    session = board.state.sessions.get(token)
    if session is None or session.tie != tie:
        return None
    member = board.state.members.get(session.uid)
    return member if member is not None and member.password == session.password else None
