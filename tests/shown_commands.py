"""The commands that a page of documentation shows: the lines of its `sh` blocks, as words."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

_BLOCK = re.compile(r"^([ \t]*)```sh\n(.*?)^\1```", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def shown_commands(page: str) -> list[tuple[str, ...]]:
    """Every command line of a page, each once, in order; remarks are left out."""
    text = (ROOT / page).read_text("utf-8")
    lines = [line for _, block in _BLOCK.findall(text) for line in block.splitlines()]
    words = [tuple(shlex.split(line, comments=True)) for line in lines]
    return list(dict.fromkeys(one for one in words if one))


def shown_links(page: str) -> list[str]:
    """Every link of a page that leads to a file of this repository."""
    text = re.sub(r"```.*?```", "", (ROOT / page).read_text("utf-8"), flags=re.DOTALL)
    return [link for link in _LINK.findall(text) if "://" not in link]


def headings(page: Path) -> set[str]:
    """The anchors that a page's headings make."""
    found = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in found}
