"""The port of the chat: what was said at tables, wherever that is kept. All times are ms since 1970.

A room is a channel of a table. Its entries are numbered from 1 without gaps: messages, and marks of messages that were
removed. A number is given while the room is locked, so a reader who has come to one has missed nothing before it.
"""

from collections.abc import Collection, Mapping
from typing import Literal, NamedTuple, Protocol
from uuid import UUID

from msgspec import Struct

from service.play.stream import CommandKey
from service.runtime.time import DAY_MS

Channel = Literal["seats", "spectators"]

ReportReason = Literal["abuse", "spam", "cheating", "other"]

Verdict = Literal["removed", "dismissed"]

MOST_KEPT = 2_000
"""Maximum number of entries that are kept of a room; the oldest are deleted first."""

KEPT_MS = 90 * DAY_MS
"""Milliseconds for which an entry is kept, and a report that was resolved."""

MOST_MUTES = 200
"""Maximum number of players whom a player mutes."""


class TooManyMutes(Exception):
    """The player mutes the maximum number of others."""


class Room(NamedTuple):
    """A channel of a table."""

    table: UUID
    channel: Channel


class Said(Struct, frozen=True):
    """What was said: a text of one's own, or the code of a set phrase; neither: it was removed."""

    text: str | None = None
    phrase: str | None = None


NOTHING = Said()


class Message(Struct, frozen=True):
    """A message to keep: by whom, from which seat (None: a spectator), and at which version of the table.

    `key` makes it safe to send twice.
    """

    author: UUID
    seat: int | None
    version: int
    at: int
    said: Said
    key: CommandKey | None = None


class Entry(Struct, frozen=True):
    """An entry of a room: a message, or if `removes` has numbers the mark of messages that `author` has removed.

    `version` never falls from one entry to the next: a reader who sees the table up to a version sees the entries up to
    one.
    """

    number: int
    at: int
    version: int
    author: UUID
    seat: int | None = None
    said: Said = NOTHING
    removes: tuple[int, ...] = ()

    @property
    def is_message(self) -> bool:
        """Whether it is a message; one whose text was removed is one, too."""
        return not self.removes

    @property
    def is_removed(self) -> bool:
        """Whether it is a message whose text was removed."""
        return self.is_message and self.said == NOTHING


class Report(Struct, frozen=True):
    """A message that a player has reported, as it was then; `said` is nothing once that was resolved."""

    id: UUID
    room: Room
    number: int
    author: UUID
    said_at: int
    said: Said
    reporter: UUID
    reason: ReportReason
    at: int
    resolved_at: int | None = None
    resolved_by: UUID | None = None
    verdict: Verdict | None = None


class NewReport(Struct, frozen=True):
    """A report to make; `id` is its own unless the player has reported the message before."""

    id: UUID
    reporter: UUID
    reason: ReportReason
    at: int


class ChatStore(Protocol):
    """Where the chat is kept. Everything raises `StoreUnavailable`."""

    async def add(self, room: Room, message: Message) -> Entry:
        """Keep a message, and return its entry: the first one, if its key was sent before.

        Raises `KeyReused` for a key that was sent with another request.
        """

    async def repeated(self, key: CommandKey) -> Entry | None:
        """Return the message that was kept with a key; None: there is none. Raises `KeyReused`."""

    async def page(self, room: Room, after: int, limit: int, up_to: int | None = None) -> list[Entry]:
        """Return the entries after a number, at most `limit`; only those up to a version of the table, if one is given.

        What has been deleted since is missing.
        """

    async def one(self, room: Room, number: int) -> Entry | None:
        """Return an entry; None: there is none of this number."""

    async def lasts(self, rooms: Collection[Room]) -> Mapping[Room, int]:
        """Return the number of the last entry of each room in which anything was said."""

    async def remove(self, room: Room, number: int, by: UUID, version: int, at: int) -> bool:
        """Delete what a message says, and put a mark at the end; return whether it said anything."""

    async def forget(self, player: UUID, at: int) -> list[Room]:
        """Delete all that a player has said, with a mark in each room, and whom they mute; return these rooms.

        What was reported of them is deleted, too.
        """

    async def mute(self, player: UUID, muted: UUID, at: int) -> None:
        """Let a player mute another one. Raises `TooManyMutes`."""

    async def unmute(self, player: UUID, muted: UUID) -> bool:
        """Remove a player's mute of another one; return whether there was one."""

    async def mutes_of(self, player: UUID) -> list[tuple[UUID, int]]:
        """Return whom a player mutes, and since when, the last first."""

    async def report(self, room: Room, number: int, new: NewReport) -> UUID | None:
        """Keep a report with what the message says now; None: there is no such message, or it says nothing.

        Returns the id of the first one, if the player has reported it before.
        """

    async def reports(
        self, limit: int, before: tuple[int, UUID] | None = None, *, resolved: bool = False
    ) -> list[Report]:
        """Return the reports that nobody has resolved, or those that somebody has, the last first."""

    async def reported(self, report: UUID) -> Report | None:
        """Return a report; None: there is none of this id."""

    async def resolve(self, report: UUID, verdict: Verdict, by: UUID, at: int) -> bool:
        """Resolve all reports of the message of one, with what they kept of it; return whether that was to be done."""

    async def clean(self, at: int, limit: int) -> None:
        """Delete entries, and reports that were resolved, which are older than `KEPT_MS`, at most `limit` each."""
