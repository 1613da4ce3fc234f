"""X as its facts tell it: statuses, texts, ids, classes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from practice.board import Board
from practice.server import RunningBoard
from tests.practice.surfing import Clock, Surfer


@dataclass
class Scene:
    """A judge who moderates, two players, a thread."""

    board: Board
    clock: Clock
    url: str
    fid: int
    tid: int
    judge: int
    qing: int
    zoe: int
    surfers: list[Surfer] = field(default_factory=list)

    def surfer(self, name: str | None = None, password: str = "open-sesame", **options: str) -> Surfer:
        surfer = Surfer(self.url, self.board.charset, **options)
        self.surfers.append(surfer)
        surfer.get("forum.php")
        if name:
            log_in(surfer, name, password)
            surfer.get("forum.php")
        return surfer

    def thread(self, surfer: Surfer, page: int = 1) -> str:
        return surfer.get(f"forum.php?mod=viewthread&tid={self.tid}&page={page}")

    def reply(self, surfer: Surfer, message: str, **fields: str) -> str:
        return surfer.post(
            f"forum.php?mod=post&action=reply&fid={self.fid}&tid={self.tid}&extra=&replysubmit=yes"
            "&infloat=yes&handlekey=fastpost&inajax=1",
            message=message,
            **fields,
        )


def log_in(surfer: Surfer, name: str, password: str, **fields: str) -> str:
    return surfer.post(
        "member.php?mod=logging&action=login&loginsubmit=yes&loginhash=L1&inajax=1&handlekey=login",
        username=name,
        password=password,
        **({"questionid": "0", "answer": "", "cookietime": "2592000"} | fields),
    )


@pytest.fixture(params=["utf-8", "gbk"])
def scene(
    request: pytest.FixtureRequest, clock: Clock, served: Callable[[Board], RunningBoard]
) -> Iterator[Scene]:
    board = Board(dialect="x", charset=request.param, now=clock)
    judge, qing, zoe = (board.add_member(name, "open-sesame") for name in ("裁判长", "阿青", "Amélie"))
    fid = board.add_forum("桌游区")
    board.set_moderator(fid, judge)
    tid = board.open_thread(fid, judge, "第一天 <投票>", "请投票")
    scene = Scene(board, clock, served(board).url, fid, tid, judge, qing, zoe)
    yield scene
    for surfer in scene.surfers:
        surfer.http.close()


def floors(html: str) -> list[str]:
    return [
        re.sub(r"<.*?>|\s", "", text) for text in re.findall(r'id="postnum\d+">(.*?)</a>', html, re.DOTALL)
    ]


def pids(html: str) -> list[int]:
    return [int(pid) for pid in re.findall(r'<table id="pid(\d+)" class="plhin"', html)]


def body(html: str, pid: int) -> str | None:
    found = re.search(rf'id="postmessage_{pid}">\n(.*?)</td></tr></table>\n', html, re.DOTALL)
    return found[1] if found else None


# log-in ----------------------------------------------------------------------------------------------------


def test_log_in_gives_auth_cookie_uid_and_name(scene: Scene) -> None:
    surfer = scene.surfer()
    assert "discuz_uid = '0'" in surfer.get("forum.php")
    text = log_in(surfer, "阿青", "open-sesame")
    assert "succeedhandle_login(" in text
    assert f"'uid':'{scene.qing}'" in text
    assert "欢迎您回来，新手上路 阿青，现在将转入登录前页面" in text
    page = surfer.get("forum.php")
    assert f"discuz_uid = '{scene.qing}'" in page
    assert re.search(r'<strong class="vwmy"><a href="home.php\?mod=space&amp;uid=\d+"[^>]*>阿青</a>', page)


def test_names_of_the_board_alphabet_log_in_whatever_their_case(scene: Scene) -> None:
    assert f"'uid':'{scene.zoe}'" in log_in(scene.surfer(), "AMéLIE", "open-sesame")


def test_log_in_without_inajax_says_its_words_in_a_script_only(scene: Scene) -> None:
    surfer = scene.surfer()
    text = surfer.post(
        "member.php?mod=logging&action=login&loginsubmit=yes", username="阿青", password="open-sesame"
    )
    assert surfer.status == 200
    assert "$('succeedlocation').innerHTML = '欢迎您回来" in text


def test_fifth_wrong_password_locks_every_account_of_the_address_for_15_minutes(scene: Scene) -> None:
    surfer = scene.surfer()
    for left in (4, 3, 2, 1):
        assert f"登录失败，您还可以尝试 {left} 次" in log_in(surfer, "阿青", "wrong")
    for name, password in (("阿青", "wrong"), ("阿青", "open-sesame"), ("裁判长", "open-sesame")):
        assert "密码错误次数过多，请 15 分钟后重新登录" in log_in(surfer, name, password)
    scene.clock.forward(minutes=15, seconds=1)
    assert "欢迎您回来" in log_in(surfer, "裁判长", "open-sesame")


def test_security_question_counts_as_a_try(scene: Scene) -> None:
    scene.board.add_member("问者", "open-sesame", question=3, answer="某城")
    surfer = scene.surfer()
    assert "请选择安全提问以及填写正确的答案" in log_in(surfer, "问者", "open-sesame")
    assert "登录失败，您还可以尝试 3 次" in log_in(surfer, "问者", "wrong")
    assert "欢迎您回来" in log_in(surfer, "问者", "open-sesame", questionid="3", answer="某城")


def test_captcha_at_log_in(scene: Scene) -> None:
    scene.board.settings.login_captcha = True
    surfer = scene.surfer()
    form = surfer.get("member.php?mod=logging&action=login")
    assert 'id="seccode_cS' in form
    assert "抱歉，验证码填写错误" in log_in(surfer, "阿青", "open-sesame")
    surfer.get("misc.php?mod=seccode&update=10001&idhash=cS1")
    assert surfer.response.headers["content-type"].startswith("image/")
    answer = scene.board.settings.captcha_answer.lower()
    assert "欢迎您回来" in log_in(surfer, "阿青", "open-sesame", seccodeverify=answer)


def test_a_changed_saltkey_is_a_lost_session(scene: Scene) -> None:
    surfer = scene.surfer("阿青")
    surfer.http.cookies.set(
        scene.board.settings.cookie_prefix + "saltkey", "other", domain="127.0.0.1", path="/"
    )
    assert "discuz_uid = '0'" in surfer.get("forum.php")


def test_logout_needs_its_formhash(scene: Scene) -> None:
    surfer = scene.surfer("阿青")
    good = surfer.formhash
    surfer.get("member.php?mod=logging&action=logout&formhash=00000000")
    assert (surfer.status, surfer.location) == (302, "index.php")
    assert "您已退出站点" in surfer.get("member.php?mod=logging&action=logout")
    assert f"discuz_uid = '{scene.qing}'" in surfer.get("forum.php")
    assert "您已退出站点" in surfer.get(f"member.php?mod=logging&action=logout&formhash={good}")
    assert "discuz_uid = '0'" in surfer.get("forum.php")


# formhash --------------------------------------------------------------------------------------------------


def test_stale_formhash_is_the_503_page_even_in_ajax(scene: Scene) -> None:
    surfer = scene.surfer("阿青")
    scene.board.log_out_everybody()
    text = scene.reply(surfer, "投票给阿青，各位")
    assert surfer.status == 503
    assert "您当前的访问请求当中含有非法字符，已经被系统拒绝" in text
    assert scene.board.posts(scene.tid)[-1].first


def test_missing_formhash_and_foreign_referer_are_submit_invalid(scene: Scene) -> None:
    surfer = scene.surfer("阿青")
    path = f"forum.php?mod=post&action=reply&fid={scene.fid}&tid={scene.tid}&replysubmit=yes&inajax=1"
    invalid = "抱歉，您的请求来路不正确或表单验证串不符，无法提交"
    assert invalid in surfer.post(path, with_hash=False, message="投票给某人，各位")
    surfer.http.headers["Referer"] = "http://elsewhere.example/"
    assert invalid in surfer.post(path, message="投票给某人，各位")


def test_quotes_and_brackets_in_an_address_are_refused(scene: Scene) -> None:
    surfer = scene.surfer("阿青")
    text = surfer.get("home.php?mod=space&username=D%27Artagnan")
    assert surfer.status == 503
    assert "含有非法字符" in text


# reading ---------------------------------------------------------------------------------------------------


def test_pages_of_ten_and_the_last_for_any_number_past_the_end(scene: Scene) -> None:
    for number in range(25):
        scene.board.post(scene.tid, scene.qing, f"第 {number} 句")
    surfer = scene.surfer()
    first, last = scene.thread(surfer), scene.thread(surfer, 99)
    assert len(pids(first)) == 10
    assert floors(first) == ["楼主", "沙发", "板凳", "地板", "5#", "6#", "7#", "8#", "9#", "10#"]
    assert floors(last) == ["21#", "22#", "23#", "24#", "25#", "26#"]
    assert "<strong>3</strong>" in last
    assert '<span title="共 3 页"> / 3 页</span>' in last
    assert "第3页" in last.split("</title>")[0]
    assert 'class="nxt"' in first
    assert 'class="nxt"' not in last


def test_one_page_has_no_pager(scene: Scene) -> None:
    assert 'class="pg"' not in scene.thread(scene.surfer())


def test_a_deleted_post_shifts_floors_after_one_redirect(scene: Scene) -> None:
    replies = [scene.board.post(scene.tid, scene.qing, f"第 {number} 句") for number in range(12)]
    surfer = scene.surfer()
    scene.board.delete(replies[2])
    scene.thread(surfer)
    assert surfer.status == 302
    page = scene.thread(surfer)
    assert surfer.status == 200
    assert replies[2] not in pids(page)
    assert floors(page)[-1] == "10#"
    assert floors(scene.thread(surfer, 2)) == ["11#", "12#"]


def test_times_are_relative_with_seconds_in_the_title(scene: Scene) -> None:
    ages = {
        timedelta(0): "刚刚",
        timedelta(seconds=59): "59&nbsp;秒前",
        timedelta(minutes=15): "15&nbsp;分钟前",
        timedelta(minutes=45): "半小时前",
        timedelta(hours=8): "8&nbsp;小时前",
        timedelta(hours=10): "昨天&nbsp;23:30",
        timedelta(days=2): "前天&nbsp;09:30",
        timedelta(days=7): "7&nbsp;天前",
        timedelta(days=8): None,
    }
    made = {
        scene.board.post(scene.tid, scene.qing, "一句话", at=scene.clock.now - age): (age, words)
        for age, words in sorted(ages.items(), reverse=True)
    }
    page = scene.thread(scene.surfer()).replace("\n", "")
    for pid, (age, words) in made.items():
        local = scene.clock.now - age + timedelta(hours=8)
        exact = f"{local.year}-{local.month}-{local.day} {local:%H:%M:%S}"
        wanted = f'发表于 <span title="{exact}">{words}</span>' if words else f"发表于 {exact}"
        assert f'<em id="authorposton{pid}">{wanted}</em>' in page


def test_without_human_times_there_are_no_seconds(scene: Scene) -> None:
    scene.board.settings.human_times = False
    assert "发表于 2026-3-2 09:30</em>" in scene.thread(scene.surfer())


def test_footer_and_date_header_tell_the_boards_clock(scene: Scene) -> None:
    surfer = scene.surfer()
    assert "GMT+8, 2026-3-2 09:30" in surfer.get("forum.php")
    assert surfer.response.headers["date"] == "Mon, 02 Mar 2026 01:30:00 GMT"


def test_reverse_order_starts_with_the_first_post(scene: Scene) -> None:
    for number in range(14):
        scene.board.post(scene.tid, scene.qing, f"第 {number} 句")
    surfer = scene.surfer()
    backwards = f"forum.php?mod=viewthread&tid={scene.tid}&ordertype=1"
    assert floors(surfer.get(backwards)) == ["楼主", *(f"{n}#" for n in range(15, 6, -1))]
    assert floors(surfer.get(backwards + "&page=2")) == ["6#", "5#", "地板", "板凳", "沙发"]
    scene.board.state.threads[scene.tid].positions_broken = True
    assert floors(surfer.get(backwards)) == ["#", *(f"{n}#" for n in range(15, 5, -1))]


def test_only_this_author_renumbers(scene: Scene) -> None:
    for uid in (scene.qing, scene.zoe, scene.qing):
        scene.board.post(scene.tid, uid, "一句话")
    surfer = scene.surfer()
    page = surfer.get(f"forum.php?mod=viewthread&tid={scene.tid}&authorid={scene.qing}")
    assert floors(page) == ["楼主", "沙发"]
    assert "未定义操作" in surfer.get(f"forum.php?mod=viewthread&tid={scene.tid}&authorid=777")


def test_missing_thread_is_404(scene: Scene) -> None:
    surfer = scene.surfer()
    text = surfer.get("forum.php?mod=viewthread&tid=9999")
    assert surfer.status == 404
    assert "<p>抱歉，指定的主题不存在或已被删除或正在被审核</p>" in text


def test_blocked_and_banned_bodies_are_for_moderators(scene: Scene) -> None:
    blocked = scene.board.post(scene.tid, scene.qing, "被屏蔽的话")
    banned = scene.board.post(scene.tid, scene.zoe, "被禁言的话")
    scene.board.block(blocked)
    scene.board.state.members[scene.zoe].group = "muted"
    guest, judge = scene.thread(scene.surfer()), scene.thread(scene.surfer("裁判长"))
    assert "提示: <em>该帖被管理员或版主屏蔽</em>" in guest
    assert "提示: <em>作者被禁止或删除 内容自动屏蔽</em>" in guest
    assert body(guest, blocked) is None
    assert body(guest, banned) is None
    assert "该帖被管理员或版主屏蔽，只有管理员或有管理权限的成员可见" in judge
    assert body(judge, blocked) == "被屏蔽的话"
    assert 'id="modmenu"' in judge
    assert 'id="modmenu"' not in guest


def test_hidden_replies_are_for_author_opener_and_moderator(scene: Scene) -> None:
    board = scene.board
    tid = board.open_thread(scene.fid, scene.qing, "树洞", "只说给我听", hidden=True)
    pid = board.post(tid, scene.zoe, "我的秘密")
    seen = {
        name: scene.surfer(name).get(f"forum.php?mod=viewthread&tid={tid}")
        for name in ("阿青", "Amélie", "裁判长")
    }
    guest = scene.surfer().get(f"forum.php?mod=viewthread&tid={tid}")
    notice = '<div class="locked">此帖仅作者可见</div>'
    assert notice in guest
    assert body(guest, pid) is None
    assert f'id="authorposton{pid}"' in guest
    for name in ("阿青", "Amélie"):
        assert notice not in seen[name]
        assert body(seen[name], pid) == "我的秘密"
    assert notice in seen["裁判长"]
    assert body(seen["裁判长"], pid) == "我的秘密"


def test_hide_opens_by_a_reply(scene: Scene) -> None:
    pid = scene.board.post(scene.tid, scene.qing, "外[hide]里[/hide]")
    surfer = scene.surfer("Amélie")
    assert "Amélie，如果您要查看本帖隐藏内容请<a" in (body(scene.thread(surfer), pid) or "")
    scene.board.post(scene.tid, scene.zoe, "我来回复")
    assert '<div class="showhide"><h4>本帖隐藏的内容</h4>里</div>' in (body(scene.thread(surfer), pid) or "")


# writing ---------------------------------------------------------------------------------------------------


def test_reply_shapes(scene: Scene) -> None:
    surfer = scene.surfer("阿青")
    text = scene.reply(surfer, "投票给裁判长")
    pid = scene.board.posts(scene.tid)[-1].pid
    assert f"succeedhandle_fastpost('forum.php?mod=viewthread&tid={scene.tid}&pid={pid}&page=1" in text
    assert "非常感谢，回复发布成功" in text
    assert f"'pid':'{pid}'" in text
    scene.clock.forward(seconds=15)
    surfer.post(
        f"forum.php?mod=post&action=reply&fid={scene.fid}&tid={scene.tid}&extra=&replysubmit=yes",
        message="再投给阿青",
    )
    assert surfer.status == 301
    assert surfer.location.endswith(f"#pid{pid + 1}")
    assert surfer.response.content == b""
    assert [post.text for post in scene.board.posts(scene.tid)][1:] == ["投票给裁判长", "再投给阿青"]


def test_characters_outside_gbk_are_lost_to_readers(scene: Scene) -> None:
    surfer = scene.surfer("阿青")
    scene.reply(surfer, "投票给 Zoë，足够长")
    shown = body(scene.thread(surfer), scene.board.posts(scene.tid)[-1].pid)
    assert shown == ("投票给 Zo&amp;#235;，足够长" if scene.board.charset == "gbk" else "投票给 Zoë，足够长")


def test_flood_refuses_for_15_seconds_and_is_not_prolonged(scene: Scene) -> None:
    surfer = scene.surfer("阿青")
    scene.reply(surfer, "第一句足够长")
    scene.clock.forward(seconds=10)
    assert "抱歉，您两次发表间隔少于 15 秒，请稍候再发表" in scene.reply(surfer, "第二句足够长")
    scene.clock.forward(seconds=5)
    assert "回复发布成功" in scene.reply(surfer, "第三句足够长")


def test_moderators_are_exempt_from_flood_and_size(scene: Scene) -> None:
    judge = scene.surfer("裁判长")
    for _ in range(2):
        assert "回复发布成功" in scene.reply(judge, "短")


def test_sizes_are_bytes_of_the_boards_charset(scene: Scene) -> None:
    surfer = scene.surfer("阿青")
    four = scene.reply(surfer, "投票阿青")
    assert ("抱歉，您的帖子小于 10 个字符的限制" in four) == (scene.board.charset == "gbk")
    scene.clock.forward(seconds=20)
    assert "抱歉，您的帖子超过 10000 个字符的限制" in scene.reply(surfer, "a" * 10001)
    assert "抱歉，您尚未输入标题或内容" in scene.reply(surfer, "")
    assert "抱歉，您的帖子小于 10 个字符的限制" in scene.reply(surfer, "[quote]很长很长很长的引用[/quote]短")


def test_closed_thread_refuses_members_only(scene: Scene) -> None:
    scene.board.close(scene.tid)
    surfer = scene.surfer("阿青")
    page = scene.thread(surfer)
    assert 'class="fico-lock' in page
    assert "本主题由 管理团队 于" in page
    assert "抱歉，本主题已关闭，不再接受新内容" in scene.reply(surfer, "我还想说一句")
    assert "回复发布成功" in scene.reply(scene.surfer("裁判长"), "我可以说")


def test_guests_are_told_to_log_in(scene: Scene) -> None:
    surfer = scene.surfer()
    text = scene.reply(surfer, "游客的投票，各位")
    assert "抱歉，您尚未登录，没有权限在该版块回帖" in text
    surfer.get(f"forum.php?mod=post&action=reply&fid={scene.fid}&tid={scene.tid}&inajax=1")
    assert surfer.status == 302
    assert "action=login" in surfer.location


def test_held_replies_read_like_a_success_and_are_seen_by_nobody(scene: Scene) -> None:
    scene.board.state.forums[scene.fid].holds_replies = True
    surfer = scene.surfer("阿青")
    text = scene.reply(surfer, "等待审核的话")
    assert "succeedhandle_fastpost('forum.php?mod=viewthread&tid=" in text
    assert "回复需要审核，请等待通过" in text
    assert "'reply_mod':'1'" in text
    pid = int(re.search(r"'pid':'(\d+)'", text)[1])  # type: ignore[index]
    scene.thread(surfer)
    assert pid not in pids(scene.thread(surfer))
    scene.board.approve(pid)
    assert pid in pids(scene.thread(surfer))


def test_edit_notice_after_60_seconds_only(scene: Scene) -> None:
    pid = scene.board.post(scene.tid, scene.qing, "投票给一号")
    surfer = scene.surfer("阿青")
    edit = "forum.php?mod=post&action=edit&extra=&editsubmit=yes&inajax=1"
    fields = {"fid": str(scene.fid), "tid": str(scene.tid), "pid": str(pid), "page": "1", "subject": ""}
    scene.clock.forward(seconds=60)
    assert "帖子编辑成功" in surfer.post(edit, message="投票给二号", **fields)
    assert body(scene.thread(surfer), pid) == "投票给二号"
    scene.clock.forward(seconds=1)
    surfer.post(edit, message="投票给三号", **fields)
    assert body(scene.thread(surfer), pid) == (
        '<i class="pstatus"> 本帖最后由 阿青 于 2026-3-2 09:31 编辑 </i><br />\n<br />\n投票给三号'
    )
    form = surfer.get(f"forum.php?mod=post&action=edit&fid={scene.fid}&tid={scene.tid}&pid={pid}&page=1")
    assert (
        '<textarea name="message" id="e_textarea" class="pt" rows="15" cols="80">投票给三号</textarea>'
        in form
    )


def test_editing_a_first_post_with_fields_left_out_resets_its_options(scene: Scene) -> None:
    board = scene.board
    tid = board.open_thread(scene.fid, scene.qing, "树洞", "只说给我听", hidden=True)
    pid = board.posts(tid)[0].pid
    surfer = scene.surfer("阿青")
    form = surfer.get(f"forum.php?mod=post&action=edit&fid={scene.fid}&tid={tid}&pid={pid}&page=1")
    assert re.search(r'name="hiddenreplies"[^>]*checked="checked"', form)
    fields = {"fid": str(scene.fid), "tid": str(tid), "pid": str(pid), "page": "1", "subject": "树洞"}
    edit = "forum.php?mod=post&action=edit&extra=&editsubmit=yes&inajax=1"
    surfer.post(edit, message="新的说明，足够长", hiddenreplies="1", **fields)
    assert board.state.threads[tid].hidden_replies
    surfer.post(edit, message="再改一次，足够长", **fields)
    assert not board.state.threads[tid].hidden_replies


def test_others_posts_cannot_be_edited(scene: Scene) -> None:
    pid = scene.board.post(scene.tid, scene.zoe, "别人的话")
    surfer = scene.surfer("阿青")
    text = surfer.post(
        "forum.php?mod=post&action=edit&extra=&editsubmit=yes&inajax=1",
        fid=str(scene.fid),
        tid=str(scene.tid),
        pid=str(pid),
        subject="",
        message="改成我的话",
    )
    assert "抱歉，您没有权限编辑他人发表的帖子" in text


def test_new_thread_with_private_replies(scene: Scene) -> None:
    surfer = scene.surfer("阿青")
    surfer.post(
        f"forum.php?mod=post&action=newthread&fid={scene.fid}&extra=&topicsubmit=yes",
        subject="新的树洞",
        message="悄悄告诉我，各位",
        hiddenreplies="1",
    )
    assert surfer.status == 301
    tid = int(re.fullmatch(r"forum\.php\?mod=viewthread&tid=(\d+)&extra=", surfer.location)[1])  # type: ignore[index]
    assert scene.board.state.threads[tid].hidden_replies
    assert scene.board.state.threads[tid].subject == "新的树洞"


def test_close_and_open_by_a_moderator_only(scene: Scene) -> None:
    path = "forum.php?mod=topicadmin&action=moderate&optgroup=4&modsubmit=yes&infloat=yes"
    fields = {"fid": str(scene.fid), "moderate[]": str(scene.tid), "handlekey": "mods", "reason": ""}
    assert "抱歉，您没有权限使用管理功能" in scene.surfer("阿青").post(
        path, **fields, **{"operations[]": "close"}
    )
    judge = scene.surfer("裁判长")
    text = judge.post(path, **fields, **{"operations[]": "close"})
    assert "succeedhandle_mods(" in text
    assert "'管理操作成功 '" in text
    assert scene.board.state.threads[scene.tid].closed
    judge.post(path, **fields, **{"operations[]": "open"})
    assert not scene.board.state.threads[scene.tid].closed
    nothing = judge.post(
        path, fid=str(scene.fid), handlekey="mods", **{"moderate[]": "999", "operations[]": "close"}
    )
    assert "抱歉，您尚未选择主题或主题不可执行此类管理" in nothing


def test_quote_button_gives_the_block_to_send_back(scene: Scene) -> None:
    source = scene.board.post(scene.tid, scene.zoe, "[quote]旧[/quote]\n我认为 [b]三号[/b] 是狼")
    surfer = scene.surfer("阿青")
    form = surfer.get(
        f"forum.php?mod=post&action=reply&fid={scene.fid}&tid={scene.tid}&extra=&repquote={source}"
    )
    block = re.search(r'name="noticetrimstr" value="(.*?)"', form, re.DOTALL)[1].replace("&amp;", "&")  # type: ignore[index]
    surfer.post(
        f"forum.php?mod=post&action=reply&fid={scene.fid}&tid={scene.tid}&extra=&replysubmit=yes",
        message="同意这一句话",
        noticetrimstr=block,
    )
    pid = scene.board.posts(scene.tid)[-1].pid
    assert body(scene.thread(surfer), pid) == (
        '<div class="quote"><blockquote><font size="2"><a href="'
        f"{scene.url}forum.php?mod=redirect&amp;goto=findpost&amp;"
        f'pid={source}&amp;ptid={scene.tid}" target="_blank"><font color="#999999">Amélie 发表于 2026-3-2 09:30'
        "</font></a></font><br />\n我认为 三号 是狼</blockquote></div><br />\n同意这一句话"
    )


# people and messages ---------------------------------------------------------------------------------------


def test_profile_by_uid_and_name(scene: Scene) -> None:
    surfer = scene.surfer("阿青")
    assert f"(UID: {scene.zoe})" in surfer.get("home.php?mod=space&do=profile", username="Amélie")
    assert "裁判长" in surfer.get(f"home.php?mod=space&uid={scene.judge}&do=profile")
    assert "抱歉，您指定的用户空间不存在" in surfer.get("home.php?mod=space", username="无此人")


def test_private_messages(scene: Scene) -> None:
    judge = scene.surfer("裁判长")
    path = f"home.php?mod=spacecp&ac=pm&op=send&touid={scene.qing}&inajax=1"
    fields = {"pmsubmit": "true", "touid": str(scene.qing), "handlekey": "pm"}
    assert "succeedhandle_pm(" in judge.post(path, message="你是村民\n请保密", **fields)
    assert "两次发送短消息太快，请稍候再发送" in judge.post(path, message="再说一句", **fields)
    reader = scene.surfer("阿青")
    listing = reader.get("home.php?mod=space&do=pm")
    assert re.search(r'<dl id="pmlist_\d+" class="bbda cur1 cl newpm">', listing)
    talk = reader.get(f"home.php?mod=space&do=pm&subop=view&touid={scene.judge}")
    assert "你是村民<br />\n请保密<br />" in talk
    assert (
        "newpm"
        not in re.search(r'<dl id="pmlist_\d+" class="([^"]*)"', reader.get("home.php?mod=space&do=pm"))[1]
    )  # type: ignore[index]
    assert "当前没有相应的短消息" in scene.surfer("Amélie").get("home.php?mod=space&do=pm")


def test_list_of_threads(scene: Scene) -> None:
    scene.board.post(scene.tid, scene.qing, "一句话")
    scene.board.close(scene.tid)
    page = scene.surfer().get(f"forum.php?mod=forumdisplay&fid={scene.fid}")
    assert f'<tbody id="normalthread_{scene.tid}">' in page
    assert 'class="s xst">第一天 &lt;投票&gt;</a>' in page
    assert 'class="xi2">1</a><em>' in page
    assert "fico-lock" in page


def test_robots_are_shown_no_floors(scene: Scene) -> None:
    robot = scene.surfer(agent="somebot/1.0")
    assert "postnum" not in scene.thread(robot)


def test_requests_are_logged_with_uid_and_time(scene: Scene) -> None:
    scene.thread(scene.surfer("阿青"))
    last = scene.board.requests[-1]
    assert (last.method, last.uid, last.time, last.status) == ("GET", scene.qing, scene.clock.now, 200)
    assert last.path == f"/forum.php?mod=viewthread&tid={scene.tid}&page=1"
    assert scene.board.counts()["POST"] == 1
