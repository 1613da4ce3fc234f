"""What stood at the close: edits, deletions and blocking, one sentence of the rule a test."""

from __future__ import annotations

import pytest

from engine.rules import Rules
from tests.service.histories import at, ballot, counted, flags, form, history, refused, votes

A, B = "投票：班昭", "投票：蔡伦"


def two(mark: str | None, seen: str, before: str = "20:00:00", posted: str = "10:00:00") -> object:
    """A ballot for A, later found to be one for B."""
    return counted(
        history(
            form(A, posted, "10:01:00", before),
            form(B, posted, seen, "22:00:00", edited_at=mark),
            gone=None,
        )
    )


def first_of(count: object) -> tuple[dict[str, list[str]], list[str], str]:
    tally = count.tally  # type: ignore[attr-defined]
    moment = tally.standing[0].voters[0].ballot.at if tally.standing else None
    return (
        votes(count),
        flags(count),
        f"{moment.astimezone(at('00:00:00').tzinfo):%H:%M:%S}" if moment else "",
    )  # type: ignore[arg-type]


def test_an_edit_before_the_close_counts_as_written_at_the_close_with_the_time_of_its_mark() -> None:
    assert first_of(two("20:30:00", "20:31:00")) == ({"蔡伦": ["苏武"]}, ["edited"], "20:30:00")


@pytest.mark.parametrize("mark", [None, "19:00:00", "12:00:00", "20:40:00", "23:59:00"])
def test_a_mark_outside_the_two_readings_is_not_believed(mark: str | None) -> None:
    assert first_of(two(mark, "20:31:00")) == ({"蔡伦": ["苏武"]}, ["edited"], "20:31:00")


def test_a_look_that_changed_no_word_still_shows_how_long_the_old_words_stood() -> None:
    """A new avatar, a new smilie: the old text was seen until eight, whatever the mark says."""
    count = counted(
        history(
            form(A, "10:00:00", "10:01:00", "10:30:00"),
            form(A, "10:00:00", "10:31:00", "20:00:00", smilies=("12",)),
            form(B, "10:00:00", "20:01:00", "22:00:00", edited_at="10:35:00"),
        )
    )
    assert first_of(count) == ({"蔡伦": ["苏武"]}, ["edited"], "20:01:00")


def test_an_edited_ballot_takes_its_place_by_the_time_of_its_change() -> None:
    count = counted(
        history(
            form(A, "10:00:00", "10:01:00", "12:00:00"),
            form(B, "10:00:00", "12:01:00", "22:00:00", edited_at="12:00:00"),
            pid=5,
        ),
        ballot("苏武", "投票：张骞", "11:00:00", pid=8),
    )
    assert votes(count) == {"蔡伦": ["苏武"]}
    assert refused(count) == [("苏武", "superseded")]


@pytest.mark.parametrize(("mark", "seen"), [("21:30:00", "21:30:02"), (None, "21:30:02"), (None, "21:45:00")])
def test_an_edit_after_the_close_changes_nothing_and_is_flagged(mark: str | None, seen: str) -> None:
    count = two(mark, seen, before="21:29:40")
    assert votes(count) == {"班昭": ["苏武"]}  # type: ignore[arg-type]
    assert flags(count) == ["edited_after_close"]  # type: ignore[arg-type]


def test_one_with_a_late_edit_that_was_never_seen_before_is_late() -> None:
    count = counted(history(form(A, "21:10:00", "21:45:00", "22:00:00", edited_at="21:40:00")))
    assert (votes(count), refused(count), flags(count)) == (
        {},
        [("苏武", "late")],
        ["edited_after_close"],
    )


def test_one_edited_before_it_was_first_seen_counts_from_its_mark() -> None:
    count = counted(history(form(A, "10:00:00", "12:00:00", "22:00:00", edited_at="10:20:00")))
    assert first_of(count) == ({"班昭": ["苏武"]}, ["edited"], "10:20:00")


def test_first_seen_lets_no_edit_matter() -> None:
    seen = history(
        form(A, "10:00:00", "10:01:00", "20:00:00"),
        form(B, "10:00:00", "20:01:00", "22:00:00", edited_at="20:00:00"),
    )
    count = counted(seen, rules=Rules(edits="first_seen"))
    assert first_of(count)[0] == {"班昭": ["苏武"]}


