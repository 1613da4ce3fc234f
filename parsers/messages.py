"""What a board's answer means: its words from the message box alone, or the shape of an answer without words.

A thread may quote every sentence of the table: nothing outside the box is ever looked at.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from parsers._answer_table import kind_of, kind_of_key
from parsers._boxes import Box, box_of_page, box_of_window, has_editor, tiny_text, unwrap
from parsers.model import Answer, Dialect, Message

_SECONDS = re.compile(r"(?:间隔少于|在) ?(\d{1,6}) ?秒")
_TRIES = re.compile(r"您还可以尝试 ?(\d{1,3}) ?次")
_UID = re.compile(r"discuz_uid\s*=\s*'?(\d{1,10})")
_LOGIN_ADDRESS = re.compile(r"logging(?:\.php\?|&)(?:\S*&)?action=login")
_SMALL = 20_000


@dataclass(frozen=True)
class _Reply:
    status: int
    location: str | None
    posted: bool
    values: dict[str, str] = field(default_factory=dict)


def classify(
    html: str,
    *,
    status: int = 200,
    location: str | None = None,
    dialect: Dialect | None = None,
    posted: bool = False,
) -> Message | None:
    """What the answer says, or None where it is no message (a thread, a list, a form that was asked for).

    `status` and `location` are the response's, `posted` whether it answers a POST. An answer that no row of
    the table fits is `other`: after a POST it is not known what happened.
    """
    reply = _Reply(status, location, posted)
    if location and 300 <= status < 400:
        return _redirect(location, posted=posted)
    body = html.strip("\ufeff \t\r\n")
    if not body:
        return _empty(reply)
    if body[0] == "{":
        return _from_json(body)
    inner = unwrap(body)
    if inner is not None:
        box = box_of_window(inner)
        return _from_box(box, reply, html) if box else _wordless_window(inner, reply)
    box = box_of_page(body, dialect)
    if box:
        return _from_box(box, reply, html)
    return _wordless_page(body, reply)


def _from_box(box: Box, reply: _Reply, html: str) -> Message:
    kind = kind_of(box.text)
    if kind is None:
        kind = Answer.OTHER
        if status_error := _by_status(reply.status):
            kind = status_error
        elif box.frame and not reply.posted and reply.status == 200:
            # a closed board speaks in its owner's free words: only the frame tells
            kind = Answer.BOARD_CLOSED
    if box.values.get("reply_mod") == "1":
        kind = Answer.MODERATED
    if kind is Answer.SUCCEEDED and "您已退出" in box.text:
        uid = _UID.search(html[: html.find("</head>")])
        if uid and uid[1] != "0":
            kind = Answer.NOTHING_DONE
    seconds = _SECONDS.search(box.text) if kind is Answer.FLOOD else None
    tries = _TRIES.search(box.text)
    values = dict(box.values)
    _ids_of(box.location, values)
    return Message(
        kind=kind,
        text=box.text,
        seconds=int(seconds[1]) if seconds else None,
        tries_left=int(tries[1]) if tries else None,
        location=box.location,
        values=values,
    )


def _ids_of(location: str | None, values: dict[str, str]) -> None:
    """A new post's and thread's numbers, from the address that the board would go to."""
    for name in ("tid", "pid"):
        found = re.search(rf"[?&]{name}=(\d{{1,12}})", location or "")
        if found is None and name == "pid":
            found = re.search(r"#pid(\d{1,12})", location or "")
        if found is None and name == "tid":
            found = re.search(r"thread-(\d{1,12})-", location or "")
        if found:
            values.setdefault(name, found[1])


def _redirect(location: str, *, posted: bool) -> Message | None:
    values: dict[str, str] = {}
    _ids_of(location, values)
    kind = Answer.SUCCEEDED
    if _LOGIN_ADDRESS.search(location):
        kind = Answer.LOGIN_REQUIRED
    elif "pm_client" in location or "uc_server" in location:
        kind = Answer.NOTHING_DONE
    elif "action=activation" in location or "op=password" in location:
        kind = Answer.LOGIN_FAILED
    elif re.fullmatch(r"(?:https?://[^/]+/(?:\S*/)?)?index\.php", location):
        kind = Answer.NOTHING_DONE
    elif not posted and "pm.php?" not in location:
        return None
    return Message(kind=kind, text="", location=location, values=values)


def _by_status(status: int) -> Answer | None:
    if status in {403, 429}:
        return Answer.ROBOT_REFUSED
    return Answer.SERVER_ERROR if status >= 500 else None


def _empty(reply: _Reply) -> Message | None:
    kind = _by_status(reply.status)
    if kind is None and not reply.posted and reply.status == 200:
        return None
    return Message(kind=kind or Answer.OTHER, text="")


def _from_json(body: str) -> Message | None:
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return Message(kind=Answer.OTHER, text="")
    if not isinstance(data, dict):
        return None
    told = data.get("Message")
    if isinstance(told, dict) and told.get("messageval"):
        key, text = str(told["messageval"]), str(told.get("messagestr") or told["messageval"])
    elif isinstance(data.get("error"), str):
        key = text = data["error"]
    else:
        return None
    key = key.partition("//")[0]
    variables = data.get("Variables")
    values = {"key": key}
    if isinstance(variables, dict):
        values |= {
            name: str(variables[name]) for name in ("tid", "pid") if str(variables.get(name) or "0") != "0"
        }
    kind = kind_of_key(key) or kind_of(text) or Answer.OTHER
    seconds = _SECONDS.search(text) if kind is Answer.FLOOD else None
    tries = _TRIES.search(text)
    return Message(
        kind=kind,
        text=text,
        seconds=int(seconds[1]) if seconds else None,
        tries_left=int(tries[1]) if tries else None,
        values=values,
    )


def _wordless_window(inner: str, reply: _Reply) -> Message | None:
    if "errorhandle_ls(''" in inner and "showWindow('login'" in inner:
        return Message(kind=Answer.QUESTION_REQUIRED, text="")
    jump = re.search(r"^\s*<script[^>]*>\s*window\.location\.href\s*=\s*'([^']{1,500})'", inner)
    if jump:
        kind = Answer.LOGIN_REQUIRED if _LOGIN_ADDRESS.search(jump[1]) else Answer.SUCCEEDED
        return Message(kind=kind, text="", location=jump[1])
    if reply.posted and re.search(r"<li id=\"pm_\d+\"", inner):
        return Message(kind=Answer.SUCCEEDED, text="")
    return None


def _wordless_page(body: str, reply: _Reply) -> Message | None:
    if not reply.posted and len(body) < _SMALL and body.startswith("<script") and "<body" not in body:
        return Message(kind=Answer.ROBOT_REFUSED, text="")
    if reply.status >= 400:
        return Message(kind=_by_status(reply.status) or Answer.OTHER, text=tiny_text(body))
    if reply.posted and has_editor(body):
        return Message(kind=Answer.NOTHING_DONE, text="")
    return None


def is_listed(message: Message) -> bool:
    """Whether the table of answers knows these words: an `other` that it knows did nothing."""
    return kind_of(message.text) is not None or "key" in message.values
