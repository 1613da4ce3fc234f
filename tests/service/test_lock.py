"""One daemon at a time on one state folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from service.lock import AlreadyRunning, StateLock

HOLD = """
import sys
from pathlib import Path
from service.lock import StateLock
with StateLock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_one_is_refused_with_the_first_ones_number(tmp_path: Path) -> None:
    with StateLock(tmp_path), pytest.raises(AlreadyRunning) as told, StateLock(tmp_path):
        pass
    assert told.value.pid == str(os.getpid())
    assert f"进程 {os.getpid()}" in str(told.value)
    with StateLock(tmp_path):
        pass


def test_another_process_holds_it_until_it_dies(tmp_path: Path) -> None:
    root = str(Path(__file__).parents[2])
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": root},
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(AlreadyRunning), StateLock(tmp_path):
            pass
        other.kill()
        other.wait()
    with StateLock(tmp_path):
        pass


def test_it_makes_its_folder(tmp_path: Path) -> None:
    with StateLock(tmp_path / "new" / "state"):
        assert (tmp_path / "new" / "state" / "panguan.lock").read_text() == str(os.getpid())
