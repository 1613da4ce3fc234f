"""7.2 and 7.0 as their facts tell them: statuses, texts, ids, classes."""

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

    @property
    def newer(self) -> bool:
        return self.board.dialect_name == "7.2"

    def surfer(self, name: str | None = None, password: str = "open-sesame", **options: str) -> Surfer:
        surfer = Surfer(self.url, self.board.charset, **options)
        self.surfers.append(surfer)
        surfer.get("logging.php?action=login")
        if name:
            log_in(surfer, name, password)
            self.thread(surfer)
        return surfer

    def thread(self, surfer: Surfer, page: int = 1) -> str:
        return surfer.get(f"viewthread.php?tid={self.tid}&page={page}")

    def reply(self, surfer: Surfer, message: str, *, ajax: bool = False, **fields: str) -> str:
        tail = "&infloat=yes&handlekey=fastpost&inajax=1" if ajax else ""
        path = f"post.php?action=reply&fid={self.fid}&tid={self.tid}&extra=&replysubmit=yes{tail}"
        return surfer.post(path, **({"subject": "", "usesig": "1", "message": message} | fields))


def log_in(surfer: Surfer, name: str, password: str, **fields: str) -> str:
    return surfer.post(
        "logging.php?action=login&loginsubmit=yes",
        username=name,
        password=password,
        **({"questionid": "0", "answer": "", "cookietime": "2592000"} | fields),
    )


@pytest.fixture(params=[("7.2", "gbk"), ("7.2", "utf-8"), ("7.0", "utf-8")], ids=str)
def scene(
    request: pytest.FixtureRequest, clock: Clock, served: Callable[[Board], RunningBoard]
) -> Iterator[Scene]:
    dialect, charset = request.param
    board = Board(dialect=dialect, charset=charset, now=clock)
    judge, qing, zoe = (board.add_member(name, "open-sesame") for name in ("裁判长", "阿青", "Amélie"))
    fid = board.add_forum("桌游区")
    board.set_moderator(fid, judge)
    tid = board.open_thread(fid, judge, "第一天 <投票>", "请投票", at=clock.now - timedelta(minutes=30))
    scene = Scene(board, clock, served(board).url, fid, tid, judge, qing, zoe)
    yield scene
    for surfer in scene.surfers:
        surfer.http.close()


def floors(html: str) -> list[int]:
    return [int(n) for n in re.findall(r'id="postnum\d+"[^>]*><em>(\d+)</em><sup>#</sup></a>', html)]


def pids(html: str) -> list[int]:
    return [int(pid) for pid in re.findall(r'<table id="pid(\d+)" summary="pid\1"', html)]


def body(html: str, pid: int) -> str | None:
    found = re.search(
        rf'<td class="t_msgfont" id="postmessage_{pid}">(.*?)</td></tr></table>\n', html, re.DOTALL
    )
    return found[1] if found else None


def test_the_7_2_board_speaks_gbk_unless_told() -> None:
    assert Board(dialect="7").dialect_name == "7.2"
    assert Board(dialect="7.2").charset == "gbk"
    assert Board(dialect="7.0").charset == "utf-8"


def test_charset_stands_in_the_page_alone(scene: Scene) -> None:
    page = scene.thread(scene.surfer())
    assert f'content="text/html; charset={scene.board.charset}"' in page
    assert f'<meta name="generator" content="Discuz! {"7.2" if scene.newer else "7.0.0"}"' in page
    assert scene.surfers[-1].response.headers["content-type"] == "text/html"


# log-in ----------------------------------------------------------------------------------------------------


def test_log_in_needs_no_formhash(scene: Scene) -> None:
    surfer = scene.surfer()
    text = log_in(surfer, "阿青", "open-sesame", formhash="00000000")
    assert surfer.status == 200
    assert "<p>欢迎您回来，阿青。现在将转入登录前页面。" in text
    page = scene.thread(surfer)
    assert f"discuz_uid = {scene.qing}," in page
    assert f'<cite><a href="space.php?uid={scene.qing}" class="noborder">阿青</a>' in page
    assert "欢迎您回来，阿青" in surfer.get("logging.php?action=login")


