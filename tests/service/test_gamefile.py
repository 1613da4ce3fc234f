"""A game's file: what it means, and how its faults are told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time
from pathlib import Path

import pytest

from engine.model import Camp, Identity, Skill, Status
from service.files.gamefile import DayThreads, GameFile, load_game
from service.files.toml_source import FileProblems

NAMES = ("孙膑", "庞涓", "田忌", "邹忌", "魏王", "齐王")
SIX = ("狼人", "狼人", "村民", "villager", "村民", "女巫")

HEAD = """title = "第十二局"
publish = "approve"
orders = ["pm", "hollow"]
flags = "public"

[board]
url = "https://bbs.example.org/forum.php"
account = "judge"
forum = 2

[director]
name = "某导演"
contact = ["mailto://someone"]

[timetable]
start = 2026-03-02
"""


def cast(identities: tuple[str, ...] = SIX) -> str:
    rows = [
        f'[[character]]\nname = "{name}"\nidentity = "{identity}"\n'
        for name, identity in zip(NAMES, identities, strict=True)
    ]
    return "\n".join(rows)


Load = Callable[[str], GameFile]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    def write(text: str) -> GameFile:
        folder = tmp_path / "twelfth"
        folder.mkdir(exist_ok=True)
        (folder / "game.toml").write_text(text, "utf-8")
        return load_game(folder)

    return write


def problems(load: Load, text: str) -> list[str]:
    with pytest.raises(FileProblems) as caught:
        load(text)
    lines = str(caught.value).splitlines()
    assert len(lines) == len(caught.value.problems)
    return [line.split("game.toml", 1)[1] for line in lines]


def test_a_whole_file_means_what_it_says(load: Load) -> None:
    game = load(
        HEAD
        + """day_open = "08:00"
