"""X3.5: which address does what. The pages are in `x_thread`, `x_post`, `x_home`, `x_login`."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

from practice.board import Board
from practice.dialects import strokes, x_home, x_login, x_moderate, x_pm, x_post, x_thread
from practice.dialects.visit import Visit, viewer_of
from practice.dialects.x_page import XPages
from practice.dialects.x_words import TAINTED
from practice.faults import Fault, Planned
from practice.refusal import Refusal
from practice.render import environment
from practice.web import Answer, Request, redirect

_TAINT = re.compile(r"[\"<>'()]|CONTENT-TRANSFER-ENCODING", re.IGNORECASE)
_REWRITTEN = (
    (re.compile(r"/thread-(\d+)-(\d+)-\d+\.html"), "viewthread", ("tid", "page")),
    (re.compile(r"/forum-(\d+)-(\d+)\.html"), "forumdisplay", ("fid", "page")),
    (re.compile(r"/space-uid-(\d+)\.html"), "space", ("uid",)),
)
Route = Callable[[XPages, Visit], Answer]
_ROUTES: dict[tuple[str, str], Route] = {
    ("forum", "viewthread"): x_thread.show,
    ("forum", "redirect"): x_thread.jump,
    ("forum", "forumdisplay"): x_home.forum,
    ("forum", ""): x_home.index,
    ("forum", "post"): x_post.post,
    ("forum", "topicadmin"): x_moderate.moderate,
    ("forum", "ajax"): x_home.check_name,
    ("member", "logging"): x_login.logging,
    ("home", "space"): x_home.space,
    ("home", "spacecp"): x_pm.send_pm,
    ("misc", "seccode"): x_login.captcha,
}


class XDialect:
    """Answers as X3.5 does."""

    def __init__(self) -> None:
        self.pages = XPages(environment("x"))

    def _visit(self, board: Board, request: Request) -> Visit:
        saltkey = request.cookies.get(board.settings.cookie_prefix + "saltkey", "")
        fresh = not saltkey
        saltkey = saltkey or secrets.token_urlsafe(6)
        visit = Visit(board, request, saltkey, viewer_of(board, request, saltkey))
        if fresh:
            visit.cookies.cookie(visit.name("saltkey"), saltkey, age=2592000, http_only=True)
            visit.cookies.cookie(
                visit.name("lastvisit"), str(int(board.now().timestamp()) - 3600), age=2592000
            )
        visit.cookies.cookie(
            visit.name("lastact"), f"{int(board.now().timestamp())}%09forum.php%09", age=86400
        )
        return visit

    def viewer_uid(self, board: Board, request: Request) -> int:
        """Who is logged in with this request's cookies."""
        saltkey = request.cookies.get(board.settings.cookie_prefix + "saltkey", "")
        viewer = viewer_of(board, request, saltkey)
        return viewer.uid if viewer else 0

    def answer(self, board: Board, request: Request) -> Answer:
        """Answer a request."""
        visit = self._visit(board, request)
        answer = self._route(visit)
        if answer.status != 503:
            answer.headers.extend(visit.cookies.headers)
        return answer

    def stricken(self, board: Board, request: Request, planned: Planned) -> Answer:
        """Answer a request that a fault befalls."""
        visit = self._visit(board, request)
        pages = self.pages
        match planned.fault:
            case Fault.DB_DOWN:
                return pages.error503(visit, "Database Error", "(0) notconnect")
            case Fault.SERVER_ERROR:
                return pages.error503(visit, "System Error", 'Undefined constant "PRACTICE"')
            case Fault.BOARD_CLOSED:
                return pages.refuse(visit, Refusal("closed_site"))
            case Fault.HOURS:
                return pages.refuse(visit, Refusal("hours", hours=planned.value or "0:00-23:59"))
            case Fault.IP_BANNED:
                return pages.refuse(visit, Refusal("banned"))
            case Fault.FLOOD:
                return pages.refuse(visit, Refusal("flood", seconds=planned.value or 15))
            case Fault.LOGIN_CAPTCHA:
                return pages.refuse(visit, Refusal("captcha"))
            case Fault.DSIGN:
                return strokes.dsign(visit)
            case _:
                return strokes.common(self, visit, planned)

    def _route(self, visit: Visit) -> Answer:
        request = visit.request
        if request.path in {"/practice.css", "/static/practice.css"}:
            return Answer(
                (Path(__file__).parent.parent / "practice.css").read_text("utf-8").encode(), 200, "text/css"
            )
        if request.path.startswith("/static/"):
            return strokes.picture(request.path)
        refused = self._gate(visit)
        if refused is not None:
            return refused
        for pattern, module, names in _REWRITTEN:
            if match := pattern.fullmatch(request.path):
                request.query[:0] = [("mod", module), *zip(names, match.groups(), strict=True)]
                request.path = "/home.php" if module == "space" else "/forum.php"
        script = request.path.removeprefix("/").removesuffix(".php") or "forum"
        script = "forum" if script == "index" else script
        if script == "api/mobile/index":
            return x_home.index(self.pages, visit)
        route = _ROUTES.get((script, request.get("mod")))
        if route is None:
            if script in {"forum", "home", "member", "misc", "search"}:
                return self.pages.refuse(visit, Refusal("undefined"))
            return Answer("<html><body><h1>404 Not Found</h1></body></html>", 404, "text/html")
        try:
            self._standing(visit, script)
            return route(self.pages, visit)
        except Refusal as refusal:
            ajax = True if request.get("mod") == "topicadmin" else None
            return self.pages.refuse(visit, refusal, ajax=ajax)

    def _gate(self, visit: Visit) -> Answer | None:
        """What X looks at before any module runs: forbidden characters, and the formhash if one was sent."""
        request = visit.request
        sent = request.get("formhash")
        if request.has("formhash") and sent and sent != visit.formhash:
            if request.get("mod") == "logging" and request.get("action") == "logout":
                answer = redirect("index.php")
                answer.kind = self.pages.kind(visit)
                return answer
            return self.pages.error503(visit, "System Error", TAINTED)
        looked_at = unquote(unquote(request.target, errors="replace"), errors="replace")
        if request.method == "POST" and not sent:
            looked_at += unquote(request.raw.decode("latin-1"), errors="replace")
        if (request.method != "POST" or not sent) and _TAINT.search(looked_at):
            return self.pages.error503(visit, "System Error", TAINTED)
        return None

    def _standing(self, visit: Visit, script: str) -> None:
        settings = visit.board.settings
        if script == "member" or (visit.viewer and visit.viewer.group == "admin"):
            return
        if visit.viewer is not None and visit.viewer.group == "banned":
            raise Refusal("banned")
        if settings.closed_text is not None:
            raise Refusal("closed_site")
        if settings.hours_text is not None:
            raise Refusal("hours", hours=settings.hours_text)
