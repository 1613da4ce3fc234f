"""What the READMEs show works: every command is run, every link leads somewhere."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner, Result

from service.cli import COMMANDS, Commands, main
from service.forum.open import open_forum
from tests.service.played import GAME, NAMES, Played, at
from tests.shown_commands import ROOT, headings, shown_commands, shown_links

PAGES = ("README.md", "README.zh-CN.md", "CONTRIBUTING.md", "docs/operations.md")
READMES = PAGES[:2]
SHOWN = shown_commands("README.md")
OURS = [words for words in SHOWN if words[0] == "panguan"]
ELSEWHERE = {"run", "demo"}
"""Commands that have a test of their own below."""

quick_forum = partial(open_forum, gap_seconds=0, jitter_seconds=0)


def test_both_languages_show_the_same_commands() -> None:
    assert shown_commands("README.zh-CN.md") == SHOWN


def test_every_command_has_its_line() -> None:
    assert {words[1] for words in OURS} == set(COMMANDS)


@pytest.mark.parametrize("page", [*PAGES, "CHANGELOG.md", "docs/architecture.md", "docs/decisions.md"])
def test_links_lead_somewhere(page: str) -> None:
    for link in shown_links(page):
        path, _, anchor = link.partition("#")
        target = (ROOT / page).parent / path if path else ROOT / page
        assert target.exists(), link
        assert not anchor or anchor in headings(target), link


@pytest.mark.parametrize("page", PAGES)
def test_targets_of_make_exist(page: str) -> None:
    targets = [words[1] for words in shown_commands(page) if words[0] == "make"]
    for target in targets:
        done = subprocess.run(
            ["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
        )
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", READMES)
def test_what_is_run_as_root_exists(page: str) -> None:
    for _, *words in (words for words in shown_commands(page) if words[0] == "sudo"):
        if words[0] == "sh":
            subprocess.run(["sh", "-n", ROOT / words[1]], check=True, timeout=60)
        else:
            assert words[:3] == ["systemctl", "enable", "--now"]
            assert (ROOT / "deploy" / f"{words[3]}.service").is_file()


@pytest.mark.parametrize("page", READMES)
def test_nothing_else_is_shown(page: str) -> None:
    assert {words[0] for words in shown_commands(page)} == {"make", "sudo", "panguan"}


class Scene:
    """A folder with every file that the README's commands name, and a board on which two days were played."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.played = Played(folder)
        self.played.visit(at(1, "12:00"), at(2, "09:30"))
        self.played.vote(1, {name: NAMES[(i + 1) % 3] for i, name in enumerate(NAMES)})
        self.played.visit(at(2, "21:00"), at(3, "21:31"), at(3, "23:30"), at(4, "09:31"))
        ruling = '[[override]]\nid = "end"\nkind = "winner"\ncamp = "狼人阵营"\nreason = "测试"\n'
        self.played.game.with_name("overrides.toml").write_text(ruling, "utf-8")
        self.played.game.with_name("overrides.toml").chmod(0o600)
        self.played.visit(at(4, "09:40"), at(4, "09:50"))
        self.played.close_app()
        board = self.played.server.url
        threads = self.played.board.state.threads
        # The characters answer the check-in thread as people do.
        self.checkin = min(threads)
        for name in NAMES:
            self.played.board.post(self.checkin, self.played.uids[name], "报到")
        self.vote = self.played.thread("【投票帖】第一局 第1天")
        for number, tid in ((1, self.vote), (2, self.vote)):
            page = httpx.get(f"{board}forum.php?mod=viewthread&tid={tid}&page={number}")
            (folder / f"page{number}.html").write_bytes(page.content)
        (folder / "names.txt").write_text("".join(f'"{name}"\n' for name in NAMES[:9]), "utf-8")
        (folder / "scenario.toml").write_text(
            (ROOT / "tests/fixtures/scenarios/s02-shield.toml").read_text("utf-8"), "utf-8"
        )
        dealt = self.run("panguan", "deal", "9", "--names", "names.txt", "--json")
        (folder / "record.json").write_text(dealt.stdout, "utf-8")
        archived = self.run("panguan", "archive", "example", "-o", "record")
        assert archived.exit_code == 0, archived.output

    def words(self, *shown: str) -> list[str]:
        """A shown command's words, for this folder and this board."""
        there = {
            "example": GAME,
            "/etc/panguan": str(self.folder / "new"),
            "https://bbs.example.org/forum.php?mod=viewthread&tid=101": self._link(self.checkin),
            "https://bbs.example.org/forum.php?mod=viewthread&tid=102": self._link(self.vote),
        }
        return [there.get(word, word) for word in shown[1:]]

    def _link(self, tid: int) -> str:
        return f"{self.played.server.url}forum.php?mod=viewthread&tid={tid}"

    def run(self, *shown: str) -> Result:
        """Run a command in the folder, as it is shown, with nothing of the outside."""
        outside: dict[str, str | None] = {name: None for name in os.environ if name.startswith("PANGUAN_")}
        here = Path.cwd()
        os.chdir(self.folder)
        try:
            done = CliRunner().invoke(main, self.words(*shown), env=outside)
        finally:
            os.chdir(here)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    made = Scene(tmp_path_factory.mktemp("readme"))
    yield made
    made.played.server.stop()


@pytest.mark.parametrize("shown", [words for words in OURS if words[1] not in ELSEWHERE], ids=" ".join)
def test_it_runs(shown: tuple[str, ...], scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(main, Commands)
    monkeypatch.setattr("service.app.open_forum", quick_forum)
    monkeypatch.setattr("service.counts.thread_fetch.open_forum", quick_forum)
    done = scene.run(*shown)
    assert done.exit_code == 0, done.output
    assert done.stdout.strip()
    assert not done.stdout.startswith("Usage")
    if "--json" in shown:
        json.loads(done.stdout)


def test_the_daemon_runs_until_it_is_told_to_stop(tmp_path: Path) -> None:
    with Played(tmp_path) as played:
        played.server.stop()  # a board that is down is no reason not to start
        daemon = subprocess.Popen(
            [sys.executable, "-m", "service", "run", "--config", tmp_path],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert daemon.stdout is not None
            assert any("ready" in line for line in daemon.stdout), "it ended before it was ready"
            daemon.send_signal(signal.SIGTERM)
            daemon.communicate(timeout=60)
            assert daemon.returncode == 0
        finally:
            daemon.kill()
            daemon.wait()


@pytest.mark.slow
def test_the_demo_counts_and_posts() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "service", "demo"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert "投票结果" in done.stdout
