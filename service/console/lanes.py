"""The accounts that the games of a folder use, by board: what `doctor` and `login` go through."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from service.clock import Clock
from service.errors import BadInput
from service.files.gamefile import load_game
from service.files.gamemodel import GameFile
from service.files.settings import Settings
from service.files.toml_source import FileProblems
from service.forum.address import board_root
from service.forum.api import Account, CookieKeeper, Forum

Open = Callable[[GameFile, Account | None, Clock, CookieKeeper | None], Forum]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """One account on one board, with its games. `missing`: why there is no account."""

    board: str
    account: Account | None
    word: str
    games: tuple[GameFile, ...]
    missing: str = ""

    @property
    def name(self) -> str:
        """As the daemon calls it."""
        return f"{self.board} {self.account.name if self.account else ''}"


def lanes_of(
    settings: Settings, folders: Iterable[Path]
) -> tuple[tuple[Lane, ...], tuple[FileProblems, ...]]:
    """Every account on every board, and what is wrong with the files of games that are left out."""
    games: dict[tuple[str, str], list[GameFile]] = {}
    faults: list[FileProblems] = []
    for folder in folders:
        try:
            game = load_game(folder)
        except FileProblems as error:
            faults.append(error)
            continue
        games.setdefault((board_root(game.board.url), game.board.account), []).append(game)
    lanes = []
    for (board, word), found in games.items():
        account, missing = None, ""
        try:
            account = settings.account(word)
        except BadInput as error:
            missing = str(error)
        lanes.append(Lane(board=board, account=account, word=word, games=tuple(found), missing=missing))
    return tuple(lanes), tuple(faults)


def game_folders(settings: Settings, game: str | None) -> tuple[Path, ...]:
    """The folder of one game, or of all. Raises `BadInput` where there is none."""
    folders = (settings.game_folder(game),) if game else settings.game_folders()
    if not folders:
        raise BadInput(
            f"{settings.config_dir / 'games'}: 这里没有牌局；可用 panguan init {settings.config_dir / '新文件夹'} 写出样例"
        )
    return folders
