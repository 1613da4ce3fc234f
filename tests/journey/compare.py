"""Published notices and letters held against the referee's own course; every difference is a line of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from tests.journey.count_apart import Count
from tests.journey.course import Course, DayCourse, Told
from tests.journey.notices_read import CountNotice, Private, day_number, field_of, people
from tests.journey.record_seen import Scene
from tests.journey.table_apart import Entry

WHY = {
    "late": "晚于截止时间",
    "early": "早于开始时间",
    "not_a_character": "不是本局角色",
    "not_eligible": "没有投票资格",
    "unknown_target": "没有这个角色",
    "ineligible_target": "该角色不能被投",
    "unreadable": "没有读出投给谁",
    "several_targets": "写了不止一个角色",
    "voided": "由导演裁定作废",
}
SWIFT = timedelta(minutes=12)
"""A letter that is owed goes out within this time: the board asks for pauses between letters."""

LOOK = timedelta(minutes=30)
"""In the middle of a day the judge reads a thread every twenty minutes."""

CALM = timedelta(minutes=40)
"""After the windows the judge looks seldom: a successor who was named then may hear of it so late."""


def counted(
    day: DayCourse, notice: CountNotice, floors: dict[int, set[int]], names: list[str]
) -> Iterator[str]:
    """A count notice against the count."""
    yield from _standing(day.count, notice)
    yield from _lists(day.count, notice, f"day {day.n}")
    yield from _result(day, notice, names)
    for pid, floor in notice.floors.items():
        if floor not in floors.get(pid, set()):
            yield f"day {day.n}: pid {pid} stands on floor {floors.get(pid)}, published #{floor}"


def _standing(count: Count, notice: CountNotice) -> Iterator[str]:
    ours = {
        target: (count.votes(target), sorted((v.voter, w, v.pid) for v, w in cast))
        for target, cast in count.standing.items()
    }
    theirs = {target: (votes, sorted(cast)) for target, (votes, cast) in notice.standing.items()}
    for target in sorted(ours.keys() | theirs.keys()):
        if ours.get(target) != theirs.get(target):
            yield f"votes for {target}: {ours.get(target)}, published {theirs.get(target)}"
    published = [notice.standing[t][0] for t in notice.order]
    if published != sorted(published, reverse=True):
        yield f"the table is not in order of votes: {published}"
    weight = sum(votes for votes, _ in ours.values())
    ballots = sum(len(cast) for _, cast in ours.values())
    if notice.weight != weight or notice.ballots not in {ballots, ballots + len(count.abstained)}:
        yield f"{ballots} ballots of {weight} votes, published {notice.ballots} of {notice.weight}"


def _lists(count: Count, notice: CountNotice, where: str) -> Iterator[str]:
    if sorted(v.voter for v in count.abstained) != sorted(notice.abstained):
        yield f"{where}: abstained {[v.voter for v in count.abstained]}, published {notice.abstained}"
    if sorted(count.silent) != sorted(notice.silent):
        yield f"{where}: silent {count.silent}, published {notice.silent}"
    for pid, reason in count.rejected.items():
        told = notice.rejected.get(pid)
        if told is None:
            if pid not in count.may_reject:
                yield f"{where}: {pid} is rejected ({reason}) and not listed"
        elif WHY[reason] not in told[1]:
            yield f"{where}: {pid} is rejected as {reason}, published as {told[1]}"
    free = count.may_reject | count.superseded
    if extra := notice.rejected.keys() - count.rejected.keys() - free:
        yield f"{where}: listed as rejected without reason: {[(p, notice.rejected[p]) for p in extra]}"
    if missing := count.superseded - notice.superseded - notice.rejected.keys():
        yield f"{where}: superseded and not listed: {missing}"
    if extra := notice.superseded - count.superseded - count.may_reject:
        yield f"{where}: listed as superseded: {extra}"


def _result(day: DayCourse, notice: CountNotice, names: list[str]) -> Iterator[str]:
    said, top = notice.result, day.count.top
    if day.n == 1:
        good = (top in said and "警长" in said) if top else "警长" in said and "空缺" in said
    elif any(what == "feigned" for what, _ in day.news):
        good = "装傻" in notice.body and top in notice.body and "进入囚禁" not in said
    elif day.entries:
        good = "囚禁" in said and all(entry.who in notice.body for entry in day.entries)
    else:
        good = "无人出局" in said
    if not good:
        yield f"day {day.n}: the result is {top or 'nobody'} ({day.count.reason}, {day.entries}), published {notice.body!r}"
    rest = said
    for name in sorted({top} | _who(day.entries), key=len, reverse=True):
        rest = rest.replace(name, "") if name else rest
    if strangers := [name for name in names if len(name) > 1 and name in rest]:
        yield f"day {day.n}: the result {said!r} names {strangers}"
    for what, words in (("skills_lost", "失去其技能"), ("madness_lifted", "癫狂状态解除")):
        if any(w == what for w, _ in day.news) != (words in notice.body):
            yield f"day {day.n}: {what} is {day.news}, published {notice.body!r}"


def _who(entries: Iterable[Entry]) -> set[str]:
    return {entry.who for entry in entries}


def opened(day: DayCourse, text: str, mute_until: str) -> Iterator[str]:
    """A day's opening notice against the states."""
    lists = {
        "前一日投票囚禁": [e.who for e in day.opening if e.state == "imprisoned"],
        "夜晚昏厥": [e.who for e in day.opening if e.state == "fainted"],
        "当日警长": [day.sheriff] if day.sheriff else [],
    }
    if day.n > 1:
        for label, ours in lists.items():
            told = field_of(text, label)
            if told is None or people(told) != ours:
                yield f"day {day.n}: {label} is {ours}, published {told}"
        yield from _still_out(day, text, mute_until)
    for what, words in (("skills_lost", "失去其技能"), ("madness_lifted", "癫狂状态解除")):
        if any(w == what for w, _ in day.opening_news) != (words in text):
            yield f"day {day.n}: at the opening {what} is {day.opening_news}, published {text!r}"