def test_ajax_log_in_has_other_words(scene: Scene) -> None:
    surfer = scene.surfer()
    text = surfer.post(
        "logging.php?action=login&loginsubmit=yes&inajax=1", username="阿青", password="open-sesame"
    )
    assert f'<?xml version="1.0" encoding="{scene.board.charset}"?><root>' in text
    assert "<p>欢迎您回来 新手上路 阿青</p>" in text


def test_five_wrong_passwords_lock_the_address(scene: Scene) -> None:
    surfer = scene.surfer()
    for left in (4, 3, 2, 1):
        assert f"登录失败，您还可以尝试 {left} 次" in log_in(surfer, "阿青", "wrong")
    assert "密码错误次数过多，请 15 分钟后重新登录" in log_in(surfer, "阿青", "wrong")
    assert "密码错误次数过多，请 15 分钟后重新登录" in log_in(surfer, "裁判长", "open-sesame")
    scene.clock.forward(minutes=15, seconds=1)
    assert "欢迎您回来" in log_in(surfer, "裁判长", "open-sesame")


def test_security_question(scene: Scene) -> None:
    scene.board.add_member("问者", "open-sesame", question=3, answer="某城")
    surfer = scene.surfer()
    assert "请填写安全提问以及正确的答案" in log_in(surfer, "问者", "open-sesame")
    assert "安全提问选择错误，请重新填写" in log_in(
        surfer, "问者", "open-sesame", questionid="3", answer="他城"
    )
    assert "欢迎您回来" in log_in(surfer, "问者", "open-sesame", questionid="3", answer="某城")


def test_session_and_formhash_hang_on_the_user_agent(scene: Scene) -> None:
    surfer = scene.surfer("阿青")
    old = surfer.formhash
    surfer.http.headers["User-Agent"] += "x"
    assert "discuz_uid = 0," in scene.thread(surfer)
    assert surfer.formhash != old


def test_logout_says_so_even_when_it_does_not(scene: Scene) -> None:
    surfer = scene.surfer("阿青")
    good = surfer.formhash
    text = surfer.get("logging.php?action=logout&formhash=00000000")
    assert "您已退出论坛" in text
    assert f"discuz_uid = {scene.qing}," in text
    assert "discuz_uid = 0," in surfer.get(f"logging.php?action=logout&formhash={good}")


def test_robots_get_an_empty_403_but_may_read(scene: Scene) -> None:
    robot = scene.surfer(agent="somebot/1.0")
    assert robot.status == 403
    assert robot.response.content == b""
    assert pids(scene.thread(robot)) == [1]


# reading ---------------------------------------------------------------------------------------------------


def test_pages_floors_and_the_last_page(scene: Scene) -> None:
    for number in range(25):
        scene.board.post(scene.tid, scene.qing, f"第 {number} 句")
    surfer = scene.surfer()
    first, last = scene.thread(surfer), scene.thread(surfer, 99)
    assert floors(first) == list(range(1, 11))
    assert floors(last) == list(range(21, 27))
    assert 'class="next">下一页</a></div>' in first
    assert "<strong>3</strong></div>" in last
    assert f"viewthread.php?tid={scene.tid}&amp;extra=&amp;page=2" in first
    assert "\n | <a href=" in first
    assert first.count('<a href="javascript:;" onclick="scrollTo(0,0);">TOP</a>') == 9


def test_a_deleted_post_shifts_the_floors_at_once(scene: Scene) -> None:
    replies = [scene.board.post(scene.tid, scene.qing, f"第 {number} 句") for number in range(3)]
    scene.board.delete(replies[0])
    page = scene.thread(scene.surfer())
    assert pids(page) == [1, replies[1], replies[2]]
    assert floors(page) == [1, 2, 3]


