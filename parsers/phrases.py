"""The words in which players vote, ask, report and talk, as patterns over levelled lines (`ballots.md`).

Unseen characters and spaces inside a word don't matter. Every pattern is anchored and free of nested
repetition, so that a line is read in time linear in its length.
"""

from __future__ import annotations

import re

GAP = "[ \u200b]*"


def words(*texts: str) -> str:
    """An alternation of words, longest first, in which gaps don't matter."""
    ordered = sorted(texts, key=len, reverse=True)
    return "|".join(GAP.join(re.escape(char) for char in text) for text in ordered)


VOTE_WORDS = (
    "投票对象", "投票", "我投票给", "我投票", "投票给", "我投给", "投给", "我投", "投", "票投", "票", "我的票", "本票",
    "改投", "改票", "改投票", "归票", "vote", "##vote", "/vote",
)  # fmt: skip
"""Voting words; a line that begins with one, then its target, is a ballot."""

VOTE = tuple(
    re.compile(words(word) + ("(?!s\\b|d\\b|r\\b|rs\\b)" if word.endswith("vote") else ""))
    for word in sorted(VOTE_WORDS, key=len, reverse=True)
)
ABSTAIN = re.compile(words("弃票", "弃权", "我弃票", "我弃权", "空票", "不投票", "不投"))
WITHDRAW = re.compile(
    words("撤票", "取消投票", "收回投票", "撤回投票", "撤销投票", "/unvote", "##unvote", "unvote")
)
NO_TARGET = re.compile(words("无", "弃票", "弃权", "空票", "不投", "我弃票", "我弃权"))
"""Behind a voting word: an abstention."""

NEAR_MISS = re.compile(
    words(
        "我票", "我改投", "我改投给", "我改票", "我归票", "我的一票", "一票给", "一票投给", "我撤票", "我撤回投票",
        "我取消投票", "我收回投票", "撤回我的票", "收回我的票", "取消我的票", "撤回票", "我不投",
    )
)  # fmt: skip
"""Words that are meant as a ballot and are none: told of, never counted."""

TURNED = re.compile(rf"(?:{words('投', '票', '投票', '一票', '1票', 'vote')})[ \u200b吧啦哈呗!。.~]*$")
"""Behind a name that begins a line: a turned-round ballot."""

_TAG = (
    r"\[/?(?:b|i|u|color|size|font|align|center|left|right|list|backcolor|url|p|vote|\*)(?:=[^\]\[]{0,60})?\]"
)
_SMILEY = r":[a-z_0-9]{1,16}:|\{:[0-9]{1,3}_[0-9]{1,4}:\}|[:;]-?[()dpo](?![a-z0-9])"
OPENERS = "\\[({<「『【〖〔《〈\"'‹«｢⟨⟦❬❮❰❲"
CLOSERS = "\\])}>」』】〗〕》〉\"'›»｣⟩⟧❭❯❱❳"
SYMBOLS = (
    "\u2190-\u2bff\u3003\u3004\u3012\u3013\u301c\u3020\u3030\u303d\u303f\u3200-\u33ff"
    "\ufe0e\ufe0f\U0001f000-\U0001faff^_*#|~·※°"
)

BULLETS = "*•·●○◆◇■□▪▫▶►▷★☆※✓✔√→⇒➤~#\u2600-\u27bf\u2b00-\u2bff\ufe0e\ufe0f\U0001f000-\U0001faff"
"""List marks and emoji; no other symbols, of which 颜文字 are made."""

STARTS = frozenset("[({<「『【〖〔《〈“‘（［｛＜")
"""Brackets that can only open something."""

DECORATION = re.compile(
    rf"(?:{_TAG}|{_SMILEY}|第?[0-9]{{1,6}}(?:楼|层|f(?![a-z])|#)|#[0-9]{{1,6}}(?![0-9号])"
    rf"|(?:[0-9]{{1,3}}|[一二三四五六七八九十]{{1,3}})[.、)](?![0-9])|\([0-9]{{1,3}}\)|[ \u200b{OPENERS}{re.sub('[>》〉›»]', '', CLOSERS)}{BULLETS}\-+=])",
)
"""One piece of what may stand in front of a voting word, or around a bare name."""

MENTION = re.compile("@[ \u200b]*")
JUDGES = ("裁判", "导演", "法官", "判官", "主持人", "主持", "judge")
"""Titles by which the judge may be called in front of a ballot, beside its account."""

