"""An older copy of the database put back: what was said after it was made is not said again."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.app import DATABASE
from service.backup import back_up
from service.cli import main
from service.files.settings import load_settings
from service.store import NoticeState
from tests.judge.small_game import CLOSE, OPEN, SmallGame

HOUR = timedelta(hours=1)
MARK = re.compile(r"公示编号 (\S+)")
PRIVATE = re.compile(r"（编号 ([^）]+)）$")
PAUSED = f"""[[override]]
id = "慢"
kind = "pause"
at = {OPEN:%Y-%m-%dT%H:%M:%S}
"""
RESUMED = (
    PAUSED
    + """[[override]]
id = "续"
kind = "resume"
"""
)


def marks(game: SmallGame) -> Counter[str]:
    """Every mark that stands on the board, in threads and messages, however often."""
    me = game.uids["判官"]
    board = game.board
    posts = [post.text for tid in sorted(board.state.threads) for post in board.posts(tid) if post.uid == me]
    mail = [one.text for uid in sorted(set(game.uids.values())) for one in board.messages(uid)]
    return Counter(
        [mark for text in posts for mark in MARK.findall(text)]
        + [mark for text in mail for mark in PRIVATE.findall(text)]
    )


class Forgetful:
    """A game whose database is copied, lives on, and is put back."""

    def __init__(self, game: SmallGame) -> None:
        self.game = game
        self.state = load_settings(game.folder, {}).state_dir

    def lead(self, end: datetime, *, approve: bool = False) -> None:
        app = self.game.app()
        self.game.run_until(app, end)
        if approve:
            self.approve()
            self.game.run_until(app, end + timedelta(minutes=5))
        app.close()

    def approve(self) -> None:
        assert (
            CliRunner()
            .invoke(main, ["approve", "small", "--all", "--config", str(self.game.folder)])
            .exit_code
            == 0
        )

    def copy(self, folder: Path) -> Path:
        return back_up(self.state / DATABASE, folder, 3, self.game.clock.now())

    def put_back(self, copy: Path) -> None:
        for suffix in ("", "-wal", "-shm"):
            (self.state / f"{DATABASE}{suffix}").unlink(missing_ok=True)
        shutil.copy(copy, self.state / DATABASE)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("copied", "forgotten", "back"),
    [
        (CLOSE - HOUR, CLOSE + timedelta(minutes=7), CLOSE + 5 * HOUR),
        (CLOSE - 12 * HOUR, CLOSE + 13 * HOUR, CLOSE + 30 * HOUR),
    ],
    ids=["in the night", "over the next opening"],
)
def test_nothing_is_said_twice(
    play: Callable[..., SmallGame], tmp_path: Path, copied: datetime, forgotten: datetime, back: datetime
) -> None:
    game = play(resumed=False, given=False, threads="open = true")
    life = Forgetful(game)
    life.lead(copied)
    copy = life.copy(tmp_path / "copies")
    told = marks(game)
    life.lead(forgotten)
    assert sum(marks(game).values()) > sum(told.values())
    said = marks(game)
    life.put_back(copy)
    game.clock.move_to(back)
    life.lead(back + 3 * HOUR)
    now = marks(game)
    assert {mark: n for mark, n in now.items() if n > 1} == {}
    assert set(said) <= set(now)


@pytest.mark.slow
def test_a_game_that_is_paused_first_remembers_when_it_goes_on(
    play: Callable[..., SmallGame], tmp_path: Path
) -> None:
    game = play(ballots=True)
    life = Forgetful(game)
    life.lead(CLOSE - HOUR)
    copy = life.copy(tmp_path / "copies")
    life.lead(CLOSE + timedelta(minutes=1))
    (result,) = game.results()
    life.put_back(copy)
    game.overrides(PAUSED)
    life.lead(CLOSE + 4 * HOUR)
    game.overrides(RESUMED)
    life.lead(CLOSE + 6 * HOUR)
    assert game.results() == [result]
    assert set(marks(game).values()) == {1}


@pytest.mark.slow
def test_what_waits_for_the_director_is_looked_for_when_he_nods(
    play: Callable[..., SmallGame], tmp_path: Path
) -> None:
    game = play(top='publish = "approve"')
    life = Forgetful(game)
    life.lead(CLOSE - HOUR)
    copy = life.copy(tmp_path / "copies")
    life.lead(CLOSE + timedelta(minutes=1), approve=True)
    (result,) = game.results()
    life.put_back(copy)
    life.lead(CLOSE + 4 * HOUR)
    app = game.app()
    assert game.notices(app, NoticeState.HELD)
    app.close()
    life.approve()
    life.lead(CLOSE + 5 * HOUR)
    assert game.results() == [result]
    assert set(marks(game).values()) == {1}


@pytest.mark.slow
def test_a_start_like_any_other_ends_in_trust(play: Callable[..., SmallGame]) -> None:
    game = play()
    life = Forgetful(game)
    life.lead(CLOSE - 6 * HOUR)
    app = game.app()
    game.run_until(app, CLOSE - 5 * HOUR)
    with app.store.reading() as tx:
        assert tx.fact("doubt", "small") is not None
    game.run_until(app, CLOSE - 3 * HOUR)
    with app.store.reading() as tx:
        assert tx.fact("doubt", "small") is None
    app.close()
