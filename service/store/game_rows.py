"""A game's own rows: its secret, the engine's events, the steps done, and small facts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from service.store.tables import events, facts, games, steps
from service.store.values import StoredEvent, StoredStep


class GameRows:
    """Games, events, steps, facts."""

    connection: Connection

    def secret(self, game: str) -> Mapping[str, Any] | None:
        """Seed, salt, identities of a game; None before it is set up."""
        row = self.connection.execute(select(games.c.secret).where(games.c.game == game)).first()
        return None if row is None else json.loads(row.secret)

    def keep_secret(self, game: str, secret: Mapping[str, Any], at: datetime) -> None:
        """Keep a game's secret; once."""
        self.connection.execute(insert(games).values(game=game, created_at=at, secret=_json(secret)))

    def append_events(
        self, game: str, step: str, at: datetime, new: Iterable[tuple[str, Mapping[str, Any]]]
    ) -> None:
        """Append the engine's events, numbered on."""
        last = self.connection.execute(select(func.max(events.c.seq)).where(events.c.game == game)).scalar()
        for seq, (kind, data) in enumerate(new, start=(last or 0) + 1):
            self.connection.execute(
                insert(events).values(game=game, seq=seq, at=at, step=step, kind=kind, data=_json(data))
            )

    def events(self, game: str, after: int = 0) -> tuple[StoredEvent, ...]:
        """The events of a game in order, those after a number."""
        rows = self.connection.execute(
            select(events).where(events.c.game == game, events.c.seq > after).order_by(events.c.seq)
        )
        return tuple(
            StoredEvent(seq=r.seq, at=r.at, step=r.step, kind=r.kind, data=json.loads(r.data)) for r in rows
        )

    def do_step(
        self,
        game: str,
        step: str,
        at: datetime,
        *,
        due: datetime | None = None,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        """Mark a step as done. The key is unique: a second time raises, and undoes the transaction."""
        self.connection.execute(
            insert(steps).values(game=game, step=step, at=at, due=due, data=_json(data or {}))
        )

    def change_step(self, game: str, step: str, data: Mapping[str, Any]) -> None:
        """Write what became known of a step afterwards."""
        self.connection.execute(
            update(steps).where(steps.c.game == game, steps.c.step == step).values(data=_json(data))
        )

    def undo_step(self, game: str, step: str) -> None:
        """Forget that a step was done (a ruling that was taken back)."""
        self.connection.execute(delete(steps).where(steps.c.game == game, steps.c.step == step))

    def steps(self, game: str) -> dict[str, StoredStep]:
        """Every step done, by its key."""
        rows = self.connection.execute(select(steps).where(steps.c.game == game).order_by(steps.c.at))
        return {r.step: StoredStep(step=r.step, at=r.at, due=r.due, data=json.loads(r.data)) for r in rows}

    def fact(self, scope: str, name: str) -> Any:
        """A small fact, or None."""
        row = self.connection.execute(
            select(facts.c.value).where(facts.c.scope == scope, facts.c.name == name)
        ).first()
        return None if row is None else json.loads(row.value)

    def facts(self, scope: str) -> dict[str, Any]:
        """All facts of one scope."""
        rows = self.connection.execute(select(facts.c.name, facts.c.value).where(facts.c.scope == scope))
        return {r.name: json.loads(r.value) for r in rows}

    def keep_fact(self, scope: str, name: str, value: object, at: datetime) -> None:
        """Set a small fact."""
        where = and_(facts.c.scope == scope, facts.c.name == name)
        done = self.connection.execute(update(facts).where(where).values(value=_json(value), at=at))
        if not done.rowcount:
            self.connection.execute(insert(facts).values(scope=scope, name=name, value=_json(value), at=at))


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
