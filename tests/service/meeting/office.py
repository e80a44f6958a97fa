"""Processes that bring players together, on one store of seeks and one log; each may die at any of its questions."""

from typing import Any
from uuid import UUID, uuid4

import msgspec

from domain import GAMES
from domain.table import TableSettings
from service.live.wakeups import Wakeups
from service.meeting.pairings import Pairings
from service.meeting.port import Sought
from service.meeting.seeks import Seeks
from service.play.engine import Engine
from tests.service.workers import SIGNER, Time


def sought(game: str = "honors_4", players: int = 2) -> Sought:
    """Return a game of this number of players to seek."""
    options = msgspec.to_builtins(GAMES[game].options({"players": players}))
    return Sought(game, options, TableSettings(turn_limit_ms=60_000))


class Office:
    """A process: what players ask of it, and what it does by itself when it looks."""

    def __init__(self, seeks: Any, log: Any, now: Time) -> None:
        self.now = now
        self.told: list[UUID] = []
        self.engine = Engine(log, SIGNER, now, lambda _: None)
        self.forgotten: set[UUID] = set()
        self.pairings = Pairings(
            seeks, self.engine, now, lambda: uuid4().bytes * 2, self._tell, is_forgotten=self._is_forgotten
        )
        self.wakeups = Wakeups(None, log)
        self.seeks = Seeks(seeks, self.pairings, self.wakeups, now)

    async def _is_forgotten(self, player: UUID) -> bool:
        return player in self.forgotten

    def _tell(self, table: UUID, *players: UUID) -> None:
        self.told += players
