"""The bench runs, and writes its list."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.slow
def test_figures_against_their_floors(tmp_path: Path) -> None:
    target = tmp_path / "figures.json"
    command = [sys.executable, "-m", "scripts.bench", "--json", str(target)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr
    rows = {row["name"]: row for row in json.loads(target.read_text(encoding="utf-8"))}
    assert all(row.keys() == {"name", "value", "unit", "floor", "ratio"} for row in rows.values())
    grown = [row["ratio"] for name, row in rows.items() if name.startswith("page of ")]
    assert len(grown) >= 6
    assert max(grown) <= 12
    read = [row["ratio"] for name, row in rows.items() if " to posts" in name]
    assert len(read) == 2
    assert max(read) <= 2.5 * 1.3  # room for a machine that does other things as well
