"""Answers in words and answers without, on pages written for these tests."""

from __future__ import annotations

import pytest

from parsers.messages import classify
from parsers.model import Answer


def window(inside: str) -> str:
    return f'<?xml version="1.0" encoding="utf-8"?>\r\n<root><![CDATA[{inside}]]></root>'


def x_page(text: str, *, box: str = "alert_error", uid: int = 3, after: str = "") -> str:
    return (
        f"<html><head><script>var discuz_uid = '{uid}', cookiepre = 'a_';</script></head><body>"
        f'<div id="messagetext" class="{box}"><p>{text}</p></div>{after}</body></html>'
    )


def seven_page(text: str, *, box: str = "alert_info", frame: bool = False) -> str:
    words = f"<p>您无权进行当前操作，原因如下：</p><p>{text}</p>" if frame else f"<p>{text}</p>"
    return (
        "<html><head><script>discuz_uid = 0, disallowfloat = ''</script></head><body>"
        f'<div class="postbox"><div class="{box}">{words}</div></div></body></html>'
    )


def four_page(text: str) -> str:
    return (
        "<html><head></head><body><table><tr class=header><td>某某论坛 提示信息</td></tr>"
        f"<tr><td><table><tr><td>\n<br>{text}<br><br></td></tr></table></td></tr></table></body></html>"
    )


KINDS = [
    ("抱歉，您的请求来路不正确或表单验证串不符，无法提交", Answer.FORMHASH),
    ("您所在的用户组(游客)无法进行此操作。", Answer.LOGIN_REQUIRED),
    ("抱歉，您所在的用户组(禁止发言)无法进行此操作", Answer.GROUP_REFUSED),
    ("抱歉，您尚未登录，没有权限在该版块回帖", Answer.LOGIN_REQUIRED),
    ("您的账户存在安全隐患，建议立即修改密码", Answer.LOGIN_FAILED),
    ("两次发送短消息太快，请稍候再发送", Answer.PM_FLOOD),
    ("对不起，超出了您24小时最大发送短消息数，请返回。", Answer.PM_FLOOD),
    ("抱歉，您所在的用户组每小时限制发回帖 7 个，请稍候再发表", Answer.HOURLY_LIMIT),
    ("抱歉，您的帖子小于 10 个字符的限制", Answer.TOO_SHORT),
    ("对不起，您的标题超过 80 个字符，请返回修改标题长度。", Answer.TOO_LONG),
    ("抱歉，本主题已关闭，不再接受新内容", Answer.THREAD_CLOSED),
    ("抱歉，指定的主题不存在或已被删除或正在被审核", Answer.THREAD_MISSING),
    ("收件人 甲乙丙 不存在，请返回修改。", Answer.USER_MISSING),
    ("对不起，本帖要求阅读权限高于 90 才可浏览，请返回。", Answer.READ_PERMISSION),
    ("请选择安全提问以及填写正确的答案", Answer.QUESTION_REQUIRED),
    ("抱歉，密码空或包含非法字符", Answer.LOGIN_FAILED),
    ("密码错误次数过多，请 15 分钟后重新登录", Answer.LOGIN_LOCKED),
    ("抱歉，验证问答填写错误", Answer.CAPTCHA),
    ("抱歉，您的账号被禁用，暂无法访问本站点。", Answer.BANNED),
    ("抱歉，您目前处于见习期间，需要等待 5 分钟后才能进行本操作", Answer.NEWBIE),
    ("抱歉，您填写的内容包含敏感词而无法提交", Answer.CENSORED),
    ("回复需要审核，请等待通过", Answer.MODERATED),
    ("对方屏蔽了您的短消息", Answer.PM_REFUSED),
    ("抱歉，您的帖子从发表到现在已超过 30 分钟，不能再进行编辑", Answer.NO_PERMISSION),
    ("抱歉，您没有权限使用管理功能", Answer.NO_PERMISSION),
    ("抱歉，您尚未选择主题的类别", Answer.OTHER),
    ("抱歉，您尚未选择主题或主题不可执行此类管理", Answer.NOTHING_DONE),
    ("管理操作成功", Answer.SUCCEEDED),
    ("从来没见过的一句话", Answer.OTHER),
]


@pytest.mark.parametrize(("text", "kind"), KINDS)
@pytest.mark.parametrize("shape", [x_page, seven_page, four_page])
def test_the_first_row_that_fits_decides_in_every_box(shape, text, kind) -> None:  # type: ignore[no-untyped-def]
    got = classify(shape(text), posted=True)
    assert got is not None
    assert (got.kind, got.text) == (kind, text)


