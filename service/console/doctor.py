"""Can the judge work on this board? Looked at step by step, with one log-in at most and nothing posted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from service.clock import Clock
from service.console.lanes import Lane, Open
from service.console.outcome_words import told, told_error
from service.errors import BoardUnreachable, Outcome, Refused, ServiceError
from service.files.gamemodel import GameFile
from service.forum.api import BoardFacts, CookieKeeper, Forum

ZONE_MINUTES = 8 * 60
FAR = 300.0
"""Seconds between the clocks above which somebody should set one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that was looked at. `ok` None: not known. Without an `essential` thing the judge cannot work."""

    what: str
    label: str
    ok: bool | None
    detail: str = ""
    todo: str = ""
    essential: bool = True


@dataclass(slots=True)
class Examined:
    """A lane with what was found."""

    lane: Lane
    checks: list[Check] = field(default_factory=list)
    facts: BoardFacts | None = None

    @property
    def ok(self) -> bool:
        """Can the judge work here?"""
        return all(check.ok is not False for check in self.checks if check.essential)


def examine(lane: Lane, clock: Clock, connect: Open, cookies: CookieKeeper | None) -> Examined:
    """Look at everything that the games of a lane need. What cannot be looked at without a log-in is left out."""
    found = Examined(lane=lane)
    game = lane.games[0]
    try:
        forum = connect(game, lane.account, clock, cookies)
    except ServiceError as error:
        found.checks.append(_failed("reach", "论坛", error))
        return found
    try:
        found.facts = forum.probe()
        found.checks += _board(found.facts)
        found.checks.append(_login(lane, forum, found.facts))
        if found.checks[-1].ok:
            found.checks += _member(lane, forum)
        found.checks.append(_guest(game, clock, connect))
    except ServiceError as error:
        found.checks.append(_failed("reach", "论坛", error))
    finally:
        forum.close()
    return found


def _board(facts: BoardFacts) -> Iterator[Check]:
    version = "Discuz! X" if facts.dialect == "x" else f"Discuz! {facts.dialect}.x"
    detail = f"《{facts.title}》，{version}，{facts.charset}"
    yield Check(what="reach", label="论坛", ok=True, detail=detail)
    minutes = facts.zone_minutes
    zone = "没有写明" if minutes is None else f"GMT{minutes / 60:+g}"
    yield Check(
        what="zone",
        label="时区",
        ok=None if minutes is None else minutes == ZONE_MINUTES,
        detail=zone,
        todo="" if minutes in {None, ZONE_MINUTES} else "在论坛的个人设置里把判官账号的时区改成 GMT+8",
    )
    skew = facts.skew_seconds
    yield Check(
        what="clock",
        label="时钟",
        ok=None if skew is None else abs(skew) <= FAR,
        detail="没有量出" if skew is None else f"论坛比本机{'快' if skew >= 0 else '慢'} {abs(skew):.0f} 秒",
        todo="截止一律按论坛的时间，判官会自动校正；但相差太多，请校准本机时钟"
        if skew is not None and abs(skew) > FAR
        else "",
        essential=False,
    )


def _login(lane: Lane, forum: Forum, facts: BoardFacts) -> Check:
    if lane.account is None:
        return Check(what="login", label="登录", ok=False, detail=lane.missing)
    kept = forum.login_refused()
    outcome = forum.ensure_login()
    if outcome.ok:
        how = "用保存的登录状态" if facts.uid else "用密码"
        return Check(
            what="login",
            label="登录",
            ok=True,
            detail=f"{lane.account.name}（uid {forum.head().uid}），{how}",
        )
    detail, todo = told(outcome)
    if kept:
        detail, todo = f"上次登录被拒绝，没有再试：{detail}", "改正以后运行 panguan login"
    return Check(what="login", label="登录", ok=False, detail=detail, todo=todo)


def _member(lane: Lane, forum: Forum) -> Iterator[Check]:
    for fid in sorted({game.board.forum for game in lane.games}):
        games = [game for game in lane.games if game.board.forum == fid]
        yield from _forum(fid, games, forum)
    outcome = forum.may_send_pm()
    try:
        forum.pm_list()
    except (Refused, BoardUnreachable) as error:
        yield _failed("pm", "私信", error)
    else:
        yield _asked("pm", "私信", outcome, "能读能写")
    for name in sorted({game.director.name for game in lane.games}):
        yield _director(name, forum)


def _forum(fid: int, games: list[GameFile], forum: Forum) -> Iterator[Check]:
    label = f"版块 {fid}"
    try:
        listing = forum.forum(fid)
        newest = listing.rows[0].tid if listing.rows else None
        if newest is not None:
            forum.thread(newest)
    except (Refused, BoardUnreachable) as error:
        yield _failed("read", f"{label} 读帖", error)
        return
    moderator = forum.head().moderator
    yield Check(
        what="read", label=f"{label} 读帖", ok=True, detail="能读" if newest else "能读，现在没有帖子"
    )
    opens = any(game.threads.open for game in games)
    if opens or newest is None:
        outcome = forum.may_open_thread(fid)
        yield _asked("post", f"{label} 开帖", outcome, "能开", essential=opens)
        if outcome.ok and any(game.threads.open and game.threads.hidden_votes for game in games):
            hidden = outcome.values.get("hidden") == "1"
            yield Check(
                what="hidden",
                label=f"{label} 回帖仅作者可见",
                ok=hidden,
                detail="能设" if hidden else "不能设",
                todo="" if hidden else "请管理员允许这个用户组设置，或在 [threads] 里写 hidden_votes = false",
            )
    if newest is not None:
        yield _asked("reply", f"{label} 回帖", forum.may_reply(fid, newest), "能回", essential=not opens)
        yield Check(
            what="moderator",
            label=f"{label} 版主",
            ok=moderator,
            detail="是" if moderator else "不是",
            todo="" if moderator else "判官不能锁帖，也看不到被屏蔽的内容；可请管理员设为版主",
            essential=False,
        )


def _director(name: str, forum: Forum) -> Check:
    try:
        member = forum.find_member(name)
    except (Refused, BoardUnreachable) as error:
        return _failed("director", f"导演 {name}", error)
    return Check(
        what="director",
        label=f"导演 {name}",
        ok=member is not None,
        detail=f"uid {member.uid}" if member else "论坛上没有这个会员",
        todo="" if member else "核对 game.toml 里 [director] 的 name",
    )


def _guest(game: GameFile, clock: Clock, connect: Open) -> Check:
    """May anybody read here? Players' friends, and `panguan count` without an account, can only then."""
    label = f"游客读版块 {game.board.forum}"
    try:
        guest = connect(game, None, clock, None)
    except ServiceError as error:
        return Check(what="guest", label=label, ok=None, detail=told_error(error)[0], essential=False)
    try:
        guest.forum(game.board.forum)
    except ServiceError as error:
        return Check(what="guest", label=label, ok=False, detail=told_error(error)[0], essential=False)
    finally:
        guest.close()
    return Check(what="guest", label=label, ok=True, detail="能读", essential=False)


def _asked(what: str, label: str, outcome: Outcome, yes: str, *, essential: bool = True) -> Check:
    if outcome.ok:
        return Check(what=what, label=label, ok=True, detail=yes, essential=essential)
    detail, todo = told(outcome)
    return Check(what=what, label=label, ok=False, detail=detail, todo=todo, essential=essential)


def _failed(what: str, label: str, error: ServiceError) -> Check:
    detail, todo = told_error(error)
    return Check(what=what, label=label, ok=False, detail=detail, todo=todo)