def test_void_makes_an_edited_ballot_void() -> None:
    seen = history(
        form(A, "10:00:00", "10:01:00", "20:00:00"),
        form(B, "10:00:00", "20:01:00", "22:00:00", edited_at="20:00:00"),
    )
    count = counted(seen, rules=Rules(edits="void"))
    assert (votes(count), refused(count)) == ({}, [("苏武", "voided")])


def test_a_ballot_edited_away_is_gone_and_the_director_is_told() -> None:
    seen = history(
        form(A, "10:00:00", "10:01:00", "20:00:00"),
        form("算了，不说了", "10:00:00", "20:01:00", "22:00:00", edited_at="20:00:00"),
    )
    count = counted(seen)
    assert votes(count) == {}
    assert flags(count) == ["edited"]


@pytest.mark.parametrize(("last", "gone"), [("12:00:00", "12:05:00"), ("21:29:00", "21:30:04")])
def test_a_post_gone_at_the_close_is_withdrawn(last: str, gone: str) -> None:
    count = counted(history(form(A, "10:00:00", "10:01:00", last), gone=gone))
    assert (votes(count), refused(count), flags(count)) == ({}, [("苏武", "deleted")], ["deleted"])


def test_one_gone_after_the_close_counts_flagged() -> None:
    count = counted(history(form(A, "10:00:00", "10:01:00", "21:30:02"), gone="21:31:00"))
    assert (votes(count), flags(count)) == ({"班昭": ["苏武"]}, ["deleted"])


def test_keep_counts_what_was_ever_seen() -> None:
    seen = history(form(A, "10:00:00", "10:01:00", "12:00:00"), gone="12:05:00")
    assert votes(counted(seen, rules=Rules(deletes="keep"))) == {"班昭": ["苏武"]}


def test_one_that_was_gone_at_the_close_and_is_brought_back_later_stays_withdrawn() -> None:
    words = [form(A, "10:00:00", "10:01:00", "12:00:00"), form(A, "10:00:00", "22:00:00", "23:00:00")]
    count = counted(history(*words, away=("12:05:00", "22:00:00")))
    assert (votes(count), refused(count), flags(count)) == ({}, [("苏武", "deleted")], ["deleted"])


def test_one_that_was_gone_for_a_while_and_stood_there_at_the_close_counts() -> None:
    words = [form(A, "10:00:00", "10:01:00", "12:00:00"), form(A, "10:00:00", "15:00:00", "23:00:00")]
    assert votes(counted(history(*words, away=("12:05:00", "15:00:00")))) == {"班昭": ["苏武"]}


def test_a_deleted_post_that_was_blocked_before_still_says_what_it_said() -> None:
    seen = history(
        form(A, "10:00:00", "10:01:00", "12:00:00"),
        form(None, "10:00:00", "12:01:00", "13:00:00", state="blocked"),
        gone="13:05:00",
    )
    assert refused(counted(seen)) == [("苏武", "deleted")]


def test_one_blocked_after_it_was_seen_counts_in_its_last_readable_form() -> None:
    seen = history(
        form(A, "10:00:00", "10:01:00", "12:00:00"),
        form(None, "10:00:00", "12:01:00", "22:00:00", state="banned"),
    )
    count = counted(seen)
    assert (votes(count), flags(count)) == ({"班昭": ["苏武"]}, ["blocked"])


def test_one_blocked_before_it_was_ever_readable_is_refused_as_blocked() -> None:
    count = counted(history(form(None, "10:00:00", "10:01:00", "22:00:00", state="blocked")))
    assert (votes(count), refused(count), flags(count)) == ({}, [("苏武", "blocked")], ["blocked"])


def test_one_unblocked_after_the_close_stays_refused() -> None:
    seen = history(
        form(None, "10:00:00", "10:01:00", "21:40:00", state="blocked"),
        form(A, "10:00:00", "21:50:00", "22:00:00"),
    )
    assert (votes(counted(seen)), refused(counted(seen))) == ({}, [("苏武", "blocked")])


def test_one_unblocked_before_the_close_counts() -> None:
    seen = history(
        form(None, "10:00:00", "10:01:00", "11:00:00", state="blocked"),
        form(A, "10:00:00", "11:01:00", "22:00:00"),
    )
    assert votes(counted(seen)) == {"班昭": ["苏武"]}


def test_a_body_that_a_moderator_may_read_counts_and_is_flagged() -> None:
    count = counted(ballot("苏武", A, state="blocked"))
    assert (votes(count), flags(count)) == ({"班昭": ["苏武"]}, ["blocked"])
