"""Hand-made histories of posts: what stood in a vote thread, and when it was seen."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

from engine.ballot import Poll
from engine.rules import Rules
from parsers.model import Post
from parsers.names import NameBook, NameEntry
from service.counts.counting import Count, CountRulings, Voters, count_thread
from service.counts.seen import SeenForm, SeenPost

ZONE = timezone(timedelta(hours=8))
NAMES = ("苏武", "班昭", "蔡伦", "张骞", "卫青")
UIDS = {name: number for number, name in enumerate(NAMES, 101)}


def at(clock: str) -> datetime:
    """An instant of the day of the close."""
    return datetime.fromisoformat(f"2026-03-03T{clock}").replace(tzinfo=ZONE)


OPENS, CLOSES = at("09:30:00"), at("21:30:00")
READ = at("21:30:02")


def form(text: str | None, posted: str, since: str, until: str, who: str = "苏武", **more: Any) -> SeenForm:
    """One form: posted then, seen from one reading to another."""
    author = more.pop("author", who)
    uid = more.pop("uid", UIDS.get(who))
    if isinstance(more.get("edited_at"), str):
        more["edited_at"] = at(more["edited_at"])
    post = Post(pid=1, floor=2, author=author, uid=uid, posted_at=at(posted), text=text, **more)
    return SeenForm(post=post, first_seen=at(since), last_seen=at(until))


def history(
    *forms: SeenForm, pid: int = 1, gone: str | None = None, away: tuple[str, str] | None = None
) -> SeenPost:
    """A post of these forms."""
    return SeenPost(
        pid=pid,
        tid=9,
        forms=forms,
        gone_at=at(gone) if gone else None,
        absences=((at(away[0]), at(away[1])),) if away else (),
    )


def ballot(
    who: str, text: str | None, posted: str = "10:00:00", pid: int = 1, gone: str | None = None, **more: Any
) -> SeenPost:
    """A post that never changed, seen from a minute after until past the close."""
    seen = min((at(posted) + timedelta(minutes=1)).strftime("%H:%M:%S"), "23:00:00")
    until = max(seen, "22:00:00")
    return history(form(text, posted, seen, until, who, **more), pid=pid, gone=gone)


def counted(
    *posts: SeenPost,
    rules: Rules | None = None,
    rulings: CountRulings | None = None,
    voters: Voters | None = None,
    read_at: datetime | None = READ,
    **poll: Any,
) -> Count:
    """The count of these posts."""
    who = voters or Voters(
        by_name={n: n for n in NAMES},
        by_uid={uid: n for n, uid in UIDS.items()},
        judges=frozenset({"判官"}),
        judge_uids=frozenset({7}),
    )
    asked = {"characters": NAMES, "election": False, "opens": OPENS, "closes": CLOSES, **poll}
    book = NameBook([NameEntry(name) for name in asked["characters"]])
    return count_thread(
        posts,
        book,
        Poll(**asked),
        rules or Rules(),
        voters=who,
        rulings=rulings or CountRulings(),
        read_at=read_at,
    )


def votes(count: Count) -> dict[str, list[str]]:
    """Who counts for whom."""
    return {line.target: [v.ballot.voter for v in line.voters] for line in count.tally.standing}


def refused(count: Count) -> list[tuple[str, str]]:
    """Who was not counted, and why, in time order."""
    return [(one.ballot.voter, one.reason.value) for one in count.rejected]


def flags(count: Count) -> list[str]:
    """The kinds of all flags."""
    return [flag.kind for flag in count.flags]
