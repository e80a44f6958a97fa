"""What is said, in the streams of tables and of players: one connection tells both.

A line of such a stream has a cursor of the stream without it and, behind a tilde, how far its reader is in the channels
of each table, in the order in which the former names the tables. So a reader that comes back misses nothing of either.
Where the log has another history since, they hear all again: nobody knows what they have heard of the present one.
"""

import asyncio
import base64
import binascii
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Iterator, Sequence
from contextlib import aclosing
from typing import NamedTuple, get_args
from uuid import UUID

from msgspec.structs import replace

from domain.validation import LARGEST_INTEGER
from service.accounts.port import Account
from service.chat.chats import Chats, PageRequest
from service.chat.lines import ChatEntry, ChatLine, TalkLine
from service.chat.places import ChatRefused, is_open, must_read
from service.chat.port import Channel, Room
from service.chat.wakeups import waking
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


class Page(NamedTuple):
    """What somebody reads of a room at once, in an epoch of the log, after a number."""

    room: Room
    epoch: Epoch
    after: int
    entries: Sequence[ChatEntry]


Pages = AsyncGenerator[Page, None]


class TableAway(Unavailable):
    """A table cannot be looked at, as its shard of the log is away: that holds up the chat of no other one."""


async def ended(tasks: Collection[asyncio.Task[StreamLine | None] | asyncio.Task[Page]]) -> None:
    """Cancel tasks, and return when they have ended, however."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def next_of(lines: Lines) -> StreamLine | None:
    """Return the next line of a stream; None: it has ended."""
    return await anext(lines, None)


async def next_page(pages: Pages) -> Page:
    """Return the next page of an endless number."""
    return await anext(pages)


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

    No line of the stream waits for what is said: the chat may be in a database of its own, which stands still.
    `heard` is how far the reader was in each of their channels, in an epoch of the log (None: in the present one).
    """

    def __init__(
        self,
        chats: Chats,
        account: Account,
        tables: Callable[[], Collection[UUID]],
        heard: Collection[int],
        epoch: Epoch | None,
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
        self._is_away = False
        self._plain = ""
        self._order: tuple[UUID, ...] = ()

    async def lines(self, lines: Lines) -> TalkLines:
        """Yield the lines of a stream, with what is said, until the stream ends."""
        first = await anext(lines)
        with self._chats.wakeups.listening() as woken:
            pages = self._pages(woken)
            following: asyncio.Task[StreamLine | None] | None = None
            looking: asyncio.Task[Page] | None = None
            try:
                yield self._passed(first, woken)
                while True:
                    following = following or asyncio.create_task(next_of(lines))
                    looking = looking or asyncio.create_task(next_page(pages))
                    await asyncio.wait({following, looking}, return_when=asyncio.FIRST_COMPLETED)
                    if looking.done():
                        page, looking = looking.result(), None
                        for each in self._told(page):
                            yield each
                    if following.done():
                        line, following = following.result(), None
                        if line is None:
                            break
                        yield self._passed(line, woken)
                async with aclosing(self._rest(woken)) as rest:
                    async for late in rest:
                        yield late
            finally:
                await ended([each for each in (following, looking) if each is not None])
                await pages.aclose()
                await lines.aclose()
                for room in self._followed:
                    self._chats.wakeups.leave(woken, room)

    def _passed(self, told: StreamLine, woken: Woken) -> TalkLine:
        """Return a line of the stream with a cursor that has what was said; follow the tables that it is about now."""
        self._begin_anew_if_lost()
        self._plain, self._order = told.cursor, tuple(self._tables())
        rooms = {Room(table, channel) for table in self._order for channel in CHANNELS}
        for room in rooms - self._followed.keys():
            self._followed[room] = waking(room)
            self._chats.wakeups.follow(woken, room)
            self._to_see.add(room)
        for room in self._followed.keys() - rooms:
            del self._followed[room]
            self._heard.pop(room, None)
            self._to_see.discard(room)
            self._late.discard(room)
            self._chats.wakeups.leave(woken, room)
        about = table_of(told)
        self._to_see |= {room for room in self._late & rooms if about in {None, room.table}}
        if self._to_see:
            woken.set()
        return replace(told, cursor=self._cursor)

    def _told(self, page: Page) -> Iterator[ChatLine]:
        """Yield the lines of a page, unless the reader has left its table since, or begins anew there."""
        self._begin_anew_if_lost()
        begins = self._heard.get(page.room, 0)
        if page.room not in self._followed or (page.epoch, page.after) != (self._epoch, begins):
            return
        for entry in page.entries:
            self._heard[page.room] = entry.number
            yield ChatLine(self._cursor, page.room.table, page.room.channel, entry)

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

    def _look_where(self, woken: Woken) -> list[Room]:
        """Return in which rooms something may have been said that has not been looked for."""
        self._begin_anew_if_lost()
        woken.clear()
        by, woken.by = woken.by, set()
        rooms = self._to_see | {room for room, each in self._followed.items() if each in by}
        self._to_see = set()
        return sorted(rooms)

    async def _pages(self, woken: Woken) -> Pages:
        """Yield what is new, whenever something may have been said, until cancelled."""
        while True:
            async with aclosing(self._look(woken)) as pages:
                async for page in pages:
                    yield page
            if self._is_away:
                await asyncio.sleep(self._chats.pace.away_seconds)
            elif not self._to_see:
                await woken.wait()

    async def _rest(self, woken: Woken) -> TalkLines:
        """Yield what is new when the stream has ended, as far as it can be looked at; nothing if the service stops."""
        if woken.closed:
            return
        self._to_see.update(self._followed)
        async with aclosing(self._look(woken)) as pages:
            async for page in pages:
                for line in self._told(page):
                    yield line

    async def _look(self, woken: Woken) -> Pages:
        """Yield what is new in the rooms that are to be seen; note whether some have to be looked at again."""
        rooms, again = self._look_where(woken), set[Room]()
        for place, room in enumerate(rooms):
            try:
                async with aclosing(self._news(room)) as news:
                    async for page in news:
                        yield page
                        if woken.closed:
                            return
            except TableAway:
                again.add(room)
            except Unavailable:
                again.update(rooms[place:])
                break
            except (ChatRefused, NotForYou, UnknownTable, NotReadable, LogCorrupt):
                pass  # the stream itself says so, if its reader has lost the table
        self._is_away = bool(again)
        self._to_see |= again & self._followed.keys()

    async def _news(self, room: Room) -> Pages:
        """Yield what is new in a room. Raises what `Chats` does, and `TableAway`."""
        more = True
        while more and room in self._followed:
            epoch = self._chats.epoch
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
            more = len(entries) == AT_A_LOOK
            if entries:
                yield Page(room, epoch, after, await self._chats.seen_by(entries, self._account.player))
