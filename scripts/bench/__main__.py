"""`python -m scripts.bench [--json FILE]`: every part's figures in one table."""

from __future__ import annotations

import argparse
import importlib
import json
import pkgutil
from pathlib import Path

import scripts.bench as parts
from scripts.bench import Figure


def main() -> None:
    """Measure, print, and write the list if asked to."""
    asked = argparse.ArgumentParser(prog="python -m scripts.bench", description=__doc__)
    asked.add_argument(
        "--json", type=Path, metavar="FILE", help="also write a list of {name, value, unit, floor, ratio}"
    )
    target: Path | None = asked.parse_args().json
    figures: list[Figure] = []
    print(f"{'':44} {'value':>10} {'unit':8} {'floor':>10} {'ratio':>7}")
    for part in pkgutil.iter_modules(parts.__path__):
        if part.name.startswith("_"):
            continue
        for figure in importlib.import_module(f"scripts.bench.{part.name}").figures():
            figures.append(figure)
            floor = "" if figure.floor is None else f"{figure.floor:.3f}"
            ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}"
            print(f"{figure.name:44} {figure.value:10.3f} {figure.unit:8} {floor:>10} {ratio:>7}", flush=True)
    if target is not None:
        rows = [
            {"name": one.name, "value": one.value, "unit": one.unit, "floor": one.floor, "ratio": one.ratio}
            for one in figures
        ]
        target.write_text(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
