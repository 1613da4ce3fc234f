"""Night orders, refusals, take-backs and questions in private messages and hollow threads.

What can be read is an `Order`; what is meant as one and cannot be read is `Unclear`, for the judge to ask back;
talk passes in silence. Whether an order is allowed is not decided here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.model import Skill
from parsers import skills
from parsers.fold import folded, level, resolve_references
from parsers.names import NameBook
from parsers.order_line import Consent, Order, Query, Said, Unclear
from parsers.order_reader import read_line, read_order
from parsers.plain import own_words

__all__ = ["Consent", "Order", "Query", "Said", "Unclear", "declared", "read_orders", "say_back"]


def read_orders(message: str, book: NameBook, *, author: str | None = None) -> tuple[Said, ...]:
    """Everything that a message declares, in order. `author`: the character that `自己` means."""
    lines = [
        (index, raw.strip(), folded(resolve_references(raw.rstrip("\r"))))
        for index, raw in enumerate(own_words(message).split("\n"))
        if level(raw).strip(" \u200b\r")
    ]
    read: list[Said] = []
    skipped = -1
    for place, (index, words, line) in enumerate(lines):
        if place == skipped:
            continue
        said, waiting = read_line(line, book, author)
        if waiting and place + 1 < len(lines) and not read_line(lines[place + 1][2], book, author)[0]:
            following = lines[place + 1][2]
            again = read_order(following, 0, waiting, book, author, told=True)[0]
            if again:
                said = [*said[:-1], *again]
                skipped = place + 1
        read += [_placed(one, words, index) for one in said]
    return tuple(read)


def say_back(order: Order) -> str:
    """What was understood, in the rules' words, for the player to check."""
    term = skills.TERMS[order.skill] if order.skill else "全部技能"
    if order.withdraw:
        return f"撤回{term}的指令" if order.skill else "撤回全部指令"
    if order.decline:
        return {Skill.JOIN_PACK: "不归群", Skill.PLAY_FOOL: "不装傻"}.get(
            order.skill or Skill.LEAD, f"不用{term}"
        )
    if not order.targets:
        return term
    return f"{term}：{'、'.join(order.targets)}"


def declared(said: Sequence[Said]) -> tuple[Order, ...]:
    """Only the orders among what was said."""
    return tuple(one for one in said if isinstance(one, Order))


def _placed(said: Said, words: str, index: int) -> Said:
    if isinstance(said, Order):
        return replace(said, text=words, index=index)
    if isinstance(said, Unclear):
        return replace(said, words=said.words or words, index=index)
    return replace(said, index=index)
