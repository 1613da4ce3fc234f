"""Every knob of the variant that a game may set, with its default and the doubt it answers.

What a game's file may set is exactly the fields of `Rules`. Readings that are settled for good are the
constants of `readings`. A setting that cannot be used is a `RulesError`; nothing is guessed.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from enum import StrEnum
from typing import Any

_SETTLED = (
    "out_states out_state_merge mad_counts_as_alive dying_may_use_skills night_target_out_roles"
    " expelled_counts_as_alive expelled_ballots faint_sources close_marker order_key shorten_consent_scope"
    " silence_is_consent holiday_dates extend_hours mute_on_short_day advance_when_all_submitted"
    " run_empty_windows late_orders hunter_skill_name hunter_late_window hunter_window_always elder_lives"
    " skill_loss_permanent skill_loss_scope skill_loss_pending_feedback witch_resolution_order"
    " elder_poison_overrides guard_shield_scope shields_per_skill_per_night shield_duration"
    " witch_list_labelled tongling_lost_from self_target mad_publish piper_told_result wolf_collect"
    " wolf_group_chat out_wolves_leave_group night0_order guiqun_default bite_block_nights resolve_order"
    " idiot_prompt_minutes feigned_weight feigned_from cupid_self cupid_silent notify_own_camp_change"
    " lovers_told_identity trigger_order seer_feedback_at seer_lover_feedback_at tie_policy sheriff_at"
    " sheriff_successor_deadline vote_log_detail last_words mad_allowed_spaces mad_format_policy"
    " mad_review_thresholds mad_scope night_posts win_check_points early_village_win white_win_days"
    " publish_chain publish_feign publish_identity_on_out publish_cause substitutes_allowed threads_per"
    " notify_out_at"
)
NOT_OFFERED = frozenset(_SETTLED.split())
"""Choices that the rules' doubts name and that are settled: setting one is refused, saying so."""

ELSEWHERE = {
    "day_open": "timetable",
    "day_close": "timetable",
    "day_span_days": "timetable",
    "night_window_minutes": "timetable",
    "night0_minutes": "timetable",
    "night_tail": "timetable",
    "holidays": "timetable",
    "hidden_votes": "threads",
}
"""Settings with a table of their own in a game's file."""

STATE_WORDS = {"存活": "alive", "濒死": "dying"}
"""Chinese terms that a value may be written in."""


class Fault(StrEnum):
    """What is wrong with a setting."""

    UNKNOWN = "unknown"
    NOT_OFFERED = "not_offered"
    ELSEWHERE = "elsewhere"
    BAD_VALUE = "bad_value"


class RulesError(ValueError):
    """A setting that cannot be used.

    `knob` is the key as given; `nearest` a known knob that resembles it (or the table that it belongs to);
    `allowed` says what a value may be.
    """

    def __init__(self, knob: str, fault: Fault, *, nearest: str | None = None, allowed: str = "") -> None:
        tail = f", nearest: {nearest}" if nearest else ""
        tail += f", allowed: {allowed}" if allowed else ""
        super().__init__(f"{knob}: {fault.value}{tail}")
        self.knob = knob
        self.fault = fault
        self.nearest = nearest
        self.allowed = allowed


def _choice(doubt: str, default: str, *others: str) -> Any:
    return field(default=default, metadata={"doubt": doubt, "values": (default, *others)})


def _switch(doubt: str, default: bool) -> Any:
    return field(default=default, metadata={"doubt": doubt, "values": (default, not default)})


