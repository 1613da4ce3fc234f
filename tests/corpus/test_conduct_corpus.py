"""The judgement of conduct against its labelled corpus."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from engine.model import Status
from parsers.conduct import Bound, ConductRules, Day, Player, Speech, judge_conduct
from parsers.model import Post
from parsers.names import NameBook, NameEntry
from tests.corpus.blocks import Block, run

POST = re.compile(r"(\S+) (\S+) (discussion|vote)(?: \[(edited|deleted)\])? \| (.*)")
BOARD = ZoneInfo("Asia/Shanghai")


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=BOARD)


def read(block: Block, names: list[NameEntry]) -> list[str]:
    speeches = []
    for number, line in enumerate(block.lines, 1):
        match = POST.fullmatch(line)
        assert match, line
        post = Post(
            pid=number, floor=number, author=match[2], uid=1, posted_at=instant(match[1]), text=match[5]
        )
        speeches.append(
            Speech(
                post=post,
                who=match[2],
                thread="vote" if match[3] == "vote" else "discussion",
                edited=match[4] == "edited",
                deleted=match[4] == "deleted",
            )
        )
    states: dict[str, list[Bound]] = {}
    for key, values in block.options.items():
        if key.startswith("state "):
            states[key.removeprefix("state ")] = [Bound(status=Status(value)) for value in values]
    conduct = judge_conduct(
        speeches,
        [Player(name=entry.name, states=tuple(states.get(entry.name, ()))) for entry in names],
        Day(opens=instant(block.option("open")), closes=instant(block.option("close"))),
        ConductRules(
            post_limit=int(block.option("post_limit", "20")),
            post_limit_counts_vote_thread=block.option("post_limit_counts_vote_thread") == "true",
            mute_hours=float(block.option("mute_hours", "12")),
            mute_blocks_votes=block.option("mute_blocks_votes") == "true",
            deleted_posts_count=block.option("deleted_posts_count", "true") == "true",
        ),
        NameBook(names),
        exempt=frozenset(int(number) for number in block.options.get("exempt", [])),
    )
    found = [f"{one.kind} {one.who} {one.pid}" for one in conduct.violations]
    expected = [line for line in block.expected if line != "nothing"]
    return sorted(found, key=lambda line: expected.index(line) if line in expected else len(expected))


def test_conduct() -> None:
    score = run("conduct.txt", read)
    print(score.report())
    assert not score.spurious, score.report()
    assert score.recall >= 0.98, score.report()
