"""Looking at tables: who may, and what they see, from memory, from Redis or from the log."""

import asyncio
from uuid import UUID

import msgspec

from domain.table import Snapshot
from projections.cache import ViewCache
from projections.feed import FeedEntry, seen_by
from projections.seat_view import seat_view
from service.accounts import Account
from service.metrics import OPEN_LONG_POLLS, VIEW_CACHE
from service.tables import LiveTable, Tables
from service.wakeups import Wakeups

encoder = msgspec.json.Encoder(order="deterministic")
"""What comes from a request and what comes from the log have their keys in one order: an ETag stands for bytes."""


class UnknownVersion(Exception):
    """The table has not had such a version; it holds the present one."""

    def __init__(self, present: int) -> None:
        super().__init__(f"the versions of the table are 1 to {present}")
        self.present = present


class NotForYou(Exception):
    """A private table, and somebody who neither sits there nor has opened it."""


def must_be_allowed(snapshot: Snapshot, account: Account) -> int | None:
    """Return the seat that the account sees the table from; None: as a spectator. Raises `NotForYou`."""
    table = snapshot.table
    seat = table.seat_of(account.player)
    if seat is None and table.visibility == "private" and account.player != table.creator and account.role == "player":
        raise NotForYou
    return seat


class Views:
    """The views and feeds of tables, each as the caller may see it."""

    def __init__(self, tables: Tables, wakeups: Wakeups, cache: ViewCache | None) -> None:
        self._tables = tables
        self._wakeups = wakeups
        self._cache = cache
        self._closing = False

    async def view(self, game: UUID, account: Account) -> tuple[int, bytes]:
        """Return the present version and the encoded view. Raises `UnknownTable` or `NotForYou`."""
        version = await self._tables.head(game)
        live = self._tables.held(game)
        if self._cache is not None and (live is None or live.version < version):
            document = await self._cache.get(game, version, account.player)
            VIEW_CACHE.labels("miss" if document is None else "hit").inc()
            if document is not None:
                return version, document
        if live is None or live.version < version:
            live = await self._tables.present(game)
        return live.version, self._document(live, account)

    def _document(self, live: LiveTable, account: Account) -> bytes:
        snapshot = live.snapshot
        seat = must_be_allowed(snapshot, account)
        version, document = live.views.get(seat, (0, b""))
        if version != snapshot.version:
            document = encoder.encode(seat_view(live.game, snapshot, seat))
            live.views[seat] = snapshot.version, document
            if self._cache is not None and (seat is not None or snapshot.table.visibility == "public"):
                viewer = None if seat is None else account.player
                self._cache.put(live.game, snapshot.version, snapshot.table.seats, viewer, document)
        return document

    async def view_at(self, game: UUID, account: Account, version: int) -> bytes:
        """Return the encoded view as it was at a version. Raises `UnknownTable`, `NotForYou` or `UnknownVersion`."""
        live = await self._tables.present(game)
        seat = must_be_allowed(live.snapshot, account)
        if not 1 <= version <= live.version:
            raise UnknownVersion(live.version)
        return encoder.encode(seat_view(game, live.at(version), seat))

    async def feed(self, game: UUID, account: Account, after: int, limit: int, wait: float) -> tuple[FeedEntry, ...]:
        """Return the events after a version, at most `limit`, as the caller sees them.

        If there are none yet, waits up to `wait` seconds for one. Raises `UnknownTable` or `NotForYou`, and
        `UnknownVersion` for a version that nobody can have seen yet.
        """
        with self._wakeups.listening(game) as woken:
            live = await self._tables.present(game)
            seat = must_be_allowed(live.snapshot, account)
            if live.version < after:
                raise UnknownVersion(live.version)
            if live.version == after and wait and not live.snapshot.table.finished_at:
                with OPEN_LONG_POLLS.track_inprogress():
                    live = await self._wait_for(live, woken, after, wait)
                seat = must_be_allowed(live.snapshot, account)  # the seat may be somebody else's by now
        return seen_by(seat, live.since(after)[:limit])

    async def _wait_for(self, live: LiveTable, woken: asyncio.Event, after: int, wait: float) -> LiveTable:
        try:
            async with asyncio.timeout(wait):
                while live.version <= after and not self._closing:
                    await woken.wait()
                    woken.clear()
                    live = await self._tables.present(live.game)
        except TimeoutError:
            pass
        return live

    def close(self) -> None:
        """Answer everybody who still waits, and let nobody wait any more."""
        self._closing = True
        self._wakeups.wake_all()
