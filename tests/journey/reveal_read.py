"""The reveal, read as a player would."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tests.journey.notices_read import clean, field_of, people, plain


@dataclass
class Reveal:
    """What the last notice tells. `cast`: identity, camp and states of each."""

    camp: str = ""
    winners: list[str] = field(default_factory=list)
    fainted: list[str] | None = None
    cast: dict[str, tuple[str, str, set[str]]] = field(default_factory=dict)
    commitment: str = ""
    salt: str = ""
    seed: str = ""
    draws: list[str] = field(default_factory=list)


_ROW = re.compile(
    r"\[tr\]\[td\](\d+)\[/td\]\[td\](.*?)\[/td\]\[td\](.*?)\[/td\]\[td\](.*?)\[/td\]\[td\](.*?)\[/td\]\[/tr\]"
)


def read_reveal(text: str) -> Reveal:
    """Take the reveal apart; an actor in brackets behind a name is left out."""
    body = clean(text)
    reveal = Reveal()
    if found := re.search(r"【公示】〖?(.{4}?)〗?获胜", body):
        reveal.camp = found[1]
    reveal.winners = people(field_of(body, "获胜者") or "")
    fainted = field_of(body, "夜晚昏厥")
    reveal.fainted = None if fainted is None else people(fainted)
    for _, name, identity, camp, state in _ROW.findall(body):
        states = set() if state == "存活" else set(state.split("、")) - {"存活"}
        reveal.cast[re.sub(r"（[^（）]*）$", "", name)] = (identity, camp.strip("〖〗"), states)
    reveal.commitment = field_of(body, "开局前公布的承诺") or ""
    reveal.salt = field_of(body, "盐") or ""
    reveal.seed = field_of(body, "种子") or ""
    if "[b]抽签[/b]" in body:
        listed = body.split("[b]抽签[/b]", 1)[1].split("[/list]")[0]
        reveal.draws = [plain(line[3:]).strip() for line in listed.splitlines() if line.startswith("[*]")]
    return reveal
