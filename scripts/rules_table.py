"""Writes docs/rules.md: every clause, where it is carried out, and which tests show it.

    python -m scripts.rules_table          write the page
    python -m scripts.rules_table --check  exit 1 if the page is not what would be written

Titles, files outside the engine, and reasons are in rules_ledger.txt; the rest is read from the engine's own
docstrings and from the tests' marks (`@pytest.mark.rule`, and `rules` in a scenario's expectations).
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from engine.rules import ELSEWHERE, NOT_OFFERED, knobs

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "rules.md"
LEDGER = ROOT / "scripts" / "rules_ledger.txt"
CLAUSES = 158
_NUMBER = re.compile(r"\b([RAG])-(\d{2,3})(?:\s*…\s*[RAG]-(\d{2,3}))?")
_MARK = re.compile(r"mark\.rule\(((?:[^()]|\([^)]*\))*)\)", re.DOTALL)
_FIRST_COLUMN = re.compile(r'^\s*\("([RAG]-\d+)",', re.MULTILINE)


@dataclass(frozen=True)
class Clause:
    number: str
    title: str
    files: tuple[str, ...]
    reason: str


def numbers(text: str) -> set[str]:
    """Every clause named in a text, ranges written out."""
    found = set()
    for letter, first, last in _NUMBER.findall(text):
        width = len(first)
        found |= {f"{letter}-{n:0{width}}" for n in range(int(first), int(last or first) + 1)}
    return found


def ledger() -> list[Clause]:
    clauses = []
    for line in LEDGER.read_text("utf-8").splitlines():
        head, _, tail = line.partition(" | ")
        number, title = head.split(" ", 1)
        reason = tail[2:] if tail.startswith("= ") else ""
        files = () if reason else tuple(tail.split())
        clauses.append(Clause(f"R-{number}", title, files, reason))
    return clauses


def code() -> dict[str, list[str]]:
    """Which files of the engine name a clause as theirs."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "engine").glob("*.py")):
        for number in numbers(path.read_text("utf-8")):
            found.setdefault(number, []).append(path.relative_to(ROOT).as_posix())
    return found


def shown_by() -> dict[str, list[str]]:
    """Which tests of the engine are marked with a clause."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "tests" / "engine").glob("test_*.py")):
        text = path.read_text("utf-8")
        marked = {number for mark in _MARK.findall(text) for number in numbers(mark)}
        for number in marked | set(_FIRST_COLUMN.findall(text)):
            found.setdefault(number, set()).add(path.stem.removeprefix("test_"))
    for path in sorted((ROOT / "tests" / "fixtures" / "scenarios").glob("*.expect.json")):
        for number in json.loads(path.read_text("utf-8"))["rules"]:
            found.setdefault(number, set()).add(path.name.split("-", 1)[0].upper().replace("S", "S-"))
    return {number: sorted(names) for number, names in found.items()}


def page() -> str:
    by_code, by_test = code(), shown_by()
    lines = [
        HEAD,
        "## The clauses",
        "",
        "| clause | in a word | carried out in | shown by |",
        "|---|---|---|---|",
    ]
    for clause in ledger():
        files = sorted({*clause.files, *by_code.get(clause.number, ())})
        where = clause.reason or _files(files)
        lines.append(
            f"| {clause.number} | {clause.title} | {where} | {', '.join(by_test.get(clause.number, ()))} |"
        )
    lines += ["", "## The doubts and fine points", "", "| no. | named in | shown by |", "|---|---|---|"]
    doubts = sorted({n for n in {*by_code, *by_test} if not n.startswith("R")})
    lines += [f"| {n} | {_files(by_code.get(n, ()))} | {', '.join(by_test.get(n, ()))} |" for n in doubts]
    lines += ["", "## The knobs", "", "| knob | default | other values | doubt |", "|---|---|---|---|"]
    for name, knob in knobs().items():
        lines.append(f"| `{name}` | {_knob(knob.default)} | {_others(knob)} | {knob.metadata['doubt']} |")
    settled = ", ".join(f"`{name}`" for name in sorted(NOT_OFFERED))
    elsewhere = ", ".join(f"`{name}` (`[{table}]`)" for name, table in ELSEWHERE.items())
    lines += [
        "",
        f"Settled, and refused as such: {settled}.",
        "",
        f"Set elsewhere in a game's file: {elsewhere}.",
        "",
    ]
    return "\n".join(lines)


def _files(paths: Iterable[str]) -> str:
    return ", ".join(f"`{path}`" for path in paths)


def _knob(value: object) -> str:
    shown = (
        str(value).lower() if isinstance(value, bool) else list(value) if isinstance(value, tuple) else value
    )
    return f"`{shown}`"


def _others(knob: object) -> str:
    meta = knob.metadata  # type: ignore[attr-defined]
    if "least" in meta:
        return f"{'whole numbers' if meta['whole'] else 'numbers'} from {meta['least']}"
    values = meta.get("values") or meta["lists"]
    return ", ".join(_knob(value) for value in values[1:])


HEAD = """\
# The rules: clause → code → test

