"""What the forms of every version have in common: fields, boxes, the words that a quote takes."""

from __future__ import annotations

import re

from practice.acts import Draft
from practice.dialects.visit import Visit
from practice.records import Post
from practice.views import notice_on

_MARKUP = re.compile(r"\[/?[a-z]+(?:=[^\]]*)?\]", re.IGNORECASE)
_QUOTES = re.compile(
    r"\[quote\].*?\[/quote\]\s*|\[i=s\].*?\[/i\]\s*|\[hide.*?\[/hide\]", re.IGNORECASE | re.DOTALL
)
_EDIT_NOTICE = re.compile(r"\[i=s\] 本帖最后由 .*? 于 .*? 编辑 \[/i\]\n\n", re.DOTALL)
_OPTIONS = (
    "typeid",
    "readperm",
    "price",
    "hiddenreplies",
    "ordertype",
    "allownoticeauthor",
    "usesig",
    "smileyoff",
    "bbcodeoff",
    "parseurloff",
    "isanonymous",
)


def draft_of(visit: Visit, *, seven: bool = False) -> Draft:
    """What a post's form sent. X puts the quote's block in front by itself; `seven` has it in the text, trimmed."""
    request = visit.request
    message = request.get("message").replace("\r\n", "\n")
    quote = request.get("noticetrimstr").replace("\r\n", "\n")
    if quote and not seven:
        message = f"{quote}\n\n{message}"
    return Draft(
        request.get("subject").strip(),
        message.strip() if seven else message,
        {name: request.get(name) for name in _OPTIONS},
    )


def boxes(post: Post | None) -> list[tuple[str, str, bool]]:
    """The boxes of any post's form: name, label, ticked."""
    return [
        ("isanonymous", "使用匿名发帖", bool(post and post.anonymous)),
        ("usesig", "使用个人签名", post.usesig if post else True),
        ("parseurloff", "禁用链接识别", bool(post and post.parseurloff)),
        ("smileyoff", "禁用表情", bool(post and post.smileyoff)),
        ("bbcodeoff", "禁用编辑器代码", bool(post and post.bbcodeoff)),
    ]


def thread_boxes() -> list[tuple[str, str, bool]]:
    """The boxes of a new thread's form."""
    return [
        ("hiddenreplies", "回帖仅作者可见", False),
        ("ordertype", "回帖倒序排列", False),
        ("allownoticeauthor", "接收回复通知", True),
    ]


def without_notice(text: str) -> str:
    """A stored text as the edit form shows it: the notice of the last edit is left out."""
    return _EDIT_NOTICE.sub("", text, count=1)


def quotable(visit: Visit, source: Post) -> str:
    """The words that the quote button takes: no inner quotes, no markup, three lines, some hundred bytes."""
    thread = visit.board.state.threads[source.tid]
    if notice_on(visit.board.state, thread, source) in {"blocked", "banned"}:
        return "**** 该帖被屏蔽 ****"
    plain = _MARKUP.sub("", _QUOTES.sub("", source.text)).strip()
    short = "\n".join(plain.splitlines()[:3])
    kept = ""
    for letter in short:
        if visit.board.size(kept + letter) > 100:
            return kept + " ..."
        kept += letter
    return kept if short == plain else kept + " ..."


def numbers(values: list[str]) -> list[int]:
    """Those values that are numbers."""
    return [int(value) for value in values if value.isascii() and value.isdigit() and len(value) < 10]


def quoted(post: Post, when: str, link: str, words: str, *, icon: str = "") -> str:
    """The ready `[quote]` block; with an `icon` it is 7.x's, whose header stands last."""
    header = f"{post.author} 发表于 {when}"
    if icon:
        linked = f"[url={link}][img]{icon}[/img][/url]"
        return f"[quote]{words}\n[size=2][color=#999999]{header}[/color] {linked}[/size][/quote]"
    return f"[quote][size=2][url={link}][color=#999999]{header}[/color][/url][/size]\n{words}[/quote]"