def test_words_outside_the_box_are_nothing() -> None:
    thread = (
        "<html><head></head><body><div id='post_9'><td class='t_f' id=\"postmessage_9\">管理操作成功，"
        '<div id="messagetext">您尚未登录</div>抱歉，本主题已关闭</td></div></body></html>'
    )
    assert classify(thread) is None
    assert classify("<html><body><p>抱歉，您尚未登录</p>" + "字" * 3000 + "</body></html>") is None


def test_a_failure_handed_to_a_script() -> None:
    body = window(
        "抱歉，您两次发表间隔少于 15 秒，请稍候再发表<script>if(typeof errorhandle_k=='function') "
        "{errorhandle_k('抱歉，您两次发表间隔少于 15 秒，请稍候再发表', {'floodctrl':'15'});}</script>"
    )
    got = classify(body, posted=True)
    assert got is not None
    assert (got.kind, got.seconds, got.values) == (Answer.FLOOD, 15, {"floodctrl": "15"})


def test_a_success_handed_to_a_script_with_its_values() -> None:
    body = window(
        "<script>if(typeof succeedhandle_k=='function') {succeedhandle_k('forum.php?mod=viewthread&tid=5&pid=71"
        "&page=2#pid71', '非常感谢，回复发布成功，别人\\'的话[ 点击这里 ]', {'fid':'2','tid':'5','pid':'71'});}</script>"
    )
    got = classify(body, posted=True)
    assert got is not None
    assert (got.kind, got.text) == (Answer.SUCCEEDED, "非常感谢，回复发布成功，别人'的话")
    assert got.values == {"fid": "2", "tid": "5", "pid": "71"}
    assert got.location is not None
    assert got.location.endswith("#pid71")


def test_a_held_reply_is_no_success_whatever_its_words() -> None:
    body = window(
        "<script>if(typeof succeedhandle_=='function') {succeedhandle_('forum.php?mod=viewthread&tid=5', "
        "'非常感谢，回复发布成功', {'pid':'71','reply_mod':'1'});}</script>"
    )
    got = classify(body, posted=True)
    assert got is not None
    assert got.kind is Answer.MODERATED


def test_a_small_window() -> None:
    got = classify(
        window(
            '<h3 class="flb"></h3><div class="c altw"><div class="alert_error">抱歉，指定的版块不存在</div></div>'
        )
    )
    assert got is not None
    assert got.kind is Answer.BOARD_MISSING


def test_7x_speaks_through_its_own_scripts() -> None:
    done = classify(
        window(
            "<script>if(typeof submithandle_f =='function') {submithandle_f('viewthread.php?tid=2&pid=14&page=4#pid14', "
            "'非常感谢，您的回复已经发布，现在将转入主题页。<br /><a href=\"x\">[ 点击 ]</a>');}</script>"
        ),
        posted=True,
    )
    assert done is not None
    assert (done.kind, done.values["pid"]) == (Answer.SUCCEEDED, "14")
    lost = classify(
        window("<script>messagehandle_f('NOPERM', '对不起，您还未登录，无权在该版块回帖。');</script>"),
        posted=True,
    )
    assert lost is not None
    assert lost.kind is Answer.LOGIN_REQUIRED


def test_a_window_that_shows_a_post_or_a_form_is_no_answer() -> None:
    assert classify(window('<div id="post_3"><td id="postmessage_3">发布成功</td></div>')) is None
    assert classify(window('<h3 class="flb">操作</h3><form action="x"><input name="reason"></form>')) is None


@pytest.mark.parametrize(
    ("location", "posted", "kind"),
    [
        ("forum.php?mod=viewthread&tid=2&pid=40&page=7&extra=#pid40", True, Answer.SUCCEEDED),
        ("viewthread.php?tid=16&extra=", True, Answer.SUCCEEDED),
        ("member.php?mod=logging&action=login&guestmessage=yes", False, Answer.LOGIN_REQUIRED),
        ("logging.php?action=login", True, Answer.LOGIN_REQUIRED),
        ("index.php", False, Answer.NOTHING_DONE),
        ("http://127.0.0.1/uc_server/index.php?m=pm_client&a=ls", True, Answer.NOTHING_DONE),
    ],
)
def test_redirects(location: str, posted: bool, kind: Answer) -> None:
    got = classify("", status=302, location=location, posted=posted)
    assert got is not None
    assert got.kind is kind