def test_times_have_minutes_only(scene: Scene) -> None:
    now = scene.clock.now
    ages = {
        timedelta(minutes=20): ("2026-3-2 09:10", "20&nbsp;分钟前"),
        timedelta(hours=10): ("2026-3-1 23:30", "昨天&nbsp;23:30"),
        timedelta(days=3): ("2026-2-27 09:30", "3&nbsp;天前&nbsp;09:30"),
        timedelta(days=9): ("2026-2-21 09:30", None),
    }
    made = {scene.board.post(scene.tid, scene.qing, "一句话", at=now - age): ages[age] for age in ages}
    page = scene.thread(scene.surfer())
    for pid, (exact, words) in made.items():
        wanted = f'<span title="{exact}">{words}</span>' if words else exact
        assert f'<em id="authorposton{pid}">发表于 {wanted}</em>' in page
    assert "GMT+8, 2026-3-2 09:30, <span" in page
    scene.board.settings.human_times = False
    assert "发表于 2026-2-27 09:30</em>" in scene.thread(scene.surfer())


def test_reverse_order_is_of_7_2(scene: Scene) -> None:
    for number in range(14):
        scene.board.post(scene.tid, scene.qing, f"第 {number} 句")
    surfer = scene.surfer()
    page = surfer.get(f"viewthread.php?tid={scene.tid}&ordertype=1")
    second = surfer.get(f"viewthread.php?tid={scene.tid}&ordertype=1&page=2")
    if scene.newer:
        assert floors(page) == [1, 15, 14, 13, 12, 11, 10, 9, 8, 7]
        assert floors(second) == [6, 5, 4, 3, 2]
    else:
        assert floors(page) == list(range(1, 11))


def test_missing_things(scene: Scene) -> None:
    surfer = scene.surfer()
    text = surfer.get("viewthread.php?tid=9999")
    assert "<p>指定的主题不存在或已被删除或正在被审核，请返回。</p>" in text
    assert surfer.status == (404 if scene.newer else 200)
    assert ('class="postbox"><div class="alert_error"' in text) == scene.newer
    assert ('class="msgfix"><div class="showmessage"' in text) != scene.newer
    assert "未定义操作，请返回。" in surfer.get(f"viewthread.php?tid={scene.tid}&authorid=777")


def test_blocked_bodies_are_for_administrators(scene: Scene) -> None:
    pid = scene.board.post(scene.tid, scene.qing, "被屏蔽的话")
    scene.board.block(pid)
    scene.board.add_member("站长", "open-sesame", group="admin")
    judge, owner = scene.thread(scene.surfer("裁判长")), scene.thread(scene.surfer("站长"))
    assert "提示: <em>该帖被管理员或版主屏蔽</em>" in judge
    assert body(judge, pid) is None
    assert "该帖被管理员或版主屏蔽，只有管理员可见" in owner
    assert body(owner, pid) == "被屏蔽的话"
    assert 'id="modopt"' in judge
    assert 'id="modopt"' not in scene.thread(scene.surfer("阿青"))


def test_private_replies_carry_no_notice_for_those_who_may_read(scene: Scene) -> None:
    board = scene.board
    tid = board.open_thread(scene.fid, scene.qing, "树洞", "只说给我听", hidden=True)
    pid = board.post(tid, scene.zoe, "我的秘密")
    for name in ("阿青", "Amélie", "裁判长"):
        page = scene.surfer(name).get(f"viewthread.php?tid={tid}")
        assert "此帖仅作者可见" not in page
        assert body(page, pid) == "我的秘密"
    guest = scene.surfer().get(f"viewthread.php?tid={tid}")
    assert '<div class="locked">此帖仅作者可见</div>' in guest
    assert body(guest, pid) is None
    assert f'id="authorposton{pid}"' in guest


# writing ---------------------------------------------------------------------------------------------------


def test_reply_shapes(scene: Scene) -> None:
    surfer = scene.surfer("阿青")
    scene.reply(surfer, "投票给裁判长")
    pid = scene.board.posts(scene.tid)[-1].pid
    assert surfer.status == 302
    assert surfer.location == f"viewthread.php?tid={scene.tid}&pid={pid}&page=1&extra=#pid{pid}"
    scene.clock.forward(seconds=15)
    text = scene.reply(surfer, "再投给阿青吧", ajax=True)
    assert f"submithandle_fastpost('viewthread.php?tid={scene.tid}&pid={pid + 1}&page=1" in text
    assert "非常感谢，您的回复已经发布，现在将转入主题页。" in text
    scene.clock.forward(seconds=15)
    scene.board.settings.quick_forward = False
    assert "非常感谢，您的回复已经发布" in scene.reply(surfer, "又投给阿青吧")
    assert surfer.status == 200


