"""`panguan tally`: the stored count, as of any moment, in the words of `count`."""

from __future__ import annotations

import json
from typing import Any

from tests.service.played import NAMES, Played, run


def tally(played: Played, *words: str) -> dict[str, Any]:
    done = run(played, "tally", "first", "--json", *words)
    assert done.exit_code == 0, done.stderr
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def test_the_whole_count_of_a_day(finished: Played) -> None:
    found = tally(finished, "--day", "1")
    assert found["from"] == "2026-03-02T09:30:00+08:00"
    assert found["until"] == "2026-03-03T21:30:00+08:00"
    assert [(line["target"], line["votes"]) for line in found["standing"]] == [(NAMES[0], 4), (NAMES[2], 1)]
    assert [vote["voter"] for vote in found["standing"][0]["voters"]] == list(NAMES[:4])
    assert found["abstained"] == [NAMES[5]]
    assert found["silent"] == list(NAMES[6:])
    assert found["outcome"] == {"kind": "elected", "target": NAMES[0], "reason": "most_votes"}
    assert {one["reason"] for one in found["rejected"]} == {"unknown_target", "superseded"}


def test_as_of_a_moment_before_a_change_of_mind(finished: Played) -> None:
    found = tally(finished, "--day", "1", "--at", "2026-03-02T10:05:30+08:00")
    assert [(line["target"], line["votes"]) for line in found["standing"]] == [(NAMES[0], 4), (NAMES[1], 1)]
    assert found["as_of"] == "2026-03-02T10:05:30+08:00"
    assert found["rejected"] == []


def test_as_of_a_moment_before_anybody_voted(finished: Played) -> None:
    found = tally(finished, "--day", "1", "--at", "2026-03-02T09:45:00+08:00")
    assert found["standing"] == []
    assert found["silent"] == list(NAMES)


def test_the_last_open_day_is_taken_by_itself(finished: Played) -> None:
    assert tally(finished)["day"] == 2


def test_for_people(finished: Played) -> None:
    done = run(finished, "tally", "first", "--day", "1")
    assert f"结果：{NAMES[0]} 当选警长" in done.stdout


def test_what_cannot_be_counted_is_one_line(finished: Played) -> None:
    for words, told in (
        (["first", "--day", "3"], "第 3 天还没有开帖"),
        (["none"], "没有叫「none」的牌局"),
        (["first", "--at", "gestern"], "不是 ISO 8601 时间"),
    ):
        done = run(finished, "tally", *words)
        assert done.exit_code == 2
        assert told in done.stderr
        assert done.stderr.count("\n") == 1
        assert done.stdout == ""
