"""What happened in a game, in time order, for people: steps, letters, events, rulings, notices."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from engine.events import NightFell, Opened, Turned
from service.files.override_words import describe
from service.forum.links import post_link
from service.game.context import Papers
from service.game.course import LATE
from service.game.notice_words import STATE, is_public, notice_zh
from service.game.standing import public_until
from service.game.step_words import step_zh
from service.game.votes import voters_of
from service.scenarios.replay_words import saying
from service.store import Notice, NoticeState, StoredStep, Tx

_COURSE = re.compile(r"setup|end|(day|night)\d+\.\S+")
_CODE = re.compile(r"\[/?[a-zA-Z*][^\]]{0,200}\]")
LONGEST = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One thing that happened. `secret`: not to be shown before the end."""

    at: datetime
    rank: int
    text: str
    secret: bool = False
    link: str | None = None


def annals(papers: Papers, tx: Tx, *, public: bool = False) -> tuple[Entry, ...]:
    """Everything, first to last; with `public` only what everyone may know by now."""
    notices = tx.notices(papers.game.key)
    entries = [*_steps(papers), *_events(papers), *_rulings(papers), *_letters(papers, tx)]
    entries += [_notice(papers, one) for one in notices]
    if public:
        until = public_until(notices)
        entries = [one for one in entries if not one.secret and (until is None or one.at < until)]
    return tuple(sorted(entries, key=lambda one: (one.at, one.rank)))


def _steps(papers: Papers) -> Iterator[Entry]:
    in_order = sorted(papers.record.steps.values(), key=lambda one: (one.at, one.due or one.at))
    for step in in_order:
        if _COURSE.fullmatch(step.step):
            yield Entry(at=step.at, rank=1, text=f"{step_zh(step.step)}{_late(papers, step)}")


def _late(papers: Papers, step: StoredStep) -> str:
    if step.due is None or step.due.year == 1 or step.at - step.due <= LATE:
        return ""
    return f"（原定 {step.due.astimezone(papers.zone):%m-%d %H:%M}，迟了 {(step.at - step.due).total_seconds() / 60:.0f} 分钟）"


def _events(papers: Papers) -> Iterator[Entry]:
    for one in papers.record.log:
        if isinstance(one.event, Opened | NightFell | Turned):
            continue
        if words := saying(one.event).strip():
            yield Entry(at=one.at, rank=2, text=words, secret=True)


def _rulings(papers: Papers) -> Iterator[Entry]:
    for ruling in papers.rulings:
        if ruling.at is not None and ruling.at <= papers.now:
            yield Entry(at=ruling.at, rank=0, text=f"裁定 {describe(ruling, papers.zone)}", secret=True)


def _letters(papers: Papers, tx: Tx) -> Iterator[Entry]:
    voters = voters_of(papers)
    begun = papers.record.steps.get("setup")
    for message in tx.messages(papers.board, papers.account, sorted(voters.by_uid)):
        at = message.at or message.first_seen
        if message.mine or begun is None or at.replace(second=59) < begun.at:
            continue
        yield Entry(
            at=at, rank=0, text=f"{voters.by_uid[message.uid]} 来信：{one_line(message.text)}", secret=True
        )
    for character in papers.game.characters:
        if character.hollow is None:
            continue
        for seen in tx.seen_posts(papers.board, character.hollow):
            post = seen.first.post
            if voters.character(post) == character.name and post.text:
                at = post.posted_at or seen.first.first_seen
                text = f"{character.name} 在树洞里：{one_line(post.text)}"
                yield Entry(at=at, rank=0, text=text, secret=True)


def _notice(papers: Papers, notice: Notice) -> Entry:
    at = notice.sent_at or notice.attempted_at or notice.created_at
    assert at is not None
    words = f"{STATE[notice.state]} {notice.ref}　{notice_zh(notice)}"
    if notice.problem and notice.state is not NoticeState.SENT:
        words += f"（{one_line(notice.problem)}）"
    if is_public(notice) and notice.kind in {"reply", "thread"} and (first := headline(notice.body)):
        words += f"：{first}"
    hidden = not is_public(notice) or notice.state is not NoticeState.SENT
    return Entry(at=at, rank=3, text=words, secret=hidden, link=notice_link(papers, notice))


def notice_link(papers: Papers, notice: Notice) -> str | None:
    """Where a notice stands on the board, if it does."""
    if notice.state is not NoticeState.SENT or not is_public(notice):
        return None
    tid = notice.sent_tid or notice.tid
    pid = notice.pid if notice.kind in {"reply", "edit"} else None
    return None if tid is None else post_link(papers.board, papers.record.facts.get("dialect"), tid, pid)


def headline(body: str) -> str:
    """The first line of a notice that says something, without its code."""
    plain = (_CODE.sub("", line).strip() for line in body.splitlines())
    return one_line(next((line for line in plain if line), ""), 80)


def one_line(text: str, longest: int = LONGEST) -> str:
    """A text of others on one line."""
    line = " / ".join(part.strip() for part in text.splitlines() if part.strip())
    return line if len(line) <= longest else line[: longest - 1] + "…"


def lines(entries: Iterable[Entry], papers: Papers) -> Iterator[str]:
    """As they are printed: a heading for each date of the board."""
    date = ""
    for one in entries:
        local = one.at.astimezone(papers.zone)
        if (today := f"{local:%Y-%m-%d}") != date:
            date = today
            yield f"== {date}"
        yield f"{local:%H:%M:%S}　{one.text}" + (f"　{one.link}" if one.link else "")
