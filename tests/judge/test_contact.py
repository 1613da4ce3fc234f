"""The director's alerts at his other addresses: once, in the background, and never in the way."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from click.testing import CliRunner

from service.app import App
from service.cli import main
from service.contact import Contacts, send
from service.files.settings import load_settings
from tests.judge.small_game import CLOSE, SmallGame

ADDRESS = "json://user:tiger@127.0.0.1:9/alerts"


class Addressee:
    """Hears what is sent; refuses as often as it is told to."""

    def __init__(self, refusals: int = 0) -> None:
        self.heard: list[tuple[str, str, str]] = []
        self.refusals = refusals

    def take(self, address: str, title: str, text: str) -> bool:
        self.heard.append((address, title, text))
        self.refusals -= 1
        return self.refusals < 0

    def titles(self) -> list[str]:
        return [title for _, title, _ in self.heard]


def with_contact(game: SmallGame, *addresses: str) -> None:
    text = game.file().read_text("utf-8")
    listed = ", ".join(f'"{one}"' for one in addresses)
    game.file().write_text(text.replace("[timetable]", f"contact = [{listed}]\n[timetable]"), "utf-8")


def lead(game: SmallGame, ear: Addressee, minutes: int) -> App:
    app = game.app()
    app._contacts = Contacts(app.store, ear.take)
    end = game.clock.now() + timedelta(minutes=minutes)
    while game.clock.now() < end:
        app.tick()
        app._contacts.close()  # the clock does not wait for a thread
        game.clock.sleep(60)
    return app


def test_an_alert_goes_to_each_address_once_and_not_again_after_a_restart(
    play: Callable[..., SmallGame],
) -> None:
    game, ear = play(), Addressee()
    with_contact(game, ADDRESS, "json://127.0.0.1:9/other")
    lead(game, ear, 2).close()
    game.overrides('[[override]]\nid = "x"\nkind = "no such kind"\n')
    for _ in range(2):
        lead(game, ear, 4).close()
    faults = [one for one in ear.heard if "文件有误" in one[1]]
    told = [one.text for one in game.board.messages(game.uids["导演甲"]) if "文件有误" in one.text]
    assert len(faults) == 2 * len(told) > 0
    assert {address for address, _, _ in faults} == {ADDRESS, "json://127.0.0.1:9/other"}
    assert "overrides.toml" in faults[0][2]
    assert len(set(ear.heard)) == len(ear.heard)


def test_one_that_refuses_is_tried_three_times_and_stops_nothing(play: Callable[..., SmallGame]) -> None:
    game, ear = play(), Addressee(refusals=10**6)
    with_contact(game, ADDRESS)
    lead(game, ear, 2).close()
    ear.heard.clear()
    game.overrides('[[override]]\nid = "x"\nkind = "no such kind"\n')
    game.clock.move_to(CLOSE - timedelta(minutes=5))
    lead(game, ear, 12).close()
    assert set(Counter(ear.heard).values()) == {3}
    assert len(game.results()) == 1


def test_what_raises_or_never_ends_stops_nothing(
    play: Callable[..., SmallGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.contact.LAST_WORDS", 0.01)
    for hindrance in ("raises", "hangs"):
        game, free = play(), threading.Event()
        with_contact(game, ADDRESS)
        game.clock.move_to(CLOSE - timedelta(minutes=5))

        def fail(
            _address: str, _title: str, _text: str, how: str = hindrance, end: threading.Event = free
        ) -> bool:
            if how == "raises":
                raise RuntimeError("a plug-in")
            end.wait(60)
            return False

        app = game.app()
        app._contacts = Contacts(app.store, fail)
        game.run_until(app, CLOSE + timedelta(minutes=5))
        assert len(game.results()) == 1
        free.set()
        monkeypatch.setattr("service.contact.LAST_WORDS", 10.0)
        app.close()


def test_a_board_that_wants_a_person_is_told_there(play: Callable[..., SmallGame]) -> None:
    game, ear = play(), Addressee()
    with_contact(game, ADDRESS)
    (game.folder / ".env").write_text("PANGUAN_JUDGE_USER=判官\nPANGUAN_JUDGE_PASSWORD=wrong-one\n", "utf-8")
    lead(game, ear, 5).close()
    assert ear.titles() == ["【判官】小局：论坛要人来处理"]
    assert "panguan login" in ear.heard[0][2]
    assert "wrong-one" not in ear.heard[0][2]


def test_a_game_that_is_only_shown_sends_nothing(play: Callable[..., SmallGame]) -> None:
    game, ear = play(top='publish = "dry-run"'), Addressee()
    with_contact(game, ADDRESS)
    lead(game, ear, 3).close()
    assert ear.heard == []


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # Apprise's own
def test_check_tells_what_apprise_cannot_use(
    play: Callable[..., SmallGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = play()
    with_contact(game, "tiger://secret@nowhere")

    def said() -> str:
        load_settings(game.folder, {})
        return CliRunner().invoke(main, ["check", "--config", str(game.folder)]).output

    monkeypatch.setattr("service.cli.check.installed", lambda: False)
    assert "没有装 apprise" in said()
    monkeypatch.undo()
    pytest.importorskip("apprise")
    assert "第 1 个地址 Apprise 认不出" in said()
    assert "secret" not in said()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_apprise_itself_carries_it() -> None:
    pytest.importorskip("apprise")
    heard: list[bytes] = []

    class Ear(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Ear) as server:
        served = threading.Thread(target=server.handle_request)
        served.start()
        assert send(f"json://127.0.0.1:{server.server_port}/x", "题", "文")
        served.join(10)
    assert b'"title"' in heard[0]
