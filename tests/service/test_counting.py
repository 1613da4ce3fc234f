"""Whose ballots count, when, and what is said of the others: one sentence of the rule a test."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules import Rules
from service.counts.counting import CountRulings, Voters
from service.counts.seen import SeenPost
from tests.service.histories import (
    NAMES,
    OPENS,
    UIDS,
    at,
    ballot,
    counted,
    flags,
    form,
    history,
    refused,
    votes,
)

FLAGS = {
    "part_of_name", "on_the_line", "edited", "edited_after_close", "deleted", "blocked", "disguised", "suggestion",
    "not_seen_at_close",
}  # fmt: skip


def test_the_last_valid_ballot_counts_and_an_invalid_later_one_undoes_nothing() -> None:
    count = counted(
        ballot("苏武", "投票：班昭", "10:00:00", 1),
        ballot("苏武", "改投 蔡伦", "11:00:00", 2),
        ballot("苏武", "投票：没有这人", "12:00:00", 3),
    )
    assert votes(count) == {"蔡伦": ["苏武"]}
    assert refused(count) == [("苏武", "superseded"), ("苏武", "unknown_target")]


def test_first_is_a_policy_too() -> None:
    both = [ballot("苏武", "投票：班昭", "10:00:00", 1), ballot("苏武", "改投 蔡伦", "11:00:00", 2)]
    assert votes(counted(*both, rules=Rules(revote_policy="first"))) == {"班昭": ["苏武"]}


def test_the_close_is_excluded_and_the_opening_is_not() -> None:
    count = counted(
        ballot("苏武", "投票：班昭", "21:29:59", 1),
        ballot("蔡伦", "投票：班昭", "21:30:00", 2),
        ballot("张骞", "投票：班昭", "09:29:59", 3),
        ballot("卫青", "投票：班昭", "09:30:00", 4),
    )
    assert votes(count) == {"班昭": ["卫青", "苏武"]}
    assert refused(count) == [("张骞", "early"), ("蔡伦", "late")]
    assert flags(count) == []


@pytest.mark.parametrize(("inclusive", "counts"), [(False, {}), (True, {"班昭": ["苏武"]})])
def test_minutes_on_the_line_are_late_and_flagged(inclusive: bool, counts: dict[str, list[str]]) -> None:
    count = counted(
        ballot("苏武", "投票：班昭", "21:30:00", precision="minute"),
        rules=Rules(close_inclusive=inclusive),
    )
    assert (votes(count), flags(count)) == (counts, ["on_the_line"])


def test_minutes_around_a_close_within_a_minute_are_in_doubt() -> None:
    """Shown 21:30 and closed at 21:30:30: nobody knows whether it came before."""
    count = counted(ballot("苏武", "投票：班昭", "21:30:00", precision="minute"), closes=at("21:30:30"))
    assert (refused(count), flags(count)) == ([("苏武", "late")], ["on_the_line"])


def test_ballots_of_one_instant_go_by_pid() -> None:
    both = [ballot("苏武", "投票：蔡伦", "10:00:00", 8), ballot("苏武", "投票：班昭", "10:00:00", 5)]
    assert votes(counted(*both)) == {"蔡伦": ["苏武"]}


@pytest.mark.parametrize(
    ("read", "told"), [("21:30:02", []), ("21:35:00", []), ("21:40:00", ["not_seen_at_close"])]
)
def test_a_close_that_nobody_saw_is_said(read: str, told: list[str]) -> None:
    count = counted(ballot("苏武", "投票：班昭"), read_at=at(read))
    assert flags(count) == told
    if told:
        assert count.flags[0].detail == at(read).isoformat()


def test_spectators_the_judge_and_namesakes_cast_no_ballots() -> None:
    count = counted(
        ballot("路人", "投票：班昭", pid=1, uid=900),
        ballot("判官", "投票：班昭", pid=2, uid=7),
        ballot("苏武", "投票：班昭", pid=3, uid=901),
        ballot("改了名的判官", "投票：班昭", pid=4, uid=7),
        ballot("判官", "投票：班昭", pid=5, uid=902),
    )
    assert votes(count) == {}
    assert refused(count) == [
        ("路人", "not_a_character"),
        ("苏武", "not_a_character"),
        ("判官", "not_a_character"),
    ]


def test_a_renamed_account_votes_by_its_uid_and_one_without_uid_by_its_name() -> None:
    count = counted(
        ballot("苏武", "投票：班昭", pid=1, author="新名字", uid=UIDS["苏武"]),
        ballot("蔡伦", "投票：班昭", pid=2, uid=None),
    )
    assert votes(count) == {"班昭": ["苏武", "蔡伦"]}


def test_an_anonymous_post_votes_only_where_its_author_is_known_by_uid() -> None:
    count = counted(
        ballot("苏武", "投票：班昭", pid=1, author=None, anonymous=True, uid=None),
        ballot("蔡伦", "投票：班昭", pid=2, author=None, anonymous=True),
    )
    assert votes(count) == {"班昭": ["蔡伦"]}
    assert [reason for _, reason in refused(count)] == ["not_a_character"]


def test_a_post_keeps_the_author_that_it_was_seen_with() -> None:
    """Made anonymous later, or its account deleted."""
    seen = history(
        form("投票：班昭", "10:00:00", "10:01:00", "12:00:00"),
        form("投票：班昭", "10:00:00", "12:01:00", "22:00:00", author=None, uid=None, anonymous=True),
    )
    assert votes(counted(seen)) == {"班昭": ["苏武"]}


def substituted(**more: object) -> Voters:
    since = at("15:00:00")
    return Voters(
        by_name={**{n: n for n in NAMES}, "替补": "苏武"},
        by_uid={UIDS["苏武"]: "苏武", 900: "苏武"},
        spans={UIDS["苏武"]: (None, since), "苏武": (None, since), 900: (since, None), "替补": (since, None)},
        **more,  # type: ignore[arg-type]
    )


def test_a_substitute_votes_from_his_hour_on_and_the_other_until_then() -> None:
    count = counted(
        ballot("替补", "投票：班昭", "14:59:59", 1, uid=900),
        ballot("苏武", "投票：蔡伦", "14:59:59", 2),
        ballot("苏武", "投票：张骞", "15:00:00", 3),
        voters=substituted(),
    )
    assert votes(count) == {"蔡伦": ["苏武"]}
    assert [reason for _, reason in refused(count)] == ["not_a_character", "not_a_character"]
    late = counted(ballot("替补", "投票：班昭", "15:00:00", 1, uid=900), voters=substituted())
    assert votes(late) == {"班昭": ["苏武"]}


def test_a_substitute_whose_uid_is_not_known_yet_is_known_by_name() -> None:
    voters = substituted(pinned=frozenset({"苏武"}))
    known = {uid: name for uid, name in voters.by_uid.items() if uid != 900}
    count = counted(
        ballot("替补", "投票：班昭", "16:00:00", 1, uid=900), voters=replace(voters, by_uid=known)
    )
    assert votes(count) == {"班昭": ["苏武"]}


def test_the_expelled_do_not_vote_and_the_out_are_not_voted_for() -> None:
    count = counted(
        ballot("苏武", "投票：卫青", pid=1),
        ballot("张骞", "投票：班昭", pid=2),
        ballot("卫青", "投票：班昭", pid=3),
        expelled=frozenset({"张骞"}),
        out=frozenset({"卫青"}),
    )
    assert votes(count) == {"班昭": ["卫青"]}
    assert refused(count) == [("苏武", "ineligible_target"), ("张骞", "not_eligible")]


def test_the_sheriff_counts_twice_and_a_feigned_idiot_is_listed_with_nothing() -> None:
    count = counted(
        ballot("苏武", "投票：班昭", pid=1),
        ballot("蔡伦", "投票：班昭", pid=2),
        sheriff="苏武",
        feigned=frozenset({"蔡伦"}),
    )
    (line,) = count.tally.standing
    assert (line.votes, [(v.ballot.voter, v.weight) for v in line.voters]) == (2, [("苏武", 2), ("蔡伦", 0)])


def test_muted_ballots_only_where_the_knob_says_so() -> None:
    post = ballot("苏武", "投票：班昭", "10:00:00")
    muted = {"silenced": frozenset({"苏武"}), "silent_until": OPENS + timedelta(hours=12)}
    assert votes(counted(post, **muted)) == {"班昭": ["苏武"]}
    assert refused(counted(post, rules=Rules(mute_blocks_votes=True), **muted)) == [("苏武", "not_eligible")]


def test_who_first_reached_the_number_counts_only_ballots_that_finally_count() -> None:
    posts = [
        ballot("苏武", "投票：班昭", "10:00:00", 1),
        ballot("蔡伦", "投票：班昭", "10:01:00", 2),
        ballot("张骞", "投票：卫青", "10:02:00", 3),
        ballot("班昭", "投票：卫青", "10:03:00", 4),
        ballot("苏武", "投票：班昭，再说一遍", "10:04:00", 5),
    ]
    count = counted(*posts, election=True)
    assert (count.tally.outcome.target, count.tally.outcome.reason.value) == ("卫青", "first_to_reach")
    live = counted(*posts, election=True, rules=Rules(first_reach_mode="live_first"))
    assert live.tally.outcome.target == "班昭"


def test_in_reserved_mode_only_ones_own_floor_is_a_ballot() -> None:
    count = counted(
        history(
            form("占楼", "09:00:00", "09:01:00", "12:00:00"),
            form("投票：班昭", "09:00:00", "12:01:00", "22:00:00", edited_at="12:00:00"),
            pid=2,
        ),
        ballot("苏武", "投票：蔡伦", "13:00:00", 9),
        rules=Rules(ballot_mode="reserved"),
    )
    assert votes(count) == {"班昭": ["苏武"]}


def test_the_directors_ballots_stand_in_the_place_of_the_voters() -> None:
    posts = [ballot("苏武", "投票：班昭", pid=1), ballot("蔡伦", "投票：班昭", pid=2)]
    rulings = CountRulings(ballots={"苏武": "张骞", "蔡伦": "none", "卫青": "abstain"})
    count = counted(*posts, rulings=rulings)
    assert votes(count) == {"张骞": ["苏武"]}
    assert count.tally.abstained == ("卫青",)
    assert refused(count) == [("苏武", "voided"), ("蔡伦", "voided")]
    assert "蔡伦" in count.tally.silent


def test_a_void_and_a_restored_ballot() -> None:
    posts = [ballot("苏武", "投票：班昭", pid=1), ballot("蔡伦", "投票：班昭", "21:31:00", 2)]
    count = counted(*posts, rulings=CountRulings(voided=frozenset({1}), restored=frozenset({2})))
    assert votes(count) == {"班昭": ["蔡伦"]}
    assert refused(count) == [("苏武", "voided")]


def test_what_a_post_means_by_the_directors_word_even_if_nobody_could_read_it() -> None:
    posts = [ballot("苏武", "投那个谁", pid=1), ballot("蔡伦", None, pid=2, state="blocked")]
    rulings = CountRulings(read_as={1: "投票：班昭", 2: "投票：班昭"})
    assert votes(counted(*posts, rulings=rulings)) == {"班昭": ["苏武", "蔡伦"]}


def test_every_flag_is_one_that_the_interface_names() -> None:
    count = counted(
        ballot("苏武", "投票：班", pid=1),
        ballot("蔡伦", "投票：班招", pid=2),
        ballot("张骞", "投票：班昭", "21:30:00", 3, precision="minute"),
        ballot("卫青", "投票：班昭", pid=4, gone="23:00:00", state="blocked"),
        read_at=at("21:50:00"),
    )
    assert set(flags(count)) <= FLAGS
    assert set(flags(count)) >= {"suggestion", "on_the_line", "blocked", "deleted", "not_seen_at_close"}


POSTS = st.lists(
    st.tuples(
        st.sampled_from([*NAMES, "路人"]),
        st.sampled_from(
            [
                "投票：班昭",
                "投票：蔡伦",
                "弃票",
                "撤票",
                "改投 卫青",
                "投票：没有这人",
                "今天天气不错",
                "班昭",
            ]
        ),
        st.integers(9 * 60, 22 * 60),
        st.sampled_from([None, "12:00:00", "23:00:00"]),
    ),
    max_size=12,
)


def told(rows: list[tuple[str, str, int, str | None]]) -> list[SeenPost]:
    return [
        ballot(who, text, f"{minute // 60:02}:{minute % 60:02}:00", pid, gone)
        for pid, (who, text, minute, gone) in enumerate(rows, 1)
    ]


@given(rows=POSTS, data=st.data())
def test_the_order_of_readings_does_not_matter_and_nobody_counts_for_more_than_he_has(
    rows: list[tuple[str, str, int, str | None]], data: st.DataObject
) -> None:
    posts = told(rows)
    count = counted(*posts, sheriff="苏武")
    assert counted(*data.draw(st.permutations(posts)), sheriff="苏武") == count
    assert sum(line.votes for line in count.tally.standing) <= len(NAMES) + 1
    voters = [v.ballot.voter for line in count.tally.standing for v in line.voters]
    assert len(voters) == len(set(voters))
    assert sorted([*voters, *count.tally.abstained, *count.tally.silent]) == sorted(NAMES)


@given(rows=POSTS, extra=st.integers(0, 3))
def test_talk_of_others_changes_no_count(rows: list[tuple[str, str, int, str | None]], extra: int) -> None:
    posts = told(rows)
    talk = [ballot("路人", "我看看热闹", pid=1000 + n) for n in range(extra)]
    assert counted(*posts, *talk).tally == counted(*posts).tally
