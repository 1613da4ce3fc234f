"""A member's browser: logs in, reads threads and letters, answers, edits, sends messages; X and 7.x."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlencode

import httpx
import lxml.html


class BoardSaidNo(AssertionError):
    """The board did not take what a member sent."""


@dataclass(frozen=True)
class Letter:
    """A private message as a member's page shows it."""

    number: int
    mine: bool
    text: str


class Browser:
    """One member (or, without a name, a guest) on one board."""

    def __init__(self, url: str, dialect: str, charset: str, name: str = "", password: str = "") -> None:
        self.http = httpx.Client(
            base_url=url,
            headers={"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) journey"},
            timeout=20,
            trust_env=False,
            follow_redirects=True,
        )
        self.seven = dialect == "7"
        self.codec = "gb18030" if charset == "gbk" else "utf-8"
        self.name = name
        self.password = password
        self.formhash = ""
        self._in = False

    def close(self) -> None:
        """Shut the browser."""
        self.http.close()

    def _text(self, response: httpx.Response) -> str:
        text = response.content.decode(self.codec, "replace")
        if found := re.search(
            r'name="formhash"[^>]*value="(\w{8})"|action=logout&amp;formhash=(\w{8})', text
        ):
            self.formhash = found[1] or found[2]
        return text

    def get(self, path: str) -> str:
        """A page."""
        return self._text(self.http.get(path))

    def _post(self, path: str, **fields: str) -> str:
        fields.setdefault("formhash", self.formhash)
        wire = "gbk" if self.codec == "gb18030" else self.codec
        body = urlencode(fields, encoding=wire, errors="xmlcharrefreplace")
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._text(self.http.post(path, content=body, headers=headers))

    # log-in ------------------------------------------------------------------------------------------------

    def log_in(self) -> None:
        """Become a member for the board."""
        if not self.name or self._in:
            return
        self._in = True
        page = "logging.php?action=login" if self.seven else "member.php?mod=logging&action=login"
        self.get(page)
        fields = {"username": self.name, "password": self.password, "questionid": "0", "answer": ""}
        if self.seven:
            fields["loginfield"] = "username"
        answer = self._post(page + "&loginsubmit=yes", cookietime="2592000", **fields)
        if "欢迎您回来" not in answer:
            raise BoardSaidNo(f"{self.name} cannot log in: {answer[:300]}")
        self.formhash = ""
        self.get("index.php" if self.seven else "forum.php")
        self.get("pm.php?filter=privatepm" if self.seven else "home.php?mod=spacecp&ac=pm")
        assert self.formhash, f"no formhash for {self.name}"

    # reading -----------------------------------------------------------------------------------------------

    def threads(self, fid: int) -> dict[str, int]:
        """Title → tid of a forum's first page."""
        path = f"forumdisplay.php?fid={fid}" if self.seven else f"forum.php?mod=forumdisplay&fid={fid}"
        tree = lxml.html.fromstring(self.get(path))
        found: dict[str, int] = {}
        for body in tree.xpath('//tbody[contains(@id, "thread_")]'):
            tid = int(body.get("id").rsplit("_", 1)[1])
            for link in body.xpath('.//a[contains(@href, "viewthread") or contains(@href, "thread-")]'):
                title = link.text_content().strip()
                if title and not title.isdigit():
                    found.setdefault(title, tid)
        return found

    def thread(self, tid: int, page: int = 1) -> str:
        """A page of a thread."""
        self.log_in()
        path = "viewthread.php?" if self.seven else "forum.php?mod=viewthread&"
        return self.get(f"{path}tid={tid}&page={page}")

    def letters(self, uid: int) -> list[Letter]:
        """The newest page of a conversation (X), or all of it (7.x), oldest first."""
        self.log_in()
        if self.seven:
            return self._letters_seven(self.get(f"pm.php?uid={uid}&filter=privatepm&daterange=5"))
        tree = lxml.html.fromstring(self.get(f"home.php?mod=space&do=pm&subop=view&touid={uid}"))
        found = []
        for block in tree.xpath('//dl[starts-with(@id, "pmlist_")]'):
            mine = bool(block.xpath('.//span[contains(@class, "xi2")]'))
            words = block.xpath('.//dd[contains(@class, "ptm")]')[0].text_content()
            found.append(Letter(int(block.get("id").split("_")[1]), mine, _tidy(words)))
        return found

    def _letters_seven(self, html: str) -> list[Letter]:
        tree = lxml.html.fromstring(html)
        found = []
        for block in tree.xpath('//li[starts-with(@id, "pm_")]'):
            mine = "self" in (block.get("class") or "")
            words = block.xpath('.//div[contains(@class, "summary")]')[0].text_content()
            found.append(Letter(int(block.get("id").split("_")[1]), mine, _tidy(words)))
        return sorted(found, key=lambda one: one.number)

    # writing -----------------------------------------------------------------------------------------------

    def reply(self, fid: int, tid: int, text: str) -> str:
        """Answer in a thread."""
        self.log_in()
        path = "post.php?" if self.seven else "forum.php?mod=post&"
        query = f"action=reply&fid={fid}&tid={tid}&extra=&replysubmit=yes&infloat=yes&handlekey=fastpost"
        return self._post(f"{path}{query}&inajax=1", subject="", message=text, usesig="1")

    def edit(self, fid: int, tid: int, pid: int, text: str) -> str:
        """Change a post of one's own."""
        return self._edit(fid, tid, pid, message=text, usesig="1")

    def delete(self, fid: int, tid: int, pid: int) -> str:
        """Delete a post of one's own."""
        return self._edit(fid, tid, pid, message="", delete="1")

    def _edit(self, fid: int, tid: int, pid: int, **fields: str) -> str:
        self.log_in()
        path = "post.php?action=edit&mod=" if self.seven else "forum.php?mod=post&action=edit"
        where = {"fid": str(fid), "tid": str(tid), "pid": str(pid), "page": "1", "subject": ""}
        return self._post(f"{path}&extra=&editsubmit=yes", **where, **fields)

    def send(self, uid: int, name: str, text: str) -> str:
        """Send a private message."""
        self.log_in()
        if self.seven:
            return self._post(
                "pm.php?action=send&pmsubmit=yes&infloat=yes&sendnew=yes", msgto=name, message=text
            )
        path = f"home.php?mod=spacecp&ac=pm&op=send&touid={uid}&inajax=1"
        return self._post(path, pmsubmit="true", message=text)


def _tidy(text: str) -> str:
    return re.sub(r"[ \t\xa0\r]+", " ", text).replace(" \n", "\n").strip()
