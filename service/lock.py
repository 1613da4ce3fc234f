"""One daemon at a time on one state folder."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import IO

from service.errors import ServiceError

LOCK = "panguan.lock"


class AlreadyRunning(ServiceError):
    """Another process holds the lock; `pid` if it told."""

    def __init__(self, pid: str) -> None:
        super().__init__(f"判官已在运行（进程 {pid or '未知'}）：先停下它，或用只读的命令")
        self.pid = pid


class StateLock:
    """An advisory lock on a file in the state folder; the kernel lets go of it when the process dies."""

    def __init__(self, state_dir: Path) -> None:
        self._path = state_dir / LOCK
        self._file: IO[str] | None = None

    def __enter__(self) -> StateLock:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        handle = self._path.open("a+", encoding="utf-8")
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            handle.seek(0)
            pid = handle.read(20).strip()
            handle.close()
            raise AlreadyRunning(pid) from None
        handle.seek(0)
        handle.truncate()
        handle.write(str(os.getpid()))
        handle.flush()
        self._file = handle
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def running_pid(state_dir: Path) -> int | None:
    """The process that holds the lock, without touching it; None if nobody does. 0: somebody who did not tell.

    The kernel's own list decides: a number that was left in the file may long be another process's.
    """
    path = state_dir / LOCK
    try:
        inode = path.stat().st_ino
        told = path.read_text("utf-8").strip()
        locks = Path("/proc/locks").read_text("ascii", "replace")
    except OSError:
        return None
    pid = int(told) if told.isascii() and told.isdigit() else 0
    held = any(" FLOCK " in line and f":{inode} " in line for line in locks.splitlines())
    return pid if held else None
