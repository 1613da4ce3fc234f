"""The count: windows, supersession, eligibility, weights, ties, and who was first to reach."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ballot import Ballot, Choice, OutcomeReason, Poll, Reason, Tally
from engine.rules import Rules
from engine.tally import count, untimely, weight_of

OPEN = datetime(2026, 3, 4, 1, 30, tzinfo=UTC)
CLOSE = datetime(2026, 3, 5, 13, 30, tzinfo=UTC)
NAMES = tuple("甲乙丙丁戊己庚辛")
DEFAULT = Rules()


def poll(**keys: object) -> Poll:
    base: dict[str, object] = {"characters": NAMES, "election": False, "opens": OPEN, "closes": CLOSE}
    return Poll(**(base | keys))


def votes(*said: str, start: datetime = OPEN, step: int = 5) -> list[Ballot]:
    """`甲乙` votes, `甲-` abstains, `甲!` takes back; five minutes apart."""
    made = []
    for place, words in enumerate(said):
        choice = {"-": Choice.ABSTAIN, "!": Choice.WITHDRAW}.get(words[1], Choice.TARGET)
        target = words[1] if choice is Choice.TARGET else None
        at = start + timedelta(minutes=step * place)
        made.append(Ballot(voter=words[0], choice=choice, target=target, at=at, order=place, pid=place))
    return made


def at(words: str, when: datetime, order: int = 99, *, ruled: bool = False) -> Ballot:
    (ballot,) = votes(words, start=when)
    return Ballot(
        voter=ballot.voter,
        choice=ballot.choice,
        target=ballot.target,
        at=when,
        order=order,
        pid=order,
        ruled=ruled,
    )


def table(tally: Tally) -> list[tuple[str, int]]:
    return [(line.target, line.votes) for line in tally.standing]


def reasons(tally: Tally) -> list[tuple[str, Reason]]:
    return [(r.ballot.voter + (r.ballot.target or ""), r.reason) for r in tally.rejected]


@pytest.mark.rule("R-030", "R-031", "R-033")
def test_the_most_named_is_out_and_the_lines_stand_most_first() -> None:
    tally = count(votes("甲乙", "乙丙", "丙乙", "丁-"), poll(), DEFAULT)
    assert table(tally) == [("乙", 2), ("丙", 1)]
    assert (tally.outcome.kind, tally.outcome.target) == ("out", "乙")
    assert tally.outcome.reason is OutcomeReason.MOST_VOTES
    assert tally.abstained == ("丁",)
    assert tally.silent == tuple("戊己庚辛")
    assert [v.ballot.voter for v in tally.standing[0].voters] == ["甲", "丙"]


@pytest.mark.rule("A-15")
def test_the_window_is_half_open() -> None:
    ballots = [
        at("甲乙", OPEN, 1),
        at("乙丙", OPEN - timedelta(seconds=1), 2),
        at("丙丁", CLOSE - timedelta(seconds=1), 3),
        at("丁戊", CLOSE, 4),
        at("戊己", CLOSE + timedelta(seconds=1), 5),
    ]
    tally = count(ballots, poll(), DEFAULT)
    assert table(tally) == [("乙", 1), ("丁", 1)]
    assert reasons(tally) == [("乙丙", Reason.EARLY), ("丁戊", Reason.LATE), ("戊己", Reason.LATE)]
    inclusive = count(ballots, poll(), Rules(close_inclusive=True))
    assert table(inclusive) == [("乙", 1), ("丁", 1), ("戊", 1)]
    assert reasons(inclusive) == [("乙丙", Reason.EARLY), ("戊己", Reason.LATE)]
    assert count(ballots, poll(opens=None, closes=None), DEFAULT).rejected == ()


def test_a_time_alone_can_be_asked_about() -> None:
    assert untimely(None, poll(), DEFAULT) is None
    assert untimely(OPEN, poll(), DEFAULT) is None
    assert untimely(CLOSE, poll(), DEFAULT) is Reason.LATE


@pytest.mark.rule("A-58", "G-07")
def test_the_last_valid_ballot_counts_and_an_invalid_one_undoes_nothing() -> None:
    said = votes("甲乙", "甲丙", "甲Z", "乙丙", "乙丁", "乙!", "丙乙", "丙-", "丁乙", "丁!", "丁丙")
    tally = count(said, poll(out=frozenset("庚")), DEFAULT)
    assert table(tally) == [("丙", 2)]
    assert tally.abstained == ("丙",)
    assert "乙" in tally.silent
    assert reasons(tally) == [
        ("甲乙", Reason.SUPERSEDED),
        ("甲Z", Reason.UNKNOWN_TARGET),
        ("乙丙", Reason.SUPERSEDED),
        ("乙丁", Reason.SUPERSEDED),
        ("丙乙", Reason.SUPERSEDED),
        ("丁乙", Reason.SUPERSEDED),
    ]


@pytest.mark.rule("A-58", "G-07")
def test_first_is_final_where_the_game_says_so() -> None:
    said = votes("甲!", "甲乙", "甲丙", "甲!", "乙-", "乙丙", "丙!")
    tally = count(said, poll(), Rules(revote_policy="first"))
    assert table(tally) == [("乙", 1)]
    assert tally.abstained == ("乙",)
    assert "丙" in tally.silent
    assert [(r.ballot.pid, r.reason) for r in tally.rejected] == [
        (2, Reason.SUPERSEDED),
        (3, Reason.SUPERSEDED),
        (5, Reason.SUPERSEDED),
    ]


@pytest.mark.rule("A-01", "A-02", "A-08", "R-036")
def test_who_may_vote_and_be_voted_for() -> None:
    asked = poll(out=frozenset("丙"), expelled=frozenset("丁"), barred=frozenset("戊"))
    tally = count(votes("甲丙", "乙丁", "丁甲", "戊甲", "客甲", "丙甲"), asked, DEFAULT)
    assert table(tally) == [("甲", 1)]
    assert reasons(tally) == [
        ("甲丙", Reason.INELIGIBLE_TARGET),
        ("乙丁", Reason.INELIGIBLE_TARGET),
        ("丁甲", Reason.NOT_ELIGIBLE),
        ("戊甲", Reason.NOT_ELIGIBLE),
        ("客甲", Reason.NOT_A_CHARACTER),
    ]
    assert tally.silent == tuple("甲乙己庚辛")


def test_of_several_faults_the_time_is_told_first_then_the_voter_then_the_target() -> None:
    asked = poll(expelled=frozenset("丁"))
    late = [at("客Z", CLOSE), at("丁Z", CLOSE), at("甲Z", CLOSE)]
    assert {r for _, r in reasons(count(late, asked, DEFAULT))} == {Reason.LATE}
    assert reasons(count(votes("客Z", "丁Z"), asked, DEFAULT)) == [
        ("客Z", Reason.NOT_A_CHARACTER),
        ("丁Z", Reason.NOT_ELIGIBLE),
    ]


@pytest.mark.rule("A-65")
def test_voting_for_oneself() -> None:
    assert table(count(votes("甲甲"), poll(), DEFAULT)) == [("甲", 1)]
    refused = count(votes("甲乙", "甲甲"), poll(), Rules(self_vote=False))
    assert table(refused) == [("乙", 1)]
    assert reasons(refused) == [("甲甲", Reason.INELIGIBLE_TARGET)]


@pytest.mark.rule("A-66")
def test_a_mute_that_covers_ballots() -> None:
    until = OPEN + timedelta(hours=12)
    asked = poll(silenced=frozenset("甲"), silent_until=until)
    said = [at("甲乙", OPEN, 1), at("乙丙", OPEN, 2), at("甲丁", until, 3)]
    assert table(count(said, asked, DEFAULT)) == [("丙", 1), ("丁", 1)]
    muted = count(said[:2], asked, Rules(mute_blocks_votes=True))
    assert table(muted) == [("丙", 1)]
    assert reasons(muted) == [("甲乙", Reason.NOT_ELIGIBLE)]
    assert table(count(said, asked, Rules(mute_blocks_votes=True)))[1] == ("丁", 1)
    ruled = [at("甲乙", OPEN, 1, ruled=True)]
    assert table(count(ruled, asked, Rules(mute_blocks_votes=True))) == [("乙", 1)]
    untimed = [Ballot(voter="甲", choice=Choice.TARGET, target="乙")]
    assert table(count(untimed, asked, Rules(mute_blocks_votes=True))) == [("乙", 1)]
    endless = poll(silenced=frozenset("甲"))
    assert table(count(said, endless, Rules(mute_blocks_votes=True)))[1] == ("丁", 1)


@pytest.mark.rule("R-120", "R-121")
def test_s13_the_sheriffs_two_votes_win_a_tie() -> None:
    tally = count(votes("甲庚", "乙庚", "丙辛", "丁辛", "戊辛"), poll(sheriff="甲"), DEFAULT)
    assert table(tally) == [("庚", 3), ("辛", 3)]
    assert (tally.outcome.target, tally.outcome.reason) == ("庚", OutcomeReason.SHERIFF_BREAKS_TIE)


@pytest.mark.rule("R-121", "R-122", "A-61")
def test_s14_the_sheriff_outside_a_tie_and_in_a_tie_of_three() -> None:
    outside = count(
        votes("甲己", "乙庚", "丙庚", "丁庚", "戊辛", "己辛", "庚辛"), poll(sheriff="甲"), DEFAULT
    )
    assert (outside.outcome.kind, outside.outcome.reason) == ("none", OutcomeReason.TIE)
    assert outside.outcome.target is None
    three = count(votes("甲庚", "乙辛", "丙辛", "丁己", "戊己"), poll(sheriff="甲"), DEFAULT)
    assert (three.outcome.kind, three.outcome.target) == ("out", "庚")
    himself = count(votes("甲甲", "乙丁", "丙丁"), poll(sheriff="甲"), DEFAULT)
    assert himself.outcome.target == "甲"


@pytest.mark.rule("R-122", "A-15", "A-61")
def test_s15_a_sheriff_who_abstains_or_comes_too_late_breaks_no_tie() -> None:
    four = votes("乙庚", "丙庚", "丁辛", "戊辛")
    assert count([*four, at("甲庚", CLOSE)], poll(sheriff="甲"), DEFAULT).outcome.kind == "none"
    inclusive = count([*four, at("甲庚", CLOSE)], poll(sheriff="甲"), Rules(close_inclusive=True))
    assert table(inclusive)[0] == ("庚", 4)
    abstains = count([*four, *votes("甲-")], poll(sheriff="甲"), DEFAULT)
    assert abstains.outcome.reason is OutcomeReason.TIE


@pytest.mark.rule("R-100", "A-49", "A-50")
def test_a_feigned_idiot_is_listed_and_not_counted() -> None:
    said = votes("甲庚", "乙庚", "丙辛", "丁辛")
    asked = poll(sheriff="甲", feigned=frozenset("甲"))
    tally = count(said, asked, DEFAULT)
    assert table(tally) == [("辛", 2), ("庚", 1)]
    assert [(v.ballot.voter, v.weight) for v in tally.standing[1].voters] == [("甲", 0), ("乙", 1)]
    tie = [*said, *votes("戊庚")]
    assert count(tie, asked, DEFAULT).outcome.reason is OutcomeReason.TIE
    assert count(tie, asked, Rules(feigned_sheriff="keep_tiebreak")).outcome.target == "庚"
    alone = count(votes("甲庚"), asked, DEFAULT)
    assert table(alone) == [("庚", 0)]
    assert alone.outcome.reason is OutcomeReason.NO_VOTES


def test_a_weight_that_is_given_prevails() -> None:
    asked = poll(sheriff="甲", feigned=frozenset("乙"), weights={"甲": 5, "乙": 3})
    assert [weight_of(name, asked) for name in "甲乙丙"] == [5, 3, 1]
    assert [weight_of(name, poll(sheriff="甲", feigned=frozenset("乙"))) for name in "甲乙丙"] == [2, 0, 1]
    assert weight_of("甲", poll(sheriff="甲", election=True)) == 1


@pytest.mark.rule("R-119", "A-57")
def test_the_first_to_reach_the_highest_count_is_elected() -> None:
    said = votes("甲乙", "乙丙", "丙乙", "丁丙", "戊庚")
    tally = count(said, poll(election=True), DEFAULT)
    assert (tally.outcome.kind, tally.outcome.target) == ("elected", "乙")
    assert tally.outcome.reason is OutcomeReason.FIRST_TO_REACH
    assert tally.standing[0].reached_at == said[2].at
    assert tally.standing[0].reached_order == 2
    alone = count(votes("甲乙", "乙丙", "丙乙"), poll(election=True), DEFAULT)
    assert (alone.outcome.target, alone.outcome.reason) == ("乙", OutcomeReason.MOST_VOTES)


@pytest.mark.rule("A-57")
def test_inside_one_instant_the_order_decides() -> None:
    said = [at("甲乙", OPEN, 7), at("乙丙", OPEN, 3)]
    assert count(said, poll(election=True), DEFAULT).outcome.target == "丙"


@pytest.mark.rule("A-57", "G-18")
def test_a_live_count_remembers_what_was_withdrawn() -> None:
    # 乙 stood at two before 丙 did, lost one, and got it back later.
    said = votes("甲乙", "丁乙", "乙丙", "丁-", "丙丙", "戊乙")
    assert count(said, poll(election=True), DEFAULT).outcome.target == "丙"
    live = Rules(first_reach_mode="live_first")
    assert count(said, poll(election=True), live).outcome.target == "乙"
    back = votes("甲乙", "丁乙", "乙丙", "丁!", "丁!", "丙丙", "戊!", "戊乙")
    assert count(back, poll(election=True), live).outcome.target == "乙"


@pytest.mark.rule("A-57", "G-18")
def test_a_live_count_forgets_what_was_taken_back() -> None:
    said = votes("丁乙", "丁!", "甲乙", "乙丙", "丙丙", "戊乙")
    assert count(said, poll(election=True), Rules(first_reach_mode="live_first")).outcome.target == "丙"


@pytest.mark.rule("A-57")
def test_a_ballot_without_weight_reaches_nothing() -> None:
    said = votes("甲乙", "丙丁", "戊乙")
    tally = count(said, poll(election=True, weights={"戊": 0}), DEFAULT)
    assert [(line.target, line.reached_order) for line in tally.standing] == [("乙", 0), ("丁", 1)]
    assert tally.outcome.target == "乙"


@pytest.mark.rule("A-57", "G-18")
def test_a_live_count_under_first_is_final() -> None:
    said = votes("甲乙", "甲丙", "丁!", "乙丙", "丙丙", "丁乙")
    rules = Rules(first_reach_mode="live_first", revote_policy="first")
    assert count(said, poll(election=True), rules).outcome.target == "丙"


@pytest.mark.rule("G-18")
def test_a_live_count_at_one_instant_goes_by_seat() -> None:
    live = Rules(first_reach_mode="live_first")
    together = [at("甲丙", OPEN, 1), at("乙乙", OPEN, 2)]
    assert count(together, poll(election=True), live).outcome.target == "乙"
    untimed = [
        Ballot(voter="甲", choice=Choice.TARGET, target="丙"),
        Ballot(voter="乙", choice=Choice.TARGET, target="乙"),
    ]
    assert count(untimed, poll(election=True), live).outcome.target == "丙"
    after = [at("甲丙", OPEN, 0), Ballot(voter="乙", choice=Choice.TARGET, target="乙", order=1)]
    assert count(after, poll(election=True), live).outcome.target == "丙", "in its place, after the timed one"


@pytest.mark.rule("G-18")
def test_a_live_count_may_pass_the_maximum() -> None:
    live = Rules(first_reach_mode="live_first")
    heavy = poll(election=True, weights={"甲": 3})
    # 乙 had four for a while; the final maximum is three, which 丙 reached before 乙 came back to it.
    said = votes("丁乙", "甲乙", "甲丙", "戊乙", "己乙")
    assert count(said, heavy, live).outcome.target == "乙"
    assert count(said, heavy, DEFAULT).outcome.target == "丙"


@pytest.mark.rule("A-60")
def test_no_votes_at_all() -> None:
    for ballots in ([], votes("甲-", "乙-")):
        for election in (True, False):
            outcome = count(ballots, poll(election=election), DEFAULT).outcome
            assert (outcome.kind, outcome.reason) == ("none", OutcomeReason.NO_VOTES)


def test_a_ballot_without_a_time_stands_in_its_place() -> None:
    said = [
        at("甲乙", OPEN + timedelta(hours=2), 0),
        Ballot(voter="甲", choice=Choice.TARGET, target="丙", order=1),
        at("甲丁", OPEN + timedelta(hours=1), 2),
    ]
    assert table(count(said, poll(), DEFAULT)) == [("丙", 1)]
    assert table(count(said[:1] + said[2:], poll(), DEFAULT)) == [("乙", 1)]


def test_the_directors_word_stands_above_the_voters() -> None:
    own = votes("甲乙", "甲丙")
    given_ = at("甲丁", CLOSE + timedelta(days=1), ruled=True)
    tally = count([given_, *own], poll(), DEFAULT)
    assert table(tally) == [("丁", 1)]
    assert [reason for _, reason in reasons(tally)] == [Reason.SUPERSEDED] * 2
    taken = count([*own, at("甲!", CLOSE, ruled=True)], poll(), DEFAULT)
    assert taken.standing == ()
    assert [reason for _, reason in reasons(taken)] == [Reason.VOIDED] * 2
    useless = count([*own, at("甲庚", OPEN, ruled=True)], poll(out=frozenset("庚")), DEFAULT)
    assert table(useless) == [("丙", 1)]
    first = Rules(revote_policy="first", first_reach_mode="live_first")
    tied = [*own, *votes("乙戊"), given_]
    assert count(tied, poll(election=True), first).outcome.target == "戊"


@pytest.mark.rule("R-034", "A-85")
@given(
    st.lists(
        st.tuples(
            st.sampled_from((*NAMES, "客")), st.sampled_from((*NAMES, "-", "!", "Z")), st.integers(-2, 40)
        ),
        max_size=30,
    ),
    st.sampled_from(["last", "first"]),
    st.sampled_from(["final_ballots", "live_first"]),
    st.booleans(),
)
def test_a_count_accounts_for_every_voter_and_every_ballot(
    said: list[tuple[str, str, int]], policy: str, mode: str, election: bool
) -> None:
    ballots = [at(who + whom, OPEN + timedelta(hours=h), i) for i, (who, whom, h) in enumerate(said)]
    asked = poll(
        election=election,
        sheriff="甲",
        out=frozenset("乙"),
        expelled=frozenset("丙"),
        feigned=frozenset("丁"),
    )
    rules = Rules(revote_policy=policy, first_reach_mode=mode)
    tally = count(ballots, asked, rules)
    assert tally == count(list(reversed(ballots)), asked, rules), "the order of reading changes nothing"
    counted = [v for line in tally.standing for v in line.voters]
    named = [v.ballot.voter for v in counted] + list(tally.abstained) + list(tally.silent)
    assert sorted(named) == sorted(set(NAMES) - {"丙"}), "everyone once"
    listed = len(counted) + len(tally.abstained) + len(tally.rejected)
    withdrawals = sum(b.choice is Choice.WITHDRAW for b in ballots)
    assert len(ballots) - withdrawals <= listed <= len(ballots)
    assert [line.votes for line in tally.standing] == sorted(
        (ln.votes for ln in tally.standing), reverse=True
    )
    assert all(line.votes == sum(v.weight for v in line.voters) for line in tally.standing)
    if tally.outcome.target is not None:
        best = max(line.votes for line in tally.standing)
        assert {line.target: line.votes for line in tally.standing}[tally.outcome.target] == best > 0


@pytest.mark.parametrize("board", ["d72", "x35"])
def test_the_standing_of_captured_threads(board: str, captures: Path) -> None:
    truth = json.loads((captures / board / "votes.expect.json").read_text("utf-8"))
    names = tuple(truth["names"])
    opens, closes = (datetime.fromisoformat(truth[key]) for key in ("from", "until"))
    ballots = [
        Ballot(
            voter=v["voter"],
            choice=Choice.TARGET,
            target=line["target"],
            at=datetime.fromisoformat(v["at"]),
            order=v["pid"],
            pid=v["pid"],
        )
        for line in truth["expect"]["standing"]
        for v in line["voters"]
    ]
    ballots += [
        Ballot(voter=n, choice=Choice.ABSTAIN, order=p, pid=p)
        for n, p in zip(truth["expect"]["abstained"], truth["expect"]["abstained_pids"], strict=True)
    ]
    ballots.sort(key=lambda b: -b.order)
    tally = count(ballots, Poll(characters=names, election=True, opens=opens, closes=closes), DEFAULT)
    assert [(ln.target, ln.votes, ln.reached_at, ln.reached_order) for ln in tally.standing] == [
        (ln["target"], ln["votes"], datetime.fromisoformat(ln["reached_at"]), ln["reached_pid"])
        for ln in truth["expect"]["standing"]
    ]
    assert [[v.ballot.pid for v in ln.voters] for ln in tally.standing] == [
        [v["pid"] for v in ln["voters"]] for ln in truth["expect"]["standing"]
    ]
    assert list(tally.abstained) == truth["expect"]["abstained"]
    assert list(tally.silent) == truth["expect"]["silent"]
