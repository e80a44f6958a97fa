"""The stream of one tournament as a process has it in memory. It is never more than a cache of the log."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

import msgspec

from domain.table import FIRST_LINK, Entry, Recorded
from domain.tournament import (
    AnyTournamentCommand,
    AnyTournamentEvent,
    Tournament,
    tournament_taken,
)
from service.play.stream import CommandKey, NotReadable, link_as_written
from service.store import Epoch, LogCorrupt, StoredEvent
from service.tournaments.telling import Events

EVENTS = msgspec.json.Decoder(AnyTournamentEvent)
COMMANDS = msgspec.json.Decoder(AnyTournamentCommand)


class TournamentStream:
    """One tournament: `head` is the last that is known of it (None: nothing), `link` the end of its chain."""

    __slots__ = ("_keys", "epoch", "events", "head", "link", "lock", "tournament_id")

    def __init__(self, tournament_id: UUID) -> None:
        self.tournament_id = tournament_id
        self.lock = asyncio.Lock()
        self.epoch: Epoch | None = None
        self._keys: dict[bytes, tuple[bytes, int]] = {}
        self.forget()

    def forget(self) -> None:
        """Forget everything, so that the tournament is read from the log."""
        self.head: Tournament | None = None
        self.events = Events()
        self.link = FIRST_LINK
        self._keys.clear()

    @property
    def version(self) -> int:
        """The number of events, as far as this process knows."""
        return 0 if self.head is None else self.head.version

    def executed(self, key: CommandKey) -> tuple[bytes, int] | None:
        """Return the request and the step of the command with this key; None: there was none."""
        return self._keys.get(key.id)

    def add(self, recorded: Sequence[Recorded[Tournament]], key: CommandKey | None) -> None:
        """Take in the entries of a step that was appended."""
        for each in recorded:
            self._follow(each)
        if key is not None:
            self._keys[key.id] = key.request, recorded[0].entry.step

    def take_in(self, rows: Iterable[StoredEvent]) -> Iterator[Recorded[Tournament]]:
        """Fold what was read from the log, and yield it. Raises `NotReadable`, and `LogCorrupt` for a broken chain."""
        for row in rows:
            try:
                recorded = follows(self, row)
            except NotReadable:
                self.forget()
                raise
            self._follow(recorded)
            if row.key is not None and row.request is not None:
                self._keys.setdefault(row.key, (row.request, row.step))
            yield recorded

    def _follow(self, recorded: Recorded[Tournament]) -> None:
        self.head, self.link = recorded.snapshot, recorded.hash
        self.events.add(recorded.entry.event)


def follows(stream: TournamentStream, row: StoredEvent) -> Recorded[Tournament]:
    """Return a row of the log that comes next in a stream. Raises `NotReadable` or `LogCorrupt`."""
    recorded = tournament_taken(stream.tournament_id, stream.head, stream.link, entry_of(row))
    if row.hash != recorded.hash:
        if row.hash == link_as_written(stream.link, row):
            raise NotReadable(row)
        raise LogCorrupt(f"event {row.version} of tournament {row.table_id} does not follow from the one before it")
    return recorded


def entry_of(row: StoredEvent) -> Entry:
    """Return a row of the log as a typed entry. Raises `NotReadable`."""
    try:
        event = EVENTS.decode(row.event)
        command = None if row.command is None else COMMANDS.decode(row.command)
    except msgspec.MsgspecError as error:
        raise NotReadable(row) from error
    return Entry(row.version, row.step, row.seat, row.key.hex() if row.key else None, command, event)
