"""Log-ins and the counting of wrong ones."""

from __future__ import annotations

from datetime import timedelta

from practice.records import Failures, Member
from practice.refusal import Refusal
from practice.state import State


class Logins:
    """The log-in of a board: tries are counted by address and, on X, by name."""

    def __init__(self, state: State) -> None:
        self.state = state

    def login(
        self,
        name: str,
        password: str,
        question: int,
        answer: str,
        *,
        keys: tuple[str, ...],
        captcha: str | None,
    ) -> Member:
        """Check a log-in. `keys` are what failures are counted by; a success forgets nothing."""
        settings = self.state.settings
        if settings.login_captcha and (captcha or "").strip().upper() != settings.captcha_answer.upper():
            raise Refusal("captcha")
        left = min(self._tries_left(key) for key in keys)
        if left <= 0:
            raise Refusal("login_locked", minutes=settings.lock_minutes)
        member = self.state.find_member(name)
        if member is None or member.password != password:
            self._count_failure(keys)
            if left <= 1:
                raise Refusal("login_locked", minutes=settings.lock_minutes)
            raise Refusal("login_failed", tries=left - 1)
        if member.question and (question != member.question or answer != member.answer):
            self._count_failure(keys)
            raise Refusal("question_needed" if not question else "question_wrong", tries=max(left - 1, 0))
        return member

    def _tries_left(self, key: str) -> int:
        failures = self.state.failures.get(key)
        settings = self.state.settings
        if failures is None or self.state.now() - failures.last > timedelta(minutes=settings.lock_minutes):
            self.state.failures.pop(key, None)
            return settings.login_tries
        return settings.login_tries - failures.count

    def _count_failure(self, keys: tuple[str, ...]) -> None:
        for key in keys:
            failures = self.state.failures.setdefault(key, Failures(0, self.state.now()))
            failures.count += 1
            failures.last = self.state.now()
