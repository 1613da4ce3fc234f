"""A played scenario as lines for people, in the rules' own terms."""

from __future__ import annotations

from engine.events import (
    CampChanged,
    Counted,
    Elected,
    Event,
    Expelled,
    Fainted,
    FlagRemoved,
    FoolPlayed,
    IdentitySet,
    Imprisoned,
    LoversMade,
    Maddened,
    MadnessLifted,
    Marked,
    Means,
    NightFell,
    Opened,
    PointsGiven,
    Saved,
    SkillsLost,
    Stricken,
    Succeeded,
    SuccessionOwed,
    Told,
    Turned,
    Used,
    Vacated,
    WeightSet,
    WolfChosen,
    Won,
)
from engine.model import CAMP_ZH, IDENTITY_ZH, SKILL_ZH, STATUS_ZH, Camp, Cause, Skill, Status
from service.scenarios.playing import Played

CAUSES = {
    Cause.VOTE: "投票",
    Cause.KILL: "杀人",
    Cause.BITE: "撕咬",
    Cause.POISON: "毒药",
    Cause.LAST_SHOT: "麻醉",
    Cause.EMPATHY: "移情",
    Cause.DIRECTOR: "导演裁定",
}
OUTCOMES = {
    "most_votes": "得票最多",
    "first_to_reach": "同票，最先得到",
    "sheriff_breaks_tie": "同票，警长所投",
    "tie": "同票，无人出局",
    "no_votes": "无人得票",
    "fool_played": "白痴装傻，无人出局",
}


def story(played: Played) -> str:
    """The course of the game, what was refused, and where it stands."""
    lines = [line for event in played.events if (line := saying(event))]
    if played.rejected:
        lines.append("未执行：")
        lines += [f"　第 {one['step']} 步 {one['order']}：{one['reason']}" for one in played.rejected]
    lines.append(_standing(played))
    return "\n".join(lines)


def saying(event: Event) -> str:
    """One event in one line; nothing where it says nothing to a reader."""
    match event:
        case Opened():
            return f"第 {event.day} 天白天"
        case NightFell():
            return f"第 {event.day} 夜"
        case Turned() if event.day == 1:
            return "第零夜结束"
        case Counted():
            return f"　计票：{event.who or '无人'}（{OUTCOMES[event.reason]}）"
        case LoversMade():
            return f"　情侣：{'、'.join(event.who)}" + ("（抽定）" if event.cause is Means.DRAWN else "")
        case CampChanged():
            return f"　{event.who} 归入〖{camp_word(event.camp)}〗"
        case Used():
            return f"　{event.who}【{skill_word(event.skill)}】" + (
                f"→ {'、'.join(event.targets)}" if event.targets else ""
            )
        case WolfChosen():
            return f"　今夜的狼人：{event.who or '无'}"
        case Elected():
            return f"　{event.who} 当选警长"
        case Succeeded():
            return f"　{event.who} 继任警长"
        case SuccessionOwed():
            return f"　警长 {event.who} 须指定继任者"
        case Vacated():
            return "　警长空缺"
        case PointsGiven():
            return f"　{event.who} {'扣' if event.points > 0 else '减免'} {abs(event.points)} 分"
        case Won():
            return f"〖{camp_word(event.who)}〗获胜"
        case Told():
            return f"　（告知 {event.to}：{_told(event)}）"
        case IdentitySet():
            words = {code: chinese for chinese, code in IDENTITY_ZH.items()}
            return f"　{event.who} 的身份改为{words[event.identity]}"
        case WeightSet():
            return f"　{event.who} 第 {event.day} 天的一票计 {event.weight} 票"
        case _:
            return _fate(event)


def _fate(event: Event) -> str:
    match event:
        case Imprisoned():
            return f"　{event.who} 囚禁（{CAUSES[event.cause]}）"
        case Fainted():
            return f"　{event.who} 昏厥（{CAUSES[event.cause]}）"
        case Stricken():
            return f"　{event.who} 濒死（{CAUSES[event.cause]}）"
        case Saved():
            return f"　{event.who} 脱离濒死（{skill_word(event.by)}）"
        case Marked():
            return f"　{event.who} 标记 {event.marks:+d}"
        case Maddened():
            return f"　{event.who} 癫狂"
        case MadnessLifted():
            return f"　{event.who} 出局，所有癫狂解除，吹笛失去技能"
        case SkillsLost():
            return f"　{event.who} 出局，特殊身份与普通身份失去技能"
        case FoolPlayed():
            return f"　{event.who} 装傻，免于囚禁"
        case Expelled():
            return f"　{event.who} 罚下"
        case FlagRemoved():
            return f"　{event.who} 解除{status_word(event.state)}"
        case _:
            return ""


def camp_word(camp: Camp) -> str:
    """A camp's own word."""
    return next(chinese for chinese, code in CAMP_ZH.items() if code is camp)


def skill_word(skill: Skill) -> str:
    """A skill's own word."""
    return next(chinese for chinese, code in SKILL_ZH.items() if code is skill)


def status_word(status: Status) -> str:
    """A state's own word."""
    return next(chinese for chinese, code in STATUS_ZH.items() if code is status)


def _told(event: Told) -> str:
    if event.skill == "camp":
        return f"阵营变为〖{camp_word(Camp(str(event.what)))}〗"
    names = "、".join(event.what) if isinstance(event.what, tuple) else ""
    said = event.what if isinstance(event.what, str) else names or "无"
    match event.skill:
        case "lovers":
            return f"情侣是 {said}"
        case "pack" | Skill.JOIN_PACK:
            return f"狼人是 {said}"
        case "mad":
            return "你已癫狂"
        case "sheriff":
            return "你是警长"
        case Skill.LAST_SHOT:
            return "你已昏厥，可以【麻醉】"
        case _:
            return f"【{skill_word(Skill(event.skill))}】{said}"


def _standing(played: Played) -> str:
    state = played.state
    out = [
        f"{one.name}（{'、'.join(status_word(s) for s in Status if one.in_state(s))}）"
        for one in state
        if one.states
    ]
    where = {"night0": "第零夜之前", "day": f"第 {state.day} 天", "night": f"第 {state.day} 夜之前"}
    place = where.get(state.phase.value, "牌局已结束")
    return f"{place}；警长：{state.sheriff or '无'}；{'、'.join(out) or '人人存活'}"
