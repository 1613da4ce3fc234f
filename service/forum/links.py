"""Links to a board's threads and posts, for those who have no client of it at hand."""

from __future__ import annotations


def post_link(board: str, dialect: str | None, tid: int, pid: int | None = None) -> str:
    """An absolute link to a post by pid, or to the thread. `board` ends in `/`; an unknown dialect is X."""
    if dialect in {None, "x"}:
        if pid is None:
            return f"{board}forum.php?mod=viewthread&tid={tid}"
        return f"{board}forum.php?mod=redirect&goto=findpost&ptid={tid}&pid={pid}"
    if pid is None:
        return f"{board}viewthread.php?tid={tid}"
    return f"{board}redirect.php?goto=findpost&ptid={tid}&pid={pid}"
