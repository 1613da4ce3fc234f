"""What a session keeps across restarts: its cookies, whose they are, and whether a log-in was refused.

A refusal is kept so that no restart tries the same words again: boards lock an address out after five tries.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, cast

from parsers.model import Answer
from service.errors import Outcome
from service.forum.api import Account, CookieKeeper
from service.forum.cookies import Jar, Kept

_LOCKED_FOR = timedelta(minutes=16)
_MOST_UNKNOWN = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginRefused:
    """A log-in that the board refused, and that is not tried again by itself.

    `until`: when a lock-out ends and one more try is right; None: a person must act first.
    """

    outcome: Outcome
    until: datetime | None = None


class Keeper:
    """The session's memory in a `CookieKeeper`; without one it lasts as long as the process."""

    def __init__(self, store: CookieKeeper | None, account: Account | None) -> None:
        self._store = store
        self._account = account
        self._saved: str | None = None
        self.jar = Jar()
        self.refused: LoginRefused | None = None
        self._unknown = 0
        self._salt = secrets.token_hex(8)
        self._restore()

    def refusal(self, now: datetime) -> Outcome | None:
        """Why no log-in may be tried now, or None."""
        if self.refused is None or (self.refused.until is not None and now >= self.refused.until):
            return None
        return self.refused.outcome

    def note_login(self, outcome: Outcome, now: datetime) -> Outcome:
        """Remember what became of a try; what it means in the light of those before."""
        if outcome.known:
            self._unknown = 0
            self.refused = None
        else:
            self._unknown += 1
        if outcome.kind is Answer.LOGIN_LOCKED:
            self.refused = LoginRefused(outcome=outcome, until=now + _LOCKED_FOR)
        elif outcome.kind in _FINAL:
            self.refused = LoginRefused(outcome=outcome)
        elif self._unknown >= _MOST_UNKNOWN:
            # once may be the board's fault, twice is something that a person must see
            outcome = replace(outcome, kind=Answer.LOGIN_FAILED)
            self.refused = LoginRefused(outcome=outcome)
        self.save()
        return outcome

    def forget_refusal(self) -> None:
        """A person wants another try."""
        self.refused, self._unknown = None, 0

    def save(self) -> None:
        """Hand the memory to the store, if it changed."""
        if self._store is None:
            return
        refused = None
        if self.refused is not None:
            outcome, until = self.refused.outcome, self.refused.until
            refused = {
                "kind": outcome.kind.value,
                "text": outcome.text,
                "tries_left": outcome.tries_left,
                "until": until.isoformat() if until else None,
            }
        cookies = self.jar.kept()
        memory = {
            "version": 1,
            "cookies": [one for one in cookies if not _passing(one["name"])],
            "salt": self._salt,
            "account": self._mark(),
            "refused": refused,
            "unknown": self._unknown,
        }
        # boards change some cookies with every page: those alone are not worth a write
        mark = json.dumps(memory)
        if mark != self._saved:
            self._store.save(json.dumps(memory | {"cookies": cookies}, ensure_ascii=False))
            self._saved = mark

    def _restore(self) -> None:
        text = self._store.load() if self._store else None
        if not text:
            return
        try:
            kept = cast("dict[str, Any]", json.loads(text))
            self._salt = str(kept["salt"])
            if kept["account"] != self._mark():
                # another account or another password: neither its cookies nor its refusal are ours
                return
            self.jar = Jar([_cookie(one) for one in kept["cookies"]])
            self._unknown = int(kept["unknown"])
            if refused := kept["refused"]:
                self.refused = LoginRefused(
                    outcome=Outcome(
                        kind=Answer(refused["kind"]),
                        text=str(refused["text"]),
                        tries_left=refused["tries_left"],
                    ),
                    until=datetime.fromisoformat(refused["until"]) if refused["until"] else None,
                )
        except (ValueError, KeyError, TypeError):
            self.jar, self.refused = Jar(), None

    def _mark(self) -> str:
        """Tells one pair of name and password from another; too short to find the password by."""
        if self._account is None:
            return ""
        whole = "\0".join((self._salt, self._account.name, self._account.password, self._account.answer))
        return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:6]


_PASSING = (
    "lastact", "sid", "st_p", "st_t", "viewid", "visitedfid", "ulastactivity", "lastvisit", "oldtopics",
    "onlineusernum", "checkpm", "sendmail", "lip", "lastcheckfeed", "checkfollow", "noticeTitle",
)  # fmt: skip


def _passing(name: str) -> bool:
    """Whether a cookie comes new with every page and is not missed after a restart."""
    return name.endswith(_PASSING)


def _cookie(one: dict[str, Any]) -> Kept:
    until = one["until"]
    return Kept(
        name=str(one["name"]),
        value=str(one["value"]),
        path=str(one["path"]),
        until=None if until is None else float(until),
    )


_FINAL = frozenset(
    {
        Answer.LOGIN_FAILED,
        Answer.QUESTION_REQUIRED,
        Answer.CAPTCHA,
        Answer.GROUP_REFUSED,
        Answer.BANNED,
        Answer.IP_BANNED,
        Answer.NO_PERMISSION,
        Answer.OTHER,
    }
)
"""What a person must mend. IP_BANNED is also what a banned account is told."""
