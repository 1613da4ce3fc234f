"""What the service manager hears."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.daemon import Daemon
from service.files.settings import Settings
from service.supervise import Supervisor


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[tuple[socket.socket, str]]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        path = str(tmp_path / "notify")
        heard.bind(path)
        heard.settimeout(5)
        yield heard, path


def test_the_words_of_the_protocol(manager: tuple[socket.socket, str]) -> None:
    heard, path = manager
    supervisor = Supervisor({"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "30000000"})
    assert supervisor.watchdog_seconds == 30.0
    supervisor.ready()
    supervisor.alive()
    supervisor.status("1 局；\nSTOPPING=1")
    supervisor.stopping()
    words = [heard.recv(500).decode() for _ in range(4)]
    assert words == ["READY=1", "WATCHDOG=1", "STATUS=1 局； STOPPING=1", "STOPPING=1"]


def test_an_abstract_address() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind("")  # the kernel chooses a name
        heard.settimeout(5)
        name = heard.getsockname().decode() if isinstance(heard.getsockname(), bytes) else heard.getsockname()
        Supervisor({"NOTIFY_SOCKET": "@" + name.lstrip("\0")}).ready()
        assert heard.recv(100) == b"READY=1"


def test_no_manager_and_a_deaf_one_stop_nothing(tmp_path: Path) -> None:
    Supervisor({}).ready()
    Supervisor({"NOTIFY_SOCKET": str(tmp_path / "nobody")}).alive()


@pytest.mark.parametrize(
    ("env", "seconds"),
    [
        ({"WATCHDOG_USEC": "5000000", "WATCHDOG_PID": str(os.getpid())}, 5.0),
        ({"WATCHDOG_USEC": "5000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_whose_watchdog_it_is(env: dict[str, str], seconds: float | None) -> None:
    assert Supervisor(env).watchdog_seconds == seconds


def test_a_stand_by_is_up_and_says_for_whom_it_waits(
    manager: tuple[socket.socket, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    heard, path = manager
    monkeypatch.setenv("NOTIFY_SOCKET", path)
    Daemon(Settings(tmp_path, tmp_path / "state"))._standing_by("待命：alpha 的进程 7 正领着牌局")
    words = [heard.recv(500).decode() for _ in range(3)]
    assert words == ["READY=1", "WATCHDOG=1", "STATUS=待命：alpha 的进程 7 正领着牌局"]
