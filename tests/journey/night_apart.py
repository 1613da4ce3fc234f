"""The referee's nights: which orders stand, and what they do (App. B), phase by phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tests.journey.ledger import Said
from tests.journey.table_apart import Player, Table
from tests.journey.words import LOVERS, VILLAGE, WOLVES

Orders = dict[str, tuple[str, ...]]

PHASES: tuple[tuple[str, ...], ...] = (
    ("守护", "隔音"),
    ("吹笛",),
    ("查验", "杀", "撕咬"),
    ("解药", "毒药"),
    ("麻醉",),
)
"""Which orders belong to which of the five windows."""

OWNER = {
    "守护": "守卫",
    "隔音": "守卫",
    "吹笛": "吹笛",
    "查验": "先知",
    "撕咬": "白狼",
    "解药": "女巫",
    "毒药": "女巫",
    "麻醉": "猎人",
}


@dataclass
class Night:
    """One night's own memory."""

    number: int
    wolf: str = ""
    shield: str = ""
    deaf: str = ""
    struck: list[str] = field(default_factory=list)
    foreseen: tuple[str, str] | None = None
    new_mad: list[str] = field(default_factory=list)
    hunter_up: bool = False


def standing(said: Iterable[Said], phase: int, legal: Callable[[Said, str, tuple[str, ...]], bool]) -> Orders:
    """The last legal order of each kind at the window's end (A-19); a pass takes back what stood."""
    found: Orders = {}
    givers: dict[str, str] = {}
    for message in said:
        if message.kind == "pass":
            for skill in [s for s, who in givers.items() if who == message.who]:
                found.pop(skill, None)
        for skill, targets in message.orders:
            if skill in PHASES[phase] and legal(message, skill, targets):
                found[skill] = targets
                givers[skill] = message.who
    return found


def may(table: Table, night: Night, who: str, skill: str, targets: tuple[str, ...]) -> bool:
    """Whether an order is legal now, in its window."""
    one = table.players[who]
    if one.expelled or len(set(targets)) != len(targets):
        return False
    if len(targets) not in ((1, 2) if skill == "吹笛" else (1,)):
        return False
    if skill == "杀":
        if night.wolf != who or who not in table.wolves():
            return False
    elif one.identity != OWNER[skill] or one.lost:
        return False
    return all(_object(table, night, one, skill, table.players[name]) for name in targets)


