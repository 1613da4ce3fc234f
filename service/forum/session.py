"""A member's session on one board: reads that notice a lost log-in, one log-in, forms that are sent once.

What every dialect shares. A form is sent again only where the board itself said that it did nothing: nobody was
logged in, the formhash was stale, or it was too soon; and each of these once.
"""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import timedelta

from parsers.forms import read_captcha, read_form
from parsers.head import read_head
from parsers.messages import classify
from parsers.model import Answer
from service.errors import BoardUnreachable, Outcome, Refused
from service.forum.answers import NO_LOGIN_HELPS, RIGHTS, of_message, wait_before_repeating
from service.forum.encode import for_board
from service.forum.reading import Reader, Seen, check_whole, excerpt, moved
from service.forum.transport import NotSent, Reply

Prepared = tuple[str, dict[str, str]]
"""Where a form goes, and its fields."""


_FRESH = timedelta(minutes=10)


class Session(Reader, ABC):
    """Reads pages and sends forms as one account, or reads as a guest."""

    def read(self, path: str, *, allow: Collection[Answer] = ()) -> Seen:
        """A page that was asked for, logged in if there is an account.

        Raises Refused for an answer in words whose kind is not in `allow`, BoardUnreachable for what is no page
        of the board.
        """
        seen = self.fetch(path)
        if self._lost(seen):
            state = self._recover()
            if state.kind is not Answer.SUCCEEDED:
                raise Refused(state)
            seen = self.fetch(path)
            if seen.head.uid == 0:
                raise Refused(Outcome(kind=Answer.LOGIN_REQUIRED, text="the log-in was lost again at once"))
        if seen.message is not None:
            if seen.message.kind not in allow:
                raise Refused(of_message(seen.message))
        elif seen.head.dialect is None:
            raise BoardUnreachable(f"not a page of the board: {excerpt(seen.reply)}")
        return seen

    def login(self, solution: Mapping[str, str] | None = None) -> Outcome:
        """Log in with name and password: exactly one try, whatever happened before.

        `solution`: the captcha's fields, with what a person read.
        """
        self.keeper.forget_refusal()
        return self._try_login(self.login_page, solution)

    def ensure_login(self) -> Outcome:
        """SUCCEEDED if logged in (from kept cookies, else by one log-in); a refused log-in is not tried again.

        Costs no request where a page of the last minutes showed who is logged in: a later loss is found out by the
        page that meets it.
        """
        if self.account is None:
            return Outcome(kind=Answer.LOGIN_REQUIRED, text="no account is given")
        if refusal := self.keeper.refusal(self.clock.now()):
            return refusal
        if self._head.uid and self._head_at is not None and self.clock.now() - self._head_at < _FRESH:
            return Outcome(kind=Answer.SUCCEEDED)
        try:
            seen = self.fetch(self.front)
        except BoardUnreachable as error:
            return Outcome(kind=Answer.SERVER_ERROR, text=str(error))
        if seen.message is not None and (seen.head.uid or seen.message.kind in NO_LOGIN_HELPS):
            return of_message(seen.message)
        return Outcome(kind=Answer.SUCCEEDED) if seen.head.uid else self._recover()

    def login_refused(self) -> bool:
        """Whether a refusal stands in the way of any log-in by itself; it is kept with the cookies."""
        return self.keeper.refusal(self.clock.now()) is not None

    def cookies_from_browser(self, header: str) -> Outcome:
        """Take a browser's `Cookie:` header instead of a log-in, and test it; what was kept stays if it fails."""
        before = self.keeper.jar.kept()
        self.keeper.jar.take_browsers(header)
        with contextlib.suppress(BoardUnreachable):
            seen = self.fetch(self.front)
            if seen.head.uid:
                self.keeper.note_login(Outcome(kind=Answer.SUCCEEDED), self.clock.now())
                return Outcome(kind=Answer.SUCCEEDED, text=seen.head.logged_in_as or "")
        self.keeper.jar.restore(before)
        self.keeper.save()
        return Outcome(
            kind=Answer.LOGIN_FAILED, text="the board does not know this cookie (7.x ties it to the browser)"
        )

    def submit(self, prepare: Callable[[], Prepared]) -> Outcome:
        """Send a form. `prepare` reads it anew and fills it in; it may raise Refused or BoardUnreachable."""
        renewed = waited = False
        while True:
            try:
                path, fields = prepare()
            except Refused as refused:
                # nothing was sent, whatever the words
                return replace(refused.outcome, known=True)
            except BoardUnreachable as error:
                return Outcome(kind=Answer.SERVER_ERROR, text=str(error))
            outcome, uid = self.post(path, fields)
            if not waited and (seconds := wait_before_repeating(outcome)):
                self.clock.sleep(seconds)
                waited = True
                continue
            nobody = outcome.kind in {Answer.LOGIN_REQUIRED, Answer.FORMHASH} or (
                outcome.kind in RIGHTS and uid == 0
            )
            if not nobody or renewed or self.account is None:
                return outcome
            renewed = True
            state = self._recover()
            if state.kind is not Answer.SUCCEEDED:
                return state

    def post(self, path: str, fields: Mapping[str, str]) -> tuple[Outcome, int | None]:
        """Send once. The outcome, and the uid that the answer's own head tells."""
        fields = {name: for_board(value, self.charset, self.dialect) for name, value in fields.items()}
        try:
            seen = self._answer(self.transport.post(path, fields, self.charset))
        except NotSent as error:
            return Outcome(kind=Answer.SERVER_ERROR, text=str(error)), None
        except BoardUnreachable as error:
            return Outcome(kind=Answer.OTHER, text=str(error), known=False), None
        finally:
            self.keeper.save()
        outcome = of_message(seen.message)
        if seen.message is None:
            outcome = replace(outcome, text=f"an answer that says nothing: {excerpt(seen.reply)}")
        return outcome, seen.head.uid

    def sent(self, path: str, fields: Mapping[str, str]) -> Seen:
        """A question that changes nothing, asked in a form's body. Raises BoardUnreachable."""
        seen = self._answer(self.transport.post(path, fields, self.charset))
        return seen if seen.message is None or seen.message.text else Seen(seen.reply, seen.head, None)

    def _answer(self, reply: Reply) -> Seen:
        check_whole(reply)
        if reply.location is not None and moved(reply):
            raise NotSent(f"the board has moved to {reply.location}")
        message = classify(
            reply.text, status=reply.status, location=reply.location, dialect=self.dialect, posted=True
        )
        return Seen(reply, read_head(reply.text, reply.charset), message)

    @abstractmethod
    def login_form(self, seen: Seen, solution: Mapping[str, str]) -> Prepared | None:
        """The log-in form of a page, filled in."""

    def filled_login(self, seen: Seen, solution: Mapping[str, str]) -> Prepared | None:
        """The part of a log-in form that the dialects share; `cookietime`: stay logged in for a month."""
        form = read_form(seen.text, holds="password", action="login", unlike="lssubmit")
        if form is None or self.account is None:
            return None
        account = self.account
        fields = form.fields | {
            "username": account.name,
            "password": account.password,
            "questionid": str(account.question),
            "answer": account.answer if account.question else "",
            "cookietime": "2592000",
            "loginfield": "username",
        }
        return form.action, fields | dict(solution)

    def _lost(self, seen: Seen) -> bool:
        if self.account is None:
            return False
        if seen.message is not None and seen.message.kind is Answer.LOGIN_REQUIRED:
            return True
        return seen.head.uid == 0 and (seen.message is None or seen.message.kind not in NO_LOGIN_HELPS)

    def _recover(self) -> Outcome:
        """Nobody seems to be logged in: ask a second page, and only then log in, once."""
        refusal = self.keeper.refusal(self.clock.now())
        return refusal or self._try_login(self.login_page, None)

    def _try_login(self, path: str, solution: Mapping[str, str] | None) -> Outcome:
        if self.account is None:
            return Outcome(kind=Answer.LOGIN_REQUIRED, text="no account is given")
        try:
            seen = self.fetch(path)
        except BoardUnreachable as error:
            return Outcome(kind=Answer.SERVER_ERROR, text=str(error))
        if seen.head.uid:
            self.keeper.note_login(Outcome(kind=Answer.SUCCEEDED), self.clock.now())
            return Outcome(kind=Answer.SUCCEEDED)
        prepared = self.login_form(seen, solution or {})
        if seen.message is not None and prepared is None:
            outcome = of_message(seen.message)
            if outcome.kind is Answer.LOGIN_LOCKED:
                self.keeper.note_login(outcome, self.clock.now())
            return outcome
        if prepared is None:
            return Outcome(kind=Answer.SERVER_ERROR, text="the page has no log-in form")
        if read_captcha(seen.text) and not solution:
            outcome = Outcome(kind=Answer.CAPTCHA, text="the log-in form asks for a captcha")
        else:
            outcome = self._verified(self.post(*prepared)[0])
        return self.keeper.note_login(outcome, self.clock.now())

    def _verified(self, outcome: Outcome) -> Outcome:
        """Believe the next page, not the welcome: who is logged in now?"""
        if outcome.known and outcome.kind not in {Answer.SUCCEEDED, Answer.OTHER, Answer.SERVER_ERROR}:
            return outcome
        try:
            seen = self.fetch(self.front)
        except BoardUnreachable:
            return Outcome(kind=outcome.kind, text=outcome.text, known=False)
        if seen.head.uid:
            # a banned account is welcomed too, and hears of it on the next page
            return (
                of_message(seen.message)
                if seen.message
                else Outcome(kind=Answer.SUCCEEDED, text=outcome.text)
            )
        if outcome.ok:
            # the words were right, as the board welcomed us; it may have lost us for a reason of its own
            return Outcome(
                kind=Answer.LOGIN_REQUIRED, text=f"nobody is logged in after: {outcome.text}", known=False
            )
        return outcome
