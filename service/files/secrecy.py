"""Files that hold secrets must be nobody else's: which ones do, and which lie open."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from service.files.toml_source import FileProblems, Problem, read_toml

PRIVATE = 0o600
"""The mode of a file that holds identities, cookies or credentials."""

_STATE_SECRETS = ("*.db", "*.db-wal", "*.sqlite*", "*cookie*")


def open_to_others(path: Path) -> bool:
    """Whether anybody but the file's owner may read or change it."""
    if os.name == "nt" or not path.is_file():
        return False
    return bool(stat.S_IMODE(path.stat().st_mode) & 0o077)


def files_open_to_others(config: Path, state: Path | None = None) -> list[Problem]:
    """A problem for every secret file of a configuration folder (and its state) that lies open."""
    return [
        Problem(
            file=str(path),
            text=f"这个文件里有{what}，别的用户也能读到；请运行 chmod 600 {path}",
        )
        for path, what in _secret_files(config, state)
        if open_to_others(path)
    ]


def _secret_files(config: Path, state: Path | None) -> Iterator[tuple[Path, str]]:
    yield config / ".env", "账号和密码"
    for folder in sorted((config / "games").glob("*")):
        if what := _game_secret(folder / "game.toml"):
            yield folder / "game.toml", what
        if _has_rulings(folder / "overrides.toml"):
            yield folder / "overrides.toml", "裁定"
    for pattern in _STATE_SECRETS if state is not None else ():
        for path in sorted((state or config).glob(pattern)):
            yield path, "身份或登录状态"


def _game_secret(path: Path) -> str:
    """What the game's file must hide, or nothing. One that can't be read is taken to hide something."""
    if not path.is_file():
        return ""
    try:
        data = read_toml(path).data
    except FileProblems:
        return "身份（或看不懂的内容）"
    characters = data.get("character")
    rows = characters if isinstance(characters, list) else []
    if any(isinstance(row, dict) and ("identity" in row or "actor" in row) for row in rows) or data.get(
        "resume"
    ):
        return "身份或演员"
    director = data.get("director")
    if isinstance(director, dict) and director.get("contact"):
        return "通知地址"
    return ""


def _has_rulings(path: Path) -> bool:
    if not path.is_file():
        return False
    try:
        return bool(read_toml(path).data)
    except FileProblems:
        return True
