"""The vote's consequences, the sheriff's office, the idiot, and a day's opening."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from engine.ballot import Outcome, OutcomeReason
from engine.chance import draw
from engine.day import final_outcome, poll, weight
from engine.game import Open, Order, Rule, Settle, Succession
from engine.model import Skill, Status
from engine.queries import owes_successor
from engine.rulings import AddState, RemoveState, SetSheriff, SetWeight
from engine.state import Window
from tests.engine.table import Table

IMPRISONED, FAINTED, EXPELLED = (Status.IMPRISONED,), (Status.FAINTED,), (Status.EXPELLED,)


# who votes, with what weight


@pytest.mark.rule("A-01", "R-043", "R-045")
@pytest.mark.parametrize(
    ("reading", "barred"),
    [("not_expelled", set()), ("not_imprisoned", {"V1"}), ("alive_only", {"V1", "V2"})],
)
def test_who_may_vote(reading: str, barred: set[str]) -> None:
    given = {
        "V1": {"states": IMPRISONED},
        "V2": {"states": FAINTED},
        "V3": {"states": EXPELLED},
        "V4": {"states": (Status.MAD,)},
    }
    table = Table.at_day(2, given=given, voter_eligibility=reading)
    asked = poll(table.state, 2)
    assert asked.barred == barred
    assert asked.expelled == {"V3"}
    weights = {name: weight(table.state, name) for name in ("V1", "V2", "V3", "V4")}
    assert weights == {"V1": 1, "V2": 1, "V3": 0, "V4": 1} | dict.fromkeys(barred, 0)


@pytest.mark.rule("A-02", "G-17")
def test_who_may_be_voted_for() -> None:
    given = {"V1": {"states": IMPRISONED}, "V2": {"states": FAINTED}}
    assert poll(Table.at_day(2, given=given).state, 2).out == {"V1", "V2"}
    wide = {"vote_target_eligibility": "not_expelled"}
    wasted = Table.at_day(2, given=given, **wide).vote("W1>V1")
    counted = wasted.said("counted")[0]
    assert (counted.outcome, counted.who, counted.reason) == ("none", None, "most_votes")
    assert wasted.who("imprisoned") == []
    besides = Table.at_day(2, given=given, lovers=("V2", "V3"), **wide).vote("W1>V2")
    assert besides.states("V2") == {"imprisoned", "fainted"}
    assert besides.states("V3") == {"imprisoned"}


@pytest.mark.rule("R-120", "A-49", "A-62")
def test_the_weight_of_the_next_count() -> None:
    given = {"V2": {"feigned": True}}
    table = Table.at_day(2, sheriff="V1", given=given)
    assert [weight(table.state, name) for name in ("V1", "V2", "V3")] == [2, 0, 1]
    table.do(Rule(ruling=SetWeight(who="V3", day=3, weight=5)))
    assert weight(table.state, "V3") == 1
    table.vote()
    assert weight(table.state, "V3") == 5
    assert poll(table.state, 3).weights == {"V3": 5}
    assert poll(table.state, 2).weights == {}
    idiot = Table.at_day(2, 18, sheriff="IDIOT", given={"IDIOT": {"feigned": True}})
    assert weight(idiot.state, "IDIOT") == 0


def test_before_the_election_nobody_has_two_votes() -> None:
    table = Table(12)
    assert weight(table.state, "V1") == 1
    table.night0("V3", "V4")
    assert weight(table.state, "V1") == 1
    table.vote("V2>V1")
    assert table.state.sheriff == "V1"
    assert weight(table.state, "V1") == 2


@pytest.mark.rule("A-14", "A-66")
def test_the_poll_knows_who_is_silent_until_when() -> None:
    opens = datetime(2026, 3, 4, 1, 30, tzinfo=UTC)
    table = Table.at_day(2, given={"V1": {"states": FAINTED}}, mute_hours=3)
    asked = poll(table.state, 2, opens, None)
    assert asked.silenced == {"V1"}
    assert asked.silent_until == datetime(2026, 3, 4, 4, 30, tzinfo=UTC)
    assert poll(table.state, 2).silent_until is None


# the election


@pytest.mark.rule("R-032", "R-118", "R-119", "R-141")
def test_the_first_vote_elects_and_imprisons_nobody() -> None:
    table = Table(12).night0("V3", "V4").vote("V1>V2", "V2>V3", "V3>V2")
    assert table.state.sheriff == "V2"
    assert table.told("sheriff") == [("V2", "V2")]
    assert table.who("imprisoned") == []


@pytest.mark.rule("R-032", "R-099")
def test_an_idiot_who_is_elected_has_nothing_to_escape() -> None:
    table = Table(18).night0("V3", "V4").vote("V1>IDIOT", fool=True)
    assert table.state.sheriff == "IDIOT"
    assert table.said("counted")[0].reason == "most_votes"
    assert not table["IDIOT"].feigned


@pytest.mark.rule("R-120", "G-22")
def test_a_sheriff_by_ruling_has_one_vote_in_the_election() -> None:
    table = Table(12).night0("V3", "V4")
    table.do(Rule(ruling=SetSheriff(who="V1")))
    assert weight(table.state, "V1") == 1
    table.vote("V1>V2", "W1>V3", "W2>V3")
    assert table.state.sheriff == "V3"


@pytest.mark.rule("A-60", "G-20")
def test_no_votes_on_day_1() -> None:
    vacant = Table(12).night0("V3", "V4").vote("V1>")
    assert vacant.state.sheriff is None
    table = Table(12, no_votes_day1="random").night0("V3", "V4").expel("W1").vote("V1>")
    names = [name for name in table.state.characters if name != "W1"]
    assert table.state.sheriff == names[draw("7", "day/1/sheriff", 11)]
    assert table.told("sheriff") == [(table.state.sheriff, table.state.sheriff)]
    later = Table.at_day(2, no_votes_day1="random").vote()
    assert later.state.sheriff is None
    nobody = Table(6, no_votes_day1="random").night0()
    for name in list(nobody.state.characters):
        nobody.expel(name)
    nobody.vote()
    assert nobody.state.sheriff is None


# the idiot


@pytest.mark.rule("R-099", "R-100", "A-47")
def test_playing_the_fool_as_often_as_he_likes_or_once() -> None:
    table = Table.at_day(2, 18).vote("V1>IDIOT", fool=True)
    assert table["IDIOT"].alive
    assert table.said("counted")[0].reason == "fool_played"
    table.night().open().vote("V1>IDIOT", fool=True)
    assert table["IDIOT"].alive
    once = Table.at_day(2, 18, idiot_feign_limit="once").vote("V1>IDIOT", fool=True).night().open()
    once.vote("V1>IDIOT", fool=True)
    assert once.states("IDIOT") == {"imprisoned"}
    assert once.said("counted")[1].reason == "most_votes"


@pytest.mark.rule("A-47", "R-099")
@pytest.mark.parametrize(
    ("decision", "fool", "imprisoned"),
    [
        ("standing_else_prompt", False, True),
        ("standing_else_prompt", True, False),
        ("prompt", False, True),
        ("prompt", True, False),
        ("auto_use", False, False),
    ],
)
def test_how_the_idiot_decides(decision: str, fool: bool, imprisoned: bool) -> None:
    table = Table.at_day(2, 18, idiot_decision=decision).vote("V1>IDIOT", fool=fool)
    assert (table.states("IDIOT") == {"imprisoned"}) is imprisoned


@pytest.mark.rule("A-06", "R-097")
def test_an_idiot_without_the_skill_is_imprisoned() -> None:
    lost = Table.at_day(2, 18, given={"IDIOT": {"skills_lost": True}}).vote("V1>IDIOT", fool=True)
    assert lost.states("IDIOT") == {"imprisoned"}
    other = Table.at_day(2, 18).vote("V1>V2", fool=True)
    assert other.states("V2") == {"imprisoned"}, "the answer needs an idiot at the top"


@pytest.mark.rule("A-48")
def test_the_fool_against_empathy() -> None:
    lovers = ("IDIOT", "V1")
    spared = Table.at_day(2, 18, lovers=lovers).vote("V2>V1", fool=True)
    assert spared["IDIOT"].alive
    assert spared["IDIOT"].feigned
    chained = Table.at_day(2, 18, lovers=lovers, idiot_feign_vs_lover_chain=False).vote("V2>V1", fool=True)
    assert chained.states("IDIOT") == {"imprisoned"}
    alone = Table.at_day(2, 18, lovers=lovers, idiot_feign_vs_lover_chain=False).vote("V2>IDIOT", fool=True)
    assert alone["IDIOT"].alive
    elder = Table.at_day(2, 18, lovers=("IDIOT", "ELDER")).vote("V2>ELDER", fool=True)
    assert elder.states("IDIOT") == {"imprisoned"}, "the elder's loss strikes first"


@pytest.mark.rule("A-03", "A-48")
def test_states_accumulate_when_the_partner_was_spared_before() -> None:
    table = Table.at_day(2, 18, lovers=("IDIOT", "V1")).vote("V2>V1", fool=True).night(kill="IDIOT")
    assert table.states("V1") == {"imprisoned", "fainted"}


@pytest.mark.rule("A-50", "G-19")
def test_a_feigned_sheriff() -> None:
    kept = Table.at_day(2, 18, sheriff="IDIOT").vote("V1>IDIOT", fool=True)
    assert (kept.state.sheriff, owes_successor(kept.state)) == ("IDIOT", None)
    vacant = Table.at_day(2, 18, sheriff="IDIOT", feigned_sheriff="vacant").vote("V1>IDIOT", fool=True)
    assert vacant.state.sheriff is None
    other = Table.at_day(2, 18, sheriff="V1", feigned_sheriff="vacant").vote("V1>IDIOT", fool=True)
    assert other.state.sheriff == "V1"


def test_the_final_outcome_is_what_the_count_says_where_nobody_objects() -> None:
    state = Table.at_day(2, 18).state
    tie = Outcome(kind="none", target=None, reason=OutcomeReason.TIE)
    assert final_outcome(state, tie, fool=True) == tie
    top = Outcome(kind="out", target="V1", reason=OutcomeReason.MOST_VOTES)
    assert final_outcome(state, top, fool=True) == top


# 殉职


@pytest.mark.rule("R-123", "R-124", "A-63", "G-06")
def test_who_may_be_named_and_when_it_counts() -> None:
    given = {"V2": {"states": FAINTED}, "V3": {"states": EXPELLED}, "V4": {"feigned": True}}
    table = Table.at_day(2, sheriff="V1", given=given)
    table.do(Succession(name="W1"))
    assert table.refused == [("succession", "not_owed")]
    table.vote("W1>V1")
    assert owes_successor(table.state) == "V1"
    for name, reason in (
        ("V1", "target_out"),
        ("V2", "target_out"),
        ("V3", "target_expelled"),
        ("V4", "target_feigned"),
        ("谁", "unknown_name"),
    ):
        table.do(Succession(name=name))
        assert table.refused == [("succession", reason)]
    table.do(Succession(name="W1"))
    assert table.state.sheriff == "W1"
    assert owes_successor(table.state) is None
    assert table.told("sheriff") == [("W1", "W1")]
    assert weight(table.state, "V1") == 1
    no_sheriff = Table.at_day(2)
    no_sheriff.do(Succession(name="V1"))
    assert no_sheriff.refused == [("succession", "not_owed")]


@pytest.mark.rule("A-63", "S-25")
def test_a_sheriff_who_fell_in_the_night_chooses_when_it_is_over() -> None:
    table = Table.at_day(2, sheriff="V1").vote()
    table.night(poison="V1", until=Window.HUNTER)
    assert (table.states("V1"), table.state.owed) == ({"fainted"}, True)
    assert owes_successor(table.state) is None
    table.do(Succession(name="V2"))
    assert table.refused == [("succession", "not_owed")]
    table.window(Window.HUNTER)
    assert owes_successor(table.state) is None
    table.do(Settle(night=2))
    assert owes_successor(table.state) == "V1"
    table.do(Succession(name="V2"))
    assert table.state.sheriff == "V2"


@pytest.mark.rule("A-63")
def test_whoever_was_imprisoned_or_fell_by_day_may_choose_in_the_night() -> None:
    fallen = Table.at_day(2, sheriff="V1")
    fallen.do(Rule(ruling=AddState(who="V1", state=Status.FAINTED)))
    assert owes_successor(fallen.vote().state) == "V1"
    taken = Table.at_day(2, sheriff="V1").vote()
    taken.do(Rule(ruling=AddState(who="V1", state=Status.IMPRISONED)))
    assert owes_successor(taken.state) == "V1"
    chain = Table.at_day(2, sheriff="V1").vote("W1>V1").night(until=Window.WITCH)
    chain.do(Succession(name="V2"))
    chain.window(Window.WITCH, Order(skill=Skill.POISON, who="WITCH", targets=("V2",)))
    assert (chain.state.sheriff, owes_successor(chain.state)) == ("V2", None)


@pytest.mark.rule("A-63", "G-04")
def test_the_silent_sheriffs_successor_is_drawn_at_the_opening() -> None:
    table = Table.at_day(2, sheriff="V1").vote("W1>V1").night()
    assert (table.state.sheriff, weight(table.state, "V1")) == ("V1", 2)
    table.open()
    names = [name for name in table.state.characters if name != "V1"]
    assert table.state.sheriff == names[draw("7", "night/2/successor/0", 11)]
    assert table.told("sheriff") == [(table.state.sheriff, table.state.sheriff)]
    vacant = Table.at_day(2, sheriff="V1", sheriff_silent="vacant").vote("W1>V1").night().open()
    assert vacant.state.sheriff is None
    assert vacant.who("vacated") == ["V1"]


@pytest.mark.rule("A-63", "R-124")
def test_nobody_to_succeed_leaves_the_office_vacant() -> None:
    given = {name: {"states": IMPRISONED} for name in ("V2", "V3", "V4", "WITCH", "CUPID", "W1")}
    table = Table.at_day(2, 8, sheriff="V1", given=given).vote("W2>V1").expel("W2").night().open()
    assert table.state.sheriff is None


@pytest.mark.rule("A-63")
def test_links_of_the_chain_are_counted_since_the_opening() -> None:
    table = Table.at_day(2, sheriff="V1").vote("W1>V1")
    table.do(Succession(name="V2"))
    table.night(kill="V2").open()
    label = table.said("drawn")[-1].label
    assert label == "night/2/successor/1"
    assert table.state.links == 0


@pytest.mark.rule("A-64", "R-123")
def test_both_ways_out_make_a_sheriff_owe_and_it_is_owed_once() -> None:
    table = Table.at_day(2, sheriff="V1").vote().night(kill="V1")
    assert table.who("owed") == ["V1"]
    twice = Table.at_day(2, sheriff="V1", given={"V1": {}}).vote("W1>V1").night(until=None, settle=False)
    twice.do(Rule(ruling=AddState(who="V1", state=Status.FAINTED)))
    assert twice.who("owed") == ["V1"]


@pytest.mark.rule("A-64", "G-04", "G-20", "R-038")
def test_an_expelled_sheriff() -> None:
    vacant = Table.at_day(2, sheriff="V1").expel("V1")
    assert vacant.state.sheriff is None
    table = Table.at_day(2, sheriff="V1", expelled_sheriff="random").expel("V1")
    names = [name for name in table.state.characters if name != "V1"]
    assert table.state.sheriff == names[draw("7", "day/2/sheriff", 11)]
    assert table.said("drawn")[-1].label == "day/2/sheriff"
    owing = Table.at_day(2, sheriff="V1").vote("W1>V1").expel("V1")
    assert (owing.state.sheriff, owing.state.owed) == (None, False)
    after = Table.at_day(2, sheriff="V1", expelled_sheriff="random").vote().night().expel("V1")
    assert after.said("drawn")[-1].label == "day/2/sheriff", (
        "the night after day 2 is not over before day 3 opens"
    )
    given = {name: {"feigned": True} for name in ("V2", "V3", "WITCH", "W1", "W2")}
    nobody = Table.at_day(2, 6, sheriff="V1", given=given, expelled_sheriff="random").expel("V1")
    assert nobody.state.sheriff is None


@pytest.mark.rule("G-05", "R-126")
def test_a_win_cancels_what_is_owed() -> None:
    table = Table.at_day(4, 6, sheriff="V1").vote("W1>V1").night()
    assert table.state.winner is not None
    assert not table.state.owed
    table.do(Open(day=5))
    assert table.refused == [("open", "game_over")]


# the opening


@pytest.mark.rule("A-38", "R-023")
def test_the_newly_mad_are_told_at_the_opening_once() -> None:
    table = Table(12).night0("V3", "V4").vote().night(pipe=["V1", "V2"])
    assert table.told("mad") == []
    table.do(Rule(ruling=RemoveState(who="V2", state=Status.MAD)))
    table.open()
    assert table.told("mad") == [("V1", True)]
    table.vote().night().open()
    assert table.told("mad") == [("V1", True)]
    table.do(Rule(ruling=AddState(who="V2", state=Status.MAD)))
    table.do(Rule(ruling=AddState(who="V3", state=Status.MAD)))
    table.do(Rule(ruling=AddState(who="V3", state=Status.IMPRISONED)))
    table.do(Rule(ruling=RemoveState(who="V3", state=Status.IMPRISONED)))
    table.vote().night().open()
    assert table.told("mad") == [("V1", True), ("V2", True), ("V3", True)]


@pytest.mark.rule("R-019", "R-140", "R-150", "R-152")
def test_nothing_happens_at_its_wrong_time() -> None:
    table = Table(12)
    table.do(Open(day=1))
    assert table.refused == [("open", "wrong_time")]
    table.night0("V3", "V4")
    table.do(Open(day=1))
    assert table.refused == [("open", "wrong_time")]
    table.vote()
    table.do(Open(day=2))
    assert table.refused == [("open", "wrong_time")]
    before = table.state
    table.vote()
    assert table.refused == [("count", "wrong_time")]
    assert table.state is before
    table.night()
    table.do(Open(day=3))
    assert table.refused == [("open", "wrong_time")]
