"""What systemd is told: ready, alive, what we are at, stopping. The protocol is one datagram."""

from __future__ import annotations

import os
import socket


class Supervisor:
    """Speaks to the service manager if there is one; silent otherwise."""

    def __init__(self, environ: dict[str, str] | None = None) -> None:
        env = dict(os.environ) if environ is None else environ
        self._address = env.get("NOTIFY_SOCKET", "")
        watchdog = env.get("WATCHDOG_USEC", "")
        pid = env.get("WATCHDOG_PID", "")
        mine = not pid or pid == str(os.getpid())
        self.watchdog_seconds: float | None = (
            int(watchdog) / 1_000_000 if watchdog.isdigit() and mine else None
        )

    def ready(self) -> None:
        """Everything stands; dependants may start."""
        self._send("READY=1")

    def alive(self) -> None:
        """Feed the watchdog. Call it only when the store answers and the last tick is young."""
        self._send("WATCHDOG=1")

    def status(self, text: str) -> None:
        """One line for `systemctl status`."""
        self._send("STATUS=" + text.replace("\n", " "))

    def stopping(self) -> None:
        """We are on our way out."""
        self._send("STOPPING=1")

    def _send(self, text: str) -> None:
        if not self._address:
            return
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as channel:
                channel.connect(address)
                channel.sendall(text.encode())
        except OSError:
            return  # a deaf manager must not stop a game
