"""Whom a word names, in the order of `ballots.md`."""

from __future__ import annotations

import time

import pytest

from parsers.names import NameBook, NameEntry

ENTRIES = [
    NameEntry("小明", ("班长",)),
    NameEntry("小明明", ("班副", "班长大人")),
    NameEntry("预言家"),
    NameEntry("預言家"),
    NameEntry("White Fox", ("白狐",)),
    NameEntry("77"),
    NameEntry("陈[西]风", ("老陈",)),
    NameEntry("阿·木_!"),
    NameEntry("Zoë"),
    NameEntry("东方不亮", ("老陈头", "白狐狸")),
    NameEntry("西方不亮"),
    NameEntry("🐺🐺"),
]


@pytest.fixture(scope="module")
def book() -> NameBook:
    return NameBook(ENTRIES)


@pytest.mark.parametrize(
    ("word", "name", "how"),
    [
        ("小明", "小明", "exact"),
        ("小明明", "小明明", "exact"),
        ("班长", "小明", "exact"),
        (" 小明 ", "小明", "exact"),
        ("@小明", "小明", "folded"),
        ("小 明", "小明", "folded"),
        ("预言家", "预言家", "exact"),
        ("預言家", "預言家", "exact"),
        ("ＷＨＩＴＥ　ＦＯＸ", "White Fox", "folded"),
        ("whitefox", "White Fox", "folded"),
        ("班長", "小明", "alias"),
        ("77", "77", "exact"),
        ("陳[西]風", "陈[西]风", "folded"),
        ("阿木", "阿·木_!", "folded"),
        ("zoe", "Zoë", "folded"),
        ("🐺 🐺", "🐺🐺", "folded"),
        ("3号", "预言家", "seat"),
        ("３號", "预言家", "seat"),
        ("No.3", "预言家", "seat"),
        ("12号", "🐺🐺", "seat"),
        ("东方", "东方不亮", "part"),
        ("hite", "White Fox", "part"),
    ],
)
def test_one_character_is_named(book: NameBook, word: str, name: str, how: str) -> None:
    named = book.resolve(word)
    assert (named.name, named.how) == (name, how)


@pytest.mark.parametrize(
    ("word", "candidates"), [("预言傢", ("预言家", "預言家")), ("不亮", ("东方不亮", "西方不亮"))]
)
def test_several_fit(book: NameBook, word: str, candidates: tuple[str, ...]) -> None:
    named = book.resolve(word)
    assert named.ambiguous
    assert named.candidates == candidates


@pytest.mark.parametrize("word", ["", "无名氏", "99号", "0号", "3", "东", "小明明明"])
def test_nobody(book: NameBook, word: str) -> None:
    assert book.resolve(word).candidates == ()


def test_a_bare_number_is_a_seat_only_behind_a_voting_word(book: NameBook) -> None:
    assert book.resolve("4", bare_number=True).name == "預言家"
    assert book.resolve("4").name is None


def test_a_number_that_is_somebodys_name_is_no_seat() -> None:
    book = NameBook([NameEntry("甲"), NameEntry("1"), NameEntry("丙", ("3",))])
    assert book.resolve("1", bare_number=True).name == "1"
    assert book.resolve("1号").candidates == ("甲", "1")
    assert book.resolve("3号").name == "丙"


def test_exact_matching_takes_no_parts() -> None:
    assert NameBook(ENTRIES, match="exact").resolve("东方").name is None


def test_an_alias_of_two_characters_is_ambiguous() -> None:
    book = NameBook([NameEntry("甲", ("老大",)), NameEntry("乙", ("老大",))])
    assert book.resolve("老大").candidates == ("甲", "乙")


def test_suggestions_go_by_spelling_and_sound_and_are_at_most_three() -> None:
    pytest.importorskip("pypinyin")
    book = NameBook([NameEntry(name) for name in ("风清扬", "阿朱", "阿牛", "阿珠珠", "阿猪")])
    assert book.suggestions("风青杨")[0] == "风清扬"
    assert "阿朱" in book.suggestions("阿珠")
    assert len(book.suggestions("阿珠")) <= 3
    assert book.suggestions("完全不相干的一句话") == ()


def test_a_name_takes_under_100_microseconds() -> None:
    book = NameBook([NameEntry(f"第{i}位演员的角色{i}", (f"外号{i}",)) for i in range(20)])
    words = [f"第{i}位演員的角色{i}" for i in range(20)] + ["无此人", "5号", "演员的角色7"]

    def once() -> float:
        start = time.process_time()
        for word in words * 20:
            book.resolve(word, bare_number=True)
        return (time.process_time() - start) / (len(words) * 20)

    assert min(once() for _ in range(5)) < 100e-6


def test_without_the_optional_libraries_spelling_alone_suggests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parsers.suggest._library", lambda _: None)
    book = NameBook([NameEntry("风清扬"), NameEntry("令狐冲")])
    assert book.suggestions("风青扬") == ("风清扬",)
    assert book.suggestions("零狐充") == ()
