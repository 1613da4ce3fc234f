"""The rules' overview table, row by row: whose skill, in which window, on whom; and the words for things."""

from __future__ import annotations

import pytest

from engine.events import CampChanged
from engine.game import Order
from engine.model import CAMP_ZH, IDENTITY_ALIASES_ZH, IDENTITY_ZH, SKILL_ZH, Camp, Identity, Skill, Status
from engine.orders import NIGHT0_SKILLS, OWNER, WINDOW_OF, Refusal, judge_order
from engine.readings import COMMON, INITIAL_CAMP, SPECIAL, initial_camp
from engine.state import Phase, State, Window
from tests.engine.table import Table

ALIVE, DYING, MAD, OUT = "V1", "V2", "V3", "V4"

ROWS = [
    ("R-065", Skill.FORESEE, Identity.SEER, Window.HUNT, {ALIVE, MAD}),
    ("R-067", Skill.ANTIDOTE, Identity.WITCH, Window.WITCH, {DYING}),
    ("R-068", Skill.POISON, Identity.WITCH, Window.WITCH, {ALIVE, MAD, DYING}),
    ("R-069", Skill.GUARD_SHIELD, Identity.GUARD, Window.GUARD, {ALIVE, MAD}),
    ("R-070", Skill.SOUND_SHIELD, Identity.GUARD, Window.GUARD, {ALIVE, MAD}),
    ("R-072", Skill.LAST_SHOT, Identity.HUNTER, Window.HUNTER, {ALIVE, MAD, DYING}),
    ("R-076", Skill.PIPE, Identity.PIPER, Window.PIPER, {ALIVE}),
    ("R-077", Skill.KILL, Identity.WEREWOLF, Window.HUNT, {ALIVE, MAD}),
    ("R-079", Skill.BITE, Identity.WHITE_WOLF, Window.HUNT, {ALIVE, MAD, DYING}),
]


def midnight() -> State:
    """A night in which V2 is dying, V3 mad, V4 out, the hunter due to shoot, and W1 the wolf."""
    from dataclasses import replace

    given = {
        DYING: {"states": (Status.DYING,)},
        MAD: {"states": (Status.MAD,)},
        OUT: {"states": (Status.FAINTED,)},
    }
    table = Table.at_day(2, 20, given=given).vote()
    night = replace(table.state.night, wolf="W1")
    return replace(table.state, night=night, shot_due=frozenset({"HUNTER"}))


@pytest.mark.rule("A-07")
@pytest.mark.parametrize(
    ("skill", "identity", "window", "legal"),
    [pytest.param(*row[1:], marks=pytest.mark.rule(row[0])) for row in ROWS],
)
def test_whose_skill_on_whom(skill: Skill, identity: Identity, window: Window, legal: set[str]) -> None:
    state = midnight()
    bearer = state.bearers(identity)[0].name
    found = {
        name for name in (ALIVE, DYING, MAD, OUT) if judge_order(state, 2, skill, bearer, (name,)) is None
    }
    assert found == legal
    assert WINDOW_OF[skill] is window
    if skill is not Skill.KILL:
        assert OWNER[skill] is identity
        stranger = judge_order(state, 2, skill, "V5", (ALIVE,))
        assert stranger is not None
        assert stranger.reason is Refusal.NOT_OWNER


@pytest.mark.rule("R-066", "R-071", "R-073", "R-074", "R-075", "R-078")
def test_the_rows_without_a_target_and_those_of_night_0() -> None:
    assert OWNER[Skill.COMMUNE] is Identity.WITCH
    assert OWNER[Skill.PLAY_FOOL] is Identity.IDIOT
    assert (OWNER[Skill.ARROW], OWNER[Skill.JOIN_PACK]) == (Identity.CUPID, Identity.WHITE_WOLF)
    assert set(NIGHT0_SKILLS) == {Skill.ARROW, Skill.JOIN_PACK}
    assert Identity.VILLAGER not in OWNER.values(), "村民 has no skill"
    assert Identity.ELDER not in OWNER.values(), "长寿之命 is not declared"
    state = Table(20).state
    for skill in (Skill.JOIN_PACK, Skill.ARROW):
        bearer = state.bearers(OWNER[skill])[0].name
        wrong = judge_order(state, 0, skill, bearer, ("V1",))
        assert wrong is not None
        assert wrong.reason in {Refusal.TOO_MANY, Refusal.TOO_FEW}


@pytest.mark.rule("R-011", "R-012", "R-013", "R-080")
def test_camps_and_types() -> None:
    assert len(Camp) == 5
    assert {CAMP_ZH[f"{word}阵营"] for word in ("狼人", "白狼", "村民", "吹笛", "情侣")} == set(Camp)
    assert {Identity.SEER, Identity.WITCH, Identity.GUARD, Identity.ELDER} == SPECIAL
    assert {Identity.HUNTER, Identity.IDIOT, Identity.CUPID} == COMMON
    assert {i for i in Identity if initial_camp(i) is Camp.VILLAGERS} == {
        Identity.VILLAGER,
        *SPECIAL,
        *COMMON,
    }
    assert set(INITIAL_CAMP.values()) == {Camp.WEREWOLVES, Camp.WHITE_WOLF, Camp.PIPER}


@pytest.mark.rule("R-081", "R-093", "R-101", "R-105", "R-020")
def test_the_other_words_that_the_rules_allow() -> None:
    assert {
        word: IDENTITY_ALIASES_ZH[word].name for word in ("预言家", "村长", "丘比特", "吹笛者", "笛子")
    } == {
        "预言家": "SEER",
        "村长": "ELDER",
        "丘比特": "CUPID",
        "吹笛者": "PIPER",
        "笛子": "PIPER",
    }
    assert set(IDENTITY_ZH.values()) == set(Identity)
    assert set(SKILL_ZH.values()) == set(Skill)
    assert SKILL_ZH["最后一枪"] is SKILL_ZH["麻醉"] is Skill.LAST_SHOT


@pytest.mark.rule("R-014", "R-016", "R-018", "R-019", "R-142", "R-151")
def test_days_and_nights_alternate_until_the_end() -> None:
    table = Table(6).night0()
    seen = []
    while table.state.phase is not Phase.OVER:
        seen.append((table.state.day, table.state.phase.value))
        if table.state.phase is Phase.DAY:
            table.vote()
        else:
            table.night()
            if table.state.phase is not Phase.OVER:
                table.open()
    assert seen == [(n, phase) for n in range(1, 5) for phase in ("day", "night")]
    assert [event.day for event in table.said("counted")] == [1, 2, 3, 4]


@pytest.mark.rule("R-042", "R-044", "R-114", "R-117", "A-09")
def test_states_and_their_sources() -> None:
    table = Table(14).night0("V1", "V2").vote().night(poison="V3").open().vote("W1>W2").night(kill="V1")
    assert {(e.who, e.cause.value) for e in table.said("fainted")} == {
        ("V3", "poison"),
        ("V1", "kill"),
        ("V2", "empathy"),
    }
    assert [(e.who, e.cause.value) for e in table.said("imprisoned")] == [("W2", "vote")]
    assert len(table.state.lovers) == 2
    assert not [e for e in table.said("camp") if isinstance(e, CampChanged)]


def test_an_order_is_plain_data() -> None:
    assert Order(skill=Skill.KILL, who="W1", targets=("V1",)) == Order(
        skill=Skill.KILL, who="W1", targets=("V1",)
    )
