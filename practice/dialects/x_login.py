"""X's log-in, log-out, and the captcha's picture."""

from __future__ import annotations

import secrets
from typing import Any

from practice.dialects.strokes import letters_picture
from practice.dialects.visit import Visit
from practice.dialects.x_page import XPages
from practice.dialects.x_words import LOGGED_OUT, QUESTIONS
from practice.records import GROUP_IDS, GROUP_TITLES, Member
from practice.refusal import Refusal
from practice.render import script
from practice.web import Answer, redirect

_ILLEGAL = frozenset("'\"\\\x00")


def logging(pages: XPages, visit: Visit) -> Answer:
    """`mod=logging`."""
    request = visit.request
    if request.get("action") == "logout":
        return _logout(pages, visit)
    if visit.viewer is not None:
        member = visit.viewer
        values = {"username": member.name, "usergroup": GROUP_TITLES[member.group], "uid": str(member.uid)}
        return pages.succeed(visit, welcome(member), _referer(visit), values, quick=False)
    if request.method == "POST" and request.get("loginsubmit"):
        return _login(pages, visit)
    return _form(pages, visit)


def welcome(member: Member) -> str:
    """The words after a log-in; banned members read the same."""
    title = GROUP_TITLES[member.group]
    if member.group == "unverified":
        return f"欢迎您回来，{title} {member.name}。您的账号处于非激活状态，部分功能可能无法正常使用，现在将转入密码安全页面"
    return f"欢迎您回来，{title} {member.name}，现在将转入登录前页面"


def _referer(visit: Visit) -> str:
    return visit.request.get("referer") or f"{visit.site}./"


def _form(pages: XPages, visit: Visit) -> Answer:
    values: dict[str, Any] = {
        "loginhash": "L" + secrets.token_hex(2),
        "referer": _referer(visit),
        "inajax": visit.inajax,
        "handlekey": visit.request.get("handlekey"),
        "questions": list(enumerate(QUESTIONS)),
        "captcha": "cS" + secrets.token_hex(3) if visit.board.settings.login_captcha else "",
    }
    if not visit.inajax:
        return pages.page(visit, "login.html", module="member", action="logging", title="登录", **values)
    context = pages.frame(visit, module="member", action="logging", title="登录")
    module = pages.templates.get_template("login.html").make_module(context | values)
    return pages.xml(visit, str(module.form()))  # type: ignore[attr-defined]


def _login(pages: XPages, visit: Visit) -> Answer:
    request = visit.request
    quick = request.get("lssubmit") == "yes"
    name, password = request.get("username").strip(), request.get("password")
    if not password or _ILLEGAL & set(password):
        raise Refusal("illegal_password")
    if quick:
        known = visit.board.state.find_member(name)
        if visit.board.settings.login_captcha or (known and known.question and known.password == password):
            return _ask_again(pages, visit)
    member = visit.board.logins.login(
        name,
        password,
        request.number("questionid"),
        request.get("answer"),
        keys=(f"ip:{request.address}", f"name:{name.casefold()}"),
        captcha=request.get("seccodeverify"),
    )
    visit.log_in(member)
    return _welcomed(pages, visit, member, quick=quick)


def _ask_again(pages: XPages, visit: Visit) -> Answer:
    token = secrets.token_urlsafe(12)
    return pages.xml(
        visit,
        "<script type=\"text/javascript\" reload=\"1\">if(typeof errorhandle_ls=='function') {errorhandle_ls('', {});}"
        f"showWindow('login', 'member.php?mod=logging&action=login&auth={token}');</script>",
    )


def _welcomed(pages: XPages, visit: Visit, member: Member, *, quick: bool) -> Answer:
    url, text = _referer(visit), welcome(member)
    if quick and visit.inajax:
        return pages.xml(
            visit,
            f'<script type="text/javascript" reload="1">window.location.href=\'{script(url)}\';</script>',
        )
    if quick:
        answer = redirect(url, 301)
        answer.kind = pages.kind(visit)
        return answer
    if not visit.inajax:
        inner = f"$('succeedlocation').innerHTML = '{script(text)}';"
        return pages.page(
            visit,
            "logged_in.html",
            module="member",
            action="logging",
            title="提示信息",
            script=inner,
            jump=url,
        )
    if visit.request.get("handlekey"):
        values = {
            "username": member.name,
            "usergroup": GROUP_TITLES[member.group],
            "uid": str(member.uid),
            "groupid": str(GROUP_IDS[member.group]),
            "syn": "0",
        }
        return pages.succeed(visit, text, url, values)
    extra = f"<script type=\"text/javascript\">$('succeedlocation').innerHTML = '{script(text)}';</script>"
    return pages.succeed(visit, "", url, {}, extra=extra)


def _logout(pages: XPages, visit: Visit) -> Answer:
    if visit.request.get("formhash") == visit.formhash:
        visit.log_out()
    return pages.succeed(visit, LOGGED_OUT, _referer(visit), {}, quick=False)


def captcha(pages: XPages, visit: Visit) -> Answer:
    """`mod=seccode`: the number of a picture, then the picture: the answer in plain letters."""
    request = visit.request
    if request.get("action") == "update":
        idhash = "".join(c for c in request.get("idhash") if c.isalnum())
        text = (
            f"if($('seccode_{idhash}')) {{ updateimg('misc.php?mod=seccode&update=10007&idhash={idhash}'); }}"
        )
        return Answer(text, 200, pages.kind(visit, "text/javascript"))
    answer = letters_picture(visit.board.settings.captcha_answer)
    answer.cookie(visit.name("seccode" + "".join(c for c in request.get("idhash") if c.isalnum())), "1")
    return answer
