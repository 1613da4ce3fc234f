"""Templates to text. jinja2 is imported here alone.

Every template may be replaced by one of the same name in the game's folder (`templates/NAME.j2`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Any

import jinja2

from service.errors import BadInput

ZERO_WIDTH = "\u200b"
TAG = re.compile(r"\[(?=[/*a-zA-Z])")
WEEKDAYS = "一二三四五六日"


def neutral(text: object) -> str:
    """Words of others inside a notice: no BBCode, no @, no line breaks, nothing that turns the writing round."""
    plain = TAG.sub("[" + ZERO_WIDTH, str(text)).replace("@", "@" + ZERO_WIDTH)
    plain = re.sub(r"[\r\n\t]+", " ", plain)
    return re.sub(r"[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", "", plain)


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
        env = jinja2.Environment(
            loader=jinja2.FileSystemLoader(folders),
            autoescape=False,  # noqa: S701 - BBCode; `bb` neutralises what others wrote
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
        )
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
        """The finished text. Raises `BadInput` with the template's name and line where one of the game's own fails."""
        try:
            return self._env.get_template(f"{template}.j2").render(context).strip()
        except jinja2.TemplateError as error:
            line = getattr(error, "lineno", None)
            raise BadInput(f"模板 {template}.j2{f':{line}' if line else ''}：{error}") from error

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


def link(address: str, text: object) -> str:
    """A BBCode link."""
    return f"[url={address}]{neutral(text)}[/url]"


def chinese_number(number: int) -> str:
    """1 → 一: the days of a game are few."""
    return "零一二三四五六七八九十"[number] if 0 <= number <= 10 else str(number)