SEPARATOR = re.compile(
    rf"(?:{_TAG}|{_SMILEY}|[ \u200b:=>\-.…{OPENERS}{CLOSERS}{SYMBOLS}]|[一1]{GAP}票{GAP}给?|是|为|给|for(?![a-z])|to(?![a-z]))"
)
"""One piece of what may stand between a voting word and its target."""

EXPLICIT = re.compile(rf"[ :=>→{OPENERS}{CLOSERS}]")
"""A separator that shows a target is meant to follow."""

_BRACKETS = (OPENERS + CLOSERS).replace("'", "")
TARGET_END = re.compile(rf"[,。!?;、: ~…+&/|{_BRACKETS}]|——|--")
"""Where a target ends that is no known full name."""

SPACED_END = re.compile(rf"[,。!?;、:~…+&/|{_BRACKETS}]|——|--")
"""Where it ends if it may hold spaces."""

NO_SEAT = re.compile(rf"{GAP}[票个张次天轮分点人狼楼层月日年:.、/~\-#%+f]")
"""Behind a bare number: it counts or lists something, and is no seat."""

JOINER = re.compile(rf"{GAP}(?:、|和|与|跟|及|以及|还有|或者|或|还是|[&/+|]|or(?![a-z])|and(?![a-z])){GAP}")
"""Between two targets."""

WEAK_JOINER = re.compile(r"[ \u200b,;。!>\-→]{0,8}")
"""What may part two targets, or a target from its reason."""

PARTICLES = re.compile(
    rf"{GAP}(?:[一1]{GAP}张?{GAP}票|\+1票?)?{GAP}(?:[吧了啦哈呗啊呀哦噢咯喽哟嘞哒]|嘿嘿){{0,6}}"
)
"""What may be glued to a target and changes nothing (in part: 一票, 吧, 了, 啦, 哈, 呗)."""


def particles_end(text: str) -> int:
    """Where the particles at a levelled text's beginning end."""
    match = PARTICLES.match(text)
    assert match
    return match.end()


TRAILING = re.compile(rf"(?:{_TAG}|{_SMILEY}|[ \u200b{CLOSERS}{SYMBOLS}])")
"""One piece of decoration behind a target."""

REASON = re.compile(rf"[,。!;、:.…~@\-→{OPENERS}]|因为|由于|理由|原因|毕竟|反正")
"""What begins a reason right behind a target."""

PUNCTUATION = re.compile(r"[ \u200b,。!?;、:.…~]*")
CONDITION = re.compile("如果|要是|除非|假如|若是|假设|前提|只要")

ASKING_TAIL = re.compile(
    r"(?:[吗么嘛呢]|怎么样|怎样|如何|咋样|可以吗|可以不|可不可以|好吗|好不好|行吗|行不行|对吗|对吧|对不对|是不是|是吗|要不要"
    r"|合适吗|没错吧|没问题吧|有意见吗|可以吧|行吧|好吧)[^,。!;]{0,12}?[?]*$"
)
"""A whole tail that turns a ballot into a question."""

ASKING = re.compile(
    r"谁|哪|什么|啥|几号|几票|怎|咋|为何|干嘛|干吗|多少|是否|是不是|要不要|能不能|可不可以|该不该|[吗么嘛呢][?!。~ ]*$|\?"
)
"""A line without a readable target that asks."""

REPORT = re.compile(
    r"的|[就也都还会能可比是才又再却而则要有在被把太最很真好行对得前后之完不]|没用|没意义|没意思|吗|么|嘛|呢"
)
"""What, glued to a target, shows a report, an opinion or a question."""

TALK = re.compile(
    r"[了过完错得谁着]|的|截止|结束|开始|时间|格式|规则|方式|方法|结果|统计|情况|环节|帖|贴|楼|区|已|还|前|后|中|期|快|要|请|记得"
    r"|别|不|都|就|才|需|可|应|大家|各位|今|明|昨|率|权|器|日|阶段|意向|倾向|没|有|真|好|太|很|能|会|数|比|分|名单|记录|顺序|见"
    r"|看|如|按|以|必|型|池|仓|面|多|少|选|据|在|被|也|资|机|篮|诉|稿|影|降|入|出|案|行为|流程|完毕|通道|暂|先|随|所"
    r"|count|无效|有效|作废|为准|公示|须知|注意|提醒|统一|身|奔|靠|递|掷|射|放|标|缘|产|注|胎|喂"
)
"""What, behind a voting word and with no known name, shows talk about voting."""
