"""Looking at tables: what an account sees of them, from memory, from Redis or from the log."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from functools import partial
from typing import TypeAlias
from uuid import UUID

from msgspec import UNSET, Raw, UnsetType
from msgspec.structs import replace

from domain.table import Entry, Snapshot
from projections.feed import FeedEntry, seen_by, with_moves
from projections.motion import Motion
from projections.seat_view import Perspective, seat_view
from service.accounts.port import Account
from service.live.cursors import Cursor, must_go_on
from service.live.history import AnotherHistory, History
from service.live.lines import EndLine, EventLine, ViewLine
from service.live.memory import Memory, Shelf
from service.live.named import Named, encoder
from service.live.pace import PACE, Pace
from service.live.shared_decks import SharedDecks
from service.live.sights import Sights
from service.live.single_flight import SingleFlight
from service.live.step_ends import at, walk
from service.live.steps import ReplayRange, Steps, step_of
from service.live.table_lines import TO_COME, TableLines
from service.live.view_cache import ViewCache, key
from service.live.viewers import UnknownVersion, Viewer, shown_version
from service.live.wakeups import Wakeups, Woken
from service.runtime.metrics import OPEN_LONG_POLLS, VIEW_CACHE
from service.store import LogCorrupt

BYTES_OF_VIEW = 300
"""Bytes in memory of a view, without its own."""

Found: TypeAlias = Callable[[int], Awaitable[None]]
"""Is told how many events or tables there are, before they are read; it may refuse that by an exception."""


async def unhindered(_: int) -> None:
    """Let any number be read."""


class Views:
    """The views and feeds of tables, each as the caller may see it.

    What is kept, here or in Redis, has no names: they are put into what is returned.
    """

    def __init__(
        self,
        history: History,
        memory: Memory,
        wakeups: Wakeups,
        cache: ViewCache | None,
        decks: SharedDecks,
        *,
        named: Named,
        pace: Pace = PACE,
    ) -> None:
        self._history = history
        self._pace = pace
        self.decks = decks
        self.named = named
        self._sights = Sights(history, memory)
        self.steps = Steps(history, self._sights, memory)
        self._cached: Shelf[tuple[int, bytes]] = Shelf(memory, "view")
        self._single_flight = SingleFlight()
        self._wakeups = wakeups
        self._cache = cache

    async def view(self, table_id: UUID, account: Account) -> tuple[int, bytes]:
        """Return the version that the caller sees and the encoded view. Raises `UnknownTable` or `NotForYou`."""
        return await self._history.in_one(partial(self._view, table_id, account))

    async def _view(self, table_id: UUID, account: Account) -> tuple[int, bytes]:
        epoch = self._history.epoch
        version = await self._history.head(table_id)
        snapshot = self._history.cached(table_id)
        if snapshot is None or snapshot.version < version:
            if self._cache is not None:
                document = await self._cache.get(key(table_id, version, epoch), account.player)
                VIEW_CACHE.labels("miss" if document is None else "hit").inc()
                if document is not None and self._history.epoch == epoch:
                    return version, await self.named.view(document)
            snapshot = await self._history.current(table_id)
        return await self.shown(table_id, snapshot, account)

    async def own(self, table_id: UUID, player: UUID) -> tuple[int, Raw | UnsetType]:
        """Return the version of a table, and the encoded view of a player who sits there. Raises `UnknownTable`."""
        snapshot = await self._history.current(table_id)
        seat = snapshot.table.seat_of(player)
        if seat is None:
            return snapshot.version, UNSET
        return snapshot.version, Raw(await self.named.view(await self._present(table_id, snapshot, seat)))

    async def shown(self, table_id: UUID, snapshot: Snapshot, account: Account) -> tuple[int, bytes]:
        """Return the version that the caller sees of a table as it is now, and the encoded view. Raises `NotForYou`."""
        viewer = await self.decks.viewer(table_id, snapshot, account)
        if viewer.delay:
            version = await shown_version(self._history, table_id, snapshot, viewer)
            return version, await self.past(table_id, version, viewer.seat, head=snapshot.version)
        return snapshot.version, await self.named.view(await self._present(table_id, snapshot, viewer.seat))

    async def _looked(self, table_id: UUID, account: Account) -> tuple[Snapshot, Viewer, int]:
        """Return a table as it is now, who looks, and the version that they see."""
        snapshot = await self._history.current(table_id)
        viewer = await self.decks.viewer(table_id, snapshot, account)
        return snapshot, viewer, await shown_version(self._history, table_id, snapshot, viewer)

    async def seen(self, table_id: UUID, snapshot: Snapshot, account: Account) -> Snapshot:
        """Return a table, given as it is now, at the version that an account sees of it. Raises `NotForYou`."""
        with self._history.unbroken():
            viewer = await self.decks.viewer(table_id, snapshot, account)
            version = await shown_version(self._history, table_id, snapshot, viewer)
            return snapshot if version == snapshot.version else await self._history.at(table_id, version)

    async def view_at(
        self, table_id: UUID, account: Account, version: int | None, perspective: Perspective = None
    ) -> tuple[int, bytes]:
        """Return the version that is shown, the last one if none is asked for, and the encoded view as it was then.

        It is seen from the caller's own place unless another `perspective` is given. Raises `UnknownTable`, `NotForYou`
        or `UnknownVersion`.
        """
        return await self._history.in_one(partial(self._view_at, table_id, account, version, perspective))

    async def _view_at(
        self, table_id: UUID, account: Account, version: int | None, perspective: Perspective
    ) -> tuple[int, bytes]:
        snapshot, viewer, shown = await self._looked(table_id, account)
        version = shown if version is None else version
        if not 1 <= version <= shown:
            raise UnknownVersion(shown)
        seat = viewer.seat if perspective is None else perspective
        if version == snapshot.version:
            return version, await self.named.view(await self._present(table_id, snapshot, seat))
        return version, await self.past(table_id, version, seat, head=snapshot.version)

    async def _present(self, table_id: UUID, snapshot: Snapshot, seat: Perspective) -> bytes:
        """Return the encoded view of a seat (None: of spectators) at the current version."""
        version, document = self._cached.get(table_id, seat) or (0, b"")
        if version != snapshot.version:
            key = table_id, snapshot.version, seat, self._history.epoch
            document = await self._single_flight.share(key, partial(self._kept, table_id, snapshot, seat))
        return document

    async def _kept(self, table_id: UUID, snapshot: Snapshot, seat: Perspective) -> bytes:
        """Return the encoded view at the current version; keep it, in Redis, too, if it is somebody's there."""
        epoch = self._history.epoch
        document = await self._encoded(table_id, snapshot, seat)
        if self._history.epoch == epoch and self._history.cached(table_id) is snapshot:
            self._cached.put(table_id, seat, (snapshot.version, document), BYTES_OF_VIEW + len(document))
            if self._cache is not None and seat != "all":
                self._cache.share(table_id, snapshot, epoch, seat, document)
        return document

    async def past(self, table_id: UUID, version: int, seat: Perspective, *, head: int) -> bytes:
        """Return the encoded view of a seat (None: of spectators) as it was at a version; `head` is the table's."""
        snapshot, ends_step = await at(self._history, table_id, version, head)
        encode = partial(self._encoded, table_id, snapshot, seat, past=True, ends_step=ends_step)
        key = table_id, version, seat, self._history.epoch
        return await self.named.view(await self._single_flight.share(key, encode))

    async def _encoded(
        self, table_id: UUID, snapshot: Snapshot, seat: Perspective, *, past: bool = False, ends_step: bool = True
    ) -> bytes:
        epoch = self._history.epoch
        sight = await self._sights.of(table_id, snapshot, seat, past=past)
        try:
            return encoder.encode(seat_view(table_id, snapshot, seat, sight, ends_step=ends_step))
        except KeyError:
            if self._history.epoch == epoch and self._history.cached(table_id) is snapshot:
                raise
            raise AnotherHistory("the log has another history by now") from None

    # Replays

    async def replay(
        self, table_id: UUID, account: Account, wanted: ReplayRange, *, found: Found = unhindered
    ) -> AsyncGenerator[ViewLine | EventLine | EndLine, None]:
        """Yield a view, then each event up to another version as it was seen then, with what it changed in the view.

        `found` is told how many events there are, before they are read. Raises `UnknownTable`, `NotForYou` or
        `UnknownVersion`, and what `found` raises; and `AnotherHistory` if the log gets another one on the way: then it
        is broken off, and shows no part of the one behind a part of the other.
        """
        epoch = self._history.epoch
        with self._history.unbroken():
            snapshot, viewer, shown = await self._looked(table_id, account)
            last = shown if wanted.last is None else wanted.last
            if not wanted.first <= last <= shown:
                raise UnknownVersion(shown)
            await found(last - wanted.first)
            seat = viewer.seat if wanted.perspective is None else wanted.perspective
            head = snapshot.version
            replay = await self.steps.begun(table_id, seat, wanted.first, wanted.kind, head=head)
            told = TableLines(self.named, wanted.kind)
            document = await self.named.view(encoder.encode(replay.view))
            yield told.view(table_id, str(wanted.first), document, seat)

            see = partial(step_of, replay, wanted.kind)
            async for steps in walk(self._history, table_id, wanted.first, last, see, head=head):
                self._history.must_be_of(epoch)
                for line in await told.steps(table_id, snapshot, steps):
                    yield replace(line, cursor=str(line.entry.version))
        yield EndLine(str(last), table_id, "replayed")

    # Feeds

    async def feed(
        self, table_id: UUID, account: Account, after: Cursor, limit: int, wait: float, *, found: Found = unhindered
    ) -> tuple[Cursor, tuple[FeedEntry, ...]]:
        """Return the events after a cursor, at most `limit`, as the caller sees them, and the cursor after them.

        If there are none yet, waits up to `wait` seconds for one. `found` is told how many there are before they are
        read. Raises `UnknownTable` or `NotForYou`, and what `must_go_on` and `found` raise.
        """
        while True:
            epoch = self._history.epoch
            try:
                entries = await self._news(table_id, account, after, limit, wait, found=found)
            except (LogCorrupt, UnknownVersion):
                if self._history.epoch == epoch:
                    raise
            else:
                if self._history.epoch == epoch:
                    return Cursor(entries[-1].version if entries else after.version, epoch), entries
            after, wait = Cursor(after.version, after.epoch or epoch), 0

    async def _news(
        self, table_id: UUID, account: Account, after: Cursor, limit: int, wait: float, *, found: Found
    ) -> tuple[FeedEntry, ...]:
        with self._wakeups.listening(table_id) as woken:
            snapshot, viewer, shown = await self._looked(table_id, account)
            await must_go_on(self._history, table_id, after, shown)
            if shown == after.version and wait and not snapshot.table.finished_at:
                with OPEN_LONG_POLLS.track_inprogress():
                    snapshot = await self._beyond(table_id, snapshot, viewer, woken, after=shown, wait=wait)
                viewer = await self.decks.viewer(table_id, snapshot, account)  # somebody else may have the seat now
                shown = await shown_version(self._history, table_id, snapshot, viewer)
        up_to = max(after.version, min(shown, after.version + limit))  # they may see less than before they waited
        await found(up_to - after.version)
        return await self.entries(table_id, snapshot, viewer.seat, after=after.version, up_to=up_to)

    async def entries(
        self, table_id: UUID, snapshot: Snapshot, seat: int | None, *, after: int, up_to: int
    ) -> tuple[FeedEntry, ...]:
        """Return the events after a version and up to another, which the table has, as a seat sees them.

        `snapshot` is the table as it is now.
        """

        def tell(entry: Entry, then: Snapshot, moves: tuple[Motion, ...]) -> FeedEntry:
            return with_moves(seen_by(seat, [(entry, then)])[0], moves)

        entries = await self._sights.entries(table_id, snapshot, seat, tell, after=after, up_to=up_to)
        return tuple(await self.named.entries(snapshot, entries))

    async def lines(
        self, told: TableLines, table_id: UUID, now: Snapshot, seat: int | None, *, after: int, up_to: int
    ) -> Sequence[EventLine | ViewLine]:
        """Return what comes next for a reader who has seen a table up to a version: events, or first a view.

        Few at a time, with cursors that are still to come. `now` is the table as it is.
        """
        if after and told.needs_view(seat):
            return [told.view(table_id, TO_COME, await self.past(table_id, after, seat, head=now.version), seat)]
        if after and told.kind is not None:
            last = min(up_to, after + self._pace.views_of_a_look)
            steps = await self.steps.of(table_id, seat, after, last, told.kind, head=now.version)
            return await told.steps(table_id, now, steps)
        last = min(up_to, after + (1 if told.kind else self._pace.entries_of_a_look))
        lines = [
            EventLine(TO_COME, table_id, each)
            for each in await self.entries(table_id, now, seat, after=after, up_to=last)
        ]
        if told.kind == "view" and lines:
            lines = [replace(lines[0], view=Raw(await self.past(table_id, last, seat, head=now.version)))]
        return lines

    async def _beyond(
        self, table_id: UUID, snapshot: Snapshot, viewer: Viewer, woken: Woken, *, after: int, wait: float
    ) -> Snapshot:
        """Wait until a viewer sees more than a version; return the table then."""
        shown, epoch = after, self._history.epoch
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(wait):
                while shown <= after and self._history.epoch == epoch and not self._wakeups.closed:
                    await woken.wait()
                    woken.clear()
                    snapshot = await self._history.current(table_id)
                    shown = await shown_version(self._history, table_id, snapshot, viewer)
        return snapshot
