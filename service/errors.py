"""The tree of errors that the shell raises.

ServiceError              one clear line for a person; `.exit_code` is the command's
├── BadInput              a file, an argument or a page that is not what it must be (exit 2)
├── Refused               the board's answer to a read, as a typed outcome
├── LeaseLost             another daemon may lead by now: nothing more is written or said
└── BoardUnreachable      no answer, or one that could not be read (time, size, redirects, connection)
"""

from __future__ import annotations

from dataclasses import dataclass, field

from parsers.model import Answer


class ServiceError(Exception):
    """Anything that a person should read as one line."""

    exit_code = 1


class BadInput(ServiceError):
    """What was given cannot be used; the text says what, where and what to do."""

    exit_code = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one action on the board.

    `known` is False where the action may or may not have happened (timeout, 5xx, an answer that no row of the
    table of answers fits): look before doing it again. `pid`/`tid` are the board's new post or thread, if told.
    """

    kind: Answer
    text: str = ""
    known: bool = True
    seconds: int | None = None
    tries_left: int | None = None
    pid: int | None = None
    tid: int | None = None
    values: dict[str, str] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Done, and seen by others."""
        return self.kind is Answer.SUCCEEDED and self.known


class Refused(ServiceError):
    """The board did not show what was asked for."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(f"{outcome.kind.value}: {outcome.text}")
        self.outcome = outcome


class LeaseLost(ServiceError):
    """We led, and another may lead by now."""

    def __init__(self, why: str) -> None:
        super().__init__(f"{why}：不再写入，也不再发帖")


class BoardUnreachable(ServiceError):
    """The board gave no usable answer."""