Written by `python -m scripts.rules_table`; a test keeps it true. Clauses are numbered as in the project's ledger of
the posted rules (R-…), doubts and their settled readings (A-…), fine points (G-…), worked scenarios (S-…).
A clause that a machine cannot see has its reason in place of a file. Tests are those of `tests/engine/` (by name
without `test_`) and the scenarios of `tests/fixtures/scenarios/` (by number).

Branch coverage of the engine, which is whole: `make coverage`.
Mutations of the engine and what the tests make of them: `python -m scripts.mutate` (`docs/mutations.md`).
Who wins how often: `docs/balance.md`.

## The record that `panguan verify` reads

A JSON object (or a folder with a `game.json`), these keys at its top or in an object called `chance`:

| key | value |
|---|---|
| `commitment` | the SHA-256 that was published before day 1, in hexadecimal |
| `salt` | published at the reveal, in hexadecimal |
| `seed` | the game's seed: text, or a whole number, which stands for its decimal digits |
| `identities` | `{name: identity}`, identities as codes or in Chinese; in seat order unless `seats` is there |
| `seats` | optional: the names in seat order |
| `dealt` | optional, default true: false where the director dealt, and there is no shuffle to check |
| `draws` | every draw that was made: `[{"label", "candidates": [names in seat order], "chosen"}]` |

The commitment is SHA-256 over the salt's text followed by the JSON of `{"identities": …, "seed": …}` with keys
sorted, no spaces, characters as themselves (UTF-8), identities as codes. `panguan deal --json` prints such a record.

## Where the ledger leaves room

What the engine does where the clauses, doubts and fine points do not say it:

- A ballot with several faults is told the first of: time, voter, target. One that `mute_blocks_votes` bars is
  `not_eligible`. A taking back that had its effect is no rejected ballot; under `revote_policy = "first"` one that came
  too late is `superseded`.
- A ballot that the director sets stands above the voter's own and reaches its target last of all; one that he takes
  away leaves the voter among the silent and his own ballots `voided`. Who may vote and be voted for binds it too.
- A redraw (A-40 (b)) is among those of the pool who were not drawn before that night.
- In the label `night/N/successor/K`, K counts the successors that were named or drawn since the last opening.
- A sheriff made by `expelled_sheriff = "random"` between a night's end and the next opening is drawn under the day
  before: the night is not over until then.
- The director's `state add imprisoned` is no imprisonment that 装傻 escapes, nor is what 移情 makes of it.
- A hunter whom the director makes faint by day shoots in the coming night's window.
- A count notice that is late moves the windows to the next quarter of an hour; in a game whose windows are shorter than
  fifteen minutes, grace and quarters shrink with them. No day opens before the night's last window is over.
- A scenario's or a game's `[state]` with lovers of two camps, and no camp written for them, has lovers who have eloped.
"""


def main() -> int:
    text = page()
    if "--check" in sys.argv[1:]:
        return 0 if PAGE.read_text("utf-8") == text else 1
    PAGE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
