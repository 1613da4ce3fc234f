"""Which form of a post counts at a vote's close, and from when (`ballots.md`: the thread as it stood at the close)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from itertools import pairwise, takewhile

from service.counts.seen import SeenForm, SeenPost

MINUTE = timedelta(minutes=1)


class Fate(Enum):
    """What became of a post by the close."""

    STANDS = "stands"
    DELETED = "deleted"
    UNREADABLE = "unreadable"
    EDITED_LATE = "edited_late"
    """Edited after the close and never seen before: nobody knows what it said."""
    EDITED_VOID = "edited_void"


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingForm:
    """The form that counts, when it counts as written, and what is to be said of it."""

    fate: Fate
    form: SeenForm
    at: datetime | None
    flags: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Close:
    """A vote's close. `read_at`: when the reading began that shows how the thread stood (None: not read yet)."""

    at: datetime | None
    read_at: datetime | None = None

    def after(self, moment: datetime) -> bool:
        """Is the moment at or past the close (which is excluded)?"""
        return self.at is not None and moment >= self.at


def standing_form(seen: SeenPost, close: Close, *, edits: str, deletes: str) -> StandingForm:
    """Settle edits, deletions and blocking of one post by the knobs `edits` and `deletes`."""
    flags: list[tuple[str, str]] = []
    readable = [form for form in seen.forms if form.readable]
    withdrawn = _gone_at_close(seen, close)
    gone = withdrawn or seen.gone_at
    if gone is not None:
        flags.append(("deleted", gone.isoformat()))
    if withdrawn is not None and deletes == "withdraw":
        form = readable[-1] if readable else seen.latest
        return StandingForm(fate=Fate.DELETED, form=form, at=seen.first.post.posted_at, flags=tuple(flags))
    out_of_sight = [form.post.state for form in seen.forms if form.post.state in {"blocked", "banned"}]
    if out_of_sight:
        flags.append(("blocked", out_of_sight[-1]))
    unread = seen.latest if not readable else _unreadable_at_close(seen, close)
    if unread is not None:
        return StandingForm(fate=Fate.UNREADABLE, form=unread, at=unread.post.posted_at, flags=tuple(flags))
    forms = _by_words(readable)
    if edits == "first_seen":
        return StandingForm(fate=Fate.STANDS, form=forms[0], at=forms[0].post.posted_at, flags=tuple(flags))
    return _edited(forms, close, edits, flags)


def _edited(
    forms: Sequence[SeenForm], close: Close, edits: str, flags: list[tuple[str, str]]
) -> StandingForm:
    """The last form that stood there before the close."""
    first = forms[0]
    chosen, at, changed = first, first.post.posted_at, False
    if first.post.edited_at is not None:
        when = change_time(None, first)
        if close.after(when):
            flags.append(("edited_after_close", when.isoformat()))
            return StandingForm(fate=Fate.EDITED_LATE, form=first, at=when, flags=tuple(flags))
        at, changed = when, True
    for before, form in pairwise(forms):
        when = change_time(before, form)
        if close.after(when):
            flags.append(("edited_after_close", when.isoformat()))
            break
        chosen, at, changed = form, when, True
    if changed and at is not None:
        flags.append(("edited", at.isoformat()))
        if edits == "void":
            return StandingForm(fate=Fate.EDITED_VOID, form=chosen, at=at, flags=tuple(flags))
    return StandingForm(fate=Fate.STANDS, form=chosen, at=at, flags=tuple(flags))


def change_time(before: SeenForm | None, form: SeenForm) -> datetime:
    """When a post took this form.

    The edit mark's time if it lies between the last reading that showed the old text (the post's own time if
    there was none) and the first that showed the new one; else the time of that first reading: marks are
    forgeable, avoidable, and in the editor's zone. Marks have minutes only.
    """
    mark, posted = form.post.edited_at, form.post.posted_at
    since = before.last_seen if before is not None else posted
    if mark is not None and since is not None and since - MINUTE < mark <= form.first_seen:
        return max(mark, since) if posted is None else max(mark, posted)
    return form.first_seen


def _gone_at_close(seen: SeenPost, close: Close) -> datetime | None:
    """Since when the post was gone at the close; None if it stood there, whatever became of it later."""
    if close.at is None:
        return seen.gone_at
    gone_at = [] if seen.gone_at is None else [(seen.gone_at, None)]
    for gone, back in (*seen.absences, *gone_at):
        if back is not None and back <= (close.read_at or close.at):
            continue
        if gone <= close.at:
            return gone
        # The reading of the close shows how the thread stood then; whatever goes missing later was there.
        last_seen = max((form.last_seen for form in seen.forms if form.last_seen <= gone), default=None)
        seen_after = last_seen is not None and last_seen >= close.at
        if not seen_after and close.read_at is not None and gone >= close.read_at:
            return gone
    return None


def _unreadable_at_close(seen: SeenPost, close: Close) -> SeenForm | None:
    """The form in which it could not be read until after the close: what it shows since then changes nothing."""
    hidden = list(takewhile(lambda form: not form.readable, seen.forms))
    return hidden[-1] if hidden and close.after(hidden[-1].last_seen) else None


def _by_words(forms: Sequence[SeenForm]) -> list[SeenForm]:
    """Forms that differ in what the author wrote; a change of state or of the mark's look alone is none."""
    out: list[SeenForm] = []
    for form in forms:
        if out and _words(out[-1]) == _words(form):
            out[-1] = replace(out[-1], last_seen=max(out[-1].last_seen, form.last_seen))
            continue
        out.append(form)
    return out


def _words(form: SeenForm) -> object:
    post = form.post
    return (post.text, post.marks)
