"""Pages of a made-up X board, as small as the client needs them, for tests without a board."""

from __future__ import annotations

ROOT = "http://board.test/bbs/"


def page(body: str = "", *, uid: int = 7, formhash: str = "0123abcd", name: str = "裁判") -> str:
    bar = (
        f'<strong class="vwmy"><a href="home.php?mod=space&amp;uid={uid}">{name}</a></strong>'
        f'<a href="member.php?mod=logging&amp;action=logout&amp;formhash={formhash}">退出</a>'
        if uid
        else '<a href="member.php?mod=logging&amp;action=login">登录</a>'
    )
    return (
        '<html><head><title>版块 - 某论坛 -  Powered by Discuz!</title><meta name="generator" content="Discuz! X3.5" />'
        f"<script>var charset = 'utf-8', discuz_uid = '{uid}', cookiepre = 'a_';</script></head><body>{bar}{body}"
        '<div id="ft">GMT+8, 2026-3-2 09:30</div></body></html>'
    )


def box(text: str, *, uid: int = 7, kind: str = "alert_error") -> str:
    return page(f'<div id="messagetext" class="{kind}"><p>{text}</p></div>', uid=uid)


def window(inside: str) -> str:
    return f'<?xml version="1.0" encoding="utf-8"?>\r\n<root><![CDATA[{inside}]]></root>'


def failed(text: str, values: str = "{}") -> str:
    return window(
        f"{text}<script>if(typeof errorhandle_k=='function') {{errorhandle_k('{text}', {values});}}</script>"
    )


def done(text: str, where: str = "forum.php", values: str = "{}") -> str:
    return window(
        f"<script>if(typeof succeedhandle_k=='function') {{succeedhandle_k('{where}', '{text}', {values});}}</script>"
    )


def posted(pid: int = 71, tid: int = 5) -> str:
    return done(
        "非常感谢，回复发布成功，现在将转入主题页，请稍候……",
        f"forum.php?mod=viewthread&tid={tid}&pid={pid}&page=1#pid{pid}",
        f"{{'tid':'{tid}','pid':'{pid}'}}",
    )


def login_form(uid: int = 0, extra: str = "") -> str:
    return page(
        '<form name="login" method="post" action="member.php?mod=logging&amp;action=login&amp;loginsubmit=yes'
        '&amp;loginhash=Lab12"><input type="hidden" name="formhash" value="feedbeef"><input name="username">'
        f'<input type="password" name="password"><select name="questionid"><option value="0"></select>{extra}</form>',
        uid=uid,
    )


def editor(action: str, fields: str = "", *, formhash: str = "0123abcd", text: str = "") -> str:
    return page(
        f'<form id="postform" method="post" action="forum.php?mod=post&amp;action={action}&amp;submit=yes">'
        f'<input type="hidden" name="formhash" value="{formhash}"><input type="checkbox" name="smileyoff" value="1">'
        f'{fields}<textarea name="message">{text}</textarea></form>',
        formhash=formhash,
    )


def thread(tid: int, posts: list[tuple[int, str, str]], *, uid: int = 7, pager: str = "") -> str:
    rows = "".join(
        f'<div id="post_{pid}"><table id="pid{pid}" class="plhin"><tr><td class="pls"><div class="pi"><div class="authi">'
        f'<a href="home.php?mod=space&amp;uid=9" class="xw1">{author}</a></div></div></td><td class="plc"><div class="pi">'
        f'<strong><a id="postnum{pid}"><em>{floor}</em><sup>#</sup></a></strong><div class="pti"><div class="authi">'
        f'<em id="authorposton{pid}">发表于 2026-3-1 10:{floor:02}:00</em></div></div></div><div class="pct"><div class="pcb">'
        f'<div class="t_fsz"><table><tr><td class="t_f" id="postmessage_{pid}">{text}</td></tr></table></div></div></div>'
        "</td></tr></table></div>"
        for floor, (pid, author, text) in enumerate(posts, 1)
    )
    return page(
        f"<script>var fid = parseInt('2'), tid = parseInt('{tid}');</script><span id=\"thread_subject\">题</span>"
        f'{pager}<div id="postlist">{rows}</div>',
        uid=uid,
    )
