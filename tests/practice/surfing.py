"""A clock that the test moves, and a client as a browser would be."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

import httpx

START = datetime(2026, 3, 2, 1, 30, tzinfo=UTC)


class Clock:
    """Stands still until moved."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **delta: float) -> datetime:
        self.now += timedelta(**delta)
        return self.now


class Surfer:
    """A browser: cookies, the board's charset, no redirects of its own accord."""

    def __init__(
        self, url: str, charset: str = "utf-8", agent: str = "Mozilla/5.0 (X11; Linux) practice"
    ) -> None:
        self.http = httpx.Client(
            base_url=url, headers={"User-Agent": agent}, timeout=10, verify=False, trust_env=False
        )
        self.charset = charset
        self.formhash = ""
        self.status = 0

    def _keep(self, response: httpx.Response) -> str:
        text = response.content.decode("gb18030" if self.charset == "gbk" else self.charset)
        if found := re.search(r'name="formhash"[^>]*value="(\w{8})"', text):
            self.formhash = found[1]
        self.status = response.status_code
        self.location = response.headers.get("location", "")
        self.response = response
        return text

    def get(self, path: str, **fields: str) -> str:
        query = urlencode(fields, encoding=self.charset)
        return self._keep(self.http.get(path + (("&" if "?" in path else "?") + query if query else "")))

    def post(self, path: str, *, with_hash: bool = True, **fields: str) -> str:
        if with_hash:
            fields.setdefault("formhash", self.formhash)
        body = urlencode(fields, encoding=self.charset, errors="xmlcharrefreplace")
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._keep(self.http.post(path, content=body, headers=headers))
