"""Every worked scenario of the rules, as a file with its expectations beside it, through `replay`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.roster import UnsupportedPlayerCount, roster
from service.scenarios.playing import as_json, play
from service.scenarios.scenario import load_scenario

FOLDER = Path(__file__).resolve().parents[1] / "fixtures" / "scenarios"
NAMES = sorted(path.name.removesuffix(".toml") for path in FOLDER.glob("*.toml"))
KNOWN = {
    "rules",
    "rejected",
    "events",
    "no_events",
    "told",
    "told_count",
    "told_before",
    "told_to_nobody",
    "state",
}


def expected(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.expect.json").read_text("utf-8"))
    return found


def cases() -> list[Any]:
    return [pytest.param(name, marks=pytest.mark.rule(*expected(name)["rules"])) for name in NAMES]


@pytest.mark.parametrize("name", cases())
def test_scenario(name: str) -> None:
    wanted = expected(name)
    assert set(wanted) <= KNOWN, "an expectation that nothing looks at"
    scenario = load_scenario(FOLDER / f"{name}.toml")
    told = as_json(play(scenario))
    assert told == as_json(play(scenario)), "the same scenario always plays the same"
    assert [[r["step"], r["order"], r["reason"]] for r in told["rejected"]] == wanted["rejected"]
    assert_events(told["events"], wanted.get("events", []))
    kinds = {event["kind"] for event in told["events"]}
    assert not kinds & set(wanted.get("no_events", ()))
    assert_told(told["told"], wanted)
    assert_within(told["state"], wanted["state"], "state")


def assert_events(events: list[dict[str, Any]], wanted: list[list[str | None]]) -> None:
    """Each wanted event happened, in this order."""
    rest = iter(events)
    for kind, who, *cause in wanted:
        assert any(
            event["kind"] == kind and who in {event["who"], "*"} and (not cause or event["cause"] == cause[0])
            for event in rest
        ), f"no {kind} of {who} {cause} at its place"


def assert_told(told: list[dict[str, Any]], wanted: dict[str, Any]) -> None:
    said = [[one["to"], one["skill"], one["what"]] for one in told]
    for line in wanted.get("told", ()):
        assert line in said
    skills = [one["skill"] for one in told]
    for skill, number in wanted.get("told_count", {}).items():
        assert skills.count(skill) == number
    for before, after in wanted.get("told_before", ()):
        assert skills.index(before) < skills.index(after)
    for name in wanted.get("told_to_nobody", ()):
        assert name not in [one["to"] for one in told]


def assert_within(found: Any, wanted: Any, where: str) -> None:
    if isinstance(wanted, dict):
        for key, value in wanted.items():
            assert_within(found[key], value, f"{where}.{key}")
    else:
        assert found == wanted, where


def test_no_expectation_is_without_a_scenario() -> None:
    assert sorted(path.name.removesuffix(".expect.json") for path in FOLDER.glob("*.json")) == NAMES


@pytest.mark.rule("R-049", "R-055", "R-062", "R-064", "A-88")
def test_s01_the_roster() -> None:
    assert list(roster(12).values()) == [3, 4, 1, 1, 1, 1, 1]
    assert list(roster(19).values()) == [4, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    assert list(roster(6).values()) == [2, 3, 1]
    for players in (5, 21):
        with pytest.raises(UnsupportedPlayerCount, match="unsupported_player_count"):
            roster(players)
