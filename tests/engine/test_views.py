"""Who may know what: nothing hidden reaches the public, and nothing public waits longer than it must."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import events as ev
from engine.game import Penalty, Rule
from engine.model import Camp, Identity, Status
from engine.rules import Rules
from engine.rulings import AddState, RemoveState, SetIdentity
from engine.state import Phase, Window
from engine.views import binding, character_view, director_view, fold, public_view, published
from service.scenarios.random_play import play_game
from tests.engine.table import Table


@pytest.mark.rule("R-022", "R-023", "R-025", "A-83")
def test_the_night_is_public_at_the_next_opening() -> None:
    table = Table(12).night0("V3", "V4").vote("V1>V2")
    assert public_view(table.events).sheriff == "V2"
    table.night(kill="V1")
    dusk = public_view(table.events)
    assert (dusk.fainted, dusk.day, dusk.phase) == ((), 1, Phase.NIGHT)
    table.open()
    dawn = public_view(table.events)
    assert (dawn.fainted, dawn.day, dawn.phase) == (("V1",), 2, Phase.DAY)
    assert dawn.opening is not None
    assert (dawn.opening.fainted, dawn.opening.imprisoned, dawn.opening.sheriff) == (("V1",), (), "V2")
    table.vote("V1>V2")
    counted = public_view(table.events)
    assert counted.imprisoned == ("V2",), "a count is public at once"
    table.night().open()
    third = public_view(table.events)
    assert third.opening is not None
    assert (third.opening.day, third.opening.fainted, third.opening.imprisoned) == (3, (), ("V2",))
    assert third.sheriff == table.state.sheriff != "V2"


@pytest.mark.rule("R-023", "G-22")
def test_an_opening_does_not_list_whom_the_director_took_out_of_the_state_meanwhile() -> None:
    table = Table.at_day(2, 12).vote("V1>V2").night(kill="V1")
    for ruling in (
        RemoveState(who="V2", state=Status.IMPRISONED),
        AddState(who="V3", state=Status.IMPRISONED),
        RemoveState(who="V1", state=Status.FAINTED),
    ):
        table.do(Rule(ruling=ruling))
    opening = public_view(table.open().events).opening
    assert opening is not None
    assert (opening.imprisoned, opening.fainted) == (("V3",), ())


@pytest.mark.rule("R-024", "R-107", "R-097", "A-83")
def test_what_the_day_brings_is_public_at_once_without_names_of_identities() -> None:
    table = Table.at_day(2, 18, lovers=("PIPER", "ELDER")).vote("V1>PIPER")
    seen = public_view(table.events)
    assert (seen.madness_lifted, seen.skills_lost) == (True, True)
    assert seen.imprisoned == ("PIPER", "ELDER")
    words = [notice for notice in published(table.events) if notice.kind in {"madness_lifted", "skills_lost"}]
    assert [(one.who, one.detail) for one in words] == [(None, None)] * 2


@pytest.mark.rule("R-025", "R-107")
def test_what_the_night_brings_of_the_kind_waits() -> None:
    table = Table.at_day(2, 16).vote().night(poison="PIPER")
    assert not public_view(table.events).madness_lifted
    table.open()
    seen = public_view(table.events)
    assert seen.madness_lifted
    assert seen.opening is not None
    assert seen.opening.madness_lifted
    assert not seen.opening.skills_lost


@pytest.mark.rule("A-84", "R-026")
def test_the_fainted_stand_in_time_order_or_in_seat_order() -> None:
    def fainted(**knobs: object) -> tuple[str, ...]:
        table = Table(20, **knobs).night0("V3", "V4").vote().night(kill="V2", bite="V1", poison="SEER").open()
        return public_view(table.events).fainted

    assert fainted() == ("SEER", "V2", "V1")
    assert fainted(faint_order="seat") == ("V1", "V2", "SEER")


@pytest.mark.rule("R-036", "R-099", "A-83", "A-38")
def test_expulsion_at_once_the_fool_with_the_count_madness_never() -> None:
    table = Table(18).night0("V3", "V4").vote().night(pipe="V1", until=Window.HUNTER)
    table.do(Penalty(who="V2", points=12))
    assert public_view(table.events).expelled == ("V2",)
    table.window(Window.HUNTER)
    assert "mad" not in {one.kind for one in published(table.events)}
    idiot = Table.at_day(2, 18).vote("V1>IDIOT", fool=True)
    assert public_view(idiot.events).feigned == ("IDIOT",)
    idiot.night().open().vote("V1>IDIOT", fool=True)
    assert public_view(idiot.events).feigned == ("IDIOT",)


@pytest.mark.rule("R-125", "R-153", "A-82")
def test_the_end_publishes_what_waited() -> None:
    table = Table.at_day(4, 6, sheriff="V1").vote("V2>V1").night(kill="V3")
    seen = public_view(table.events)
    assert (seen.phase, seen.winner) == (Phase.OVER, Camp.WEREWOLVES)
    assert seen.fainted == ("V3",)
    assert director_view(table.events).state == table.state


def test_a_game_that_is_taken_over_shows_what_was_public() -> None:
    given_ = {
        "V1": {"states": (Status.IMPRISONED, Status.MAD)},
        "V2": {"states": (Status.FAINTED,), "feigned": True},
        "V3": {"states": (Status.EXPELLED,)},
    }
    table = Table.at_day(3, 12, given=given_, sheriff="W1")
    seen = public_view(table.events)
    assert (seen.imprisoned, seen.fainted, seen.expelled, seen.feigned) == (
        ("V1",),
        ("V2",),
        ("V3",),
        ("V2",),
    )
    assert (seen.day, seen.sheriff) == (3, "W1")
    assert public_view(table.expel("W1").events).sheriff is None
    assert character_view(table.events, "V1").mad
    table.do(Rule(ruling=RemoveState(who="V1", state=Status.IMPRISONED)))
    table.do(Rule(ruling=RemoveState(who="V1", state=Status.MAD)))
    assert public_view(table.events).imprisoned == ()
    assert not character_view(table.events, "V1").mad


@pytest.mark.rule("R-006", "R-103", "R-027", "A-90")
def test_a_character_knows_itself_and_what_it_was_told() -> None:
    table = Table(12).night0("V1", "W1").vote().night(pipe=["V2"], foresee="W1")
    lover = character_view(table.events, "W1")
    assert (lover.identity, lover.camp) == (Identity.WEREWOLF, Camp.LOVERS)
    assert [one.skill for one in lover.told] == ["lovers", "camp"]
    assert [one.skill for one in character_view(table.events, "W2").told] == ["pack"]
    assert not character_view(table.events, "V2").mad, "not before the opening"
    seer = character_view(table.events, "SEER")
    assert seer.told[0].what == "非村民阵营"
    assert [one.targets for one in seer.used] == [("W1",)]
    table.open()
    assert character_view(table.events, "V2").mad
    table.do(Penalty(who="V2", points=2))
    table.do(Penalty(who="V3", points=1))
    table.do(Rule(ruling=SetIdentity(who="V2", identity=Identity.SEER)))
    seen = character_view(table.events, "V2")
    assert (seen.points, seen.identity) == (2, Identity.SEER)
    with pytest.raises(KeyError):
        character_view(table.events, "谁")
    with pytest.raises(TypeError):
        character_view(table.events[1:], "V1")


@pytest.mark.rule("R-107")
def test_the_mad_know_that_it_is_over_when_it_is_published() -> None:
    table = Table(12).night0("V3", "V4").vote().night(pipe=["V2"]).open().vote().night(poison="PIPER")
    assert character_view(table.events, "V2").mad
    table.open()
    assert not character_view(table.events, "V2").mad
    table.do(Rule(ruling=AddState(who="V2", state=Status.MAD)))
    table.vote().night().open()
    assert character_view(table.events, "V2").mad


@pytest.mark.rule("R-043", "R-045", "R-046", "A-38", "A-14")
def test_which_states_bind_the_discussion() -> None:
    table = Table(12).night0("V3", "V4").vote().night(pipe=["V1"], kill="V2")
    assert binding(table.events)["V1"] == frozenset()
    table.open()
    assert binding(table.events)["V1"] == {Status.MAD}
    assert binding(table.events)["V2"] == {Status.FAINTED}
    table.do(Rule(ruling=AddState(who="PIPER", state=Status.IMPRISONED)))
    assert binding(table.events)["V1"] == frozenset(), "lifted by day: at once"
    assert binding(table.events)["PIPER"] == frozenset(), "imprisoned by day: from the next opening"
    table.expel("W1")
    assert binding(table.events)["W1"] == {Status.EXPELLED}
    table.do(Rule(ruling=RemoveState(who="V2", state=Status.FAINTED)))
    assert binding(table.events)["V2"] == frozenset()
    night = Table.at_day(2, 12, given={"V1": {"states": (Status.MAD,)}}).vote("V3>PIPER")
    assert binding(night.events)["V1"] == frozenset()
    later = Table.at_day(2, 12, given={"V1": {"states": (Status.MAD,)}}).vote().night(poison="PIPER")
    assert binding(later.events)["V1"] == {Status.MAD}, "lifted by night: from the next opening"
    later.open()
    assert binding(later.events)["V1"] == frozenset()


SECRET = {
    "identity",
    "camp",
    "cause",
    "mad",
    "dying",
    "told",
    "drawn",
    "wolf",
    "used",
    "foreseen",
    "targeted",
    "points",
}


@settings(max_examples=25)
@given(st.integers(0, 10_000), st.sampled_from([6, 9, 12, 16, 19, 20]))
def test_what_is_published_names_no_secret_at_any_moment(seed: int, players: int) -> None:
    log = play_game(players, f"views/{seed}", Rules()).events
    identities = {identity.value for identity in Identity}
    for end in range(1, len(log)):
        for notice in published(log[:end]):
            assert notice.kind not in SECRET
            if notice.kind != "roster":
                assert notice.detail not in identities
    for end in range(1, len(log), 7):
        assert fold(published(log[:end])) == public_view(log[:end])


@given(st.integers(0, 2000), st.data())
def test_games_with_the_same_public_events_look_the_same(seed: int, data: st.DataObject) -> None:
    """Whatever is hidden: identities change hands, causes change, private events come and go."""
    log = play_game(16, f"same/{seed}", Rules()).events
    end = data.draw(st.integers(1, len(log) - 1))
    view = public_view(log[:end])
    began = log[0]
    assert isinstance(began, ev.Began)
    others = data.draw(st.permutations(began.identities))
    hidden = (ev.Used, ev.Told, ev.Drawn, ev.Maddened, ev.Stricken, ev.Foreseen, ev.WolfChosen, ev.Targeted)
    kept = [event for event in log[1:end] if not isinstance(event, hidden) or data.draw(st.booleans())]
    other = [ev.Began(names=began.names, identities=tuple(others), seed="other", rules=began.rules), *kept]
    assert asdict(public_view(other)) == asdict(view)
