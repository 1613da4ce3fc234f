"""The first step: names pinned to accounts, the deal, the commitment, the check-in thread (rules' steps 04 … 06)."""

from __future__ import annotations

import secrets
from collections import Counter

from engine.chance import seed_text
from engine.deal import commitment, deal
from engine.events import Given, Placed
from engine.game import Start, start
from engine.model import Identity, Skill
from engine.readings import initial_camp
from service.errors import Refused
from service.files.gamemodel import GameFile
from service.game.context import Ctx
from service.game.record import scope
from service.game.say import iso
from service.game.threads import title_of
from service.game.words import CAMP, IDENTITY, SKILLS_OF
from service.saying import STOPPING
from service.store import Tx


def pin_members(ctx: Ctx, *, again: bool = False) -> list[str]:
    """Find every account's uid that is not known yet; returns the names that the board doesn't know."""
    missing = []
    wanted = [c.name for c in ctx.game.characters] + [ctx.game.director.name]
    wanted += [str(r.keys["account"]) for r in ctx.rulings if r.kind == "substitute"]
    found = {}
    for name in wanted:
        if ctx.uid(name) is not None or (not again and ctx.record.facts.get(f"unknown.{name}")):
            continue
        try:
            member = ctx.forum.find_member(name)
        except Refused as refused:
            # Some names cannot be asked for on some boards; one of them must not stop the others.
            if refused.outcome.kind in STOPPING:
                raise
            member = None
        if member is None:
            missing.append(name)
        else:
            found[name] = member.uid
    with ctx.store.transaction() as tx:
        for name, uid in found.items():
            ctx.fact(tx, f"uid.{name}", uid)
            ctx.fact(tx, f"unknown.{name}", value=False)
        for name in missing:
            ctx.fact(tx, f"unknown.{name}", value=True)
            ctx.voice(tx).alert(
                f"unknown member {name}",
                "找不到账号",
                f"论坛上没有名为“{name}”的会员",
                todo="核对 game.toml 里的名字（要与账号一字不差）",
            )
    return missing


def set_up(ctx: Ctx) -> None:
    """Deal (or take the director's deal), commit, tell everyone their identity, and open the check-in thread."""
    pin_members(ctx)
    seed = seed_text(secrets.token_hex(16))
    salt = secrets.token_hex(32)
    names = ctx.game.names
    if ctx.game.dealt:
        identities = {c.name: c.identity for c in ctx.game.characters if c.identity is not None}
    else:
        identities = dict(zip(names, deal(seed, len(names)), strict=True))
    resume = ctx.game.resume
    first_day = resume.day if resume else 0
    decision = start(
        Start(
            identities=identities,
            seed=seed,
            rules=ctx.game.rules,
            given=_given(ctx.game, identities),
            placed=Placed(day=resume.day, sheriff=resume.sheriff, lovers=resume.lovers) if resume else None,
        )
    )
    promise = commitment(salt, seed, identities)
    secret = {
        "seed": seed,
        "salt": salt,
        "identities": {name: str(identity) for name, identity in identities.items()},
        "commitment": promise,
    }
    with ctx.store.transaction() as tx:
        tx.keep_secret(ctx.game.key, secret, ctx.now)
        ctx.take(tx, "setup", due=None, decision=decision, data={"first_day": first_day})
        if resume is None:
            _tell_identities(ctx, tx, identities, promise)
        _check_in(ctx, tx, identities, promise)


def _given(game: GameFile, identities: dict[str, Identity]) -> tuple[Given, ...]:
    """The states in which a game is taken over."""
    if game.resume is None:
        return ()
    given = []
    for name, one in game.resume.characters.items():
        given.append(
            Given(
                who=name,
                camp=one.camp or initial_camp(identities[name]),
                states=tuple(sorted(one.states)),
                marks=one.marks,
                points=one.points,
                skills_lost=one.skills_lost,
                feigned=one.feigned,
                # 撕咬 comes back with the next two nights: what was used was used by the last of them.
                spent=tuple(sorted(one.spent - {Skill.BITE})),
                bitten=game.resume.day - 1 if Skill.BITE in one.spent else 0,
                guard_shielded=one.shielded.get(Skill.GUARD_SHIELD, ()),
                sound_shielded=one.shielded.get(Skill.SOUND_SHIELD, ()),
            )
        )
    return tuple(given)


def _tell_identities(ctx: Ctx, tx: Tx, identities: dict[str, Identity], promise: str) -> None:
    voice = ctx.voice(tx, promise)
    for name, identity in identities.items():
        voice.private(
            name,
            0,
            "身",
            "identity",
            {
                "title": ctx.game.title,
                "who": name,
                "identity": IDENTITY[identity],
                "camp": CAMP[initial_camp(identity)],
                "skills": SKILLS_OF.get(identity, ""),
            },
        )


def _check_in(ctx: Ctx, tx: Tx, identities: dict[str, Identity], promise: str) -> None:
    """The commitment goes out before day 1: in the check-in thread, or to the director where the judge opens none."""
    counts = Counter(identities.values())
    context = {
        "title": ctx.game.title,
        "names": list(ctx.game.names),
        "roster": [(IDENTITY[identity], counts[identity]) for identity in Identity if counts[identity]],
        "night0": iso(ctx.calendar.night0_open),
        "night0_end": iso(ctx.calendar.night0_close),
        "open": iso(ctx.calendar.open(1)),
        "close": iso(ctx.calendar.close(1)),
        "judge": ctx.account,
        "by_message": "pm" in ctx.game.orders,
        "in_hollow": "hollow" in ctx.game.orders,
        "commitment": promise,
    }
    voice = ctx.voice(tx, promise)
    if ctx.game.threads.open and ctx.game.resume is None:
        subject = title_of(ctx.game, 0, "checkin")
        voice.thread(0, "报", "checkin", context, which="checkin", subject=subject)
        return
    tx.keep_fact(scope(ctx.game.key), "commitment_in_opening", value=True, at=ctx.now)
    voice.alert(
        "commitment",
        "公平承诺",
        f"本局承诺（SHA-256）：{promise}",
        todo="在第一天之前把它贴到公开的帖子里；揭秘时判官公布盐、种子与身份",
    )
