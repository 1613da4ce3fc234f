"""Rulings that are carried out later than they were written, or taken back: what then holds."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.judge.small_game import CLOSE, OPEN, SmallGame


def mail(game: SmallGame, who: str) -> str:
    judge = game.uids["判官"]
    return "\n".join(m.text for m in game.board.messages(game.uids[who]) if m.sender == judge)


def test_a_weight_that_is_taken_back_leaves_the_sheriff_his_two_votes(play: Callable[..., SmallGame]) -> None:
    game = play(ballots=False)
    game.file().write_text(
        game.file().read_text("utf-8").replace("[threads.1]", "[threads.2]").replace("[resume]\nday = 1", '[resume]\nday = 2\nsheriff = "甲"').replace("start = 2026-03-02", "start = 2026-02-28"),
        "utf-8",
    )  # fmt: skip
    for who, target in (("甲", "丙"), ("乙", "丁")):
        game.board.post(game.vote, game.uids[who], f"投票：{target}", OPEN + timedelta(hours=1))
    weight = '[[override]]\nid = "w"\nkind = "weight"\nday = 2\nwho = "甲"\nvalue = 0\n'
    game.overrides(weight)
    app = game.app()
    game.run_until(app, OPEN + timedelta(hours=2))
    game.overrides("# 没有裁定\n")
    game.run_until(app, CLOSE + timedelta(minutes=3))
    (result,) = game.results()
    assert "丙进入囚禁状态" in result
    assert "警长×2" in result

    game.overrides(weight.replace("value = 0", "value = 3"))
    game.run_until(app, CLOSE + timedelta(minutes=6))
    game.overrides("# 没有裁定\n")
    game.run_until(app, CLOSE + timedelta(minutes=9))
    app.close()
    told = [text for text in game.judge_posts(game.vote) if "更正公示" in text]
    assert ["原 [s]2 票" in text for text in told] == [True, False]
    assert ["现 [b]2 票" in text for text in told] == [False, True]


def test_the_director_names_the_successor_in_the_sheriffs_stead(play: Callable[..., SmallGame]) -> None:
    game = play()
    game.overrides(
        '[[override]]\nid = "o"\nkind = "order"\nnight = 1\nwho = "丙"\nskill = "殉职"\ntargets = ["乙"]\n'
    )
    game.clock.move_to(CLOSE - timedelta(minutes=1))
    app = game.app()
    game.run_until(app, CLOSE + timedelta(minutes=50))
    assert "你是警长" not in mail(game, "乙")
    game.board.pm(game.uids["己"], game.uids["判官"], "毒药 丙")
    game.run_until(app, CLOSE + timedelta(minutes=90))
    app.close()
    assert "你是警长" in mail(game, "乙")
    assert "没有作用" not in mail(game, "导演甲")


def test_a_later_close_counts_from_its_own_hour(play: Callable[..., SmallGame]) -> None:
    game = play()
    game.overrides(
        '[[override]]\nid = "t"\nkind = "time"\nwhat = "close"\nn = 1\nvalue = 2026-03-03T22:00:00\n'
        "at = 2026-03-03T20:00:00\n"
    )
    app = game.app()
    game.run_until(app, OPEN + timedelta(hours=1))
    (table,) = next(iter(app.lanes.values())).tables
    assert table.papers(game.clock.now()).calendar.close(1) == CLOSE
    assert table.papers(CLOSE - timedelta(hours=1)).calendar.close(1) == CLOSE + timedelta(minutes=30)
    app.close()


def test_a_word_for_one_correction_is_none_for_another(play: Callable[..., SmallGame]) -> None:
    """The director agrees to what he was shown; what the posts give meanwhile he is shown first."""

    def ballots(target: str) -> str:
        return "".join(
            f'[[override]]\nid = "{voter}"\nkind = "ballot"\nday = 1\nvoter = "{voter}"\ntarget = "{target}"\n'
            for voter in "甲乙丁"
        )

    game = play()
    game.clock.move_to(CLOSE - timedelta(minutes=1))
    app = game.app()
    game.run_until(app, CLOSE + timedelta(minutes=3))
    game.overrides(ballots("丁"))
    game.run_until(app, CLOSE + timedelta(minutes=6))
    ref = mail(game, "导演甲").split('ref = "')[1].split('"')[0]
    word = f'[[override]]\nid = "go"\nkind = "correction"\nref = "{ref}"\naction = "apply"\n'
    game.overrides(ballots("戊") + word)
    game.run_until(app, CLOSE + timedelta(minutes=9))
    assert not [text for text in game.judge_posts(game.vote) if "更正公示" in text]
    assert mail(game, "导演甲").count("与已公布的不同") == 2
    game.overrides(ballots("丁") + word)
    game.run_until(app, CLOSE + timedelta(minutes=12))
    app.close()
    (told,) = [text for text in game.judge_posts(game.vote) if "更正公示" in text]
    assert "结果更正为：丁" in told


def test_a_game_that_is_held_is_still_read(play: Callable[..., SmallGame]) -> None:
    game = play()
    game.clock.move_to(CLOSE - timedelta(hours=1))
    app = game.app()
    app.tick()
    game.overrides('[[override]]\nid = "h"\nkind = "phase"\naction = "hold"\n')
    game.run_until(app, CLOSE - timedelta(minutes=40))
    pid = game.board.post(game.vote, game.uids["己"], "投票：丙，我也来", game.clock.now())
    game.run_until(app, CLOSE - timedelta(minutes=20))
    with app.store.reading() as tx:
        seen = {one.pid for one in tx.seen_posts(next(iter(app.lanes.values())).tables[0]._board, game.vote)}
    app.close()
    assert pid in seen


@pytest.mark.rule("R-117")
def test_a_correction_frees_the_lover_too(play: Callable[..., SmallGame]) -> None:
    game = play(ballots=False)
    text = game.file().read_text("utf-8").replace("[threads.1]", "[threads.2]")
    text = text.replace("start = 2026-03-02", "start = 2026-02-28")
    game.file().write_text(text.replace("day = 1", 'day = 2\nlovers = ["丙", "丁"]'), "utf-8")
    for who, target in (("甲", "丙"), ("乙", "丙"), ("己", "甲")):
        game.board.post(game.vote, game.uids[who], f"投票：{target}", OPEN + timedelta(hours=1))
    game.clock.move_to(CLOSE - timedelta(minutes=1))
    app = game.app()
    game.run_until(app, CLOSE + timedelta(minutes=3))
    ruled = "".join(
        f'[[override]]\nid = "{who}"\nkind = "ballot"\nday = 2\nvoter = "{who}"\ntarget = "乙"\n'
        for who in "甲丁"
    )
    game.overrides(ruled)
    game.run_until(app, CLOSE + timedelta(minutes=6))
    ref = mail(game, "导演甲").split('ref = "')[1].split('"')[0]
    game.overrides(f'{ruled}[[override]]\nid = "go"\nkind = "correction"\nref = "{ref}"\naction = "apply"\n')
    game.run_until(app, CLOSE + timedelta(minutes=9))
    (table,) = next(iter(app.lanes.values())).tables
    state = table.papers(game.clock.now()).record.game_state()
    app.close()
    assert [one.name for one in state if one.states] == ["乙"]
