"""Where the contract is tested: the practice board in every dialect and charset, or one real board by options.

    pytest tests/contract --board-url URL --board-fid N --judge-user NAME --judge-password P \\
        --player-user NAME --player-password P [--allow-failed-login]

A real board gets threads of its own, which are deleted or closed at the end if the judge may.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import cast, get_args

import pytest

from service.clock import SystemClock
from service.forum.api import Account
from tests.contract.arena import Arena, practice_arena

OPTIONS = ("board-url", "board-fid", "judge-user", "judge-password", "player-user", "player-password")
KINDS = [f"{dialect}/{charset}" for dialect in ("x", "7.2", "7.0") for charset in ("utf-8", "gbk")]


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("contract", "a real board to test against")
    for name in OPTIONS:
        group.addoption(f"--{name}", default=None)
    group.addoption(
        "--allow-failed-login", action="store_true", help="try one log-in of a name that does not exist"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "kind" in metafunc.fixturenames:
        real = metafunc.config.getoption("board_url", None)
        metafunc.parametrize("kind", ["real"] if real else KINDS)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The failed log-in comes last: a board may think worse of us after it."""
    items.sort(key=lambda item: "failed_login" in item.name)


@pytest.fixture(scope="session")
def arenas() -> Iterator[tuple[dict[str, Arena], contextlib.ExitStack]]:
    """Boards by kind, made when first asked for."""
    made: dict[str, Arena] = {}
    with contextlib.ExitStack() as stack:
        yield made, stack
        for arena in made.values():
            arena.clean_up()


@pytest.fixture
def arena(
    kind: str, arenas: tuple[dict[str, Arena], contextlib.ExitStack], request: pytest.FixtureRequest
) -> Arena:
    made, stack = arenas
    if kind not in made:
        new = _real(request.config) if kind == "real" else _practice(kind, stack)
        new.log_in()
        made[kind] = new
    return made[kind]


def _real(config: pytest.Config) -> Arena:
    given = {name: cast("str | None", config.getoption(name.replace("-", "_"))) for name in OPTIONS}
    missing = [name for name, value in given.items() if not value]
    assert not missing, f"also needed: {', '.join('--' + name for name in missing)}"
    told = {name: value or "" for name, value in given.items()}
    return Arena(
        url=told["board-url"],
        fid=int(told["board-fid"]),
        judge_account=Account(name=told["judge-user"], password=told["judge-password"]),
        player_account=Account(name=told["player-user"], password=told["player-password"]),
        clock=SystemClock(),
        real=True,
        failed_login=bool(config.getoption("allow_failed_login")),
    )


def _practice(kind: str, stack: contextlib.ExitStack) -> Arena:
    board = pytest.importorskip("practice.board")
    dialect, _, charset = kind.partition("/")
    if dialect not in get_args(board.DialectName):
        pytest.skip(f"the practice board does not speak {dialect} yet")
    return practice_arena(dialect, charset, stack)
