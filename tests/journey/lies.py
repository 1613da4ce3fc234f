"""Lies about a game that was played: single words of what was published are changed, and each must be found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from practice.records import Post, PrivateMessage
from tests.journey.harness import Journey

Lie = tuple[str, Callable[[str], str]]
"""Words that the notice holds, and the change to its text."""


def posts(game: Journey, words: str) -> list[Post]:
    """The judge's posts that hold some words."""
    return [p for p in game.board.state.posts.values() if p.uid == game.judge and words in p.text]


def letters(game: Journey, words: str) -> list[PrivateMessage]:
    """The judge's letters that hold some words."""
    return [m for m in game.board.state.messages.values() if m.sender == game.judge and words in m.text]


def unnoticed(game: Journey, lies: Mapping[str, Lie]) -> Iterator[str]:
    """The lies that the referee does not see."""
    for name, (words, change) in lies.items():
        post = posts(game, words)[0]
        true, post.text = post.text, change(post.text)
        assert post.text != true, f"{name}: the lie changes nothing"
        if not game.referee().problems():
            yield name
        post.text = true


def not_missed(game: Journey, notices: Iterable[str], told: Iterable[str]) -> Iterator[str]:
    """What the referee does not miss if it was never said: notices, and letters of one kind."""
    for words in notices:
        post = posts(game, words)[0]
        post.uid, true = game.scene.director, post.uid
        if not game.referee().problems():
            yield words
        post.uid = true
    for words in told:
        found = letters(game, words)
        assert found, words
        for letter in found:
            letter.sender = 0
        if not game.referee().problems():
            yield words
        for letter in found:
            letter.sender = game.judge
