"""What is public, and from when: the one place through which anything leaves the secret part of a game.

Nothing that is hidden passes: no cause, no identity (A-83), and not who the piper or the elder was whose fall is
announced (R-022 … R-026, R-034; A-82, A-84).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine import events as ev
from engine.model import Camp, Identity, Status
from engine.rules import Rules
from engine.state import Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """One thing that is public: an event's kind with what may be said of it."""

    kind: str
    who: str | None = None
    day: int | None = None
    detail: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningList:
    """R-023: what a day's opening announces, in time order (R-026)."""

    day: int
    imprisoned: tuple[str, ...] = ()
    fainted: tuple[str, ...] = ()
    sheriff: str | None = None
    madness_lifted: bool = False
    skills_lost: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Public:
    """What everyone may know. `roster` is the table's row, public by rule."""

    names: tuple[str, ...] = ()
    roster: tuple[tuple[Identity, int], ...] = ()
    day: int = 0
    phase: Phase = Phase.NIGHT0
    sheriff: str | None = None
    imprisoned: tuple[str, ...] = ()
    fainted: tuple[str, ...] = ()
    expelled: tuple[str, ...] = ()
    feigned: tuple[str, ...] = ()
    madness_lifted: bool = False
    skills_lost: bool = False
    winner: Camp | None = None
    opening: OpeningList | None = None


def published(log: Iterable[ev.Event]) -> tuple[Notice, ...]:
    """What has been made public, in the order of publication.

    What happens by night waits for the next opening (R-025), or for the end; a 罚下 is public at once.
    """
    shown: list[Notice] = []
    waiting: list[Notice] = []
    night = True
    seats: tuple[str, ...] = ()
    rules = Rules()
    for event in log:
        if isinstance(event, ev.Began):
            seats, rules = event.names, Rules.from_mapping(event.rules)
            shown += _cast(event)
        elif isinstance(event, ev.Opened | ev.Won | ev.Placed):
            shown += _ordered(waiting, seats, rules)
            waiting = []
            night = isinstance(event, ev.Won)
            shown += _notices(event)
        elif isinstance(event, ev.NightFell):
            night = True
            shown += _notices(event)
        elif night and not isinstance(event, ev.Expelled):
            waiting += _notices(event)
        else:
            shown += _notices(event)
    return tuple(shown)


def public_view(log: Iterable[ev.Event]) -> Public:
    """What everyone may know: a function of what is published and of nothing else."""
    return fold(published(log))


def fold(notices: Iterable[Notice]) -> Public:
    """The public's picture from what was published."""
    public = Public()
    since = OpeningList(day=0)
    for notice in notices:
        public, since = _see(public, since, notice)
    return public


def _cast(event: ev.Began) -> list[Notice]:
    """The names and the roster of identities: who is who is not in it."""
    counts = Counter(event.identities)
    return [
        *(Notice(kind="character", who=name) for name in event.names),
        *(
            Notice(kind="roster", detail=identity, day=counts[identity])
            for identity in Identity
            if counts[identity]
        ),
    ]


def _notices(event: ev.Event) -> list[Notice]:
    """What may be said of an event in public; for most, nothing."""
    match event:
        case ev.Opened():
            return [Notice(kind="opened", day=event.day)]
        case ev.Placed():
            placed = Notice(kind="placed", who=event.sheriff, day=event.day)
            return [placed]
        case ev.Given():
            known = (Status.IMPRISONED, Status.FAINTED, Status.EXPELLED)
            flags = [Notice(kind=status.value, who=event.who) for status in known if status in event.states]
            return [*flags, *([Notice(kind="feigned", who=event.who)] if event.feigned else [])]
        case ev.NightFell():
            return [Notice(kind="night_fell", day=event.day)]
        case ev.Counted():
            return [Notice(kind="counted", who=event.who, day=event.day, detail=event.reason)]
        case ev.Elected() | ev.Imprisoned() | ev.Fainted() | ev.FoolPlayed() | ev.Expelled() | ev.Succeeded():
            return [Notice(kind=event.kind, who=event.who)]
        case ev.Vacated() | ev.MadnessLifted() | ev.SkillsLost():
            return [Notice(kind=event.kind)]
        case ev.FlagRemoved() if event.state is not Status.MAD:
            return [Notice(kind="removed", who=event.who, detail=event.state)]
        case ev.Won():
            return [Notice(kind="won", detail=event.who)]
        case _:
            return []


def _ordered(waiting: list[Notice], seats: tuple[str, ...], rules: Rules) -> list[Notice]:
    """A-84: by time, or with the fainted in seat order."""
    if rules.faint_order != "seat":
        return waiting
    fainted = sorted((n for n in waiting if n.kind == "fainted"), key=lambda n: seats.index(n.who or ""))
    rest = iter(fainted)
    return [next(rest) if notice.kind == "fainted" else notice for notice in waiting]


def _see(public: Public, since: OpeningList, notice: Notice) -> tuple[Public, OpeningList]:
    who = notice.who or ""
    match notice.kind:
        case "character":
            return replace(public, names=(*public.names, who)), since
        case "roster":
            line = (Identity(notice.detail or ""), notice.day or 0)
            return replace(public, roster=(*public.roster, line)), since
        case "opened" | "placed":
            day = notice.day or 0
            sheriff = notice.who if notice.kind == "placed" else public.sheriff
            opening = replace(since, day=day, sheriff=sheriff)
            opened = replace(public, day=day, phase=Phase.DAY, sheriff=sheriff, opening=opening)
            return opened, OpeningList(day=day)
        case "night_fell":
            return replace(public, phase=Phase.NIGHT), since
        case "elected" | "succeeded":
            return replace(public, sheriff=who), since
        case "vacated":
            return replace(public, sheriff=None), since
        case "won":
            return replace(public, phase=Phase.OVER, winner=Camp(notice.detail or "")), since
        case _:
            return _see_lot(public, since, notice, who)


def _see_lot(public: Public, since: OpeningList, notice: Notice, who: str) -> tuple[Public, OpeningList]:
    match notice.kind:
        case "imprisoned":
            after = replace(public, imprisoned=(*public.imprisoned, who))
            return after, replace(since, imprisoned=(*since.imprisoned, who))
        case "fainted":
            after = replace(public, fainted=(*public.fainted, who))
            return after, replace(since, fainted=(*since.fainted, who))
        case "expelled":
            return replace(public, expelled=(*public.expelled, who)), since
        case "feigned":
            return replace(public, feigned=tuple(dict.fromkeys((*public.feigned, who)))), since
        case "madness_lifted":
            return replace(public, madness_lifted=True), replace(since, madness_lifted=True)
        case "skills_lost":
            return replace(public, skills_lost=True), replace(since, skills_lost=True)
        case "removed":
            name = notice.detail or ""
            left = replace(public, **{name: _without(getattr(public, name), who)})  # type: ignore[arg-type]
            if name == "expelled":  # an opening lists nobody who is expelled
                return left, since
            return left, replace(since, **{name: _without(getattr(since, name), who)})  # type: ignore[arg-type]
        case _:
            return public, since


def _without(names: tuple[str, ...], who: str) -> tuple[str, ...]:
    """A list after a ruling took somebody out of its state: what waits for the opening is put right as well."""
    return tuple(name for name in names if name != who)
