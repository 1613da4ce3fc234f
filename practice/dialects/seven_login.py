"""7.x's log-in, log-out, and the captcha's picture."""

from __future__ import annotations

from practice.bbcode import text_html
from practice.dialects.seven_page import SevenPages
from practice.dialects.seven_words import LOGGED_OUT
from practice.dialects.strokes import letters_picture
from practice.dialects.visit import Visit
from practice.records import GROUP_TITLES
from practice.refusal import Refusal
from practice.render import script
from practice.web import Answer


def logging(pages: SevenPages, visit: Visit) -> Answer:
    """`logging.php`. A log-in's formhash and Referer do not matter here."""
    request = visit.request
    if request.get("action") == "logout":
        if request.get("formhash") == visit.formhash:
            visit.log_out()
        return pages.say(visit, LOGGED_OUT, alert="alert_info")
    if visit.viewer is not None:
        return _welcome(pages, visit)
    if request.method == "POST" and request.get("loginsubmit"):
        return _login(pages, visit)
    return pages.page(visit, "login.html", script_name="logging", title="用户登录")


def _login(pages: SevenPages, visit: Visit) -> Answer:
    request = visit.request
    try:
        member = visit.board.logins.login(
            _asked_name(visit),
            request.get("password"),
            request.number("questionid"),
            request.get("answer"),
            keys=(f"ip:{request.address}",),
            captcha=request.get("seccodeverify"),
        )
    except Refusal as refusal:
        return pages.refuse(visit, refusal, jump="logging.php?action=login")
    visit.log_in(member)
    return _welcome(pages, visit)


def _asked_name(visit: Visit) -> str:
    name = visit.request.get("username").strip()
    if visit.request.get("loginfield") == "uid" and name.isascii() and name.isdigit():
        member = visit.board.state.members.get(int(name[:9]))
        return member.name if member else ""
    return name


def _welcome(pages: SevenPages, visit: Visit) -> Answer:
    viewer = visit.viewer
    name, title = (text_html(viewer.name), GROUP_TITLES[viewer.group]) if viewer else ("", "")
    referer = visit.request.get("referer") or "index.php"
    if visit.inajax and visit.request.method == "POST":
        inner = (
            '<script type="text/javascript" reload="1">\n'
            f"$('messageleft').innerHTML = '<p>欢迎您回来 {script(title)} {script(name)}</p>';\n"
            f"setTimeout(\"window.location.href='{script(referer)}'\", 3000);\n</script>"
        )
        return pages.xml(visit, inner)
    words = f"欢迎您回来，{name}。现在将转入登录前页面。"
    if viewer is not None and viewer.group == "unverified":
        words = f"欢迎您回来，{name}。您的帐号处于非激活状态，现在将转入控制面板。"
    return pages.succeed(visit, words, referer, quick=False)


def captcha(pages: SevenPages, visit: Visit) -> Answer:
    """`seccode.php`: the answer in plain letters."""
    del pages
    answer = letters_picture(visit.board.settings.captcha_answer)
    answer.cookie(visit.name("secc"), "1", age=600)
    return answer


def captcha_number(pages: SevenPages, visit: Visit) -> Answer:
    """`ajax.php?action=updateseccode`: where the picture is."""
    if visit.request.get("action") != "updateseccode":
        raise Refusal("undefined")
    return pages.xml(
        visit, '<img width="150" height="60" src="seccode.php?update=10007" class="absmiddle" alt="" />'
    )