def test_without_the_marker_the_form_comes_back(scene: Scene) -> None:
    surfer = scene.surfer("阿青")
    text = surfer.post(f"post.php?action=reply&fid={scene.fid}&tid={scene.tid}", message="投票给裁判长")
    assert surfer.status == 200
    assert 'id="postform"' in text
    assert len(scene.board.posts(scene.tid)) == 1


def test_refusals(scene: Scene) -> None:
    surfer = scene.surfer("阿青")
    assert "您没有输入标题或内容，请返回填写。" in scene.reply(surfer, "  ")
    assert "对不起，您的帖子小于 10 个字符的限制，请返回修改。" in scene.reply(surfer, "投票")
    assert "对不起，您的帖子超过 10000 个字符的限制" in scene.reply(surfer, "a" * 10001)
    assert "您的请求来路不正确，无法提交。" in scene.reply(surfer, "足够长的一句话", formhash="00000000")
    scene.reply(surfer, "足够长的一句话")
    assert "对不起，您两次发表间隔少于 15 秒，请不要灌水！" in scene.reply(surfer, "足够长的另一句")
    scene.board.close(scene.tid)
    assert "对不起，本主题已关闭，不再接受新回复，请返回。" in scene.reply(surfer, "足够长的第三句")
    page = scene.thread(surfer)
    assert "本主题由 裁判长 于 2026-3-2 09:30 关闭" in page
    assert 'id="post_reply"' not in page


def test_a_lost_session_reads_like_a_lack_of_rights(scene: Scene) -> None:
    pid = scene.board.post(scene.tid, scene.judge, "裁判的话", at=scene.clock.now)
    judge = scene.surfer("裁判长")
    scene.board.log_out_everybody()
    text = scene.reply(judge, "投票给裁判长")
    assert "对不起，您还未登录，无权在该版块回帖。" in text
    assert "discuz_uid = 0," in text
    assert 'id="loginform"' in text
    edit = judge.post(
        "post.php?action=edit&extra=&editsubmit=yes&mod=",
        fid=str(scene.fid),
        tid=str(scene.tid),
        pid=str(pid),
        subject="",
        message="改一改这句话",
    )
    assert "对不起，您无权编辑他人发表的帖子，请返回。" in edit
    close = judge.post(
        "topicadmin.php?action=moderate&optgroup=4&modsubmit=yes",
        fid=str(scene.fid),
        **{"moderate[]": str(scene.tid), "operations[]": "close"},
    )
    assert "您没有权限使用管理功能。" in close
    assert "对不起，您还未登录，无法进行此操作。" in judge.get("pm.php")


def test_held_posts_read_like_a_success(scene: Scene) -> None:
    scene.board.state.forums[scene.fid].holds_replies = True
    text = scene.reply(scene.surfer("阿青"), "等待审核的一句话")
    assert "非常感谢，管理员设置了需要对新回复进行审核" in text
    assert len(scene.board.posts(scene.tid)) == 1


def test_characters_outside_gbk_come_as_references(scene: Scene) -> None:
    surfer = scene.surfer("阿青")
    scene.reply(surfer, "投票给 Zoë，足够长😀")
    shown = body(scene.thread(surfer), scene.board.posts(scene.tid)[-1].pid)
    if scene.board.charset == "gbk":
        assert shown == "投票给 Zo&#235;，足够长&amp;#128512;"
    else:
        assert shown == "投票给 Zoë，足够长😀"


