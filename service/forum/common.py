"""What the judge does on a board, in the words that X and 7.x share; the dialects give addresses and fields."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import urljoin

from parsers.forms import has_box, read_captcha, read_form, read_types
from parsers.lists import read_forum
from parsers.model import Answer, Form, ForumPage, PmPage, ThreadPage
from parsers.pm import PER_PAGE, read_pm
from parsers.profile import read_profile
from parsers.thread import read_thread
from service.errors import BadInput, BoardUnreachable, Outcome, Refused
from service.forum.api import BoardFacts, Member
from service.forum.encode import can_hold
from service.forum.facts import ascending, skew, title
from service.forum.reading import Seen
from service.forum.session import Prepared, Session


class CommonForum(Session):
    """Everything of the Forum protocol but addresses, log-in details and what one dialect has alone."""

    def guard(self, before_post: Callable[[], None]) -> None:
        """Call this right before anything is posted; what it raises keeps the POST back."""
        self.transport.before_post = before_post

    # -- reading

    def probe(self) -> BoardFacts:
        """Look at the board's front page. BadInput if it is none of Discuz."""
        seen = self.fetch(self.front)
        head = seen.head
        if head.dialect is None:
            raise BadInput(f"这个网址不像 Discuz! 论坛：{self.transport.root}")
        return BoardFacts(
            dialect=head.dialect,
            charset=self.charset,
            title=title(seen.text),
            zone_minutes=head.zone_minutes,
            skew_seconds=skew(seen),
            uid=head.uid or 0,
            name=head.logged_in_as,
        )

    def thread(self, tid: int, page: int = 1) -> ThreadPage:
        """One page of a thread, in ascending order; `page` of the answer is the page that the board showed.

        A board shows its last page for any number past the end. Raises Refused, also for another thread's page,
        and BoardUnreachable for a page without posts.
        """
        seen = self.read(self.thread_path(tid, page))
        found = read_thread(seen.text, seen.head, url=seen.reply.url, now=self.clock.now())
        if found.tid is not None and found.tid != tid:
            raise Refused(
                Outcome(kind=Answer.THREAD_MISSING, text=f"asked for thread {tid}, got {found.tid}")
            )
        if not found.posts:
            raise BoardUnreachable(f"thread {tid}, page {page}: a page without posts")
        return replace(found, posts=ascending(found.posts))

    def forum(self, fid: int, page: int = 1) -> ForumPage:
        """One page of a board's list of threads, newest first."""
        seen = self.read(self.forum_path(fid, page))
        return read_forum(seen.text, seen.head)

    def find_member(self, name: str) -> Member | None:
        """The member of exactly that name, or None."""
        if not name.strip() or not can_hold(name, self.charset):
            return None
        try:
            seen = self.profile_page(name)
        except Refused as refused:
            if refused.outcome.kind is Answer.USER_MISSING:
                return None
            raise
        found = read_profile(seen.text)
        if found is None:
            raise BoardUnreachable(f"no profile page for {name!r}")
        # boards look names up without regard to case and accents
        return Member(uid=found[0], name=found[1]) if found[1] == name else None

    def pm_list(self, page: int = 1) -> PmPage:
        """Conversations, newest first."""
        seen = self.read(self.pm_list_path(page))
        return read_pm(seen.text, seen.head)

    def pm_read(self, uid: int, page: int | None = None) -> PmPage:
        """The messages of one conversation, oldest first; without `page` the newest page. Marks them read.

        X leaves out what was sent in this very second, though it counts it and marks it read: then the page is
        read once more when the second is over.
        """
        seen = self.read(self.pm_path(uid, page))
        found = read_pm(seen.text, seen.head)
        if found.total and found.page == found.pages and len(found.messages) < min(found.total, PER_PAGE):
            self.clock.sleep(1.1)
            seen = self.read(self.pm_path(uid, page))
            found = read_pm(seen.text, seen.head)
        return found

    # -- may we write

    def may_open_thread(self, fid: int) -> Outcome:
        """Look at the form of a new thread and send nothing."""
        outcome, html = self._shows(self.new_thread_path(fid), "action=newthread")
        return replace(outcome, values={"hidden": "1"}) if has_box(html, "hiddenreplies") else outcome

    def may_reply(self, fid: int, tid: int) -> Outcome:
        """Look at the form of a reply and send nothing."""
        return self._shows(self.reply_path(fid, tid), "action=reply")[0]

    def may_send_pm(self) -> Outcome:
        """Look at the form of a private message and send nothing."""
        path = self.new_pm_path()
        if path is None:
            return Outcome(kind=Answer.NOTHING_DONE, text=f"no private messages on Discuz! {self.dialect}")
        return self._shows(path, "")[0]

    def _shows(self, path: str, action: str) -> tuple[Outcome, str]:
        try:
            seen = self.read(path)
        except Refused as refused:
            return refused.outcome, ""
        except BoardUnreachable as error:
            return Outcome(kind=Answer.SERVER_ERROR, text=str(error)), ""
        if read_form(seen.text, holds="message", action=action) is None:
            return Outcome(kind=Answer.NO_PERMISSION, text="the page has no editor"), seen.text
        return Outcome(kind=Answer.SUCCEEDED), seen.text

    def post_url(self, tid: int, pid: int) -> str:
        """An absolute link to a post, by pid."""
        return urljoin(self.transport.root, self.post_path(tid, pid))

    def thread_url(self, tid: int) -> str:
        """An absolute link to a thread."""
        return urljoin(self.transport.root, self.plain_thread_path(tid))

    # -- writing

    def reply(self, fid: int, tid: int, text: str) -> Outcome:
        """Post a reply; smilies are switched off, as letters like `:D` in a tally are none."""

        def prepare() -> Prepared:
            seen = self.read(self.reply_path(fid, tid))
            form = self._editor(seen, "action=reply")
            fields = form.fields | {"message": text} | _without_smilies(seen)
            return self.ajax(form.action, "reply"), self.trimmed(fields)

        return self.submit(prepare)

    def edit(self, fid: int, tid: int, pid: int, text: str, subject: str | None = None) -> Outcome:
        """Replace the text of a post; every other field of its form goes back as it came.

        A thread's first post carries its options (types, hidden replies): what is not sent back is switched off.
        """

        def prepare() -> Prepared:
            form = self._editor(self.read(self.edit_path(fid, tid, pid)), "action=edit")
            if form.fields.get("pid", str(pid)) != str(pid):
                raise BoardUnreachable(f"the form of post {form.fields['pid']} instead of {pid}")
            fields = form.fields | {"message": text}
            if subject is not None:
                fields["subject"] = subject
            return self.ajax(form.action, "edit"), self.trimmed(fields)

        outcome = self.submit(prepare)
        return replace(outcome, pid=outcome.pid or pid, tid=outcome.tid or tid) if outcome.ok else outcome

    def new_thread(self, fid: int, subject: str, text: str, *, hidden: bool = False) -> Outcome:
        """Open a thread. `hidden`: replies are seen by their authors and the judge only.

        Where the board cannot hide replies nothing is opened (NOTHING_DONE): secrets must not stand in the open.
        """
        types: list[str] = []

        def prepare() -> Prepared:
            seen = self.read(self.new_thread_path(fid))
            form = self._editor(seen, "action=newthread")
            fields = form.fields | {"subject": subject, "message": text} | _without_smilies(seen)
            if hidden:
                if not has_box(seen.text, "hiddenreplies"):
                    raise Refused(Outcome(kind=Answer.NOTHING_DONE, text="this board cannot hide replies"))
                fields["hiddenreplies"] = "1"
            known = read_types(seen.text)
            if types and known:
                fields["typeid"] = str(known[0][0])
            return self.ajax(form.action, "newthread"), self.trimmed(fields)

        outcome = self.submit(prepare)
        if outcome.kind is Answer.OTHER and outcome.known and "主题的类别" in outcome.text:
            types.append("compulsory")
            outcome = self.submit(prepare)
        if outcome.ok and outcome.pid is None and outcome.tid is not None:
            outcome = replace(outcome, pid=self._first_pid(outcome.tid))
        return outcome

    def _first_pid(self, tid: int) -> int | None:
        try:
            return self.thread(tid).posts[0].pid
        except (Refused, BoardUnreachable):
            return None

    def _editor(self, seen: Seen, action: str) -> Form:
        form = read_form(seen.text, holds="message", action=action)
        if form is None:
            raise BoardUnreachable("the page has no editor")
        if read_captcha(seen.text):
            raise Refused(Outcome(kind=Answer.CAPTCHA, text="the editor asks for a captcha"))
        return form

    def trimmed(self, fields: dict[str, str]) -> dict[str, str]:
        """Without what no hand would have sent: drafts, pictures of text, watching the thread."""
        return {name: value for name, value in fields.items() if name not in _NEVER}

    def ajax(self, action: str, handle: str) -> str:
        """The address of a form whose answer is to come in words, where the dialect has that."""
        return action

    # -- addresses

    @abstractmethod
    def thread_path(self, tid: int, page: int) -> str:
        """A page of a thread, oldest first."""

    @abstractmethod
    def plain_thread_path(self, tid: int) -> str:
        """A thread as one links it."""

    @abstractmethod
    def post_path(self, tid: int, pid: int) -> str:
        """A post, by pid."""

    @abstractmethod
    def forum_path(self, fid: int, page: int) -> str:
        """A board's list."""

    @abstractmethod
    def reply_path(self, fid: int, tid: int) -> str:
        """The editor of a reply."""

    @abstractmethod
    def edit_path(self, fid: int, tid: int, pid: int) -> str:
        """The editor of a post."""

    @abstractmethod
    def new_thread_path(self, fid: int) -> str:
        """The editor of a new thread."""

    @abstractmethod
    def pm_list_path(self, page: int) -> str:
        """The list of conversations."""

    @abstractmethod
    def pm_path(self, uid: int, page: int | None) -> str:
        """A conversation."""

    @abstractmethod
    def new_pm_path(self) -> str | None:
        """The form of a private message; None where the dialect has none."""

    @abstractmethod
    def profile_page(self, name: str) -> Seen:
        """The profile of a name. Raises Refused (USER_MISSING) if there is none."""


_NEVER = frozenset({"save", "imgcontent", "attention_add", "attention_remove", "checkbox", "addtags", ""})


def _without_smilies(seen: Seen) -> dict[str, str]:
    return {"smileyoff": "1"} if has_box(seen.text, "smileyoff") else {}
