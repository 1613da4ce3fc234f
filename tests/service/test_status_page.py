"""The public status page: written after each waking, whole, with nothing that is secret."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from tests.service.played import NAMES, Played, at


def shown(played: Played) -> tuple[dict[str, Any], str]:
    folder = played.settings.state_dir
    document = json.loads((folder / "status.json").read_text("utf-8"))
    return document, (folder / "status.html").read_text("utf-8")


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.bars: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag == "rect" and dict(attrs).get("class") == "bar":
            self.bars.append(dict(attrs).get("width") or "")


def test_a_finished_game(finished: Played) -> None:
    document, page = shown(finished)
    (game,) = document["games"]
    assert (game["where"], game["winner"], game["next"]) == ("已结束", "werewolves", None)
    assert game["sheriff"] == NAMES[0]
    (count,) = game["counts"]
    assert count["standing"] == [{"target": NAMES[0], "votes": 4}, {"target": NAMES[2], "votes": 1}]
    assert count["abstained"] == 1
    tags = Tags()
    tags.feed(page)
    assert tags.bars == ["320", "80"]
    assert not {"script", "img", "b", "link"} & set(tags.tags)
    assert "&lt;b&gt;黄盖" in page
    assert "〖狼人阵营〗获胜" in page


def test_a_running_game_shows_only_what_the_board_was_told(tmp_path: Path) -> None:
    with Played(tmp_path, dealt=True) as played:
        played.visit(at(1, "12:00"), at(2, "08:30"), at(2, "09:30"))
        played.clock.move_to(at(2, "10:00"))
        played.vote(1, dict.fromkeys(NAMES[:3], NAMES[1]))
        played.visit(at(2, "11:00"))
        document, page = shown(played)
        (game,) = document["games"]
        assert (game["day"], game["phase"]) == (1, "day")
        assert game["next"] == {"what": "第1天收票", "at": "2026-03-03T21:30:00+08:00"}
        assert game["counts"] == [], "ballots that are under way are nobody's business"
        with played.app.store.reading() as tx:
            secret = tx.secret("first")
        assert secret is not None
        for text in (page, json.dumps(document, ensure_ascii=False)):
            assert secret["seed"] not in text
            assert secret["salt"] not in text
            assert not [word for word in ("狼人", "先知", "女巫", "werewolf", "judge-pw") if word in text]


def test_a_count_that_is_held_is_not_shown_yet(tmp_path: Path) -> None:
    with Played(tmp_path) as played:
        played.visit(at(1, "12:00"), at(2, "08:30"), at(2, "09:30"))
        text = played.game.read_text("utf-8").replace('publish = "auto"', 'publish = "approve"')
        played.game.write_text(text, "utf-8")
        played.clock.move_to(at(2, "10:00"))
        played.vote(1, dict.fromkeys(NAMES[:3], NAMES[1]))
        played.visit(at(3, "21:30"), at(3, "21:31"))
        with played.app.store.reading() as tx:
            assert "day1.result" in tx.steps("first")
        (game,) = shown(played)[0]["games"]
        assert game["counts"] == []
        assert game["sheriff"] is None
        assert (game["day"], game["phase"]) == (1, "day")


def test_a_game_that_is_only_tried_out_is_not_shown(tmp_path: Path) -> None:
    with Played(tmp_path, publish="dry-run") as played:
        played.visit(at(1, "12:00"))
        document, page = shown(played)
        assert document["games"] == []
        assert "现在没有牌局" in page


def test_a_board_that_is_away_is_told_without_its_words(tmp_path: Path) -> None:
    with Played(tmp_path) as played:
        played.visit(at(1, "12:00"))
        assert shown(played)[0]["games"][0]["delayed"] is False
        played.server.stop()
        played.visit(at(1, "13:00"))
        document, page = shown(played)
        assert document["games"][0]["delayed"] is True
        assert "论坛暂时连不上" in page
        assert "127.0.0.1" not in page


def test_a_folder_that_cannot_be_written_stops_no_game(tmp_path: Path) -> None:
    with Played(tmp_path) as played:
        app = played.app
        (played.settings.state_dir / "status.json").mkdir()
        played.visit(at(1, "12:00"))
        assert app.lanes
        assert not (played.settings.state_dir / "status.html").exists()