def test_a_redirect_of_a_reading_request_is_no_answer() -> None:
    assert classify("", status=301, location="forum.php?mod=viewthread&tid=1&page=10#pid101") is None


def test_the_same_form_again_means_nothing_was_done() -> None:
    editor = '<html><body><form id="postform" action="post.php"><textarea name="message"></textarea></form></body></html>'
    got = classify(editor, posted=True)
    assert got is not None
    assert got.kind is Answer.NOTHING_DONE
    assert classify(editor) is None


@pytest.mark.parametrize(
    ("status", "posted", "kind"),
    [(403, False, Answer.ROBOT_REFUSED), (500, True, Answer.SERVER_ERROR), (200, True, Answer.OTHER)],
)
def test_empty_answers(status: int, posted: bool, kind: Answer) -> None:
    got = classify("", status=status, posted=posted)
    assert got is not None
    assert got.kind is kind


def test_an_empty_page_that_was_only_asked_for_is_no_answer() -> None:
    assert classify("  \r\n") is None


def test_the_three_meanings_of_503() -> None:
    def page(title: str, told: str) -> str:
        return (
            f'<html><body><h1>Discuz! {title} Error</h1><div class="info"><li>{told}</li></div></body></html>'
        )

    kinds = []
    for title, told in (
        ("System", "您当前的访问请求当中含有非法字符，已经被系统拒绝"),
        ("Database", "(0)"),
        ("System", "x"),
    ):
        got = classify(page(title, told), status=503, posted=True)
        assert got is not None
        kinds.append(got.kind)
    assert kinds == [Answer.FORMHASH, Answer.DB_DOWN, Answer.SERVER_ERROR]


def test_small_pages_without_the_boards_frame() -> None:
    for body, kind in (
        (
            "Cache List: settings forums<br />Caches successfully created, please refresh.",
            Answer.CACHE_WARMING,
        ),
        ("<html><body>&#x9891;&#x7e41;&#x5237;&#x65b0;&#x9650;&#x5236;</body></html>", Answer.ROBOT_REFUSED),
        ("Request Bad url", Answer.OTHER),
        (
            '<script type="text/javascript">q="_ds";location["href"]="/forum.php"+q;</script>',
            Answer.ROBOT_REFUSED,
        ),
    ):
        got = classify(body)
        assert got is not None
        assert got.kind is kind


def test_a_quick_login_that_asks_for_more() -> None:
    body = window(
        "<script>errorhandle_ls('', {});showWindow('login', 'member.php?mod=logging&action=login&auth=ab');</script>"
    )
    got = classify(body, posted=True)
    assert got is not None
    assert got.kind is Answer.QUESTION_REQUIRED


def test_said_goodbye_but_still_logged_in() -> None:
    words = "您已退出站点，现在将以游客身份转入退出前页面，请稍候……"
    still, gone = classify(x_page(words, uid=3)), classify(x_page(words, uid=0))
    assert still is not None
    assert gone is not None
    assert (still.kind, gone.kind) == (Answer.NOTHING_DONE, Answer.SUCCEEDED)


def test_a_closed_board_speaks_in_free_words() -> None:
    got = classify(seven_page("今天不开门，明天再来", box="alert_error", frame=True))
    assert got is not None
    assert (got.kind, got.text) == (Answer.BOARD_CLOSED, "今天不开门，明天再来")


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (
            '{"Message":{"messageval":"post_reply_mod_succeed","messagestr":"x"},"Variables":{"pid":"7"}}',
            Answer.MODERATED,
        ),
        ('{"Message":{"messageval":"viewperm_none_nopermission//1","messagestr":"x"}}', Answer.NO_PERMISSION),
        ('{"error":"user_banned"}', Answer.BANNED),
        ('{"error":"new_word"}', Answer.OTHER),
        ("{broken", Answer.OTHER),
        ("{" * 5000, Answer.OTHER),
    ],
)
def test_json(body: str, kind: Answer) -> None:
    got = classify(body)
    assert got is not None
    assert got.kind is kind


def test_json_without_a_message_is_no_answer() -> None:
    assert classify('{"Variables":{"postlist":[]}}') is None


def test_hostile_pages_neither_hang_nor_crash() -> None:
    deep = (
        "<html><head></head><body>"
        + "<div>" * 20_000
        + '<div id="messagetext"><p>管理操作成功</p></div></body></html>'
    )
    classify(deep, posted=True)
    classify(window("errorhandle_('" + "\\'" * 50_000), posted=True)
    classify("\x00\ud800<p>", posted=True)
