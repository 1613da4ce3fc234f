"""Every template rendered: the page of samples, hostile words, parts, templates of the game's own."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.errors import BadInput
from service.notices import Renderer, split_text
from service.notices.render import neutral
from tests.service.at_work import at, at_work
from tests.service.notice_samples import DIRECTOR, PRIVATE, PUBLIC, TEMPLATES, ZONE, Sample, document

PAGE = Path(__file__).resolve().parents[2] / "docs" / "notices.md"
ALL = (*PUBLIC, *PRIVATE, *DIRECTOR)
PAIRED = ("table", "tr", "td", "list", "b", "s", "url", "color", "code")
HOSTILE = "[b]坏[/b][url=x]@某人\u202e]\r\n[/td]http://evil.example/"


def ident(sample: Sample) -> str:
    return f"{sample.template}-{sample.title}"


def assert_balanced(text: str) -> None:
    for tag in PAIRED:
        opens, closes = len(re.findall(rf"\[{tag}(?:=[^\]]*)?\]", text)), text.count(f"[/{tag}]")
        assert opens == closes, (tag, text)


def hostile(value: object) -> object:
    """The same context with every name and quoted text made hostile."""
    if isinstance(value, dict):
        skipped = {"url", "at", "close", "open", "opened", "until", "kind", "result", "after", "lead", "note"}
        trusted = {"why", "camp", "identity", "skills", "canonical", "commitment", "vote_url", "mute_until"}
        times = {"night0", "night0_end", "as_of", "answer", "clause", "what", "silent", "state", "code", "of"}
        kept = skipped | trusted | times | {"salt", "seed", "held", "windows", "roster"}
        return {key: one if key in kept else hostile(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [hostile(one) for one in value]
    return HOSTILE if isinstance(value, str) and not value.startswith("2026-") else value


def test_the_page_of_samples_is_what_the_templates_say() -> None:
    if os.environ.get("PANGUAN_REGENERATE"):
        PAGE.write_text(document(), "utf-8")
    assert PAGE.read_text("utf-8") == document()


def test_every_template_has_a_sample() -> None:
    assert {s.template for s in ALL} == {p.stem for p in TEMPLATES.glob("*.j2")} - {"_end"}


@pytest.mark.parametrize("sample", ALL, ids=ident)
def test_a_notice_is_balanced_ends_with_its_mark_and_has_no_stray_blank_lines(sample: Sample) -> None:
    text = sample.text()
    assert_balanced(text)
    assert "\n\n\n" not in text
    assert "编号 D2-票-7F3A1" in text.splitlines()[-1]
    assert not re.search(r"[\U0001f300-\U0001faff]", text)


@pytest.mark.parametrize("sample", ALL, ids=ident)
def test_names_and_quotes_of_others_do_nothing(sample: Sample) -> None:
    context = hostile(dict(sample.context))
    assert isinstance(context, dict)
    text = Sample(sample.title, sample.template, context).text()
    assert "[b]坏" not in text
    assert "[url=x]" not in text
    assert "@某人" not in text
    assert "\u202e" not in text
    assert "http://evil" not in text
    assert_balanced(text)


@given(st.text(alphabet=st.sampled_from("[]/*b=@:w.张a \u200e\u202b\x00\n\r\u2028字"), max_size=60))
def test_neutral_words_hold_no_tag_no_call_and_no_break(text: str) -> None:
    plain = neutral(text)
    assert not re.search(r"\[[/*a-zA-Z]", plain)
    assert not re.search(r"@[^\u200b]|@$", plain)
    assert not re.search(r"[\x00-\x1f\u2028\u200e\u202b]", plain)
    assert plain.replace("\u200b", "") == neutral(plain).replace("\u200b", "")


def long_count() -> str:
    sample = next(s for s in PUBLIC if s.template == "count")
    voters = [
        {
            "voter": f"角色{n}",
            "weight": 1,
            "floor": n,
            "url": f"https://bbs.example.org/p/{n}",
            "note": "截止前编辑过",
        }
        for n in range(40)
    ]
    rows = [{"target": f"对象{n}", "votes": 40, "heads": 40, "voters": voters} for n in range(4)]
    rejected = [
        {
            "author": f"某人{n}",
            "floor": n,
            "url": f"https://bbs.example.org/p/{n}",
            "text": "字" * 40,
            "why": "晚于截止时间",
        }
        for n in range(40)
    ]
    return Sample("长", "count", {**sample.context, "standing": rows, "rejected": rejected}).text()


@pytest.mark.parametrize("limit", [900, 2_500, 9_500])
@pytest.mark.parametrize("charset", ["utf-8", "gbk"])
def test_a_long_notice_is_split_within_the_limit_with_its_tags_balanced(limit: int, charset: str) -> None:
    whole = long_count()
    parts = split_text(whole, limit, charset)
    assert len(parts) > 1
    for part in parts:
        assert len(part.encode(charset, "xmlcharrefreplace")) <= limit
        assert_balanced(part)
        assert part.strip() == part != ""
    for n in range(40):
        assert sum(part.count(f"角色{n} ") for part in parts) == whole.count(f"角色{n} ")
    links = re.compile(r"\[url=[^\]]*\][^\[]*\[/url\]")
    assert [found for part in parts for found in links.findall(part)] == links.findall(whole)


@given(st.text(max_size=3_000), st.integers(min_value=300, max_value=2_000))
def test_splitting_keeps_every_character_of_plain_text(text: str, limit: int) -> None:
    plain = neutral(text)
    parts = split_text(plain, limit)
    assert all(len(p.encode("utf-8")) <= limit for p in parts)
    assert "".join("".join(parts).split()) == "".join(plain.split())


def test_a_template_of_the_games_own_replaces_ours_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "pm_sheriff.j2").write_text("恭喜当选！（编号 {{ ref }}）", "utf-8")
    sheriff = next(s for s in PRIVATE if s.template == "pm_sheriff")
    assert sheriff.text(tmp_path).startswith("恭喜当选！")
    camp = next(s for s in PRIVATE if s.template == "pm_camp")
    assert camp.text(tmp_path) == camp.text()


@pytest.mark.parametrize(
    ("written", "where"),
    [
        ("{% if %}", "pm_sheriff.j2:1"),
        ("第一行\n{{ nothing.here }}", "pm_sheriff.j2:2"),
        ("{{ 1 / 0 }}", "pm_sheriff.j2:1"),
        ("{% for n in range(10 ** 12) %}{% endfor %}", "pm_sheriff.j2:1"),
        ("{{ ref.__class__.__mro__ }}", "pm_sheriff.j2"),
        ("{{ ref|clock }}", "pm_sheriff.j2"),
        ("{% include 'absent.j2' %}", "pm_sheriff.j2"),
    ],
)
def test_a_broken_template_gives_one_line_with_file_and_line(
    tmp_path: Path, written: str, where: str
) -> None:
    (tmp_path / "pm_sheriff.j2").write_text(written, "utf-8")
    with pytest.raises(BadInput) as caught:
        Renderer(ZONE, tmp_path).text("pm_sheriff", {"ref": "D1-长-00000"})
    assert f"templates/{where}" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_broken_template_does_not_stop_a_game_and_is_told_once(tmp_path: Path) -> None:
    with at_work(tmp_path) as work:
        own = work.folder / "templates"
        own.mkdir()
        (own / "day_open.j2").write_text("[b]今天[/b]\n{{ nobody }}", "utf-8")
        (own / "pm_my_vote.j2").write_bytes(b"\xff\xfe broken")
        (own / "director_reply.j2").write_text("好的。", "utf-8")
        work.until(at(2, 9, 40))
        opening = work.judged_posts(2)[0].text
        assert "【公示】第二天开始" in opening
        work.tell("我的票", "苏武")
        assert any("还没有你的有效票" in text for text in work.heard("苏武"))
        told = [text for text in work.heard() if "模板有误" in text]
        assert len(told) == 2
        assert "templates/day_open.j2:2" in told[0]
        work.tell("什么")
        answer = next(text for text in work.heard() if text.startswith("好的。"))
        assert re.search(
            r"编号 D2-导-[0-9A-F]{5}", answer
        )  # the mark stands even where a template leaves it out


def test_every_part_of_a_long_notice_bears_its_own_mark(tmp_path: Path) -> None:
    with at_work(tmp_path, top='publish = "approve"\n') as work:
        own = work.folder / "templates"
        own.mkdir()
        (own / "day_open.j2").write_text(
            "[list]\n{% for n in range(900) %}\n[*]第 {{ n }} 条\n{% endfor %}\n[/list]", "utf-8"
        )
        work.until(at(2, 9, 40))
        work.tell("放行 全部")
        work.until(at(2, 11))
        work.tell("放行 全部")
        work.until(at(2, 12))
        posts = work.judged_posts(2)
        assert len(posts) >= 2
        marks = [re.findall(r"公示编号 (D2-\S+?)\[", post.text)[-1] for post in posts]
        assert len(set(marks)) == len(posts)
        assert not any(marks[0] in mark for mark in marks[1:])
        numbers = [int(n) for post in posts for n in re.findall(r"第 (\d+) 条", post.text)]
        assert numbers == list(range(900))
        for post in posts:
            assert_balanced(post.text)
