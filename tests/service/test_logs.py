"""One shape for every line, and no secret in any."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from service.logs import hide_secrets, logger, set_up


@pytest.fixture(autouse=True)
def _logging_as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


@pytest.mark.parametrize(
    "key",
    ["password", "Cookie", "formhash", "answer", "secret", "seed", "salt", "identity", "identities", "jar"],
)
def test_what_is_secret_by_its_name_is_never_written(key: str) -> None:
    assert hide_secrets(None, "info", {"event": "x", key: "hunter2"}) == {"event": "x", key: "…"}


@pytest.mark.parametrize(
    "text",
    [
        "GET /logging.php?formhash=0a1b2c3d&x=1",
        "sid=Xy12Zz; auth=abc%2Fdef",
        "password=hunter2",
        "a saltkey=q1w2e3 b",
    ],
)
def test_what_is_secret_by_its_look_is_never_written(text: str) -> None:
    told = str(hide_secrets(None, "info", {"event": text})["event"])
    for secret in ("0a1b2c3d", "Xy12Zz", "abc%2Fdef", "hunter2", "q1w2e3"):
        assert secret not in told
    assert "…" in told


def test_json_lines(capsys: pytest.CaptureFixture[str]) -> None:
    set_up(as_json=True)
    logger("app").info("game left out", game="第一局", password="hunter2")
    logging.getLogger("apscheduler").warning("from a library")
    logging.getLogger("httpx").info("GET https://x/?auth=abc")
    first, second = capsys.readouterr().out.splitlines()
    told = json.loads(first)
    assert (told["event"], told["game"], told["part"], told["level"]) == (
        "game left out",
        "第一局",
        "app",
        "info",
    )
    assert told["password"] == "…"
    assert json.loads(second)["event"] == "from a library"


def test_journal_lines_carry_their_level_and_stay_one_event_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JOURNAL_STREAM", "8:1")
    set_up()
    try:
        int("two\nlines")
    except ValueError:
        logger("app").exception("a waking failed", board="b")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("<3>a waking failed")
    assert all(line.startswith("<3>") for line in lines)
    assert any("ValueError" in line for line in lines)
    assert len(lines) > 3


def test_debug_only_where_it_was_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    set_up(as_json=True)
    logger("a").debug("hidden")
    set_up(as_json=True, debug=True)
    logger("a").debug("shown")
    assert [json.loads(line)["event"] for line in capsys.readouterr().out.splitlines()] == ["shown"]


def test_an_exceptions_own_words_are_cleaned_too(capsys: pytest.CaptureFixture[str]) -> None:
    set_up(as_json=True)
    try:
        int("GET /logging.php?formhash=0a1b2c3d")
    except ValueError:
        logger("app").exception("a waking failed")
        logging.getLogger("apscheduler").exception("from a library")
    told = capsys.readouterr().out
    assert told.count("ValueError") >= 2
    assert "0a1b2c3d" not in told
