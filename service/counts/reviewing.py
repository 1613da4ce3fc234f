"""From posts as seen to a day's conduct: for the daemon, `panguan conduct` and `panguan review`. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from typing import Any, Literal

from engine.model import STATUS_ZH, Status
from engine.rules import Rules
from parsers.conduct import Conduct, ConductRules, Speech, Violation
from parsers.madness import MadRules
from parsers.posts_json import iso
from service.counts.counting import Voters
from service.counts.seen import SeenPost

KIND: Mapping[str, str] = {
    "over_limit": "超过发帖上限",
    "silenced": "昏厥期间发言",
    "mad_text": "癫狂：不可用的字符",
    "mad_image": "癫狂：图片、链接等",
    "mad_art": "癫狂：疑似字符画或密码（待人工判断）",
    "night_post": "夜间发言",
    "edited": "编辑过",
    "deleted": "已删除",
    "expelled_spoke": "罚下后发言",
}
"""What each flag is called."""


def conduct_rules(rules: Rules, penalties: Mapping[str, int]) -> ConductRules:
    """The knobs of conduct as a game's rules have them; `penalties`: what each kind of flag would cost."""
    return ConductRules(
        post_limit=rules.post_limit,
        post_limit_counts_vote_thread=rules.post_limit_counts_vote_thread,
        mute_hours=rules.mute_hours,
        mute_blocks_votes=rules.mute_blocks_votes,
        deleted_posts_count=rules.deleted_posts_count,
        mad=MadRules(
            emoji_ok=rules.mad_emoji_ok,
            quotes_count=rules.mad_quote_policy == "counts",
            target_anywhere=rules.mad_vote_target_scope == "anywhere",
            bare_name=rules.bare_name,
        ),
        penalties=penalties,
    )


def speeches(seen: Iterable[SeenPost], voters: Voters, thread: Literal["discussion", "vote"]) -> list[Speech]:
    """The posts of characters in one thread; the judge's own and those of others are left out."""
    found = []
    for one in seen:
        first = one.first.post
        who = voters.character(first)
        if who is None or voters.judge(first):
            continue
        forms = [form.post for form in one.forms]
        words = [forms[0], *(new for old, new in itertools.pairwise(forms) if new.text != old.text)]
        later = tuple(form for form in words[1:] if form.text is not None)
        marked = any(form.edited_at is not None or form.edited_by is not None for form in forms)
        found.append(
            Speech(
                post=first,
                who=who,
                thread=thread,
                later=later,
                edited=marked or bool(later),
                deleted=one.gone_at is not None,
            )
        )
    return found


def conduct_to_dict(conduct: Conduct, zone: tzinfo) -> dict[str, Any]:
    """A day's conduct as `conduct --json` prints it; times in `zone`, with its offset."""
    return {
        "day": conduct.day,
        "characters": [
            {
                "name": one.name,
                "states": [status.value for status in one.states],
                "posts": one.posts,
                "limit": one.limit,
                "silent_until": iso(one.silent_until, zone),
                "points": one.points,
            }
            for one in conduct.characters
        ],
        "violations": [_violation(one, zone) for one in conduct.violations],
    }


def _violation(one: Violation, zone: tzinfo) -> dict[str, Any]:
    return {
        "kind": one.kind,
        "who": one.who,
        "pid": one.pid,
        "floor": one.floor,
        "at": iso(one.at, zone),
        "detail": one.detail,
        "points": one.points,
        "clause": one.clause,
        "text": one.text,
    }


def conduct_described(conduct: Conduct, zone: tzinfo, pages_missing: Sequence[int] = ()) -> Iterator[str]:
    """A day's conduct in words, line by line."""
    terms = {status: term for term, status in STATUS_ZH.items()}
    for one in conduct.characters:
        states = "、".join(terms[status] for status in one.states if status in terms)
        limit = f"（上限 {one.limit}）" if one.limit is not None else ""
        silent = f" 禁言至 {_at(one.silent_until, zone)}" if one.silent_until else ""
        points = f" 累计 {one.points} 分" if one.points else ""
        yield f"{one.name}{f' [{states}]' if states else ''} {one.posts} 帖{limit}{silent}{points}"
    yield ""
    yield "提示：" if conduct.violations else "没有需要提示的帖子"
    for flag in conduct.violations:
        floor = f"#{flag.floor}" if flag.floor is not None else "#?"
        points = f" {flag.points} 分" if flag.points else ""
        yield f"  {floor} {flag.who} {_at(flag.at, zone)} {KIND[flag.kind]}：{flag.detail}（{flag.clause}）{points}"
    if pages_missing:
        yield f"缺少第 {'、'.join(map(str, pages_missing))} 页，结果不完整"


def _at(at: datetime | None, zone: tzinfo) -> str:
    return f"{at.astimezone(zone):%m-%d %H:%M:%S}".removesuffix(":00") if at else ""


def bound_states(
    mad: frozenset[str], imprisoned: frozenset[str], fainted: frozenset[str], expelled: frozenset[str]
) -> dict[str, list[Status]]:
    """Which states bind whom, by name."""
    states: dict[str, list[Status]] = {}
    for status, names in (
        (Status.IMPRISONED, imprisoned), (Status.FAINTED, fainted), (Status.MAD, mad), (Status.EXPELLED, expelled),
    ):  # fmt: skip
        for name in names:
            states.setdefault(name, []).append(status)
    return states
