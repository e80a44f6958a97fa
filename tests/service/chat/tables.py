"""Tables with a chat, at which games begin, without any log."""

from functools import cache
from typing import Any
from uuid import UUID

from msgspec.structs import replace

from domain.table import Snapshot, StartGame, TableSettings
from tests.recording import AT, PLAYERS, seated

ADA, SEER = UUID(int=1), UUID(int=99)


@cache
def started(game: str, *, begun: bool) -> Snapshot:
    """Return a table of a game where all sit, and whose game has begun or not."""
    recording = seated(game)
    if begun:
        recording.do(StartGame(PLAYERS[0]), AT + 20)
    return recording.now


def snapshot(game: str = "honors_4", *, begun: bool = True, ended_at: int | None = None, **table: Any) -> Snapshot:
    """Return a table with a chat, whose game has begun, or has ended without a result."""
    now = started(game, begun=begun)
    settings = TableSettings(chat="text")
    return replace(now, table=replace(now.table, settings=settings, finished_at=ended_at, **table))
