"""Our own pages, one or more for each dialect, each with its reading beside it (as `parse --json` prints it)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parsers.charset import decode
from parsers.page import read_page
from parsers.page_json import page_to_dict

FOLDER = Path(__file__).resolve().parents[1] / "fixtures" / "pages"
PAGES = sorted(path for path in FOLDER.iterdir() if path.suffix in {".html", ".xml"})


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_page_is_read_as_told(path: Path) -> None:
    html, charset = decode(path.read_bytes())
    read = page_to_dict(read_page(html, charset=charset), file=path.name)
    expected = json.loads((FOLDER / f"{path.stem}.expect.json").read_text(encoding="utf-8"))
    assert read == expected


def test_every_page_has_its_reading() -> None:
    assert {path.stem for path in PAGES} == {
        path.name.removesuffix(".expect.json") for path in FOLDER.glob("*.expect.json")
    }
    assert len(PAGES) >= 12
