"""Open votes with a live count, orders in hollows, and a director without whose word nothing is said."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest

from tests.journey import approved_game
from tests.journey.approved_game import PIPER, WITCH
from tests.journey.harness import Journey
from tests.journey.lies import Lie, posts, unnoticed

pytestmark = pytest.mark.slow

LIES: dict[str, Lie] = {
    "windows as if it had been let go at once": (
        "第一天投票结果",
        lambda t: re.sub(r"夜晚1 \d\d:\d\d–\d\d:\d\d", "夜晚1 13:30–13:45", t),
    ),
    "a mark that was never let go": ("第二天开始", lambda t: t.replace("公示编号 D", "公示编号 E")),
}


@pytest.mark.rule("R-022", "A-12", "A-59")
def test_a_game_that_is_approved_piece_by_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journey(approved_game.setup(), tmp_path) as game:
        game.fix_chance(monkeypatch)
        game.play()
        referee = game.referee()
        assert "\n".join(referee.problems()) == ""
        assert "\n".join(game.watcher.found) == ""
        assert referee.course is not None
        hollow = {s.who for s in game.scene.ledger.said if s.pmid < 0 and s.kind == "order"}
        assert hollow == {WITCH, PIPER}
        assert {day for _, day, _ in game.scene.lives} == {1, 2}
        assert list(unnoticed(game, LIES)) == []
        _tried(game)


def _tried(game: Journey) -> None:
    """What lies in times and in the live counts is found as well."""
    post = posts(game, "第一天投票结果")[0]
    post.at -= timedelta(minutes=10)
    assert game.referee().problems() != [], "said before the director's word"
    post.at += timedelta(minutes=10)
    lives = game.scene.lives
    for change in (
        lambda text: re.sub(r"\[b\](\d)\[/b\]", lambda m: f"[b]{int(m[1]) + 1}[/b]", text, count=1),
        lambda text: text.replace("[tr][td]弃票[/td][td]—[/td][td]无", "[tr][td]弃票[/td][td]—[/td][td]和珅"),
    ):
        at, day, true = lives[-1]
        lives[-1] = at, day, change(true)
        assert lives[-1][2] != true, "the lie changes nothing"
        assert game.referee().problems() != [], "a live count that lies"
        lives[-1] = at, day, true
    kept, lives[:] = list(lives), [one for one in lives if one[1] != 2]
    assert game.referee().problems() != [], "no live count"
    lives[:] = kept
