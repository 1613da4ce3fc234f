"""Every captured answer is read as its manifest says; no other capture is taken for an answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parsers.messages import classify
from parsers.model import Answer

BOARDS = ("x35", "d72", "d70", "d61", "d41")


def _entries(captures: Path, board: str) -> list[dict[str, object]]:
    manifest = json.loads((captures / board / "manifest.json").read_text(encoding="utf-8"))
    entries: list[dict[str, object]] = manifest["captures"]
    return entries


def _read(captures: Path, board: str, entry: dict[str, object]) -> str:
    gbk = entry.get("charset") == "gbk" or str(entry["file"]).startswith("gbk")
    raw = (captures / board / str(entry["file"])).read_bytes()
    return raw.decode("gb18030" if gbk else "utf-8", "replace")


@pytest.mark.parametrize("board", BOARDS)
def test_every_answer_has_its_kind_its_words_and_its_numbers(captures: Path, board: str) -> None:
    wrong, seen = [], 0
    for entry in _entries(captures, board):
        told = entry.get("message")
        if not isinstance(told, dict):
            continue
        seen += 1
        got = classify(
            _read(captures, board, entry),
            status=int(str(entry["status"])),
            location=str(entry["location"]) if entry.get("location") else None,
            posted=entry["method"] == "POST",
        )
        if (
            got is None
            or got.kind not in [told["kind"], *told.get("also", [])]
            or (told["text"] and told["text"] not in got.text)
            or got.seconds != told.get("seconds")
            or got.tries_left != told.get("tries_left")
        ):
            wrong.append((entry["file"], told, got))
    assert not wrong
    assert seen > 30


@pytest.mark.parametrize("board", BOARDS)
def test_no_other_page_is_taken_for_an_answer(captures: Path, board: str) -> None:
    taken = []
    for entry in _entries(captures, board):
        if entry.get("message") or entry["status"] != 200:
            continue
        got = classify(_read(captures, board, entry), posted=entry["method"] == "POST")
        if got is not None:
            taken.append((entry["file"], got))
    assert not taken


@pytest.mark.parametrize("board", ["x35", "d72", "d70", "d61"])
def test_a_new_posts_number_is_taken_from_the_redirect(captures: Path, board: str) -> None:
    found = 0
    for entry in _entries(captures, board):
        where = str(entry.get("location") or "")
        if entry["method"] != "POST" or "#pid" not in where:
            continue
        got = classify("", status=int(str(entry["status"])), location=where, posted=True)
        assert got is not None
        assert got.kind is Answer.SUCCEEDED
        assert got.values["pid"] == where.rpartition("#pid")[2]
        found += 1
    assert found
