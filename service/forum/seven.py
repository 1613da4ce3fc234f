"""Discuz! 7.x (7.0 … 7.2); reading and posting fit 6.x and 4.1 as well."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from parsers.forms import read_captcha
from parsers.model import Answer
from service.errors import BoardUnreachable, Outcome, Refused
from service.forum.api import Member
from service.forum.common import CommonForum
from service.forum.encode import in_query
from service.forum.reading import Seen
from service.forum.session import Prepared


class SevenForum(CommonForum):
    """The addresses and fields of Discuz! 7.x."""

    front: ClassVar[str] = "index.php"
    login_page: ClassVar[str] = "logging.php?action=login"

    def login_form(self, seen: Seen, solution: Mapping[str, str]) -> Prepared | None:
        """The page's form."""
        prepared = self.filled_login(seen, solution)
        if prepared is None:
            return None
        action, fields = prepared
        if not solution:
            fields.pop("seccodeverify", None)
        return action, fields | {"loginsubmit": "true"}

    def set_closed(self, fid: int, tid: int, *, closed: bool) -> Outcome:
        """Close or open a thread (moderators)."""

        def prepare() -> Prepared:
            seen = self.read(self.thread_path(tid, 1))
            fields = {
                "formhash": seen.head.formhash or "",
                "fid": str(fid),
                "moderate[]": str(tid),
                "reason": "",
            }
            if self.dialect == "7":
                return "topicadmin.php?action=moderate&optgroup=4&modsubmit=yes", fields | {
                    "operations[]": "close" if closed else "open",
                    "listextra": "",
                    "handlekey": "mods",
                    "expirationclose": "",
                }
            return "topicadmin.php?action=moderate&operation=close", fields | {
                "close": "1" if closed else "0",
                "modsubmit": "yes",
            }

        return self.submit(prepare)

    def send_pm(self, to: Member, text: str) -> Outcome:
        """Send a private message by name; too soon after the last one waits and tries once more."""
        if self.dialect != "7":
            return Outcome(kind=Answer.NOTHING_DONE, text=f"no private messages on Discuz! {self.dialect}")

        def prepare() -> Prepared:
            seen = self.read(f"pm.php?action=new&uid={to.uid}")
            return "pm.php?action=send&pmsubmit=yes&infloat=yes&sendnew=yes", {
                "formhash": seen.head.formhash or "",
                "msgto": to.name,
                "message": text,
                "handlekey": "sendpm",
            }

        return self.submit(prepare)

    def captcha(self) -> tuple[bytes, Mapping[str, str]]:
        """The log-in captcha's picture; nothing but `seccodeverify` goes back with it."""
        seen = self.fetch(self.login_page)
        asked = read_captcha(seen.text)
        if asked is None or asked.question:
            raise Refused(Outcome(kind=Answer.NOTHING_DONE, text="the log-in form shows no picture"))
        script = self.transport.get("ajax.php?action=updateseccode&inajax=1").text
        found = re.search(r"seccode\.php\?update=[\w.]+", script)
        if found is None:
            raise BoardUnreachable("the board names no captcha picture")
        return self.transport.get(found[0]).content, {}

    def thread_path(self, tid: int, page: int) -> str:
        """`ordertype=2`: oldest first, whatever the thread's own order (7.2)."""
        return f"viewthread.php?tid={tid}&page={page}&ordertype=2"

    def plain_thread_path(self, tid: int) -> str:
        """A thread as one links it."""
        return f"viewthread.php?tid={tid}"

    def post_path(self, tid: int, pid: int) -> str:
        """A post, by pid."""
        return f"redirect.php?goto=findpost&ptid={tid}&pid={pid}"

    def forum_path(self, fid: int, page: int) -> str:
        """By the time of opening."""
        return f"forumdisplay.php?fid={fid}&orderby=dateline&ascdesc=DESC&page={page}"

    def reply_path(self, fid: int, tid: int) -> str:
        """The editor of a reply."""
        return f"post.php?action=reply&fid={fid}&tid={tid}"

    def edit_path(self, fid: int, tid: int, pid: int) -> str:
        """The editor of a post."""
        return f"post.php?action=edit&fid={fid}&tid={tid}&pid={pid}&page=1"

    def new_thread_path(self, fid: int) -> str:
        """The editor of a new thread."""
        return f"post.php?action=newthread&fid={fid}"

    def pm_list_path(self, page: int) -> str:
        """Private messages, read and unread."""
        return f"pm.php?filter=privatepm&page={page}"

    def pm_path(self, uid: int, page: int | None) -> str:
        """`daterange=5`: all of them; the board's own default is today's."""
        number = f"&page={page}" if page else ""
        return f"pm.php?uid={uid}&filter=privatepm&daterange=5{number}"

    def new_pm_path(self) -> str | None:
        """The form of a private message; 6.x and 4.1 have others."""
        return "pm.php?action=new" if self.dialect == "7" else None

    def profile_page(self, name: str) -> Seen:
        """7.x shows profiles to members only."""
        return self.read(f"space.php?username={in_query(name, self.charset)}")
