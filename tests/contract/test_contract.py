"""What the judge relies on, on any board."""

from __future__ import annotations

from datetime import timedelta

import pytest

from parsers.model import Answer, Post
from service.errors import Refused
from service.forum.api import Account, Forum, Member
from service.forum.session import Session
from tests.contract.arena import Arena, done

AWKWARD = "票数 3:D组 :) ；“喆”é—①\n  [b]粗[/b]　全角\n\n末行 @某人"


def post_of(reader: Forum, tid: int, pid: int | None) -> Post:
    page = reader.thread(tid)
    for number in range(1, page.pages + 1):
        page = page if number == page.page else reader.thread(tid, number)
        found = next((post for post in page.posts if post.pid == pid), None)
        if found is not None:
            return found
    raise AssertionError(f"post {pid} is not in thread {tid}")


def needs_moderator(arena: Arena, tid: int) -> None:
    arena.judge.thread(tid)
    if not arena.judge.head().moderator:
        pytest.skip("the judge's account is no moderator of this board")


def test_the_front_page_tells_dialect_charset_zone_and_clock(arena: Arena, kind: str) -> None:
    facts = arena.guest.probe()
    assert (facts.uid, facts.name) == (0, None)
    assert facts.zone_minutes is not None
    assert facts.skew_seconds is not None
    assert abs(facts.skew_seconds) < 90
    if not arena.real:
        dialect, _, charset = kind.partition("/")
        assert (facts.dialect, facts.charset) == (dialect[0], charset)


def test_who_is_logged_in(arena: Arena) -> None:
    facts = arena.judge.probe()
    assert facts.uid > 0
    assert facts.name == arena.judge_account.name
    assert arena.player.probe().uid not in {0, facts.uid}


def test_kept_cookies_log_in_without_a_password(arena: Arena) -> None:
    again = arena.client(arena.judge_account, arena.judge_store)
    assert again.ensure_login().ok
    assert again.head().uid == arena.judge.probe().uid


def test_a_thread_of_our_own(arena: Arena) -> None:
    opened = done(arena.opened('【投票帖】测试 <1> & "2"', AWKWARD))
    page = arena.judge.thread(opened.tid or 0)
    first = page.posts[0]
    assert '测试 <1> & "2"' in (page.title or "")
    assert (page.fid, page.page, page.pages, page.closed) == (arena.fid, 1, 1, False)
    assert (first.pid, first.floor, first.author) == (opened.pid, 1, arena.judge_account.name)
    assert first.uid == arena.judge.head().uid


def test_a_reply_stands_as_it_was_sent(arena: Arena) -> None:
    tid, _ = arena.thread("回帖测试")
    sent = done(arena.judge.reply(arena.fid, tid, AWKWARD))
    post = post_of(arena.judge, tid, sent.pid)
    assert post.text is not None
    assert post.text.replace("粗", "[b]粗[/b]") == AWKWARD
    assert (post.floor, post.smilies, post.state) == (2, (), "visible")


def test_a_fresh_post_reads_as_now(arena: Arena) -> None:
    tid, _ = arena.thread("时间测试")
    skew = arena.judge.probe().skew_seconds or 0
    posted_at = arena.judge.thread(tid).posts[0].posted_at
    assert posted_at is not None
    assert abs(posted_at - arena.clock.now() - timedelta(seconds=skew)) < timedelta(seconds=90)


def test_an_edit_changes_the_text_and_nothing_else(arena: Arena) -> None:
    tid, _ = arena.thread("编辑测试")
    sent = done(arena.judge.reply(arena.fid, tid, "公示一：甲三票，乙两票"))
    done(arena.judge.edit(arena.fid, tid, sent.pid or 0, "更正公示：甲两票，乙三票"))
    first, second = arena.judge.thread(tid).posts
    assert (second.pid, second.floor, second.text) == (sent.pid, 2, "更正公示：甲两票，乙三票")
    assert first.text == "首帖的内容，十个字节以上"


def test_a_first_post_is_edited_without_losing_its_title(arena: Arena) -> None:
    tid, pid = arena.thread("旧的标题")
    done(arena.judge.edit(arena.fid, tid, pid, "改过的内容，十个字节以上"))
    assert "旧的标题" in (arena.judge.thread(tid).title or "")
    done(arena.judge.edit(arena.fid, tid, pid, "又改过的内容，十个字节", "新的标题"))
    page = arena.judge.thread(tid)
    assert "新的标题" in (page.title or "")
    assert page.posts[0].text == "又改过的内容，十个字节"


