"""The night's windows in both readings of every knob that touches them."""

from __future__ import annotations

import pytest

from engine.chance import draw
from engine.game import Close, Order, Rule, Settle
from engine.model import Identity, Skill, Status
from engine.night import redrawn_wolf, witch_list
from engine.queries import drawn_wolf, entitled, judge_order, may_use
from engine.rulings import AddState, RemoveState, SetIdentity
from engine.state import Window
from tests.engine.table import Table


def night1(players: int = 12, *lovers: str, join: bool = False, **knobs: object) -> Table:
    """The first night of a game in which nothing happened before."""
    return Table(players, **knobs).night0(*(lovers or ("V3", "V4")), join=join).vote()


def o(skill: Skill, who: str, *targets: str, ruled: bool = False, void: bool = False) -> Order:
    return Order(skill=skill, who=who, targets=targets, ruled=ruled, void=void)


# 夜晚1


@pytest.mark.rule("R-089", "R-091", "A-29", "A-30", "A-31")
def test_both_shields_hold_for_the_night_and_for_both_fangs() -> None:
    table = night1(20, join=False)
    table.night(guard_shield="V1", sound_shield="V1", pipe="V1", kill="V1", bite="V1")
    assert table.refused == []
    assert table["V1"].alive
    assert not table["V1"].mad
    table.open().vote().night(kill="V1")
    assert table.states("V1") == {"fainted"}, "a shield is for one night"


@pytest.mark.rule("R-090", "R-092")
def test_each_target_once_for_each_shield() -> None:
    table = night1().night(guard_shield="V1", sound_shield="V2").open().vote()
    table.night(guard_shield="V1", sound_shield="V1")
    assert table.refused == [("guard_shield", "already_shielded")]
    assert table["GUARD"].sound_shielded == {"V1", "V2"}


@pytest.mark.rule("A-30", "G-10")
def test_one_shield_a_night_where_the_game_says_so() -> None:
    table = night1(guard_both_shields=False).night(guard_shield="V1", sound_shield="V2")
    assert table.refused == [("sound_shield", "one_shield_a_night")]
    table.open().vote().night(guard_shield="V1", sound_shield="V2")
    assert table.refused == [("guard_shield", "already_shielded")], "a refused first one bars nothing"
    assert table["GUARD"].sound_shielded == {"V2"}


# 夜晚2


@pytest.mark.rule("R-106", "G-11", "A-37", "A-55")
@pytest.mark.parametrize(
    ("targets", "reason"),
    [
        (["V1", "V1"], "duplicate_target"),
        (["V1", "V2", "V3"], "too_many_targets"),
        (["V1", "W1"], "target_mad"),
        (["V1", "W2"], "target_out"),
        (["V1", "W3"], "target_expelled"),
    ],
)
def test_a_pipers_order_is_refused_whole(targets: list[str], reason: str) -> None:
    given = {
        "W1": {"states": (Status.MAD,)},
        "W2": {"states": (Status.FAINTED,)},
        "W3": {"states": (Status.EXPELLED,)},
    }
    table = Table.at_day(2, given=given, lovers=("V3", "V4")).vote().night(pipe=targets)
    assert table.refused == [("pipe", reason)]
    assert not table["V1"].mad


@pytest.mark.rule("R-106", "A-37", "A-04", "A-55")
def test_the_piper_may_play_to_himself_and_to_one_lover_alone() -> None:
    table = night1().night(pipe=["PIPER", "V3"])
    assert table["PIPER"].mad
    assert table["PIPER"].alive
    assert not table["V4"].mad
    assert table.open().told("mad") == [("PIPER", True), ("V3", True)]


# 夜晚3–5


@pytest.mark.rule("R-082", "R-083", "A-04", "A-37")
def test_the_seer_sees_camps_of_the_living_mad_or_not() -> None:
    table = night1().night(pipe=["W1"], foresee="W1")
    assert table.told("foresee") == [("SEER", "非村民阵营")]
    table.open().vote().night(foresee="SEER")
    assert table.told("foresee")[1:] == [("SEER", "村民阵营")]
    table.open().vote("V1>V2").night(foresee="V2")
    assert table.refused == [("foresee", "target_out")]


