"""What members may do, by the rules of a board. A dialect puts a `Refusal`'s reason into its own words."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from practice.records import Forum, Member, Post, PrivateMessage, Thread
from practice.refusal import Refusal
from practice.state import State

_QUOTE = re.compile(r"\[quote\].*?\[/quote\]", re.IGNORECASE | re.DOTALL)
_HOUR = timedelta(hours=1)


@dataclass(slots=True)
class Draft:
    """What a post's form sent. `options` are the fields of the form that are switched on or chosen."""

    subject: str = ""
    message: str = ""
    options: dict[str, str] = field(default_factory=dict)

    def on(self, option: str) -> bool:
        """Whether a box was ticked."""
        return self.options.get(option, "") not in {"", "0"}

    def number(self, option: str) -> int:
        """A chosen number, 0 where nothing usable was sent."""
        value = self.options.get(option, "")
        return int(value) if value.isascii() and value.isdigit() and len(value) < 9 else 0


class Acts:
    """A board's rules over its memory. `size` measures text in bytes of the board's charset.

    Floods: X counts from the last post that was tried, 7.x (`counts_last_post`) from the last one of any kind.
    """

    def __init__(self, state: State, size: Callable[[str], int], *, counts_last_post: bool = False) -> None:
        self.state = state
        self.size = size
        self.counts_last_post = counts_last_post

    # seeing --------------------------------------------------------------------------------------------

    def visible_thread(self, tid: int, viewer: Member | None) -> Thread:
        """A thread that this viewer may open."""
        thread = self.state.threads.get(tid)
        if thread is None or thread.visibility == "removed":
            raise Refusal("thread_missing")
        if thread.visibility == "pending" and (viewer is None or viewer.uid != thread.uid):
            raise Refusal("thread_missing")
        self.readable_forum(thread.fid, viewer)
        if viewer is not None and viewer.group in {"muted", "unverified"}:
            raise Refusal("group_refused", group=viewer.group)
        return thread

    def readable_forum(self, fid: int, viewer: Member | None) -> Forum:
        """A board that this viewer may open."""
        forum = self.state.forums.get(fid)
        if forum is None:
            raise Refusal("board_missing")
        if forum.readers is not None and (viewer.group if viewer else "guest") not in forum.readers:
            raise Refusal("no_reading")
        return forum

    # writing -------------------------------------------------------------------------------------------

    def reply(self, viewer: Member | None, tid: int, draft: Draft) -> Post:
        """Answer in a thread. A held answer comes back with `visibility` pending."""
        writer, thread = self.may_reply(viewer, tid)
        if not draft.message.strip() and not draft.subject.strip():
            raise Refusal("empty")
        forum = self.state.forums[thread.fid]
        if thread.closed and not self.state.moderates(writer, thread.fid):
            raise Refusal("thread_closed")
        self._check_text(writer, thread.fid, draft)
        post = self.state.add_post(tid, writer.uid, draft.message)
        post.subject = draft.subject
        self._post_options(post, draft)
        if forum.holds_replies and not self.state.moderates(writer, thread.fid):
            post.visibility = "pending"
        return post

    def may_reply(self, viewer: Member | None, tid: int) -> tuple[Member, Thread]:
        """Whether the form of an answer opens for this viewer."""
        if viewer is None:
            raise Refusal("reply_login")
        if viewer.group in {"muted", "unverified"}:
            raise Refusal("group_refused", group=viewer.group)
        return viewer, self.visible_thread(tid, viewer)

    def may_open_thread(self, viewer: Member | None, fid: int) -> tuple[Member, Forum]:
        """Whether the form of a new thread opens for this viewer."""
        if viewer is None:
            raise Refusal("thread_login")
        if viewer.group in {"muted", "unverified"}:
            raise Refusal("group_refused", group=viewer.group)
        return viewer, self.readable_forum(fid, viewer)

    def open_thread(self, viewer: Member | None, fid: int, draft: Draft) -> tuple[Thread, Post]:
        """Open a thread. A held one comes back with `visibility` pending."""
        writer, forum = self.may_open_thread(viewer, fid)
        if not draft.subject.strip() or not draft.message.strip():
            raise Refusal("empty")
        self._check_subject(draft.subject)
        self._check_text(writer, fid, draft)
        thread, post = self.state.open_thread(fid, writer.uid, draft.subject, draft.message)
        self._post_options(post, draft)
        self._thread_options(thread, draft)
        if forum.holds_threads and not self.state.moderates(writer, fid):
            thread.visibility = "pending"
        return thread, post

    def may_edit(self, viewer: Member | None, pid: int) -> tuple[Member, Post]:
        """Whether the edit form of a post opens for this viewer."""
        post = self.state.posts.get(pid)
        if viewer is None:
            raise Refusal("edit_login")
        if post is None or post.visibility == "removed":
            raise Refusal("thread_missing")
        thread = self.visible_thread(post.tid, viewer)
        if self.state.moderates(viewer, thread.fid):
            return viewer, post
        if post.uid != viewer.uid:
            raise Refusal("edit_others")
        minutes = self.state.settings.edit_minutes
        if minutes and self.state.now() - post.at > timedelta(minutes=minutes):
            raise Refusal("edit_late", minutes=minutes)
        return viewer, post

    def edit(self, viewer: Member | None, pid: int, draft: Draft) -> Post:
        """Save the edit form of a post. What the form did not send back falls to its default, as on real boards."""
        editor, post = self.may_edit(viewer, pid)
        if not draft.message.strip() or (post.first and not draft.subject.strip()):
            raise Refusal("empty")
        thread = self.state.threads[post.tid]
        self._check_subject(draft.subject)
        if not self.state.moderates(editor, thread.fid):
            self._check_size(draft.message)
        self.state.edit_post(post, draft.message, editor)
        post.subject = draft.subject
        self._post_options(post, draft)
        if post.first:
            thread.subject = draft.subject
            self._thread_options(thread, draft)
        return post

    def delete(self, viewer: Member | None, pid: int) -> Post:
        """Delete through the edit form."""
        _, post = self.may_edit(viewer, pid)
        self.state.remove_post(post)
        return post

    def _post_options(self, post: Post, draft: Draft) -> None:
        post.anonymous = draft.on("isanonymous")
        post.usesig = draft.on("usesig")
        post.smileyoff = draft.on("smileyoff")
        post.bbcodeoff = draft.on("bbcodeoff")
        post.parseurloff = draft.on("parseurloff")

    def _thread_options(self, thread: Thread, draft: Draft) -> None:
        thread.typeid = draft.number("typeid")
        thread.readperm = draft.number("readperm")
        thread.price = draft.number("price")
        thread.hidden_replies = draft.on("hiddenreplies")
        thread.reverse = draft.on("ordertype")
        thread.tell_author = draft.on("allownoticeauthor")

    def _check_subject(self, subject: str) -> None:
        limit = self.state.settings.subject_bytes
        if self.size(subject) > limit:
            raise Refusal("subject_long", limit=limit)

    def _check_size(self, message: str) -> None:
        settings = self.state.settings
        size = self.size(_QUOTE.sub("", message))
        if size < settings.min_bytes:
            raise Refusal("too_short", limit=settings.min_bytes, most=settings.max_bytes)
        if self.size(message) > settings.max_bytes:
            raise Refusal("too_long", limit=settings.max_bytes, least=settings.min_bytes)

    def _check_text(self, writer: Member, fid: int, draft: Draft) -> None:
        settings = self.state.settings
        for word in settings.banned_words:
            if word in draft.message or word in draft.subject:
                raise Refusal("censored", word=word)
        if self.state.moderates(writer, fid):
            return
        self._check_size(draft.message)
        now = self.state.now()
        flood = timedelta(seconds=settings.flood_seconds)
        last = writer.last_post if self.counts_last_post else writer.post_lock
        if flood and last is not None and now - last < flood:
            raise Refusal("flood", seconds=settings.flood_seconds)
        if settings.posts_per_hour:
            recent = sum(p.uid == writer.uid and now - p.at < _HOUR for p in self.state.posts.values())
            if recent >= settings.posts_per_hour:
                raise Refusal("hourly", limit=settings.posts_per_hour)
        writer.post_lock = now

    # private messages ----------------------------------------------------------------------------------

    def send_pm(self, viewer: Member | None, receiver: Member | None, text: str) -> PrivateMessage:
        """Send a private message; moderators wait as everybody does."""
        if viewer is None:
            raise Refusal("login_first")
        now = self.state.now()
        if not self.counts_last_post and viewer.group not in {"admin", "moderator"}:
            # X makes ordinary members wait after their last post as well.
            since = now - viewer.last_post if viewer.last_post else None
            if since is not None and timedelta(0) <= since < timedelta(
                seconds=self.state.settings.flood_seconds
            ):
                raise Refusal("pm_flood")
        if receiver is None:
            raise Refusal("no_receiver")
        if receiver.uid == viewer.uid:
            raise Refusal("pm_self")
        if not text.strip():
            raise Refusal("pm_empty")
        wait = timedelta(seconds=self.state.settings.pm_flood_seconds)
        if wait and viewer.last_pm is not None and now - viewer.last_pm < wait:
            raise Refusal("pm_flood")
        return self.state.add_pm(viewer.uid, receiver.uid, text)
