"""A game that was played to its end, once for all tests that only look at it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.service.played import NAMES, Played, at


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """A finished game: one vote, one night, then the director's word. Only to be looked at."""
    with Played(tmp_path_factory.mktemp("finished")) as played:
        played.visit(at(1, "12:00"), at(2, "08:30"), at(2, "09:30"))
        played.clock.move_to(at(2, "10:00"))
        played.vote(1, dict.fromkeys(NAMES[:4], NAMES[0]) | {NAMES[4]: NAMES[1], NAMES[5]: "弃票"})
        played.visit(at(2, "10:05"))
        played.clock.move_to(at(2, "10:06"))
        played.vote(1, {NAMES[6]: "没有这个人", NAMES[4]: NAMES[2]})
        played.visit(at(3, "21:30"), at(3, "21:31"), at(3, "23:30"), at(4, "09:30"))
        ruling = '[[override]]\nid = "end"\nkind = "winner"\ncamp = "狼人阵营"\nreason = "测试"\n'
        played.game.with_name("overrides.toml").write_text(ruling, "utf-8")
        played.visit(at(4, "09:40"), at(4, "09:50"))
        played.close_app()
        yield played
