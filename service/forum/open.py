"""A board's address becomes a client of its dialect."""

from __future__ import annotations

import random
from typing import Literal

import stamina

from parsers.head import read_head
from parsers.model import Dialect
from service.clock import Clock
from service.errors import BadInput
from service.forum.address import board_root
from service.forum.api import Account, CookieKeeper, Forum
from service.forum.keeper import Keeper
from service.forum.pace import Pacer
from service.forum.seven import SevenForum
from service.forum.transport import Transport
from service.forum.x import XForum


def open_forum(
    url: str,
    account: Account | None,
    clock: Clock,
    cookies: CookieKeeper | None = None,
    *,
    dialect: Dialect | Literal["auto"] = "auto",
    charset: str = "auto",
    gap_seconds: float = 1.5,
    jitter_seconds: float = 1.0,
    chance: random.Random | None = None,
) -> Forum:
    """A client of the board at `url` (any page of it); `account` None: a guest, who can only read.

    With `auto` the front page tells dialect and charset. Raises BadInput if it is no Discuz! board,
    BoardUnreachable if it does not answer.
    """
    root = board_root(url)
    keeper = Keeper(cookies, account)
    transport = Transport(root, clock, Pacer(clock, gap_seconds, jitter_seconds, chance), keeper.jar)
    if charset != "auto":
        transport.charset = "gbk" if charset.lower().startswith("gb") else charset.lower()
    if dialect == "auto":
        dialect = _dialect_of(transport, root)
    # its hooks would write to standard output, which belongs to the commands
    stamina.instrumentation.set_on_retry_hooks(())
    if dialect == "x":
        return XForum(transport, keeper, account, clock, dialect)
    return SevenForum(transport, keeper, account, clock, dialect)


def _dialect_of(transport: Transport, root: str) -> Dialect:
    """By the front page; a closed or crowded board still shows its frame."""
    reply = transport.get(root)
    head = read_head(reply.text, reply.charset)
    if head.dialect is None:
        raise BadInput(
            f"这个网址不像 Discuz! 论坛：{root}（HTTP {reply.status}）；请检查地址，或在设置里写明论坛版本"
        )
    if transport.charset is None:
        transport.charset = reply.charset
    return head.dialect
