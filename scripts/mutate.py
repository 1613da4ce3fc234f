"""Breaks the engine on purpose, one small change at a time, and sees whether the tests notice.

    python -m scripts.mutate [MODULE…] [--list] [--json FILE]

A mutant changes one comparison, one connective, one condition, one constant, or leaves out one call. Each is tried in
a child of its own: the tests of its module first, then the scenarios, stopping at the first failure. What no test
notices is printed with its line: either a test is missing, or the change means nothing.
"""

from __future__ import annotations

import ast
import copy
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import hypothesis  # noqa: F401 — imported before the children are born
import pytest

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 90
TESTS = {
    "tally": ["tally", "scenarios"],
    "night": ["night", "scenarios", "day"],
    "night0": ["night0", "scenarios"],
    "triggers": ["triggers", "day", "scenarios", "rulings", "night"],
    "victory": ["victory", "scenarios"],
    "day": ["day", "scenarios", "tally", "rulings"],
    "orders": ["overview", "night", "night0", "day", "scenarios"],
    "choice": ["night", "night0", "scenarios"],
    "rulings": ["rulings", "triggers", "day"],
    "evolve": ["night", "day", "triggers", "rulings", "events", "scenarios"],
    "lots": ["triggers", "rulings", "day", "night", "events", "scenarios"],
    "state": ["night", "victory", "day", "overview", "scenarios"],
    "deal": ["deal"],
    "timetable": ["timetable"],
}
"""Which tests are asked, in which order."""

SWAPS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}


@dataclass(frozen=True)
class Mutant:
    module: str
    line: int
    change: str
    tree: ast.Module


@dataclass(frozen=True)
class Verdict:
    module: str
    line: int
    change: str
    noticed: bool
    seconds: float


def mutants(module: str) -> Iterator[Mutant]:
    """Every mutant of one module of the engine."""
    tree = ast.parse((ROOT / "engine" / f"{module}.py").read_text("utf-8"))
    sites = [node for node in ast.walk(tree) if hasattr(node, "lineno")]
    idle = {id(part) for node in sites for one in _idle(node) for part in ast.walk(one)}
    for place, node in enumerate(sites):
        for change, twist in () if id(node) in idle else _twists(node):
            twin = copy.deepcopy(tree)
            target = [one for one in ast.walk(twin) if hasattr(one, "lineno")][place]
            twist(target)
            yield Mutant(module, node.lineno, change, ast.fix_missing_locations(twin))


def _idle(node: ast.AST) -> Iterator[ast.AST]:
    """Parts that do nothing when the tests run: decorators, annotations, what can never be reached."""
    yield from getattr(node, "decorator_list", ())
    for part in ("annotation", "returns"):
        if getattr(node, part, None) is not None:
            yield getattr(node, part)
    if isinstance(node, ast.Expr) and _words(node).startswith("assert_never"):
        yield node
    if (
        isinstance(node, ast.Assign)
        and len(node.targets) == 1
        and _words(node.targets[0]) in {"_Lot", "Ruling"}
    ):
        yield node


