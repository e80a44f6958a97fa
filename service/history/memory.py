"""The history in the memory of one process, over any log: for tests. It derives whatever has opened when it is read."""

import asyncio
from collections import Counter
from collections.abc import Collection, Sequence
from uuid import UUID

import msgspec

from projections.history import GameRow, Opening, Rows, SeatRow
from service.history.port import Refusals, Wanted
from service.history.reading import rows_from_log
from service.store import LANES, EventStore

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
        self._rows: list[Rows] = []
        self.refusals: Counter[tuple[str, str, str]] = Counter()

    async def follow(self, at: int) -> bool:
        """Look for games whose record has opened; see `HistoryStore.follow`."""
        async with self._lock:
            for lane, position in (await self._event_log.lane_positions()).items():
                while self._cursors[lane] < position:
                    events = await self._event_log.read_lane(lane, self._cursors[lane], PAGE)
                    self._waiting |= dict.fromkeys(event.table_id for event in events if event.type in ENDS)
                    self._cursors[lane] = events[-1].position
            for table_id in list(self._waiting):
                if await self._event_log.record_open(table_id):
                    del self._waiting[table_id]
                    self._openings.append(Opening(len(self._openings) + 1, table_id, at))
        return False

    async def _catch_up(self) -> None:
        await self.follow(0 if not self._openings else self._openings[-1].opened_at)
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

    async def games(self, wanted: Wanted, after: int, up_to: int) -> list[GameRow]:
        """Return the games between two numbers that are wanted; see `HistoryStore.games`."""
        return [rows.game for rows in self._rows[after:up_to] if is_wanted(wanted, rows)]

    async def seats(self, numbers: Collection[int]) -> list[SeatRow]:
        """Return the seats of games, by number and seat."""
        return [seat for number in sorted(numbers) for seat in self._rows[number - 1].seats]

    async def rows(self, after: int, up_to: int) -> list[Rows]:
        """Return all that is derived of the games between two numbers; see `HistoryStore.rows`."""
        await self._catch_up()
        return self._rows[after:up_to]

    async def add_refusals(self, counted: Sequence[Refusals]) -> None:
        """Add counts of refused moves to those that are there."""
        for each in counted:
            self.refusals[each.day, each.game, each.code] += each.count


def is_wanted(wanted: Wanted, rows: Rows) -> bool:
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
