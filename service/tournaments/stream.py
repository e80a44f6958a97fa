"""The stream of one tournament as a process has it in memory. It is never more than a cache of the log."""

import asyncio
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from uuid import UUID

import msgspec
from msgspec.structs import asdict

from domain.table import FIRST_LINK, Entry, Recorded
from domain.tournament import AnyTournamentCommand, AnyTournamentEvent, Tournament, after_event, tournament_taken
from domain.tournament.events import TournamentAnnounced
from service.play.stream import SIZE_IN_MEMORY, SIZE_OF_KEY, CommandKey, NotReadable, as_in_the_log, unreadable
from service.store import Epoch, StoredEvent
from service.tournaments.personal_feeds import Events

EVENTS = msgspec.json.Decoder(AnyTournamentEvent)
COMMANDS = msgspec.json.Decoder(AnyTournamentCommand)

SNAPSHOT_EVERY = 128
"""Number of events after which another snapshot is kept: at most this number is folded for an earlier version."""

SLICE = 32
"""Maximum number of events that are folded before others have their turn: one of them may concern all entrants."""


class TournamentStream:
    """One tournament: `head` is the last that is known of it (None: nothing), `link` the end of its chain.

    `size` is about how many bytes it takes.
    """

    __slots__ = ("_keys", "_snapshots", "epoch", "events", "head", "link", "lock", "size", "tournament_id")

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
        self.size = 0
        self._keys.clear()
        self._snapshots: list[tuple[Tournament, bytes]] = []

    @property
    def version(self) -> int:
        """The number of events, as far as this process knows."""
        return 0 if self.head is None else self.head.version

    def executed(self, key: CommandKey) -> tuple[bytes, int] | None:
        """Return the request and the step of the command with this key; None: there was none."""
        return self._keys.get(key.id)

    async def at(self, version: int) -> Tournament | None:
        """Return the tournament as it was at a version, folded from the snapshot before; None: it is not known here."""
        found, _ = self._snapshot(version)
        later = self.events.all[0 if found is None else found.version : version]
        for number, event in enumerate(later, start=1):
            found = after_event(found, event)
            if number % SLICE == 0:
                await asyncio.sleep(0)
        return None if found is None or found.version != version else found

    def before(self, version: int) -> "TournamentStream":
        """Return a stream of its own that ends with the last snapshot before a version, to read on from there."""
        reading = TournamentStream(self.tournament_id)
        head, link = self._snapshot(version - 1)
        if head is not None:
            reading.head, reading.link = head, link
        return reading

    def _snapshot(self, version: int) -> tuple[Tournament | None, bytes]:
        """Return the last snapshot up to a version, with the end of its chain."""
        place = min(version // SNAPSHOT_EVERY, len(self._snapshots))
        return self._snapshots[place - 1] if place else (None, FIRST_LINK)

    def add(self, recorded: Sequence[Recorded[Tournament]], key: CommandKey | None) -> None:
        """Take in the entries of a step that was appended."""
        for each in recorded:
            self._follow(each)
        if key is not None:
            self._note(key.id, key.request, recorded[0].entry.step)

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
                self._note(row.key, row.request, row.step)
            yield recorded

    def _note(self, key: bytes, request: bytes, step: int) -> None:
        if key not in self._keys:
            self._keys[key] = request, step
            self.size += SIZE_OF_KEY

    def _follow(self, recorded: Recorded[Tournament]) -> None:
        self.head, self.link = recorded.snapshot, recorded.hash
        self.events.add(recorded.entry.event)
        self.size += SIZE_IN_MEMORY * len(recorded.encoded)
        if self.head.version % SNAPSHOT_EVERY == 0:
            self.size += size_of_new(self._snapshots[-1][0] if self._snapshots else None, self.head)
            self._snapshots.append((self.head, self.link))


def size_of_new(before: Tournament | None, after: Tournament) -> int:
    """Return about how many bytes a snapshot takes of which an earlier one is kept: what has not changed they share."""
    new = [part for name, part in parts_of(after) if before is None or getattr(before, name) is not part]
    tables = () if before is None else [each.tables for each in before.rounds]
    rounds = [each.tables for each in after.rounds if not any(each.tables is known for known in tables)]
    return sum(map(sys.getsizeof, (*new, *rounds)))


def parts_of(tournament: Tournament) -> list[tuple[str, object]]:
    """Return the fields of a tournament that hold many things."""
    return [(name, value) for name, value in asdict(tournament).items() if isinstance(value, dict | tuple | frozenset)]


def follows(stream: TournamentStream, row: StoredEvent) -> Recorded[Tournament]:
    """Return a row of the log that comes next in a stream. Raises `NotReadable` or `LogCorrupt`."""
    entry = entry_of(row)
    fold = partial(tournament_taken, stream.tournament_id, stream.head, stream.link, entry)
    return as_in_the_log(row, stream.link, fold)


def entry_of(row: StoredEvent) -> Entry:
    """Return a row of the log as a typed entry. Raises `NotReadable`."""
    try:
        event = EVENTS.decode(row.event)
        command = None if row.command is None else COMMANDS.decode(row.command)
    except msgspec.MsgspecError as error:
        raise unreadable(row, TournamentAnnounced) from error
    return Entry(row.version, row.step, row.seat, row.key_text, command, event)