def test_edit_and_delete(scene: Scene) -> None:
    pid = scene.board.post(scene.tid, scene.qing, "投票给一号")
    surfer = scene.surfer("阿青")
    fields = {"fid": str(scene.fid), "tid": str(scene.tid), "pid": str(pid), "page": "1", "subject": ""}
    scene.clock.forward(seconds=61)
    surfer.post("post.php?action=edit&extra=&editsubmit=yes&mod=", message="投票给二号", **fields)
    assert (surfer.status, surfer.location) == (302, f"viewthread.php?tid={scene.tid}&page=1&extra=#pid{pid}")
    assert body(scene.thread(surfer), pid) == (
        '<i class="pstatus"> 本帖最后由 阿青 于 2026-3-2 09:31 编辑 </i><br />\n<br />\n投票给二号'
    )
    surfer.post("post.php?action=edit&extra=&editsubmit=yes&mod=", message="投票给二号", delete="1", **fields)
    assert surfer.location == f"viewthread.php?tid={scene.tid}&page=1&extra="
    assert len(scene.board.posts(scene.tid)) == 1


def test_editing_a_first_post_resets_what_was_not_sent(scene: Scene) -> None:
    board = scene.board
    tid = board.open_thread(
        scene.fid,
        scene.qing,
        "树洞",
        "只说给我听",
        at=scene.clock.now - timedelta(hours=1),
        hidden=scene.newer,
    )
    pid = board.posts(tid)[0].pid
    surfer = scene.surfer("阿青")
    form = surfer.get(f"post.php?action=edit&fid={scene.fid}&tid={tid}&pid={pid}&page=1")
    assert bool(re.search(r'name="hiddenreplies"[^>]*checked="checked"', form)) == scene.newer
    fields = {"fid": str(scene.fid), "tid": str(tid), "pid": str(pid), "page": "1", "subject": "树洞"}
    path = "post.php?action=edit&extra=&editsubmit=yes&mod="
    surfer.post(path, message="新的说明，足够长", hiddenreplies="1", **fields)
    assert board.state.threads[tid].hidden_replies == scene.newer
    surfer.post(path, message="再改一次，足够长", **fields)
    assert not board.state.threads[tid].hidden_replies


def test_new_thread(scene: Scene) -> None:
    surfer = scene.surfer("阿青")
    surfer.post(
        f"post.php?action=newthread&fid={scene.fid}&extra=&topicsubmit=yes",
        subject="新的树洞",
        message="悄悄告诉我，各位",
        hiddenreplies="1",
    )
    assert surfer.status == 302
    tid = int(re.fullmatch(r"viewthread\.php\?tid=(\d+)&extra=", surfer.location)[1])  # type: ignore[index]
    assert scene.board.state.threads[tid].hidden_replies == scene.newer


def test_moderation(scene: Scene) -> None:
    judge = scene.surfer("裁判长")
    path = "topicadmin.php?action=moderate&optgroup=4&modsubmit=yes&infloat=yes"
    fields = {"fid": str(scene.fid), "moderate[]": str(scene.tid), "handlekey": "mods", "reason": ""}
    judge.post(path, **fields, **{"operations[]": "close"})
    assert (judge.status, judge.location) == (302, f"forumdisplay.php?fid={scene.fid}&")
    assert scene.board.state.threads[scene.tid].closed
    text = judge.post(path + "&inajax=1", **fields, **{"operations[]": "open"})
    assert "submithandle_mods(" in text
    assert "管理操作成功，现在将返回论坛。" in text
    assert not scene.board.state.threads[scene.tid].closed


def test_quote_button_puts_the_header_last(scene: Scene) -> None:
    source = scene.board.post(scene.tid, scene.zoe, "我认为三号是狼")
    surfer = scene.surfer("阿青")
    form = surfer.get(f"post.php?action=reply&fid={scene.fid}&tid={scene.tid}&repquote={source}")
    message = re.search(r'id="e_textarea"[^>]*>(.*?)</textarea>', form, re.DOTALL)[1].replace("&amp;", "&")  # type: ignore[index]
    scene.reply(surfer, message + "同意这一句话")
    link = f"{scene.url}redirect.php?goto=findpost&amp;pid={source}&amp;ptid={scene.tid}"
    assert body(scene.thread(surfer), scene.board.posts(scene.tid)[-1].pid) == (
        '<div class="quote"><blockquote>我认为三号是狼<br />\n<font size="2"><font color="#999999">Amélie 发表于 '
        f'2026-3-2 09:30</font> <a href="{link}" target="_blank"><img src="{scene.url}images/common/back.gif" '
        'onload="thumbImg(this)" alt="" /></a></font></blockquote></div>&nbsp; &nbsp; 同意这一句话'
    )


