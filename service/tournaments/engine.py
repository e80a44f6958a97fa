"""The engine of tournaments: the path of a command on one to the log, with the guarantees that tables have.

A command is decided on the tournament's head; its events are appended at the version that they were decided on, in one
transaction with the row in the list of tournaments and the seal; then they are folded. A process that loses a race
folds what is new and decides again. A key never expires. What is in memory is a cache of the log.

It is an engine of its own, beside that of tables: a tournament has a few commands a second at most, so it has no
checkpoints in the log, and none of what makes moves fast. All its events are in memory, with a snapshot now and then.
A checkpoint would not spare a process to read them all, as the feeds need them: 20,000 events of 400 players are read,
checked and folded in half a second of a core, 3 ms at a stretch.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from uuid import UUID

from msgspec import Struct

from domain.game import Refused
from domain.table import Command, Entry, Recorded, Tick
from domain.tournament import Tournament, take_tournament_step
from domain.tournament.commands import Announce, Appoint
from domain.tournament.drafts import must_be_paired_by
from service.play.engine import ATTEMPTS, AlreadyOpen, KeyReused, OthersFaster
from service.play.reading import in_slices
from service.play.rows import new_event
from service.play.stream import CommandKey, id_in_entry
from service.store import Append, Conflict, Epoch, EventStore, HistoryChanged, LogCorrupt, Seal
from service.store.signing import Signer
from service.tournaments.memory import MOST_BYTES, TournamentMemory
from service.tournaments.personal_feeds import Events
from service.tournaments.rows import row_of
from service.tournaments.stream import SLICE, TournamentStream, entry_of


class UnknownTournament(Exception):
    """There is no tournament of this id."""


class FirstOfAll(Exception):
    """A command was decided and not refused: what `Asked.first` does comes before it is written."""


class TournamentOutcome(Struct, frozen=True):
    """What a command has done in a tournament, and the epoch of the log that it was done in."""

    tournament_id: UUID
    recorded: tuple[Recorded[Tournament], ...]
    epoch: Epoch

    @property
    def tournament(self) -> Tournament:
        """The tournament right after the command."""
        return self.recorded[-1].snapshot


class Asked(Struct, frozen=True):
    """What is asked of a tournament: a command, its key, by which tournament its round is paired, and what goes first.

    `first` is done once the command is decided, before anything of it is written: what is refused leaves nothing.
    Others have their turn meanwhile: so it is decided once more, and may be refused then.
    """

    command: Command
    key: CommandKey | None = None
    paired_by: Tournament | None = None
    first: Callable[[], Awaitable[None]] | None = None


class TournamentEngine:
    """Executes commands on all tournaments. `now` gives ms since 1970.

    `notify` is called with all that is recorded here. `memory` is about how many bytes they may take.
    """

    def __init__(
        self,
        store: EventStore,
        signer: Signer,
        now: Callable[[], int],
        notify: Callable[[TournamentOutcome], None],
        *,
        memory: int = MOST_BYTES,
    ) -> None:
        self._store = store
        self._signer = signer
        self._now = now
        self._notify = notify
        self._memory = TournamentMemory(memory)

    async def execute(
        self,
        tournament_id: UUID,
        command: Command,
        key: CommandKey | None = None,
        *,
        paired_by: Tournament | None = None,
        first: Callable[[], Awaitable[None]] | None = None,
    ) -> TournamentOutcome:
        """Decide a command and append what it decides, once the clock steps that are due are recorded.

        One that was executed before (the same key and request) is not executed again: its outcome is returned. That of
        `Tick` is the clock steps, which may be none. A round that was `paired_by` a tournament is refused if players or
        scores have changed since. `first` is done before the command is written, unless it is refused.

        Raises `Refused`, `UnknownTournament`, `AlreadyOpen`, `KeyReused`, `Unavailable`, `NotReadable` or `LogCorrupt`.
        """
        try:
            return await self._in_turn(tournament_id, Asked(command, key, paired_by, first))
        except FirstOfAll:
            if first is not None:
                await first()
        return await self._in_turn(tournament_id, Asked(command, key, paired_by))

    async def _in_turn(self, tournament_id: UUID, asked: Asked) -> TournamentOutcome:
        """Execute what is asked when nobody else does anything in the tournament. Raises `FirstOfAll`, too."""
        stream = self._memory.stream(tournament_id)
        async with stream.lock:
            await self._ready(stream)
            return await self._execute(stream, asked)

    async def repeated(self, tournament_id: UUID, key: CommandKey | None) -> TournamentOutcome | None:
        """Return the outcome of a command with this key, if it was executed before. Raises `KeyReused`."""
        executed = None if key is None else await self._store.executed(tournament_id, key.id)
        if key is None or executed is None:
            return None
        stream = self._memory.stream(tournament_id)
        async with stream.lock:
            await self._ready(stream)
            return await self._outcome(stream, executed, key)

    async def current(self, tournament_id: UUID) -> Tournament:
        """Return a tournament as the log has it now. Raises `UnknownTournament`."""
        tournament, _ = await self.current_with_events(tournament_id)
        return tournament

    async def current_with_events(self, tournament_id: UUID) -> tuple[Tournament, Events]:
        """Return a tournament as the log has it now, and its events: these grow. Raises `UnknownTournament`."""
        heads = await self._store.heads([tournament_id])
        stream = self._memory.stream(tournament_id)
        if stream.head is not None and (heads.get(tournament_id), self._store.epoch) == (stream.version, stream.epoch):
            return stream.head, stream.events
        async with stream.lock:
            await self._ready(stream)
            await self._follow(stream)
            if stream.head is None:
                self._memory.drop(tournament_id)
                raise UnknownTournament
            return stream.head, stream.events

    async def at(self, tournament_id: UUID, version: int) -> Tournament:
        """Return a tournament as it was at a version that it has had. Raises `UnknownTournament`."""
        now = await self.current(tournament_id)
        found = now if now.version == version else await self._memory.stream(tournament_id).at(version)
        if found is None:
            raise UnknownTournament
        return found

    async def entries(self, tournament_id: UUID, up_to: int) -> AsyncIterator[tuple[Entry, bytes]]:
        """Yield the entries up to a version as the log has them, each with its hash. Raises `NotReadable`."""
        async for rows in in_slices(self._store, tournament_id, 0, up_to, most=SLICE):
            for row in rows:
                yield entry_of(row), row.hash

    async def _ready(self, stream: TournamentStream) -> None:
        """Read a tournament that is not in memory, or that was read in another epoch; there may be none."""
        if stream.epoch != self._store.epoch:
            stream.forget()
            stream.epoch = self._store.epoch
        if stream.head is None:
            await self._catch_up(stream)

    async def _catch_up(self, stream: TournamentStream) -> None:
        async for rows in in_slices(self._store, stream.tournament_id, stream.version, most=SLICE):
            for _ in stream.take_in(rows):
                pass

    async def _follow(self, stream: TournamentStream) -> None:
        """Fold new events. If they do not follow the known ones, the log has got another history."""
        if stream.epoch == self._store.epoch:
            try:
                await self._catch_up(stream)
            except LogCorrupt:
                if stream.head is None:
                    raise
            else:
                return
        stream.forget()
        await self._ready(stream)

    # One command

    async def _execute(self, stream: TournamentStream, asked: Asked) -> TournamentOutcome:
        """Decide, and decide again while others are faster; also if it was refused on an old version."""
        for _ in range(ATTEMPTS):
            if stream.head is None and not isinstance(asked.command, Announce):
                self._memory.drop(stream.tournament_id)
                raise UnknownTournament
            known = stream.link
            try:
                outcome = await self._attempt(stream, asked)
                if outcome.recorded:
                    return outcome
                await self._follow(stream)
                if stream.link == known:
                    return outcome
            except Conflict as conflict:
                if conflict.actual < conflict.expected:
                    stream.forget()
                await self._follow(stream)
            except HistoryChanged:
                stream.forget()
                await self._ready(stream)
            except Refused:
                await self._follow(stream)
                if stream.link == known:
                    raise
        raise OthersFaster("other processes are faster in this tournament")

    async def _attempt(self, stream: TournamentStream, asked: Asked) -> TournamentOutcome:
        command, key = asked.command, asked.key
        executed = None if key is None else stream.executed(key)
        if key is not None and executed is not None:
            return await self._outcome(stream, executed, key)
        if stream.head is None:
            return await self._append(stream, asked, self._now())
        if isinstance(command, Announce):
            raise AlreadyOpen
        at, ticked = max(self._now(), stream.head.at), list[Recorded[Tournament]]()
        while stream.head.due is not None and stream.head.due <= at:
            outcome = await self._append(stream, Asked(Tick()), stream.head.due)
            ticked += outcome.recorded
        if isinstance(command, Tick):
            return TournamentOutcome(stream.tournament_id, tuple(ticked), self._store.epoch)
        if asked.paired_by is not None:
            must_be_paired_by(asked.paired_by, stream.head, command)
        return await self._append(stream, asked, at)

    async def _outcome(
        self, stream: TournamentStream, executed: tuple[bytes, int], key: CommandKey
    ) -> TournamentOutcome:
        """Return what became of a command that was executed before: its request and step. Raises `KeyReused`."""
        request, step = executed
        if request != key.request:
            raise KeyReused
        epoch, reading, recorded = self._store.epoch, stream.before(step), list[Recorded[Tournament]]()
        async for rows in in_slices(self._store, stream.tournament_id, reading.version, most=SLICE):
            recorded += [each for each in reading.take_in(rows) if each.entry.step == step]
            if rows[-1].step > step:
                break
        return TournamentOutcome(stream.tournament_id, tuple(recorded), epoch)

    async def _append(self, stream: TournamentStream, asked: Asked, at: int) -> TournamentOutcome:
        """Decide a command on the head, and append what it decides. Raises `Refused`, `FirstOfAll` or `Conflict`."""
        before, epoch, key = stream.head, self._store.epoch, asked.key
        recorded = take_tournament_step(
            stream.tournament_id, before, stream.link, asked.command, at, key=id_in_entry(key)
        )
        if asked.first is not None:
            raise FirstOfAll
        if isinstance(asked.command, Appoint):
            await self._store.tournaments.note_staff(stream.tournament_id, asked.command.person)
        after = recorded[-1].snapshot
        announced = stream.events.all[0] if stream.events.all else recorded[0].entry.event
        await self._store.append(
            Append(
                table_id=stream.tournament_id,
                expected=stream.version,
                events=tuple([new_event(each, key) for each in recorded]),
                lobby=row_of(stream.tournament_id, announced, after),
                seal=self._seal(stream.tournament_id, before, recorded[-1]),
                link=stream.link,
            )
        )
        stream.add(recorded, key)
        outcome = TournamentOutcome(stream.tournament_id, recorded, epoch)
        self._notify(outcome)
        return outcome

    def _seal(self, tournament_id: UUID, before: Tournament | None, last: Recorded[Tournament]) -> Seal | None:
        """Return the seal of a tournament that ends with this step."""
        after = last.snapshot
        if not after.is_over or (before is not None and before.is_over):
            return None
        return self._signer.seal(tournament_id, after.version, last.hash, after.at)
