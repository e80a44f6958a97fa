"""The engine: the path of a command from its caller to the log.

A command is decided on the table's head, its events are appended to the log with the version that they were decided
on, and only then folded into the head. A process that loses the race for a version (another one was faster) folds what
is new and decides again, so memory is never more than a cache of the log.
"""

import contextlib
import logging
from collections.abc import Callable, Sequence
from uuid import UUID

import msgspec
from msgspec import UNSET, Struct

from domain.game import Refused
from domain.table import OPENINGS, Command, Entry, Recorded, Snapshot, Tick, take_step
from service.play.memory import Memory
from service.play.reading import LogReader, checkpoint_of
from service.play.rows import HOUSE_PATIENCE_MS, due_in_store, lobby_has_changed, new_event
from service.play.stream import CommandKey, Stream, id_in_entry
from service.runtime.metrics import COMMANDS_BEHIND, CONFLICTS
from service.runtime.unavailable import Unavailable
from service.store import Append, Conflict, Epoch, EventStore, HistoryChanged, LogCorrupt, Seal
from service.store.checkpoint_writer import CheckpointWriter
from service.store.lobby_row import lobby_row
from service.store.signing import Signer

log = logging.getLogger(__name__)

ATTEMPTS = 20
"""Maximum number of times that one command is decided anew because others were faster."""

CHECKPOINT_EVERY = 256
"""Number of versions after which another checkpoint of a table is kept: they stand at its multiples."""

WEIGH_EVERY = 32
"""Number of versions after which the memory of a table is measured again."""


class UnknownTable(Exception):
    """There is no table of this id."""


class AlreadyOpen(Exception):
    """There is a table of this id, and another command has opened it."""


class KeyReused(Exception):
    """The idempotency key was sent before, with another request."""


class OthersFaster(Unavailable):
    """Other processes were faster each time that a command was decided; nothing of it was written."""


class Outcome(Struct, frozen=True):
    """What a command has done at a table."""

    table_id: UUID
    recorded: tuple[Recorded[Snapshot], ...]
    epoch: Epoch
    """The epoch of the log that it was done in."""

    @property
    def entries(self) -> tuple[tuple[Entry, Snapshot], ...]:
        """The entries, each with the snapshot right after it."""
        return tuple([(each.entry, each.snapshot) for each in self.recorded])

    @property
    def snapshot(self) -> Snapshot:
        """The table right after the command."""
        return self.recorded[-1].snapshot


