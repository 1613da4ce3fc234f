"""The public status page: two files that any web server can hand out, replaced whole after each waking."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any

from parsers.posts_json import iso
from service.game.context import Papers
from service.notices.render import Pages
from service.pages.public_game import public_game
from service.store import Store

PAGE, DATA = "status.html", "status.json"
BAR = 320
"""The longest bar, in units of the drawing."""


class StatusPage:
    """Keeps what each game last showed, and writes it. Safe to call from every board's thread."""

    def __init__(self, folder: Path, store: Store, zone: tzinfo) -> None:
        self._folder = folder
        self._store = store
        self._zone = zone
        self._games: dict[str, dict[str, Any]] = {}
        self._lock = threading.Lock()
        self._pages = Pages(zone)

    def write(self, games: Iterable[tuple[Papers, bool]], now: datetime) -> None:
        """Show these games anew (`True`: the board can't be reached at present); others as they were.

        A game that is only tried out (`dry-run`) is left out. Raises OSError where the folder cannot be written.
        """
        for papers, delayed in games:
            if papers.game.publish == "dry-run":
                continue
            with self._store.reading() as tx:
                shown = public_game(papers, tx)
            self._games[papers.game.key] = {**shown, "delayed": delayed}
        with self._lock:
            shown_games = [self._games[key] for key in sorted(self._games)]
            document = {"written_at": iso(now, self._zone), "games": shown_games}
            _replace(self._folder / DATA, json.dumps(document, ensure_ascii=False, indent=1))
            views = [{**game, "last": _bars(game)} for game in shown_games]
            _replace(self._folder / PAGE, self._pages.html("status.html", {"games": views, "now": now}))


def _bars(game: dict[str, Any]) -> dict[str, Any] | None:
    """The last published count as bars."""
    if not game["counts"]:
        return None
    count = game["counts"][-1]
    most = max((row["votes"] for row in count["standing"]), default=0) or 1
    rows = [{**row, "width": round(BAR * row["votes"] / most)} for row in count["standing"]]
    return {"day": count["day"], "rows": rows, "abstained": count["abstained"]}


def _replace(path: Path, text: str) -> None:
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, "utf-8", errors="replace")
    part.chmod(0o644)
    part.replace(path)