# people and messages ---------------------------------------------------------------------------------------


def test_find_a_member(scene: Scene) -> None:
    guest = scene.surfer()
    assert "您所在的用户组(游客)无法进行此操作。" in guest.get(f"space.php?uid={scene.zoe}")
    listing = guest.get("member.php?action=list", srchmem="Am")
    assert f'<a href="space.php?uid={scene.zoe}" class="bold">Amélie</a>' in listing
    surfer = scene.surfer("阿青")
    page = surfer.get("space.php", username="Amélie")
    assert f"<li>(UID: {scene.zoe})</li>" in page
    assert "<h1>Amélie</h1>" in page
    assert "指定的用户不存在或已被删除，请返回。" in surfer.get("space.php", username="无此人")
    assert surfer.status == (404 if scene.newer else 200)


def test_private_messages(scene: Scene) -> None:
    judge = scene.surfer("裁判长")
    path = "pm.php?action=send&pmsubmit=yes&infloat=yes&sendnew=yes"
    assert "<p>短消息发送成功。</p>" in judge.post(path, msgto="阿青", message="你是村民\n请保密")
    assert "对不起，您两次发送短消息间隔太短，请返回。" in judge.post(path, msgto="阿青", message="再说一句")
    assert "收件人不存在或存在重复，请返回修改。" in judge.post(path, msgto="无此人", message="再说一句")
    reader = scene.surfer("阿青")
    page = reader.get("pm.php")
    assert "私人消息 (1)" in page
    assert (
        f'<cite><a href="space.php?uid={scene.judge}" target="_blank">裁判长</a></cite>今天 09:30&nbsp;'
        in page
    )
    assert 'alt="NEW"' in page
    talk = reader.get(f"pm.php?uid={scene.judge}&filter=privatepm&daterange=5")
    assert '<div class="summary">你是村民<br />\n请保密</div>' in talk
    assert '<li class="pm_date"><strong>2026-3-2</strong></li>' in talk
    assert "私人消息 (0)" in reader.get("pm.php")
    scene.clock.forward(days=1)
    assert "你是村民" not in reader.get(f"pm.php?uid={scene.judge}&filter=privatepm")


def test_list_of_threads(scene: Scene) -> None:
    scene.board.post(scene.tid, scene.qing, "一句话")
    page = scene.surfer().get(f"forumdisplay.php?fid={scene.fid}")
    assert f'<tbody id="normalthread_{scene.tid}">' in page
    assert (
        f'<span id="thread_{scene.tid}"><a href="viewthread.php?tid={scene.tid}&amp;extra=page%3D1">第一天 &lt;投票&gt;</a></span>'
        in page
    )
    assert '<td class="nums"><strong>1</strong>/<em>' in page


def test_a_closed_board_logs_its_members_out(scene: Scene) -> None:
    surfer = scene.surfer("阿青")
    scene.board.settings.closed_text = "升级中，晚上见"
    text = scene.thread(surfer)
    assert "升级中，晚上见" in text
    assert ("您无权进行当前操作，原因如下：" in text) == scene.newer
    scene.board.settings.closed_text = None
    assert "discuz_uid = 0," in scene.thread(surfer)


def test_jumps_to_posts(scene: Scene) -> None:
    made = [scene.board.post(scene.tid, scene.qing, f"第 {number} 句") for number in range(12)]
    surfer = scene.surfer()
    surfer.get(f"redirect.php?goto=findpost&ptid={scene.tid}&pid={made[-1]}")
    middle = f"&rpid={made[-1]}&ordertype=0" if scene.newer else ""
    assert surfer.location == f"viewthread.php?tid={scene.tid}{middle}&page=2#pid{made[-1]}"
    assert pids(surfer.get(f"redirect.php?tid={scene.tid}&goto=lastpost")) == made[-3:]