def _object(table: Table, night: Night, one: Player, skill: str, target: Player) -> bool:
    if target.expelled or target.out:
        return False
    match skill:
        case "守护" | "隔音":
            return target.alive and target.name not in one.shielded[skill]
        case "吹笛":
            return target.alive and not target.mad
        case "查验" | "杀":
            return target.alive
        case "撕咬":
            return not any((n + 1) // 2 == (night.number + 1) // 2 for n in one.bite_nights)
        case "解药":
            return "解药" not in one.spent and bool(target.dying) and target.name != one.name
        case "毒药":
            return "毒药" not in one.spent
        case "麻醉":
            return table.shot_due == one.name
        case _:
            return False


# phases ----------------------------------------------------------------------------------------------------


def guard_done(table: Table, night: Night, orders: Orders) -> None:
    """夜晚1."""
    guard = table.only("守卫")
    for skill, targets in orders.items():
        assert guard is not None
        guard.shielded[skill].add(targets[0])
    night.shield = orders.get("守护", ("",))[0]
    night.deaf = orders.get("隔音", ("",))[0]


def piper_done(table: Table, night: Night, orders: Orders) -> None:
    """夜晚2, and the draw of the night's wolf that follows."""
    for name in orders.get("吹笛", ()):
        if name != night.deaf:
            table.players[name].mad = True
            night.new_mad.append(name)
    pool = table.wolves()
    if pool:
        night.wolf = table.draw(f"night/{night.number}/wolf/0", pool)


def hunt_done(table: Table, night: Night, orders: Orders) -> None:
    """夜晚3, 4, 5 in that order; then the elder's mark for a double attack."""
    for name in orders.get("查验", ()):
        camp = table.players[name].camp
        night.foreseen = (name, VILLAGE if camp == VILLAGE else "非" + VILLAGE)
    killed = orders.get("杀", ("",))[0]
    bitten = orders.get("撕咬", ("",))[0]
    for name, cause in ((killed, "杀人"), (bitten, "撕咬")):
        if not name:
            continue
        night.struck.append(name)
        if name != night.shield and not table.players[name].dying:
            table.players[name].dying = cause
    if bitten:
        white = table.only("白狼")
        assert white is not None
        white.bite_nights.add(night.number)
    if killed and killed == bitten and table.players[killed].identity == "长老":
        table.players[killed].marks += 1


def witch_list(table: Table, night: Night) -> list[str] | None:
    """通灵: the targets in seat order, or None where the witch has it no more."""
    witch = table.owner("女巫")
    if witch is None or "解药" in witch.spent:
        return None
    return [name for name in table.names if name in night.struck]


def witch_done(table: Table, night: Night, orders: Orders) -> None:
    """夜晚6: 解药, then 毒药."""
    witch = table.only("女巫")
    assert witch is not None
    for name in orders.get("解药", ()):
        witch.spent.add("解药")
        table.players[name].dying = ""
    for name in orders.get("毒药", ()):
        witch.spent.add("毒药")
        if not witch.dying:
            table.enter(name, "fainted", "毒药")


def _saved(one: Player) -> bool:
    return one.identity == "长老" and one.marks == 0 and not one.lost


def look_ahead(table: Table, night: Night) -> None:
    """Step 15: whether the hunter faints; he and what brings him faint now."""
    hunter = table.only("猎人")
    if hunter is None or hunter.expelled:
        return
    falling = [p for p in table.players.values() if p.dying and not _saved(p)]
    mate = table.partner(hunter.name)
    if hunter in falling:
        table.enter(hunter.name, "fainted", hunter.dying)
    elif not hunter.fainted and mate and table.players[mate] in falling:
        table.enter(mate, "fainted", table.players[mate].dying)
    night.hunter_up = bool(table.shot_due) and not hunter.lost


def hunter_done(table: Table, orders: Orders) -> None:
    """麻醉."""
    for name in orders.get("麻醉", ()):
        table.enter(name, "fainted", "麻醉")
    table.shot_due = ""


def settle(table: Table, night: Night) -> list[str]:
    """Step 16: the dying faint, in the order in which they became dying; whom his long life saved."""
    saved = []
    for name in dict.fromkeys(night.struck):
        one = table.players[name]
        if not one.dying:
            continue
        if _saved(one):
            one.marks += 1
            one.dying = ""
            saved.append(name)
        else:
            table.enter(name, "fainted", one.dying)
    return saved


# night 0 ---------------------------------------------------------------------------------------------------


def first_night(table: Table, joins: bool, lovers: tuple[str, ...]) -> dict[str, str]:
    """A-43: 归群, the arrow, 私奔, the cupid's camp. Gives the camps that changed.

    `lovers` empty: the silent 爱神's are drawn.
    """
    before = {p.name: p.camp for p in table.players.values()}
    white, cupid = table.only("白狼"), table.only("爱神")
    if white is not None and joins:
        white.camp = WOLVES
    if cupid is not None:
        if not lovers:
            first = table.draw("night/0/lovers/0", table.names)
            second = table.draw("night/0/lovers/1", [n for n in table.names if n != first])
            lovers = (first, second)
        table.lovers = lovers
        one, two = (table.players[n] for n in lovers)
        if one.camp != two.camp:
            one.camp = two.camp = LOVERS
        if cupid.name not in lovers:
            cupid.camp = one.camp
    return {p.name: p.camp for p in table.players.values() if p.camp != before[p.name]}


def pack(table: Table) -> list[str]:
    """R-027, R-111: who of the wolves' camp know each other, in seat order."""
    return [p.name for p in table.players.values() if p.camp == WOLVES and p.identity in {"狼人", "白狼"}]
