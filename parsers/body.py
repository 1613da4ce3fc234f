"""A post's body → what its author wrote, to the letter of the boards' facts.

One walk over the tree, without recursion. Lines break at `<br>` and at blocks only; quotes, struck text, the
notice of the last edit, code, hidden parts, copy-protection and attachments' furniture are taken out.
"""

from __future__ import annotations

from parsers.body_parts import (
    BLOCKS,
    FURNITURE,
    LOCKED,
    MAX_DEPTH,
    RULER,
    SHOWN_BELOW,
    SHOWN_BELOW_4,
    SILENT,
    SMILEY_FOLDERS,
    STRUCK,
    VISIBLE_TAGS,
    Body,
    edit_notice,
)
from parsers.dom import Element, classes, tidy
from parsers.lines import Lines
from parsers.marks import MEDIA, over, unseen
from parsers.model import Dialect, MarkKind, Quote
from parsers.quotes import code_lines, quote_head


def read_body(body: Element, dialect: Dialect) -> Body:
    """Read one body; `dialect` decides where the board puts the notice of the last edit and names smilies."""
    return _Walk(dialect).run(body)


class _Walk:
    __slots__ = (
        "_aside",
        "_depth",
        "_dialect",
        "_eat_breaks",
        "_hidden",
        "_into",
        "_lines",
        "_open",
        "_out",
        "_ruled",
    )

    def __init__(self, dialect: Dialect, *, aside: bool = False, depth: int = 0) -> None:
        self._dialect = dialect
        self._depth = depth
        self._lines = Lines()
        self._into = self._lines
        self._out = Body()
        self._hidden: list[str] = []
        self._eat_breaks = False
        self._open: list[tuple[Element, list[tuple[MarkKind, str]], int]] = []
        self._aside = aside
        self._ruled = False

    def run(self, body: Element, skip: Element | None = None) -> Body:
        if body.text:
            self._text(body.text)
        above = [body]  # held, so that lxml need not climb to the root each time it lets an element go
        node = body[0] if len(body) else None
        while node is not None:
            if node is not skip and self._enter(node):
                if node.text:
                    self._text(node.text)
                if len(node):
                    above.append(node)
                    node = node[0]
                    continue
                self._leave(node)
            if node.tail:
                self._text(node.tail)
            step = node.getnext()
            while step is None and len(above) > 1:
                node = above.pop()
                self._leave(node)
                if node.tail:
                    self._text(node.tail)
                step = node.getnext()
            node = step
        return self._finish()

    def _finish(self) -> Body:
        self._end_hidden()
        self._out.text, self._out.marks = self._lines.finish()
        if self._hidden:
            self._out.hidden = "\n".join(part for part in self._hidden if part)
        return self._out

    def _text(self, text: str) -> None:
        if self._ruled and (text := text.strip("\r\n\t")):
            text = self._between_rulers(text)
        if self._into.add(text):
            self._eat_breaks = False

    # -- elements: True from _enter means: go inside, _leave comes at its end

    def _enter(self, node: Element) -> bool:
        tag = node.tag
        if tag == "br":
            self._break(node)
            return False
        if tag == "img":
            self._image(node)
            return False
        if tag in SILENT:
            return False
        if tag in STRUCK:
            here = self._lines.size
            self._lines.mark("strike", here, here, tidy("".join(node.itertext()))[:80])
            return False
        style = node.get("style")
        kind = classes(node)
        if (style and unseen(style)) or (kind and any(name in kind for name in FURNITURE)):
            if tag in BLOCKS:
                self._into.block()
            return False
        if tag == "ignore_js_op":
            self._attachment(node)
            return False
        if tag == "i":
            return self._italic(node, kind)
        if tag in BLOCKS:
            return self._enter_block(node, tag, kind)
        if tag in {"td", "th"}:
            previous = node.getprevious()
            if previous is not None and previous.tag in {"td", "th"}:
                self._into.tab()
        elif (
            tag == "span"
            and self._dialect == "4"
            and " bold " in kind
            and (node.text or "").startswith(SHOWN_BELOW_4)
        ):
            self._ruled = True
            return False
        elif tag in MEDIA:
            self._matter("media", node.get("src") or node.get("data") or tag)
        return self._inside(node)

    def _enter_block(self, node: Element, tag: str, kind: str) -> bool:
        self._into.block()
        if tag == "div" and kind and self._depth < MAX_DEPTH:
            if " quote " in kind:
                self._quote(node)
                return False
            if " blockcode " in kind:
                self._out.code.append(code_lines(node))
                return False
            if " showhide " in kind:
                self._showhide(node)
                return False
            if any(name in kind for name in LOCKED):
                words = "".join(node.itertext()) if self._into is self._lines else ""
                if any(shown in words for shown in SHOWN_BELOW):
                    self._into = Lines()
                return False
            if self._dialect == "4" and self._old_frame(node, kind):
                return False
        if tag == "table":
            self._open.append((node, [("table", "")], self._lines.size))
            return True
        return self._inside(node)

    def _inside(self, node: Element) -> bool:
        if node.tag == "a":
            href = node.get("href") or ""
            kind: MarkKind = "attachment" if "attachment" in href else "link"
            self._open.append((node, [(kind, href[:200])], self._lines.size))
        elif node.attrib and node.tag in VISIBLE_TAGS and (marks := over(node)):
            self._open.append((node, marks, self._lines.size))
        return True

    def _leave(self, node: Element) -> None:
        if self._open and self._open[-1][0] is node:
            _, marks, start = self._open.pop()
            end = self._lines.size
            for kind, detail in marks:
                if end > start or kind in {"link", "attachment", "table"}:
                    self._lines.mark(kind, start, end, detail)
        if node.tag in BLOCKS:
            self._into.block()

    def _break(self, node: Element) -> None:
        if self._into is not self._lines and not self._ruled and not node.tail:
            step = node.getnext()
            if step is not None and step.tag == "br":
                self._end_hidden()
                return
        if not self._eat_breaks:
            self._into.line_break()

    def _end_hidden(self) -> None:
        if self._into is not self._lines:
            self._hidden.append(self._into.finish()[0])
            self._into = self._lines
            self._into.block()
            self._eat_breaks = True

    def _between_rulers(self, text: str) -> str:
        """4.1 shows a hidden part between two lines of `=====`; what follows the second is text again."""
        if not text.startswith(RULER):
            self._ruled = self._into is not self._lines
            return text
        if self._into is self._lines:
            self._into = Lines()
            return text[len(RULER) :]
        self._ruled = False
        self._end_hidden()
        return text[len(RULER) :]

    def _old_frame(self, node: Element, kind: str) -> bool:
        """4.1 frames quotes and code in a titled box without a name."""
        if " smalltxt " in kind and (node.text or "").strip() in {"QUOTE:", "CODE:"}:
            return True
        if " altbg2 " not in kind:
            return False
        title = node.getprevious()
        if title is not None and (title.text or "").strip() == "CODE:":
            self._out.code.append(code_lines(node))
        else:
            self._quote(node)
        return True

    def _matter(self, kind: MarkKind, detail: str) -> None:
        self._lines.mark(kind, self._lines.size, self._lines.size, detail[:200])
        self._eat_breaks = False

    def _image(self, node: Element) -> None:
        source = node.get("src") or ""
        code = node.get("smilieid")
        if (
            code is None
            and source.startswith(SMILEY_FOLDERS)
            and not node.get("onload")
            and not node.get("class")
        ):
            code = source.rpartition("/")[2]  # 4.1 and the phone's template number none
        if code is not None:
            self._out.smilies.append(code)
            self._eat_breaks = False
        else:
            self._matter("image", node.get("file") or node.get("zoomfile") or source)

    def _attachment(self, node: Element) -> None:
        picture = node.find(".//img[@aid]")
        if picture is not None:
            self._matter("image", picture.get("file") or picture.get("src") or "")
        link = node.find(".//a")
        self._matter("attachment", "" if link is None else tidy("".join(link.itertext())))

    def _italic(self, node: Element, kind: str) -> bool:
        """The notice of the last edit is taken out; everything else in italics is text."""
        told = None
        if self._out.edited is None and not self._aside:
            begun = self._lines.size > 0
            told = edit_notice(node, self._dialect, kind, begun=begun, bracketed=self._into.ends_with("["))
        if told is None:
            return self._inside(node)
        if self._dialect in {"6", "4"}:
            self._into.drop_last(1)
            node.tail = None
        self._out.edited = told
        return False

    def _quote(self, node: Element) -> None:
        inner, head = quote_head(node, self._dialect)
        read = _Walk(self._dialect, aside=True, depth=self._depth + 1).run(inner, head.element)
        text = read.text
        if head.first_line:
            text = text.partition("\n")[2].lstrip("\n")
        self._out.quotes.append(Quote(author=head.author, text=text, pid=head.pid))

    def _showhide(self, node: Element) -> None:
        title = node.find("h4")
        read = _Walk(self._dialect, depth=self._depth + 1).run(node, title)
        self._hidden.append(read.text)
        self._out.quotes += read.quotes
        self._out.smilies += read.smilies
        self._out.code += read.code
        here = self._lines.size
        for mark in read.marks:
            self._lines.mark(mark.kind, here, here, mark.detail)
