"""HTTP to one board: the only importer of httpx.

One request at a time, paced, bounded in time and size, redirects by hand and on the board's own host only.
Nothing here knows what a page means.
"""

from __future__ import annotations

import threading
import weakref
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import parsedate_to_datetime
from http.cookiejar import CookieJar, DefaultCookiePolicy
from urllib.parse import urljoin, urlsplit

import httpx

from parsers.charset import decode
from service.clock import Clock
from service.errors import BoardUnreachable
from service.forum.cookies import Jar
from service.forum.encode import form_body
from service.forum.pace import Pacer

USER_AGENT = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0"
"""Never to change while cookies are kept: 7.x ties the log-in to it, and all boards judge robots by it."""

_LARGEST = 6_000_000
_LONGEST_SECONDS = 60.0
_MOST_REDIRECTS = 5


class NotSent(BoardUnreachable):
    """No connection: the board cannot have acted on the request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One answer. `date`: the server's own clock, aware, if it told; `asked_at`: ours at the answer."""

    url: str
    status: int
    text: str = field(repr=False)
    charset: str
    location: str | None
    date: datetime | None
    asked_at: datetime
    content: bytes = field(repr=False)


class Transport:
    """A polite browser of one board."""

    def __init__(self, root: str, clock: Clock, pacer: Pacer, jar: Jar) -> None:
        self.root = root
        self.jar = jar
        self.charset: str | None = None
        self.before_post: Callable[[], None] = lambda: None
        """Asked when a POST is about to go out, after all waiting; what it raises keeps the POST back."""
        self._clock = clock
        self._pacer = pacer
        self._lock = threading.Lock()
        self._client = httpx.Client(
            timeout=httpx.Timeout(20.0, connect=10.0),
            follow_redirects=False,
            trust_env=False,
            # a connection that the server has just given up looks like an answer that got lost
            limits=httpx.Limits(max_connections=1, max_keepalive_connections=1, keepalive_expiry=4.0),
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
            headers={
                "User-Agent": USER_AGENT,
                "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
                "Accept-Language": "zh-CN,zh;q=0.9,en;q=0.5",
                "Accept-Encoding": "gzip",
            },
        )
        self._end = weakref.finalize(self, self._client.close)

    def get(self, path: str) -> Reply:
        """Read an address of the board, following its redirects on its own host.

        Raises BoardUnreachable.
        """
        url = urljoin(self.root, path)
        for _ in range(_MOST_REDIRECTS):
            reply = self._ask("GET", url, None)
            if reply.location is None:
                return reply
            url = self._next(reply)
        raise BoardUnreachable(f"too many redirects: {url}")

    def post(self, path: str, fields: Mapping[str, str], charset: str) -> Reply:
        """Send a form, once; a redirect is the answer and is not followed. Raises NotSent or BoardUnreachable."""
        return self._ask("POST", urljoin(self.root, path), form_body(fields, charset))

    def close(self) -> None:
        """End the connection; it also ends with the last reference to this."""
        self._end()

    def _next(self, reply: Reply) -> str:
        """Where a redirect leads, if it stays on the board's host and does not give up encryption."""
        url = urljoin(reply.url, reply.location or "")
        here, there = urlsplit(self.root), urlsplit(url)
        upgrade = (
            here.scheme == "http" and there.scheme == "https" and here.port is None and there.port is None
        )
        if there.hostname != here.hostname or not (
            upgrade or (there.scheme, there.port) == (here.scheme, here.port)
        ):
            raise BoardUnreachable(f"the board sends us elsewhere: {there.scheme}://{there.netloc}")
        if upgrade:
            self.root = f"https{self.root.removeprefix('http')}"
        return url.partition("#")[0]

    def _ask(self, method: str, url: str, body: bytes | None) -> Reply:
        with self._lock:
            self._pacer.wait()
            if body is not None:
                self.before_post()
            try:
                return self._send(method, url, body)
            except (
                httpx.ConnectError,
                httpx.ConnectTimeout,
                httpx.PoolTimeout,
                httpx.UnsupportedProtocol,
            ) as error:
                raise NotSent(f"no connection to the board: {error or type(error).__name__}") from error
            except httpx.InvalidURL as error:
                raise NotSent(f"no usable address: {error}") from error
            except httpx.HTTPError as error:
                raise BoardUnreachable(
                    f"the board gave no answer: {error or type(error).__name__}"
                ) from error
            finally:
                self._pacer.done()

    def _send(self, method: str, url: str, body: bytes | None) -> Reply:
        headers = {"Referer": self.root}
        if cookies := self.jar.header(urlsplit(url).path or "/", self._clock.now()):
            headers["Cookie"] = cookies
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        with self._client.stream(method, url, content=body, headers=headers) as response:
            now = self._clock.now()
            for line in response.headers.get_list("set-cookie"):
                self.jar.take(line, now)
            content = self._body(response)
        text, charset = decode(content, response.headers.get("content-type"))
        location = response.headers.get("location") if 300 <= response.status_code < 400 else None
        if location is not None:
            # servers write bytes of the board's charset here; httpx reads them one letter a byte
            location = decode(location.encode("latin-1", "replace"), f"charset={self.charset or charset}")[0]
        return Reply(
            url=url,
            status=response.status_code,
            text=text,
            charset=charset,
            location=location or None,
            date=_date(response.headers.get("date")),
            asked_at=now,
            content=content,
        )

    def _body(self, response: httpx.Response) -> bytes:
        """The answer's bytes, unpacked here so that a small answer cannot unpack to a huge one."""
        packing = response.headers.get("content-encoding", "").lower()
        if packing not in {"", "identity", "gzip", "x-gzip", "deflate"}:
            raise BoardUnreachable(f"the board packs its answers as {packing!r}")
        unpack = (
            zlib.decompressobj(zlib.MAX_WBITS | 32) if "gzip" in packing or packing == "deflate" else None
        )
        whole, start = bytearray(), self._clock.monotonic()
        try:
            for chunk in response.iter_raw():
                whole += unpack.decompress(chunk, _LARGEST + 1 - len(whole)) if unpack else chunk
                if len(whole) > _LARGEST:
                    raise BoardUnreachable(f"the answer is larger than {_LARGEST} bytes")
                if self._clock.monotonic() - start > _LONGEST_SECONDS:
                    raise BoardUnreachable("the answer takes too long")
        except zlib.error as error:
            raise BoardUnreachable("the answer cannot be unpacked") from error
        if unpack and whole and not unpack.eof:
            raise BoardUnreachable("the answer was cut off")
        return bytes(whole)


def _date(header: str | None) -> datetime | None:
    if not header:
        return None
    try:
        instant = parsedate_to_datetime(header)
    except ValueError:
        return None
    return instant if instant.tzinfo else None
