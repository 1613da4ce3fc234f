"""What is installed: the units, the locks, the wheel, and the script that brings them there."""

from __future__ import annotations

import ast
import configparser
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"
UNITS = sorted(path.name for path in DEPLOY.iterdir() if path.suffix in {".service", ".timer", ".path"})
LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-build.lock")

HARDENING = {
    "NoNewPrivileges": "yes",
    "ProtectSystem": "strict",
    "ProtectHome": "yes",
    "PrivateTmp": "yes",
    "SystemCallArchitectures": "native",
}


class _Parser(configparser.RawConfigParser):
    def optionxform(self, optionstr: str) -> str:
        return optionstr


def unit(name: str) -> configparser.RawConfigParser:
    """A unit's sections. A key that stands several times has its last value."""
    parser = _Parser(strict=False, delimiters=("=",), comment_prefixes=("#",), interpolation=None)
    parser.read_string((DEPLOY / name).read_text("utf-8"))
    return parser


def test_the_daemon_is_watched_and_started_again() -> None:
    service = unit("panguan.service")["Service"]
    assert service["Type"] == "notify"
    assert 60 <= int(service["WatchdogSec"]) <= 600
    assert service["Restart"] == "always"
    assert unit("panguan.service")["Unit"]["StartLimitIntervalSec"] == "0"
    assert int(service["RestartSec"]) >= 10
    assert service["KillMode"] == "mixed"
    assert service["User"] == "panguan"


def test_what_no_restart_mends_is_left() -> None:
    from service.daemon import WrongPassword
    from service.errors import BadInput

    kept = unit("panguan.service")["Service"]["RestartPreventExitStatus"].split()
    assert kept == [str(BadInput.exit_code), str(WrongPassword.exit_code)]


@pytest.mark.parametrize("name", [name for name in UNITS if name.endswith(".service")])
def test_a_service_may_do_little(name: str) -> None:
    service = unit(name)["Service"]
    assert {key: service.get(key) for key in HARDENING} == HARDENING
    assert "CapabilityBoundingSet" in service
    assert "RestrictAddressFamilies" in service


@pytest.mark.parametrize("name", ["panguan.service", "panguan-backup.service"])
def test_the_state_is_closed_to_others(name: str) -> None:
    service = unit(name)["Service"]
    assert (service["StateDirectory"], service["StateDirectoryMode"], service["UMask"]) == (
        "panguan",
        "0700",
        "0077",
    )


def test_the_page_lies_where_a_web_server_may_read() -> None:
    text = (DEPLOY / "panguan.service").read_text("utf-8")
    folder = re.findall(r"^Environment=PANGUAN_STATUS=(.+)$", text, re.MULTILINE)
    service = unit("panguan.service")["Service"]
    assert folder == [f"/run/{service['RuntimeDirectory']}"]
    assert service["RuntimeDirectoryMode"] == "0755"
    aliases = re.findall(r"alias (.+)/status\.", (DEPLOY / "nginx-status.conf").read_text("utf-8"))
    assert set(aliases) == set(folder)


def test_no_hosts_and_no_secrets() -> None:
    for path in DEPLOY.iterdir():
        text = path.read_text("utf-8")
        assert set(re.findall(r"\w+://[^\s\"']*", text)) <= {"file:///opt/panguan/docs/operations.md"}, (
            path.name
        )
        assert not re.search(r"(PASSWORD|SECRET|TOKEN)=\S", text), path.name
        assert not re.search(r"\b\d{1,3}(\.\d{1,3}){3}\b", text), path.name


