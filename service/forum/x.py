"""Discuz! X (X2.5 … X3.5)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar
from urllib.parse import urljoin

from parsers.forms import read_captcha
from parsers.model import Answer
from service.errors import BoardUnreachable, Outcome, Refused
from service.forum.answers import of_message
from service.forum.api import Member
from service.forum.common import CommonForum
from service.forum.encode import in_query
from service.forum.reading import Seen
from service.forum.session import Prepared

_TAINTED = re.compile(r"[\"'<>()]")
"""Characters that X takes for an attack in any address."""


class XForum(CommonForum):
    """The addresses and fields of Discuz! X."""

    front: ClassVar[str] = "forum.php"
    login_page: ClassVar[str] = "member.php?mod=logging&action=login"

    def login_form(self, seen: Seen, solution: Mapping[str, str]) -> Prepared | None:
        """The page's form; its answer comes in words with `inajax`."""
        prepared = self.filled_login(seen, solution)
        if prepared is None:
            return None
        action, fields = prepared
        return f"{action}&inajax=1", fields | {"loginsubmit": "true"}

    def set_closed(self, fid: int, tid: int, *, closed: bool) -> Outcome:
        """Close or open a thread (moderators)."""

        def prepare() -> Prepared:
            seen = self.read(self.thread_path(tid, 1))
            return "forum.php?mod=topicadmin&action=moderate&optgroup=4&modsubmit=yes&infloat=yes&inajax=1", {
                "formhash": _hash(seen),
                "fid": str(fid),
                "moderate[]": str(tid),
                "operations[]": "close" if closed else "open",
                "expirationclose": "",
                "redirect": urljoin(self.transport.root, self.plain_thread_path(tid)),
                "handlekey": "mods",
                "reason": "",
            }

        return self.submit(prepare)

    def send_pm(self, to: Member, text: str) -> Outcome:
        """Send a private message; too soon after the last one waits and tries once more."""

        def prepare() -> Prepared:
            seen = self.read("home.php?mod=spacecp&ac=pm")
            return f"home.php?mod=spacecp&ac=pm&op=send&touid={to.uid}&inajax=1", {
                "formhash": _hash(seen),
                "pmsubmit": "true",
                "touid": str(to.uid),
                "message": text,
                "handlekey": "pmsend",
            }

        return self.submit(prepare)

    def captcha(self) -> tuple[bytes, Mapping[str, str]]:
        """The log-in captcha's picture and the hidden fields that go back with `seccodeverify`."""
        seen = self.fetch(self.login_page)
        asked = read_captcha(seen.text)
        if asked is None or asked.question or not asked.idhash:
            raise Refused(Outcome(kind=Answer.NOTHING_DONE, text="the log-in form shows no picture"))
        where = f"misc.php?mod=seccode&action=update&idhash={asked.idhash}&modid={asked.modid}"
        script = self.transport.get(where).text
        found = re.search(r"misc\.php\?mod=seccode&(?:amp;)?update=\d+&(?:amp;)?idhash=\w+", script)
        if found is None:
            raise BoardUnreachable("the board names no captcha picture")
        picture = self.transport.get(found[0].replace("&amp;", "&"))
        return picture.content, {"seccodehash": asked.idhash, "seccodemodid": asked.modid}

    def ajax(self, action: str, handle: str) -> str:
        """With `inajax` X tells pid, tid and whether the post is held."""
        return f"{action}&infloat=yes&handlekey={handle}&inajax=1"

    def thread_path(self, tid: int, page: int) -> str:
        """`ordertype=2`: oldest first, whatever the thread's own order."""
        return f"forum.php?mod=viewthread&tid={tid}&page={page}&ordertype=2"

    def plain_thread_path(self, tid: int) -> str:
        """A thread as one links it."""
        return f"forum.php?mod=viewthread&tid={tid}"

    def post_path(self, tid: int, pid: int) -> str:
        """A post, by pid."""
        return f"forum.php?mod=redirect&goto=findpost&ptid={tid}&pid={pid}"

    def forum_path(self, fid: int, page: int) -> str:
        """By the time of opening."""
        return f"forum.php?mod=forumdisplay&fid={fid}&filter=author&orderby=dateline&page={page}"

    def reply_path(self, fid: int, tid: int) -> str:
        """The editor of a reply."""
        return f"forum.php?mod=post&action=reply&fid={fid}&tid={tid}"

    def edit_path(self, fid: int, tid: int, pid: int) -> str:
        """The editor of a post."""
        return f"forum.php?mod=post&action=edit&fid={fid}&tid={tid}&pid={pid}&page=1"

    def new_thread_path(self, fid: int) -> str:
        """The editor of a new thread."""
        return f"forum.php?mod=post&action=newthread&fid={fid}"

    def pm_list_path(self, page: int) -> str:
        """Private conversations."""
        return f"home.php?mod=space&do=pm&filter=privatepm&page={page}"

    def pm_path(self, uid: int, page: int | None) -> str:
        """Without a page X shows the last one."""
        number = f"&page={page}" if page else ""
        return f"home.php?mod=space&do=pm&subop=view&touid={uid}{number}"

    def new_pm_path(self) -> str | None:
        """The form of a private message."""
        return "home.php?mod=spacecp&ac=pm"

    def profile_page(self, name: str) -> Seen:
        """A name with quotes or brackets is asked for in a form's body: X refuses it in an address."""
        if not _TAINTED.search(name):
            return self.read(f"home.php?mod=space&username={in_query(name, self.charset)}&do=profile")
        formhash = _hash(self.read(self.front))
        fields = {"formhash": formhash, "username": name}
        seen = self.sent("home.php?mod=space&do=profile", fields)
        if seen.message is not None:
            raise Refused(of_message(seen.message))
        return seen


def _hash(seen: Seen) -> str:
    if not seen.head.formhash:
        raise BoardUnreachable("the page has no formhash")
    return seen.head.formhash
