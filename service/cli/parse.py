"""`panguan parse FILE…`: what the parsers see in saved pages."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import click

from parsers.charset import decode
from parsers.model import Page, Post
from parsers.page import read_page
from parsers.page_json import page_to_dict, zone_of

_KINDS = {
    "thread": "帖子",
    "message": "提示信息",
    "forum": "版块列表",
    "pm": "短消息",
    "login": "登录页",
    "unknown": "认不出的页面（不像 Discuz! 论坛的页面）",
}
_STATES = {"visible": "", "blocked": "【被屏蔽】", "banned": "【作者被禁止】", "hidden": "【看不到正文】"}


class BadFile(click.ClickException):
    """A file that cannot be read."""

    exit_code = 2


@click.command("parse")
@click.argument("files", nargs=-1, required=True, metavar="FILE…", type=click.Path(path_type=Path))
@click.option("--url", metavar="URL", help="页面的网址（页面自己不说主题编号时用）")
@click.option("--json", "as_json", is_flag=True, help="输出一个 JSON 文档")
def command(files: tuple[Path, ...], url: str | None, as_json: bool) -> None:
    """显示解析器从存下来的网页里读到了什么。"""
    pages = [(file, _read(file, url)) for file in files]
    if as_json:
        document = {"pages": [page_to_dict(page, file=str(file)) for file, page in pages]}
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
        return
    for file, page in pages:
        for line in _lines(file, page):
            click.echo(_shown(line))


def _shown(line: str) -> str:
    """A line without what could steer a terminal or turn the writing round."""
    line = line.replace("\t", "    ")
    return "".join("\ufffd" if unicodedata.category(sign) in {"Cc", "Cf", "Cs"} else sign for sign in line)


def _read(file: Path, url: str | None) -> Page:
    try:
        content = file.read_bytes()
    except OSError as error:
        reason = "没有这个文件" if isinstance(error, FileNotFoundError) else error.strerror or "读不出来"
        raise BadFile(f"{file}：{reason}，请检查路径") from None
    html, charset = decode(content, None)
    return read_page(html, charset=charset, url=url)


def _lines(file: Path, page: Page) -> Iterator[str]:
    head = page.head
    yield f"== {file}：{_KINDS[page.kind]}"
    facts = [
        (
            "程序",
            {"x": "Discuz! X", "7": "Discuz! 7", "6": "Discuz! 6", "4": "Discuz! 4.1"}.get(
                head.dialect or ""
            ),
        ),
        ("编码", head.charset),
        ("登录", head.logged_in_as),
        (
            "论坛时间",
            f"{head.board_now.astimezone(zone_of(page)):%Y-%m-%d %H:%M}" if head.board_now else None,
        ),
    ]
    yield "   " + " · ".join(f"{name} {value}" for name, value in facts if value)
    if page.message:
        yield f"   {page.message.kind.value}：{page.message.text}"
    if page.thread:
        thread = page.thread
        closed = "（已关闭）" if thread.closed else ""
        yield f"   《{thread.title or '？'}》{closed} tid {thread.tid} · 第 {thread.page}/{thread.pages} 页"
        for post in thread.posts:
            yield from _post_lines(post, page)
    if page.forum:
        for row in page.forum.rows:
            yield f"   tid {row.tid} 《{row.title}》 {row.author or '匿名'}"
    if page.pm:
        for talk in page.pm.conversations:
            yield f"   {talk.name or talk.uid}{' （未读）' if talk.unread else ''}"
        for letter in page.pm.messages:
            yield f"   {'我' if letter.mine else letter.author}：{letter.text}"
    for one in page.complaints:
        yield f"   ！{one.what}" + (f"（pid {one.pid}）" if one.pid else "")


def _post_lines(post: Post, page: Page) -> Iterator[str]:
    at = "时间不明"
    if post.posted_at:
        local = post.posted_at.astimezone(zone_of(page))
        at = f"{local:%Y-%m-%d %H:%M:%S}" if post.precision == "second" else f"{local:%Y-%m-%d %H:%M}"
    floor = f"{post.floor}#" if post.floor else "?#"
    edited = f"（{post.edited_by} 编辑过）" if post.edited_by else ""
    yield f"-- {floor} {post.author or '匿名'} {at} pid {post.pid} {_STATES[post.state]}{edited}".rstrip()
    for quote in post.quotes:
        yield f"   > {quote.author or ''}：{quote.text.splitlines()[0] if quote.text else ''}"
    for line in (post.text or "").split("\n"):
        if post.text is not None:
            yield f"   {line}"
    if post.hidden is not None:
        for line in post.hidden.split("\n"):
            yield f"   [隐藏] {line}"
