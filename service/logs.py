"""One set-up for all logging: people's lines on a terminal, journal lines under systemd; secrets never.

structlog is imported here alone; everything else calls `logger(name)`.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sys
from collections.abc import MutableMapping
from typing import Any, Protocol, cast

import structlog

SECRET_KEYS = re.compile(
    r"password|passwd|cookie|formhash|answer|secret|seed|salt|identity|identities|auth|jar", re.IGNORECASE
)
SECRET_TEXT = re.compile(r"(formhash|password|auth|saltkey|sid)=[^&\s\"']+", re.IGNORECASE)
PRIORITY = {"debug": 7, "info": 6, "warning": 4, "error": 3, "critical": 2}


class Logger(Protocol):
    """What the shell logs with: an event's name in English and its facts."""

    def debug(self, event: str, **facts: Any) -> Any:
        """For whoever looks for a fault."""

    def info(self, event: str, **facts: Any) -> Any:
        """What happened."""

    def warning(self, event: str, **facts: Any) -> Any:
        """What went wrong and was got over."""

    def error(self, event: str, **facts: Any) -> Any:
        """What needs a person."""

    def exception(self, event: str, **facts: Any) -> Any:
        """A fault of our own, with its traceback."""

    def bind(self, **facts: Any) -> Logger:
        """A logger that says these facts with every event."""
        ...


def logger(name: str) -> Logger:
    """A logger for one part of the shell."""
    return cast("Logger", structlog.get_logger(part=name))


def hide_secrets(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Drop what must never be written down, by key and by look."""
    for key, value in list(event.items()):
        if SECRET_KEYS.search(key):
            event[key] = "…"
        elif isinstance(value, str):
            event[key] = SECRET_TEXT.sub(r"\1=…", value)
    return event


def set_up(*, debug: bool = False, as_json: bool = False) -> None:
    """Send everything, the libraries' logging too, to stdout in one shape."""
    under_systemd = "JOURNAL_STREAM" in os.environ
    renderer: Any
    if as_json:
        renderer = _json_line
    elif under_systemd:
        renderer = _journal_line
    else:
        renderer = structlog.dev.ConsoleRenderer(colors=sys.stdout.isatty())
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.format_exc_info,
        hide_secrets,
    ]
    if not under_systemd:
        shared.insert(0, structlog.processors.TimeStamper(fmt="iso", utc=False))
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(logging.DEBUG if debug else logging.INFO),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
            foreign_pre_chain=shared,
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.DEBUG if debug else logging.INFO)
    for noisy in ("httpx", "httpcore", "apscheduler", "alembic"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


def _json_line(_logger: object, _method: str, event: MutableMapping[str, Any]) -> str:
    return json.dumps(event, ensure_ascii=False, default=str)


def _journal_line(_logger: object, _method: str, event: MutableMapping[str, Any]) -> str:
    level = PRIORITY.get(str(event.pop("level", "info")), 6)
    name = event.pop("event", "")
    error = event.pop("exception", None)
    text = " ".join([str(name), *(f"{key}={value}" for key, value in event.items())])
    if error:
        text += "\n" + str(error)
    # journald reads one level a line.
    return "\n".join(f"<{level}>{line}" for line in text.splitlines() or [""])
