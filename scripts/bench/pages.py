"""Thread pages to posts: against a bare lxml parse of the same text, beside a plain bs4 reader, and as pages grow.

The captured pages of real boards are read where they lie; without them our own pages stand in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from bs4 import BeautifulSoup
from lxml import html as lxml_html

from parsers.charset import decode
from parsers.dom import unwrap
from parsers.page import read_page
from scripts.bench import Figure, best_of

ROOT = Path(__file__).resolve().parents[2]
CAPTURES = ROOT.parent / "shared" / "discuz" / "captures"
OWN = ROOT / "tests" / "fixtures" / "pages"
BOARDS = {"X": (["x35"], "x_*.*ml"), "7.x": (["d72", "d70"], "seven_*.html")}


def figures() -> Iterator[Figure]:
    """Reading (at most 2.5 × its floor), bs4's way, and growth (eight times the page: at most 12 × the time)."""
    for board, (folders, own) in BOARDS.items():
        yield from _board(board, _pages(folders) or [_furnished(path) for path in sorted(OWN.glob(own))])
    for shape, grow in SHAPES.items():
        pages = {"small": grow(1), "large": grow(8)}
        taken = best_of({size: lambda page=page: read_page(page) for size, page in pages.items()})
        yield Figure(f"page of {shape}, 1 × → 8 ×", 1000 * taken["large"], "ms", 1000 * taken["small"])


def _pages(folders: list[str]) -> list[bytes]:
    """Every captured page of a thread."""
    found = []
    for folder in folders:
        manifest = CAPTURES / folder / "manifest.json"
        told = json.loads(manifest.read_text(encoding="utf-8"))["captures"] if manifest.is_file() else []
        for capture in told:
            expected = capture.get("expected")
            if isinstance(expected, dict) and expected.get("posts"):
                found.append((CAPTURES / folder / capture["file"]).read_bytes())
    return found


def _furnished(path: Path) -> bytes:
    """A page of our own with the furniture that real posts carry: cards, medals, ranks, buttons, rows of ads."""
    text, charset = decode(path.read_bytes())
    card = "".join(
        f'<dt>项目{n}</dt><dd><a href="home.php?mod=space&amp;uid={n}">{n * 37}</a>&nbsp;</dd>'
        for n in range(24)
    )
    medals = "".join(
        f'<img src="static/image/medal{n}.gif" alt="勋章{n}" title="勋章{n}" />' for n in range(12)
    )
    buttons = "".join(
        f'<a href="forum.php?mod=misc&amp;action=act{n}&amp;tid=31" onclick="showWindow(\'w{n}\', this.href)">按钮{n}</a>'
        for n in range(14)
    )
    row = f'<tr><td><dl class="card">{card}</dl><p>{medals}</p></td><td><div class="po"><em>{buttons}</em></div></td></tr>'
    ads = "".join(
        f'<tr class="ad"><td></td><td><div id="ad_thread{n}_{{}}"></div></td></tr>' for n in range(4)
    )
    pieces = text.split("</table>\n</div>")
    full = [piece + row + ads.replace("{}", str(at)) for at, piece in enumerate(pieces[:-1])]
    return "</table>\n</div>".join([*full, pieces[-1]]).encode("gb18030" if charset == "gbk" else charset)


def _board(board: str, pages: list[bytes]) -> Iterator[Figure]:
    texts = [unwrap(decode(page)[0])[0] for page in pages]

    def read() -> None:
        for page in pages:
            text, charset = decode(page)
            read_page(text, charset=charset)

    def floor() -> None:
        for text in texts:
            lxml_html.fromstring(text)

    def plain() -> None:
        for text in texts:
            plain_reader(text)

    taken = best_of({"read": read, "floor": floor}) | best_of({"bs4": plain}, rounds=2)
    a_page = 1000 / len(pages)
    bare = taken["floor"] * a_page
    yield Figure(
        f"{board} thread page to posts ({len(pages)} pages)", taken["read"] * a_page, "ms/page", bare
    )
    yield Figure(f"{board} the same with bs4 alone", taken["bs4"] * a_page, "ms/page", bare)


def plain_reader(text: str) -> list[tuple[str, str, str]]:
    """What a quick script would do: pid, author, words."""
    tree = BeautifulSoup(text, "lxml")
    posts = []
    for frame in tree.select("table[id^=pid]"):
        author = frame.select_one("div.authi a, a.posterlink")
        body = frame.select_one("[id^=postmessage_]")
        for noise in body.select("div.quote, .pstatus, script") if body else ():
            noise.decompose()
        posts.append(
            (str(frame["id"]), author.get_text() if author else "", body.get_text("\n") if body else "")
        )
    return posts


def thread_page(first: int, posts: list[tuple[str, str]]) -> str:
    """A bare page of a thread: (author, body) of each post, pids from `first` on."""
    return _page("".join(_post(first + place, body, author) for place, (author, body) in enumerate(posts)))


def _page(matter: str) -> str:
    return f'<html><head><meta name="generator" content="Discuz! X3.5" /></head><body>{matter}</body></html>'


def _post(pid: int, body: str, author: str = "青瓷") -> str:
    return (
        f'<div id="post_{pid}"><table id="pid{pid}"><tr><td class="pls"><div class="pi"><div class="authi">'
        f'<a href="home.php?mod=space&amp;uid=7" class="xw1">{author}</a></div></div></td><td class="plc">'
        f'<a id="postnum{pid}"><em>{pid}</em><sup>#</sup></a><em id="authorposton{pid}">发表于 2031-5-6 10:00:00</em>'
        f'<table><tr><td class="t_f" id="postmessage_{pid}">{body}</td></tr></table></td></tr></table></div>'
    )


SHAPES: dict[str, Callable[[int], str]] = {
    "many posts": lambda n: _page("".join(_post(pid, "投票 半夏") for pid in range(1, 40 * n))),
    "one long text": lambda n: _page(_post(1, "投票 半夏" * (20_000 * n))),
    "many lines": lambda n: _page(_post(1, "投票 半夏<br />\n" * (2_000 * n))),
    "many quotes": lambda n: _page(
        _post(1, '<div class="quote"><blockquote>引</blockquote></div>字' * (200 * n))
    ),
    "coloured letters": lambda n: _page(_post(1, '<font color="red">字</font>' * (500 * n))),
    "deep blocks": lambda n: _page(_post(1, "<div>" * (200 * n) + "字" + "</div>" * (200 * n))),
}