@pytest.mark.rule("R-108", "A-40", "A-41")
def test_the_wolf_is_drawn_among_the_living_after_phase_2() -> None:
    table = night1()
    table.window(Window.GUARD)
    assert drawn_wolf(table.state, 1) is None
    table.window(Window.PIPER)
    pool = ("W1", "W2", "W3")
    assert drawn_wolf(table.state, 1) == pool[draw("7", "night/1/wolf/0", 3)]
    assert drawn_wolf(table.state, 2) is None
    drawn = table.said("drawn")[-1]
    assert (drawn.label, drawn.candidates) == ("night/1/wolf/0", pool)


@pytest.mark.rule("R-109", "A-40")
def test_another_wolf_may_not_kill() -> None:
    table = night1()
    table.window(Window.GUARD).window(Window.PIPER, wolf="W2")
    table.window(Window.HUNT, o(Skill.KILL, "W1", "V1"))
    assert table.refused == [("kill", "not_drawn")]
    assert witch_list(table.state) == ()


@pytest.mark.rule("A-40")
def test_with_redraw_the_next_wolf_kills_when_the_first_is_silent() -> None:
    table = night1(wolf_silent_policy="redraw")
    table.window(Window.GUARD).window(Window.PIPER, wolf="W2")
    again = redrawn_wolf(table.state).state.night.wolf
    assert again == ("W1", "W3")[draw("7", "night/1/wolf/1", 2)]
    other = "W3" if again == "W1" else "W1"
    table.window(Window.HUNT, o(Skill.KILL, again, "V1"), o(Skill.KILL, other, "V2"))
    assert table["V1"].dying
    assert table.refused == [("kill", "not_drawn")]


@pytest.mark.rule("A-40")
def test_with_redraw_and_all_silent_nobody_is_killed() -> None:
    table = night1(wolf_silent_policy="redraw").night()
    assert len([one for one in table.said("drawn") if "wolf" in one.label]) == 2
    assert table.who("dying") == []
    kept = (
        night1()
        .window(Window.GUARD)
        .window(Window.PIPER, wolf="W2")
        .window(Window.HUNT, o(Skill.KILL, "W1", "V1"))
    )
    assert kept.who("dying") == [], "without redraw the drawn one's silence is final"


@pytest.mark.rule("A-41", "G-15")
def test_the_pool_by_camp_takes_in_converts_and_leaves_out_lovers() -> None:
    by_identity = night1(19, "W1", "V1", join=True)
    assert by_identity.state.wolf_pool() == ("W1", "W2", "W3", "W4")
    by_camp = night1(19, "W1", "V1", join=True, wolf_kill_pool="camp")
    assert by_camp.state.wolf_pool() == ("W2", "W3", "W4", "WW")
    converted = night1(8, "W1", "W2", wolf_kill_pool="camp")
    assert converted.state.wolf_pool() == ("W1", "W2", "CUPID")


@pytest.mark.rule("R-108")
def test_no_wolf_is_drawn_when_none_is_alive_and_a_name_outside_the_pool_kills_nobody() -> None:
    given = {name: {"states": (Status.FAINTED,)} for name in ("W1", "W2", "W3")}
    table = Table.at_day(2, given=given).vote()
    table.window(Window.GUARD).window(Window.PIPER)
    assert table.state.night.wolf is None
    table.window(Window.HUNT, o(Skill.KILL, "W1", "V1"))
    assert table.refused == [("kill", "not_in_pool")]
    named = night1().window(Window.GUARD).window(Window.PIPER, wolf="V1")
    assert named.state.night.wolf is None


@pytest.mark.rule("R-112", "A-45")
def test_one_bite_in_each_block_of_two_nights() -> None:
    table = night1(20).night(bite="V1").open().vote().night(bite="V2")
    assert table.refused == [("bite", "block_used")]
    table.open().vote().night(bite="V2")
    assert table.refused == []
    assert table["V2"].states == {Status.FAINTED}
    able = night1(20, out_white_wolf_may_bite=False).night(bite="V1")
    assert able.refused == [], "one who is not out may bite in every reading"
    late = night1(20).night().open().vote().night(bite="V1")
    assert late.refused == []
    late.open().vote().night(bite="V2")
    assert late.refused == [], "night 3 begins a new block"


