"""The knobs: what may be set, to what, and how a wrong setting is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.rules import ELSEWHERE, NOT_OFFERED, Fault, Rules, RulesError, knobs


def refused(key: str, value: object) -> RulesError:
    with pytest.raises(RulesError) as caught:
        Rules.from_mapping({key: value})
    return caught.value


def test_nothing_set_is_the_default() -> None:
    assert Rules.from_mapping({}) == Rules()
    assert Rules().to_mapping() == {}


@pytest.mark.parametrize("name", list(knobs()))
def test_every_knob_takes_each_of_its_values_and_no_other(name: str) -> None:
    knob = knobs()[name]
    meta = knob.metadata
    values = [list(v) for v in meta["lists"]] if "lists" in meta else meta.get("values", [3, 7])
    for value in values:
        rules = Rules.from_mapping({name: value})
        assert getattr(rules, name) == (tuple(value) if isinstance(value, list) else value)
        assert Rules.from_mapping(rules.to_mapping()) == rules
    for wrong in ("no such value", None, [], ["alive", "alive"], -1, float("nan"), float("inf"), {}):
        assert refused(name, wrong).fault is Fault.BAD_VALUE
    assert meta["doubt"]


def test_a_truth_is_no_number_and_a_number_no_truth() -> None:
    assert refused("self_vote", 1).fault is Fault.BAD_VALUE
    assert refused("post_limit", True).fault is Fault.BAD_VALUE
    assert "true | false" in refused("self_vote", "yes").allowed


@pytest.mark.rule("G-23")
def test_numbers_have_a_least_value() -> None:
    assert refused("penalty_threshold", 0).allowed == "whole number >= 1"
    assert refused("penalty_threshold", 1.5).fault is Fault.BAD_VALUE
    assert Rules.from_mapping({"penalty_threshold": 1}).penalty_threshold == 1
    assert Rules.from_mapping({"mute_hours": 0.5}).mute_hours == 0.5
    twelve = Rules.from_mapping({"post_limit": 12.0}).post_limit
    assert (twelve, type(twelve)) == (12, int)


def test_states_may_be_written_in_chinese_and_in_any_order() -> None:
    assert Rules.from_mapping({"hunter_targets": ["濒死", "存活"]}).hunter_targets == ("alive", "dying")
    assert Rules.from_mapping({"hunter_targets": ["存活"]}).hunter_targets == ("alive",)
    assert refused("hunter_targets", ["dying"]).fault is Fault.BAD_VALUE


def test_an_unknown_knob_is_told_with_the_nearest() -> None:
    error = refused("close_inclusiv", True)
    assert (error.fault, error.nearest) == (Fault.UNKNOWN, "close_inclusive")
    assert "close_inclusive" in str(error)
    assert refused("zzzzzz", 1).nearest is None


def test_a_settled_reading_is_refused_as_such() -> None:
    assert refused("guard_shield_scope", "both").fault is Fault.NOT_OFFERED
    error = refused("day_open", "09:30")
    assert (error.fault, error.nearest) == (Fault.ELSEWHERE, "timetable")
    assert not set(knobs()) & (NOT_OFFERED | set(ELSEWHERE))


READ_ELSEWHERE = {
    "early_orders", "mad_vote_target_scope", "post_limit", "post_limit_counts_vote_thread", "mad_emoji_ok",
    "mad_quote_policy", "publish_win", "custom_roster", "bare_name", "name_match", "ballot_mode", "edits", "deletes",
    "violation_action", "deleted_posts_count",
}  # fmt: skip
"""Knobs of the parsers and the shell; the engine only carries them."""


def test_every_knob_of_the_engine_is_played_in_another_reading() -> None:
    """A test or a scenario of the engine sets it to something that is not the default."""
    here = Path(__file__).parent
    engine = " ".join(path.read_text("utf-8") for path in (here.parents[1] / "engine").glob("*.py"))
    played = " ".join(
        path.read_text("utf-8") for path in here.glob("test_*.py") if path.name != "test_rules.py"
    )
    used = {name for name in knobs() if f"rules.{name}" in engine}
    assert used == set(knobs()) - READ_ELSEWHERE
    for name in used:
        default = knobs()[name].default
        settings = re.findall(rf'\b{name}(?:"\s*:|=)\s*(\[[^\]]*\]|"[a-z_]+"|\w+)', played)
        values = {word.strip('"') for word in settings} - {str(default)}
        assert values, f"{name} is never played in another reading"