class Engine:
    """Executes commands at all tables, of which as many as fit stand in memory; the log has them all.

    `now` gives whole milliseconds since 1970. `notify` is called with everything that this process records. `memory`
    is how many bytes tables may take, `slice_size` how many entries are folded before others go on,
    `house_patience_ms` after what time a table where the house may act is anybody's.
    """

    def __init__(
        self,
        store: EventStore,
        signer: Signer,
        now: Callable[[], int],
        notify: Callable[[Outcome], None],
        *,
        memory: int = 256 * 2**20,
        slice_size: int = 100,
        house_patience_ms: int = HOUSE_PATIENCE_MS,
    ) -> None:
        self._store = store
        self._signer = signer
        self._now = now
        self._notify = notify
        self._house_patience_ms = house_patience_ms
        self._reader = LogReader(store, slice_size)
        self.memory = Memory(memory)
        self.checkpoints = CheckpointWriter(store)

    async def execute(self, table_id: UUID, command: Command, key: CommandKey | None = None) -> Outcome:
        """Decide a command and append what it decides, once the clock steps that are due are recorded.

        A command that was executed before (the same key and request) is not executed again: its outcome is returned.
        That of `Tick` is the clock steps, which may be none. Raises `Refused`, `UnknownTable`, `AlreadyOpen`,
        `KeyReused`, `Unavailable`, `NotStorable`, `NotReadable` or `LogCorrupt`.
        """
        stream = self.memory.stream(table_id)
        try:
            async with stream.lock:
                stream.be_of(self._store.epoch)
                if stream.head is None and not isinstance(command, OPENINGS):
                    await self._ready(stream)
                    note_behind(command, "all")
                return await self._execute(stream, command, key)
        finally:
            self.memory.settle(stream)

    async def must_be_new(self, stream_id: UUID, key: CommandKey) -> None:
        """Raise `KeyReused` if a command with this key was executed in a stream, with another request."""
        executed = await self._store.executed(stream_id, key.id)
        if executed is not None and executed[0] != key.request:
            raise KeyReused

    async def repeated(self, table_id: UUID, key: CommandKey | None) -> Outcome | None:
        """Return the outcome of a command with this key, if it was executed at the table before; raises `KeyReused`."""
        executed = None if key is None else await self._store.executed(table_id, key.id)
        return None if key is None or executed is None else await self._outcome(table_id, executed, key)

    async def head(self, table_id: UUID) -> Snapshot:
        """Return the table as this process knows it: others may have gone on. Raises `UnknownTable`."""
        stream = self.memory.stream(table_id)
        if stream.head is not None and stream.epoch == self._store.epoch:
            return stream.head
        try:
            async with stream.lock:
                stream.be_of(self._store.epoch)
                return await self._ready(stream)
        finally:
            self.memory.settle(stream)

    async def _ready(self, stream: Stream) -> Snapshot:
        """Return the head of a stream, read from the log if it is not in memory. Raises `UnknownTable`."""
        if stream.head is None:
            await self._reader.load(stream)
        if stream.head is None:
            raise UnknownTable
        return stream.head

    # One command

    async def _execute(self, stream: Stream, command: Command, key: CommandKey | None) -> Outcome:
        """Decide a command, and decide it again if others have written first.

        So they may have if it was refused, or gave nothing.

        Raises what `execute` does.
        """
        for attempt in range(ATTEMPTS):
            if attempt == 1:
                note_behind(command, "news")
            if stream.head is None and not isinstance(command, OPENINGS):
                raise UnknownTable  # the log had it, and has lost it
            try:
                outcome = await self._attempt(stream, command, key)
                if outcome.recorded or not await self._follow(stream):
                    return outcome
            except Conflict as conflict:
                await self._lose(stream, conflict)
            except HistoryChanged:
                await self._read_anew(stream)
            except Refused:
                if not await self._follow(stream):
                    raise
        raise OthersFaster("other processes are faster at this table")

    async def _attempt(self, stream: Stream, command: Command, key: CommandKey | None) -> Outcome:
        if key is not None:
            executed = stream.executed(key.id)
            if executed is None and not stream.knows_all_keys:
                executed = await self._store.executed(stream.table_id, key.id)
            if executed is not None:
                return await self._outcome(stream.table_id, executed, key)
        if stream.head is None:
            return await self._append(stream, command, self._now(), key)
        if isinstance(command, OPENINGS):
            raise AlreadyOpen
        # One time for the clock and for the command: between two, a clock step could fall due and be passed over.
        at, epoch = max(self._now(), stream.head.at), self._store.epoch
        ticked: list[Recorded[Snapshot]] = []
        while (due := stream.head.due_by(at)) is not None:  # thousands may be overdue
            ticked += (await self._append(stream, Tick(), due, None)).recorded
        if isinstance(command, Tick):
            return Outcome(stream.table_id, tuple(ticked), epoch)
        return await self._append(stream, command, at, key)

    async def _outcome(self, table_id: UUID, executed: tuple[bytes, int], key: CommandKey) -> Outcome:
        """Return what became of a command that was executed before: its request and step. Raises `KeyReused`."""
        request, step = executed
        if request != key.request:
            raise KeyReused
        epoch = self._store.epoch
        return Outcome(table_id, await self._reader.step(table_id, step), epoch)

    async def _append(self, stream: Stream, command: Command, at: int, key: CommandKey | None) -> Outcome:
        """Decide a command on the head, append its events, and take them in. Raises `Refused` or `Conflict`."""
        before, epoch = stream.head, self._store.epoch
        recorded = take_step(stream.table_id, before, stream.link, command, at, key=id_in_entry(key))
        after = recorded[-1].snapshot
        listed = None if before is None else stream.listed
        due = due_in_store(after, None if listed is UNSET else listed, self._house_patience_ms)
        await self._store.append(
            Append(
                table_id=stream.table_id,
                expected=stream.version,
                events=tuple([new_event(each, key) for each in recorded]),
                due=UNSET if due == listed else due,
                lobby=lobby_row(stream.table_id, after) if lobby_has_changed(before, after) else None,
                seal=self._seal(stream.table_id, before, recorded[-1]),
                link=stream.link,
            )
        )
        stream.add(recorded, key, due)
        self._take_stock(stream, recorded)
        outcome = Outcome(stream.table_id, recorded, epoch)
        self._notify(outcome)
        return outcome

    def _seal(self, table_id: UUID, before: Snapshot | None, last: Recorded[Snapshot]) -> Seal | None:
        """Return the seal of a table that ends with this step; what comes after that is not sealed."""
        after = last.snapshot
        if after.table.finished_at is None or (before is not None and before.table.finished_at is not None):
            return None
        return self._signer.seal(table_id, after.version, last.hash, after.at)

    def _take_stock(self, stream: Stream, recorded: Sequence[Recorded[Snapshot]]) -> None:
        """Weigh the table now and then, and let a checkpoint of it be kept where one is to stand."""
        for each in recorded:
            version, snapshot = each.entry.version, each.snapshot
            if version % WEIGH_EVERY == 0:
                encoded = msgspec.msgpack.encode(snapshot)
                stream.weigh(encoded)
                if version % CHECKPOINT_EVERY == 0:
                    self.checkpoints.keep(checkpoint_of(stream.table_id, snapshot, each.hash, encoded))

    async def _lose(self, stream: Stream, conflict: Conflict) -> None:
        """Fold what was faster. Raises `LogCorrupt`."""
        CONFLICTS.inc()
        if stream.head is None or conflict.actual < conflict.expected:
            await self._read_anew(stream)
        else:
            await self._follow(stream)

    async def _follow(self, stream: Stream) -> bool:
        """Fold what others have written, and return whether they have.

        What does not follow from what is known here shows that that is no longer in the log. Raises `LogCorrupt` if the
        log does not hold together in itself.
        """
        known = stream.link
        if stream.epoch == self._store.epoch:
            with contextlib.suppress(LogCorrupt):
                await self._reader.catch_up(stream)
                return stream.link != known
        await self._read_anew(stream)
        return stream.link != known

    async def _read_anew(self, stream: Stream) -> None:
        """Forget a table whose last events the log has lost, as after the restore of a backup, and read what it has.

        Raises `LogCorrupt` if that does not hold together: then there is no other history.
        """
        was_known = stream.head is not None
        stream.forget()
        stream.epoch = self._store.epoch
        await self._reader.load(stream)
        if was_known:
            told = "A table was read anew: the log has another history of it"
            log.warning(told, extra={"table": str(stream.table_id)})


def note_behind(command: Command, what: str) -> None:
    """Count a command that had to read what others have written, unless the clock gave it, as in any process."""
    if not isinstance(command, Tick):
        COMMANDS_BEHIND.labels(what).inc()