@pytest.mark.rule("A-45", "A-06", "G-16")
def test_an_out_white_wolf_may_bite_unless_the_game_says_no() -> None:
    given = {"WW": {"states": (Status.IMPRISONED,)}}
    for knobs, refused in (
        ({}, []),
        ({"out_white_wolf_may_bite": False}, [("bite", "out")]),
        ({"out_roles_keep_skills": False}, [("bite", "out")]),
    ):
        table = Table.at_day(2, 20, given=given, **knobs).vote().night(bite="V1")
        assert table.refused == refused
        assert table["V1"].alive == bool(refused)


@pytest.mark.rule("R-113", "A-46", "R-079")
def test_a_bite_on_the_same_nights_victim_is_legal_and_one_antidote_cures_both() -> None:
    table = night1(20).night(kill="V1", bite="V1", antidote="V1")
    assert table.refused == []
    assert table["V1"].alive
    assert [e.cause for e in table.said("dying")] == ["kill"]


@pytest.mark.rule("R-094", "A-24", "A-25", "G-13")
def test_the_elders_mark_of_a_double_attack() -> None:
    shielded = night1(20).night(guard_shield="ELDER", kill="ELDER", bite="ELDER")
    assert (shielded["ELDER"].marks, shielded["ELDER"].alive) == (1, True)
    literal = night1(20).night(kill="ELDER", bite="ELDER", antidote="ELDER")
    assert (literal["ELDER"].marks, literal["ELDER"].alive) == (1, True)
    strict = {"elder_mark_requires_effective": True}
    assert night1(20, **strict).night(guard_shield="ELDER", kill="ELDER", bite="ELDER")["ELDER"].marks == 0
    cured = night1(20, **strict).night(kill="ELDER", bite="ELDER", antidote="ELDER")
    assert (cured["ELDER"].marks, cured["ELDER"].alive) == (0, True)
    single = night1(20, **strict).night(kill="ELDER", antidote="ELDER")
    assert single["ELDER"].marks == 0
    landed = night1(20, **strict).night(kill="ELDER", bite="ELDER")
    assert (landed["ELDER"].marks, landed.states("ELDER")) == (1, {"fainted"})
    other = night1(20).night(kill="V1", bite="V1")
    assert other["V1"].marks == 0


@pytest.mark.rule("G-03")
def test_an_elder_who_has_lost_the_skill_is_saved_and_marked_no_more() -> None:
    given = {"ELDER": {"skills_lost": True}}
    table = Table.at_day(2, 20, given=given).vote().night(kill="ELDER", bite="ELDER")
    assert table["ELDER"].marks == 0
    assert table.states("ELDER") == {"fainted"}
    single = Table.at_day(2, 20, given=given).vote().night(kill="ELDER")
    assert single.states("ELDER") == {"fainted"}


# 夜晚6


@pytest.mark.rule("R-084", "A-32")
def test_the_witchs_list_is_in_seat_order_with_or_without_the_immune() -> None:
    def listed(**knobs: object) -> list[tuple[str, object]]:
        table = night1(20, **knobs)
        table.night(guard_shield="V2", kill="V2", bite="V1")
        return table.told("commune")

    assert listed() == [("WITCH", ("V1", "V2"))]
    assert listed(witch_list_includes_immune=False) == [("WITCH", ("V1",))]


@pytest.mark.rule("R-085", "R-067", "A-35")
@pytest.mark.parametrize(("target", "reason"), [("V2", "target_not_dying"), ("谁", "unknown_name")])
def test_an_antidote_for_one_who_is_not_dying_is_refused_and_kept(target: str, reason: str) -> None:
    table = night1().night(kill="V1", antidote=target)
    assert table.refused == [("antidote", reason)]
    assert not table["WITCH"].spent


