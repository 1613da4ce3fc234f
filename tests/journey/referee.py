"""The referee: holds everything that the judge published and told against a course of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

from tests.journey import compare, compare_conduct, compare_live, compare_rulings
from tests.journey.chance import commitment, deal
from tests.journey.course import Course
from tests.journey.notices_read import CountNotice, Public, field_of, people, read_count
from tests.journey.record_seen import Scene
from tests.journey.reveal_read import Reveal, read_reveal
from tests.journey.trial import Trial, Windows
from tests.journey.words import CODES, dealt

GRACE = timedelta(minutes=6)


class Referee:
    """Judges one finished game."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.publics = scene.publics()
        self.privates = scene.privates()
        self.course: Course | None = None

    def problems(self) -> list[str]:
        """Everything that is wrong; empty: the game was led to the letter."""
        return list(self._all())

    def _all(self) -> Iterator[str]:
        yield from self._once()
        identities = self.identities()
        if sorted(identities) != sorted(self.scene.names):
            yield f"identities were told to {sorted(identities)}"
            return
        identities = {name: identities[name] for name in self.scene.names}
        if not self.scene.own_roster and sorted(identities.values()) != sorted(dealt(len(identities))):
            yield f"no row of the table: {identities}"
        text = self._text("reveal")
        if not text:
            yield "no reveal was published"
            return
        reveal = read_reveal(text)
        yield from self._chance(reveal, identities)
        yield from self._present()
        trial = Trial(self.scene, identities, reveal.seed, self.windows, self._until)
        self.course = trial.run()
        yield from self._days(self.course)
        yield from self._end(self.course, reveal)
        yield from compare.letters(self.scene, self.course, self.privates)
        yield from compare.answers(self.scene, self.course, self.privates)
        yield from compare_rulings.rulings(self.scene, self.course, self.publics)
        yield from compare_live.lives(self.scene, trial.bench)
        yield from compare_live.approvals(self.scene, self.publics)
        yield from compare_conduct.flags(self.scene, self.course, self.publics)

    # what was published ------------------------------------------------------------------------------------

    def identities(self) -> dict[str, str]:
        """Each character's identity from its own letter."""
        return {p.to: p.values["what"] for p in self.privates if p.kind == "identity"}

    def _parts(self, kind: str, day: int = 0) -> list[Public]:
        heads = [p for p in self.publics if p.kind == kind and (not day or p.day == day)]
        if not heads:
            return []
        ref = heads[0].ref
        return sorted((p for p in self.publics if p.ref == ref), key=lambda p: p.part)

    def _text(self, kind: str, day: int = 0) -> str:
        return "\n".join(p.text for p in self._parts(kind, day))

    def _at(self, kind: str, day: int = 0) -> datetime | None:
        parts = self._parts(kind, day)
        return parts[0].at if parts else None

    def _once(self) -> Iterator[str]:
        """Every notice and letter bears a mark, and none comes twice."""
        seen: set[tuple[str, tuple[int, int]]] = set()
        for post in self.publics:
            if not post.ref:
                yield f"a post of the judge without a mark: {post.text[:80]!r}"
            elif (post.ref, post.part) in seen:
                yield f"published twice: {post.ref} {post.part}"
            seen.add((post.ref, post.part))
            if post.kind == "unknown":
                yield f"a notice that nobody expected: {post.text[:200]!r}"
        letters: set[tuple[str, str]] = set()
        for letter in self.privates:
            if letter.kind == "unknown" or not letter.ref:
                yield f"a letter that nobody expected, to {letter.to}: {letter.text[:200]!r}"
            elif (letter.to, letter.ref) in letters:
                yield f"sent twice to {letter.to}: {letter.text!r}"
            letters.add((letter.to, letter.ref))

    def count_notice(self, n: int) -> CountNotice | None:
        """The count of day n as published."""
        text = self._text("count", n)
        return read_count(text) if text else None

    def windows(self, n: int) -> Windows:
        """The windows of night n as the count notice printed them."""
        notice = self.count_notice(n)
        return [] if notice is None else [(self._on(n, a), self._on(n, b)) for _, a, b in notice.windows]

    def _on(self, n: int, clock: str) -> datetime:
        close = self.scene.closes[n]
        local = close + self.scene.board.settings.zone
        hour, minute = map(int, clock.split(":"))
        at = local.replace(hour=hour, minute=minute)
        at = at if at >= local - timedelta(hours=1) else at + timedelta(days=1)
        return at - self.scene.board.settings.zone

    def _until(self, n: int) -> datetime:
        """Until when the idiot was given time on day n, as his letter said."""
        closes = self.scene.closes[n]
        for letter in self.privates:
            if letter.kind == "fool?" and closes <= letter.at < closes + timedelta(hours=3):
                return self._on(n, letter.values["span"])
        return closes

    # holding it against the course -------------------------------------------------------------------------

    def _days(self, course: Course) -> Iterator[str]:
        for day in course.days:
            n = day.n
            opening, count = self._text("open", n), self.count_notice(n)
            opens, closes = self.scene.opens[n], self.scene.closes[n]
            if not opening or count is None:
                yield f"day {n}: opening or count was not published"
                return
            mute = opens + timedelta(hours=12) + self.scene.board.settings.zone
            yield from compare.opened(day, opening, f"{mute.month}月{mute.day}日 {mute:%H:%M}")
            published = self._at("count", n)
            assert published is not None
            yield from compare.counted(day, count, self._floors(n, published), self.scene.names)
            if course.winner and n == course.days[-1].n and not count.windows:
                continue
            yield from compare.windows(closes, published, self.windows(n))
            yield from self._punctual(f"day {n}: the opening", opens, self._at("open", n), "迟发" in opening)
            allowed = self._until(n) if day.asked else closes
            yield from self._punctual(f"day {n}: the count", allowed, published, count.late)

    def _punctual(self, what: str, due: datetime, at: datetime | None, late: bool) -> Iterator[str]:
        assert at is not None
        slept = self.scene.slept(due, due + GRACE)
        if at < due and "count" not in what:
            yield f"{what} was published at {at}, before {due}"
        if at > due + GRACE + self.scene.patience and not slept:
            yield f"{what} was published at {at}, due at {due}"
        if slept and not late:
            yield f"{what} came late and does not say so"
        if late and not slept:
            yield f"{what} says that it is late and is not"

    def _floors(self, n: int, published: datetime) -> dict[int, set[int]]:
        """The numbers under which readers saw a post between close and notice: they close up after deletions."""
        tid = self.scene.thread("投票帖", n)
        stored = self.scene.board.state.thread_posts(tid)
        floors = {p.pid: {p.position} for p in stored}
        for instant in (self.scene.closes[n], published):
            gone = {pid for pid, w in self.scene.ledger.posts.items() if w.deleted and w.deleted < instant}
            for number, post in enumerate((p for p in stored if p.pid not in gone), 1):
                floors[post.pid].add(number)
        for pid, written in self.scene.ledger.posts.items():
            # Of a deleted post the judge has the number that it last saw.
            if written.deleted and pid in floors:
                floors[pid] |= set(range(1, len(stored) + 1))
        return floors

    def _present(self) -> Iterator[str]:
        """Who has checked in, if the judge says so (step 05)."""
        for notice in (p for p in self.publics if p.kind == "present"):
            posts = self.scene.ledger.posts.values()
            here = {p.who for p in posts if p.tid == notice.tid and p.versions[0].since < notice.at}
            there = [n for n in self.scene.names if n in here]
            missing = [n for n in self.scene.names if n not in here]
            for ours, label in ((there, rf"已报到 {len(there)} 名"), (missing, "未报到")):
                told = field_of(notice.text, label)
                if told is None or sorted(people(told)) != sorted(ours):
                    yield f"{label}: {ours}, published {notice.text!r}"

    def _chance(self, reveal: Reveal, identities: dict[str, str]) -> Iterator[str]:
        promised = re.search(r"\b[0-9a-f]{64}\b", self._text("checkin"))
        if promised is None:
            yield "no commitment was published before day 1"
            return
        coded = {name: CODES[word] for name, word in identities.items()}
        ours = commitment(reveal.salt, reveal.seed, coded)
        if ours != promised[0] or reveal.commitment != promised[0]:
            yield f"commitment {promised[0]}, revealed {reveal.commitment}, computed {ours}"
        if self.scene.dealt_by_judge and deal(reveal.seed, self.scene.names) != identities:
            yield "the deal does not follow from the seed"

    def _end(self, course: Course, reveal: Reveal) -> Iterator[str]:
        table = course.table
        if reveal.camp != course.winner:
            yield f"{course.winner or 'nobody'} wins, published {reveal.camp}"
        winners = [p.name for p in table.players.values() if p.camp == course.winner and not p.expelled]
        if sorted(reveal.winners) != sorted(winners):
            yield f"the winners are {winners}, published {reveal.winners}"
        fainted = [e.who for e in course.last_night if e.state == "fainted"]
        if reveal.fainted is not None and reveal.fainted != fainted:
            yield f"the last night's fainted are {fainted}, published {reveal.fainted}"
        for player in table.players.values():
            states = {
                "囚禁": player.imprisoned,
                "昏厥": player.fainted,
                "癫狂": player.mad,
                "罚下": player.expelled,
            }
            ours = (player.identity, player.camp, {word for word, on in states.items() if on})
            if reveal.cast.get(player.name) != ours:
                yield f"{player.name} is {ours}, published {reveal.cast.get(player.name)}"
        for label, chosen in table.draws:
            if not any(label in line and chosen in line for line in reveal.draws):
                yield f"the draw {label} gives {chosen}; published: {[d for d in reveal.draws if label in d]}"
        extra = [
            d for d in reveal.draws if not any(label in d for label, _ in table.draws) and "deal/" not in d
        ]
        if extra:
            yield f"draws that were not made: {extra}"
        last = course.days[-1].n + 1
        due, at = self.scene.opens[last], self._at("reveal")
        yield from self._punctual("the reveal", due, at, "迟发" in self._text("reveal"))
