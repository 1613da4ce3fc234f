"""Templates to text. jinja2 is imported here alone.

Every template may be replaced by one of the same name in the game's folder (`templates/NAME.j2`).
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Any

import jinja2
from jinja2.sandbox import SandboxedEnvironment

from service.errors import BadInput

TAG = re.compile(r"\[(?=[/*a-zA-Z])")
LINK = re.compile(r"://")
BREAKS = re.compile(r"[\r\n\t\u0085\u2028\u2029]+")
UNSEEN = re.compile(
    r"[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\ud800-\udfff]"
)
"""Control characters, what turns the writing round, halves of characters."""
WEEKDAYS = "一二三四五六日"


def neutral(text: object) -> str:
    """Words of others inside a notice: no BBCode, no @, no link, no line breaks, nothing that turns the writing round.

    What could be a tag, a call or a link gets full-width marks: every charset has them, and no board un-escapes more.
    """
    plain = UNSEEN.sub("", BREAKS.sub(" ", str(text)))
    return LINK.sub("：//", TAG.sub("［", plain)).replace("@", "＠")


def shortened(text: object, length: int = 30) -> str:
    """The first characters of a long text."""
    plain = str(text)
    return plain if len(plain) <= length else plain[: length - 1] + "…"


class Renderer:
    """Renders notices in one board's zone, with the game's own templates first."""

    def __init__(self, zone: tzinfo, own: Path | None = None) -> None:
        self._zone = zone
        here = Path(__file__).parent / "templates"
        folders = ([own] if own is not None and own.is_dir() else []) + [here]
        self._own = own if own is not None and own.is_dir() else None
        # The sandbox bounds what a game's own template can do: no endless ranges, no way to the program's insides.
        env = SandboxedEnvironment(
            loader=jinja2.FileSystemLoader(folders),
            autoescape=False,  # BBCode: `bb` neutralises what others wrote
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
        )
        env.globals["reply"] = "回复"  # how orders are given, unless the notice says otherwise
        env.filters["bb"] = neutral
        env.filters["short"] = shortened
        env.filters["names"] = lambda names: "、".join(neutral(n) for n in names) or "无"
        env.filters["clock"] = self.clock
        env.filters["moment"] = self.moment
        env.filters["day"] = self.day
        env.filters["zh"] = chinese_number
        env.filters["url"] = link
        self._env = env

    def text(self, template: str, context: Mapping[str, Any]) -> str:
        """The finished text. Raises `BadInput` with file and line where the game has templates of its own and fails."""
        try:
            return self._env.get_template(f"{template}.j2").render(context).strip()
        except Exception as error:
            if self._own is None:
                raise  # our own template and its context: a bug
            where = _place(error, self._own) or f"{template}.j2"
            why = f"{type(error).__name__}：{error}" if str(error) else type(error).__name__
            raise BadInput(f"templates/{where}：{' '.join(why.split())[:300]}") from error

    def clock(self, at: datetime | str) -> str:
        """21:30"""
        return self._local(at).strftime("%H:%M")

    def moment(self, at: datetime | str) -> str:
        """3月5日 21:30"""
        local = self._local(at)
        return f"{local.month}月{local.day}日 {local:%H:%M}"

    def day(self, at: datetime | str) -> str:
        """3月5日（周四）"""
        local = self._local(at)
        return f"{local.month}月{local.day}日（周{WEEKDAYS[local.weekday()]}）"

    def _local(self, at: datetime | str) -> datetime:
        moment = datetime.fromisoformat(at) if isinstance(at, str) else at
        return moment.astimezone(UTC).astimezone(self._zone)


class Pages:
    """Whole HTML pages, with whatever they are given escaped."""

    def __init__(self, zone: tzinfo) -> None:
        env = jinja2.Environment(
            loader=jinja2.FileSystemLoader(Path(__file__).parents[1] / "templates"),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        env.filters["plain"] = plain
        env.filters["moment"] = lambda at: _moment(at, zone)
        self._env = env

    def html(self, template: str, context: Mapping[str, Any]) -> str:
        """The finished page."""
        return self._env.get_template(f"{template}.j2").render(context)


def _moment(at: datetime | str, zone: tzinfo) -> str:
    """3月5日 21:30; a text tells its own zone, which is its board's."""
    local = datetime.fromisoformat(at) if isinstance(at, str) else at.astimezone(zone)
    return f"{local.month}月{local.day}日 {local:%H:%M}"


def plain(text: object) -> str:
    """Words of others in a page: nothing that turns the writing round, nothing that no page may hold."""
    return re.sub(r"[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", "", str(text))


def link(address: str, text: object) -> str:
    """A BBCode link."""
    return f"[url={address}]{neutral(text)}[/url]"


def chinese_number(number: int) -> str:
    """1 → 一: the days of a game are few."""
    return "零一二三四五六七八九十"[number] if 0 <= number <= 10 else str(number)


def _place(error: Exception, own: Path) -> str | None:
    """File and line in the game's folder where a template went wrong, as far as it is known."""
    line, name = getattr(error, "lineno", None), getattr(error, "name", None)
    if isinstance(error, jinja2.TemplateSyntaxError):
        return f"{name}:{line}"
    inside = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).is_relative_to(own)
    ]
    return f"{Path(inside[-1].filename).name}:{inside[-1].lineno}" if inside else None