def _number(doubt: str, default: int, *, least: int, whole: bool) -> Any:
    return field(default=default, metadata={"doubt": doubt, "least": least, "whole": whole})


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The knobs of one game. Each field's metadata names its doubt and its values."""

    voter_eligibility: str = _choice("A-01", "not_expelled", "not_imprisoned", "alive_only")
    vote_target_eligibility: str = _choice("A-02", "not_out", "not_expelled")
    piper_count_includes_mad: bool = _switch("A-04", False)
    out_roles_keep_skills: bool = _switch("A-06", True)
    mute_hours: float = _number("A-14", 12, least=0, whole=False)
    close_inclusive: bool = _switch("A-15", False)
    early_orders: str = _choice("A-18", "reject", "hold")
    action_revision: str = _choice("A-19", "last", "first")
    hunter_targets: tuple[str, ...] = field(
        default=("alive", "dying"), metadata={"doubt": "A-21", "lists": (("alive", "dying"), ("alive",))}
    )
    hunter_lookahead: bool = _switch("A-22", True)
    elder_mark_requires_effective: bool = _switch("A-25", False)
    guard_both_shields: bool = _switch("A-30", True)
    witch_list_includes_immune: bool = _switch("A-32", True)
    witch_both_potions_same_night: bool = _switch("A-34", True)
    antidote_on_non_dying: str = _choice("A-35", "reject", "waste")
    void_poison_is_spent: bool = _switch("A-36", True)
    expelled_piper_lifts_madness: bool = _switch("A-39", False)
    wolf_silent_policy: str = _choice("A-40", "no_kill", "redraw")
    wolf_kill_pool: str = _choice("A-41", "identity", "camp")
    out_white_wolf_may_bite: bool = _switch("A-45", True)
    idiot_feign_limit: str = _choice("A-47", "unlimited", "once")
    idiot_decision: str = _choice("A-47", "standing_else_prompt", "prompt", "auto_use")
    idiot_feign_vs_lover_chain: bool = _switch("A-48", True)
    feigned_sheriff: str = _choice("A-50", "keep_void", "keep_tiebreak", "vacant")
    first_reach_mode: str = _choice("A-57", "final_ballots", "live_first")
    revote_policy: str = _choice("A-58", "last", "first")
    no_votes_day1: str = _choice("A-60", "vacant", "random")
    sheriff_silent: str = _choice("A-63", "random", "vacant")
    expelled_sheriff: str = _choice("A-64", "vacant", "random")
    self_vote: bool = _switch("A-65", True)
    mad_vote_target_scope: str = _choice("A-65", "vote_thread", "anywhere")
    mute_blocks_votes: bool = _switch("A-66", False)
    post_limit: int = _number("A-67", 20, least=0, whole=True)
    post_limit_counts_vote_thread: bool = _switch("A-67", False)
    mad_emoji_ok: bool = _switch("A-70", True)
    mad_quote_policy: str = _choice("A-70", "counts", "strip")
    win_requires_member: bool = _switch("A-74", True)
    wolf_alive_counts: str = _choice("A-76", "identity", "camp")
    piper_must_be_alive: bool = _switch("A-77", False)
    publish_win: str = _choice("A-82", "at_open", "immediately")
    faint_order: str = _choice("A-84", "event_seq", "seat")
    penalty_threshold: int = _number("A-86", 12, least=1, whole=True)
    custom_roster: bool = _switch("A-88", False)
    bare_name: bool = _switch("ballots", True)
    name_match: str = _choice("ballots", "part", "exact")
    ballot_mode: str = _choice("ballots", "replies", "reserved")
    edits: str = _choice("ballots", "count", "first_seen", "void")
    deletes: str = _choice("ballots", "withdraw", "keep")
    violation_action: str = _choice("conduct", "flag", "flag_and_points")
    deleted_posts_count: bool = _switch("conduct", True)

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object]) -> Rules:
        """The rules that a `[rules]` table means; what is absent has its default.

        Raises `RulesError` at the first setting that cannot be used.
        """
        known = knobs()
        values: dict[str, Any] = {}
        for key, value in mapping.items():
            if key not in known:
                raise _refused(key)
            values[key] = _value(key, known[key], value)
        return cls(**values)

    def to_mapping(self) -> dict[str, object]:
        """Only what differs from the defaults, as `from_mapping` takes it."""
        changed: dict[str, object] = {}
        for knob in fields(self):
            value = getattr(self, knob.name)
            if value != knob.default:
                changed[knob.name] = list(value) if isinstance(value, tuple) else value
        return changed


def knobs() -> dict[str, Field[Any]]:
    """Every offered knob by name, in the order of appendix A."""
    return {knob.name: knob for knob in fields(Rules)}


def _refused(key: str) -> RulesError:
    if key in ELSEWHERE:
        return RulesError(key, Fault.ELSEWHERE, nearest=ELSEWHERE[key])
    if key in NOT_OFFERED:
        return RulesError(key, Fault.NOT_OFFERED)
    near = difflib.get_close_matches(key, list(knobs()), n=1)
    return RulesError(key, Fault.UNKNOWN, nearest=near[0] if near else None)


def _value(key: str, knob: Field[Any], value: object) -> object:
    meta = knob.metadata
    if "lists" in meta:
        return _states(key, meta["lists"], value)
    if "least" in meta:
        return _count(key, meta["least"], meta["whole"], value)
    for allowed in meta["values"]:
        if value == allowed and type(value) is type(allowed):
            return allowed
    words = (str(allowed).lower() if isinstance(allowed, bool) else allowed for allowed in meta["values"])
    raise RulesError(key, Fault.BAD_VALUE, allowed=" | ".join(words))


def _states(key: str, lists: tuple[tuple[str, ...], ...], value: object) -> tuple[str, ...]:
    if isinstance(value, list | tuple):
        words = {STATE_WORDS.get(word, word) for word in value if isinstance(word, str)}
        for allowed in lists:
            if words == set(allowed) and len(value) == len(allowed):
                return allowed
    raise RulesError(key, Fault.BAD_VALUE, allowed=" | ".join(str(list(allowed)) for allowed in lists))


def _count(key: str, least: int, whole: bool, value: object) -> float:
    allowed = f"{'whole number' if whole else 'number'} >= {least}"
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RulesError(key, Fault.BAD_VALUE, allowed=allowed)
    if not math.isfinite(value) or value < least or (whole and value != int(value)):
        raise RulesError(key, Fault.BAD_VALUE, allowed=allowed)
    return int(value) if value == int(value) else value
