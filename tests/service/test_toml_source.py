"""Lines of keys and syntax errors: what the director is pointed to."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.files.toml_lines import KeyPath, key_lines
from service.files.toml_source import FileProblems, parse_toml

TRICKY = '''# [not.a.table]
a."b c".d = """
[[no]] = 1 # \\"""
x = ""y"""""
'e' = [ # ]
  "]", { k = '}', l = [1, 2] },
  \'\'\'
[f]\'\'\',
]
"\\u4e2d" = 2026-03-02 09:30:00 # a comment
[[g]]
h = 1
[[g]]
h = {i = {}, j = "#"}
[g.k]
l = 1
[[g.m]]
[[g.m]]
n = -0x_1
[ "o" . p ]
q=1'''.replace("-0x_1", "0x1")


def test_every_key_has_its_line() -> None:
    lines = key_lines(TRICKY)
    assert lines["a", "b c", "d"] == 2
    assert lines["e",] == 5
    assert (lines["e", 0], lines["e", 1, "k"], lines["e", 1, "l", 1], lines["e", 2]) == (6, 6, 6, 7)
    assert lines["中",] == 10
    assert (lines["g", 0, "h"], lines["g", 1, "h", "j"], lines["g", 1, "k", "l"]) == (12, 14, 16)
    assert (lines["g", 1, "m", 0], lines["g", 1, "m", 1, "n"], lines["o", "p", "q"]) == (17, 19, 21)
    assert set(paths(tomllib.loads(TRICKY))) <= set(lines)


def paths(value: object, at: KeyPath = ()) -> Iterator[KeyPath]:
    """Every path of a value that has a key or a place of its own."""
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in steps:
        yield (*at, step)
        yield from paths(inner, (*at, step))


BITS = st.sampled_from(
    ["[", "]", "[[", "]]", "{", "}", "a", "b", '"c"', "'d'", ".", " = ", ",", "\n", "#", '"', "'", '"""', "'''", "1", " ", "\\"]
)  # fmt: skip


@given(st.lists(BITS, max_size=30).map("".join))
def test_whatever_is_valid_is_scanned_whole(text: str) -> None:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    assert set(paths(data)) <= set(key_lines(text))


@given(st.dictionaries(st.sampled_from("abc"), st.text(max_size=12), min_size=1))
def test_strings_never_shift_the_lines(table: dict[str, str]) -> None:
    quoted = {key: "".join(f"\\U{ord(c):08x}" for c in value) for key, value in table.items()}
    text = "\n".join(f'{key} = """\n{value}"""' for key, value in quoted.items())
    assert [key_lines(text)[key,] for key in table] == [1 + 2 * place for place in range(len(table))]


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("a = 1\na = 2", 2, "同一个键写了两次"),
        ("[a]\n[a]", 2, "同一个表写了两次"),
        ("a = 1\n投票 = 2", 2, "汉字的键要加英文引号"),
        ('a = "x', 1, "引号没有配对"),
        ("a = [1,\n", 1, "方括号没有配对"),
        ("a = 甲", 1, "文字要加英文引号"),
        ("a =", 1, "等号后面的值看不懂"),
        ("a = ‘甲’", 1, "全角标点"),
        ("a = 2026-02-30", 1, "没有这样的日期"),
        ("a = 1 b = 2", 1, "一行里写了两样东西"),
        ("a" * 70000 + " = [" * 3000, 1, ""),
        ("a = " + "[" * 100_000, None, "括号套得太深"),
        ("a = " + "9" * 10_000, None, "大得没有道理"),
    ],
)
def test_syntax_errors_are_told_in_chinese_with_their_line(text: str, line: int | None, told: str) -> None:
    with pytest.raises(FileProblems) as caught:
        parse_toml(text.encode(), "f.toml")
    (problem,) = caught.value.problems
    assert told in problem.text
    assert problem.line == line
    assert "\n" not in str(problem)
    assert len(str(problem)) < 200
