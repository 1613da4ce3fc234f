"""The frame of X's answers: pages, message pages, XML answers, the grey 503 page."""

from __future__ import annotations

from jinja2 import Environment

from practice.dates import stamp
from practice.dialects.visit import Visit
from practice.dialects.x_words import ASKS_LOGIN, STRAY_TAGS, spoken
from practice.records import GROUP_TITLES
from practice.refusal import Refusal
from practice.render import script
from practice.web import Answer, redirect


class XPages:
    """Builds answers of X for one visit after another."""

    def __init__(self, templates: Environment) -> None:
        self.templates = templates

    def kind(self, visit: Visit, media: str = "text/html") -> str:
        """The Content-Type."""
        return f"{media}; charset={visit.board.charset}"

    def page(
        self,
        visit: Visit,
        template: str,
        *,
        module: str = "forum",
        action: str = "index",
        status: int = 200,
        title: str = "论坛",
        **values: object,
    ) -> Answer:
        """An ordinary page."""
        context = self.frame(visit, module=module, action=action, title=title)
        context.update(values)
        html = self.templates.get_template(template).render(**context)
        return Answer(html, status, self.kind(visit))

    def frame(self, visit: Visit, *, module: str, action: str, title: str) -> dict[str, object]:
        """What every page needs."""
        board = visit.board
        hours = board.settings.zone.total_seconds() / 3600
        viewer = visit.viewer
        return {
            "board_title": board.settings.title,
            "charset": board.charset,
            "site": visit.site,
            "uid": visit.uid,
            "viewer": viewer,
            "group_title": GROUP_TITLES[viewer.group] if viewer else "",
            "formhash": visit.formhash,
            "cookiepre": board.settings.cookie_prefix,
            "zone": f"{hours:+g}",
            "footer_time": stamp(board.now(), board.settings.zone),
            "module": module,
            "action": action,
            "title": title,
            "posttime": int(board.now().timestamp()),
            "new_pm": viewer is not None
            and any(m.receiver == viewer.uid and m.unread for m in board.state.messages.values()),
            "robot": visit.robot,
        }

    def xml(self, visit: Visit, inner: str) -> Answer:
        """An XML answer."""
        encoding = visit.board.charset
        body = f'<?xml version="1.0" encoding="{encoding}"?>\r\n<root><![CDATA[{inner}]]></root>'
        return Answer(body, 200, self.kind(visit, "text/xml"))

    def refuse(self, visit: Visit, refusal: Refusal, *, ajax: bool | None = None) -> Answer:
        """A failure in words."""
        text, values = spoken(refusal)
        asks = visit.viewer is None and (refusal.reason in ASKS_LOGIN or refusal.reason == "no_reading")
        status = 404 if refusal.reason == "thread_missing" and "viewthread" in visit.request.target else 200
        if visit.inajax if ajax is None else ajax:
            answer = self._failure_xml(visit, text, values)
            answer.status = status
            return answer
        return self.page(
            visit,
            "message.html",
            title="提示信息",
            status=status,
            message=text,
            alert="alert_info" if asks else "alert_error",
            jump="",
            ask_login=asks,
            broken=refusal.reason in STRAY_TAGS,
        )

    def _failure_xml(self, visit: Visit, text: str, values: dict[str, str]) -> Answer:
        call = self._call(visit, "errorhandle_", [text], values)
        if visit.request.method == "POST":
            return self.xml(visit, text + call)
        window = (
            '<h3 class="flb"><em>提示信息</em></h3>\n<div class="c altw">\n<div class="alert_error">'
            f"{text}{call}</div>\n</div>\n"
        )
        return self.xml(visit, window)

    def _call(self, visit: Visit, function: str, words: list[str], values: dict[str, str]) -> str:
        name = function + "".join(c for c in visit.request.get("handlekey") if c.isalnum() or c == "_")
        arguments = ", ".join(f"'{script(word)}'" for word in words)
        pairs = ",".join(f"'{key}':'{script(value)}'" for key, value in values.items())
        return (
            f'<script type="text/javascript" reload="1">if(typeof {name}==\'function\') '
            f"{{{name}({arguments}, {{{pairs}}});}}</script>"
        )

    def succeed(
        self,
        visit: Visit,
        text: str,
        url: str,
        values: dict[str, str],
        *,
        quick: bool = True,
        ajax: bool | None = None,
        extra: str = "",
    ) -> Answer:
        """A success: a script in XML, a quick 301, or a page in words."""
        if visit.inajax if ajax is None else ajax:
            return self.xml(visit, self._call(visit, "succeedhandle_", [url, text], values) + extra)
        if quick and visit.board.settings.quick_forward:
            answer = redirect(url, 301)
            answer.kind = self.kind(visit)
            return answer
        return self.page(
            visit,
            "message.html",
            title="提示信息",
            message=text,
            alert="alert_right",
            jump=url,
            ask_login=False,
            broken=False,
        )

    def error503(self, visit: Visit, heading: str, text: str) -> Answer:
        """The grey page that stands outside the board's own frame."""
        host = visit.request.headers.get("host", "127.0.0.1")
        body = (
            f"<!DOCTYPE html>\n<html>\n<head>\n<title>{host} - {heading}</title>\n"
            f'<meta charset="{visit.board.charset}" />\n</head>\n<body>\n<div id="container">\n'
            f"<h1>Discuz! {heading}</h1><p>IP: {visit.request.address}</p>"
            f'<div class="info"><li>{text}</li></div>\n</div>\n</body>\n</html>\n'
        )
        answer = Answer(body, 503, self.kind(visit))
        answer.headers.append(("Retry-After", "3600"))
        return answer
