"""The captured vote threads, counted by hand beforehand, through readers, parsers and engine."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.ballot import Poll
from engine.rules import Rules
from parsers.charset import decode
from parsers.head import read_head
from parsers.names import NameBook, NameEntry
from parsers.thread import read_thread
from service.counts.counting import Count, Voters, count_thread
from service.counts.seen import SeenForm, SeenPost


def count_folder(folder: Path) -> tuple[Count, dict[str, object]]:
    expected = json.loads((folder / "votes.expect.json").read_text("utf-8"))
    read_at = datetime.fromtimestamp(4_000_000_000, UTC)
    seen: dict[int, SeenPost] = {}
    for name in expected["thread"]["files"]:
        text, charset = decode((folder / name).read_bytes(), None)
        page = read_thread(text, read_head(text, charset))
        for post in page.posts:
            assert post.pid is not None
            form = SeenForm(post=post, first_seen=read_at, last_seen=read_at)
            seen[post.pid] = SeenPost(pid=post.pid, tid=2, forms=(form,))
    names = tuple(expected["names"])
    poll = Poll(
        characters=names,
        election=False,
        opens=datetime.fromisoformat(expected["from"]),
        closes=datetime.fromisoformat(expected["until"]),
    )
    voters = Voters(by_name={name: name for name in names}, judges=frozenset({expected["judge"]}))
    book = NameBook([NameEntry(name) for name in names])
    return count_thread(list(seen.values()), book, poll, Rules(), voters=voters), expected["expect"]


@pytest.mark.parametrize("board", ["x35", "d72"])
def test_a_captured_vote_thread_is_counted_as_by_hand(captures: Path, board: str) -> None:
    count, expect = count_folder(captures / board)
    standing = [
        {
            "target": line.target,
            "votes": line.votes,
            "voters": [(v.ballot.voter, v.weight, v.ballot.pid, v.ballot.floor) for v in line.voters],
        }
        for line in count.tally.standing
    ]
    assert standing == [
        {
            "target": line["target"],
            "votes": line["votes"],
            "voters": [(v["voter"], v["weight"], v["pid"], v["floor"]) for v in line["voters"]],
        }
        for line in expect["standing"]  # type: ignore[attr-defined]
    ]
    assert list(count.tally.abstained) == expect["abstained"]
    assert list(count.tally.silent) == expect["silent"]
    rejected = {(r.ballot.pid, r.reason.value) for r in count.rejected}
    assert rejected == {(r["pid"], r["reason"]) for r in expect["rejected"]}  # type: ignore[attr-defined]
