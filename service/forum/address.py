"""Addresses of a board: its root, and the thread that a link means, in every form that boards give out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit, urlunsplit

from service.errors import BadInput

_REWRITTEN = re.compile(r"/thread-(\d{1,12})-(\d{1,7})-[\w%.-]*\.html$")
_ARCHIVER = re.compile(r"tid-(\d{1,12})")


@dataclass(frozen=True, slots=True)
class ThreadAddress:
    """A thread as a link names it. `pid`: the post that the link points at, if any."""

    board: str
    tid: int
    page: int = 1
    pid: int | None = None


def board_root(url: str) -> str:
    """The board's address, ending in `/`, from any page of it. Raises BadInput for what is no web address."""
    parts = urlsplit(url.strip() if "://" in url else f"http://{url.strip()}")
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise BadInput(f"不是论坛地址：{url!r}；应以 http:// 或 https:// 开头")
    path = parts.path
    for inner in ("/archiver/", "/api/", "/wap/", "/uc_server/"):
        path = path.partition(inner)[0] + "/" if inner in path else path
    path = path[: path.rfind("/") + 1] or "/"
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, host, path, "", ""))


def thread_address(url: str) -> ThreadAddress:
    """The thread that a link means (`viewthread`, `thread-T-P-N.html`, `findpost`, archiver); BadInput for others."""
    root = board_root(url)
    parts = urlsplit(url.strip() if "://" in url else f"http://{url.strip()}")
    query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    fragment = re.fullmatch(r"pid(\d{1,12})", parts.fragment)
    pid = fragment[1] if fragment else _digits(query.get("pid"))
    if found := _REWRITTEN.search(parts.path):
        return ThreadAddress(root, int(found[1]), max(1, int(found[2])), int(pid) if pid else None)
    tid = _digits(query.get("tid")) or _digits(query.get("ptid"))
    if tid is None and (seen := _ARCHIVER.search(parts.query)):
        tid = seen[1]
    if tid is None:
        raise BadInput(f"这个地址里没有主题编号（tid）：{url}")
    page = _digits(query.get("page")) or "1"
    return ThreadAddress(root, int(tid), max(1, int(page)), int(pid) if pid else None)


def _digits(text: str | None) -> str | None:
    return text if text and re.fullmatch(r"\d{1,12}", text) else None
