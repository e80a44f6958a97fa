"""What is said, in the streams of tables and of players: one connection tells both.

A line of such a stream has a cursor of the stream without it and, behind a tilde, how far its reader is in the channels
of each table, in the order in which the former names the tables. So a reader that comes back misses nothing of either.
Where the log has another history since, they hear all again: nobody knows what they have heard of the present one.
"""

import asyncio
import base64
import binascii
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Iterator
from contextlib import aclosing
from typing import get_args
from uuid import UUID

from msgspec.structs import replace

from domain.validation import LARGEST_INTEGER
from service.accounts.port import Account
from service.chat.chats import Chats, PageRequest, waking
from service.chat.lines import ChatLine, TalkLine
from service.chat.places import ChatRefused, is_open, must_read
from service.chat.port import Channel, Room
from service.live.cursors import BadCursor
from service.live.lines import HeartbeatLine, HistoryLostLine, InvitationLine, Lines, StreamLine
from service.live.viewers import NotForYou
from service.live.wakeups import Woken
from service.play.engine import UnknownTable
from service.play.stream import NotReadable
from service.runtime.unavailable import Unavailable
from service.store import Epoch, LogCorrupt

CHANNELS: tuple[Channel, ...] = get_args(Channel)
AT_A_LOOK = 100
"""Maximum number of entries of a channel that are read before others have their turn."""

MARK = "~"
SEVEN_BITS, MORE = 0x7F, 0x80

TalkLines = AsyncGenerator[TalkLine, None]


class TableAway(Unavailable):
    """A table cannot be looked at, as its shard of the log is away: that holds up the chat of no other one."""


