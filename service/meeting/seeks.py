"""Seeks as their players have them: made, looked at, withdrawn, and followed by a stream.

A stream looks when its player is woken, as by the table that is opened for them, and at least every few seconds. With
`cancel`, the seek ends with the stream: it is withdrawn when the reader goes, and while they are there it is only ever
extended by `LEASE_MS`. So it ends in time even if the process dies that knows of the reader.
"""

import asyncio
import contextlib
from collections.abc import Callable, Collection, Sequence
from uuid import UUID, uuid4

from service.live.lines import EndLine, HeartbeatLine
from service.live.pace import PACE, Pace
from service.live.rhythm import Rhythm
from service.live.wakeups import Wakeups, Woken
from service.meeting.lines import SeekLine, SeekLines, SeenSeek, seen
from service.meeting.pairings import Pairings
from service.meeting.port import LEASE_MS, Demand, NewSeek, SeekStore, Sought
from service.play.stream import CommandKey
from service.runtime.metrics import OPEN_STREAMS
from service.runtime.unavailable import Unavailable

DEMANDED = 500
"""Maximum number of seeks that are counted to tell what is sought: the newest ones."""


class UnknownSeek(Exception):
    """The player has no seek of this id."""


class SeekOver(Exception):
    """The seek cannot be withdrawn: its player has a seat."""


class Seeks:
    """All seeks, through one process. Everything raises `Unavailable`."""

    def __init__(
        self, store: SeekStore, pairings: Pairings, wakeups: Wakeups, now: Callable[[], int], pace: Pace = PACE
    ) -> None:
        self._store = store
        self._pairings = pairings
        self._wakeups = wakeups
        self._now = now
        self._pace = pace

    async def ask(self, player: UUID, sought: Sought, house_after_ms: int | None, key: CommandKey | None) -> SeenSeek:
        """Let a player seek; return the seek as it stands. They are seated at once if that fills a table.

        After `house_after_ms`, house players take the seats that are missing; None: never. Raises `TooManySeeks`, and
        `KeyReused` for a key that was sent with another request.
        """
        draw = self._pairings.draw()
        house_at = None if house_after_ms is None else draw.at + house_after_ms
        seek_id = await self._store.add(NewSeek(uuid4(), player, sought, house_at, key), draw)
        seek = await self._store.one(seek_id)
        if seek is not None and seek.state == "paired" and seek.table is not None:
            with contextlib.suppress(Unavailable):  # somebody opens the table at a later look
                await self._pairings.open(seek.table)
        return await self.one(seek_id, player)

    async def avoid(self, player: UUID, others: Collection[UUID]) -> None:
        """Let a player meet none of these, whom they block, and no longer all others whom they blocked."""
        await self._store.avoid(player, others)

    async def repeated(self, key: CommandKey | None) -> SeenSeek | None:
        """Return the seek that was made with a key; None: there is none. Raises `KeyReused`."""
        found = None if key is None else await self._store.repeated(key)
        return None if found is None else seen(found, self._now())

    async def one(self, seek: UUID, player: UUID) -> SeenSeek:
        """Return a seek of a player. Raises `UnknownSeek`."""
        found = await self._store.one(seek)
        if found is None or found.player != player:
            raise UnknownSeek
        return seen(found, self._now())

    async def of_player(self, player: UUID) -> Sequence[SeenSeek]:
        """Return the seeks of a player that wait, the oldest first."""
        found = [seen(each, self._now()) for each in await self._store.of_player(player)]
        return [each for each in found if each.state == "waiting"]

    async def demand(self, game: str | None = None) -> Sequence[Demand]:
        """Return how many seek what, of all games or of one."""
        return await self._store.demand(self._now(), DEMANDED, game)

    async def withdraw(self, seek: UUID, player: UUID) -> None:
        """Take a seek of a player back. Raises `UnknownSeek`, and `SeekOver` if they have found a table."""
        await self._store.withdraw(seek, player, self._now())
        found = await self._store.one(seek)
        if found is None or found.player != player:
            raise UnknownSeek
        if found.state in {"paired", "seated"}:
            raise SeekOver
        self._wakeups.announce(seek, player)

    async def forget(self, player: UUID) -> None:
        """Delete all seeks of a player."""
        await self._store.forget(player)

    async def stream(self, seek: UUID, player: UUID, *, cancel: bool) -> SeekLines:
        """Yield a seek as it stands, again when that changes, and the end; with `cancel`, the seek ends with this.

        Raises `UnknownSeek`.
        """
        with self._wakeups.listening(player) as woken, OPEN_STREAMS.track_inprogress():
            try:
                async with contextlib.aclosing(self._lines(seek, player, woken, cancel=cancel)) as lines:
                    async for line in lines:
                        yield line
            finally:
                if cancel and not woken.closed:  # a reader whose process stops comes back
                    await self._cancelled(seek, player)

    async def _lines(self, seek: UUID, player: UUID, woken: Woken, *, cancel: bool) -> SeekLines:
        rhythm, told = Rhythm(self._pace), await self.one(seek, player)
        yield SeekLine(told.state, told)
        rhythm.said()
        while told.state == "waiting" and not woken.closed:
            try:
                if cancel:
                    await self._store.extend(seek, self._now() + LEASE_MS)
                now = await self.one(seek, player)
                rhythm.looked()
            except Unavailable:
                now = told
                rhythm.failed()
            except UnknownSeek:  # its player is forgotten
                yield EndLine(told.state, None, "over")
                return
            if now.state != told.state:
                told = now
                yield SeekLine(told.state, told)
                continue
            if rhythm.must_speak:
                yield HeartbeatLine(told.state)
                rhythm.said()
            await woken.within(min(rhythm.pause, LEASE_MS / 4_000))
        yield EndLine(told.state, told.table, "stopping" if told.state == "waiting" else "over")

    async def _cancelled(self, seek: UUID, player: UUID) -> None:
        """Withdraw a seek whose reader is gone; if the store is away, it ends by itself."""
        with contextlib.suppress(Unavailable, asyncio.CancelledError):
            await self._store.withdraw(seek, player, self._now())
