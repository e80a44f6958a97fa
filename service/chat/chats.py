"""The chat of all tables, through one process: who says what where, and what each reader is told of it."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from typing import NamedTuple
from uuid import UUID, uuid4

from msgspec import Struct

from service.accounts.port import Account
from service.chat.lines import ChatEntry, seen
from service.chat.places import Visit, must_not_tell, must_read, must_write
from service.chat.port import ChatStore, Entry, Message, NewReport, Report, ReportReason, Room, Said, Verdict
from service.chat.wakeups import RoomWakeups
from service.live.few import few_at_a_time
from service.live.history import History
from service.live.named import Lookup
from service.live.pace import PACE, Pace
from service.live.shared_decks import SharedDecks
from service.live.viewers import Viewer, shown_version
from service.live.wakeups import Wakeups
from service.play.engine import UnknownTable
from service.play.stream import CommandKey, NotReadable
from service.runtime.grouped import Grouped
from service.runtime.metrics import OPEN_LONG_POLLS
from service.runtime.outages import BACKGROUND
from service.store import Epoch, LogCorrupt

SWEEP_SECONDS = 60.0
CLEANED = 1_000
"""Seconds between two looks for old entries in each process, and the maximum number that is deleted at a look."""

Hidden = Callable[[UUID], Awaitable[Collection[UUID]]]
"""Gives those whom a player blocks."""

log = logging.getLogger(__name__)


class NoSuchMessage(Exception):
    """There is no such message, or the caller may not see it."""


class NotYours(Exception):
    """Somebody wants to remove a message of somebody else."""


class OwnMessage(Exception):
    """Somebody wants to report what they have said themselves."""


class ChatDependencies(Struct, frozen=True):
    """What the chat takes from the tables and the accounts."""

    history: History
    decks: SharedDecks
    wakeups: Wakeups
    names: Lookup
    blocked_by: Hidden
    now: Callable[[], int]
    pace: Pace = PACE


class PageRequest(NamedTuple):
    """What a reader wants of a room: at most `limit` entries after a number, up to a version (None: the last one)."""

    room: Room
    after: int
    limit: int
    up_to: int | None


class Chats:
    """All that is said, through one process. Everything raises `Unavailable`.

    What is about a table also raises `UnknownTable`, `NotForYou` and `ChatRefused`.
    """

    def __init__(self, store: ChatStore, around: ChatDependencies) -> None:
        self.store = store
        self._around = around
        self.wakeups = RoomWakeups(store, around.wakeups, around.pace)
        self._pages = Grouped(self._ask_pages)

    @property
    def pace(self) -> Pace:
        """How readers are served."""
        return self._around.pace

    @property
    def epoch(self) -> Epoch:
        """The epoch of the log, which is restored together with what was said."""
        return self._around.history.epoch

    async def visit(self, table: UUID, account: Account) -> Visit:
        """Return a table as it is now, and from where somebody sees it."""
        return await self._around.history.in_one(partial(self._visited, table, account))

    async def _visited(self, table: UUID, account: Account) -> Visit:
        around = self._around
        snapshot = await around.history.current(table)
        viewer = await around.decks.viewer(table, snapshot, account)
        shown = await shown_version(around.history, table, snapshot, viewer)
        anybody = Viewer(None, snapshot.table.settings.spectator_delay)
        heard = shown if viewer == anybody else await shown_version(around.history, table, snapshot, anybody)
        return Visit(snapshot, viewer, shown, heard)

    async def page(self, room: Room, account: Account, after: int, limit: int, wait: float) -> Sequence[ChatEntry]:
        """Return what an account may read after a number, at most `limit`; waits at most `wait` seconds for it."""
        loop = asyncio.get_running_loop()
        until = loop.time() + wait
        with self.wakeups.listening(room) as woken:
            while True:
                visit = await self.visit(room.table, account)
                must_read(visit, room.channel)
                entries = await self.entries(PageRequest(room, after, limit, visit.up_to(room.channel)))
                left = until - loop.time()
                if entries or left <= 0 or woken.closed:
                    return await self.seen_by(entries, account.player)
                if visit.viewer.delay:
                    woken.listen_to(room.table)
                with OPEN_LONG_POLLS.track_inprogress():
                    await woken.within(left)

    async def entries(self, page: PageRequest) -> Sequence[Entry]:
        """Return a page as the store has it at some moment after this call: all who are woken at once share it."""
        return (await self._pages.read([page]))[page]

    async def _ask_pages(self, pages: list[PageRequest]) -> dict[PageRequest, Sequence[Entry]]:
        found = await few_at_a_time(lambda page: self.store.page(*page), pages)
        return dict(zip(pages, found, strict=True))

    async def seen_by(self, entries: Sequence[Entry], reader: UUID) -> Sequence[ChatEntry]:
        """Return entries as a reader is told of them: with names, and without what those say whom they hide."""
        if not entries:
            return ()
        authors = {each.author for each in entries}
        hidden: set[UUID] = set()
        if authors - {reader}:
            hidden = {player for player, _ in await self.store.mutes_of(reader)}
            hidden.update(await self._around.blocked_by(reader))
        names = await self._around.names(authors)
        return [seen(each, names.get(each.author), hidden=each.author in hidden) for each in entries]

    async def say(self, room: Room, account: Account, said: Said, key: CommandKey | None) -> ChatEntry:
        """Let a player say something; return it as they are told of it. Raises `KeyReused`."""
        visit = await self.visit(room.table, account)
        at, player = self._around.now(), account.player
        must_write(visit, room.channel, at, player=player, is_text=said.text is not None)
        version = visit.version_of(room.channel)
        entry = await self.store.add(room, Message(player, visit.viewer.seat, version, at, said, key))
        self.wakeups.announce(room)
        return (await self.seen_by([entry], player))[0]

    async def repeated(self, key: CommandKey | None, reader: UUID) -> ChatEntry | None:
        """Return what was said with a key; None: nothing. Raises `KeyReused`."""
        found = None if key is None else await self.store.repeated(key)
        return None if found is None else (await self.seen_by([found], reader))[0]

    async def remove(self, room: Room, account: Account, number: int, *, of_others: bool) -> None:
        """Remove a message: one's own, or as the creator of the table, or with `of_others`, anybody's, read or not.

        Raises `NoSuchMessage` and `NotYours`.
        """
        player = account.player
        if of_others:
            entry, version = await self.store.one(room, number), await self._version_now(room)
            if entry is None or not entry.is_message:
                raise NoSuchMessage
        else:
            visit, entry = await self._found(room, account, number)
            if player not in {entry.author, visit.snapshot.table.creator}:
                raise NotYours
            must_not_tell(visit, room.channel, player)
            version = visit.version_of(room.channel)
        if await self.store.remove(room, number, player, version, self._around.now()):
            self.wakeups.announce(room)

    async def report(self, room: Room, account: Account, number: int, reason: ReportReason) -> UUID:
        """Report a message; return the id of the report. Raises `NoSuchMessage` and `OwnMessage`."""
        _, entry = await self._found(room, account, number)
        if entry.author == account.player:
            raise OwnMessage
        new = NewReport(uuid4(), account.player, reason, self._around.now())
        report = await self.store.report(room, number, new)
        if report is None:
            raise NoSuchMessage
        return report

    async def _found(self, room: Room, account: Account, number: int) -> tuple[Visit, Entry]:
        """Return a message that somebody reads. Raises `NoSuchMessage`."""
        visit = await self.visit(room.table, account)
        must_read(visit, room.channel)
        entry, last = await self.store.one(room, number), visit.up_to(room.channel)
        if entry is None or not entry.is_message or (last is not None and entry.version > last):
            raise NoSuchMessage
        return visit, entry

    async def resolve(self, report: UUID, verdict: Verdict, by: UUID) -> Report | None:
        """Resolve the reports of a message, which is removed if that is the verdict; None: there is no such report.

        The message goes first: if the process is killed in between, the report is still there.
        """
        found = await self.store.reported(report)
        if found is None:
            return None
        at = self._around.now()
        if verdict == "removed" and found.resolved_at is None:
            room = found.room
            version = await self._version_now(room)
            if await self.store.remove(room, found.number, by, version, at):
                self.wakeups.announce(room)
        await self.store.resolve(report, verdict, by, at)
        return await self.store.reported(report)

    async def _version_now(self, room: Room) -> int:
        """Return the version that belongs to a mark in a room now; 0, that of the last entry, if nobody can say it."""
        history = self._around.history
        try:
            snapshot = await history.current(room.table)
        except (UnknownTable, NotReadable, LogCorrupt):  # what is said at a table outlives it, if the log has lost it
            return 0
        if room.channel == "seats":
            return snapshot.version
        anybody = Viewer(None, snapshot.table.settings.spectator_delay)
        return await shown_version(history, room.table, snapshot, anybody)

    async def forget(self, player: UUID) -> None:
        """Delete all that a player has said, whom they mute, and what was reported of them."""
        for room in await self.store.forget(player, self._around.now()):
            self.wakeups.announce(room)

    async def sweep(self) -> None:
        """Delete what is old, again and again, until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS * random.uniform(0.8, 1.2))
            with BACKGROUND.noticed("delete old messages"):
                await self.store.clean(self._around.now(), CLEANED)
