"""Pages of the history: the games and events that somebody asks for, from a cursor on, each once and none missed.

A page looks through a limited number of games and events, so one that finds little may be short, even empty, and its
cursor has moved on all the same. What it holds is limited, too.
"""

import logging
from collections.abc import AsyncIterator
from typing import Generic, TypeVar
from uuid import UUID

from msgspec import Struct

from projections.history import EventRow, GameRow
from service.history.cursors import MOST_LEFT_OUT, HistoryCursor, LeftOut
from service.history.port import WINDOW, GameFilter, HistoryStore
from service.store import EventStore, LogCorrupt
from service.store.port import FIRST_EPOCH

log = logging.getLogger(__name__)

T = TypeVar("T")

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


class OpenEvent(EventRow, frozen=True, kw_only=True):
    """An event of a game whose record is open, with the tournament of its table; None: it is of none."""

    tournament_id: UUID | None


class LedgerLost(Exception):
    """What a reader has seen of the history after the number of a valid `cursor` is lost."""

    def __init__(self, cursor: HistoryCursor) -> None:
        super().__init__(f"the history after game {cursor.number} is lost")
        self.cursor = cursor


class NotRead(Exception):
    """Nobody can have read so far: the history goes up to `number`."""

    def __init__(self, number: int) -> None:
        super().__init__(f"the history has {number} games")
        self.number = number


class Walk:
    """A walk through the games that are wanted, after a cursor, `at_once` of them at a time; `cursor` is where it is.

    A game whose cards are played again at another table is left out, and comes first when that is over.
    """

    def __init__(
        self, history: HistoryStore, event_log: EventStore, wanted: GameFilter, after: HistoryCursor, at_once: int
    ) -> None:
        self._history = history
        self._event_log = event_log
        self._wanted = wanted
        self._after = after
        self._at_once = at_once
        self._number, self._version, self._epoch = after.number, after.version, event_log.epoch
        self._left_out = {each.number: each.version for each in after.left_out}
        """By number of a game up to which version it was read before."""
        self._last = 0
        self._may_have_late = False
        self._is_held_back = False

    async def games(self) -> AsyncIterator[GameRow]:
        """Yield games, first those that were left out before. Raises `LedgerLost` and `NotRead`."""
        await self._look_up()
        async for game in self._once_left_out():
            yield game
        begun = number = self._number - 1 if self._version else self._number
        while number < min(self._last, begun + MOST_GAMES):
            up_to = min(number + WINDOW, self._last)
            found = await self._history.games(self._wanted, number, up_to, self._at_once)
            for game in found:
                if await self._is_open(game):
                    yield game
                elif len(self._left_out) < MOST_LEFT_OUT:
                    self._left_out[game.number] = self.read_of(game)
                    self._number, self._version = game.number, 0
                else:
                    self._is_held_back = True
                    return
                number = game.number
            if len(found) < self._at_once:
                number = up_to
                self._number, self._version = up_to, 0

    def note(self, game: GameRow, version: int) -> None:
        """Note up to which version the game that came last is read now."""
        if game.number not in self._left_out:
            self._number, self._version = game.number, version % game.events
        elif version == game.events:
            del self._left_out[game.number]
        else:
            self._left_out[game.number] = version

    @property
    def has_more(self) -> bool:
        """Whether there is, or may be, more that can be read now."""
        is_behind = self._number < self._last or self._version > 0
        return self._may_have_late or (is_behind and not self._is_held_back)

    async def _look_up(self) -> None:
        """Look up how far the history goes, and whether the cursor is of it."""
        epoch, last = self._event_log.epoch, await self._history.last_number()
        if self._after.epoch != epoch:
            common = min(last, await self._history.in_common(self._after.epoch))
            if self._after.number > common:
                kept = tuple(each for each in self._after.left_out if each.number <= common)
                raise LedgerLost(HistoryCursor(common, 0, epoch, kept))
        self._epoch = epoch
        if self._after.number > last:
            raise NotRead(last)
        self._last = last

    async def _once_left_out(self) -> AsyncIterator[GameRow]:
        self._may_have_late = True
        for number in list(self._left_out):
            for game in await self._history.games(self._wanted, number - 1, number):
                if await self._is_open(game):
                    yield game
        self._may_have_late = False

    async def _is_open(self, game: GameRow) -> bool:
        """Return whether everybody may still see the cards of a game: they may be played again at another table."""
        return game.deal_kind == "drawn" or await self._event_log.record_open(game.table_id)

    def read_of(self, game: GameRow) -> int:
        """Return up to which version a game was read before."""
        return self._left_out.get(game.number, self._version if game.number == self._number else 0)

    @property
    def cursor(self) -> HistoryCursor:
        """Where it is now, in the epoch in which it began: the log may have another one by now."""
        left_out = tuple(LeftOut(*each) for each in self._left_out.items())
        return HistoryCursor(self._number, self._version, self._epoch, left_out)


async def games_page(walk: Walk, limit: int) -> HistoryPage[GameRow]:
    """Return a page of at most `limit` games. Raises `LedgerLost` and `NotRead`."""
    rows: list[GameRow] = []
    async for game in walk.games():
        rows.append(game)
        walk.note(game, game.events)
        if len(rows) == limit:
            break
    return HistoryPage(rows, walk.cursor, walk.has_more)


class Events:
    """The events of games, read `at_once` at a time; `of_type` are those that are wanted, None: all."""

    def __init__(self, history: HistoryStore, event_log: EventStore, of_type: str | None, at_once: int) -> None:
        self._history = history
        self._event_log = event_log
        self._of_type = of_type
        self._at_once = at_once
        self.rows: list[OpenEvent] = []
        self._looked_at = 0
        self._bytes = 0

    def is_full(self, limit: int) -> bool:
        """Return whether a page has as much as it may."""
        return len(self.rows) >= limit or self._looked_at >= MOST_EVENTS or self._bytes >= MOST_BYTES

    async def take(self, game: GameRow, after: int, limit: int) -> int:
        """Add events of a game after a version until the page is full; return up to which version they are."""
        seats = await self._history.seats([game.number])
        players = {each.seat: each.player for each in seats}
        while after < game.events and not self.is_full(limit):
            events = await self._event_log.read(game.table_id, after, min(after + self._at_once, game.events))
            if not events:
                self._must_have_lost(game)
                return game.events
            for event in events:
                after = event.version
                self._looked_at += 1
                if self._of_type in (None, event.type):
                    self._bytes += len(event.event) + len(event.command or b"")
                    self.rows.append(
                        OpenEvent(
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
                            tournament_id=game.tournament_id,
                        )
                    )
                if self.is_full(limit):
                    break
        return after

    def _must_have_lost(self, game: GameRow) -> None:
        """Raise `LogCorrupt` for a game whose events are not there, unless a shard of the log may have lost its end.

        Then the history, which lies beside another shard, has games that the log lacks: readers skip them.
        """
        if self._event_log.epoch.number == FIRST_EPOCH.number:
            raise LogCorrupt(f"table {game.table_id} has lost events")
        log.warning("A game of the history has events that the log has lost", extra={"number": game.number})


async def events_page(walk: Walk, events: Events, limit: int) -> HistoryPage[OpenEvent]:
    """Return a page of at most `limit` events. Raises `LedgerLost` and `NotRead`."""
    async for game in walk.games():
        walk.note(game, await events.take(game, walk.read_of(game), limit))
        if events.is_full(limit):
            break
    return HistoryPage(events.rows, walk.cursor, walk.has_more)