@pytest.mark.rule("A-35", "G-14", "A-37")
def test_a_wasted_antidote_must_still_be_for_another_who_is_there() -> None:
    given = {"W2": {"states": (Status.FAINTED,)}, "W3": {"states": (Status.EXPELLED,)}}
    for target, reason in (("WITCH", "target_is_self"), ("W2", "target_out"), ("W3", "target_expelled")):
        table = Table.at_day(2, given=given, antidote_on_non_dying="waste").vote().night(antidote=target)
        assert table.refused == [("antidote", reason)]


@pytest.mark.rule("R-087", "A-37")
def test_poison_fells_at_once_even_the_witch_herself() -> None:
    table = night1().night(poison="WITCH")
    assert table.states("WITCH") == {"fainted"}
    assert table["WITCH"].spent == {Skill.POISON}


@pytest.mark.rule("R-010", "R-085", "R-087")
def test_each_potion_once_a_game() -> None:
    table = night1().night(kill="V1", antidote="V1", poison="V2").open().vote()
    table.night(kill="V1", antidote="V1", poison="W1")
    assert table.refused == [("antidote", "spent"), ("poison", "spent")]


@pytest.mark.rule("A-34", "A-27")
def test_the_same_target_cured_and_then_poisoned_faints() -> None:
    table = night1().night(kill="V1", antidote="V1", poison="V1")
    assert table.states("V1") == {"fainted"}
    assert [e.cause for e in table.said("fainted")] == ["poison"]
    only = night1(witch_both_potions_same_night=False).night(kill="V1", antidote="V2", poison="W1")
    assert only.refused == [("antidote", "target_not_dying")], "a refused antidote bars no poison"
    assert only.states("W1") == {"fainted"}


@pytest.mark.rule("R-088", "A-36", "G-21")
def test_a_dying_witchs_poison() -> None:
    shielded = night1().night(guard_shield="WITCH", kill="WITCH", poison="W1")
    assert shielded.states("W1") == {"fainted"}, "a shielded witch is not dying"
    in_love = night1(12, "WITCH", "V1").night(kill="V1", poison="W1")
    assert "W1" in in_love.who("fainted"), "to love one who is dying is not to be dying"
    kept = night1(void_poison_is_spent=False).night(kill="WITCH", poison="谁")
    assert kept.refused == [("poison", "unknown_name")]


@pytest.mark.rule("A-28", "R-096", "R-097")
def test_a_dying_elder_who_is_poisoned_costs_everyone_the_skills() -> None:
    table = night1(16).night(kill="ELDER", poison="ELDER")
    assert table.states("ELDER") == {"fainted"}
    assert table["ELDER"].marks == 0
    assert [one.name for one in table.state if one.skills_lost] == [
        "SEER",
        "WITCH",
        "GUARD",
        "ELDER",
        "HUNTER",
        "CUPID",
    ]


# 猎人


@pytest.mark.rule("R-098", "A-20", "A-21", "A-23")
def test_the_poisoned_hunter_shoots_one_who_is_alive_or_dying() -> None:
    table = night1(14).night(kill="V1", poison="HUNTER", last_shot="V1")
    assert table.refused == []
    assert [(e.who, e.cause) for e in table.said("fainted")] == [("HUNTER", "poison"), ("V1", "last_shot")]
    strict = night1(14, hunter_targets=["alive"]).night(kill="V1", poison="HUNTER", last_shot="V1")
    assert strict.refused == [("last_shot", "target_not_alive")]
    assert strict.states("V1") == {"fainted"}
    alive = night1(14, hunter_targets=["alive"]).night(poison="HUNTER", last_shot="V1")
    assert alive.states("V1") == {"fainted"}


@pytest.mark.rule("R-098", "A-22", "G-08")
def test_without_look_ahead_only_one_who_has_fainted_shoots() -> None:
    table = night1(14, hunter_lookahead=False).night(kill="HUNTER", last_shot="W1")
    assert table.refused == [("last_shot", "not_due")]
    assert table.told("last_shot") == []
    assert table.states("HUNTER") == {"fainted"}
    assert table.state.shot_due == frozenset(), "the night is over"
    poisoned = night1(14, hunter_lookahead=False).night(poison="HUNTER", last_shot="W1")
    assert poisoned.states("W1") == {"fainted"}


