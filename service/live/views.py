"""Looking at tables: who may, and what they see, from memory, from Redis or from the log."""

import asyncio
from itertools import islice
from uuid import UUID

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from domain.table import DecisionLapsed, Snapshot, Table, TableSettings
from projections.feed import FeedEntry, seen_by
from projections.items import UNSEEN, Sight, follow
from projections.seat_view import seat_view
from service.accounts.port import Account
from service.live.tables import LiveTable, Tables
from service.live.view_cache import ViewCache
from service.live.wakeups import Wakeups
from service.runtime.metrics import OPEN_LONG_POLLS, VIEW_CACHE

encoder = msgspec.json.Encoder(order="deterministic")
"""What comes from a request and what comes from the log have their keys in one order: an ETag stands for bytes."""


class UnknownVersion(Exception):
    """Whoever asks has not seen such a version; `present` is the one that she sees."""

    def __init__(self, present: int) -> None:
        super().__init__(f"the versions of the table are 1 to {present}")
        self.present = present


class NotForYou(Exception):
    """A private table, and somebody who neither sits there nor has opened it."""


class Viewer(Struct, frozen=True):
    """From where somebody looks at a table: a seat (None: a spectator), and so many moves late."""

    seat: int | None
    delay: int = 0


def outlook(table: Table, account: Account) -> Viewer:
    """Return from where an account sees what all may see who know the table's id: its head."""
    seat = table.seat_of(account.player)
    spectator = seat is None and account.role == "player"
    return Viewer(seat, table.settings.spectator_delay if spectator else 0)


def viewer_of(snapshot: Snapshot, account: Account) -> Viewer:
    """Return from where an account watches the table. Raises `NotForYou`."""
    table, player = snapshot.table, account.player
    viewer = outlook(table, account)
    if viewer.seat is not None or account.role != "player":
        return viewer
    closed = table.visibility == "private" or (not table.settings.spectators and table.started_at is not None)
    if closed and player != table.creator and player not in table.guests:
        raise NotForYou
    return viewer


def shown_version(live: LiveTable, viewer: Viewer) -> int:
    """Return the version that the viewer sees: the present one, or that before the last moves if she sees them late.

    What is done for a seat whose time is over is a move, too. It never goes back: until so many moves are made, it is
    the version before the first of them.
    """
    if not viewer.delay or live.snapshot.table.finished_at is not None:
        return live.version
    decided = (each for each in reversed(live.history) if each.mover is not None or type(each.event) is DecisionLapsed)
    late = list(islice(decided, viewer.delay))
    return late[-1].version - 1 if late else live.version


def head_of(live: LiveTable, account: Account) -> Snapshot:
    """Return the table at the version that an account sees, for its head."""
    return live.at(shown_version(live, outlook(live.snapshot.table, account)))


