"""Write `parsers/_fold_table.py`: one character to one character, so that folded text keeps its length.

Sources, in this order, applied until nothing changes: compatibility forms (NFKC, where one character stays one),
accents off letters of the Latin, Greek and Cyrillic scripts, lower case, traditional to simplified (OpenCC's
table for single characters), and what no table knows (`BY_HAND`). Spaces of all kinds become U+0020 and
characters that nobody sees become U+200B.

    python -m scripts.make_fold_table          # writes the file
"""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

from opencc import OpenCC

BY_HAND = {
    "著": "着", "锺": "钟", "鍾": "钟", "妳": "你", "牠": "它", "佔": "占", "甦": "苏", "昇": "升", "陞": "升",
    "週": "周", "麽": "么", "麼": "么", "乾": "干", "閒": "闲", "馀": "余", "餘": "余", "託": "托", "菸": "烟",
    "•": "·", "・": "·", "･": "·", "‧": "·", "∙": "·", "⋅": "·", "᛫": "·", "ㆍ": "·", "˙": "·",
    "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-", "﹣": "-",
    "‘": "'", "’": "'", "‛": "'", "`": "'", "´": "'", "′": "'", "“": '"', "”": '"', "„": '"', "″": '"',
    "〜": "~", "∼": "~", "～": "~", "ø": "o", "đ": "d", "ł": "l", "ı": "i", "ς": "σ",
}  # fmt: skip
INVISIBLE = {0x034F, 0x115F, 0x1160, 0x3164, 0xFFA0, 0x180E, 0x2800, *range(0x0300, 0x0370)}
INVISIBLE |= {*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), *range(0x180B, 0x1810), 0x20E3}
SCRIPTS = ("LATIN ", "GREEK ", "CYRILLIC ")
WIDTH = 96


def step(char: str, simplify: OpenCC) -> str:
    """One round of folding of one character."""
    code = ord(char)
    category = unicodedata.category(char)
    if code in INVISIBLE or category == "Cf":
        return "\u200b"
    if category == "Zs" or char in "\t\v\f\x1c\x1d\x1e\x1f\x85\u2028\u2029":
        return " "
    if char in BY_HAND:
        return BY_HAND[char]
    for candidate in (unicodedata.normalize("NFKC", char), char.lower()):
        if len(candidate) == 1 and candidate != char:
            return candidate
    base = unicodedata.normalize("NFD", char)
    if len(base) > 1 and unicodedata.name(char, "").startswith(SCRIPTS):
        return base[0]
    simple = simplify.convert(char)
    return simple if len(simple) == 1 else char


def build() -> dict[str, str]:
    """Every character that changes, and what it becomes in the end."""
    simplify = OpenCC("t2s")
    table: dict[str, str] = {}
    for code in range(0x80000):
        char = chr(code)
        if unicodedata.category(char) in {"Cs", "Cn", "Co"} and code not in INVISIBLE:
            continue
        if char in "\r\n":
            continue
        folded = char
        for _ in range(8):
            following = step(folded, simplify)
            if following == folded:
                break
            folded = following
        if folded != char:
            table[char] = folded
    for code in (0xE0001, *range(0xE0020, 0xE0080), *range(0xE0100, 0xE01F0)):
        table[chr(code)] = "\u200b"
    return table


def literal(name: str, text: str) -> str:
    """A constant in lines of ASCII escapes where the character would not show, else as it is."""
    shown = [
        char
        if char.isprintable() and char not in '\\"' and not char.isspace()
        else char.encode("unicode_escape").decode()
        if char not in '\\"'
        else "\\" + char
        for char in text
    ]
    lines = [f'    "{"".join(shown[i : i + WIDTH])}"' for i in range(0, len(shown), WIDTH)]
    return f"{name} = (\n" + "\n".join(lines) + "\n)\n"


def render() -> str:
    """The file's whole text."""
    table = build()
    keys = sorted(table)
    return (
        '"""Made by scripts/make_fold_table.py; do not edit. FROM[i] folds to TO[i]."""\n\n'
        + literal("FROM", "".join(keys))
        + literal("TO", "".join(table[key] for key in keys))
    )


if __name__ == "__main__":
    target = Path(__file__).resolve().parents[1] / "parsers" / "_fold_table.py"
    target.write_text(render(), encoding="utf-8")
    sys.stdout.write(f"{target}: {len(build())} characters\n")
