"""7.2 and 7.0: which address does what. The pages are in `seven_thread`, `seven_post`, `seven_home`."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Literal
from urllib.parse import unquote

from practice.board import Board
from practice.dialects import (
    seven_home,
    seven_login,
    seven_moderate,
    seven_pm,
    seven_post,
    seven_thread,
    strokes,
)
from practice.dialects.seven_page import SevenPages
from practice.dialects.visit import Visit, viewer_of
from practice.faults import Fault, Planned
from practice.refusal import Refusal
from practice.render import environment
from practice.web import Answer, Request

_REWRITTEN = (
    (re.compile(r"/thread-(\d+)-(\d+)-\d+\.html"), "/viewthread.php", ("tid", "page")),
    (re.compile(r"/forum-(\d+)-(\d+)\.html"), "/forumdisplay.php", ("fid", "page")),
    (re.compile(r"/space-uid-(\d+)\.html"), "/space.php", ("uid",)),
)
Route = Callable[[SevenPages, Visit], Answer]
_ROUTES: dict[str, Route] = {
    "/": seven_home.index,
    "/index.php": seven_home.index,
    "/viewthread.php": seven_thread.show,
    "/redirect.php": seven_thread.jump,
    "/forumdisplay.php": seven_home.forum,
    "/post.php": seven_post.post,
    "/topicadmin.php": seven_moderate.moderate,
    "/logging.php": seven_login.logging,
    "/seccode.php": seven_login.captcha,
    "/ajax.php": seven_login.captcha_number,
    "/pm.php": seven_pm.messages,
    "/space.php": seven_home.space,
    "/member.php": seven_home.member_list,
}
_NOT_FOR_ROBOTS = frozenset({"/logging.php", "/post.php", "/pm.php", "/search.php", "/topicadmin.php"})


class SevenDialect:
    """Answers as 7.2 or 7.0 does. Sessions are tied to the User-Agent."""

    def __init__(self, version: Literal["7.2", "7.0"]) -> None:
        self.pages = SevenPages(environment("seven"), version=version)

    @staticmethod
    def _tie(request: Request) -> str:
        return hashlib.sha256(request.agent.encode("utf-8", "replace")).hexdigest()

    def _visit(self, board: Board, request: Request) -> Visit:
        tie = self._tie(request)
        visit = Visit(board, request, tie, viewer_of(board, request, tie))
        if visit.name("sid") not in request.cookies:
            visit.cookies.cookie(visit.name("sid"), secrets.token_hex(3), age=604800)
        return visit

    def viewer_uid(self, board: Board, request: Request) -> int:
        """Who is logged in with this request's cookies."""
        viewer = viewer_of(board, request, self._tie(request))
        return viewer.uid if viewer else 0

    def answer(self, board: Board, request: Request) -> Answer:
        """Answer a request."""
        visit = self._visit(board, request)
        answer = self._route(visit)
        answer.headers.extend(visit.cookies.headers)
        return answer

    def stricken(self, board: Board, request: Request, planned: Planned) -> Answer:
        """Answer a request that a fault befalls."""
        visit = self._visit(board, request)
        match planned.fault:
            case Fault.DB_DOWN:
                return Answer("<b>Discuz! info</b>: Can not connect to MySQL server", 200, "text/html")
            case Fault.SERVER_ERROR:
                return Answer("", 500, "text/html")
            case Fault.DSIGN:
                return Answer("&#x9891;&#x7E41;&#x5237;&#x65B0;&#x9650;&#x5236;", 200, "text/html")
            case Fault.BOARD_CLOSED:
                refusal = Refusal("closed_site")
            case Fault.HOURS:
                refusal = Refusal("hours", hours=planned.value or "0:00-23:59")
            case Fault.IP_BANNED:
                refusal = Refusal("banned")
            case Fault.FLOOD:
                refusal = Refusal("flood", seconds=planned.value or 15)
            case Fault.LOGIN_CAPTCHA:
                refusal = Refusal("captcha")
            case _:
                return strokes.common(self, visit, planned)
        answer = self.pages.refuse(visit, refusal)
        answer.headers.extend(visit.cookies.headers)
        return answer

    def _route(self, visit: Visit) -> Answer:
        request = visit.request
        if request.path == "/practice.css":
            return Answer((Path(__file__).parent.parent / "practice.css").read_bytes(), 200, "text/css")
        if request.path.startswith("/images/"):
            return strokes.picture(request.path)
        if visit.robot and request.path in _NOT_FOR_ROBOTS:
            return Answer("", 403, "text/html")
        decoded = unquote(request.target, errors="replace")
        if "<" in decoded or '"' in decoded:
            return Answer("Request Bad url", 200, "text/html")
        for pattern, path, names in _REWRITTEN:
            if match := pattern.fullmatch(request.path):
                request.query[:0] = list(zip(names, match.groups(), strict=True))
                request.path = path
        route = _ROUTES.get(request.path)
        if route is None:
            return Answer("<html><body><h1>404 Not Found</h1></body></html>", 404, "text/html")
        try:
            self._standing(visit)
            return route(self.pages, visit)
        except Refusal as refusal:
            return self.pages.refuse(visit, refusal)

    def _standing(self, visit: Visit) -> None:
        settings = visit.board.settings
        if visit.request.path == "/logging.php" or (visit.viewer and visit.viewer.group == "admin"):
            return
        if visit.viewer is not None and visit.viewer.group == "banned":
            raise Refusal("banned")
        if settings.closed_text is not None:
            raise Refusal("closed_site", text=settings.closed_text)
        if settings.hours_text is not None:
            raise Refusal("hours", hours=settings.hours_text)
