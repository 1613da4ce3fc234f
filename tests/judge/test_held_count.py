"""`publish = "approve"`: nobody hears by message what a count says while the director still holds it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from service.app import App
from service.store import NoticeState
from tests.judge.small_game import CLOSE, SmallGame

OFFICE = "你是警长"


def counted(play: Callable[..., SmallGame]) -> tuple[SmallGame, App]:
    """丙 was elected; the count waits for the director."""
    game = play(top='publish = "approve"')
    game.clock.move_to(CLOSE - timedelta(minutes=1))
    app = game.app()
    game.run_until(app, CLOSE + timedelta(minutes=5))
    assert game.results() == []
    return game, app


def count_ref(game: SmallGame, app: App) -> str:
    (count,) = [n for n in game.notices(app, NoticeState.HELD) if n.data["template"] == "count"]
    return count.ref


def heard(game: SmallGame, who: str) -> str:
    return "\n".join(m.text for m in game.board.messages(game.uids[who]))


def rule(game: SmallGame, app: App, text: str) -> None:
    game.overrides(text)
    game.run_until(app, game.clock.now() + timedelta(minutes=5))


def test_a_sheriff_hears_of_his_office_when_the_count_is_let_go(play: Callable[..., SmallGame]) -> None:
    game, app = counted(play)
    assert OFFICE not in heard(game, "丙")
    rule(
        game,
        app,
        f'[[override]]\nid = "r"\nkind = "notice"\nref = "{count_ref(game, app)}"\naction = "approve"\n',
    )
    app.close()
    assert len(game.results()) == 1
    assert heard(game, "丙").count(OFFICE) == 1


def test_whoever_a_held_count_named_wrongly_hears_nothing(play: Callable[..., SmallGame]) -> None:
    game, app = counted(play)
    ref = count_ref(game, app)
    rule(
        game,
        app,
        f"""
[[override]]
id = "a"
kind = "sheriff"
who = "丁"
[[override]]
id = "b"
kind = "notice"
ref = "{ref}"
action = "withdraw"
""",
    )
    app.close()
    assert OFFICE not in heard(game, "丙")
    assert heard(game, "丁").count(OFFICE) == 1
