"""Folding keeps its promises: the table is what the script makes, length is kept, twice is once."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers import _fold_table
from parsers.fold import fold, folded, level, resolve_references


def test_the_table_is_what_the_script_makes() -> None:
    pytest.importorskip("opencc")
    from scripts.make_fold_table import render

    assert Path(str(_fold_table.__file__)).read_text("utf-8") == render()


@given(st.text())
def test_levelling_keeps_the_length_and_twice_is_once(text: str) -> None:
    once = level(text)
    assert len(once) == len(text)
    assert level(once) == once


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("張三豐", "张三丰"),
        ("ＶＯＴＥ", "vote"),
        ("Amélie", "AMELIE"),
        ("Ame\u0301lie", "amelie"),
        ("著", "着"),
        ("鍾馗", "钟馗"),
        ("猫·咪-喵_！", "猫・咪喵"),
        ("夜 未央", "夜\u3000未\u200b央"),
        ("★星野★", "星野"),
        ("@张三", "张三"),
        ("①号", "1號"),
    ],
)
def test_forms_that_meet(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("か", "が"), ("甲", "申"), ("！！", "？？"), ("🐺", "🐱")])
def test_forms_that_do_not_meet(one: str, other: str) -> None:
    assert fold(one) != fold(other)


def test_positions_point_back_into_what_was_written() -> None:
    line = folded("投 【猫·咪】")
    assert line.bones == "投猫咪"
    assert line.raw[line.places[1]] == "猫"
    assert line.behind(line.bone_at(2) + 1) == line.raw.index("咪") + 1


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Am&#233;lie", "Amélie"),
        ("&#x7532;", "甲"),
        ("&#10;", "&#10;"),
        ("&#55296;", "&#55296;"),
        ("&amp;", "&amp;"),
    ],
)
def test_numeric_references(text: str, seen: str) -> None:
    assert resolve_references(text) == seen
