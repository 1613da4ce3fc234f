"""Orders in private messages: what is carried out, what is asked back, what is talk."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model import Skill
from parsers.consent import is_consent
from parsers.names import NameBook, NameEntry
from parsers.orders import Consent, Order, Query, Unclear, declared, read_orders, say_back

BOOK = NameBook(
    [
        NameEntry("郭靖", ("靖哥哥",)),
        NameEntry("黄蓉"),
        NameEntry("和尚"),
        NameEntry("解风"),
        NameEntry("洪 七公"),
    ]
)


def orders(message: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(str(one.skill), one.targets) for one in declared(read_orders(message, BOOK))]


@pytest.mark.parametrize(
    ("message", "skill", "targets"),
    [
        ("开枪打郭靖", "last_shot", ("郭靖",)),
        ("毒 靖哥哥", "poison", ("郭靖",)),
        ("解药 解风", "antidote", ("解风",)),
        ("解解风", "antidote", ("解风",)),
        ("笛 郭靖 和 黄蓉", "pipe", ("郭靖", "黄蓉")),
        ("笛 郭靖 和 和尚", "pipe", ("郭靖", "和尚")),
        ("吹笛：郭靖，黄蓉。他们话太多", "pipe", ("郭靖", "黄蓉")),
        ("情侣 洪七公+黄蓉", "arrow", ("洪 七公", "黄蓉")),
        ("杀 2号", "kill", ("黄蓉",)),
        ("今晚我要守护 黄蓉", "guard_shield", ("黄蓉",)),
        ("@导演 守护黄蓉", "guard_shield", ("黄蓉",)),
        ("法官晚上好，查验一下黄蓉", "foresee", ("黄蓉",)),
        ("指令：毒药用在黄蓉身上", "poison", ("黄蓉",)),
        ("改杀 黄蓉", "kill", ("黄蓉",)),
        ("守护改成黄蓉", "guard_shield", ("黄蓉",)),
        ("查黄蓉的身份", "foresee", ("黄蓉",)),
        ("情侣郭靖黄蓉", "arrow", ("郭靖", "黄蓉")),
        ("爱神之箭：郭靖→黄蓉", "arrow", ("郭靖", "黄蓉")),
        ("解风", "", ()),
        ("验 黄容儿", "", ()),
        ("守护 3楼", "", ()),
    ],
)
def test_an_order(message: str, skill: str, targets: tuple[str, ...]) -> None:
    assert orders(message) == ([(skill, targets)] if skill else [])


def test_oneself_needs_to_be_known() -> None:
    assert declared(read_orders("守护 自己", BOOK, author="黄蓉"))[0].targets == ("黄蓉",)
    assert isinstance(read_orders("守护 自己", BOOK)[0], Unclear)


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("查验", "no_target"),
        ("情侣 郭靖", "no_target"),
        ("查验 郭靖 黄蓉", "several_targets"),
        ("查验 郭靖？", "question"),
        ("归群，大家都说归得对吗？", "question"),
        ("郭靖 查验", "turned_round"),
        ("杀 欧阳", "unknown_target"),
        ("不救郭靖", "unreadable"),
        ("我想查验郭靖", "unreadable"),
        ("想好了，查验郭靖", "unreadable"),
        ("改成黄蓉", "unreadable"),
        ("守护和隔音黄蓉", "unreadable"),
        ("毒郭靖还是毒黄蓉", "several_targets"),
        ("对郭靖用毒", "turned_round"),
        ("把郭靖刀了", "turned_round"),
    ],
)
def test_what_is_asked_back(message: str, reason: str) -> None:
    said = read_orders(message, BOOK)
    assert [one.reason for one in said if isinstance(one, Unclear)] == [reason]
    assert declared(said) == ()


def test_a_guess_is_offered() -> None:
    (one,) = read_orders("查验 黄荣", BOOK)
    assert isinstance(one, Unclear)
    assert one.suggestions[:1] == ("黄蓉",)
    assert one.words == "黄荣"


def test_take_backs_of_one_skill_and_of_all() -> None:
    assert read_orders("撤回守护 黄蓉", BOOK)[0] == Order(
        Skill.GUARD_SHIELD, withdraw=True, text="撤回守护 黄蓉", index=0
    )
    one = read_orders("取消", BOOK)[0]
    assert isinstance(one, Order)
    assert one.withdraw
    assert one.skill is None


def test_several_declarations_on_one_line() -> None:
    said = read_orders("不救不毒", BOOK)
    assert [(one.skill, one.decline) for one in declared(said)] == [
        (Skill.ANTIDOTE, True),
        (Skill.POISON, True),
    ]
    assert orders("救郭靖毒黄蓉") == [("antidote", ("郭靖",)), ("poison", ("黄蓉",))]
    said = read_orders("刚才的不算，守护黄蓉", BOOK)
    assert [(one.skill, one.withdraw) for one in declared(said)] == [
        (None, True),
        (Skill.GUARD_SHIELD, False),
    ]


def test_lines_keep_their_places() -> None:
    said = read_orders("晚上好\n守护 黄蓉\n\n我的票？\n同意缩短", BOOK)
    assert [(type(one), one.index) for one in said] == [(Order, 1), (Query, 3), (Consent, 4)]


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("守护 黄蓉", "守护之盾：黄蓉"),
        ("笛 郭靖 黄蓉", "吹笛：郭靖、黄蓉"),
        ("不用", "不用全部技能"),
        ("不救", "不用解药"),
        ("归群", "归群"),
        ("不归群", "不归群"),
        ("不装傻", "不装傻"),
        ("取消", "撤回全部指令"),
        ("撤回守护", "撤回守护之盾的指令"),
        ("开枪 黄蓉", "麻醉：黄蓉"),
    ],
)
def test_what_was_understood_is_said_back(message: str, words: str) -> None:
    (order,) = declared(read_orders(message, BOOK))
    assert say_back(order) == words


def test_what_is_said_back_is_understood_again() -> None:
    for message in (
        "守护 黄蓉",
        "笛 郭靖 黄蓉",
        "不救",
        "归群",
        "不归群",
        "开枪 黄蓉",
        "隔音 郭靖",
        "情侣 郭靖 黄蓉",
    ):
        (order,) = declared(read_orders(message, BOOK))
        (again,) = declared(read_orders(say_back(order), BOOK))
        assert (again.skill, again.targets, again.decline) == (order.skill, order.targets, order.decline)


@pytest.mark.parametrize(
    ("post", "consents"),
    [
        ("同意缩短", True),
        ("大家好\n我同意縮短遊戲日。", True),
        ("同意缩短，早点睡", True),
        ("不同意缩短", False),
        ("同意缩短吗", False),
        ("同意缩短的举手", False),
        ("[quote]同意缩短[/quote]", False),
        ("楼上同意缩短", False),
    ],
)
def test_consent_to_a_shorter_day(post: str, consents: bool) -> None:
    assert is_consent(post) is consents


PIECES = st.sampled_from(
    [
        "查验",
        "杀",
        "不用",
        "不",
        "解药",
        "郭靖",
        "洪 七公",
        " ",
        "：",
        "，",
        "\n",
        "和",
        "？",
        "我",
        "取消",
        "同意缩短",
        "的",
        "1号",
    ]
)


@given(st.lists(st.one_of(PIECES, st.text(max_size=3)), max_size=30).map("".join))
def test_any_message_is_read_without_an_exception(text: str) -> None:
    for one in read_orders(text, BOOK):
        if isinstance(one, Order):
            assert set(one.targets) <= set(BOOK.names)
            assert say_back(one)


@pytest.mark.parametrize(
    "piece",
    [
        "查验",
        "杀郭靖 ",
        "不用",
        "今晚",
        "吹笛 郭靖、",
        "查验\n",
        "取消",
        "我",
        "解药：\n\n",
        "和",
        "：",
        "郭靖",
        "杀 ",
        "杀" + " " * 300,
        "守护和",
        "改",
        "我想，",
    ],
)
def test_time_grows_with_the_length_only(piece: str) -> None:
    def best(size: int) -> float:
        text = (piece * (size // len(piece) + 1))[:size]
        times = []
        for _ in range(3):
            start = time.process_time()
            read_orders(text, BOOK)
            times.append(time.process_time() - start)
        return min(times)

    small = max(best(4_000), 0.01)
    assert best(32_000) < small * 8 * 3
