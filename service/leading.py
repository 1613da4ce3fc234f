"""Waiting for the lead, where two daemons share one PostgreSQL: one leads, the other stands by."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from service.errors import ServiceError
from service.logs import logger
from service.store.lease import Lease, lease_for

LOOK = 3.0
"""Seconds between two tries of a stand-by."""

ASK = 5.0
"""Seconds between the leader's own looks whether it still leads (besides one before each POST)."""


def stand_by(lease: Lease, stop: threading.Event, tell: Callable[[str], None], *, look: float = LOOK) -> bool:
    """Wait until the lead is ours; False where we were told to stop before it was.

    `tell` hears in each round how things stand. Raises `ServiceError` where the database can't be reached at the
    first try; later on that is waited out.
    """
    log = logger("lease")
    said = ""
    while True:
        try:
            if lease.take():
                log.info("leading")
                return True
            words = f"待命：{lease.leader() or '另一个判官'} 正领着牌局"
        except ServiceError as error:
            if not said:
                raise
            words = f"待命：{error}"
        if words != said:
            log.info("standing by", why=words)
        said = words
        tell(words)
        if stop.wait(look):
            return False


@contextmanager
def leading(url: str) -> Iterator[Lease | None]:
    """The lead for one pass; None where the file lock is all that is needed.

    Raises `ServiceError` where another has the lead.
    """
    lease = lease_for(url)
    if lease is None:
        yield None
        return
    with lease:
        if not lease.take():
            raise ServiceError(f"{lease.leader() or '另一个判官'} 正领着牌局：先停下它，或用只读的命令")
        yield lease
