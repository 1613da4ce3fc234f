"""`panguan archive`: the record that `verify` checks, and a page; before the end nothing that is secret."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from service.cli import main
from tests.service.played import NAMES, Played, at, run


def archived(played: Played, folder: Path, *words: str) -> dict[str, Any]:
    done = run(played, "archive", "first", "-o", str(folder), *words)
    assert done.exit_code == 0, done.stderr
    document: dict[str, Any] = json.loads((folder / "game.json").read_text("utf-8"))
    return document


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in {"href", "src"}]


def test_verify_agrees_with_the_record(finished: Played, tmp_path: Path) -> None:
    archived(finished, tmp_path)
    done = CliRunner().invoke(main, ["verify", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert done.output.startswith("相符")


def test_verify_sees_what_was_changed(finished: Played, tmp_path: Path) -> None:
    document = archived(finished, tmp_path)
    one, other = list(document["chance"]["identities"])[:2]
    identities = document["chance"]["identities"]
    while identities[one] == identities[other]:
        other = list(identities)[list(identities).index(other) + 1]
    identities[one], identities[other] = identities[other], identities[one]
    (tmp_path / "game.json").write_text(json.dumps(document), "utf-8")
    assert CliRunner().invoke(main, ["verify", str(tmp_path)]).exit_code == 1


def test_everything_is_in_it(finished: Played, tmp_path: Path) -> None:
    document = archived(finished, tmp_path)
    assert document["complete"] is True
    assert document["winner"] == "werewolves"
    assert [c["name"] for c in document["characters"]] == list(NAMES)
    assert {c["identity"] for c in document["characters"]} >= {"werewolf", "seer"}
    (count,) = document["counts"]
    assert count["outcome"] == {"kind": "elected", "target": NAMES[0], "reason": "most_votes"}
    vote = next(t for t in document["threads"] if (t["day"], t["which"]) == (1, "vote"))
    tid = finished.thread("【投票帖】第一局 第1天")
    assert vote["tid"] == tid
    assert {p["pid"] for p in vote["posts"]} >= {
        post.pid for post in finished.board.posts(tid) if post.uid != finished.judge
    }
    assert document["events"][0]["kind"] == "began"
    assert [r["id"] for r in document["rulings"]] == ["end"]
    assert any(n["kind"] == "pm" for n in document["notices"])
    for name in ("game.json", "index.html"):
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600


def test_the_page_stands_alone_and_is_not_steered_by_names(finished: Played, tmp_path: Path) -> None:
    archived(finished, tmp_path)
    page = (tmp_path / "index.html").read_text("utf-8")
    assert "&lt;b&gt;黄盖" in page
    tags = Tags()
    tags.feed(page)
    assert "b" not in tags.tags
    assert "script" not in tags.tags
    assert "img" not in tags.tags
    assert tags.links
    assert all(link.startswith(finished.server.url) for link in tags.links)


def test_before_the_end_it_is_refused_and_with_force_holds_no_secret(tmp_path: Path) -> None:
    with Played(tmp_path / "config", dealt=True) as played:
        played.visit(at(1, "12:00"), at(2, "08:30"), at(2, "09:30"))
        played.clock.move_to(at(2, "10:00"))
        played.vote(1, {NAMES[0]: NAMES[1]})
        played.visit(at(2, "11:00"))
        out = tmp_path / "out"
        refused = run(played, "archive", "first", "-o", str(out))
        assert refused.exit_code == 2
        assert "还没有结束" in refused.stderr
        assert not out.exists()

        document = archived(played, out, "--force")
        assert document["complete"] is False
        text = (out / "game.json").read_text("utf-8") + (out / "index.html").read_text("utf-8")
        with played.app.store.reading() as tx:
            secret = tx.secret("first")
        assert secret is not None
        assert secret["seed"] not in text
        assert secret["salt"] not in text
        assert not {"chance", "events", "steps", "messages", "rulings", "winner"} & set(document)
        assert all(set(one) == {"seat", "name", "uid"} for one in document["characters"])
        for word in ("identity", "identities", f"投票：{NAMES[1]}", "私信给"):
            assert word not in text, word
        assert secret["commitment"] in text
        assert [t["which"] for t in document["threads"]] == ["checkin", "discussion"]


def test_a_folder_that_cannot_be_written(finished: Played, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run(finished, "archive", "first", "-o", str(tmp_path / "file" / "x"))
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 1