@pytest.mark.rule("A-22", "G-08", "A-84")
def test_the_look_ahead_moves_a_dying_hunter_and_his_lover_first() -> None:
    table = night1(14, "HUNTER", "V1").night(kill="HUNTER", last_shot="W1")
    assert table.who("fainted") == ["HUNTER", "V1", "W1"]
    assert [e.cause for e in table.said("fainted")] == ["kill", "empathy", "last_shot"]


@pytest.mark.rule("G-08", "G-16")
def test_an_imprisoned_hunter_who_faints_by_empathy_has_his_shot() -> None:
    given = {"HUNTER": {"states": (Status.IMPRISONED,)}}
    table = Table.at_day(3, 14, given=given, lovers=("HUNTER", "V1")).vote().night(kill="V1", last_shot="W1")
    assert table.states("HUNTER") == {"imprisoned", "fainted"}
    assert table.states("W1") == {"fainted"}
    barred = Table.at_day(3, 14, given=given, lovers=("HUNTER", "V1"), out_roles_keep_skills=False).vote()
    barred.night(kill="V1", last_shot="W1")
    assert barred.refused == [("last_shot", "not_due")], "he was out before"
    fresh = Table.at_day(3, 14, out_roles_keep_skills=False).vote().night(kill="HUNTER", last_shot="W1")
    assert fresh.states("W1") == {"fainted"}, "one who has just fainted is not barred"


@pytest.mark.rule("A-22", "G-02")
def test_the_look_ahead_passes_over_the_fainted_and_the_expelled() -> None:
    fainted = Table.at_day(
        3, 14, given={"HUNTER": {"states": (Status.FAINTED,)}}, lovers=("HUNTER", "V1")
    ).vote()
    assert fainted.night(kill="V1").told("last_shot") == []
    expelled = Table.at_day(
        3, 14, given={"HUNTER": {"states": (Status.EXPELLED,)}}, lovers=("HUNTER", "V1")
    ).vote()
    assert expelled.night(kill="V1").told("last_shot") == []
    dying = night1(14).window(Window.GUARD).window(Window.PIPER, wolf="W1")
    dying.window(Window.HUNT, o(Skill.KILL, "W1", "HUNTER")).expel("HUNTER").window(Window.WITCH)
    assert dying.told("last_shot") == []
    assert dying.who("fainted") == []


@pytest.mark.rule("A-22", "G-09")
def test_a_protected_elders_lover_is_not_doomed() -> None:
    table = night1(16, "HUNTER", "ELDER").night(kill="ELDER")
    assert table.who("fainted") == []
    assert table["ELDER"].marks == 1
    marked = Table.at_day(2, 16, given={"ELDER": {"marks": 1}}, lovers=("HUNTER", "ELDER")).vote()
    marked.night(kill="ELDER", last_shot="W1")
    assert marked.who("fainted") == ["ELDER", "HUNTER", "W1"]


@pytest.mark.rule("A-54", "A-27")
def test_a_poisoned_elder_whose_lover_is_the_hunter_leaves_him_no_shot() -> None:
    table = night1(16, "HUNTER", "ELDER").night(poison="ELDER", last_shot="W1")
    assert table.who("fainted") == ["ELDER", "HUNTER"]
    assert table.refused == [("last_shot", "not_due")]


@pytest.mark.rule("A-27")
def test_a_shot_that_was_due_falls_away_with_the_skills() -> None:
    table = night1(16).window(Window.GUARD).window(Window.PIPER, wolf="W1").window(Window.HUNT)
    table.window(Window.WITCH, o(Skill.POISON, "WITCH", "HUNTER"))
    table.do(Rule(ruling=AddState(who="ELDER", state=Status.IMPRISONED)))
    table.window(Window.HUNTER, o(Skill.LAST_SHOT, "HUNTER", "W1"))
    assert table.refused == [("last_shot", "skill_lost")]


# the end of the night


