"""The check of mad posts against its labelled corpus."""

from __future__ import annotations

from typing import cast

from parsers.madness import MadRules, mad_findings
from parsers.model import Mark, MarkKind, Post, Quote
from parsers.names import NameBook, NameEntry
from tests.corpus.blocks import Block, run

KINDS = {"video": "media"}


def post_of(block: Block) -> Post:
    marks = [kind for kind in block.option("marks").split(",") if kind]
    styled = {"color", "size", "font"}
    return Post(
        pid=1,
        floor=1,
        author="张三",
        uid=1,
        posted_at=None,
        text=block.text,
        smilies=("1",) * int(block.option("smilies", "0")),
        quotes=tuple(Quote(author=None, text=text) for text in block.options.get("quote", [])),
        marks=tuple(
            Mark(
                kind=cast("MarkKind", KINDS.get(kind, kind)),
                start=0,
                end=max(1, len(block.text) - 1) if kind in styled and len(block.text) > 1 else 0,
            )
            for kind in marks
        ),
    )


def read(block: Block, names: list[NameEntry]) -> list[str]:
    rules = MadRules(
        emoji_ok=block.option("mad_emoji_ok", "true") == "true",
        quotes_count=block.option("mad_quote_policy", "counts") == "counts",
        target_anywhere=block.option("mad_vote_target_scope") == "anywhere",
    )
    vote = block.option("thread", "discussion") == "vote"
    found = mad_findings(post_of(block), NameBook(names), rules, vote_thread=vote)
    return [f"mad_text {one.detail}" if one.kind == "mad_text" else one.kind for one in found] or ["ok"]


def test_mad_posts() -> None:
    score = run("mad.txt", read)
    print(score.report())
    assert not score.spurious, score.report()
    assert score.recall >= 0.98, score.report()
