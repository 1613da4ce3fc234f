"""The fixed readings: doubts of the rules that are settled for good, each with its number.

A reading that is a way of doing (who enters what, in which order) is carried out where it says; here stand
those that are a value.
"""

from __future__ import annotations

from engine.model import Camp, Identity, Status

OUT_STATES = frozenset({Status.IMPRISONED, Status.FAINTED})
"""A-01, A-64: what 出局 means; 罚下 stands apart (A-08). They accumulate (A-03)."""

NOT_ALIVE = OUT_STATES | {Status.DYING, Status.EXPELLED}
"""A-04: a mad character is alive for every target and every win but the piper's."""

SPECIAL = frozenset({Identity.SEER, Identity.WITCH, Identity.GUARD, Identity.ELDER})
COMMON = frozenset({Identity.HUNTER, Identity.IDIOT, Identity.CUPID})
SKILL_LOSS_SCOPE = SPECIAL | COMMON
"""R-080, A-26: whose skills the elder's fall takes, for good."""

INITIAL_CAMP = {
    Identity.WEREWOLF: Camp.WEREWOLVES,
    Identity.WHITE_WOLF: Camp.WHITE_WOLF,
    Identity.PIPER: Camp.PIPER,
}
"""R-065 … R-079: every other identity begins in 村民阵营."""

BITE_BLOCK_NIGHTS = 2
"""A-45: the blocks are nights {1, 2} and {3, 4}."""

ORDINARY_WEIGHT = 1
SHERIFF_WEIGHT = 2
"""R-120; from day 2 on."""
FEIGNED_WEIGHT = 0
"""A-49; from the next count on."""

PIPE_TARGETS = 2
"""R-106: one or two."""
LOVERS = 2
"""R-114."""

WHITE_WOLF_DAY = 4
"""A-80."""
LAST_DAY = 5
"""R-128, R-130, R-132."""
LAST_NIGHT = LAST_DAY - 1
"""§0: at most four nights and four counts."""

VICTORY_ORDER = (Camp.WHITE_WOLF, Camp.PIPER, Camp.LOVERS, Camp.WEREWOLVES, Camp.VILLAGERS)
"""R-158, A-78; tested after step 17 only (A-75)."""

IDIOT_PROMPT_MINUTES = 15
"""A-47."""
NOTICE_GRACE_MINUTES = 5
"""A-12: a count notice out within so many minutes of the close keeps the printed windows."""
QUARTER_MINUTES = 15
"""A-12: else the windows start at the next quarter of an hour."""
WINDOWS_A_NIGHT = 5
"""R-143 … R-147: 夜晚1, 夜晚2, 夜晚3/4/5, 夜晚6, the hunter's."""


def initial_camp(identity: Identity) -> Camp:
    """The camp at the deal (overview table, column 2)."""
    return INITIAL_CAMP.get(identity, Camp.VILLAGERS)