def test_units_are_what_systemd_understands(tmp_path: Path) -> None:
    verify = shutil.which("systemd-analyze")
    if verify is None:
        pytest.skip("no systemd-analyze on this machine")
    for name in UNITS:
        text = (DEPLOY / name).read_text("utf-8")
        # The programs are not installed here; everything else is as it is.
        (tmp_path / name).write_text(re.sub(r"/opt/panguan/venv/bin/\w+", "/bin/true", text), "utf-8")
    done = subprocess.run(
        [verify, "verify", *sorted(str(p) for p in tmp_path.iterdir())],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    ours = [line for line in done.stderr.splitlines() if str(tmp_path) in line or "panguan" in line]
    assert (done.returncode, ours) == (0, []), done.stderr


def test_the_sample_of_a_web_server_is_understood(tmp_path: Path) -> None:
    nginx = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if nginx is None:
        pytest.skip("no nginx on this machine")
    conf = tmp_path / "nginx.conf"
    sample = (DEPLOY / "nginx-status.conf").read_text("utf-8")
    conf.write_text(
        f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{ access_log off; server {{ listen 127.0.0.1:1;\n{sample}\n}} }}\n",
        "utf-8",
    )
    done = subprocess.run(
        [nginx, "-t", "-e", tmp_path / "error.log", "-c", conf, "-p", tmp_path],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "syntax is ok" in done.stderr, done.stderr


@pytest.mark.parametrize("name", ["install.sh", "panguan.sh"])
def test_the_scripts_are_shell(name: str) -> None:
    subprocess.run(["sh", "-n", DEPLOY / name], check=True, timeout=60)


def test_the_script_installs_every_unit() -> None:
    script = (DEPLOY / "install.sh").read_text("utf-8")
    assert [name for name in UNITS if f" {name}" not in script] == []
    assert [lock for lock in re.findall(r"[\w-]+\.lock", script) if lock not in LOCKS] == []
    assert "requirements-dev.lock" not in script, "a server needs no tools for tests"


@pytest.mark.parametrize("lock", LOCKS)
def test_locks_name_no_host_and_pin_by_hash(lock: str) -> None:
    text = (ROOT / lock).read_text("utf-8")
    assert "://" not in text
    entries = re.split(r"\n(?=\S)", text.strip())
    assert all("==" in entry and "--hash=sha256:" in entry for entry in entries)


def test_what_runs_is_what_is_tested() -> None:
    """A requirement has the same version for the tests as in service."""

    def pins(lock: str) -> dict[str, str]:
        return dict(re.findall(r"^([\w.-]+)==([^\s;\\]+)", (ROOT / lock).read_text("utf-8"), re.MULTILINE))

    tested = pins("requirements-dev.lock")
    for lock in ("requirements.lock", "requirements-build.lock"):
        assert {one: tested.get(one) for one in pins(lock)} == pins(lock)


def test_every_alarm_is_explained() -> None:
    """Each message to the director stands in the table of alarms."""
    told = (ROOT / "docs" / "operations.md").read_text("utf-8")
    titles = set()
    for path in sorted((ROOT / "service" / "game").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "alert"
            ):
                titles |= set(_constant_parts(node.args[1])) if len(node.args) > 1 else set()
    assert len(titles) > 8
    assert [title for title in sorted(titles) if title not in told] == []


def _constant_parts(title: ast.expr) -> list[str]:
    parts = title.values if isinstance(title, ast.JoinedStr) else [title]
    return [str(part.value) for part in parts if isinstance(part, ast.Constant)]


DATA = (".j2", ".html", ".css", ".toml", ".xml", "env")


def test_data_files_lie_where_the_wheel_takes_them_from() -> None:
    """hatchling takes whole packages, but leaves out what git ignores."""
    listed = subprocess.run(
        [
            "git",
            "ls-files",
            "--others",
            "--ignored",
            "--exclude-standard",
            "engine",
            "parsers",
            "service",
            "practice",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert [one for one in listed.stdout.splitlines() if one.endswith(DATA)] == []


@pytest.mark.slow
def test_the_wheel_holds_everything(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path],
        cwd=ROOT,
        check=True,
        capture_output=True,
        timeout=300,
    )
    (wheel,) = tmp_path.glob("panguan-*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        path.relative_to(ROOT).as_posix()
        for room in ("engine", "parsers", "service", "practice")
        for path in (ROOT / room).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert wanted - held == set()
    assert not any(name.startswith(("tests/", "scripts/", "deploy/")) for name in held)
    for piece in ("service/store/migrations/env.py", "service/templates/init/env", "practice/practice.css"):
        assert piece in held


@pytest.mark.slow
def test_a_checkout_installs_with_what_is_pinned(tmp_path: Path) -> None:
    """What `make` does after the requirements: an editable install, by the tools of the lock alone."""
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation",
         "--ignore-installed", "--target", tmp_path, "-e", ROOT],
        check=True, capture_output=True, timeout=300,
    )  # fmt: skip
    paths = [path.read_text("utf-8").strip() for path in tmp_path.glob("*.pth")]
    assert paths == [str(ROOT)]


@pytest.mark.slow
def test_the_script_installs_and_upgrades(tmp_path: Path) -> None:
    """The whole way, twice, into a folder; needs the package index."""
    if not _index_answers():
        pytest.skip("no package index within reach")
    places = {
        "NO_SYSTEM": "1",
        "PYTHON": sys.executable,
        "PREFIX": str(tmp_path / "opt"),
        "CONFIG": str(tmp_path / "etc"),
        "STATE": str(tmp_path / "var"),
        "UNITS": str(tmp_path / "units"),
        "COMMANDS": str(tmp_path / "bin"),
    }
    for _ in range(2):
        done = subprocess.run(
            ["sh", DEPLOY / "install.sh"],
            env={**os.environ, **places},
            capture_output=True,
            text=True,
            check=False,
            timeout=900,
        )
        assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in (tmp_path / "units").iterdir()) == UNITS
    assert f"{tmp_path}/opt/venv/bin/panguan run" in (tmp_path / "units" / "panguan.service").read_text(
        "utf-8"
    )
    env = tmp_path / "etc" / ".env"
    assert f"PANGUAN_STATE={tmp_path}/var" in env.read_text("utf-8")
    assert env.stat().st_mode & 0o077 == 0
    told = subprocess.run(
        [tmp_path / "bin" / "panguan", "simulate", "--players", "9", "--games", "1"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert told.returncode == 0, told.stderr


def _index_answers() -> bool:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-deps",
            "--no-cache-dir",
            "-d",
            os.devnull,
            "pluggy",
        ],
        capture_output=True,
        check=False,
        timeout=60,
        env={**os.environ, "PIP_RETRIES": "0", "PIP_DEFAULT_TIMEOUT": "10"},
    )
    return b"No matching distribution" not in done.stderr and b"connection" not in done.stderr.lower()
