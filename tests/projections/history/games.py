"""Games in memory as the history takes them: recordings of random players, and the rows that they give."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from domain import table
from domain.table import TableSettings, as_bot
from projections.history import Opening, Rows, rows_of
from tests.recording import AT, GAME, PLAYERS, Recording, opening

OPENING = Opening(7, GAME, AT + 10**9)
LIMIT = 10_000
BOT = as_bot(UUID("00000000-0000-4000-8000-00000000b000"))


def rows(recording: Recording) -> Rows:
    """Return what a recording gives."""
    return rows_of(OPENING, zip(recording.entries, recording.snapshots, strict=True), recording.hashes()[-1])


def table_of(
    game: str, people: int, settings: TableSettings | None = None, *, bots: int = 0, **given: Any
) -> Recording:
    """Return a table at which people have sat down, then a bot if asked for, and the house on the seats left."""
    recording = Recording()
    recording.do(opening(game, settings=settings or TableSettings(), **given), AT)
    for seat in range(len(recording.now.table.seats)):
        if seat < people:
            recording.do(table.TakeSeat(PLAYERS[seat]), AT)
        elif seat < people + bots:
            recording.do(table.TakeSeat(BOT), AT)
        else:
            recording.do(table.SeatHouse(PLAYERS[0], "random"), AT)
    return recording


def moves(recording: Recording, times: Iterable[int]) -> Recording:
    """Let the first seat that may act make the first move that it is offered, at each of these times in ms."""
    for at in times:
        now = recording.now
        seat = now.to_act[0]
        decision = now.offered(seat)
        assert decision is not None
        recording.act(seat, decision.moves[0], at)
    return recording


def to_the_end(recording: Recording) -> Recording:
    """Let nobody do anything any more: all that happens is done by the clock."""
    while (due := recording.now.due) is not None:
        recording.do(table.Tick(), due)
    return recording
