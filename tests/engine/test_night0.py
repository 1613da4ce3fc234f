"""第零晚: who joins, who loves, which camps come of it, and who is told."""

from __future__ import annotations

import pytest

from engine.chance import draw
from engine.game import Night0, Order, Rule
from engine.model import Camp, Identity, Skill
from engine.rulings import SetIdentity
from tests.engine.table import Table, seats


@pytest.mark.rule("R-102", "R-103", "R-115", "A-53")
def test_lovers_of_one_camp_stay_in_it_and_know_each_other() -> None:
    table = Table(8).night0("V1", "V2")
    assert table.state.lovers == ("V1", "V2")
    assert {one.camp for one in table.state if one.name in {"V1", "V2", "CUPID"}} == {Camp.VILLAGERS}
    assert table.told("lovers") == [("V1", ("V1", "V2")), ("V2", ("V1", "V2"))]
    assert table.told("camp") == []
    assert table.said("camp") == []


@pytest.mark.rule("R-104", "R-116", "A-51", "A-52")
def test_lovers_of_two_camps_form_their_own_and_cupid_follows() -> None:
    table = Table(8).night0("V1", "W1")
    for name in ("V1", "W1", "CUPID"):
        assert table[name].camp is Camp.LOVERS
        assert (name, "lovers") in table.told("camp")
    assert table.told("pack") == [("W2", ("W2",))]
    own = Table(8).night0("CUPID", "W1")
    assert own["CUPID"].camp is Camp.LOVERS
    same = Table(8).night0("CUPID", "V1")
    assert same["CUPID"].camp is Camp.VILLAGERS


@pytest.mark.rule("A-51", "R-027")
def test_two_wolves_in_love_make_cupid_a_wolf_by_camp_only() -> None:
    table = Table(8).night0("W1", "W2")
    assert table["CUPID"].camp is Camp.WEREWOLVES
    assert table.told("camp") == [("CUPID", "werewolves")]
    assert dict(table.told("pack")) == {"W1": ("W1", "W2"), "W2": ("W1", "W2")}


@pytest.mark.rule("R-009", "A-51", "R-102")
def test_a_silent_cupids_lovers_are_drawn() -> None:
    table = Table(8, seed="any")
    names = list(seats(8))
    first = names[draw("any", "night/0/lovers/0", 8)]
    rest = [name for name in names if name != first]
    table.do(Night0())
    assert table.state.lovers == (first, rest[draw("any", "night/0/lovers/1", 7)])
    assert [one.label for one in table.said("drawn")] == ["night/0/lovers/0", "night/0/lovers/1"]


@pytest.mark.rule("R-102", "A-37")
@pytest.mark.parametrize(
    ("targets", "reason"),
    [
        (("V1",), "too_few_targets"),
        (("V1", "V1"), "duplicate_target"),
        (("V1", "V2", "V3"), "too_many_targets"),
        (("V1", "谁"), "unknown_name"),
    ],
)
def test_an_arrow_that_misses_is_refused_and_chance_decides(targets: tuple[str, ...], reason: str) -> None:
    table = Table(8)
    table.do(Night0(orders=(Order(skill=Skill.ARROW, who="CUPID", targets=targets),)))
    assert table.refused == [("arrow", reason)]
    assert len(table.state.lovers) == 2


@pytest.mark.rule("G-12", "G-02")
def test_an_expelled_cupid_shoots_nobody_and_the_expelled_are_no_targets() -> None:
    table = Table(8).expel("CUPID")
    table.do(Night0(orders=(Order(skill=Skill.ARROW, who="CUPID", targets=("V1", "V2")),)))
    assert table.refused == [("arrow", "expelled")]
    assert table.state.lovers == ()
    other = Table(8).expel("V1")
    other.do(Night0(orders=(Order(skill=Skill.ARROW, who="CUPID", targets=("V1", "V2")),)))
    assert other.refused == [("arrow", "target_expelled")]
    assert "V1" not in other.state.lovers


@pytest.mark.rule("R-110", "R-111", "A-42", "A-43", "A-44")
def test_the_white_wolf_learns_the_wolves_and_may_join_them() -> None:
    stays = Table(19).night0("V1", "V2")
    wolves = ("W1", "W2", "W3", "W4")
    assert stays.told("join_pack") == [("WW", wolves)]
    assert stays["WW"].camp is Camp.WHITE_WOLF
    assert dict(stays.told("pack")) == dict.fromkeys(wolves, wolves)
    joins = Table(19).night0("V1", "V2", join=True)
    assert joins["WW"].camp is Camp.WEREWOLVES
    pack = (*wolves, "WW")
    assert dict(joins.told("pack")) == dict.fromkeys(pack, pack)
    assert joins.told("camp") == [("WW", "werewolves")]


@pytest.mark.rule("A-43")
def test_joining_comes_before_love() -> None:
    same = Table(19).night0("WW", "W1", join=True)
    assert {same["WW"].camp, same["W1"].camp, same["CUPID"].camp} == {Camp.WEREWOLVES}
    differ = Table(19).night0("WW", "V1", join=True)
    assert differ["WW"].camp is Camp.LOVERS
    assert [to for to, _ in differ.told("pack")] == ["W1", "W2", "W3", "W4"]
    assert [line for line in differ.told("camp") if line[0] == "WW"] == [("WW", "lovers")]


def test_orders_that_are_not_of_night_0_or_not_theirs_are_refused() -> None:
    table = Table(19).expel("WW")
    table.do(
        Night0(
            orders=(
                Order(skill=Skill.KILL, who="W1", targets=("V1",)),
                Order(skill=Skill.JOIN_PACK, who="WW"),
                Order(skill=Skill.ARROW, who="V1", targets=("V1", "V2")),
            )
        )
    )
    assert table.refused == [("kill", "wrong_time"), ("join_pack", "expelled"), ("arrow", "not_owner")]
    assert table.told("join_pack") == []


def test_a_game_without_cupid_has_no_lovers_and_one_with_nobody_left_neither() -> None:
    table = Table(6).night0()
    assert table.state.lovers == ()
    two = {"C": Identity.CUPID, "V": Identity.VILLAGER}
    alone = Table(identities=two, custom_roster=True).expel("V")
    alone.do(Night0())
    assert alone.state.lovers == ()


def test_the_last_two_love_each_other_and_an_expelled_second_cupid_follows_nobody() -> None:
    two = Table(identities={"C": Identity.CUPID, "V": Identity.VILLAGER}, custom_roster=True)
    two.do(Night0())
    assert set(two.state.lovers) == {"C", "V"}
    table = Table(8)
    table.do(Rule(ruling=SetIdentity(who="V4", identity=Identity.CUPID)))
    table.expel("V4").night0("V1", "W1")
    assert table["V4"].camp is Camp.VILLAGERS
    assert table["CUPID"].camp is Camp.LOVERS
