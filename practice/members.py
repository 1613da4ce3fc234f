"""Scripted members: over HTTP with a small client of their own (`Member`), or on the memory itself (`Puppet`).

Both know the same deeds, so a test may take either. A `Member` is bound by the board's rules and its clock; a
`Puppet` may act at any given time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from html import unescape
from http.cookiejar import CookieJar
from typing import Protocol
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, ProxyHandler, Request, build_opener

from practice.board import Board

_AGENT = "Mozilla/5.0 (compatible; practice member)"


class Unwelcome(Exception):
    """The board did not do what the member asked; the text is its answer."""


class Deeds(Protocol):
    """What any scripted member can do."""

    def reply(self, tid: int, text: str) -> int:
        """Answer in a thread; gives the pid."""
        ...

    def edit(self, pid: int, text: str) -> None:
        """Edit one's own post."""
        ...

    def delete(self, pid: int) -> None:
        """Delete one's own post."""
        ...

    def pm(self, name: str, text: str) -> None:
        """Send a private message."""
        ...


@dataclass(slots=True)
class Puppet:
    """A member who acts on the memory of a board, at the board's time or at a given one."""

    board: Board
    uid: int

    def reply(self, tid: int, text: str, at: datetime | None = None) -> int:
        """Answer in a thread; gives the pid."""
        return self.board.post(tid, self.uid, text, at)

    def open_thread(self, fid: int, subject: str, text: str, at: datetime | None = None) -> int:
        """Open a thread; gives the tid."""
        return self.board.open_thread(fid, self.uid, subject, text, at)

    def edit(self, pid: int, text: str, at: datetime | None = None) -> None:
        """Edit one's own post."""
        self.board.edit(pid, text, at, by=self.uid)

    def delete(self, pid: int) -> None:
        """Delete a post."""
        self.board.delete(pid)

    def pm(self, name: str, text: str, at: datetime | None = None) -> None:
        """Send a private message."""
        receiver = self.board.state.find_member(name)
        if receiver is None:
            raise Unwelcome(f"no member {name!r}")
        self.board.pm(self.uid, receiver.uid, text, at)


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *args: object, **options: object) -> None:
        """Leave redirects to the member."""


