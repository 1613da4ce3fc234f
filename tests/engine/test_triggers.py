"""What follows when somebody goes out, or is expelled: elder, piper, lovers, hunter, sheriff (A-54)."""

from __future__ import annotations

import pytest

from engine.game import Penalty, Rule
from engine.model import Camp, Cause, Identity, Status
from engine.rulings import AddState, RemoveState
from tests.engine.table import Table

LOSERS = ["SEER", "WITCH", "GUARD", "ELDER", "HUNTER", "IDIOT", "CUPID"]


def losers(table: Table) -> list[str]:
    return [one.name for one in table.state if one.skills_lost]


@pytest.mark.rule("R-096", "R-097", "A-26", "G-03", "R-080")
def test_an_imprisoned_elder_costs_the_seven_identities_their_skills_for_good() -> None:
    given = {"SEER": {"states": (Status.EXPELLED,)}, "GUARD": {"states": (Status.FAINTED,)}}
    table = Table.at_day(2, 20, given=given).vote("V1>ELDER")
    assert losers(table) == LOSERS
    assert table.who("skills_lost") == ["ELDER"]
    table.night(kill="V1", bite="V2", pipe="V3", guard_shield="V4")
    assert table.refused == [("guard_shield", "skill_lost")]
    assert (table["V1"].alive, table["V2"].alive, table["V3"].mad) == (False, False, True)


@pytest.mark.rule("R-096")
@pytest.mark.parametrize(
    ("cause", "status", "lost"),
    [
        (Cause.KILL, Status.FAINTED, False),
        (Cause.BITE, Status.FAINTED, False),
        (Cause.POISON, Status.FAINTED, True),
        (Cause.LAST_SHOT, Status.FAINTED, True),
        (Cause.EMPATHY, Status.FAINTED, True),
        (Cause.DIRECTOR, Status.FAINTED, True),
        (Cause.EMPATHY, Status.IMPRISONED, True),
        (Cause.DIRECTOR, Status.IMPRISONED, True),
    ],
)
def test_which_falls_of_the_elder_cost_the_skills(cause: Cause, status: Status, lost: bool) -> None:
    from engine.draft import Draft
    from engine.triggers import enter

    draft = Draft(Table.at_day(2, 16).state)
    enter(draft, "ELDER", status, cause)
    assert draft.state["ELDER"].skills_lost is lost
    camp = Draft(Table.at_day(2, 16, given={"ELDER": {"camp": Camp.LOVERS}}).state)
    enter(camp, "ELDER", status, cause)
    assert not camp.state["ELDER"].skills_lost, "an elder who has left 村民阵营 costs nobody a skill"


@pytest.mark.rule("R-096", "A-03")
def test_an_elder_who_fainted_before_strikes_when_he_is_imprisoned_and_only_once() -> None:
    given = {"ELDER": {"states": (Status.FAINTED,), "marks": 1}}
    table = Table.at_day(2, 16, given=given, lovers=("ELDER", "V1"), out_roles_keep_skills=False).vote(
        "V2>V1"
    )
    assert table.who("skills_lost") == ["ELDER"], "R-096 still strikes (G-16)"
    again = Table.at_day(2, 16).vote("V1>ELDER").night()
    again.do(Rule(ruling=AddState(who="ELDER", state=Status.FAINTED)))
    assert again.who("skills_lost") == ["ELDER"]


@pytest.mark.rule("R-107", "A-39")
def test_the_pipers_fall_by_night_lifts_all_madness_for_good() -> None:
    table = Table(12).night0("V3", "V4").vote().night(pipe=["V1", "W1"]).open().vote().night(poison="PIPER")
    assert table.who("madness_lifted") == ["PIPER"]
    assert not any(one.mad for one in table.state)
    assert table["PIPER"].skills_lost
    table.open().vote().night(pipe="V2")
    assert table.refused == [("pipe", "skill_lost")]
    lover = Table(12).night0("PIPER", "V1").vote().night(pipe=["V2"], kill="V1")
    assert lover["PIPER"].camp is Camp.LOVERS
    assert lover.who("madness_lifted") == ["PIPER"], "whatever his camp"
    assert not lover["V2"].mad


@pytest.mark.rule("A-39")
def test_madness_that_is_lifted_twice_is_lifted_once() -> None:
    table = Table.at_day(2, given={"V1": {"states": (Status.MAD,)}}).vote("V2>PIPER")
    table.do(Rule(ruling=AddState(who="PIPER", state=Status.FAINTED)))
    assert table.who("madness_lifted") == ["PIPER"]


@pytest.mark.rule("A-39", "R-038", "G-02", "G-21")
def test_an_expelled_pipers_madness_stays_unless_the_game_says_otherwise() -> None:
    given = {"V1": {"states": (Status.MAD,)}}
    stays = Table.at_day(2, given=given).expel("PIPER")
    assert stays["V1"].mad
    assert not stays["PIPER"].skills_lost
    lifted = Table.at_day(2, given=given, expelled_piper_lifts_madness=True).expel("PIPER")
    assert not lifted["V1"].mad
    assert lifted["PIPER"].skills_lost
    other = Table.at_day(2, given=given, expelled_piper_lifts_madness=True).expel("V2")
    assert other["V1"].mad


@pytest.mark.rule("G-02")
def test_a_release_clears_the_madness_of_the_expelled_too() -> None:
    table = Table.at_day(2, given={"V1": {"states": (Status.MAD, Status.EXPELLED)}}).vote("V2>PIPER")
    assert table.states("V1") == {"expelled"}