class Views:
    """The views and feeds of tables, each as the caller may see it."""

    def __init__(self, tables: Tables, wakeups: Wakeups, cache: ViewCache | None) -> None:
        self._tables = tables
        self._wakeups = wakeups
        self._cache = cache

    async def view(self, game: UUID, account: Account) -> tuple[int, bytes]:
        """Return the version that the caller sees and the encoded view. Raises `UnknownTable` or `NotForYou`."""
        version = await self._tables.head(game)
        live = self._tables.held(game)
        if self._cache is not None and (live is None or live.version < version):
            document = await self._cache.get(game, version, account.player)
            VIEW_CACHE.labels("miss" if document is None else "hit").inc()
            if document is not None:
                return version, document
        if live is None or live.version < version:
            live = await self._tables.present(game)
        return self.shown(live, account)

    def own(self, game: UUID, player: UUID) -> tuple[int, Raw | UnsetType]:
        """Return the version of a table in memory, and the encoded view of a player who sits there."""
        live = self._tables.held(game)
        if live is None:
            return 0, UNSET
        seat = live.snapshot.table.seat_of(player)
        return live.version, UNSET if seat is None else Raw(encoded(live, live.version, seat))

    def shown(self, live: LiveTable, account: Account) -> tuple[int, bytes]:
        """Return the version of a table in memory that the caller sees, and the encoded view. Raises `NotForYou`."""
        viewer = viewer_of(live.snapshot, account)
        version, seat = shown_version(live, viewer), viewer.seat
        if viewer.delay:
            return version, encoded(live, version, seat)
        known, document = live.views.get(seat, (0, b""))
        if known != version:
            document = encoded(live, version, seat)
            live.views[seat] = version, document
            self._keep(live, account, seat, document)
        return version, document

    def _keep(self, live: LiveTable, account: Account, seat: int | None, document: bytes) -> None:
        """Keep a view for the other processes; what spectators see only where all may look at once."""
        table = live.snapshot.table
        open_to_all = table.visibility == "public" and table.settings == TableSettings()
        if self._cache is not None and (seat is not None or open_to_all):
            self._cache.put(
                live.table_id, live.version, table.seats, None if seat is None else account.player, document
            )

    async def view_at(self, game: UUID, account: Account, version: int) -> bytes:
        """Return the encoded view as it was at a version. Raises `UnknownTable`, `NotForYou` or `UnknownVersion`."""
        live = await self._tables.present(game)
        viewer = viewer_of(live.snapshot, account)
        if not 1 <= version <= shown_version(live, viewer):
            raise UnknownVersion(shown_version(live, viewer))
        return encoded(live, version, viewer.seat)

    async def feed(self, game: UUID, account: Account, after: int, limit: int, wait: float) -> tuple[FeedEntry, ...]:
        """Return the events after a version, at most `limit`, as the caller sees them.

        If there are none yet, waits up to `wait` seconds for one. Raises `UnknownTable` or `NotForYou`, and
        `UnknownVersion` for a version that the caller cannot have seen yet.
        """
        with self._wakeups.listening(game) as woken:
            live = await self._tables.present(game)
            viewer = viewer_of(live.snapshot, account)
            shown = shown_version(live, viewer)
            if shown < after:
                raise UnknownVersion(shown)
            if shown == after and wait and not live.snapshot.table.finished_at:
                with OPEN_LONG_POLLS.track_inprogress():
                    live = await self._wait_for(live, woken, viewer, after, wait)
                viewer = viewer_of(live.snapshot, account)  # the seat may be somebody else's by now
        return seen_by(viewer.seat, live.since(after)[: max(0, min(limit, shown_version(live, viewer) - after))])

    async def _wait_for(
        self, live: LiveTable, woken: asyncio.Event, viewer: Viewer, after: int, wait: float
    ) -> LiveTable:
        try:
            async with asyncio.timeout(wait):
                while shown_version(live, viewer) <= after and not self._wakeups.closed:
                    await woken.wait()
                    woken.clear()
                    live = await self._tables.present(live.table_id)
        except TimeoutError:
            pass
        return live

    def close(self) -> None:
        """Answer everybody who still waits, and let nobody wait any more."""
        self._wakeups.close()


def encoded(live: LiveTable, version: int, seat: int | None) -> bytes:
    """Return the encoded view of a seat (None: of spectators) at a version."""
    snapshot = live.snapshot if version == live.version else live.at(version)
    return encoder.encode(seat_view(live.table_id, snapshot, seat, sight_of(live, version, seat)))


def sight_of(live: LiveTable, version: int, seat: int | None) -> Sight:
    """Return the ids of the cards that a seat sees at a version, by following them from the last version known.

    That is the last one of this deal that was looked at as the present, or as the past: who looks at a whole game again
    does it version by version.
    """
    dealt = live.dealt_before(version)
    known, sight = max(0, dealt - 1), UNSEEN
    for when in ("past", "present"):
        followed, seen = live.sights.get((seat, when), (0, UNSEEN))
        if dealt <= followed <= version and followed > known:
            known, sight = followed, seen
    for entry, after in live.since(known, version):
        if after.state is not None:
            rules = after.table.rules
            sight = follow(sight, rules.layout(after.view(seat), seat), entry.version)
    live.sights[seat, "present" if version == live.version else "past"] = version, sight
    return sight
