"""Requests and answers as values; cookies, charsets and forms on the way in and out."""

from __future__ import annotations

from dataclasses import dataclass, field
from email.parser import BytesParser
from email.policy import HTTP
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, unquote_to_bytes, urlsplit


def wire(charset: str) -> str:
    """The codec in which a board writes: GB18030 covers whatever its pages may hold."""
    return "gb18030" if charset == "gbk" else "utf-8"


@dataclass(slots=True)
class Request:
    """One request. `query` and `form` keep every value in order; `raw` is the form as it came."""

    method: str
    path: str
    query: list[tuple[str, str]]
    form: list[tuple[str, str]]
    cookies: dict[str, str]
    headers: dict[str, str]
    address: str
    target: str = ""
    raw: bytes = b""

    def get(self, name: str, default: str = "") -> str:
        """A parameter, the form's before the address's, the last one given."""
        for pairs in (self.form, self.query):
            for key, value in reversed(pairs):
                if key == name:
                    return value
        return default

    def has(self, name: str) -> bool:
        """Whether a parameter was sent at all."""
        return any(key == name for key, _ in self.form) or any(key == name for key, _ in self.query)

    def many(self, name: str) -> list[str]:
        """All values of `name` or `name[]` or `name[…]`."""
        pairs = self.query + self.form
        return [value for key, value in pairs if key == name or key.startswith(name + "[")]

    def number(self, name: str, default: int = 0) -> int:
        """A parameter as a number."""
        value = self.get(name).strip()
        return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else default

    @property
    def agent(self) -> str:
        """The User-Agent."""
        return self.headers.get("user-agent", "")


@dataclass(slots=True)
class Answer:
    """One answer; text bodies are encoded in the board's charset when they are sent."""

    body: str | bytes = ""
    status: int = 200
    kind: str = "text/html"
    headers: list[tuple[str, str]] = field(default_factory=list)

    def cookie(self, name: str, value: str, *, age: int | None = None, http_only: bool = False) -> None:
        """Set a cookie; `age` 0 deletes it."""
        parts = [f"{name}={value}", "path=/"]
        if age is not None:
            parts.append(f"Max-Age={age}")
        if http_only:
            parts.append("httponly")
        self.headers.append(("Set-Cookie", "; ".join(parts)))


def redirect(location: str, status: int = 302) -> Answer:
    """A redirect with an empty body."""
    return Answer(status=status, headers=[("Location", location)])


def _pairs(text: str, codec: str) -> list[tuple[str, str]]:
    return parse_qsl(text, keep_blank_values=True, encoding=codec, errors="replace")


def _multipart(kind: str, body: bytes, codec: str) -> list[tuple[str, str]]:
    message = BytesParser(policy=HTTP).parsebytes(b"Content-Type: " + kind.encode() + b"\r\n\r\n" + body)
    found: list[tuple[str, str]] = []
    for part in message.walk():
        name = part.get_param("name", header="content-disposition")
        payload = part.get_payload(decode=True)
        if isinstance(name, str) and isinstance(payload, bytes):
            found.append((name, payload.decode(codec, "replace")))
    return found


def read_request(
    method: str, target: str, headers: dict[str, str], body: bytes, address: str, charset: str
) -> Request:
    """Put a request together. A GBK board knows GBK alone: GB18030's longer codes arrive as rubbish there."""
    codec = charset
    parts = urlsplit(target)
    kind = headers.get("content-type", "")
    if kind.startswith("multipart/form-data"):
        form = _multipart(kind, body, codec)
    else:
        form = _pairs(body.decode("latin-1"), codec)
    jar: SimpleCookie = SimpleCookie()
    try:
        jar.load(headers.get("cookie", ""))
    except CookieError:
        jar = SimpleCookie()
    path = unquote_to_bytes(parts.path).decode(codec, "replace")
    return Request(
        method,
        path,
        _pairs(parts.query, codec),
        form,
        {name: morsel.value for name, morsel in jar.items()},
        headers,
        address,
        target,
        body,
    )
