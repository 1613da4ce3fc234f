"""Opening the database to look only: what every reading command does first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.app import DATABASE, open_store
from service.errors import ServiceError
from service.files.settings import Settings
from service.store import Store
from service.store.migrate import up_to_date


def has_database(settings: Settings) -> bool:
    """Is there a database yet? One that is named by its URL is taken to be there."""
    return settings.database_url is not None or (settings.state_dir / DATABASE).is_file()


@contextmanager
def looking(settings: Settings) -> Iterator[Store]:
    """The store, read-only. Raises `ServiceError` where there is none yet, or one of another shape."""
    if not has_database(settings):
        raise ServiceError(
            f"{settings.state_dir / DATABASE}: 还没有数据库；判官第一次运行（panguan run 或 once）时会建立"
        )
    store = open_store(settings, read_only=True)
    try:
        if not up_to_date(store):
            raise ServiceError("数据库不是这个版本的样子；请用同一版本的判官运行一次（panguan run 或 once）")
        yield store
    finally:
        store.close()


def private_file(path: Path, content: bytes) -> None:
    """Write a file that nobody else may read, whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    part.write_bytes(content)
    part.replace(path)