@pytest.mark.rule("R-041", "A-84", "R-026")
def test_at_step_16_the_kill_comes_before_the_bite_and_a_partner_right_after_the_lover() -> None:
    table = night1(20, "V2", "V3").night(kill="V3", bite="V1")
    assert [(e.who, e.cause) for e in table.said("fainted")] == [
        ("V3", "kill"),
        ("V2", "empathy"),
        ("V1", "bite"),
    ]
    both = night1(20, "V1", "V3").night(kill="V3", bite="V1")
    assert both.who("fainted") == ["V3", "V1"]


@pytest.mark.rule("G-09", "R-117", "R-096")
def test_a_dying_elder_drawn_in_by_empathy_costs_the_skills() -> None:
    first = night1(20, "ELDER", "V1").night(kill="V1", bite="ELDER")
    assert first.who("skills_lost") == ["ELDER"], "his lover was processed first"
    saved = night1(20, "ELDER", "V1").night(kill="ELDER", bite="V1")
    assert saved["ELDER"].marks == 1, "processed first, he has his mark by then"
    assert saved.who("skills_lost") == ["ELDER"]


@pytest.mark.rule("G-02", "R-038")
def test_one_who_is_expelled_while_dying_does_not_faint() -> None:
    table = night1(16).night(kill="ELDER", until=Window.WITCH).expel("ELDER")
    table.window(Window.WITCH).window(Window.HUNTER)
    table.do(Settle(night=1))
    assert table.states("ELDER") == {"expelled"}
    assert table["ELDER"].marks == 0
    assert table.who("saved") == []


@pytest.mark.rule("R-040")
def test_the_director_may_faint_one_who_is_dying() -> None:
    table = night1().night(kill="V1", until=Window.WITCH)
    table.do(Rule(ruling=AddState(who="V1", state=Status.FAINTED)))
    table.window(Window.WITCH).window(Window.HUNTER)
    table.do(Settle(night=1))
    assert [e.cause for e in table.said("fainted")] == ["director"]
    assert table.state.night.dying == ()
    two = night1(20).night(kill="V1", bite="V2", until=Window.WITCH)
    two.do(Rule(ruling=AddState(who="V1", state=Status.FAINTED)))
    assert [name for name, _ in two.state.night.dying] == ["V2"]


# orders in general


@pytest.mark.rule("A-19")
def test_the_last_legal_order_stands_or_the_first() -> None:
    def seen(*orders: Order, **knobs: object) -> list[object]:
        table = night1(**knobs).window(Window.GUARD).window(Window.PIPER)
        table.window(Window.HUNT, *orders)
        return [e.target for e in table.said("foreseen")]

    two = (o(Skill.FORESEE, "SEER", "V1"), o(Skill.FORESEE, "SEER", "V2"))
    bad = o(Skill.FORESEE, "SEER", "谁")
    back = o(Skill.FORESEE, "SEER", void=True)
    assert seen(*two) == ["V2"]
    assert seen(*two, bad) == ["V2"]
    assert seen(*two, back) == []
    assert seen(back, *two) == ["V2"]
    assert seen(*two, action_revision="first") == ["V1"]
    assert seen(bad, *two, action_revision="first") == ["V1"]
    assert seen(two[0], back, action_revision="first") == ["V1"]


def test_the_directors_order_stands_above_the_characters() -> None:
    table = night1().window(Window.GUARD).window(Window.PIPER)
    table.window(Window.HUNT, o(Skill.FORESEE, "SEER", "W1", ruled=True), o(Skill.FORESEE, "SEER", "V1"))
    assert [e.target for e in table.said("foreseen")] == ["W1"]
    void = night1().window(Window.GUARD).window(Window.PIPER)
    void.window(Window.HUNT, o(Skill.FORESEE, "SEER", ruled=True, void=True), o(Skill.FORESEE, "SEER", "V1"))
    assert void.said("foreseen") == []


@pytest.mark.rule("R-008", "A-18")
def test_an_order_of_another_window_another_night_or_a_stranger_is_refused() -> None:
    table = night1()
    table.window(Window.GUARD, o(Skill.KILL, "W1", "V1"), o(Skill.GUARD_SHIELD, "谁", "V1"))
    assert table.refused == [("kill", "wrong_time"), ("guard_shield", "unknown_name")]
    rejection = judge_order(table.state, 2, Skill.FORESEE, "SEER", ("V1",))
    assert rejection is not None
    assert rejection.reason == "wrong_time"
    assert judge_order(table.state, 1, Skill.FORESEE, "SEER", ("V1",)) is None
    table.do(Close(night=1, window=Window.HUNT))
    assert table.refused == [("close", "wrong_time")]
    table.do(Close(night=2, window=Window.PIPER))
    assert table.refused == [("close", "wrong_time")]


