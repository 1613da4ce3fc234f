"""What the judge remembers: posts as seen, messages, events, steps done, notices to send, sessions.

`Store` is the only door. Everything written in one `with store.transaction()` stands or falls together.
"""

from service.store.lease_rows import Leader
from service.store.store import Store, Tx
from service.store.values import HeldMessage, Notice, NoticeState, Reading, StoredEvent, StoredStep

__all__ = [
    "HeldMessage",
    "Leader",
    "Notice",
    "NoticeState",
    "Reading",
    "Store",
    "StoredEvent",
    "StoredStep",
    "Tx",
]
