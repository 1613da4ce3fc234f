"""What a test wants to happen; where it says nothing, the members' chance decides."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Story:
    """Wishes. Orders: `(night, "杀")` → names; an empty tuple keeps silent; absent: as chance will.

    `lead`: whom most vote for on a day. `joins`: 归群; None: by chance. `lovers`: the arrow; () keeps silent.
    `fool`: on a day, "standing" declares 装傻 before the close, "yes"/"no" answers when asked, "" is silent.
    `heir`: on a day, whom a sheriff who is out names: a name, or "" for silence.
    `habit`: those who act every night do so even where no prompt came.
    """

    lead: dict[int, str] = field(default_factory=dict)
    ties: dict[int, tuple[str, str]] = field(default_factory=dict)
    orders: dict[tuple[int, str], tuple[str, ...]] = field(default_factory=dict)
    joins: bool | None = None
    lovers: tuple[str, ...] | None = None
    fool: dict[int, str] = field(default_factory=dict)
    heir: dict[int, str] = field(default_factory=dict)
    habit: bool = False
    tricks: bool = True
