"""Faults that look the same on every version, and the little pictures."""

from __future__ import annotations

import secrets
from urllib.parse import unquote

from practice.board import Dialect
from practice.dialects.visit import Visit
from practice.faults import Fault, Planned
from practice.web import Answer, redirect

_FACE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" viewBox="0 0 20 20"><circle cx="10" cy="10" '
    'r="9" fill="#ffd95a" stroke="#b98b13"/><circle cx="7" cy="8" r="1.4"/><circle cx="13" cy="8" r="1.4"/>'
    '<path d="M6 12q4 4 8 0" fill="none" stroke="#333" stroke-width="1.4"/></svg>'
)


def picture(path: str) -> Answer:
    """A smiling face, whatever picture was asked for."""
    del path
    return Answer(_FACE.encode(), 200, "image/svg+xml")


def letters_picture(letters: str) -> Answer:
    """A captcha that anybody can read."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="30"><rect width="100" height="30" '
        f'fill="#eee"/><text x="12" y="22" font-size="20" font-family="monospace">{letters}</text></svg>'
    )
    return Answer(svg.encode(), 200, "image/svg+xml")


def dsign(visit: Visit) -> Answer:
    """The page that makes a browser come again with a sign in the address."""
    sign = secrets.token_hex(4)
    body = (
        "<script type=\"text/javascript\">var a='loc',b='ation',s='_dsi'+'gn';"
        f"window[a+b].href='{visit.request.target}&'+s+'={sign}';</script>"
    )
    return Answer(body, 200, f"text/html; charset={visit.board.charset}")


def common(dialect: Dialect, visit: Visit, planned: Planned) -> Answer:
    """What needs no dialect: sessions, keys, queues, dropped and slow answers, strange hosts."""
    board, request = visit.board, visit.request
    match planned.fault:
        case Fault.LOST_SESSION:
            token = unquote(request.cookies.get(visit.name("auth"), ""))
            board.state.sessions.pop(token, None)
            return dialect.answer(board, request)
        case Fault.FORMHASH:
            board.state.site_key = secrets.token_hex(8)
            return dialect.answer(board, request)
        case Fault.CACHE_PAGE:
            body = "Cache List: settings forums usergroups<br />Caches successfully created, please refresh."
            return Answer(body, 200, "text/html")
        case Fault.OTHER_HOST:
            return redirect(str(planned.value or "http://example.invalid/"))
        case Fault.QUEUE:
            return _queued(dialect, visit)
        case _:
            return dialect.answer(board, request)


def _queued(dialect: Dialect, visit: Visit) -> Answer:
    """Answer with every board holding new posts for approval."""
    forums = visit.board.state.forums.values()
    before = [(forum, forum.holds_threads, forum.holds_replies) for forum in forums]
    for forum in forums:
        forum.holds_threads = forum.holds_replies = True
    try:
        return dialect.answer(visit.board, visit.request)
    finally:
        for forum, threads, replies in before:
            forum.holds_threads, forum.holds_replies = threads, replies