day_close = 20:30:00
holidays = [2026-03-05, "2026-03-04"]
night_tail = "open_immediately"
[[timetable.day]]
n = 2
open = 2026-03-04T09:30:00
close = 2026-03-05T21:30:00+08:00
windows = [2026-03-05T21:30:00, 2026-03-05T21:31:00, 2026-03-05T21:32:00, 2026-03-05T21:33:00, 2026-03-05T21:34:00]
[threads]
open = false
vote_title = "{title}第{n}日投票"
[threads.1]
discussion = "https://bbs.example.org/forum.php?mod=viewthread&tid=101&page=3"
vote = 102
[threads.2]
discussion = "https://bbs.example.org/thread-103-1-1.html"
vote = "viewthread.php?tid=104"
[penalties]
over_limit = 2
[rules]
edits = "void"
hunter_targets = ["存活"]
[exempt]
posts = [7, "https://bbs.example.org/forum.php?mod=redirect&goto=findpost&ptid=101&pid=8", "thread-1-1-1.html#pid9"]
[resume]
day = 3
sheriff = "孙先生"
lovers = ["孙膑", "齐王"]
[resume.characters]
"田忌" = {states = ["昏厥", "mad"], camp = "lovers", marks = 1, spent = ["解药"], shielded = {"守护之盾" = ["孙先生"]}}
[[character]]
name = "孙膑"
aliases = ["孙先生"]
actor = "一位演员"
identity = "狼人"
hollow = "https://bbs.example.org/archiver/?tid-201.html"
"""
        + cast().split("\n\n", 1)[1]
    )
    assert (game.key, game.title, game.publish, game.orders, game.flags) == (
        "twelfth", "第十二局", "approve", ("pm", "hollow"), "public",
    )  # fmt: skip
    assert game.board.url == "https://bbs.example.org/"
    assert (game.board.account, game.board.forum, game.board.dialect) == ("judge", 2, "auto")
    assert game.timetable.start == date(2026, 3, 2)
    assert (game.timetable.day_open, game.timetable.day_close) == (time(8), time(20, 30))
    assert game.timetable.holidays == (date(2026, 3, 4), date(2026, 3, 5))
    second = game.timetable.days[0]
    assert second.open == datetime(2026, 3, 4, 9, 30)
    assert second.close is not None
    assert second.close.astimezone(UTC) == datetime(2026, 3, 5, 13, 30, tzinfo=UTC)
    assert len(second.windows) == 5
    assert game.threads.by_day == {
        1: DayThreads(discussion=101, vote=102),
        2: DayThreads(discussion=103, vote=104),
    }
    assert not game.threads.open
    assert game.threads.hidden_votes
    assert (game.rules.edits, game.rules.hunter_targets, game.rules.self_vote) == ("void", ("alive",), True)
    assert game.penalties["over_limit"] == 2
    assert game.exempt_posts == {7, 8, 9}
    assert game.names == NAMES
    first = game.characters[0]
    assert (first.aliases, first.identity, first.hollow) == (("孙先生",), Identity.WEREWOLF, 201)
    assert game.dealt
    assert game.resume is not None
    assert (game.resume.day, game.resume.sheriff, game.resume.lovers) == (3, "孙膑", ("孙膑", "齐王"))
    taken = game.resume.characters["田忌"]
    assert taken.states == {Status.FAINTED, Status.MAD}
    assert (taken.camp, taken.marks, taken.spent) == (Camp.LOVERS, 1, {Skill.ANTIDOTE})
    assert taken.shielded == {Skill.GUARD_SHIELD: ("孙膑",)}


def test_a_short_file_has_the_defaults(load: Load) -> None:
    rows = "\n".join(f'[[character]]\nname = "{name}"' for name in NAMES)
    game = load(
        HEAD.split("publish", maxsplit=1)[0]
        + HEAD[HEAD.index("[board]") :]
        + "[exempt]\n[resume]\n[rules]\n"
        + rows
    )
    assert (game.publish, game.orders, game.flags) == ("auto", ("pm",), "director")
    assert game.resume is None
    assert not game.dealt
    assert game.threads.discussion_title == "【讨论帖】{title} 第{n}天"
    assert (game.timetable.night0_minutes, game.timetable.night_window_minutes) == (60, 15)


def test_secrets_are_in_no_repr(load: Load) -> None:
    said = repr(load(HEAD + cast()))
    assert "WEREWOLF" not in said
    assert "mailto" not in said


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (HEAD.replace("forum = 2", "forun = 2") + cast(), ":9: board.forun：没有这个键；是不是「forum」？"),
        (HEAD.replace("publish", '"a\\nb\u2028c"', 1) + cast(), ":2: a b c：没有这个键"),
        (HEAD.replace("publish", "pubilsh", 1) + cast(), ":2: pubilsh：没有这个键；是不是「publish」？"),
        (HEAD.replace('"approve"', '"aprove"') + cast(), ':2: publish：应为 "auto" 或 "approve"'),
        (HEAD.replace("forum = 2", 'forum = "2"') + cast(), ":9: board.forum：应为不加引号的整数"),
        (HEAD + cast().replace('"女巫"', '"女无"'), ":39: character[6].identity：没有「女无」这种身份"),
        (HEAD + cast().replace('"齐王"', '"魏王"'), ":38: character[6].name：名字「魏王」与第 34 行的角色重复"),
        (HEAD + cast().replace('identity = "女巫"\n', ""), ":37: character[6].identity：身份要么全写，要么全不写"),
        (HEAD + cast().rsplit("[[character]]", 1)[0], ":17: character：角色应有 6 到 20 个，现在有 5 个"),
        (HEAD + cast() + 'aliases = ["田忌"]', ":40: character[6].aliases：别名「田忌」已属于第 26 行"),
        (HEAD + cast() + "hollow = true", ":40: character[6].hollow：应为帖子的链接或编号"),
        (HEAD + cast() + '[resume]\nday = 2\nsheriff = "孙兵"', "resume.sheriff：没有叫「孙兵」的角色；是不是「孙膑」？"),
        (HEAD + 'day_open = "9点"\n' + cast(), ":17: timetable.day_open：应为 24 小时制的钟点"),
        (HEAD + "night_window_minutes = 200\n" + cast(), ":17: timetable.night_window_minutes：五个时段共 1000 分钟"),
        (HEAD + "[rules]\nself_vot = true\n" + cast(), ":18: rules.self_vot：没有这个规则选项；是不是「self_vote」？"),
        (HEAD + '[rules]\nedits = "ignore"\n' + cast(), ':18: rules.edits：应为 "count" 或 "first_seen" 或 "void"，现在是'),
        (HEAD + '[rules]\nself_vote = "true"\n' + cast(), ":18: rules.self_vote：应为 true 或 false，现在是 \"true\""),
        (HEAD + "[rules]\npost_limit = -1\n" + cast(), ":18: rules.post_limit：应为不小于 0 的整数（不加引号）"),
        (HEAD + "[rules]\nhunter_targets = []\n" + cast(), ':18: rules.hunter_targets：应为 ["alive", "dying"] 或 ["alive"]'),
        (HEAD + "[rules]\nday_open = 1\n" + cast(), ":18: rules.day_open：这一项不在 [rules] 里设，请移到 [timetable]"),
        (HEAD + "[rules]\ntie_policy = 1\n" + cast(), ":18: rules.tie_policy：这一条的读法是固定的"),
        (HEAD + "[threads.7]\nvote = 1\n" + cast(), ":17: threads.7：应写第几天"),
        (HEAD + '[threads]\nvote_title = "第{m}天"\n' + cast(), ":18: threads.vote_title：花括号里只能是"),
        (HEAD + '[threads]\nvote_title = "投票"\n' + cast(), ":18: threads.vote_title：标题里要有 {n}"),
        (HEAD + "[penalties]\nover_limt = 1\n" + cast(), "penalties.over_limt：没有这个键；是不是「over_limit」？"),
        (HEAD + '[exempt]\nposts = ["一楼"]\n' + cast(), ":18: exempt.posts：应为楼层的链接或编号"),
        (
            HEAD + "[[timetable.day]]\nn = 2\nopen = 2026-03-05T09:30:00\nclose = 2026-03-05T01:00:00Z\n" + cast(),
            ":20: timetable.day[1].close：时刻的先后不对",
        ),
        (HEAD.replace("https://bbs", "https://me:word@bbs") + cast(), ":7: board.url：网址里不能带用户名和密码"),
        (HEAD.replace("start = 2026-03-02", "") + cast(), ":15: timetable.start：缺少这个键"),
        (HEAD.replace("title", "标题", 1) + cast(), ":1: "),
        (HEAD.replace('"第十二局"', "“第十二局”", 1) + cast(), ":1: title：这一行用了全角标点"),
        (HEAD + "[[timetable.day]]\nn = 1\nopen = 2026-03-02T09:30\n" + cast(), ":19: open：时刻要写到秒"),
        (HEAD + "start = 2026-03-03\n" + cast(), ":17: start：同一个键写了两次"),
        (HEAD + '[threads]\nvote_title = "没有完\n' + cast(), ":18: vote_title：这里有不能出现的字符"),
    ],
)  # fmt: skip
def test_a_fault_names_line_key_and_remedy(load: Load, broken: str, told: str) -> None:
    said = problems(load, broken)
    assert any(told in line for line in said), said


def test_all_faults_are_told_at_once_in_the_files_order(load: Load) -> None:
    said = problems(load, HEAD.replace("forum = 2", "forum = 0").replace('"public"', '"publik"') + cast())
    assert [line.split("：")[0] for line in said] == [":4: flags", ":9: board.forum"]


def test_names_that_only_look_alike_may_both_play(load: Load) -> None:
    text = HEAD + cast().replace('"魏王"', '"預言家"').replace('"齐王"', '"预言家"')
    assert load(text).names[-2:] == ("預言家", "预言家")


def test_a_notification_address_is_never_shown(load: Load) -> None:
    said = problems(load, HEAD.replace("mailto://someone", "token-12345") + cast())
    assert len(said) == 1
    assert "token-12345" not in said[0]


def test_explicit_instants_may_stand_for_the_start(load: Load) -> None:
    explicit = HEAD.replace(
        "start = 2026-03-02",
        "[[timetable.day]]\nn = 1\nnight0_open = 2026-03-02T08:00:00\nopen = 2026-03-02T09:00:00\n"
        "close = 2026-03-02T09:10:00",
    )
    assert load(explicit + cast()).timetable.start == date(2026, 3, 2)


def test_other_encodings_and_absent_files_are_told(tmp_path: Path) -> None:
    with pytest.raises(FileProblems, match="没有这个文件"):
        load_game(tmp_path / "game.toml")
    (tmp_path / "game.toml").write_bytes("# 你好\ntitle = 1".encode("gbk"))
    with pytest.raises(FileProblems, match=r"game\.toml:1: 文件不是 UTF-8"):
        load_game(tmp_path)
    (tmp_path / "game.toml").write_bytes((HEAD + cast()).replace("\n", "\r\n").encode("utf-8-sig"))
    assert load_game(tmp_path).title == "第十二局"
