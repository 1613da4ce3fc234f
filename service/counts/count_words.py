"""A count in words, for whoever runs `panguan count`: counted, not counted and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, tzinfo

from engine.ballot import Ballot, OutcomeReason, Reason, Standing
from service.counts.counting import Count
from service.game.words import FLAG, WHY

_OUTCOME: Mapping[OutcomeReason, str] = {
    OutcomeReason.MOST_VOTES: "得票最多",
    OutcomeReason.FIRST_TO_REACH: "票数相同，最先达到",
    OutcomeReason.SHERIFF_BREAKS_TIE: "票数相同且为最高，警长投给其中的",
    OutcomeReason.TIE: "最高票相同，无人出局",
    OutcomeReason.NO_VOTES: "没有有效票",
    OutcomeReason.FOOL_PLAYED: "发动装傻",
}


def described(
    count: Count,
    *,
    opens: datetime | None,
    closes: datetime | None,
    zone: tzinfo,
    title: str | None = None,
    pages_missing: Sequence[int] = (),
) -> Iterator[str]:
    """The count, line by line; the outcome first."""
    tally = count.tally
    if title:
        yield f"《{title}》"
    if opens or closes:
        yield f"计票范围：{_at(opens, zone).strip() or '开帖'} 至 {_at(closes, zone).strip() or '最后'}（不含截止时刻）"
    yield _result(count)
    yield ""
    width = len(str(max((line.votes for line in tally.standing), default=0)))
    for line in tally.standing:
        yield f"{line.votes:>{width}} 票  {line.target} ← {_voters(line)}"
    yield f"弃票：{_names(tally.abstained)}"
    yield f"未投：{_names(tally.silent)}"
    shown = [one for one in count.rejected if one.reason is not Reason.SUPERSEDED]
    hidden = len(count.rejected) - len(shown)
    if shown or hidden:
        yield ""
        yield "未计入："
        for one in shown:
            where = f"{_floor(one.ballot)} {one.ballot.voter}"
            if one.reason is Reason.UNREADABLE and not one.ballot.text:
                yield f"  {where}{_at(one.ballot.at, zone)}——看不到内容（仅作者可见的回帖，要用能看到的账号来读）"
                continue
            guess = _guess(count, one.ballot)
            yield f"  {where} “{one.ballot.text}”{_at(one.ballot.at, zone)}——{WHY[one.reason]}{guess}"
        if hidden:
            yield f"  另有 {hidden} 张票{WHY[Reason.SUPERSEDED]}"
    flags = [flag for flag in count.flags if flag.kind != "suggestion"]
    if flags:
        yield ""
        yield "说明："
        for flag in flags:
            where = f"#{flag.floor} {flag.who} " if flag.pid is not None else ""
            yield f"  {where}{FLAG.get(flag.kind, flag.kind)}{_detail(flag.detail, zone)}"
    if pages_missing:
        yield ""
        yield f"缺少第 {'、'.join(map(str, pages_missing))} 页，结果不完整"


def _result(count: Count) -> str:
    outcome = count.tally.outcome
    why = _OUTCOME[outcome.reason]
    if outcome.target is None:
        return f"结果：{why}"
    verb = "当选警长" if outcome.kind == "elected" else "出局"
    return f"结果：{outcome.target} {verb}（{why}）"


def _voters(line: Standing) -> str:
    return "　".join(
        f"{vote.ballot.voter} {_floor(vote.ballot)}{'' if vote.weight == 1 else f'×{vote.weight}'}"
        for vote in line.voters
    )


def _floor(ballot: Ballot) -> str:
    return f"#{ballot.floor}" if ballot.floor is not None else "#?"


def _names(names: Sequence[str]) -> str:
    return "、".join(names) or "无"


def _guess(count: Count, ballot: Ballot) -> str:
    guess = next(
        (flag.detail for flag in count.flags if flag.kind == "suggestion" and flag.pid == ballot.pid), ""
    )
    return f"（是否想写 {guess}）" if guess else ""


def _at(at: datetime | None, zone: tzinfo) -> str:
    if at is None:
        return ""
    local = at.astimezone(zone)
    return f" {local:%m-%d %H:%M}" if local.second == 0 else f" {local:%m-%d %H:%M:%S}"


def _detail(detail: str, zone: tzinfo) -> str:
    if not detail:
        return ""
    try:
        return f"（{_at(datetime.fromisoformat(detail), zone).strip()}）"
    except ValueError:
        return f"（{detail}）"