@pytest.mark.rule("A-06", "A-05", "R-039")
def test_whether_the_out_keep_their_skills() -> None:
    given = {"SEER": {"states": (Status.IMPRISONED,)}, "WITCH": {"states": (Status.FAINTED,)}}
    kept = Table.at_day(2, given=given).vote().night(foresee="V1", kill="V2")
    assert kept.refused == []
    assert [to for to, _ in kept.told("commune")] == ["WITCH"]
    lost = Table.at_day(2, given=given, out_roles_keep_skills=False).vote().night(foresee="V1", kill="V2")
    assert lost.refused == [("foresee", "out")]
    assert lost.told("commune") == []


@pytest.mark.rule("R-036", "R-097")
def test_the_expelled_and_those_without_skill_are_refused() -> None:
    given = {"SEER": {"states": (Status.EXPELLED,)}, "GUARD": {"skills_lost": True}}
    table = Table.at_day(2, given=given).vote().night(foresee="V1", guard_shield="V1")
    assert table.refused == [("guard_shield", "skill_lost"), ("foresee", "expelled")]


@pytest.mark.rule("A-17", "R-143", "R-144", "R-145", "R-146", "R-147")
def test_who_is_prompted_in_each_window() -> None:
    table = night1(20, "V1", "V2")
    asked = {w: dict.fromkeys(skill.value for _, skill in entitled(table.state, 1, w)) for w in Window}
    assert list(asked[Window.GUARD]) == ["guard_shield", "sound_shield"]
    assert list(asked[Window.PIPER]) == ["pipe"]
    assert list(asked[Window.HUNT]) == ["foresee", "bite"], "the wolf is not drawn yet"
    assert list(asked[Window.WITCH]) == ["antidote", "poison"]
    assert list(asked[Window.HUNTER]) == []
    table.window(Window.GUARD).window(Window.PIPER, wolf="W3")
    assert ("W3", Skill.KILL) in entitled(table.state, 1, Window.HUNT)
    assert entitled(table.state, 2, Window.HUNT) == ()
    fresh = Table(19)
    assert entitled(fresh.state, 0, None) == (("CUPID", Skill.ARROW), ("WW", Skill.JOIN_PACK))


def test_after_the_end_nobody_is_asked_and_nothing_is_legal() -> None:
    table = Table.at_day(4, 6).vote().night()
    assert table.state.winner is not None
    assert entitled(table.state, 5, Window.GUARD) == ()
    rejection = judge_order(table.state, 5, Skill.POISON, "WITCH", ("V1",))
    assert rejection is not None
    assert rejection.reason == "game_over"


def test_a_wolf_that_falls_after_the_draw_does_not_kill() -> None:
    table = night1().window(Window.GUARD).window(Window.PIPER, wolf="W2")
    table.do(Rule(ruling=AddState(who="W2", state=Status.FAINTED)))
    table.window(Window.HUNT, o(Skill.KILL, "W2", "V1"))
    assert table.refused == [("kill", "not_in_pool")]
    back = night1().window(Window.GUARD).window(Window.PIPER, wolf="W2")
    back.do(Rule(ruling=AddState(who="W2", state=Status.FAINTED)))
    back.do(Rule(ruling=RemoveState(who="W2", state=Status.FAINTED)))
    back.window(Window.HUNT, o(Skill.KILL, "W2", "V1"))
    assert back["V1"].dying


def test_a_dying_target_of_a_shield_or_a_foresight_is_none() -> None:
    table = night1().night(kill="V1", until=Window.WITCH)
    for skill, who in ((Skill.FORESEE, "SEER"), (Skill.GUARD_SHIELD, "GUARD"), (Skill.PIPE, "PIPER")):
        rejection = judge_order(table.state, 1, skill, who, ("V1",))
        assert rejection is not None
        assert rejection.reason == "target_not_alive"
    assert may_use(table.state, Skill.COMMUNE, "WITCH") is None
    assert judge_order(table.state, 1, Skill.COMMUNE, "WITCH", ()) is None


