"""The letters of characters: messages and hollows' posts, in time order, and when each may be handled.

A letter belongs to the moment at which it was sent. While the judge catches up after an outage, one that was sent
later than the next step falls due waits for that step, so that it meets the state that its sender met.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from service.game.context import Ctx
from service.game.course import Due
from service.game.orders_held import in_turn
from service.game.players import in_force
from service.game.votes import voters_of
from service.store import Tx


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A message or a hollow's post, with the character that sent it. `key` names it for good.

    `minutes`: the board tells no seconds of it (private messages), so `at` is the beginning of the minute.
    """

    key: str
    who: str
    at: datetime
    text: str
    minutes: bool = False

    def since(self, opens: datetime) -> bool:
        """Was it sent at or after the opening, as far as its time can tell?"""
        return self.at >= (opens.replace(second=0, microsecond=0) if self.minutes else opens)


def letters(ctx: Ctx, tx: Tx) -> list[Letter]:
    """Everything that characters sent and that was not handled yet, in time order."""
    voters = voters_of(ctx)
    out = []
    if "pm" in ctx.game.orders:
        for message in tx.messages(ctx.board, ctx.account, sorted(voters.by_uid)):
            key = f"pm.{message.uid}.{message.pmid}"
            at = message.at or message.first_seen
            who = voters.of_uid(message.uid, at, minutes=True)
            if message.mine or who is None or ctx.record.done(key):
                continue
            out.append(Letter(key=key, who=who, at=at, text=message.text, minutes=message.at is not None))
    if "hollow" in ctx.game.orders:
        out += _from_hollows(ctx, tx)
    return sorted(out, key=lambda letter: (letter.at, in_turn(letter.key)))


def _from_hollows(ctx: Ctx, tx: Tx) -> Iterable[Letter]:
    voters = voters_of(ctx)
    read_as = {r.keys["pid"]: r for r in ctx.rulings if r.kind == "read" and in_force(r, ctx.now)}
    for character in ctx.game.characters:
        if character.hollow is None:
            continue
        for seen in tx.seen_posts(ctx.board, character.hollow):
            post = seen.first.post  # an order stands as it was sent; whoever changes his mind sends another
            if voters.character(post) != character.name or not post.text:
                continue
            key = f"hollow.{character.hollow}.{seen.pid}"
            words, meant = post.text, read_as.get(seen.pid)
            if meant is not None and ctx.record.done(key):
                # It was not understood; the director says what it means.
                key, words = f"{key}.read.{meant.id}", str(meant.keys["as"])
            if not ctx.record.done(key):
                at = post.posted_at or seen.first.first_seen
                yield Letter(key=key, who=character.name, at=at, text=words)


def ripe(letter: Letter, due: Due | None, ctx: Ctx) -> bool:
    """May the letter be handled before the next step?"""
    if due is None:
        return True
    if due.at is None:  # the night's windows are not printed yet
        return letter.at < ctx.calendar.close(due.day)
    return letter.at < due.at or due.at > ctx.now


def belongs(ctx: Ctx, letter: Letter) -> bool:
    """Letters from before the game (an earlier game's) are not this game's."""
    begun = ctx.record.steps["setup"].at
    return letter.at.replace(second=59) >= begun
