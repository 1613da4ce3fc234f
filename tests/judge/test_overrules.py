"""The director overrules: ballots, aliases, times; corrections of what was published; broken files."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from service.store import NoticeState
from tests.judge.small_game import CLOSE, SmallGame

NEAR = CLOSE - timedelta(minutes=1)


def played(game: SmallGame, until: timedelta = timedelta(minutes=3)) -> None:
    game.clock.move_to(max(NEAR, game.clock.now()))
    app = game.app()
    game.run_until(app, CLOSE + until)
    app.close()


def director_mail(game: SmallGame) -> str:
    return "\n".join(m.text for m in game.board.messages(game.uids["导演甲"]))


def test_a_ballot_an_alias_and_a_later_close_by_the_director(play: Callable[..., SmallGame]) -> None:
    game = play()
    game.overrides(
        """
[[override]]
id = "r1"
kind = "ballot"
day = 1
voter = "甲"
target = "丁"
reason = "口头改票"
[[override]]
id = "r2"
kind = "alias"
name = "丁"
alias = "没有这人"
[[override]]
id = "r3"
kind = "time"
what = "close"
n = 1
value = 2026-03-03T22:00:00
"""
    )
    game.board.post(game.vote, game.uids["己"], "投票：丁，加时赛", CLOSE + timedelta(minutes=20))
    played(game, timedelta(minutes=33))
    (result,) = game.results()
    assert "丁当选警长" in result
    assert "22:00 计票" in result
    rows = [line for line in result.splitlines() if line.startswith("[tr][td]丁")]
    assert "[b]4[/b]" in rows[0]
    assert "导演裁定" in rows[0]


def test_a_ruling_after_the_count_is_published_as_a_correction_once(play: Callable[..., SmallGame]) -> None:
    game = play()
    played(game)
    assert "丙当选警长" in game.results()[0]
    game.overrides('[[override]]\nid = "late"\nkind = "alias"\nname = "丙"\nalias = "没有这人"\n')
    app = game.app()
    for _ in range(3):
        app.tick()
        game.clock.sleep(90)
    app.close()
    corrections = [text for text in game.judge_posts(game.vote) if "更正公示" in text]
    assert len(corrections) == 1
    assert "原 [s]3 票" in corrections[0]
    assert "现 [b]4 票" in corrections[0]
    assert len(game.results()) == 1


def test_a_ruling_that_would_change_the_sheriff_waits_for_the_director(
    play: Callable[..., SmallGame],
) -> None:
    game = play()
    played(game)
    ruling = "".join(
        f'[[override]]\nid = "s{n}"\nkind = "ballot"\nday = 1\nvoter = "{voter}"\ntarget = "丁"\n'
        for n, voter in enumerate("甲乙")
    )
    game.overrides(ruling)
    app = game.app()
    for _ in range(4):
        app.tick()
        game.clock.sleep(60)
    assert not [text for text in game.judge_posts(game.vote) if "更正公示" in text]
    mail = director_mail(game)
    assert "与已公布的不同" in mail
    ref = mail.split('ref = "')[1].split('"')[0]
    game.overrides(
        ruling + f'[[override]]\nid = "go"\nkind = "correction"\nref = "{ref}"\naction = "apply"\n'
    )
    for _ in range(4):
        app.tick()
        game.clock.sleep(60)
    app.close()
    corrections = [text for text in game.judge_posts(game.vote) if "更正公示" in text]
    assert len(corrections) == 1
    assert "结果更正为：丁" in corrections[0]
    assert any("你是警长" in m.text for m in game.board.messages(game.uids["丁"]))


@pytest.mark.rule("R-023")
def test_the_next_opening_lists_the_outcome_that_was_put_right(play: Callable[..., SmallGame]) -> None:
    game = play(threads="open = true")
    text = game.file().read_text("utf-8")
    for old, new in (("day = 1", "day = 2"), ("[threads.1]", "[threads.2]"), ("2026-03-02", "2026-02-28")):
        text = text.replace(old, new)
    game.file().write_text(text, "utf-8")
    played(game)
    assert "丙进入囚禁状态" in game.results()[0]
    ruling = "".join(
        f'[[override]]\nid = "s{n}"\nkind = "ballot"\nday = 2\nvoter = "{voter}"\ntarget = "丁"\n'
        for n, voter in enumerate("甲乙")
    )
    game.overrides(ruling)
    app = game.app()
    for _ in range(2):
        app.tick()
        game.clock.sleep(30)
    ref = director_mail(game).split('ref = "')[1].split('"')[0]
    game.overrides(
        ruling + f'[[override]]\nid = "go"\nkind = "correction"\nref = "{ref}"\naction = "apply"\n'
    )
    app.tick()
    game.clock.move_to(CLOSE + timedelta(hours=12, minutes=1))
    app.tick()
    app.close()
    (opening,) = (
        post.text
        for tid in game.board.state.threads
        for post in game.board.posts(tid)
        if "第三天开始" in post.text
    )
    assert "前一日投票囚禁：[b]丁[/b]" in opening
    assert "囚禁中（每个讨论日发言不超过 20 帖）：丁" in opening


def test_a_broken_overrides_file_stops_nothing_and_the_director_hears_of_it(
    play: Callable[..., SmallGame],
) -> None:
    game = play()
    game.overrides('[[override]]\nid = "x"\nkind = "balot"\n')
    played(game)
    assert "丙当选警长" in game.results()[0]
    mail = director_mail(game)
    assert "overrides.toml:3" in mail
    assert "ballot" in mail


def test_held_for_approval_nothing_public_is_said_and_the_windows_follow_the_approval(
    play: Callable[..., SmallGame],
) -> None:
    game = play(top='publish = "approve"')
    played(game, timedelta(minutes=10))
    assert not game.judge_posts(game.vote)
    assert not game.judge_posts(game.discussion)
    app = game.app()
    held = game.notices(app, NoticeState.HELD)
    result = next(n for n in held if n.data["template"] == "count")
    game.overrides(f'[[override]]\nid = "ok"\nkind = "notice"\nref = "{result.ref}"\naction = "approve"\n')
    for _ in range(3):
        app.tick()
        game.clock.sleep(20)
    app.close()
    (text,) = game.results()
    assert "夜晚1 21:45–22:00" in text  # approved at 21:40: the next quarter of an hour


def test_the_reveal_waits_for_the_director_who_is_shown_it_and_lets_it_go(
    play: Callable[..., SmallGame],
) -> None:
    game = play(top='publish = "approve"', extra='[rules]\npublish_win = "immediately"\n')
    game.clock.move_to(NEAR)
    game.overrides('[[override]]\nid = "w"\nkind = "winner"\ncamp = "村民阵营"\n')
    app = game.app()
    app.tick()
    game.overrides("# 没有裁定了\n")
    for _ in range(3):
        game.clock.move_to(app.tick())
    shown = [text for text in director_mail(game).split("【判官】") if "村民阵营〗获胜" in text]
    assert shown, "the director is shown the reveal"
    ref = shown[0].split("放行 ")[1].split()[0]
    game.board.pm(game.uids["导演甲"], game.uids["判官"], f"放行 {ref}")
    for _ in range(3):
        game.clock.move_to(min(app.tick(), CLOSE + timedelta(minutes=20)))
    app.close()
    assert any("村民阵营〗获胜" in text for text in game.judge_posts(game.discussion))


def test_a_late_judge_is_a_correct_judge(play: Callable[..., SmallGame]) -> None:
    """Down across the close: counted by the posts' times, said to be late, windows at the next quarter."""
    game = play()
    game.board.post(game.vote, game.uids["己"], "投票：丁，踩点", CLOSE - timedelta(seconds=1))
    game.board.post(game.vote, game.uids["丁"], "改投丁，晚了一步", CLOSE)
    game.clock.move_to(CLOSE - timedelta(hours=1))
    app = game.app()
    app.tick()
    app.close()
    game.clock.move_to(CLOSE + timedelta(minutes=22))
    app = game.app()
    app.tick()
    app.close()
    (result,) = game.results()
    assert "丙当选警长" in result
    assert "21:30 计票" in result
    assert "迟发" in result
    assert "晚于截止时间" in result
    assert "截止时裁判未能读帖" in result
    assert "夜晚1 22:00–22:15" in result


def test_an_ordinary_member_judges_as_well(play: Callable[..., SmallGame]) -> None:
    game = play(moderator=False)
    played(game)
    assert "丙当选警长" in game.results()[0]
    assert not game.board.state.threads[game.vote].closed


def test_a_reminder_that_comes_late_says_how_little_is_left(play: Callable[..., SmallGame]) -> None:
    game = play()
    game.clock.move_to(CLOSE - timedelta(minutes=10))
    app = game.app()
    game.run_until(app, CLOSE - timedelta(minutes=8))
    app.close()
    assert "第一天投票还有 10 分钟截止" in director_mail(game)
