"""Decks that several tables play: a player at one of them neither sits at another nor watches one.

Only operators give decks, so few tables are asked about here.
"""

import asyncio
import sys
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from uuid import UUID

from domain.table import Snapshot, Table, alike, deck_digest
from service.accounts.port import Account
from service.live.history import History
from service.live.pace import Pace
from service.live.single_flight import SingleFlight
from service.live.turns import Turns
from service.live.viewers import NotForYou, Viewer, left_at, shown_version, viewer_of
from service.play.engine import UnknownTable
from service.play.stream import NotReadable
from service.store import EventStore, LogCorrupt
from service.store.lobby_row import TableOfDecks


class SharedDecks:
    """Which tables share decks, and who knows which. Everything raises `StoreUnavailable`."""

    def __init__(self, event_log: EventStore, history: History, pace: Pace) -> None:
        self._event_log = event_log
        self._history = history
        self._pace = pace
        self._single_flight = SingleFlight()
        self._turns = Turns(pace)
        self._players: dict[str, set[UUID]] = {}
        self._read: Mapping[Hashable, Mapping[str, Sequence[str]]] = {}
        """The decks that were read of tables that go on, by the tables with the digests of what they have."""
        self._look_at = 0.0

    async def viewer(self, table_id: UUID, snapshot: Snapshot, account: Account) -> Viewer:
        """Return from where an account sees a table, as `viewer_of` does.

        A table of a tournament that is over may be seen by all, once its record is open: the log is asked each time, so
        the end of a round opens all its tables at once, in all processes. Raises `NotForYou` also for one who watches a
        game whose deck they play at another table, as a stranger may.
        """
        table = snapshot.table
        if table.tournament is not None and table.finished_at is not None and await self.has_opened(table_id, table):
            return Viewer(table.seat_of(account.player))
        viewer = viewer_of(snapshot, account)
        if viewer.seat is None and table.has_known_decks and table.started_at is not None:
            if account.is_stranger and not await self.has_opened(table_id, table):
                raise NotForYou("same_deck")
            players = await self._by_deck()
            if any(account.player in players.get(digest, ()) for digest in table.deck_digests):
                raise NotForYou("same_deck")
        return viewer

    async def last_seen(self, table_id: UUID, account: Account) -> int | None:
        """Return the last version of a table that an account may have seen; None: the table cannot be read here.

        If a table is not open to them, they have seen it until they stood up. If they never sat there it is 0, as for a
        table that does not exist: nothing tells the two apart.
        """
        return await self._history.in_one(partial(self._last_seen, table_id, account))

    async def _last_seen(self, table_id: UUID, account: Account) -> int | None:
        try:
            snapshot = await self._history.current(table_id)
        except UnknownTable:
            return 0
        except (NotReadable, LogCorrupt):  # the stream says so itself
            return None
        try:
            viewer = await self.viewer(table_id, snapshot, account)
            return await shown_version(self._history, table_id, snapshot, viewer)
        except NotForYou:
            return await left_at(self._history, table_id, snapshot, account.player)

    async def has_opened(self, table_id: UUID, table: Table) -> bool:
        """Return whether no table goes on that shares a deck with this one, which is over."""
        return not table.deck_digests or await self._event_log.record_open(table_id)

    async def _by_deck(self) -> dict[str, set[UUID]]:
        """Return who sits at tables that go on, by digests of their decks; it may be as old as the pace says."""
        if asyncio.get_running_loop().time() >= self._look_at:
            await self._single_flight.share("players", self._look)
        return self._players

    async def _look(self) -> None:
        players = defaultdict[str, set[UUID]](set)

        def note(table: TableOfDecks) -> None:
            for digest in table.decks:
                players[digest] |= table.players

        async for _ in self._turns.through(map(note, await self._event_log.lobby.decks_going_on())):
            pass
        self._players = dict(players)
        self._look_at = asyncio.get_running_loop().time() + self._pace.decks_seconds

    async def known_to(self, player: UUID, table_id: UUID, table: Table) -> bool:
        """Return whether a player sits, or has played, at another table with a deck of this one.

        Those who sit at a fork have played it: only a player who still plays the deck elsewhere does not sit there.
        """
        if table.fork_of is not None:
            players = await self._by_deck() if table.decks else {}
            return any(player in players.get(digest, ()) for digest in table.deck_digests)
        return table.has_known_decks and await self._event_log.lobby.has_played(
            player, table.deck_digests, but=table_id
        )

    async def alike(self, decks: Sequence[Sequence[str]]) -> tuple[str, ...]:
        """Return the digests of decks of tables that go on which count as one with some decks, and are not the same."""
        others, read = dict[str, Sequence[str]](), dict[Hashable, Mapping[str, Sequence[str]]]()
        async for tables in self._turns.through(await self._event_log.lobby.decks_going_on()):
            for table in tables:
                if not others.keys() >= set(table.decks):
                    key = table.table_id, table.decks
                    read[key] = self._read.get(key) or await self._decks_of(table.table_id)
                    others |= read[key]
        self._read = read
        compared = (alike(decks, [other]) for other in others.values())
        found = {digest async for some in self._turns.through(compared) for near in some for digest in near}
        return tuple(sorted(found))

    async def _decks_of(self, table_id: UUID) -> Mapping[str, Sequence[str]]:
        """Return the decks that were given for a table, by their digests; none if it cannot be read.

        Those of thousands of tables are kept, with each card in memory once.
        """
        with suppress(UnknownTable, NotReadable, LogCorrupt):
            decks = (await self._history.current(table_id)).table.decks
            return {deck_digest(deck).hex(): tuple(map(sys.intern, deck)) for deck in decks}
        return {}
