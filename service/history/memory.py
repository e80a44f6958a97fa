"""The history in the memory of one process, over any log: for tests. It derives whatever has opened when it is read."""

import asyncio
from collections import Counter
from collections.abc import Collection, Sequence
from uuid import UUID

import msgspec

from projections.history import GameRow, Opening, Rows, SeatRow
from service.history.port import LAST_NUMBER, WINDOW, GameFilter, Refusals
from service.history.reading import rows_from_log
from service.store import LANES, Epoch, EventStore, StoredEvent

ENDS = frozenset({"game_finished", "table_aborted"})
"""The events that end a game."""

PAGE = 500


class MemoryHistory:
    """A `HistoryStore` that is gone with its process."""

    def __init__(self, event_log: EventStore) -> None:
        self._event_log = event_log
        self._lock = asyncio.Lock()
        self._cursors = dict.fromkeys(range(LANES), 0)
        self._waiting: dict[UUID, None] = {}
        self._openings: list[Opening] = []
        self._begun: dict[Epoch, int] = {}
        """By epoch of the log, the number of the last opening when it began."""
        self._rows: list[Rows] = []
        self.refusals: Counter[tuple[str, str, str]] = Counter()

    async def follow(self) -> bool:
        """Look for games whose record has opened; see `HistoryStore.follow`."""
        async with self._lock:
            await self._begin_epoch()
            ended: list[StoredEvent] = []
            for lane, position in (await self._event_log.lane_positions()).items():
                while self._cursors[lane] < position:
                    events = await self._event_log.read_lane(lane, self._cursors[lane], PAGE)
                    ended += [event for event in events if event.type in ENDS]
                    self._cursors[lane] = events[-1].position
            ended.sort(key=lambda event: event.at)
            self._waiting |= dict.fromkeys(event.table_id for event in ended)
            for table_id in list(self._waiting):
                if await self.has_opened(table_id):
                    del self._waiting[table_id]
                    self._openings.append(Opening(len(self._openings) + 1, table_id, 0))
        return False

    async def has_opened(self, table_id: UUID) -> bool:
        """Return whether the record of a game that is over is open."""
        return await self._event_log.record_open(table_id)

    async def _begin_epoch(self) -> None:
        """Forget what a new epoch of the log does not have any more."""
        if self._event_log.epoch in self._begun:
            return
        positions = await self._event_log.lane_positions()
        self._cursors = {lane: min(self._cursors[lane], position) for lane, position in positions.items()}
        heads = await self._event_log.heads([each.table_id for each in self._openings])
        kept = [heads.get(rows.game.table_id, 0) >= rows.game.events for rows in self._rows]
        number = kept.index(False) if False in kept else len(kept)
        self._waiting |= {rows.game.table_id: None for rows, is_there in zip(self._rows, kept, strict=True) if is_there}
        del self._openings[number:], self._rows[number:]
        for each in self._openings:
            del self._waiting[each.table_id]
        self._begun[self._event_log.epoch] = number

    async def in_common(self, epoch: Epoch) -> int:
        """Return up to which number the ledger is that of an epoch; see `HistoryStore.in_common`."""
        later = [number for each, number in self._begun.items() if each.number > epoch.number]
        return min(later, default=LAST_NUMBER) if epoch in self._begun else 0

    async def _catch_up(self) -> None:
        await self.follow()
        async with self._lock:
            for opening in self._openings[len(self._rows) :]:
                self._rows.append(await rows_from_log(self._event_log, opening))

    async def openings(self, after: int, limit: int) -> list[Opening]:
        """Return the openings after a number, in order, at most `limit`."""
        return self._openings[after : after + limit]

    async def last_number(self) -> int:
        """Return the number up to which games can be read; 0: none can."""
        await self._catch_up()
        return len(self._rows)

    async def games(self, wanted: GameFilter, after: int, up_to: int, limit: int = WINDOW) -> list[GameRow]:
        """Return the games between two numbers that are wanted; see `HistoryStore.games`."""
        return [rows.game for rows in self._rows[after:up_to] if is_wanted(wanted, rows)][:limit]

    async def seats(self, numbers: Collection[int]) -> list[SeatRow]:
        """Return the seats of games, by number and seat."""
        return [seat for number in sorted(numbers) for seat in self._rows[number - 1].seats]

    async def rows(self, after: int, up_to: int) -> list[Rows]:
        """Return all that is derived from the games between two numbers; see `HistoryStore.rows`."""
        await self._catch_up()
        return self._rows[after:up_to]

    async def add_refusals(self, counted: Sequence[Refusals]) -> None:
        """Add counts of refused moves to those that are there."""
        for each in counted:
            self.refusals[each.day, each.game, each.code] += each.count


def is_wanted(wanted: GameFilter, rows: Rows) -> bool:
    """Return whether a game is one of those that are asked for."""
    game = rows.game
    exactly = (
        (wanted.game, game.game),
        (wanted.rules_version, game.rules_version),
        (wanted.tournament, game.tournament_id),
    )
    options = msgspec.json.decode(game.options)
    return (
        all(asked in (None, there) for asked, there in exactly)
        and (wanted.since is None or game.finished_at >= wanted.since)
        and (wanted.until is None or game.finished_at < wanted.until)
        and any(wanted.player in (None, each.player) and wanted.kind in (None, each.kind) for each in rows.seats)
        and all(name in options and options[name] == value for name, value in wanted.options.items())
        and (wanted.viewer is None or rows.audience.for_all or wanted.viewer in rows.audience.concerned)
    )
