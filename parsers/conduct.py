"""Who wrote how much, when, and in what words, on one day (`conduct.md`): flags, never a judgement.

Everything is computed from the posts as seen; nothing here changes a vote, a state or a post.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.model import Status
from parsers.conduct_model import (
    CLAUSES,
    Bound,
    CharacterConduct,
    Conduct,
    ConductRules,
    Day,
    Player,
    Speech,
    Violation,
    ViolationKind,
)
from parsers.madness import Finding, mad_findings, talk_beside_ballots
from parsers.model import Post
from parsers.names import NameBook

__all__ = [
    "Bound", "CharacterConduct", "Conduct", "ConductRules", "Day", "Player", "Speech", "Violation", "judge_conduct",
]  # fmt: skip

_SHOWN = 80


def judge_conduct(
    speeches: Sequence[Speech],
    roster: Sequence[Player],
    day: Day,
    rules: ConductRules,
    book: NameBook,
    *,
    exempt: frozenset[int] = frozenset(),
    judges: Sequence[str] = (),
) -> Conduct:
    """What the posts of one day come to (R-036, R-043, R-045 … R-048; A-66 … A-73).

    Posts by nobody of the roster, without a time, or of `exempt` pids are left out. Order is by time, then pid.
    """
    players = {player.name: player for player in roster}
    judged = _Day(day, rules, book, tuple(judges))
    violations: list[Violation] = []
    counts = dict.fromkeys(players, 0)
    timed = [(speech.post.posted_at, speech) for speech in speeches if speech.post.posted_at is not None]
    for at, speech in sorted(timed, key=lambda one: (one[0], one[1].post.pid or 0)):
        player = players.get(speech.who)
        if player is None or speech.post.pid in exempt:
            continue
        if judged.counts(at, speech):
            counts[player.name] += 1
        violations += judged.violations(at, speech, player, counts[player.name])
    return Conduct(
        day=day.number,
        characters=tuple(judged.summary(player, counts[player.name]) for player in roster),
        violations=tuple(violations),
    )


@dataclass(frozen=True, slots=True)
class _Day:
    """One day's rules, for one post at a time."""

    day: Day
    rules: ConductRules
    book: NameBook
    judges: tuple[str, ...]

    @property
    def silent_until(self) -> datetime:
        return self.day.opens + timedelta(hours=self.rules.mute_hours)

    def inside(self, at: datetime) -> bool:
        return self.day.opens <= at < self.day.closes

    def counts(self, at: datetime, speech: Speech) -> bool:
        """Whether a post counts to the limit (A-67): once, when first seen."""
        if not self.inside(at) or (speech.deleted and not self.rules.deleted_posts_count):
            return False
        return speech.thread == "discussion" or self.rules.post_limit_counts_vote_thread

    def violations(self, at: datetime, speech: Speech, player: Player, number: int) -> list[Violation]:
        if not self.inside(at):
            if speech.thread == "vote":
                return []
            return [self._violation("night_post", speech, "讨论日之外的发言")]
        found: list[Violation] = []
        if player.under(Status.EXPELLED, at):
            found.append(self._violation("expelled_spoke", speech, "已被罚下"))
        if player.under(Status.FAINTED, at) and at < self.silent_until and self._speaks(speech):
            found.append(
                self._violation("silenced", speech, f"昏厥，开场后 {self.rules.mute_hours:g} 小时内的发言")
            )
        if player.under(Status.IMPRISONED, at) and self.counts(at, speech) and number > self.rules.post_limit:
            found.append(
                self._violation("over_limit", speech, f"第 {number} 帖（上限 {self.rules.post_limit}）")
            )
        if player.under(Status.MAD, at):
            found += [self._violation(one.kind, speech, one.detail) for one in self._mad(speech)]
        if speech.thread == "discussion":
            if speech.edited:
                found.append(
                    self._violation(
                        "edited", speech, f"{'原文' if speech.later else '编辑后'}：{_shown(speech.post)}"
                    )
                )
            if speech.deleted:
                found.append(self._violation("deleted", speech, f"原文：{_shown(speech.post)}"))
        return found

    def summary(self, player: Player, posts: int) -> CharacterConduct:
        """A character's line; a state is listed if it binds at any time of the day."""
        binding = {
            state.status
            for state in player.states
            if (state.since is None or state.since < self.day.closes)
            and (state.until is None or state.until > self.day.opens)
        }
        return CharacterConduct(
            name=player.name,
            states=tuple(status for status in Status if status in binding),
            posts=posts,
            limit=self.rules.post_limit if Status.IMPRISONED in binding else None,
            silent_until=self.silent_until if Status.FAINTED in binding else None,
            points=player.points,
        )

    def _speaks(self, speech: Speech) -> bool:
        """Whether a post is speech in the sense of the mute: in the vote thread what stands beside a ballot (A-66)."""
        if speech.thread == "discussion" or self.rules.mute_blocks_votes:
            return True
        return talk_beside_ballots(
            speech.post.text or "", self.book, bare_name=self.rules.mad.bare_name, judges=self.judges
        )

    def _mad(self, speech: Speech) -> list[Finding]:
        """The findings of every form of the post, one a kind: an edited post is checked again (A-69)."""
        found: dict[str, list[Finding]] = {}
        for form in (speech.post, *speech.later):
            for finding in mad_findings(
                form, self.book, self.rules.mad, vote_thread=speech.thread == "vote", judges=self.judges
            ):
                found.setdefault(finding.kind, []).append(finding)
        return [Finding(ones[0].kind, _joined(ones)) for ones in found.values()]

    def _violation(self, kind: ViolationKind, speech: Speech, detail: str) -> Violation:
        return Violation(
            kind=kind,
            who=speech.who,
            pid=speech.post.pid,
            floor=speech.post.floor,
            at=speech.post.posted_at,
            detail=detail,
            points=self.rules.penalties.get(kind, 0),
            clause=CLAUSES[kind],
            text=speech.post.text or "",
        )


def _joined(findings: Sequence[Finding]) -> str:
    if findings[0].kind == "mad_text":
        return "".join(dict.fromkeys("".join(one.detail for one in findings)))
    return "；".join(dict.fromkeys(one.detail for one in findings))


def _shown(post: Post) -> str:
    text = " ".join((post.text or "").split())
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