def _twists(node: ast.AST) -> Iterator[tuple[str, Callable[[Any], None]]]:
    """The changes that one node allows, each with what carries it out on a copy."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in SWAPS:
            swap = SWAPS[type(op)]
            yield (
                f"{type(op).__name__} → {swap.__name__} in {_words(node)}",
                lambda n: setattr(n, "ops", [swap()]),
            )
        case ast.BoolOp(op=op):
            other = ast.Or if isinstance(op, ast.And) else ast.And
            yield (
                f"{type(op).__name__} → {other.__name__} in {_words(node)}",
                lambda n: setattr(n, "op", other()),
            )
            for part in range(len(node.values)):
                yield f"without “{_words(node.values[part])}” in {_words(node)}", _dropping(part)
        case ast.UnaryOp(op=ast.Not()):
            yield f"without not in {_words(node)}", _plain
        case ast.If() | ast.IfExp() | ast.While():
            yield (
                f"if not ({_words(node.test)})",
                lambda n: setattr(n, "test", ast.UnaryOp(ast.Not(), n.test)),
            )
        case ast.BinOp(op=op) if type(op) in SUMS:
            other_sum = SUMS[type(op)]
            yield (
                f"{type(op).__name__} → {other_sum.__name__} in {_words(node)}",
                lambda n: setattr(n, "op", other_sum()),
            )
        case ast.Constant(value=bool() as value):
            yield f"{value} → {not value}", lambda n: setattr(n, "value", not value)
        case ast.Constant(value=int() as value):
            yield f"{value} → {value + 1}", lambda n: setattr(n, "value", value + 1)
        case ast.Expr(value=ast.Call()):
            yield f"without {_words(node)}", lambda n: setattr(n, "value", ast.Constant(None))
        case _:
            return


def _dropping(part: int) -> Callable[[Any], None]:
    def twist(node: ast.BoolOp) -> None:
        node.values = [*node.values[:part], *node.values[part + 1 :]]
        if len(node.values) == 1:
            node.values = [node.values[0], node.values[0]]

    return twist


def _plain(node: ast.UnaryOp) -> None:
    """`not x` becomes `bool(x)`, written as a double negation."""
    node.op = ast.Not()
    node.operand = ast.UnaryOp(ast.Not(), node.operand)


def _words(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 70 else text[:69] + "…"


class _Loader(importlib.abc.Loader):
    """Gives a module's mutated tree in the place of its file."""

    def __init__(self, mutant: Mutant, path: Path) -> None:
        self.mutant = mutant
        self.path = path

    def create_module(self, spec: object) -> None:
        return None

    def exec_module(self, module: object) -> None:
        exec(compile(self.mutant.tree, str(self.path), "exec"), module.__dict__)  # noqa: S102


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(
        self, name: str, path: object, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != f"engine.{self.mutant.module}":
            return None
        file = ROOT / "engine" / f"{self.mutant.module}.py"
        return importlib.util.spec_from_loader(name, _Loader(self.mutant, file), origin=str(file))


def noticed(mutant: Mutant) -> bool:
    """Whether the tests fail, or do not end, with the mutant in place."""
    child = os.fork()
    if child == 0:
        os.setsid()
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, 1)
        os.dup2(sink, 2)
        signal.alarm(SECONDS)
        sys.meta_path.insert(0, _Finder(mutant))
        files = [str(ROOT / "tests" / "engine" / f"test_{name}.py") for name in TESTS[mutant.module]]
        quiet = [
            "-x",
            "-q",
            "--assert=plain",
            "-p",
            "no:randomly",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            "-p",
            "no:cov",
        ]
        os._exit(int(pytest.main([*quiet, *files])) and 1)
    _, status = os.waitpid(child, 0)
    return status != 0


def main(arguments: list[str]) -> int:
    modules = [word for word in arguments if word in TESTS] or list(TESTS)
    every = [mutant for module in modules for mutant in mutants(module)]
    if "--list" in arguments:
        for one in every:
            print(f"{one.module}:{one.line}: {one.change}")
        return 0
    for module in modules:
        sound = ast.parse((ROOT / "engine" / f"{module}.py").read_text("utf-8"))
        if noticed(Mutant(module, 0, "nothing", sound)):
            print(f"the tests of {module} fail as it is", file=sys.stderr)
            return 1
    verdicts = []
    shown = sys.stderr.isatty()
    for number, mutant in enumerate(every, 1):
        began = time.monotonic()
        seen = noticed(mutant)
        verdicts.append(Verdict(mutant.module, mutant.line, mutant.change, seen, time.monotonic() - began))
        if shown:
            print(f"\r{number}/{len(every)} ", end="", file=sys.stderr, flush=True)
        if not seen:
            print(f"engine/{mutant.module}.py:{mutant.line}: {mutant.change}", flush=True)
    alive = sum(not one.noticed for one in verdicts)
    print(f"{len(verdicts)} mutants, {alive} not noticed")
    if "--json" in arguments:
        target = Path(arguments[arguments.index("--json") + 1])
        target.write_text(
            json.dumps([asdict(one) for one in verdicts], ensure_ascii=False, indent=1), "utf-8"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
