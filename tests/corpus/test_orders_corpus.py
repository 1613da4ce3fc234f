"""The order reader against the labelled corpora."""

from __future__ import annotations

import pytest

from parsers.names import NameBook, NameEntry
from parsers.orders import Consent, Order, Query, Said, Unclear, read_orders
from tests.corpus.blocks import Block, load, run


def read(block: Block, names: list[NameEntry]) -> tuple[Said, ...]:
    return read_orders(block.text, NameBook(names))


def said(one: Said) -> str:
    match one:
        case Order(withdraw=True):
            return "withdraw"
        case Order(decline=True):
            return f"decline {one.skill or '*'}"
        case Order():
            return " ".join(["order", str(one.skill), *one.targets]).replace(
                "order join_pack", "order join_pack"
            )
        case Unclear():
            return "unclear"
        case Query():
            return f"query {one.what}"
        case Consent():
            return "consent"


@pytest.mark.parametrize("name", ["orders.txt", "orders_synonyms.txt"])
def test_orders(name: str) -> None:
    score = run(name, lambda block, names: [said(one) for one in read(block, names)])
    print(score.report())
    assert not score.spurious, score.report()
    assert score.recall >= 0.98, score.report()


def test_what_must_never_be_an_order() -> None:
    names, blocks = load("never_orders.txt")
    taken = [
        f"{block.place} {block.text!r}: {said(one)}"
        for block in blocks
        for one in read(block, names)
        if isinstance(one, Order | Consent)
    ]
    assert not taken, "\n".join(taken)
    assert len(blocks) > 20
