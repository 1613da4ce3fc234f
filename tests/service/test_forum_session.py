"""The session: one log-in and no more, lost log-ins found out, forms sent once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from urllib.parse import parse_qs

import httpx
import pytest
import respx

from parsers.model import Answer
from service.clock import SteppedClock
from service.errors import BadInput, BoardUnreachable, Refused
from service.forum.api import Account, Forum, Member
from service.forum.open import open_forum
from tests.service.forum_pages import (
    ROOT,
    box,
    done,
    editor,
    failed,
    login_form,
    page,
    posted,
    thread,
    window,
)  # fmt: skip

START = datetime(2026, 3, 2, 1, 30, tzinfo=UTC)
JUDGE = Account(name="裁判", password="secret-1")
FRONT = ROOT + "forum.php"
LOGIN = ROOT + "member.php"
HOME = ROOT + "home.php"
WELCOME = done("欢迎您回来，版主 裁判，现在将转入登录前页面", values="{'uid':'7'}")


class Store:
    """A cookie keeper in memory."""

    def __init__(self) -> None:
        self.jar: str | None = None

    def load(self) -> str | None:
        return self.jar

    def save(self, jar: str) -> None:
        self.jar = jar


@pytest.fixture
def clock() -> SteppedClock:
    return SteppedClock(START)


def client(clock: SteppedClock, store: Store | None = None, account: Account | None = JUDGE) -> Forum:
    return open_forum(
        ROOT, account, clock, store, dialect="x", charset="utf-8", gap_seconds=0, jitter_seconds=0
    )


class Site:
    """Answers by query: each key is a part of the address; the last answer of a list is repeated."""

    def __init__(self) -> None:
        self.answers: dict[tuple[str, str], list[httpx.Response | Exception]] = {}
        self.asked: list[tuple[str, str, dict[str, str]]] = []

    def on(self, method: str, part: str, *answers: str | httpx.Response | Exception) -> None:
        self.answers[method, part] = [
            httpx.Response(200, text=one, headers={"content-type": "text/html; charset=utf-8"})
            if isinstance(one, str)
            else one
            for one in answers
        ]

    def __call__(self, request: httpx.Request) -> httpx.Response:
        where = str(request.url).replace("https:", "http:").removeprefix(ROOT)
        body = {
            name: values[-1]
            for name, values in parse_qs(request.content.decode(), keep_blank_values=True).items()
        }
        self.asked.append((request.method, where, body))
        fits = [key for key in self.answers if key[0] == request.method and key[1] in where]
        assert fits, f"nobody expected {request.method} {where}"
        queue = self.answers[max(fits, key=lambda key: len(key[1]))]
        answer = queue.pop(0) if len(queue) > 1 else queue[0]
        if isinstance(answer, Exception):
            raise answer
        return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)

    def count(self, method: str, part: str = "") -> int:
        return sum(1 for how, where, _ in self.asked if how == method and part in where)

    def last(self, method: str) -> dict[str, str]:
        return next(body for how, _, body in reversed(self.asked) if how == method)


@pytest.fixture
def site() -> Iterator[Site]:
    site = Site()
    with respx.mock(assert_all_called=False) as router:
        router.route(host="board.test").mock(side_effect=site)
        yield site


# -- log-in


def test_a_log_in_is_one_try_and_is_believed_only_by_the_next_page(site: Site, clock: SteppedClock) -> None:
    store = Store()
    site.on("GET", "forum.php", page(uid=0), page(uid=7))
    site.on("GET", "action=login", login_form())
    site.on(
        "POST",
        "action=login",
        httpx.Response(200, text=WELCOME, headers={"set-cookie": "a_auth=abc; path=/"}),
    )
    judge = client(clock, store)
    assert judge.ensure_login().ok
    sent = site.last("POST")
    assert (sent["username"], sent["password"], sent["formhash"], sent["questionid"]) == (
        "裁判",
        "secret-1",
        "feedbeef",
        "0",
    )
    assert sent["cookietime"] == "2592000"
    assert site.count("POST") == 1
    assert judge.head().uid == 7
    assert store.jar is not None
    assert "secret-1" not in store.jar
    assert '"abc"' in store.jar


def test_kept_cookies_spare_the_log_in(site: Site, clock: SteppedClock) -> None:
    store = Store()
    site.on("GET", "forum.php", page(uid=0), page(uid=7))
    site.on("GET", "action=login", login_form())
    site.on(
        "POST",
        "action=login",
        httpx.Response(200, text=WELCOME, headers={"set-cookie": "a_auth=abc; path=/"}),
    )
    client(clock, store).ensure_login()
    assert client(clock, store).ensure_login().ok
    assert site.count("POST") == 1
    assert client(clock, store, Account(name="别人", password="x")).head().uid is None
    assert json.loads(store.jar or "{}")["cookies"][0]["name"] == "a_auth"


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (failed("登录失败，您还可以尝试 4 次", "{'loginperm':'4'}"), Answer.LOGIN_FAILED),
        (failed("请选择安全提问以及填写正确的答案"), Answer.QUESTION_REQUIRED),
        (failed("抱歉，验证码填写错误"), Answer.CAPTCHA),
        (failed("一句谁也不认识的话"), Answer.OTHER),
    ],
)
def test_a_refused_log_in_is_never_tried_again_by_itself(
    site: Site, clock: SteppedClock, answer: str, kind: Answer
) -> None:
    store = Store()
    site.on("GET", "forum.php", page(uid=0))
    site.on("GET", "action=login", login_form())
    site.on("POST", "action=login", answer)
    judge = client(clock, store)
    assert judge.ensure_login().kind is kind
    assert judge.login_refused()
    clock.sleep(86_400)
    assert judge.ensure_login().kind is kind
    with pytest.raises(Refused):
        judge.forum(2)
    again = client(clock, store)
    assert again.login_refused()
    assert not again.ensure_login().ok
    with pytest.raises(Refused):
        again.thread(5)
    assert site.count("POST") == 1
    assert again.login().kind is kind  # a person's word
    assert site.count("POST") == 2


def test_a_welcome_that_is_forgotten_may_be_repeated_once(site: Site, clock: SteppedClock) -> None:
    store = Store()
    site.on("GET", "forum.php", page(uid=0))
    site.on("GET", "action=login", login_form())
    site.on("POST", "action=login", WELCOME)
    judge = client(clock, store)
    first = judge.ensure_login()
    assert (first.kind, first.known) == (Answer.LOGIN_REQUIRED, False)
    assert not judge.login_refused()
    assert judge.ensure_login().kind is Answer.LOGIN_FAILED
    assert client(clock, store).ensure_login().kind is Answer.LOGIN_FAILED
    assert site.count("POST") == 2


def test_an_unanswered_log_in_is_looked_into_before_it_is_tried_again(
    site: Site, clock: SteppedClock
) -> None:
    site.on("GET", "forum.php", page(uid=0), page(uid=7))
    site.on("GET", "action=login", login_form())
    site.on("POST", "action=login", httpx.ReadTimeout("slow"))
    judge = client(clock)
    assert judge.ensure_login().ok
    assert site.count("POST") == 1


def test_another_password_is_another_try(site: Site, clock: SteppedClock) -> None:
    store = Store()
    site.on("GET", "forum.php", page(uid=0))
    site.on("GET", "action=login", login_form())
    site.on("POST", "action=login", failed("登录失败，您还可以尝试 4 次"))
    assert client(clock, store).ensure_login().tries_left == 4
    client(clock, store, Account(name="裁判", password="secret-2")).ensure_login()
    assert site.count("POST") == 2


def test_a_lock_out_is_waited_for(site: Site, clock: SteppedClock) -> None:
    store = Store()
    site.on("GET", "forum.php", page(uid=0))
    site.on("GET", "action=login", login_form())
    site.on("POST", "action=login", failed("密码错误次数过多，请 15 分钟后重新登录"))
    judge = client(clock, store)
    assert judge.ensure_login().kind is Answer.LOGIN_LOCKED
    clock.sleep(15 * 60)
    assert client(clock, store).ensure_login().kind is Answer.LOGIN_LOCKED
    assert site.count("POST") == 1
    clock.sleep(2 * 60)
    assert judge.ensure_login().kind is Answer.LOGIN_LOCKED
    assert site.count("POST") == 2


def test_a_form_that_asks_for_a_captcha_costs_no_try(site: Site, clock: SteppedClock) -> None:
    asks = (
        "<span id=\"seccode_cSa1\"></span><script>updateseccode('cSa1', '<div>', 'member::logging');</script>"
    )
    site.on("GET", "forum.php", page(uid=0), page(uid=7))
    site.on("GET", "action=login", login_form(extra=asks))
    site.on("GET", "action=update", "x.src='misc.php?mod=seccode&update=31&idhash=cSa1'")
    site.on("GET", "seccode&update=31", httpx.Response(200, content=b"\x89PNG"))
    site.on("POST", "action=login", WELCOME)
    judge = client(clock)
    assert judge.ensure_login().kind is Answer.CAPTCHA
    assert site.count("POST") == 0
    picture, hidden = judge.captcha()
    assert picture == b"\x89PNG"
    assert judge.login({**hidden, "seccodeverify": "ab3d"}).ok
    sent = site.last("POST")
    assert (sent["seccodehash"], sent["seccodemodid"], sent["seccodeverify"]) == (
        "cSa1",
        "member::logging",
        "ab3d",
    )


def test_a_banned_account_is_told_though_it_was_welcomed(site: Site, clock: SteppedClock) -> None:
    site.on("GET", "forum.php", page(uid=0), box("抱歉，您的账号被禁用，暂无法访问本站点。"))
    site.on("GET", "action=login", login_form())
    site.on("POST", "action=login", WELCOME)
    judge = client(clock)
    assert judge.ensure_login().kind is Answer.BANNED
    assert judge.login_refused()


def test_a_browsers_cookie(site: Site, clock: SteppedClock) -> None:
    store = Store()
    site.on("GET", "forum.php", page(uid=7), page(uid=0))
    judge = client(clock, store)
    assert judge.cookies_from_browser("Cookie: a_auth=one; a_saltkey=two").ok
    kept = store.jar
    assert judge.cookies_from_browser("a_auth=wrong").kind is Answer.LOGIN_FAILED
    assert store.jar == kept


def test_without_an_account_there_is_no_log_in(site: Site, clock: SteppedClock) -> None:
    site.on("GET", "mod=viewthread", thread(5, [(31, "甲", "投票 乙")], uid=0))
    guest = client(clock, account=None)
    assert guest.thread(5).posts[0].text == "投票 乙"
    assert guest.ensure_login().kind is Answer.LOGIN_REQUIRED
    assert site.count("POST") == 0


# -- reading


def test_a_guests_page_is_asked_about_before_it_is_believed(site: Site, clock: SteppedClock) -> None:
    blip, right = thread(5, [(31, "甲", "x")], uid=0), thread(5, [(31, "甲", "x")])
    site.on("GET", "mod=viewthread", blip, right)
    site.on("GET", "action=login", box("欢迎您回来，版主 裁判", kind="alert_right"))
    judge = client(clock)
    assert judge.thread(5).tid == 5
    assert site.count("POST") == 0
    assert judge.head().uid == 7


def test_a_lost_log_in_is_renewed_once_and_the_page_read_again(site: Site, clock: SteppedClock) -> None:
    site.on("GET", "mod=viewthread", box("抱歉，您没有权限访问该版块", uid=0), thread(5, [(31, "甲", "x")]))
    site.on("GET", "action=login", login_form())
    site.on("GET", "forum.php", page(uid=7))
    site.on("POST", "action=login", WELCOME)
    assert client(clock).thread(5).posts[0].pid == 31
    assert site.count("POST") == 1


def test_a_log_in_that_does_not_last_is_not_repeated(site: Site, clock: SteppedClock) -> None:
    site.on("GET", "mod=viewthread", thread(5, [(31, "甲", "x")], uid=0))
    site.on("GET", "action=login", login_form())
    site.on("GET", "forum.php", page(uid=7))
    site.on("POST", "action=login", WELCOME)
    with pytest.raises(Refused) as caught:
        client(clock).thread(5)
    assert caught.value.outcome.kind is Answer.LOGIN_REQUIRED
    assert site.count("POST") == 1


def test_a_closed_board_is_no_reason_to_log_in(site: Site, clock: SteppedClock) -> None:
    site.on("GET", "mod=viewthread", box("抱歉，本站点暂时关闭", uid=0, kind="alert_info"))
    with pytest.raises(Refused) as caught:
        client(clock).thread(5)
    assert caught.value.outcome.kind is Answer.BOARD_CLOSED
    assert len(site.asked) == 1


def test_a_read_is_tried_three_times_and_then_given_up(site: Site, clock: SteppedClock) -> None:
    site.on(
        "GET", "mod=viewthread", httpx.ReadTimeout("slow"), httpx.Response(502), thread(5, [(31, "甲", "x")])
    )
    assert client(clock).thread(5).tid == 5
    site.on("GET", "mod=viewthread", httpx.ReadTimeout("slow"))
    with pytest.raises(BoardUnreachable):
        client(clock).thread(5)
    assert len(site.asked) == 6


def test_another_threads_page_is_not_believed(site: Site, clock: SteppedClock) -> None:
    site.on("GET", "mod=viewthread", thread(6, [(31, "甲", "x")]))
    with pytest.raises(Refused, match="asked for thread 5, got 6"):
        client(clock).thread(5)


def test_a_page_of_something_else_is_no_thread(site: Site, clock: SteppedClock) -> None:
    site.on("GET", "mod=viewthread", "<html><body><script>x()</script>请完成 <b>安全验证</b></body></html>")
    with pytest.raises(BoardUnreachable, match="HTTP 200, 请完成 安全验证"):
        client(clock).thread(5)
    site.on("GET", "mod=viewthread", page("<p>没有帖子</p>"))
    with pytest.raises(BoardUnreachable):
        client(clock).thread(5)


def test_a_thread_comes_oldest_first_whatever_the_board_shows(site: Site, clock: SteppedClock) -> None:
    html = thread(5, [(31, "甲", "a"), (32, "乙", "b"), (33, "丙", "c")])
    start, end = html.index('<div id="post_31"'), html.index('<div id="post_33"')
    tail = html.index('<div id="ft"')
    swapped = html[:start] + html[end:tail].removesuffix("</div>") + html[start:end] + "</div>" + html[tail:]
    site.on("GET", "ordertype=2", swapped)
    assert [post.pid for post in client(clock).thread(5).posts] == [31, 32, 33]


def test_what_is_no_board_is_bad_input(site: Site, clock: SteppedClock) -> None:
    site.on("GET", "", "<html><head><title>Shop</title></head><body>hello</body></html>")
    with pytest.raises(BadInput, match="Discuz"):
        open_forum(ROOT, None, clock, gap_seconds=0, jitter_seconds=0)
    with pytest.raises(BadInput, match="Discuz"):
        client(clock).probe()


def test_probe_tells_zone_and_skew(site: Site, clock: SteppedClock) -> None:
    site.on(
        "GET",
        "forum.php",
        httpx.Response(200, text=page(), headers={"date": "Mon, 02 Mar 2026 01:30:07 GMT"}),
    )
    facts = client(clock).probe()
    assert (facts.dialect, facts.charset, facts.zone_minutes, facts.uid, facts.name) == (
        "x",
        "utf-8",
        480,
        7,
        "裁判",
    )
    assert facts.skew_seconds == 7.0
    stale = httpx.Response(200, text=page(), headers={"date": "Mon, 02 Mar 2026 00:00:00 GMT"})
    site.on("GET", "forum.php", stale)
    assert client(clock).probe().skew_seconds == 30.0


# -- writing


def test_a_reply_fills_in_the_boards_own_form(site: Site, clock: SteppedClock) -> None:
    site.on(
        "GET",
        "action=reply",
        editor("reply", '<input type="hidden" name="usesig" value="1"><input name="save">'),
    )
    site.on("POST", "action=reply", posted(71))
    outcome = client(clock).reply(2, 5, "甲 :D 一票\n乙")
    assert outcome.ok
    assert (outcome.pid, outcome.tid) == (71, 5)
    sent = site.last("POST")
    assert sent == {
        "formhash": "0123abcd",
        "usesig": "1",
        "smileyoff": "1",
        "message": "甲 :D 一票\r\n乙",
    }


@pytest.mark.parametrize("answer", [httpx.ReadTimeout("slow"), httpx.Response(500), httpx.Response(502, text="bad gateway"),
                                    httpx.Response(200, text=""), httpx.Response(200, text=failed("一句新话")),
                                    httpx.Response(200, text=failed("抱歉，您当前的请求正在进行中，请勿重复提交"))])  # fmt: skip
def test_an_uncertain_answer_is_told_as_such_and_nothing_is_sent_again(
    site: Site, clock: SteppedClock, answer: httpx.Response | Exception
) -> None:
    site.on("GET", "action=reply", editor("reply"))
    site.on("POST", "action=reply", answer)
    outcome = client(clock).reply(2, 5, "公示")
    assert not outcome.known
    assert not outcome.ok
    assert site.count("POST") == 1


def test_no_connection_is_no_uncertainty(site: Site, clock: SteppedClock) -> None:
    site.on("GET", "action=reply", editor("reply"))
    site.on("POST", "action=reply", httpx.ConnectError("refused"))
    outcome = client(clock).reply(2, 5, "公示")
    assert (outcome.known, outcome.ok) == (True, False)


def test_a_stale_formhash_is_renewed_and_the_form_sent_once_more(site: Site, clock: SteppedClock) -> None:
    tainted = '<html><body><h1>Discuz! System Error</h1><div class="info"><li>您当前的访问请求当中含有非法字符</li></div></body></html>'
    site.on("GET", "action=reply", editor("reply", formhash="0000aaaa"), editor("reply", formhash="0000bbbb"))
    site.on("GET", "action=login", login_form())
    site.on("GET", "forum.php", page(uid=7))
    site.on("POST", "action=login", WELCOME)
    site.on("POST", "action=reply", httpx.Response(503, text=tainted), httpx.Response(200, text=posted()))
    assert client(clock).reply(2, 5, "公示").ok
    assert site.last("POST")["formhash"] == "0000bbbb"
    assert site.count("POST", "action=reply") == 2
    assert site.count("POST", "action=login") == 1


def test_a_formhash_refused_twice_is_given_up(site: Site, clock: SteppedClock) -> None:
    site.on("GET", "action=reply", editor("reply"))
    site.on("GET", "action=login", login_form(uid=7))
    site.on("POST", "action=reply", failed("抱歉，您的请求来路不正确或表单验证串不符，无法提交"))
    outcome = client(clock).reply(2, 5, "公示")
    assert (outcome.kind, outcome.known) == (Answer.FORMHASH, True)
    assert site.count("POST") == 2


def test_a_flood_is_waited_out_once(site: Site, clock: SteppedClock) -> None:
    flood = failed("抱歉，您两次发表间隔少于 15 秒，请稍候再发表", "{'floodctrl':'15'}")
    site.on("GET", "action=reply", editor("reply"))
    site.on("POST", "action=reply", flood, posted())
    assert client(clock).reply(2, 5, "公示").ok
    assert clock.monotonic() == 16
    site.on("POST", "action=reply", flood)
    outcome = client(clock).reply(2, 5, "公示")
    assert (outcome.kind, outcome.seconds) == (Answer.FLOOD, 15)
    assert site.count("POST") == 4


def test_private_messages_wait_as_well_but_not_for_tomorrow(site: Site, clock: SteppedClock) -> None:
    site.on("GET", "ac=pm", page())
    site.on(
        "POST",
        "op=send",
        failed("两次发送短消息太快，请稍候再发送"),
        done("操作成功 ", values="{'pmid':'3'}"),
    )
    judge = client(clock)
    assert judge.send_pm(Member(uid=9, name="甲"), "你的身份").ok
    assert clock.monotonic() == 16
    assert site.last("POST")["touid"] == "9"
    site.on("POST", "op=send", failed("发送失败，您当前超出了24小时内两人会话的上限"))
    assert judge.send_pm(Member(uid=9, name="甲"), "你的身份").kind is Answer.PM_FLOOD
    assert clock.monotonic() == 16
    assert site.count("POST") == 3


def test_held_for_approval_is_not_posted(site: Site, clock: SteppedClock) -> None:
    site.on("GET", "action=reply", editor("reply"))
    site.on("POST", "action=reply", done("回复需要审核，请等待通过", values="{'pid':'9','reply_mod':'1'}"))
    outcome = client(clock).reply(2, 5, "公示")
    assert (outcome.kind, outcome.ok, outcome.pid, outcome.known) == (Answer.MODERATED, False, 9, True)


def test_an_edit_sends_back_all_that_the_form_holds(site: Site, clock: SteppedClock) -> None:
    fields = (
        '<input type="hidden" name="pid" value="31"><input name="subject" value="旧题"><input type="hidden" name="delete" value="0">'
        '<select name="typeid"><option value="0"><option value="4" selected></select>'
        '<input type="checkbox" name="hiddenreplies" value="1" checked><input type="checkbox" name="ordertype" value="1">'
    )
    site.on("GET", "action=edit", editor("edit", fields, text="旧文"))
    site.on("POST", "action=edit", done("帖子编辑成功，现在将转入主题页，请稍候……"))
    judge = client(clock)
    outcome = judge.edit(2, 5, 31, "新文")
    assert outcome.ok
    assert (outcome.pid, outcome.tid) == (31, 5)
    assert site.last("POST") == {
        "formhash": "0123abcd", "pid": "31", "subject": "旧题", "delete": "0", "typeid": "4", "hiddenreplies": "1",
        "message": "新文",
    }  # fmt: skip
    judge.edit(2, 5, 31, "新文", "新题")
    assert site.last("POST")["subject"] == "新题"
    assert not judge.edit(2, 5, 32, "别人的").ok
    assert site.count("POST") == 2


def test_a_refused_form_sends_nothing(site: Site, clock: SteppedClock) -> None:
    site.on("GET", "action=reply", box("抱歉，本主题已关闭，不再接受新内容"))
    assert client(clock).reply(2, 5, "公示").kind is Answer.THREAD_CLOSED
    assert site.count("POST") == 0


def test_a_hidden_thread_is_not_opened_where_replies_cannot_be_hidden(
    site: Site, clock: SteppedClock
) -> None:
    site.on("GET", "action=newthread", editor("newthread"))
    outcome = client(clock).new_thread(2, "树洞", "说吧", hidden=True)
    assert (outcome.kind, outcome.known) == (Answer.NOTHING_DONE, True)
    assert site.count("POST") == 0
    site.on(
        "GET",
        "action=newthread",
        editor("newthread", '<input type="checkbox" name="hiddenreplies" value="1">'),
    )
    site.on("POST", "action=newthread", done("非常感谢，您的主题已发布", values="{'tid':'6','pid':'40'}"))
    outcome = client(clock).new_thread(2, "树洞", "说吧", hidden=True)
    assert (outcome.tid, outcome.pid, site.last("POST")["hiddenreplies"]) == (6, 40, "1")


def test_a_compulsory_type_is_chosen(site: Site, clock: SteppedClock) -> None:
    types = '<select name="typeid"><option value="0">选择</option><option value="3">游戏</option></select>'
    site.on("GET", "action=newthread", editor("newthread", types))
    ok = done("非常感谢，您的主题已发布", values="{'tid':'6','pid':'40'}")
    site.on("POST", "action=newthread", failed("抱歉，您尚未选择主题的类别"), ok)
    assert client(clock).new_thread(2, "题", "文").ok
    assert site.last("POST")["typeid"] == "3"


def test_members_are_found_by_their_exact_name(site: Site, clock: SteppedClock) -> None:
    def profile(name: str) -> str:
        return page(f'<h2 class="mbn">{name}<span class="xw0">(UID: 41)</span></h2>')

    site.on("GET", "username=", profile("WolfKing"))
    judge = client(clock)
    assert judge.find_member("WolfKing") == Member(uid=41, name="WolfKing")
    assert judge.find_member("wolfking") is None
    site.on("GET", "username=", box("抱歉，您指定的用户空间不存在"))
    assert judge.find_member("没有") is None
    assert judge.find_member("  ") is None


def test_a_name_that_x_forbids_in_addresses_is_asked_for_in_a_form(site: Site, clock: SteppedClock) -> None:
    site.on("GET", "forum.php", page())
    site.on("POST", "do=profile", page('<h2 class="mbn">D\'Artagnan(1)<span>(UID: 8)</span></h2>'))
    assert client(clock).find_member("D'Artagnan(1)") == Member(uid=8, name="D'Artagnan(1)")
    assert site.last("POST")["username"] == "D'Artagnan(1)"
    site.on("POST", "do=profile", box("抱歉，您指定的用户空间不存在"))
    assert client(clock).find_member("D'Artagnan(2)") is None


def test_closing_needs_a_moderator(site: Site, clock: SteppedClock) -> None:
    site.on("GET", "mod=viewthread", thread(5, [(31, "甲", "x")]))
    site.on("POST", "topicadmin", failed("抱歉，您没有权限使用管理功能"), done("管理操作成功 "))
    judge = client(clock)
    assert judge.set_closed(2, 5, closed=True).kind is Answer.NO_PERMISSION
    assert judge.set_closed(2, 5, closed=False).ok
    assert (site.last("POST")["operations[]"], site.last("POST")["moderate[]"]) == ("open", "5")


def test_links(clock: SteppedClock) -> None:
    judge = client(clock)
    assert judge.post_url(5, 31) == ROOT + "forum.php?mod=redirect&goto=findpost&ptid=5&pid=31"
    assert judge.thread_url(5) == ROOT + "forum.php?mod=viewthread&tid=5"


def test_an_account_does_not_show_its_password() -> None:
    assert "secret" not in repr(JUDGE)


def test_odd_windows_are_uncertain(site: Site, clock: SteppedClock) -> None:
    site.on("GET", "action=reply", editor("reply"))
    site.on("POST", "action=reply", window("<div>?</div>"))
    assert not client(clock).reply(2, 5, "公示").known


def test_a_message_of_this_very_second_is_waited_for(site: Site, clock: SteppedClock) -> None:
    def talk(*pmids: int) -> str:
        rows = "".join(
            f'<dl id="pmlist_{pmid}"><dd class="ptm"><a class="xw1" href="home.php?mod=space&amp;uid=9">甲</a><br />话{pmid}'
            '<br /><span class="xg1">2026-3-2 09:30</span></dd></dl>'
            for pmid in pmids
        )
        return page(
            '<span id="membernum">2</span>' + (f'<div id="pm_ul">{rows}</div>' if rows else "没有短消息")
        )

    site.on("GET", "touid=9", talk(), talk(1, 2))
    assert [said.pmid for said in client(clock).pm_read(9).messages] == [1, 2]
    assert clock.monotonic() == pytest.approx(1.1)
    site.on("GET", "touid=9", talk(1))
    assert [said.pmid for said in client(clock).pm_read(9).messages] == [1]
    assert len(site.asked) == 4


def test_a_guest_who_is_sent_to_the_log_in_form_is_told_so(site: Site, clock: SteppedClock) -> None:
    site.on(
        "GET",
        "mod=viewthread",
        httpx.Response(302, headers={"location": "member.php?mod=logging&action=login"}),
    )
    site.on("GET", "mod=logging", login_form())
    with pytest.raises(Refused) as caught:
        client(clock, account=None).thread(5)
    assert caught.value.outcome.kind is Answer.LOGIN_REQUIRED


def test_a_frozen_account_is_told_so(site: Site, clock: SteppedClock) -> None:
    where = "home.php?mod=spacecp&ac=profile&op=password"
    site.on("GET", "mod=viewthread", httpx.Response(302, headers={"location": where}))
    site.on("GET", "op=password", page())
    with pytest.raises(Refused) as caught:
        client(clock).thread(5)
    assert caught.value.outcome.kind is Answer.LOGIN_FAILED


def test_cookies_that_change_with_every_page_are_not_worth_a_write(site: Site, clock: SteppedClock) -> None:
    class Counting(Store):
        writes = 0

        def save(self, jar: str) -> None:
            self.writes += 1
            super().save(jar)

    store = Counting()

    def fresh(number: int, auth: str) -> httpx.Response:
        cookies = [("set-cookie", f"a_lastact={number}; path=/"), ("set-cookie", f"a_auth={auth}; path=/")]
        return httpx.Response(200, text=thread(5, [(31, "甲", "x")]), headers=cookies)

    site.on("GET", "mod=viewthread", *(fresh(n, "one") for n in range(5)), fresh(5, "two"))
    judge = client(clock, store)
    for _ in range(6):
        judge.thread(5)
    assert store.writes == 2
    assert "a_lastact" in (store.jar or "")


def test_a_page_that_breaks_off_is_read_again(site: Site, clock: SteppedClock) -> None:
    whole = thread(5, [(31, "甲", "a"), (32, "乙", "b")])
    site.on("GET", "mod=viewthread", whole[: whole.index('<div id="post_32"')], whole)
    assert [post.pid for post in client(clock).thread(5).posts] == [31, 32]


def test_nothing_is_written_to_standard_output(
    site: Site, clock: SteppedClock, capsys: pytest.CaptureFixture[str]
) -> None:
    site.on("GET", "mod=viewthread", httpx.ReadTimeout("slow"), thread(5, [(31, "甲", "x")]))
    client(clock).thread(5)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("location", "known"),
    [
        (
            "https://board.test/bbs/forum.php?mod=post&action=reply&submit=yes&infloat=yes&handlekey=reply&inajax=1",
            True,
        ),
        ("http://elsewhere.test/forum.php?mod=viewthread&tid=5&pid=71#pid71", False),
    ],
)
def test_a_redirect_of_the_whole_board_is_no_success(
    site: Site, clock: SteppedClock, location: str, known: bool
) -> None:
    site.on("GET", "action=reply", editor("reply"))
    site.on("POST", "action=reply", httpx.Response(301, headers={"location": location}))
    outcome = client(clock).reply(2, 5, "公示")
    assert (outcome.ok, outcome.known) == (False, known)


def test_a_board_that_has_moved_to_https_is_written_to_there(site: Site, clock: SteppedClock) -> None:
    safe = ROOT.replace("http:", "https:")
    site.on("GET", "action=reply", httpx.Response(301, headers={"location": f"{safe}editor"}))
    site.on("GET", "editor", editor("reply"))
    site.on("POST", "action=reply", posted())
    judge = client(clock)
    assert judge.reply(2, 5, "公示").ok
    assert judge.thread_url(5).startswith("https://")


def test_who_was_just_seen_logged_in_need_not_be_asked_again(site: Site, clock: SteppedClock) -> None:
    site.on("GET", "mod=viewthread", thread(5, [(31, "甲", "x")]))
    site.on("GET", "forum.php", page(uid=7))
    judge = client(clock)
    judge.thread(5)
    assert judge.ensure_login().ok
    assert len(site.asked) == 1
    clock.sleep(601)
    assert judge.ensure_login().ok
    assert len(site.asked) == 2