def test_hidden_replies_stay_hidden_when_the_first_post_is_edited(arena: Arena) -> None:
    opened = arena.opened("树洞测试", "这里的回帖只有裁判看得见", hidden=True)
    if opened.kind is Answer.NOTHING_DONE:
        pytest.skip("this board cannot hide replies")
    tid = done(opened).tid or 0
    secret = done(arena.player.reply(arena.fid, tid, "今晚查验小明，谢谢裁判"))
    for _ in range(2):
        assert post_of(arena.judge, tid, secret.pid).text == "今晚查验小明，谢谢裁判"
        assert post_of(arena.guest, tid, secret.pid).text is None
        done(arena.judge.edit(arena.fid, tid, opened.pid or 0, "这里的回帖还是只有裁判看得见"))


def test_pages_ascend_and_a_page_past_the_end_is_the_last(arena: Arena) -> None:
    tid, first_pid = arena.thread("翻页测试")
    needs_moderator(arena, tid)  # others would wait a quarter of a minute for each post
    sent = [done(arena.judge.reply(arena.fid, tid, f"第{n}条回帖的内容在此")).pid for n in range(11)]
    first, last = arena.judge.thread(tid), arena.judge.thread(tid, 99)
    if first.pages == 1:
        pytest.skip("this board shows more than twelve posts a page")
    assert (last.page, last.pages) == (first.pages, first.pages)
    seen = [
        post.pid for number in range(1, first.pages + 1) for post in arena.judge.thread(tid, number).posts
    ]
    assert seen == [first_pid, *sent]


def test_two_posts_in_a_row_wait_for_the_boards_interval(arena: Arena) -> None:
    tid, first_pid = arena.thread("灌水测试")
    sent = [done(arena.player.reply(arena.fid, tid, f"玩家的第{n}条回帖内容")).pid for n in (1, 2)]
    assert [post.pid for post in arena.judge.thread(tid).posts] == [first_pid, *sent]


def test_what_is_too_short_is_refused(arena: Arena) -> None:
    tid, _ = arena.thread("太短测试")
    outcome = arena.player.reply(arena.fid, tid, "短")
    if outcome.ok:
        pytest.skip("this board has no least length")
    assert (outcome.kind, outcome.known) == (Answer.TOO_SHORT, True)
    assert len(arena.judge.thread(tid).posts) == 1


def test_a_moderator_closes_and_opens_a_thread(arena: Arena) -> None:
    tid, _ = arena.thread("关闭测试")
    needs_moderator(arena, tid)
    done(arena.judge.set_closed(arena.fid, tid, closed=True))
    assert arena.judge.thread(tid).closed
    assert arena.player.reply(arena.fid, tid, "关了以后的一条回帖").kind is Answer.THREAD_CLOSED
    done(arena.judge.reply(arena.fid, tid, "裁判还能在这里公示"))
    done(arena.judge.set_closed(arena.fid, tid, closed=False))
    assert not arena.judge.thread(tid).closed


def test_a_player_may_neither_close_nor_edit(arena: Arena) -> None:
    tid, pid = arena.thread("权限测试")
    assert arena.player.set_closed(arena.fid, tid, closed=True).kind is Answer.NO_PERMISSION
    assert arena.player.edit(arena.fid, tid, pid, "别人的帖子不能改吧").kind is Answer.NO_PERMISSION
    assert arena.judge.thread(tid).posts[0].text == "首帖的内容，十个字节以上"


def test_the_boards_list_shows_the_newest_thread_first(arena: Arena) -> None:
    tid, _ = arena.thread("列表测试")
    page = arena.judge.forum(arena.fid)
    rows = [row for row in page.rows if not row.sticky]
    assert page.fid == arena.fid
    row = next(row for row in rows if row.tid == tid)
    assert (row.title, row.author, row.replies, row.closed) == (
        "列表测试",
        arena.judge_account.name,
        0,
        False,
    )
    # threads of the same second have no order among themselves
    assert arena.real is False or tid in [row.tid for row in rows[:3]]


