"""Pages of the history: the games and events that somebody asks for, from a cursor on, each once and none missed.

A page looks through a limited number of games and events, so one that finds little may be short, even empty, and its
cursor has moved on all the same. What it holds is limited, too.
"""

from collections.abc import AsyncIterator
from typing import Generic, TypeVar

from msgspec import Struct

from projections.history import EventRow, GameRow
from service.history.cursors import MOST_LEFT_OUT, HistoryCursor
from service.history.port import WINDOW, HistoryStore, Wanted
from service.store import EventStore, LogCorrupt

T = TypeVar("T")

CHUNK = 100
"""Number of games, or of events, that are read at once: others have their turn between two."""
MOST_GAMES = 20_000
"""Maximum number of games that a page looks through."""
MOST_EVENTS = 20_000
"""Maximum number of events that a page looks through."""
MOST_BYTES = 2 * 2**20
"""Bytes of events after which a page ends."""


class HistoryPage(Struct, Generic[T], frozen=True):
    """Rows, the cursor after them, and whether there is more now."""

    rows: list[T]
    cursor: HistoryCursor
    more: bool


class LedgerLost(Exception):
    """What a reader has seen of the history after the number of a `cursor`, which is a good one, is lost."""

    def __init__(self, cursor: HistoryCursor) -> None:
        super().__init__(f"the history after game {cursor.number} is lost")
        self.cursor = cursor


class NotRead(Exception):
    """Nobody can have read so far: the history goes up to `number`."""

    def __init__(self, number: int) -> None:
        super().__init__(f"the history has {number} games")
        self.number = number


class Walk:
    """A walk through the games that are wanted, after a cursor; `cursor` is where it is."""

    def __init__(self, history: HistoryStore, event_log: EventStore, wanted: Wanted, after: HistoryCursor) -> None:
        self._history = history
        self._event_log = event_log
        self._wanted = wanted
        self._after = after
        self.number = after.number - 1 if after.version else after.number
        self.left_out = list(after.left_out)
        self.is_late = False
        """Whether its last game is one that was left out before."""
        self._last = 0
        self._is_held_back = False

    async def games(self) -> AsyncIterator[GameRow]:
        """Yield games, first those that were left out before. Raises `LedgerLost` and `NotRead`."""
        await self._look_up()
        async for game in self._once_left_out():
            self.is_late = True
            yield game
        self.is_late = False
        begun = self.number
        while self.number < min(self._last, begun + MOST_GAMES):
            up_to = min(self.number + WINDOW, self._last)
            found = await self._history.games(self._wanted, self.number, up_to, CHUNK)
            for game in found:
                if not await self._is_open(game):
                    if len(self.left_out) == MOST_LEFT_OUT or self._is_half_read(game):
                        self._is_held_back = True
                        return
                    self.left_out.append(game.number)
                    self.number = game.number
                else:
                    self.number = game.number
                    yield game
            if len(found) < CHUNK:
                self.number = up_to

    @property
    def has_more(self) -> bool:
        """Whether there are games after the last one, which can be read now."""
        return self.number < self._last and not self._is_held_back

    async def _look_up(self) -> None:
        """Look up how far the history goes, and whether the cursor is of it."""
        epoch, last = self._event_log.epoch, await self._history.last_number()
        if self._after.epoch != epoch:
            common = min(last, await self._history.in_common(self._after.epoch))
            if self._after.number > common:
                kept = tuple(each for each in self._after.left_out if each <= common)
                raise LedgerLost(HistoryCursor(common, 0, epoch, kept))
        if self._after.number > last:
            raise NotRead(last)
        self._last = last

    async def _once_left_out(self) -> AsyncIterator[GameRow]:
        for number in self._after.left_out:
            for game in await self._history.games(self._wanted, number - 1, number):
                if await self._is_open(game):
                    self.left_out.remove(number)
                    yield game

    async def _is_open(self, game: GameRow) -> bool:
        """Return whether everybody may still see the cards of a game: they may be played again at another table."""
        return game.deal_kind == "drawn" or await self._event_log.record_open(game.table_id)

    def _is_half_read(self, game: GameRow) -> bool:
        return bool(self._after.version) and game.number == self._after.number

    def read_of(self, game: GameRow) -> int:
        """Return up to which version a game was read before."""
        return self._after.version if self._is_half_read(game) else 0

    def cursor(self, version: int = 0) -> HistoryCursor:
        """Return where it is: after its last game, or after a version of that."""
        if self._is_held_back and self.number < self._after.number:
            return HistoryCursor(self._after.number, self._after.version, self._event_log.epoch, tuple(self.left_out))
        return HistoryCursor(self.number, version, self._event_log.epoch, tuple(self.left_out))


async def games_page(walk: Walk, limit: int) -> HistoryPage[GameRow]:
    """Return a page of at most `limit` games. Raises `LedgerLost` and `NotRead`."""
    rows: list[GameRow] = []
    async for game in walk.games():
        rows.append(game)
        if len(rows) == limit:
            break
    return HistoryPage(rows, walk.cursor(), walk.has_more)


class Events:
    """The events of games; `of_type` are those that are wanted, None: all."""

    def __init__(self, history: HistoryStore, event_log: EventStore, of_type: str | None) -> None:
        self._history = history
        self._event_log = event_log
        self._of_type = of_type
        self.rows: list[EventRow] = []
        self._looked_at = 0
        self._bytes = 0

    def is_full(self, limit: int) -> bool:
        """Return whether a page has as much as it may."""
        return len(self.rows) >= limit or self._looked_at >= MOST_EVENTS or self._bytes >= MOST_BYTES

    async def take(self, game: GameRow, after: int, limit: int | None) -> int:
        """Add events of a game after a version until the page is full; return up to which version they are.

        Without a limit, all of them are added.
        """
        seats = await self._history.seats([game.number])
        players = {each.seat: each.player for each in seats}
        while after < game.events and (limit is None or not self.is_full(limit)):
            events = await self._event_log.read(game.table_id, after, min(after + CHUNK, game.events))
            if not events:
                raise LogCorrupt(f"table {game.table_id} has lost events")
            for event in events:
                after = event.version
                self._looked_at += 1
                if self._of_type in (None, event.type):
                    self._bytes += len(event.event) + len(event.command or b"")
                    self.rows.append(
                        EventRow(
                            number=game.number,
                            table_id=game.table_id,
                            game=game.game,
                            version=event.version,
                            step=event.step,
                            seat=event.seat,
                            player=None if event.seat is None else players[event.seat],
                            type=event.type,
                            happened_at=event.at,
                            command=None if event.command is None else event.command.decode(),
                            event=event.event.decode(),
                        )
                    )
                if limit is not None and self.is_full(limit):
                    break
        return after


async def events_page(walk: Walk, events: Events, limit: int) -> HistoryPage[EventRow]:
    """Return a page of at most `limit` events, or of all of one game that was left out before.

    Raises `LedgerLost` and `NotRead`.
    """
    version = 0
    async for game in walk.games():
        before = len(events.rows)
        version = await events.take(game, walk.read_of(game), None if walk.is_late else limit)
        if walk.is_late and before and events.is_full(limit):
            del events.rows[before:]
            walk.left_out.append(game.number)
        if walk.is_late or version == game.events:
            version = 0
        if events.is_full(limit):
            break
    return HistoryPage(events.rows, walk.cursor(version), walk.has_more or version > 0)
