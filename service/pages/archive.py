"""A game's record: everything that was seen, ruled and decided, for others to check and to read.

Before the end there are secrets: then the record holds what everyone may know by now, and says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.chance import seed_text
from engine.events import Drawn, encode
from engine.model import Camp
from engine.views import Notice as Published
from engine.views import published
from parsers.posts_json import iso, post_to_dict
from service.counts.count_json import count_to_dict
from service.counts.seen import SeenForm
from service.files.gamemodel import LAST_DAY
from service.files.override_words import describe
from service.game.annals import annals, notice_link
from service.game.context import Papers
from service.game.notice_words import is_public
from service.game.standing import public_log
from service.game.votes import count_day, state_for_count, voters_of
from service.game.words import CAMP, IDENTITY, states_zh
from service.store import Notice, NoticeState, Tx

FORMAT, VERSION = "panguan-archive", 1


def finished(papers: Papers, tx: Tx) -> bool:
    """Is the game over, and does the board know it?"""
    reveals = [n for n in tx.notices(papers.game.key) if n.data.get("template") == "reveal"]
    return papers.record.done("end") and all(n.state is NoticeState.SENT for n in reveals) and bool(reveals)


def archive(papers: Papers, tx: Tx, *, complete: bool) -> dict[str, Any]:
    """The record as one JSON document; without `complete` nothing in it is a secret."""
    zone = papers.zone
    notices = tx.notices(papers.game.key)
    log = public_log(papers, notices)
    document: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "complete": complete,
        "written_at": iso(papers.now, zone),
        "game": papers.game.key,
        "title": papers.game.title,
        "board": papers.board,
        "commitment": papers.record.secret.get("commitment"),
        "characters": list(_characters(papers, complete=complete)),
        "published": [_published(one) for one in published(log)],
        "counts": list(_counts(papers, tx, notices)),
        "story": [
            {"at": iso(one.at, zone), "text": one.text, "link": one.link}
            for one in annals(papers, tx, public=not complete)
        ],
        "notices": [_notice(papers, one) for one in notices if complete or _on_the_board(one)],
        "threads": list(_threads(papers, tx, notices, complete=complete)),
    }
    if complete:
        document |= _secrets(papers, tx)
    return document


def _secrets(papers: Papers, tx: Tx) -> dict[str, Any]:
    zone, record = papers.zone, papers.record
    state = record.game_state()
    draws = [one.event for one in record.log if isinstance(one.event, Drawn)]
    voters = voters_of(papers)
    return {
        "winner": record.data("end")["winner"],
        "winner_zh": CAMP[Camp(record.data("end")["winner"])],
        "chance": {
            "commitment": record.secret["commitment"],
            "salt": record.secret["salt"],
            "seed": seed_text(record.secret["seed"]),
            "identities": dict(record.secret["identities"]),
            "seats": list(state.characters),
            "dealt": not papers.game.dealt,
            "draws": [{"label": d.label, "candidates": list(d.candidates), "chosen": d.who} for d in draws],
        },
        "rules": papers.game.rules.to_mapping(),
        "steps": [
            {"step": s.step, "at": iso(s.at, zone), "due": iso(s.due, zone), "data": dict(s.data)}
            for s in record.steps.values()
        ],
        "events": [{"step": one.step, "at": iso(one.at, zone), **encode(one.event)} for one in record.log],
        "rulings": [
            {"id": r.id, "kind": r.kind, "at": iso(r.at, zone), "reason": r.reason, "says": describe(r, zone)}
            for r in papers.rulings
        ],
        "messages": [
            {
                "who": voters.by_uid.get(m.uid),
                "mine": m.mine,
                "at": iso(m.at or m.first_seen, zone),
                "text": m.text,
            }
            for m in tx.messages(papers.board, papers.account, sorted(voters.by_uid))
            if (m.at or m.first_seen).replace(second=59) >= record.steps["setup"].at
        ],
    }


def _characters(papers: Papers, *, complete: bool) -> Iterator[dict[str, Any]]:
    state = papers.record.state
    entries = {c.name: c for c in papers.game.characters}
    names = list(state.characters) if state is not None else list(papers.game.names)
    for seat, name in enumerate(names, start=1):
        row: dict[str, Any] = {"seat": seat, "name": name, "uid": papers.uid(name)}
        if complete and state is not None:
            one = state[name]
            row |= {
                "actor": entries[name].actor if name in entries else None,
                "identity": one.identity.value,
                "identity_zh": IDENTITY[one.identity],
                "camp": one.camp.value,
                "camp_zh": CAMP[one.camp],
                "states": sorted(one.states),
                "states_zh": states_zh(one.states),
            }
        yield row


def _counts(papers: Papers, tx: Tx, notices: tuple[Notice, ...]) -> Iterator[dict[str, Any]]:
    """The counts that stand published, as the same posts and rulings give them now."""
    sent = {n.ref for n in notices if n.state is NoticeState.SENT}
    for day in range(1, LAST_DAY):
        if papers.record.data(f"day{day}.result").get("ref") not in sent:
            continue
        view = count_day(papers, tx, state_for_count(papers, day), day)
        if view is not None:
            yield count_to_dict(
                view.count,
                day=day,
                opens=view.opens,
                closes=view.closes,
                as_of=view.read_at,
                zone=papers.zone,
            )


def _notice(papers: Papers, notice: Notice) -> dict[str, Any]:
    return {
        "ref": notice.ref,
        "kind": notice.kind,
        "to": notice.name if notice.kind == "pm" else None,
        "state": notice.state.value,
        "sent_at": iso(notice.sent_at, papers.zone),
        "subject": notice.subject,
        "text": notice.body,
        "link": notice_link(papers, notice),
    }


def _on_the_board(notice: Notice) -> bool:
    return is_public(notice) and notice.state is NoticeState.SENT


def _published(one: Published) -> dict[str, Any]:
    return {"kind": one.kind, "who": one.who, "day": one.day, "detail": one.detail}


def _threads(
    papers: Papers, tx: Tx, notices: tuple[Notice, ...], *, complete: bool
) -> Iterator[dict[str, Any]]:
    """Posts as seen. A vote whose count is not published yet may be hidden from others: it is left out."""
    sent = {n.ref for n in notices if n.state is NoticeState.SENT}
    wanted = [(0, "checkin", papers.thread(0, "checkin"))]
    for n in range(1, LAST_DAY + 1):
        counted = papers.record.data(f"day{n}.result").get("ref") in sent
        wanted.append((n, "discussion", papers.thread(n, "discussion")))
        if complete or counted or not papers.game.threads.hidden_votes:
            wanted.append((n, "vote", papers.thread(n, "vote")))
    if complete:
        wanted += [(0, f"hollow:{c.name}", c.hollow) for c in papers.game.characters]
    for day, which, tid in wanted:
        if tid is None:
            continue
        posts = [
            {
                "pid": seen.pid,
                "gone_at": iso(seen.gone_at, papers.zone),
                "forms": [_form(papers, form, complete=complete) for form in seen.forms],
            }
            for seen in tx.seen_posts(papers.board, tid)
            if complete or not seen.latest.post.private
        ]
        yield {"tid": tid, "day": day or None, "which": which, "posts": posts}


def _form(papers: Papers, form: SeenForm, *, complete: bool) -> dict[str, Any]:
    """What a moderator alone can read is left out before the end."""
    post = post_to_dict(form.post, papers.zone)
    if not complete:
        shown = form.post.state == "visible" and not form.post.private
        post["hidden"] = None
        if not shown:
            post |= {"text": None, "code": [], "quotes": []}
    return {
        "first_seen": iso(form.first_seen, papers.zone),
        "last_seen": iso(form.last_seen, papers.zone),
        **post,
    }
