"""Where things lie, and who the judge is on a board: folder, state, database, credentials.

A credential comes from the environment, else from a systemd credential of that name, else from `.env` beside
the games. No error and no `repr` shows a secret.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path

from service.errors import BadInput
from service.files.toml_source import FileProblems, Problem, read_bytes
from service.forum.api import Account

DEFAULT_CONFIG = Path("/etc/panguan")

_LINE = re.compile(r"\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*")


@dataclass(frozen=True, slots=True)
class Settings:
    """What the whole service needs to know before any game."""

    config_dir: Path
    state_dir: Path
    database_url: str | None = field(default=None, repr=False)
    values: Mapping[str, str] = field(default_factory=dict, repr=False)
    outer: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What the environment and systemd gave, which goes before `.env`."""

    def read_again(self) -> Settings:
        """The same with what stands in `.env` now; folders and database stay. Raises `BadInput` as `load_settings`."""
        return replace(self, values={**read_env(self.env_file), **self.outer})

    @property
    def env_file(self) -> Path:
        """The file of credentials."""
        return self.config_dir / ".env"

    def value(self, name: str) -> str | None:
        """A setting of that name, from wherever it comes; an empty one is none."""
        return self.values.get(name) or None

    def game_folders(self) -> tuple[Path, ...]:
        """Every folder under `games/` that holds a `game.toml`, by name."""
        games = self.config_dir / "games"
        return tuple(sorted(path.parent for path in games.glob("*/game.toml")))

    def game_folder(self, key: str) -> Path:
        """The folder of one game. Raises `BadInput` with the nearest ones if there is none."""
        folders = {folder.name: folder for folder in self.game_folders()}
        if key not in folders:
            known = "、".join(folders) or "（一个也没有）"
            raise BadInput(f"{self.config_dir / 'games'}: 没有叫「{key}」的牌局；现有：{known}")
        return folders[key]

    def account(self, name: str) -> Account:
        """The credentials of `account = NAME`. Raises `BadInput` that names the missing variable."""
        prefix = f"PANGUAN_{name.upper()}_"
        for word, what in (("USER", "用户名"), ("PASSWORD", "密码")):
            if self.value(prefix + word) is None:
                raise BadInput(
                    f"{self.env_file}: 没有账号 {name} 的{what}{self._instead(prefix + word)}；"
                    f"请在 .env 里写一行 {prefix}{word}=…，或设成环境变量或 systemd 凭据"
                )
        return self._account(prefix)

    def _instead(self, wanted: str) -> str:
        """What stands in the place of a variable: itself without a value, or a name very much like it."""
        if wanted in self.values:
            return f"（{wanted} 的值是空的）"
        written = get_close_matches(wanted, self.values, n=1, cutoff=0.8)
        return f"（现在写的是 {written[0]}，请核对）" if written else ""

    def visitor(self) -> Account | None:
        """The account for reading without a game (`PANGUAN_USER`), or None: read as a guest."""
        if self.value("PANGUAN_USER") is None or self.value("PANGUAN_PASSWORD") is None:
            return None
        return self._account("PANGUAN_")

    def _account(self, prefix: str) -> Account:
        question = self.value(prefix + "QUESTION") or "0"
        if not (question.isascii() and question.isdecimal() and int(question) <= 7):
            raise BadInput(
                f"{self.env_file}: {prefix}QUESTION 应为 0 到 7 的数字（论坛登录页上安全提问的序号）"
            )
        return Account(
            name=self.value(prefix + "USER") or "",
            password=self.value(prefix + "PASSWORD") or "",
            question=int(question),
            answer=self.value(prefix + "ANSWER") or "",
        )


def config_folder(given: Path | None, here: Path | None = None) -> Path:
    """The configuration folder: as given, else the current one if it has `games/`, else `/etc/panguan`."""
    here = Path.cwd() if here is None else here
    folder = given or (here if (here / "games").is_dir() else DEFAULT_CONFIG)
    if not folder.is_dir():
        raise BadInput(
            f"{folder}: 没有这个配置文件夹；请用 --config 指明，或用 panguan init {folder} 新建一个"
        )
    return folder


def load_settings(config: Path | None = None, environ: Mapping[str, str] | None = None) -> Settings:
    """Settings of a configuration folder. Raises `BadInput` where the folder or its `.env` can't be used."""
    environ = os.environ if environ is None else environ
    folder = config_folder(config)
    written = read_env(folder / ".env")
    outer = {
        **_credentials(environ),
        **{k: v for k, v in environ.items() if k.startswith("PANGUAN_")},
    }
    values = {**written, **outer}
    state = Path(values.get("PANGUAN_STATE") or "state")
    if not state.is_absolute() and not environ.get("PANGUAN_STATE"):
        state = folder / state
    return Settings(folder, state, values.get("PANGUAN_DATABASE_URL") or None, values, outer)


def read_env(path: Path) -> dict[str, str]:
    """`KEY=VALUE` lines; quotes around a value are taken off, nothing inside it is expanded. Absent: empty."""
    if not path.exists():
        return {}
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileProblems([Problem(file=str(path), text="文件不是 UTF-8 编码，请另存为 UTF-8")]) from None
    values, problems = {}, []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        found = _LINE.fullmatch(line)
        if found is None:
            problems.append(Problem(file=str(path), line=number, text="应为「名称=值」，说明文字前面要加 #"))
            continue
        key, value = found.groups()
        if len(value) >= 2 and value[0] == value[-1] and value[0] in "\"'":
            value = value[1:-1]
        if key in values:
            problems.append(Problem(file=str(path), line=number, key=key, text="写了两次，请删去其中一行"))
        values[key] = value
    if problems:
        raise FileProblems(problems)
    return values


def _credentials(environ: Mapping[str, str]) -> dict[str, str]:
    folder = environ.get("CREDENTIALS_DIRECTORY")
    if not folder:
        return {}
    values = {}
    for path in sorted(Path(folder).glob("PANGUAN_*")):
        try:
            values[path.name] = path.read_text("utf-8").rstrip("\r\n")
        except (OSError, UnicodeDecodeError):
            raise BadInput(f"{path}: 读不了这个 systemd 凭据，应为 UTF-8 文字") from None
    return values
