"""What a board says no with."""

from __future__ import annotations


class Refusal(Exception):
    """The board will not. `reason` names the message, `values` fill it."""

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.values = values
