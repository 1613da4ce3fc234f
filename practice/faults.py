"""Faults on demand: what the next requests meet instead of, before, or after their ordinary answer."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from enum import StrEnum

from practice.web import Request


class Fault(StrEnum):
    """What may befall a request."""

    LOST_SESSION = "lost_session"
    FORMHASH = "formhash"
    DB_DOWN = "db_down"
    SERVER_ERROR = "server_error"
    DROP_AFTER = "drop_after"
    DROP_BEFORE = "drop_before"
    SLOW = "slow"
    TRUNCATED = "truncated"
    LOGIN_CAPTCHA = "login_captcha"
    BOARD_CLOSED = "board_closed"
    HOURS = "hours"
    IP_BANNED = "ip_banned"
    CACHE_PAGE = "cache_page"
    QUEUE = "queue"
    FLOOD = "flood"
    OTHER_HOST = "other_host"
    DSIGN = "dsign"


@dataclass(slots=True)
class Planned:
    """A fault for the next `times` requests that fit. `value`: seconds of SLOW, the address of OTHER_HOST."""

    fault: Fault
    times: int
    method: str | None
    path: str | None
    value: str | float | None


class Faults:
    """The plan. Faults are used up in the order of planning, one a request."""

    def __init__(self) -> None:
        self._plan: list[Planned] = []
        self._lock = threading.Lock()

    def next(
        self,
        fault: Fault | str,
        times: int = 1,
        *,
        method: str | None = None,
        path: str | None = None,
        value: str | float | None = None,
    ) -> None:
        """Let a fault befall the next `times` requests of a method whose address holds `path`."""
        with self._lock:
            self._plan.append(Planned(Fault(fault), times, method, path, value))

    def clear(self) -> None:
        """Forget what was planned."""
        with self._lock:
            self._plan.clear()

    @property
    def left(self) -> int:
        """How many requests will still meet a fault."""
        with self._lock:
            return sum(planned.times for planned in self._plan)

    def take(self, request: Request) -> Planned | None:
        """The fault that befalls this request, if any; counts it off."""
        with self._lock:
            for planned in self._plan:
                if planned.method not in {None, request.method}:
                    continue
                if planned.path is not None and planned.path not in request.target:
                    continue
                planned.times -= 1
                if planned.times <= 0:
                    self._plan.remove(planned)
                return planned
        return None