@pytest.mark.rule("R-153")
def test_every_order_that_is_carried_out_is_on_the_log() -> None:
    orders = {
        "guard_shield": "V5",
        "sound_shield": "V6",
        "pipe": ["V1", "V2"],
        "foresee": "W1",
        "kill": "V1",
        "bite": "V2",
        "antidote": "V1",
        "poison": "HUNTER",
        "last_shot": "W2",
    }
    table = night1(20).night(wolf="W3", **orders)
    assert table.refused == []
    used = {
        one.skill.value: (one.who, one.targets) for one in table.said("used") if one.skill is not Skill.ARROW
    }
    assert {skill: list(targets) for skill, (_, targets) in used.items()} == {
        skill: [targets] if isinstance(targets, str) else targets for skill, targets in orders.items()
    }
    assert [used[skill][0] for skill in ("kill", "pipe", "foresee")] == ["W3", "PIPER", "SEER"]


def test_two_pipers_madden_one_target_once() -> None:
    table = Table(12)
    table.do(Rule(ruling=SetIdentity(who="V2", identity=Identity.PIPER)))
    table.night0("V3", "V4").vote().window(Window.GUARD)
    table.window(Window.PIPER, o(Skill.PIPE, "PIPER", "V1"), o(Skill.PIPE, "V2", "V1", "W1"))
    assert sorted(table.who("mad")) == ["V1", "W1"]
    assert table.refused == []


def test_what_a_feigned_idiot_may_not_do_again_is_only_that() -> None:
    table = Table.at_day(2, 18, given={"IDIOT": {"feigned": True}}, idiot_feign_limit="once")
    assert may_use(table.state, Skill.PLAY_FOOL, "IDIOT") == "spent"
    table.do(Rule(ruling=SetIdentity(who="IDIOT", identity=Identity.SEER)))
    assert may_use(table.state, Skill.FORESEE, "IDIOT") is None


def test_a_strangers_order_of_another_night_is_told_the_first_fault() -> None:
    rejection = judge_order(night1().state, 2, Skill.FORESEE, "V1", ("V2",))
    assert rejection is not None
    assert rejection.reason == "not_owner"


@pytest.mark.rule("A-22", "A-84", "G-08")
@pytest.mark.parametrize("status", [Status.EXPELLED, Status.FAINTED])
def test_a_hunter_who_cannot_shoot_moves_nobody_forward(status: Status) -> None:
    table = Table.at_day(2, 20, given={"HUNTER": {"states": (status,)}}, lovers=("HUNTER", "V1")).vote()
    table.night(kill="V2", bite="V1")
    assert table.who("fainted") == ["V2", "V1"]


def test_how_many_targets_and_whose_succession() -> None:
    state = night1().state
    for targets, reason in (((), "too_few_targets"), (("V1", "V2"), "too_many_targets")):
        rejection = judge_order(state, 1, Skill.FORESEE, "SEER", targets)
        assert rejection is not None
        assert rejection.reason == reason
    owing = Table.at_day(2, sheriff="V1").vote("W1>V1").state
    assert may_use(owing, Skill.SUCCESSION, "V1") is None
    assert may_use(owing, Skill.SUCCESSION, "V2") == "not_owed"


@pytest.mark.rule("R-041", "R-085")
def test_one_who_is_saved_takes_nobody_else_with_him() -> None:
    table = Table.at_day(2, 20).vote().night(kill="V1", bite="V2", antidote="V1")
    assert (table.states("V1"), table.states("V2")) == (set(), {"fainted"})


@pytest.mark.rule("R-019")
def test_a_night_belongs_to_its_day_until_the_next_one_opens() -> None:
    table = Table.at_day(2)
    assert table.state.discussion_day == 2
    assert table.vote().state.discussion_day == 2
    assert table.night().state.discussion_day == 2
    assert table.open().state.discussion_day == 3