def _still_out(day: DayCourse, text: str, mute_until: str) -> Iterator[str]:
    for ours, label in (
        (day.expelled, "罚下"),
        (day.imprisoned, r"囚禁中（每个讨论日发言不超过 20 帖）"),
        (day.fainted, rf"昏厥中（{mute_until} 前不能发言，投票不限）"),
    ):
        told = field_of(text, label)
        if sorted(people(told or "")) != sorted(ours):
            yield f"day {day.n}: {label} is {ours}, published {told}"


# letters ---------------------------------------------------------------------------------------------------

ANSWERS = frozenset({"ack", "refused", "unclear", "my_vote", "alert"})


def what_of(letter: Private) -> str:
    """What a letter tells, in the referee's form."""
    values = letter.values
    match letter.kind:
        case "identity":
            return f"{values['what']}/{values['camp']}"
        case "lovers":
            return f"{values['who']}/{values['camp']}"
        case "foresaw":
            return f"{values['who']}/{values['what']}"
        case "camp":
            return values["camp"]
        case "mad":
            return str(day_number(values["what"]))
        case "pack" | "white?" | "witch":
            return values.get("what", "")
        case "succession?":
            return values["who"]
        case _:
            return ""


def letters(scene: Scene, course: Course, seen: list[Private]) -> Iterator[str]:
    """Every letter that is owed went out once, in its time, to its reader, and no other."""
    left = [letter for letter in seen if letter.kind not in ANSWERS]
    for told in course.told:
        match = _find(scene, told, left)
        if match is not None:
            left.remove(match)
        elif told.must:
            near = [
                (x.kind, what_of(x), x.at.isoformat())
                for x in seen
                if x.to == told.to and x.kind == told.kind
            ]
            yield f"owed and not sent in time: {told.kind} {told.what!r} to {told.to} from {told.least}; sent: {near}"
    for letter in left:
        yield f"sent and not owed: {letter.kind} to {letter.to} at {letter.at}: {letter.text!r}"


def _find(scene: Scene, told: Told, left: list[Private]) -> Private | None:
    for letter in left:
        if (letter.kind, letter.to) != (told.kind, told.to) or what_of(letter) != told.what:
            continue
        room = {"sheriff": CALM, "expelled": LOOK, "limit": LOOK}.get(told.kind, SWIFT)
        in_time = told.least <= letter.at and (
            letter.at <= told.least + room or told.kind == "identity" or scene.slept(told.least, letter.at)
        )
        if in_time:
            return letter
    return None


def answers(scene: Scene, course: Course, seen: list[Private]) -> Iterator[str]:
    """Every order got its answer: accepted, refused, or not understood."""
    for who in scene.names:
        said = [s for s in scene.ledger.said if s.who == who]
        owed = Counter(
            course.verdicts[s.pmid] for s in said if s.pmid in course.verdicts and s.kind == "order"
        )
        unclear = sum(s.kind == "unclear" for s in said)
        got = Counter(letter.kind for letter in seen if letter.to == who)
        if got["refused"] + got["unclear"] != owed["refused"] + unclear:
            yield (
                f"{who}: {owed['refused']} orders to refuse and {unclear} unclear, "
                f"got {got['refused']} refusals and {got['unclear']} questions: "
                f"{[(s.at.isoformat(), s.text, course.verdicts.get(s.pmid)) for s in said]} / "
                f"{[(x.at.isoformat(), x.text) for x in seen if x.to == who and x.kind in {'refused', 'unclear'}]}"
            )
        if owed["ack"] and got["ack"] < 1:
            yield f"{who}: {owed['ack']} good orders and no acknowledgement"


def windows(closes: datetime, published: datetime, ours: list[tuple[datetime, datetime]]) -> Iterator[str]:
    """A-12: a notice within five minutes keeps the close; a later one begins at the next quarter hour."""
    quarter = timedelta(minutes=15)
    starts = {closes}
    if published - closes > timedelta(minutes=5):
        # The windows are fixed when the notice is written, a breath before it stands on the board.
        starts = {_next_quarter(published), _next_quarter(published - timedelta(minutes=1))}
    wanted = [[(s + i * quarter, s + (i + 1) * quarter) for i in range(5)] for s in sorted(starts)]
    if ours not in wanted:
        yield f"windows {ours}, by the rule {wanted}"


def _next_quarter(at: datetime) -> datetime:
    base = at.replace(minute=0, second=0, microsecond=0)
    while base <= at:
        base += timedelta(minutes=15)
    return base
