"""What every test has: the captures where they lie, no network but loopback, no real sleep."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

CAPTURES = Path(__file__).resolve().parents[2] / "shared" / "discuz" / "captures"

settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("ci")


@pytest.fixture(scope="session")
def captures() -> Path:
    """The folder of captured pages; the test is skipped where it is absent."""
    if not CAPTURES.is_dir():
        pytest.skip("the captured pages are not on this machine")
    return CAPTURES


@pytest.fixture(autouse=True)
def _loopback_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any connection beyond loopback is a failure of the test."""
    real = socket.socket.connect

    def connect(self: socket.socket, address: object) -> None:
        host = address[0] if isinstance(address, tuple) else ""
        if self.family in {socket.AF_INET, socket.AF_INET6} and host not in {"127.0.0.1", "::1", "localhost"}:
            raise AssertionError(f"a test tried to reach {host}")
        real(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", connect)
