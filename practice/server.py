"""A board over real HTTP, on loopback. Start it with `serve`; several may run side by side."""

from __future__ import annotations

import contextlib
import socket
import sys
import threading
import time
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

from practice.board import Board, Logged
from practice.faults import Fault, Planned
from practice.web import Answer, Request, read_request, wire

__all__ = ["Board", "RunningBoard", "serve"]

_LARGEST_BODY = 2_000_000


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30
    wbufsize = 65536
    disable_nagle_algorithm = True

    @property
    def _board(self) -> Board:
        return cast("_Server", self.server).board

    def do_GET(self) -> None:
        self._serve()

    def do_HEAD(self) -> None:
        self._serve()

    def do_POST(self) -> None:
        self._serve()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Say nothing: tests and the demo have the terminal."""

    def version_string(self) -> str:
        return "practice"

    def date_time_string(self, timestamp: float | None = None) -> str:
        """The `Date` header tells the board's clock."""
        return format_datetime(self._board.now().replace(microsecond=0), usegmt=True)

    def _serve(self) -> None:
        board = self._board
        length = self.headers.get("content-length", "0")
        size = int(length) if length.isascii() and length.isdigit() else 0
        if size > _LARGEST_BODY:
            self.close_connection = True
            self._send(Answer("", 413))
            return
        body = self.rfile.read(size)
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = read_request(
            self.command, self.path, headers, body, str(self.client_address[0]), board.charset
        )
        planned = board.faults.take(request)
        if planned is not None and planned.fault is Fault.DROP_BEFORE:
            self._note(request, 0)
            self._drop()
            return
        if planned is not None and planned.fault is Fault.SLOW:
            time.sleep(float(planned.value or 0))
        with board.lock:
            uid = board.dialect.viewer_uid(board, request)
            answer = _answer(board, request, planned)
            self._note(request, answer.status, uid)
        if planned is not None and planned.fault is Fault.DROP_AFTER:
            self._drop()
            return
        self._send(answer, cut=planned is not None and planned.fault is Fault.TRUNCATED)

    def _note(self, request: Request, status: int, uid: int = 0) -> None:
        board = self._board
        board.log(
            Logged(
                method=request.method,
                path=request.target,
                uid=uid,
                time=board.now(),
                agent=request.agent,
                status=status,
            )
        )

    def _drop(self) -> None:
        self.close_connection = True
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            return

    def _send(self, answer: Answer, *, cut: bool = False) -> None:
        codec = wire(self._board.charset)
        body = answer.body if isinstance(answer.body, bytes) else answer.body.encode(codec, "replace")
        if cut:
            body = body[: len(body) // 2]
        try:
            self.send_response(answer.status)
            if answer.kind:
                self.send_header("Content-Type", answer.kind)
            for name, value in answer.headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)
            self.wfile.flush()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True


def _answer(board: Board, request: Request, planned: Planned | None) -> Answer:
    if planned is None:
        return board.dialect.answer(board, request)
    return board.dialect.stricken(board, request, planned)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, board: Board, port: int) -> None:
        self.board = board
        self._open: set[socket.socket] = set()
        self._open_lock = threading.Lock()
        super().__init__(("127.0.0.1", port), _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Remember a connection while it lasts."""
        with self._open_lock:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """Forget a connection that ends."""
        with self._open_lock:
            self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no error; everything else is shown."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    def hang_up(self) -> None:
        """Cut every connection that is kept alive: a stopped board answers nobody."""
        with self._open_lock:
            connections = list(self._open)
        for connection in connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class RunningBoard:
    """A board that is being served. A context manager: leaving it stops the server."""

    def __init__(self, board: Board, port: int = 0) -> None:
        self.board = board
        self._server = _Server(board, port)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._server.server_address[1])

    @property
    def url(self) -> str:
        """The board's address, with a slash at the end."""
        return f"http://127.0.0.1:{self.port}/"

    def stop(self) -> None:
        """Stop listening and hang up on everybody; answers under way may be cut."""
        self._server.shutdown()
        self._server.server_close()
        self._server.hang_up()
        self._thread.join(timeout=5)

    def __enter__(self) -> RunningBoard:
        return self

    def __exit__(self, *exc: object) -> None:
        self.stop()


def serve(board: Board, port: int = 0) -> RunningBoard:
    """Serve a board on loopback; port 0 takes any free one."""
    return RunningBoard(board, port)
