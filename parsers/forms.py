"""Forms as a browser would send them back, and what a form asks of a person: types, captcha."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parsers._boxes import unwrap
from parsers.model import Form
from parsers.soup import Tag, attr, parse, select, text_of

_UNSENT = frozenset({"submit", "button", "image", "reset", "file"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptchaAsked:
    """A captcha that stands in a form: `idhash` and `modid` are X's, empty on 7.x; `question`: words, no picture."""

    idhash: str = ""
    modid: str = ""
    question: bool = False


def read_form(html: str, *, holds: str, action: str = "", unlike: str = "\x00") -> Form | None:
    """The first form that has a field named `holds`, or None.

    `action`: what its address must hold; `unlike`: what it must not. Fields as a browser sends them: hidden,
    text, the selected option of each list (else the first), ticked boxes only; nothing that is disabled, no
    button. Line ends are `\\n`.
    """
    tree = parse(unwrap(html.strip("\ufeff \t\r\n")) or html)
    for form in select(tree, "form"):
        where = attr(form, "action")
        fields = _fields(form)
        named = holds in fields or any(attr(tag, "name") == holds for tag in select(form, "[name]"))
        if named and action in where and unlike not in where:
            return Form(action=where, fields=fields, name=attr(form, "name") or attr(form, "id") or None)
    return None


def read_types(html: str) -> tuple[tuple[int, str], ...]:
    """The thread types that a new thread may have here; none where the board has no types."""
    tree = parse(html)
    types = []
    for option in select(tree, 'select[name="typeid"] option'):
        value = attr(option, "value")
        if value.isdecimal() and int(value):
            types.append((int(value), text_of(option)))
    return tuple(types)


def has_box(html: str, name: str) -> bool:
    """Whether the page offers a tick box of that name that can be ticked."""
    return any(
        tag.get("disabled") is None for tag in select(parse(html), f'input[type="checkbox"][name="{name}"]')
    )


def read_captcha(html: str) -> CaptchaAsked | None:
    """The captcha or question that the page's form wants solved, or None."""
    if found := re.search(r"id=\"seccode_(\w{2,20})\"", html):
        modid = re.search(rf"updateseccode\('{found[1]}',.*?'([\w:]{{3,40}})'\);", html)
        return CaptchaAsked(idhash=found[1], modid=modid[1] if modid else "")
    if found := re.search(r"id=\"secqaa_(\w{2,20})\"", html):
        return CaptchaAsked(idhash=found[1], question=True)
    if re.search(r"<input[^>]{0,200}name=\"seccodeverify\"", html):
        return CaptchaAsked()
    if re.search(r"<input[^>]{0,200}name=\"secanswer\"", html):
        return CaptchaAsked(question=True)
    return None


def _fields(form: Tag) -> dict[str, str]:
    fields: dict[str, str] = {}
    for tag in select(form, "input, select, textarea"):
        name = attr(tag, "name")
        if not name or tag.get("disabled") is not None:
            continue
        if (value := _value(tag)) is not None:
            fields[name] = value
    return fields


def _value(tag: Tag) -> str | None:
    """What the field would send, or None if it would send nothing."""
    if tag.name == "textarea":
        text = tag.get_text().replace("\r\n", "\n").replace("\r", "\n")
        return text.removeprefix("\n")
    if tag.name == "select":
        options = [option for option in select(tag, "option") if option.get("disabled") is None]
        chosen = [option for option in options if option.get("selected") is not None] or options[:1]
        if not chosen:
            return None
        value = chosen[-1].get("value")
        return text_of(chosen[-1]) if value is None else str(value)
    kind = attr(tag, "type").lower()
    if kind in _UNSENT:
        return None
    if kind in {"checkbox", "radio"}:
        if tag.get("checked") is None:
            return None
        return attr(tag, "value") if tag.get("value") is not None else "on"
    return attr(tag, "value")
