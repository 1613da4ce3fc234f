"""The shape of the code: who may import what, how long files are, what modules keep, which fixtures are used."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("engine", "parsers", "service", "practice")

IMPORTERS = {
    "httpx": {"service/forum/transport.py"},
    "stamina": {"service/forum/"},
    "sqlalchemy": {"service/store/"},
    "alembic": {"service/store/"},
    "apscheduler": {"service/schedule.py"},
    "bs4": {"parsers/soup.py"},
    "lxml": {"parsers/dom.py"},
    "markupsafe": {"practice/"},
    "jinja2": {"service/notices/render.py", "practice/render.py", "practice/dialects/"},
    "structlog": {"service/logs.py"},
    "click": {
        "service/cli/",
        "service/console/terminal.py",
        "service/console/progress.py",
        "service/backup.py",
    },
}
"""Each foreign library, and the files (or small folders) that may import it."""

LONGEST = 400
LONGER = {
    "engine/events.py": "every event and how it is written and read: one closed list",
}

MUTATORS = {
    "append", "add", "update", "extend", "insert", "setdefault", "pop", "popitem", "clear", "remove", "discard",
}  # fmt: skip


def files(*rooms: str) -> list[Path]:
    return [path for room in rooms or ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def test_the_import_contracts_hold() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("library", IMPORTERS)
def test_a_foreign_library_has_one_importer(library: str) -> None:
    found = {name(path) for path in files() if any(m.split(".")[0] == library for m in imports(path))}
    allowed = IMPORTERS[library]
    for path in found:
        assert any(path == one or (one.endswith("/") and path.startswith(one)) for one in allowed), path
    for one in allowed:
        assert any(path.startswith(one) for path in found), f"{one} no longer imports {library}"


def test_every_library_is_in_the_list() -> None:
    known = {*sys.stdlib_module_names, *ROOMS, *IMPORTERS}
    found = {module.split(".")[0]: name(path) for path in files() for module in imports(path)}
    assert {library: path for library, path in found.items() if library not in known} == {}


def test_the_rules_stand_on_the_standard_library() -> None:
    foreign = {m for path in files("engine") for m in imports(path)}
    unwanted = {"datetime.now", "os", "socket", "random", "secrets", "time", "pathlib", "sqlite3", "logging"}
    assert {m for m in foreign if m.split(".")[0] not in {*sys.stdlib_module_names, "engine"}} == set()
    assert foreign & unwanted == set()


def test_parsers_read_no_files_and_no_clock() -> None:
    found = {m.split(".")[0] for path in files("parsers") for m in imports(path)}
    assert found & {"os", "socket", "random", "secrets", "time", "pathlib", "logging", "sqlite3"} == set()


def test_files_are_short() -> None:
    lengths = {name(path): len(path.read_text("utf-8").splitlines()) for path in files()}
    long = {path for path, lines in lengths.items() if lines > LONGEST}
    assert long <= set(LONGER), "part it, or give a reason in LONGER"
    assert set(LONGER) <= long, "this exception is no longer needed"


def test_modules_keep_nothing() -> None:
    """No function writes what a module holds."""
    found = []
    for path in files():
        held = {
            target.id
            for node in tree(path).body
            if isinstance(node, ast.Assign | ast.AnnAssign)
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }
        for function in ast.walk(tree(path)):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                found += [f"{name(path)}:{line}" for line in _writes(function, held)]
    assert found == []


def _writes(function: ast.FunctionDef | ast.AsyncFunctionDef, held: set[str]) -> Iterator[int]:
    own = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
    own |= {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    for node in ast.walk(function):
        if isinstance(node, ast.Global):
            yield node.lineno
        written: ast.expr | None = None
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            written = node.value
        elif (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS
        ):
            written = node.func.value
        if isinstance(written, ast.Name) and written.id in held - own:
            yield node.lineno


def test_every_fixture_is_used() -> None:
    """A fixture, or the twin with what must be read from it, is named by a test or is among those it looks for."""
    readers = [
        path
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if path != Path(__file__) and re.search(r"fixtures|blocks import", path.read_text("utf-8"))
    ]
    words = {
        node.value
        for path in readers
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "\n" not in node.value
    }
    patterns = {word for word in words if word.startswith("*.") or (word.endswith(".txt") and "*" in word)}

    def used(file: Path) -> bool:
        return {file.name, _stem(file)} & words != set() or any(fnmatch(file.name, one) for one in patterns)

    folder = ROOT / "tests" / "fixtures"
    files_there = [p for p in folder.rglob("*") if p.is_file() and p.name != "README.md"]
    in_use = {(p.parent, _stem(p)) for p in files_there if used(p)}
    assert len(files_there) > 50
    assert [p.name for p in files_there if (p.parent, _stem(p)) not in in_use] == []


def _stem(file: Path) -> str:
    return file.name.removesuffix(".expect.json").rsplit(".", 1)[0]


def test_nothing_is_required_that_nobody_imports() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    packages = {
        "beautifulsoup4": "bs4",
        "tzdata": None,  # zoneinfo reads it
    }
    wanted = {one.split(">")[0].split("[")[0] for one in project["dependencies"]}
    modules = {packages.get(one, one) for one in wanted} - {None}
    assert modules == set(IMPORTERS) - {"markupsafe"}  # a part of jinja2
