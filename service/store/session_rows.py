"""What is kept of a session: cookies, and whatever else the forum client writes beside them."""

from __future__ import annotations

from sqlalchemy import Connection, and_, insert, select, update

from service.store.tables import sessions


class SessionRows:
    """One row for each account on each board."""

    connection: Connection

    def jar(self, board: str, account: str) -> str | None:
        """The kept session (JSON)."""
        row = self.connection.execute(
            select(sessions.c.jar).where(sessions.c.board == board, sessions.c.account == account)
        ).first()
        return None if row is None else row.jar

    def keep_jar(self, board: str, account: str, jar: str | None) -> None:
        """Keep the session."""
        where = and_(sessions.c.board == board, sessions.c.account == account)
        done = self.connection.execute(update(sessions).where(where).values(jar=jar))
        if not done.rowcount:
            self.connection.execute(insert(sessions).values(board=board, account=account, jar=jar))
