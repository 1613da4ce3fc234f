"""`panguan login`: finishes a log-in that needs a person, or takes a browser's cookie."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from parsers.model import Answer
from service.app import StoredCookies, connect_board, open_store
from service.clock import SystemClock
from service.console.lanes import Lane, game_folders, lanes_of
from service.console.look import private_file
from service.console.outcome_words import told, told_error
from service.console.terminal import shown
from service.errors import BadInput, Outcome, Refused, ServiceError
from service.files.settings import load_settings
from service.forum.api import Forum
from service.store import Store

PICTURES = 3
"""Captchas that are shown before giving up: boards lock a log-in after five failures."""


@click.command()
@click.argument("game", required=False)
@click.option(
    "--cookie",
    metavar="-",
    help="Take a browser's Cookie header: “-” reads it from stdin, or asks for it at a terminal.",
)
@click.option("--config", type=click.Path(path_type=Path, file_okay=False), help="The configuration folder.")
def command(game: str | None, cookie: str | None, config: Path | None) -> None:
    """Log in where a person is needed: a captcha, a refused password that was mended, a browser's cookie.

    The session is kept in the database; a running daemon takes it over within a minute. Without GAME every
    account of the folder is tried; one that is logged in is left alone.
    """
    settings = load_settings(config)
    if cookie not in {None, "-"}:
        raise BadInput("--cookie 只接受 -：Cookie 是登录凭据，不要写在命令行里（会留在历史记录中）")
    lanes, faults = lanes_of(settings, game_folders(settings, game))
    for fault in faults:
        click.echo(str(fault), err=True)
    if cookie and len(lanes) > 1:
        raise BadInput(f"有 {len(lanes)} 个账号；请写明牌局：panguan login 牌局 --cookie -")
    header = _cookie_header() if cookie else None
    failed = bool(faults)
    store = open_store(settings)
    try:
        for lane in lanes:
            failed = not _sign_in(lane, store, header, settings.state_dir) or failed
    finally:
        store.close()
    if failed:
        raise click.exceptions.Exit(1)


def _cookie_header() -> str:
    if sys.stdin.isatty():
        header = str(click.prompt("Cookie（从浏览器的请求头复制，不会显示）", hide_input=True, err=True))
    else:
        header = sys.stdin.read(65536)
    header = " ".join(header.split())
    if "=" not in header:
        raise BadInput("没有读到 Cookie；应是浏览器请求头里的一整行：名称=值; 名称=值…")
    return header


def _sign_in(lane: Lane, store: Store, header: str | None, state_dir: Path) -> bool:
    if lane.account is None:
        click.echo(lane.missing, err=True)
        return False
    clock = SystemClock()
    try:
        forum = connect_board(
            lane.games[0], lane.account, clock, StoredCookies(store, lane.board, lane.account.name)
        )
    except ServiceError as error:
        click.echo(f"{lane.board}: {told_error(error)[0]}", err=True)
        return False
    try:
        outcome = _by_cookie(lane, forum, store, header) if header else _by_password(forum, state_dir)
    except ServiceError as error:
        detail, todo = told_error(error)
        click.echo(f"{lane.board}: {detail}" + (f"；{todo}" if todo else ""), err=True)
        return False
    finally:
        forum.close()
    if not outcome.ok:
        detail, todo = told(outcome)
        click.echo(
            shown(f"{lane.board} {lane.account.name}: {detail}" + (f"；{todo}" if todo else "")), err=True
        )
        return False
    with store.transaction() as tx:
        tx.keep_fact("login", lane.name, value=True, at=clock.now())
    click.echo(shown(f"{lane.board} {lane.account.name}: 已登录"))
    return True


def _by_password(forum: Forum, state_dir: Path) -> Outcome:
    """One try with the words of `.env`, also where the last was refused: a person asked for it."""
    outcome = forum.login() if forum.login_refused() else forum.ensure_login()
    for _ in range(PICTURES):
        if outcome.kind is not Answer.CAPTCHA:
            break
        outcome = _by_captcha(forum, state_dir)
    return outcome


def _by_captcha(forum: Forum, state_dir: Path) -> Outcome:
    try:
        picture, fields = forum.captcha()
    except Refused as refused:
        if refused.outcome.kind is Answer.NOTHING_DONE:
            return Outcome(kind=Answer.CAPTCHA, text="登录页问的不是图片验证码，只能用浏览器的 Cookie")
        raise
    path = state_dir / f"captcha.{_suffix(picture)}"
    private_file(path, picture)
    try:
        click.echo(f"验证码图片在 {path}", err=True)
        solution = str(click.prompt("图里的字", err=True)).strip()
    finally:
        path.unlink(missing_ok=True)
    return forum.login({**fields, "seccodeverify": solution})


def _by_cookie(lane: Lane, forum: Forum, store: Store, header: str) -> Outcome:
    """Another member's cookie is refused, and what was kept before stays."""
    assert lane.account is not None
    with store.reading() as tx:
        before = tx.jar(lane.board, lane.account.name)
    outcome = forum.cookies_from_browser(header)
    if not outcome.ok:
        return Outcome(
            kind=Answer.OTHER,
            text="论坛不认这个 Cookie；7.x 的论坛把它绑在浏览器上，只能用密码登录",
        )
    name = forum.head().logged_in_as
    if name is not None and name != lane.account.name:
        with store.transaction() as tx:
            tx.keep_jar(lane.board, lane.account.name, before)
        raise BadInput(f"这是 {name} 的 Cookie，不是 {lane.account.name} 的；没有采用")
    return outcome


def _suffix(picture: bytes) -> str:
    for start, suffix in ((b"\x89PNG", "png"), (b"GIF8", "gif"), (b"\xff\xd8", "jpg"), (b"BM", "bmp")):
        if picture.startswith(start):
            return suffix
    return "img"
