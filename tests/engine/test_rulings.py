"""The director's rulings: what each does, and that one without effect is refused."""

from __future__ import annotations

import pytest

from engine.game import Rule
from engine.model import Camp, Identity, Status
from engine.rulings import (
    AddState,
    Declare,
    GivePoints,
    RemoveState,
    Ruling,
    SetCamp,
    SetIdentity,
    SetSheriff,
    SetWeight,
)
from engine.state import Window
from tests.engine.table import Table


def ruled(table: Table, ruling: Ruling) -> list[tuple[str, str]]:
    table.do(Rule(ruling=ruling))
    return table.refused


@pytest.mark.rule("G-22")
def test_a_state_that_is_added_is_entered_with_all_that_follows() -> None:
    table = Table.at_day(2, 20, lovers=("ELDER", "V1"), sheriff="V1")
    assert ruled(table, AddState(who="ELDER", state=Status.FAINTED)) == []
    assert table.states("V1") == {"fainted"}
    assert table.who("skills_lost") == ["ELDER"]
    assert table.state.owed
    assert [e.cause for e in table.said("fainted")] == ["director", "empathy"]


@pytest.mark.rule("G-22", "A-47")
def test_the_directors_word_is_no_vote_that_an_idiot_escapes() -> None:
    table = Table.at_day(2, 18, idiot_decision="auto_use")
    ruled(table, AddState(who="IDIOT", state=Status.IMPRISONED))
    assert table.states("IDIOT") == {"imprisoned"}


@pytest.mark.rule("G-22")
def test_the_other_states() -> None:
    table = Table.at_day(2)
    ruled(table, AddState(who="V1", state=Status.MAD))
    assert table["V1"].mad
    ruled(table, AddState(who="V2", state=Status.EXPELLED))
    assert table["V2"].expelled
    assert ruled(table, AddState(who="V1", state=Status.MAD)) == [("ruling", "no_effect")]
    assert ruled(table, AddState(who="V2", state=Status.FAINTED)) == [("ruling", "no_effect")]
    assert ruled(table, AddState(who="V3", state=Status.DYING)) == [("ruling", "no_effect")]
    assert ruled(table, AddState(who="谁", state=Status.MAD)) == [("ruling", "unknown_name")]


@pytest.mark.rule("G-22")
def test_what_is_removed_gives_nothing_back() -> None:
    table = Table.at_day(2, sheriff="PIPER", given={"V1": {"states": (Status.MAD,)}}).vote("V2>PIPER")
    ruled(table, RemoveState(who="PIPER", state=Status.IMPRISONED))
    assert table["PIPER"].alive
    assert table["PIPER"].skills_lost
    assert not table["V1"].mad
    assert table.state.owed
    assert ruled(table, RemoveState(who="PIPER", state=Status.IMPRISONED)) == [("ruling", "no_effect")]
    assert ruled(table, RemoveState(who="V1", state=Status.DYING)) == [("ruling", "no_effect")]
    table.expel("V3")
    ruled(table, RemoveState(who="V3", state=Status.EXPELLED))
    assert table["V3"].alive
    assert table["V3"].points == 12


@pytest.mark.rule("G-22")
def test_identity_and_camp_change_nothing_else() -> None:
    table = Table.at_day(2)
    ruled(table, SetIdentity(who="V1", identity=Identity.WEREWOLF))
    assert (table["V1"].identity, table["V1"].camp) == (Identity.WEREWOLF, Camp.VILLAGERS)
    assert ruled(table, SetIdentity(who="V1", identity=Identity.WEREWOLF)) == [("ruling", "no_effect")]
    ruled(table, SetCamp(who="V2", camp=Camp.PIPER))
    assert (table["V2"].identity, table["V2"].camp) == (Identity.VILLAGER, Camp.PIPER)
    assert table.told("camp") == [("V2", "piper")]
    assert ruled(table, SetCamp(who="V2", camp=Camp.PIPER)) == [("ruling", "no_effect")]


@pytest.mark.rule("G-22")
def test_the_sheriff_is_set_and_what_is_owed_is_cancelled() -> None:
    table = Table.at_day(2, sheriff="V1").vote("V2>V1")
    assert ruled(table, SetSheriff(who="V1")) == [], "the same one, who then owes nothing"
    assert (table.state.sheriff, table.state.owed) == ("V1", False)
    assert table.told("sheriff") == []
    assert ruled(table, SetSheriff(who="V1")) == [("ruling", "no_effect")]
    ruled(table, SetSheriff(who="V3"))
    assert table.told("sheriff") == [("V3", "V3")]
    assert table.state.links == 0, "no link of a chain"
    ruled(table, SetSheriff(who=None))
    assert table.state.sheriff is None
    assert ruled(table, SetSheriff(who=None)) == [("ruling", "no_effect")]
    table.expel("V4")
    assert ruled(table, SetSheriff(who="V4")) == [("ruling", "no_effect")]
    assert ruled(table, SetSheriff(who="谁")) == [("ruling", "unknown_name")]


def test_weights_points_and_the_winner() -> None:
    table = Table.at_day(2)
    assert ruled(table, SetWeight(who="V1", day=2, weight=3)) == []
    assert ruled(table, SetWeight(who="V1", day=2, weight=3)) == [("ruling", "no_effect")]
    assert ruled(table, SetWeight(who="V1", day=1, weight=0)) == [("ruling", "no_effect")], (
        "that vote is counted"
    )
    table.vote("V1>W1", "V2>W2", "V3>W2")
    assert table.states("W1") == {"imprisoned"}
    assert ruled(table, SetWeight(who="V1", day=2, weight=1)) == [("ruling", "no_effect")]
    assert ruled(table, GivePoints(who="V1", points=0)) == [("ruling", "no_effect")]
    ruled(table, GivePoints(who="V1", points=12, why="x"))
    assert table["V1"].expelled
    ruled(table, Declare(camp=Camp.PIPER))
    assert table.state.winner is Camp.PIPER
    assert ruled(table, Declare(camp=Camp.PIPER)) == [("rule", "game_over")]


@pytest.mark.rule("G-22")
def test_an_emptied_office_is_an_effect_and_a_dying_state_is_no_flag() -> None:
    table = Table.at_day(2, sheriff="V1")
    assert ruled(table, SetSheriff(who=None)) == []
    assert table.state.sheriff is None
    dying = Table.at_day(2).vote().night(kill="V1", until=Window.WITCH)
    assert dying["V1"].dying
    assert ruled(dying, RemoveState(who="V1", state=Status.DYING)) == [("ruling", "no_effect")]
    assert dying["V1"].dying
