"""The ballot reader against the labelled corpora: what is counted must be right, what is a ballot must be found."""

from __future__ import annotations

import pytest

from parsers.ballots import BallotLine, effective, read_ballots
from parsers.names import NameBook, NameEntry
from tests.corpus.blocks import FOLDER, Block, load, run

FILES = sorted(path.name for path in FOLDER.glob("ballots*.txt"))


def read(block: Block, names: list[NameEntry]) -> tuple[BallotLine, ...]:
    book = NameBook(names, "exact" if block.option("name_match") == "exact" else "part")
    return read_ballots(
        block.text,
        book,
        vote_thread=block.option("thread", "vote") == "vote",
        bare_name=block.option("bare_name", "true") == "true",
        judges=block.options.get("judge", []),
    )


def said(line: BallotLine) -> str:
    flags = "".join(f" [{flag.kind}]" for flag in line.flags if flag.kind == "part_of_name")
    return " ".join(filter(None, (line.kind, line.target or line.reason))) + flags


@pytest.mark.parametrize("name", FILES)
def test_ballots(name: str) -> None:
    score = run(name, lambda block, names: [said(line) for line in read(block, names)])
    print(score.report())
    assert not score.spurious, score.report()
    assert score.recall >= 0.98, score.report()


def test_what_must_never_be_counted() -> None:
    names, blocks = load("never_counted.txt")
    counted = [
        f"{block.place} {block.text!r}: {said(line)}"
        for block in blocks
        if block.expected == ["not_counted"] and (line := effective(read(block, names)))
    ]
    assert not counted, "\n".join(counted)
    assert len(blocks) > 20
