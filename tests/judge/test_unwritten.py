"""A letter that an older version left in the outbox, and that this one's template cannot write."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from service.store import Notice, NoticeState
from tests.judge.small_game import CLOSE, SmallGame

REF = "D1-巫-00000"


def test_the_director_hears_of_it_and_the_game_goes_on(play: Callable[..., SmallGame]) -> None:
    game = play()
    game.clock.move_to(CLOSE - timedelta(minutes=5))
    app = game.app()
    game.run_until(app, CLOSE - timedelta(minutes=4))
    old = Notice(
        game="small",
        ref=REF,
        kind="pm",
        priority=0,
        name="己",
        data={"template": "pm_witch", "context": {}, "to": "己", "until": None},
    )
    with app.store.transaction() as tx:
        tx.add_notice(old, game.clock.now())
    game.run_until(app, CLOSE + timedelta(minutes=3))
    assert len(game.results()) == 1
    mail = [m.text for m in game.board.messages(game.uids["导演甲"]) if REF in m.text]
    assert len(mail) == 1
    assert "写不出来" in mail[0]
    assert "replace" in mail[0]
    game.overrides(
        f'[[override]]\nid = "n"\nkind = "notice"\nref = "{REF}"\naction = "replace"\ntext = "今晚没有目标"\n'
    )
    game.run_until(app, CLOSE + timedelta(minutes=20))
    assert any("今晚没有目标" in m.text for m in game.board.messages(game.uids["己"]))
    assert not [n for n in game.notices(app, NoticeState.READY) if n.ref == REF]
    app.close()
