"""The codec of events: what is written is read back, and nothing else is."""

from __future__ import annotations

import json
import typing
from dataclasses import fields

import pytest

from engine import events as ev
from engine.evolve import evolve, replay
from engine.model import Camp, Cause, Identity, Skill, Status
from engine.rules import Rules
from service.scenarios.random_play import play_game
from tests.engine.table import Table

SAMPLES: dict[str, ev.Event] = {
    "given": ev.Given(
        who="甲",
        camp=Camp.LOVERS,
        states=(Status.FAINTED, Status.MAD),
        marks=1,
        points=3,
        skills_lost=True,
        feigned=True,
        spent=(Skill.POISON,),
        guard_shielded=("乙",),
        sound_shielded=("丙",),
        bitten=2,
    ),
    "placed": ev.Placed(day=3, sheriff=None, lovers=("甲", "乙")),
    "removed": ev.FlagRemoved(who="甲", state=Status.MAD),
    "identity": ev.IdentitySet(who="甲", identity=Identity.SEER),
    "weight": ev.WeightSet(who="甲", day=2, weight=0),
    "told": ev.Told(to="甲", skill="commune", what=()),
    "wolf": ev.WolfChosen(who=None),
    "dying": ev.Stricken(who="甲", cause=Cause.KILL),
}


def kinds() -> list[type]:
    return list(typing.get_args(ev.Event))


def test_every_kind_has_its_own_word() -> None:
    words = [cls.kind for cls in kinds()]
    assert len(words) == len(set(words))


@pytest.mark.parametrize("players", [6, 12, 19, 20])
def test_a_whole_game_survives_being_written_down(players: int) -> None:
    rules = Rules(hunter_targets=("alive",), penalty_threshold=3)
    log = play_game(players, "codec", rules).events
    written = json.loads(json.dumps([ev.encode(event) for event in log], ensure_ascii=False))
    read = [ev.decode(one) for one in written]
    assert [ev.encode(event) for event in read] == [ev.encode(event) for event in log]
    assert replay(read) == replay(log)
    assert tuple(read[1:]) == log[1:]


@pytest.mark.parametrize("event", SAMPLES.values(), ids=list(SAMPLES))
def test_each_sample_survives(event: ev.Event) -> None:
    written = json.loads(json.dumps(ev.encode(event)))
    assert written["v"] == ev.VERSION
    assert ev.decode(written) == event


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"v": 1},
        {"v": 0, "kind": "opened", "day": 1},
        {"v": 1, "kind": "nothing"},
        {"v": 1, "kind": "opened"},
        {"v": 1, "kind": "opened", "day": "eins"},
        {"v": 1, "kind": "opened", "day": 1, "more": 1},
        {"v": 1, "kind": "fainted", "who": "甲", "cause": "hunger"},
    ],
)
def test_anything_else_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(ev.UnknownEvent) as caught:
        ev.decode(data)
    assert caught.value.data == data


def test_events_are_frozen_and_their_fields_plain() -> None:
    for cls in kinds():
        assert cls.__dataclass_params__.frozen
        assert all(one.name not in {"v", "kind"} for one in fields(cls))


def test_a_log_begins_with_its_beginning_and_may_begin_again() -> None:
    table = Table(6).night0()
    with pytest.raises(TypeError, match="begins with Began"):
        replay(table.events[1:])
    assert evolve(table.state, table.events[0]) == replay(table.events[:1])


def test_what_says_nothing_changes_nothing() -> None:
    state = Table(6).state
    assert evolve(state, SAMPLES["told"].__class__(to="V1", skill="mad", what=True)) is state
    assert evolve(state, ev.Drawn(label="x", candidates=("V1",), who="V1")) is state
    assert evolve(state, ev.Used(who="V1", skill=Skill.ARROW)) is state
    assert evolve(state, ev.Foreseen(who="V1", target="V1", villager=True)) is state