def test_what_is_not_there_is_said_to_be_missing(arena: Arena) -> None:
    with pytest.raises(Refused) as caught:
        arena.judge.thread(987_654)
    assert caught.value.outcome.kind is Answer.THREAD_MISSING
    with pytest.raises(Refused) as caught:
        arena.judge.forum(54_321)
    assert caught.value.outcome.kind is Answer.BOARD_MISSING
    assert arena.judge.reply(arena.fid, 987_654, "没有这个主题的回帖").kind is Answer.THREAD_MISSING


def test_members_by_name(arena: Arena) -> None:
    name = arena.player_account.name
    found = arena.judge.find_member(name)
    assert found == Member(uid=arena.player.probe().uid, name=name)
    assert arena.judge.find_member("没有这么个人") is None
    assert arena.judge.find_member("O'Neill(2)") is None


def test_private_messages_both_ways(arena: Arena) -> None:
    judge = Member(uid=arena.judge.probe().uid, name=arena.judge_account.name)
    player = Member(uid=arena.player.probe().uid, name=arena.player_account.name)
    stamp = arena.clock.now().strftime("%H%M%S%f")
    done(arena.judge.send_pm(player, f"你的身份是【先知】\n编号 {stamp}"))
    row = next(row for row in arena.player.pm_list().conversations if row.uid == judge.uid)
    assert row.unread
    said = arena.player.pm_read(judge.uid).messages[-1]
    assert (said.mine, said.text) == (False, f"你的身份是【先知】\n编号 {stamp}")
    assert said.at is not None
    assert abs(said.at - arena.clock.now()) < timedelta(minutes=5)
    done(arena.player.send_pm(judge, f"查验 小明，编号 {stamp}"))
    theirs = [told.text for told in arena.judge.pm_read(player.uid).messages if not told.mine]
    assert theirs[-1] == f"查验 小明，编号 {stamp}"
    row = next(row for row in arena.player.pm_list().conversations if row.uid == judge.uid)
    assert not row.unread


def test_a_message_to_oneself_or_to_nobody(arena: Arena) -> None:
    me = Member(uid=arena.player.probe().uid, name=arena.player_account.name)
    assert arena.player.send_pm(me, "给自己的话").kind is Answer.PM_REFUSED
    assert arena.player.send_pm(Member(uid=987_654, name="没有此人"), "在吗").kind is Answer.USER_MISSING


def test_a_link_by_pid_leads_to_the_post(arena: Arena) -> None:
    tid, _ = arena.thread("链接测试")
    sent = done(arena.judge.reply(arena.fid, tid, "链接要指到这一楼"))
    assert isinstance(arena.guest, Session)
    assert "链接要指到这一楼" in arena.guest.fetch(arena.judge.post_url(tid, sent.pid or 0)).text
    assert "首帖的内容" in arena.guest.fetch(arena.judge.thread_url(tid)).text


def test_a_lost_log_in_is_renewed_and_the_reply_goes_out_once(arena: Arena) -> None:
    tid, first_pid = arena.thread("掉线测试")
    assert isinstance(arena.judge, Session)
    arena.judge.keeper.jar.restore([])
    sent = done(arena.judge.reply(arena.fid, tid, "掉线以后自动重登再发"))
    assert [post.pid for post in arena.judge.thread(tid).posts] == [first_pid, sent.pid]


def test_a_guest_reads_and_cannot_write(arena: Arena) -> None:
    tid, _ = arena.thread("游客测试")
    assert arena.guest.thread(tid).posts[0].text == "首帖的内容，十个字节以上"
    outcome = arena.guest.reply(arena.fid, tid, "游客不能在这里回帖")
    assert outcome.kind in {Answer.LOGIN_REQUIRED, Answer.GROUP_REFUSED, Answer.NO_PERMISSION}


def test_a_failed_login_is_not_repeated(arena: Arena) -> None:
    if not arena.failed_login:
        pytest.skip("only with --allow-failed-login: it costs one of the board's tries")
    nobody = arena.client(Account(name="查无此人的账", password="no-such-word-1"))
    outcome = nobody.ensure_login()
    assert (outcome.kind, outcome.known) == (Answer.LOGIN_FAILED, True)
    assert nobody.login_refused()
    assert nobody.ensure_login().kind is Answer.LOGIN_FAILED
    with pytest.raises(Refused):
        nobody.forum(arena.fid)