async def ended(tasks: Collection[asyncio.Task[StreamLine | None]]) -> None:
    """Cancel tasks, and return when they have ended, however."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def next_of(lines: Lines) -> StreamLine | None:
    """Return the next line of a stream; None: it has ended."""
    return await anext(lines, None)


def packed(numbers: Iterable[int]) -> str:
    """Return numbers as a text: seven bits of each in a byte, the lowest first; the eighth says whether more come."""
    found = bytearray()
    for number in numbers:
        left = number
        while left > SEVEN_BITS:
            found.append(left & SEVEN_BITS | MORE)
            left >>= 7
        found.append(left)
    return base64.urlsafe_b64encode(found).decode().rstrip("=")


def unpacked(text: str) -> Iterator[int]:
    """Yield the numbers of such a text. Raises `BadCursor`."""
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars="-_", validate=True)
    except (binascii.Error, ValueError):
        raise BadCursor from None
    number = shift = 0
    for each in raw:
        number |= (each & SEVEN_BITS) << shift
        shift += 7
        if number > LARGEST_INTEGER:
            raise BadCursor
        if each <= SEVEN_BITS:
            yield number
            number = shift = 0
    if shift:
        raise BadCursor


def split(cursor: str) -> tuple[str, tuple[int, ...]]:
    """Return the cursor of a stream without what is said, and how far its reader is in that. Raises `BadCursor`."""
    plain, _, heard = cursor.partition(MARK)
    return plain, tuple(unpacked(heard))


def table_of(line: StreamLine) -> UUID | None:
    """Return the table that a line of a stream is about; None: it is about several of them, or about none."""
    if isinstance(line, HeartbeatLine | HistoryLostLine):
        return None
    return line.table.id if isinstance(line, InvitationLine) else line.table


class Talk:
    """Puts what is said between the lines of a stream. `tables` gives those that the stream is about now, in order.

    `heard` is how far the reader was in each of their channels, in an epoch of the log (None: in the present one).
    """

    def __init__(
        self,
        chats: Chats,
        account: Account,
        tables: Callable[[], Collection[UUID]],
        heard: Collection[int],
        epoch: Epoch | None = None,
    ) -> None:
        self._chats = chats
        self._account = account
        self._tables = tables
        rooms = [Room(table, channel) for table in tables() for channel in CHANNELS]
        self._heard = dict(zip(rooms, heard, strict=False))
        self._epoch = epoch or chats.epoch
        self._followed: dict[Room, UUID] = {}
        self._to_see: set[Room] = set()
        self._late: set[Room] = set()
        self._plain = ""
        self._order: tuple[UUID, ...] = ()

    async def lines(self, lines: Lines) -> TalkLines:
        """Yield the lines of a stream, with what is said, until the stream ends."""
        first = await anext(lines)
        with self._chats.listening() as woken:
            following: asyncio.Task[StreamLine | None] | None = None
            try:
                yield self._passed(first, woken)
                while True:
                    following = following or asyncio.create_task(next_of(lines))
                    async with aclosing(self._said(woken)) as said:
                        async for each in said:
                            yield each
                    await self._news_of(following, woken)
                    if not following.done():
                        continue
                    line, following = following.result(), None
                    if line is None:
                        return
                    yield self._passed(line, woken)
            finally:
                if following is not None:
                    await ended([following])
                await lines.aclose()
                for room in self._followed:
                    self._chats.leave(woken, room)

    async def _news_of(self, following: asyncio.Task[StreamLine | None], woken: Woken) -> None:
        """Wait for the next line of the stream, or until something may have been said."""
        waking_up = asyncio.create_task(self._woken(woken))
        try:
            await asyncio.wait({following, waking_up}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waking_up.cancel()

    def _passed(self, told: StreamLine, woken: Woken) -> TalkLine:
        """Return a line of the stream with a cursor that has what was said; follow the tables that it is about now."""
        self._begin_anew_if_lost()
        self._plain, self._order = told.cursor, tuple(self._tables())
        rooms = {Room(table, channel) for table in self._order for channel in CHANNELS}
        for room in rooms - self._followed.keys():
            self._followed[room] = waking(room)
            self._chats.follow(woken, room)
            self._to_see.add(room)
        for room in self._followed.keys() - rooms:
            del self._followed[room]
            self._heard.pop(room, None)
            self._to_see.discard(room)
            self._late.discard(room)
            self._chats.leave(woken, room)
        about = table_of(told)
        self._to_see |= {room for room in self._late & rooms if about in {None, room.table}}
        return replace(told, cursor=self._cursor)

    def _begin_anew_if_lost(self) -> None:
        """Let everything be heard again if the log has another history: what was said after a backup is lost."""
        if self._epoch != self._chats.epoch:
            self._epoch = self._chats.epoch
            self._heard.clear()
            self._to_see.update(self._followed)

    @property
    def _cursor(self) -> str:
        rooms = (Room(table, channel) for table in self._order for channel in CHANNELS)
        return f"{self._plain}{MARK}{packed(self._heard.get(room, 0) for room in rooms)}"

    async def _woken(self, woken: Woken) -> None:
        """Wait until something may have been said."""
        if self._to_see:  # the store was away, or a shard of the log
            await asyncio.sleep(self._chats.pace.away_seconds)
        else:
            await woken.wait()

    def _look_where(self, woken: Woken) -> None:
        """Note in which rooms something may have been said since the last look."""
        if not woken.is_set():
            return
        woken.clear()
        by, woken.by = woken.by, set()
        self._to_see |= {room for room, each in self._followed.items() if each in by}

    async def _said(self, woken: Woken) -> TalkLines:
        """Yield what is new in the rooms that are to be seen."""
        self._begin_anew_if_lost()
        self._look_where(woken)
        for room in sorted(self._to_see):
            try:
                async with aclosing(self._news(room)) as news:
                    async for line in news:
                        yield line
                        if woken.closed:
                            return
            except TableAway:
                continue
            except Unavailable:
                return
            except (ChatRefused, NotForYou, UnknownTable, NotReadable, LogCorrupt):
                pass  # the stream itself says so, if its reader has lost the table
            self._to_see.discard(room)

    async def _news(self, room: Room) -> TalkLines:
        """Yield what is new in a room. Raises what `Chats` does, and `TableAway`."""
        while True:
            try:
                visit = await self._chats.visit(room.table, self._account)
            except Unavailable as error:
                raise TableAway(str(error)) from error
            if not is_open(visit.snapshot):
                raise ChatRefused("chat_off")
            if visit.viewer.delay or (room.channel == "spectators" and visit.viewer.seat is not None):
                self._late.add(room)  # what they may read depends on what happens
            must_read(visit, room.channel)
            after = self._heard.get(room, 0)
            entries = await self._chats.entries(PageRequest(room, after, AT_A_LOOK, visit.up_to(room.channel)))
            for entry in await self._chats.seen_by(entries, self._account.player):
                self._heard[room] = entry.number
                yield ChatLine(self._cursor, room.table, room.channel, entry)
            if len(entries) < AT_A_LOOK:
                return