class Member:
    """A member over HTTP, logged in by the constructor. `dialect` and `charset` are those of the board."""

    def __init__(
        self, url: str, name: str, password: str, *, dialect: str = "x", charset: str = "utf-8"
    ) -> None:
        self.name = name
        self._url = url
        self._x = dialect == "x"
        self._charset = charset
        self._opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()), _NoRedirects())
        self._opener.addheaders = [("User-Agent", _AGENT)]
        self._formhash = ""
        self._location = ""
        self._threads: dict[int, int] = {}
        self._log_in(password)

    @classmethod
    def of(cls, url: str, board: Board, uid: int) -> Member:
        """The member `uid` of a board served at `url`."""
        member = board.state.members[uid]
        return cls(url, member.name, member.password, dialect=board.dialect_name, charset=board.charset)

    # the client ----------------------------------------------------------------------------------------

    def get(self, path: str) -> str:
        """A page's text."""
        return self._send(path, None)

    def _send(self, path: str, fields: dict[str, str] | None) -> str:
        data = None
        if fields is not None:
            full = {"formhash": self._formhash} | fields
            data = urlencode(full, encoding=self._charset, errors="xmlcharrefreplace").encode("ascii")
        request = Request(self._url + path, data)  # noqa: S310 - loopback
        try:
            with self._opener.open(request, timeout=30) as response:
                body, self._location = response.read(), ""
        except HTTPError as answer:
            with answer:
                body, self._location = answer.read(), answer.headers.get("Location", "")
        text = str(body.decode("gb18030" if self._charset == "gbk" else "utf-8", "replace"))
        if found := re.search(r'name="formhash"[^>]*value="(\w{8})"', text):
            self._formhash = found[1]
        return text

    def _log_in(self, password: str) -> None:
        path = "member.php?mod=logging&action=login" if self._x else "logging.php?action=login"
        self.get(path)
        self._send(
            path + "&loginsubmit=yes&loginhash=Lpm01",
            {
                "username": self.name,
                "password": password,
                "questionid": "0",
                "answer": "",
                "cookietime": "2592000",
            },
        )
        page = self.get("forum.php" if self._x else "member.php?action=list&srchmem=")
        if re.search(r"discuz_uid = '?0\b", page):
            raise Unwelcome(f"{self.name} could not log in")
        self._formhash_of(page)

    def _formhash_of(self, page: str) -> None:
        if found := re.search(r"action=logout&amp;formhash=(\w{8})", page):
            self._formhash = found[1]

    def _done(self, text: str, pattern: str) -> str:
        """The group of `pattern` in a redirect's address or a success's script; else the board's words."""
        found = re.search(pattern, self._location or text)
        if found is None or (not self._location and "errorhandle_" in text):
            raise Unwelcome(_words(text))
        return found[1]

    # deeds ---------------------------------------------------------------------------------------------

    def reply(self, tid: int, text: str) -> int:
        """Answer in a thread; gives the pid."""
        base = "forum.php?mod=post&" if self._x else "post.php?"
        answer = self._send(
            f"{base}action=reply&tid={tid}&extra=&replysubmit=yes",
            {"subject": "", "message": text, "usesig": "1"},
        )
        pid = int(self._done(answer, r"[?&]pid=(\d+)"))
        self._threads[pid] = tid
        return pid

    def open_thread(self, fid: int, subject: str, text: str, *, hidden: bool = False) -> int:
        """Open a thread; gives the tid."""
        base = "forum.php?mod=post&" if self._x else "post.php?"
        fields = {"subject": subject, "message": text, "usesig": "1"} | (
            {"hiddenreplies": "1"} if hidden else {}
        )
        answer = self._send(f"{base}action=newthread&fid={fid}&extra=&topicsubmit=yes", fields)
        return int(self._done(answer, r"[?&]tid=(\d+)"))

    def edit(self, pid: int, text: str) -> None:
        """Edit one's own reply."""
        self._edit(pid, {"subject": "", "message": text, "usesig": "1"})

    def delete(self, pid: int) -> None:
        """Delete one's own reply."""
        self._edit(pid, {"subject": "", "message": "", "delete": "1"})

    def _edit(self, pid: int, fields: dict[str, str]) -> None:
        base = "forum.php?mod=post&" if self._x else "post.php?"
        where = {"pid": str(pid), "tid": str(self._thread_of(pid)), "page": "1"}
        answer = self._send(f"{base}action=edit&extra=&editsubmit=yes", where | fields)
        self._done(answer, r"[?&]tid=(\d+)")

    def _thread_of(self, pid: int) -> int:
        if pid not in self._threads:
            base = "forum.php?mod=redirect&" if self._x else "redirect.php?"
            self.get(f"{base}goto=findpost&pid={pid}&ptid=0")
            self._threads[pid] = int(self._done("", r"[?&]tid=(\d+)"))
        return self._threads[pid]

    def pm(self, name: str, text: str) -> None:
        """Send a private message."""
        if self._x:
            who = quote(name, encoding=self._charset)
            answer = self._send(
                f"home.php?mod=spacecp&ac=pm&op=send&username={who}&inajax=1",
                {"pmsubmit": "true", "message": text},
            )
            self._done(answer, r"(succeedhandle_)")
        else:
            answer = self._send(
                "pm.php?action=send&pmsubmit=yes&infloat=yes&sendnew=yes", {"msgto": name, "message": text}
            )
            self._done(answer, r"(短消息发送成功)")


def _words(text: str) -> str:
    """What an answer says: the message box's text, else all of it."""
    plain = re.sub(r"(?s)<script.*?</script>|<head.*?</head>", "", text)
    box = re.search(r'(?s)(?:id="messagetext"|class="(?:alert_\w+|showmessage)")[^>]*>(.*?)</div>', plain)
    words = re.sub(r"<!\[CDATA\[|\]\]>|<[^>]*>", " ", box[1] if box else plain)
    return " ".join(unescape(words).split())[:300]
