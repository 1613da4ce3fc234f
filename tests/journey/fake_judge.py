"""A stand-in for the judge, for tests of the referee alone: right by default, wrong where a lie is told it.

It knows the referee's own course, so it proves nothing about rules; it shows that the referee accepts what is
right and finds what is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta

from tests.journey.chance import commitment
from tests.journey.compare import WHY
from tests.journey.compare_conduct import KINDS
from tests.journey.course import Course, DayCourse, Told
from tests.journey.record_seen import Scene
from tests.journey.trial import Trial, Windows
from tests.journey.words import CODES, NUMBERS

Lie = Callable[[str, str], str]
"""Gets a notice's or letter's kind and text, gives the text that is published ("": nothing)."""

LETTERS = {
    "lovers": "你与 {0} 成为情侣。你现在的阵营：〖{1}〗。",
    "pack": "〖狼人阵营〗的同伴：{0}。提醒：不可私下讨论。",
    "camp": "你的阵营变为：〖{0}〗。",
    "cupid?": "第零夜（21:30–22:30）：请回复“情侣 角色名 角色名”。",
    "white?": "第零夜（21:30–22:30）：本局狼人是：{0}。请回复“归群”或“不归群”。",
    "guard?": "夜晚1（21:30–21:45）：回复“守护 角色名”。",
    "pipe?": "夜晚2（21:45–22:00）：回复“吹笛 角色名”。",
    "foresee?": "夜晚3（22:00–22:15）：回复“查验 角色名”。",
    "kill?": "夜晚4（22:00–22:15）：今晚由你行动。",
    "bite?": "夜晚5（22:00–22:15）：回复“撕咬 角色名”。",
    "shot?": "你已昏厥。猎人窗口（22:30–22:45）：可回复“麻醉 角色名”。",
    "foresaw": "查验结果：{0} —— {1}。",
    "mad": "你从第{2}天起处于癫狂状态：只能用表情。",
    "sheriff": "你是警长。你的票计两票。",
    "succession?": "警长 {0} 出局，须指定继任者：请在 3月6日 09:30 前回复“继任 角色名”。",
    "fool?": "你在今天的投票中票数最高。21:45 前回复“装傻”可免于囚禁。",
}


class FakeJudge:
    """Has `tick` and `close` like the product's application."""

    def __init__(
        self, scene: Scene, now: Callable[[], datetime], identities: dict[str, str], lie: Lie
    ) -> None:
        self.scene, self.now, self.lie = scene, now, lie
        self.identities = identities
        self.seed, self.salt = "4711", "5a17"
        self.done: set[str] = set()
        self.sent: Counter[tuple[str, str, str, datetime]] = Counter()
        self.printed: dict[int, Windows] = {}
        self.number = 0
        self.over = False

    def close(self) -> None:
        """Nothing to close."""

    # speaking ----------------------------------------------------------------------------------------------

    def _public(self, kind: str, tid: int, text: str) -> None:
        self.number += 1
        text = self.lie(kind, f"{text}\n[color=#999999]公示编号 D-{self.number} · 有异议请注明楼层[/color]")
        if text:
            self.scene.board.post(tid, self.scene.judge, text)

    def _thread(self, kind: str, title: str, text: str, *, hidden: bool = False) -> int:
        self.number += 1
        text = self.lie(kind, f"{text}\n[color=#999999]公示编号 D-{self.number} · 有异议请注明楼层[/color]")
        board = self.scene.board
        return board.open_thread(self.scene.fid, self.scene.judge, title, text, hidden=hidden)

    def _letter(self, kind: str, to: str, text: str) -> None:
        self.number += 1
        text = self.lie(kind, f"{text}\n（编号 P-{self.number}）")
        if text:
            self.scene.board.pm(self.scene.judge, self.scene.uids[to], text)

    # waking ------------------------------------------------------------------------------------------------

    def tick(self) -> datetime:
        """Do what is due."""
        now, scene = self.now(), self.scene
        if "begin" not in self.done:
            self.done.add("begin")
            coded = {name: CODES[word] for name, word in self.identities.items()}
            promise = commitment(self.salt, self.seed, coded)
            self._thread(
                "checkin",
                f"【报到帖】{scene.title}",
                f"[b]【公示】{scene.title} 报到[/b]\n[code]{promise}[/code]",
            )
        course = Trial(
            scene, self.identities, self.seed, lambda n: self.printed.get(n, []), self._until
        ).run()
        for day in course.days:
            self._day(day, course, now)
        self._letters(course, now)
        self._answers(course, now)
        self._flags(course, now)
        last = course.days[-1].n + 1
        if course.winner and now >= scene.opens[last] and not self.over:
            self.over = True
            self._public("reveal", scene.thread("讨论帖", last - 1), self._reveal(course, last))
        return self._wake(now)

    def _wake(self, now: datetime) -> datetime:
        """Every two minutes in the night, every twenty minutes else, and at the calendar's instants."""
        closes = self.scene.closes.values()
        night = any(close <= now < close + timedelta(hours=2) for close in (*closes, self.scene.night0[0]))
        fixed = [*self.scene.opens.values(), *closes, *self.scene.night0]
        later = now + timedelta(minutes=2 if night else 20)
        return min([at for at in fixed if at > now] + [later])

    def _until(self, n: int) -> datetime:
        return self.scene.closes[n] + timedelta(minutes=15)

    def _day(self, day: DayCourse, course: Course, now: datetime) -> None:
        scene, n = self.scene, day.n
        if f"open{n}" not in self.done and now >= scene.opens[n]:
            self.done.add(f"open{n}")
            talk = self._thread("talk", f"【讨论帖】{scene.title} 第{n}天", self._opening(day))
            assert talk
            ask = f"[b]【公示】第{NUMBERS[n]}天投票[/b]\n另起一行写：投票：角色名"
            self._thread("vote", f"【投票帖】{scene.title} 第{n}天", ask, hidden=True)
        due = self._until(n) if day.asked and n > 1 else scene.closes[n]
        if f"count{n}" not in self.done and now >= due:
            self.done.add(f"count{n}")
            quarter = timedelta(minutes=15)
            base = scene.closes[n] if due == scene.closes[n] else due + quarter
            self.printed[n] = [(base + i * quarter, base + (i + 1) * quarter) for i in range(5)]
            self._public("count", scene.thread("讨论帖", n), self._count(day))

    def _letters(self, course: Course, now: datetime) -> None:
        for told in course.told:
            key = (told.kind, told.to, told.what, told.least)
            if told.must and told.least <= now and not self.sent[key]:
                self.sent[key] += 1
                self._letter(told.kind, told.to, self._wording(told))

    def _wording(self, told: Told) -> str:
        first, _, second = told.what.partition("/")
        if told.kind == "identity":
            return f"【{self.scene.title}】你的角色 {told.to} 的身份是：{first}（〖{second}〗）。"
        if told.kind == "witch":
            listed = f"今晚的目标：{told.what}。" if told.what else ""
            return (
                f"夜晚6（22:15–22:30）：{listed}可回复“解药 角色名”。可回复“毒药 角色名”。不用请回复“不用”。"
            )
        zh = NUMBERS[int(first)] if told.kind == "mad" else ""
        return LETTERS[told.kind].format(first, second, zh)

    def _answers(self, course: Course, now: datetime) -> None:
        for said in self.scene.ledger.said:
            key = f"answer{said.pmid}"
            verdict = "unclear" if said.kind == "unclear" else course.verdicts.get(said.pmid)
            if verdict and key not in self.done and now >= said.at:
                self.done.add(key)
                words = {
                    "ack": f"已收到：{said.text}。",
                    "refused": f"未接受“{said.text}”：目标或时机不合法。没有消耗任何机会。",
                    "unclear": f"没有读懂“{said.text}”。",
                }
                self._letter(verdict, said.who, words[verdict])

    def _flags(self, course: Course, now: datetime) -> None:
        words = {kind: word for word, kind in KINDS.items()}
        for flag in course.flags:
            key = f"flag{flag.pid}{flag.kind}"
            if flag.must and flag.at <= now and key not in self.done:
                self.done.add(key)
                said = f"1. {flag.who} #? 3月2日　{words[flag.kind]}：见帖（R-045）\n　pid {flag.pid}"
                text = self.lie("flag", f"【判官】第二天发言提示 1 条\n{said}")
                self.scene.board.pm(self.scene.judge, self.scene.director, text)

    # texts -------------------------------------------------------------------------------------------------

    def _opening(self, day: DayCourse) -> str:
        lines = [f"[b]【公示】第{NUMBERS[day.n]}天开始[/b]"]
        if day.n > 1:
            until = self.scene.opens[day.n] + timedelta(hours=12) + self.scene.board.settings.zone
            jailed = [e.who for e in day.opening if e.state == "imprisoned"]
            fainted = [e.who for e in day.opening if e.state == "fainted"]
            lines += [
                f"前一日投票囚禁：[b]{'、'.join(jailed) or '无'}[/b]",
                f"夜晚昏厥：[b]{'、'.join(fainted) or '无'}[/b]",
                f"当日警长：[b]{day.sheriff or '空缺'}[/b]",
                f"囚禁中（每个讨论日发言不超过 20 帖）：{'、'.join(day.imprisoned)}",
                f"昏厥中（{until.month}月{until.day}日 {until:%H:%M} 前不能发言，投票不限）：{'、'.join(day.fainted)}",
            ]
        lines += _news(day.opening_news)
        return "\n".join(lines)

    def _count(self, day: DayCourse) -> str:
        count = day.count
        total = sum(count.votes(t) for t in count.standing)
        ballots = sum(len(cast) for cast in count.standing.values())
        lines = [
            f"[b]【公示】第{NUMBERS[day.n]}天投票结果[/b]",
            f"[color=#666666]计票 · 有效票 {ballots} 张，计 {total} 票[/color]",
            f"[b]{_result(day)}[/b]",
            *_news(day.news),
            "[table=98%]",
        ]
        floors = {
            p.pid: i for i, p in enumerate(self.scene.board.posts(self.scene.thread("投票帖", day.n)), 1)
        }

        def link(pid: int) -> str:
            return f"[url=http://board/forum.php?mod=redirect&goto=findpost&ptid=1&pid={pid}]#{floors.get(pid, 0)}[/url]"

        for target in sorted(count.standing, key=count.votes, reverse=True):
            cast = "　".join(
                f"{v.voter} {link(v.pid)}"
                + (" [color=#c00]警长×2[/color]" if w > 1 else "" if w else " [color=#999]不计[/color]")
                for v, w in count.standing[target]
            )
            lines.append(f"[tr][td]{target}[/td][td][b]{count.votes(target)}[/b][/td][td]{cast}[/td][/tr]")
        none = "　".join(f"{v.voter} {link(v.pid)}" for v in count.abstained) or "无"
        lines.append(f"[tr][td]弃票[/td][td]—[/td][td]{none}[/td][/tr]")
        lines.append(f"[tr][td]未投[/td][td]—[/td][td]{'、'.join(count.silent) or '无'}[/td][/tr]\n[/table]")
        lines.append("[b]未计入的帖子[/b]\n[list]")
        lines += [f"[*]{link(pid)} 某人 “某话”——{WHY[why]}" for pid, why in count.rejected.items()]
        lines.append("[/list]")
        gone = "　".join(f"某人 {link(pid)}" for pid in count.superseded)
        lines.append(f"[color=#666666]已被同一人后来的票代替：{gone}[/color]")
        zone = self.scene.board.settings.zone
        names = ("夜晚1", "夜晚2", "夜晚3、4、5", "夜晚6", "猎人")
        spans = "　".join(
            f"{name} {a + zone:%H:%M}–{b + zone:%H:%M}"
            for name, (a, b) in zip(names, self.printed[day.n], strict=True)
        )
        return "\n".join([*lines, f"[b]今晚[/b]　{spans}"])

    def _reveal(self, course: Course, n: int) -> str:
        table = course.table
        winners = [p.name for p in table.players.values() if p.camp == course.winner]
        fainted = [e.who for e in course.last_night if e.state == "fainted"]
        lines = [f"[b]【公示】〖{course.winner}〗获胜[/b]", f"夜晚昏厥：{'、'.join(fainted) or '无'}"]
        lines.append(f"获胜者：[b]{'、'.join(winners)}[/b]")
        for seat, p in enumerate(table.players.values(), 1):
            words = [w for w, on in (("囚禁", p.imprisoned), ("昏厥", p.fainted), ("癫狂", p.mad)) if on]
            cells = (str(seat), p.name, p.identity, f"〖{p.camp}〗", "、".join(words) or "存活")
            lines.append("[tr]" + "".join(f"[td]{cell}[/td]" for cell in cells) + "[/tr]")
        coded = {name: CODES[word] for name, word in self.identities.items()}
        lines += [
            f"开局前公布的承诺：{commitment(self.salt, self.seed, coded)}",
            f"盐：{self.salt}",
            f"种子：{self.seed}",
            "[b]抽签[/b]\n[list]",
            *(f"[*]{label} → {chosen}" for label, chosen in table.draws),
            "[/list]",
        ]
        return "\n".join(lines)


def _news(news: list[tuple[str, str]]) -> list[str]:
    words = {"skills_lost": "所有特殊身份与普通身份失去其技能。", "madness_lifted": "所有癫狂状态解除。"}
    return [words[what] for what, _ in news if what in words]


def _result(day: DayCourse) -> str:
    top = day.count.top
    if day.n == 1:
        return f"{top}当选警长。" if top else "警长空缺。"
    if any(what == "feigned" for what, _ in day.news):
        return f"{top}票数最高，装傻，不进入囚禁。".replace("进入囚禁", "受囚禁")
    if day.entries:
        return "、".join(e.who for e in day.entries) + "进入囚禁状态。"
    return "无人出局。"
