"""Looks over every reader's shoulder while a game runs: no page may tell what its reader must not know yet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import lxml.html

from tests.journey.browser import Browser
from tests.journey.notices_read import Private, private
from tests.journey.record_seen import Scene
from tests.journey.status_watch import Published
from tests.journey.words import CAMPS, IDENTITIES

SECRET_WORDS = (*IDENTITIES, *CAMPS, "情侣", "癫狂", "守护", "隔音", "查验", "解药", "毒药", "撕咬", "麻醉")
ALLOWED_READERS = {
    "cupid?": {"爱神"},
    "white?": {"白狼"},
    "guard?": {"守卫"},
    "pipe?": {"吹笛"},
    "foresee?": {"先知"},
    "foresaw": {"先知"},
    "kill?": {"狼人"},
    "bite?": {"白狼"},
    "witch": {"女巫"},
    "shot?": {"猎人"},
    "fool?": {"白痴"},
    "pack": {"狼人", "白狼"},
}
NAMELESS = frozenset(
    {"cupid?", "guard?", "pipe?", "foresee?", "kill?", "bite?", "shot?", "fool?", "mad", "sheriff", "camp"}
)
"""Letters in which no character is named."""
_TOKEN = re.compile(r"postmessage_(\d+)")
FEIGNED = "装傻"


def telling_lines(text: str, names: list[str]) -> Iterator[str]:
    """Lines on which a character's name stands beside a word of the secret."""
    for line in text.splitlines():
        if FEIGNED in line:
            continue
        if any(word in line for word in SECRET_WORDS) and any(len(n) > 1 and n in line for n in names):
            yield line.strip()


class Watcher:
    """Reads as a guest, as a member who plays nobody, and as characters. `found`: what leaked."""

    def __init__(self, scene: Scene, guest: Browser, outsider: Browser, players: dict[str, Browser]) -> None:
        self.scene = scene
        self.readers = {"guest": guest, "outsider": outsider}
        self.players = players
        self.found: list[str] = []
        self.pages_read = 0
        self.files_read = 0
        self._published = Published()
        self._posts: set[int] = set()
        self._letters: set[int] = set()
        self._identities: dict[str, str] = {}
        self._lives: dict[int, str] = {}
        self._turn = 0

    def look(self, public_files: list[Path]) -> None:
        """Look at what is new since the last look."""
        fresh = [p for p in self.scene.publics() if p.pid not in self._posts]
        self._posts |= {p.pid for p in fresh}
        for letter, pmid in self._new_letters():
            self._letters.add(pmid)
            self.found += [f"to {letter.to}: {leak}" for leak in self.letter(letter)]
        over = any(p.kind == "reveal" for p in fresh)
        self.found += self._unreadable({p.tid: p.pid for p in fresh})
        if fresh and not over:
            for tid in sorted({p.tid for p in fresh}):
                self._thread(tid)
            self._list()
        self._live()
        for notice in fresh:
            self._published.hear(notice, self.scene.names)
        for path in public_files:
            self.files_read += 1
            if path.suffix == ".json":
                self.found += self._published.leaks(path, self.scene.names)
            elif not self._published.over:
                self._told(str(path), lxml.html.fromstring(path.read_text("utf-8")).text_content())

    def _live(self) -> None:
        """Remember every form of the live counts."""
        for notice in (p for p in self.scene.publics() if p.kind == "live"):
            if self._lives.get(notice.pid) != notice.text:
                self._lives[notice.pid] = notice.text
                self.scene.lives.append((self.scene.board.now(), notice.day, notice.text))

    def _unreadable(self, fresh: dict[int, int]) -> list[str]:
        """A notice that a guest cannot read is none."""
        pages = {tid: self.readers["guest"].thread(tid, 99) for tid in fresh}
        return [
            f"no guest can read the notice {pid} in {tid}: {self.scene.board.state.posts[pid].text[:60]!r}"
            for tid, pid in fresh.items()
            if f"postmessage_{pid}" not in pages[tid]
        ]

    # public pages ------------------------------------------------------------------------------------------

    def _told(self, where: str, text: str) -> None:
        for line in telling_lines(_without_members(text, self.scene), self.scene.names):
            self.found.append(f"{where}: {line}")

    def _list(self) -> None:
        for title in self.readers["guest"].threads(self.scene.fid):
            self._told("the list", title)

    def _thread(self, tid: int) -> None:
        self._turn += 1
        names = self.scene.names
        player = names[self._turn % len(names)]
        for who, browser in {**self.readers, player: self.players[player]}.items():
            html = browser.thread(tid, 99)
            who = browser.name or who
            self.pages_read += 1
            self._hidden(who, tid, html)
            for block in lxml.html.fromstring(html).xpath('//*[starts-with(@id, "postmessage_")]'):
                pid = int(block.get("id").rsplit("_", 1)[1])
                post = self.scene.board.state.posts.get(pid)
                if post is not None and post.uid == self.scene.judge:
                    for br in block.xpath(".//br | .//tr | .//li"):
                        br.tail = "\n" + (br.tail or "")
                    self._told(f"{who} reads {tid}", block.text_content())

    def _hidden(self, who: str, tid: int, html: str) -> None:
        """In a thread of private replies only one's own ballots can be read."""
        state = self.scene.board.state
        if not state.threads[tid].hidden_replies:
            return
        for pid in {int(p) for p in _TOKEN.findall(html)}:
            post = state.posts.get(pid)
            if post is None or post.first or post.author == who:
                continue
            self.found.append(f"{who} reads the private reply {pid} in {tid}")

    # letters -----------------------------------------------------------------------------------------------

    def _new_letters(self) -> Iterator[tuple[Private, int]]:
        for name, uid in self.scene.uids.items():
            for message in self.scene.board.messages(uid):
                if message.sender == self.scene.judge and message.pmid not in self._letters:
                    yield private(message.text, to=name, at=message.at), message.pmid

    def letter(self, letter: Private) -> Iterator[str]:
        """What is wrong with the reader of a letter, or with what it names."""
        if letter.kind == "identity":
            self._identities[letter.to] = letter.values["what"]
            if letter.values["who"] != letter.to:
                yield f"the identity of {letter.values['who']}"
            return
        identity = self._identities.get(letter.to, "")
        if letter.kind in ALLOWED_READERS and identity not in ALLOWED_READERS[letter.kind]:
            yield f"{letter.kind} for {identity}: {letter.text!r}"
        others = [n for n in self.scene.names if n != letter.to and len(n) > 1]
        if letter.kind in NAMELESS and (named := [n for n in others if n in letter.text]):
            yield f"{letter.kind} names {named}"
        if letter.kind in {"ack", "refused"}:
            said = "".join(s.text for s in self.scene.ledger.said if s.who == letter.to)
            if strange := [n for n in others if n in letter.text and n not in said]:
                yield f"{letter.kind} names {strange}, of whom nobody spoke"


def _without_members(text: str, scene: Scene) -> str:
    """The judge may quote what members wrote themselves: such lines are theirs."""
    return "\n".join(line for line in text.splitlines() if "——" not in line and "“" not in line)
