"""From a board's answer to what became of the action."""

from __future__ import annotations

from parsers.messages import is_listed
from parsers.model import Answer, Message
from service.errors import Outcome

NO_LOGIN_HELPS = frozenset(
    {
        Answer.BOARD_CLOSED,
        Answer.HOURS,
        Answer.IP_BANNED,
        Answer.BANNED,
        Answer.DB_DOWN,
        Answer.SERVER_ERROR,
        Answer.CACHE_WARMING,
        Answer.ROBOT_REFUSED,
    }
)
"""Answers that a guest and a member hear alike. 7.2 throws cookies away while it is closed: logging in is vain."""

RIGHTS = frozenset(
    {
        Answer.NO_PERMISSION,
        Answer.GROUP_REFUSED,
        Answer.READ_PERMISSION,
        Answer.PM_REFUSED,
        Answer.NOTHING_DONE,
        Answer.THREAD_MISSING,
    }
)
"""Words about rights, behind which a lost log-in may stand."""

_UNKNOWN = frozenset({Answer.SERVER_ERROR, Answer.DB_DOWN, Answer.CACHE_WARMING, Answer.DUPLICATE})
_PM_WAIT = 16.0
_LONGEST_WAIT = 120


def of_message(message: Message | None) -> Outcome:
    """The outcome of a form that was sent; an answer that nobody knows means that nobody knows."""
    if message is None:
        return Outcome(kind=Answer.OTHER, text="an answer that says nothing", known=False)
    known = message.kind not in _UNKNOWN and (message.kind is not Answer.OTHER or is_listed(message))
    return Outcome(
        kind=message.kind,
        text=message.text,
        known=known,
        seconds=message.seconds,
        tries_left=message.tries_left,
        pid=_number(message.values.get("pid")),
        tid=_number(message.values.get("tid")),
        values=message.values,
    )


def wait_before_repeating(outcome: Outcome) -> float | None:
    """How long to wait where the board refused only because it was too soon; None: do not repeat."""
    if outcome.kind is Answer.FLOOD and outcome.seconds and outcome.seconds <= _LONGEST_WAIT:
        return outcome.seconds + 1.0
    if outcome.kind is Answer.PM_FLOOD and "24" not in outcome.text:
        return _PM_WAIT
    return None


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and len(text) < 13 and int(text) else None
