"""Posts as JSON and back."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest

from parsers.model import Mark, Post, Quote
from parsers.posts_json import BadPost, post_from_dict, post_to_dict, read_posts

POST = Post(
    pid=5,
    floor=2,
    author="青瓷",
    uid=11,
    posted_at=datetime(2031, 5, 6, 1, 31, 7, tzinfo=UTC),
    precision="minute",
    edited_at=datetime(2031, 5, 6, 2, 0, tzinfo=UTC),
    edited_by="执笔人",
    state="blocked",
    private=True,
    anonymous=True,
    text="投票 半夏\n",
    hidden="密",
    code=("x",),
    quotes=(Quote(author=None, text="引", pid=4),),
    smilies=("1",),
    marks=(Mark(kind="faint", start=0, end=2, detail="white"),),
)
LEAST = {
    "pid": 1,
    "floor": 1,
    "author": "青瓷",
    "posted_at": "2031-05-06T09:31:07+08:00",
    "text": "投票 半夏",
}


def test_a_post_survives_the_way_there_and_back() -> None:
    told = json.loads(json.dumps(post_to_dict(POST, timezone(timedelta(hours=8)))))
    assert told["posted_at"] == "2031-05-06T09:31:07+08:00"
    assert post_from_dict(told) == POST


def test_five_keys_are_enough() -> None:
    (post,) = read_posts(["", json.dumps(LEAST) + "\n", "  \n"])
    assert (post.pid, post.author, post.text) == (1, "青瓷", "投票 半夏")
    assert post.posted_at == datetime(2031, 5, 6, 1, 31, 7, tzinfo=UTC)
    assert (post.state, post.precision) == ("visible", "second")


def test_a_time_without_offset_is_the_boards() -> None:
    assert post_from_dict(LEAST | {"posted_at": "2031-05-06 09:31"}).posted_at == datetime(
        2031, 5, 6, 1, 31, tzinfo=UTC
    )


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"pid": "1"}, "pid 必须是整数"),
        ({"pid": True}, "pid 必须是整数"),
        ({"text": 3}, "text 必须是文字"),
        ({"posted_at": "昨天"}, "posted_at 不是 ISO 8601"),
        ({"state": "gone"}, "state 不能是"),
        ({"quotes": "引"}, "quotes 必须是列表"),
        ({"quotes": [3]}, "quotes 里必须是对象"),
        ({"marks": [{"kind": "?"}]}, "marks 里必须是"),
        ({"precision": "hour"}, "precision 不能是"),
    ],
)
def test_bad_posts_are_told_with_their_line(change: dict[str, object], says: str) -> None:
    with pytest.raises(BadPost, match=f"第 2 行：{says}"):
        list(read_posts([json.dumps(LEAST), json.dumps(LEAST | change)]))


@pytest.mark.parametrize("line", ["{", "[1]", "3", '{"pid": 1}', "[" * 100_000])
def test_lines_that_are_no_post(line: str) -> None:
    with pytest.raises(BadPost, match="第 1 行"):
        list(read_posts([line]))