@pytest.mark.rule("R-117", "A-55", "G-02")
def test_empathy_takes_the_partner_at_once_and_never_the_expelled() -> None:
    table = Table.at_day(2, lovers=("V1", "V2")).vote("V3>V2")
    assert [(e.who, e.cause) for e in table.said("imprisoned")] == [("V2", "vote"), ("V1", "empathy")]
    expelled = Table.at_day(2, lovers=("V1", "V2"), given={"V1": {"states": (Status.EXPELLED,)}}).vote(
        "V3>V2"
    )
    assert expelled.who("imprisoned") == ["V2"]
    dying = Table.at_day(2, lovers=("V1", "V2")).vote().night(kill="V1", antidote="V1")
    assert dying.who("fainted") == [], "dying does not chain"
    shielded = Table.at_day(2, lovers=("V1", "V2")).vote().night(kill="V1", guard_shield="V2")
    assert shielded.who("fainted") == ["V1", "V2"], "a shield on the partner does not stop it"


@pytest.mark.rule("A-54")
def test_everything_at_once_comes_in_the_order_of_the_rules() -> None:
    table = Table.at_day(
        3, 20, sheriff="ELDER", lovers=("ELDER", "PIPER"), given={"V1": {"states": (Status.MAD,)}}
    )
    table.vote("V2>ELDER")
    kinds = [
        e.kind for e in table.events if e.kind in {"imprisoned", "skills_lost", "madness_lifted", "owed"}
    ]
    assert kinds == ["imprisoned", "skills_lost", "imprisoned", "madness_lifted", "owed"]


@pytest.mark.rule("R-098")
def test_imprisonment_gives_the_hunter_no_shot() -> None:
    table = Table.at_day(2, 14).vote("V1>HUNTER").night(last_shot="W1")
    assert table.refused == [("last_shot", "not_due")]
    poisoned = Table.at_day(2, 14, given={"HUNTER": {"skills_lost": True}}).vote().night(poison="HUNTER")
    assert poisoned.who("shot_due") == []


@pytest.mark.rule("R-035", "A-86", "G-23", "G-02")
def test_points_add_up_to_expulsion_once() -> None:
    table = Table.at_day(2)
    table.do(Penalty(who="V1", points=11, why="越限"))
    assert not table["V1"].expelled
    table.do(Penalty(who="V1", points=1))
    assert (table["V1"].points, table["V1"].expelled) == (12, True)
    table.do(Penalty(who="V1", points=3))
    assert table["V1"].points == 15
    assert table.who("expelled") == ["V1"]
    table.do(Penalty(who="V1", points=-9))
    assert (table["V1"].points, table["V1"].expelled) == (6, True)
    low = Table.at_day(2, penalty_threshold=1)
    low.do(Penalty(who="V1", points=1))
    assert low["V1"].expelled
    low.do(Penalty(who="谁", points=1))
    assert low.refused == [("penalty", "unknown_name")]


@pytest.mark.rule("R-036", "R-038", "A-08", "A-61")
def test_an_expelled_character_is_no_candidate_of_anything() -> None:
    table = Table.at_day(2).expel("W1")
    assert "W1" not in table.state.wolf_pool()
    assert "W1" not in table.state.candidates()
    assert not table["W1"].alive
    table.vote("V1>W1", "W1>V2")
    assert table.who("imprisoned") == []


def test_a_second_hunter_by_ruling_shoots_too() -> None:
    from engine.rulings import SetIdentity

    table = Table.at_day(2, 14)
    table.do(Rule(ruling=SetIdentity(who="V1", identity=Identity.HUNTER)))
    table.vote().night(kill="V1")
    assert table.told("last_shot") == [("V1", True)]


@pytest.mark.rule("R-123", "R-118")
def test_another_ones_fall_costs_the_sheriff_nothing() -> None:
    table = Table.at_day(2, 20, sheriff="V1").vote("V2>V3").night(kill="V4", poison="V2").open()
    assert (table.states("V2"), table.states("V3"), table.states("V4")) == (
        {"fainted"},
        {"imprisoned"},
        {"fainted"},
    )
    assert table.who("owed") == []
    assert (table.state.sheriff, table.state.owed) == ("V1", False)


@pytest.mark.rule("R-098")
def test_nobody_but_the_hunter_has_a_shot_when_he_faints() -> None:
    table = Table.at_day(2, 20).vote().night(poison="V1", settle=False)
    assert table.states("V1") == {"fainted"}
    assert table.state.shot_due == frozenset()
    assert table.who("shot_due") == []


@pytest.mark.rule("R-099")
def test_playing_the_fool_saves_from_prison_and_from_nothing_else() -> None:
    from engine.draft import Draft
    from engine.triggers import enter

    draft = Draft(Table.at_day(2, 20).state)
    enter(draft, "IDIOT", Status.FAINTED, Cause.POISON, fool=True)
    assert (draft.state["IDIOT"].in_state(Status.FAINTED), draft.state["IDIOT"].feigned) == (True, False)


@pytest.mark.rule("A-64")
def test_whoever_chance_puts_in_an_expelled_sheriffs_place_is_told() -> None:
    table = Table.at_day(2, sheriff="V1", expelled_sheriff="random").expel("V1")
    assert table.told("sheriff") == [(table.state.sheriff, table.state.sheriff)]


@pytest.mark.rule("R-035", "G-22")
def test_a_pardon_expels_nobody_again() -> None:
    table = Table.at_day(2).expel("V1")
    table.do(Penalty(who="V1", points=3))
    table.do(Rule(ruling=RemoveState(who="V1", state=Status.EXPELLED)))
    for points in (-1, 0):
        table.do(Penalty(who="V1", points=points))
        assert (table["V1"].expelled, table["V1"].points) == (False, 14)
    table.do(Penalty(who="V1", points=1))
    assert table["V1"].expelled
