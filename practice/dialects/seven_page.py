"""The frame of 7.x's answers: pages, message pages, XML answers."""

from __future__ import annotations

from jinja2 import Environment

from practice.dates import stamp
from practice.dialects.seven_words import FRAME_70, FRAME_72, NO_PERMISSION, NOT_FOUND, QUESTIONS, spoken
from practice.dialects.visit import Visit
from practice.records import GROUP_TITLES
from practice.refusal import Refusal
from practice.render import script
from practice.web import Answer, redirect


class SevenPages:
    """Builds answers of 7.2 or 7.0. The charset stands in the page alone, never in the header."""

    def __init__(self, templates: Environment, *, version: str) -> None:
        self.templates = templates
        self.version = version

    @property
    def newer(self) -> bool:
        """Whether this is 7.2."""
        return self.version == "7.2"

    def page(
        self,
        visit: Visit,
        template: str,
        *,
        script_name: str,
        status: int = 200,
        title: str = "",
        **values: object,
    ) -> Answer:
        """An ordinary page."""
        context = self.frame(visit, script_name=script_name, title=title)
        context.update(values)
        html = self.templates.get_template(template).render(**context)
        return Answer(html, status, "text/html")

    def frame(self, visit: Visit, *, script_name: str, title: str) -> dict[str, object]:
        """What every page needs."""
        board, viewer = visit.board, visit.viewer
        hours = board.settings.zone.total_seconds() / 3600
        unread = sum(m.receiver == visit.uid and m.unread for m in board.state.messages.values())
        return {
            "board_title": board.settings.title,
            "charset": board.charset,
            "version": self.version,
            "newer": self.newer,
            "site": visit.site,
            "uid": visit.uid,
            "viewer": viewer,
            "formhash": visit.formhash,
            "zone": f"{hours:+g}",
            "footer_time": stamp(board.now(), board.settings.zone),
            "script_name": script_name,
            "title": title,
            "posttime": int(board.now().timestamp()),
            "unread": unread,
            "fid": 0,
            "tid": 0,
            "questions": list(enumerate(QUESTIONS)),
            "captcha": board.settings.login_captcha,
            "referer": visit.request.get("referer"),
        }

    def xml(self, visit: Visit, inner: str) -> Answer:
        """An XML answer, in the board's charset."""
        body = f'<?xml version="1.0" encoding="{visit.board.charset}"?><root><![CDATA[{inner}]]></root>'
        return Answer(body, 200, "text/xml")

    def refuse(self, visit: Visit, refusal: Refusal, *, jump: str = "") -> Answer:
        """A failure in words."""
        text = spoken(refusal)
        framed = refusal.reason in NO_PERMISSION
        if refusal.reason == "closed_site":
            visit.log_out()
        if visit.inajax:
            extra = "NOPERM" if framed else "HALTED" if refusal.reason == "not_moderator" else ""
            return self.xml(visit, text + self._handle(visit, extra, text))
        missing = refusal.reason in NOT_FOUND and self.newer and "post.php" not in visit.request.path
        back = framed or "请返回" in text
        return self._message(
            visit,
            text,
            jump=jump,
            framed=framed,
            back=back and not framed,
            alert="alert_error" if back else "alert_info",
            status=404 if missing else 200,
        )

    def say(
        self, visit: Visit, text: str, *, jump: str = "", alert: str = "alert_right", extra: str = "1"
    ) -> Answer:
        """A message that is no failure."""
        if visit.inajax:
            return self.xml(visit, text + self._handle(visit, extra, text))
        tail = self._handle(visit, extra, text)
        return self._message(visit, text + tail, jump=jump, framed=False, back=False, alert=alert, status=200)

    def _message(
        self, visit: Visit, text: str, *, jump: str, framed: bool, back: bool, alert: str, status: int
    ) -> Answer:
        return self.page(
            visit,
            "message.html",
            script_name=visit.request.path.strip("/").removesuffix(".php"),
            title="提示信息",
            status=status,
            message=text,
            jump=jump,
            framed=framed,
            back=back,
            alert=alert,
            frame_words=FRAME_72 if self.newer else FRAME_70,
            ask_login=framed and visit.viewer is None,
            group_title=GROUP_TITLES[visit.viewer.group] if visit.viewer else GROUP_TITLES["guest"],
        )

    def _key(self, visit: Visit) -> str:
        return "".join(c for c in visit.request.get("handlekey") if c.isalnum() or c == "_")

    def _handle(self, visit: Visit, extra: str, text: str) -> str:
        key = self._key(visit)
        if not key:
            return ""
        return (
            f'<script type="text/javascript" reload="1">\nif(typeof messagehandle_{key} ==\'function\') '
            f"{{messagehandle_{key}('{extra}', '{script(text)}');}}\n</script>"
        )

    def succeed(self, visit: Visit, text: str, url: str, *, quick: bool = True, tail: str = "") -> Answer:
        """A success: a script in XML, a quick 302, or a page in words."""
        if visit.inajax:
            key = self._key(visit)
            full = script(text + tail)
            return self.xml(
                visit,
                f"<script type=\"text/javascript\" reload=\"1\">\nif($('return_{key}')) $('return_{key}').className = "
                f"'onright';\nif(typeof submithandle_{key} =='function') {{submithandle_{key}('{script(url)}', '{full}');}} "
                f"else {{location.href='{script(url)}'}}\n</script>",
            )
        if quick and visit.board.settings.quick_forward:
            return redirect(url)
        return self._message(
            visit, text + tail, jump=url, framed=False, back=False, alert="alert_right", status=200
        )
