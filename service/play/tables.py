"""Live tables: the path of a command from a player to the log.

A table that is played at stands in memory as its last snapshot. A command is decided on it, its events are appended to
the log with the version that they were decided on, and only then folded into it. Whoever loses the race for a version
(another process was faster) folds what is new and decides again, so memory is never more than a cache of the log.
"""

import asyncio
from bisect import bisect_right
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any
from uuid import UUID

import msgspec
from msgspec import UNSET, Struct

from domain import GAMES
from domain import table as rules
from domain.events import DealStarted
from domain.game import Refused
from domain.record import FIRST_LINK, Entry, canonical, link, stream_event
from domain.table import Snapshot, TableOpened
from projections.items import Sight
from projections.lobby import changes_lobby, lobby_row
from projections.seat_view import decision_id
from service.records.signing import Signer
from service.store import Append, Conflict, EventStore, LogCorrupt, NewEvent, Seal, StoredEvent

RECENT = 32
"""So many last snapshots a live table keeps, for readers who are nearly up to date."""

HOUSE_PATIENCE_MS = 2_000
"""A table where a house player might have acted for so long is looked at by any process."""


class UnknownTable(Exception):
    """There is no table of this id."""


class KeyReused(Exception):
    """The idempotency key was sent before, with another request."""


class Overtaken(Exception):
    """The command was meant for something that is over; `code` says whether for a version or for a decision."""

    def __init__(self, code: str, snapshot: Snapshot) -> None:
        super().__init__(f"{code}: the table is at version {snapshot.version}")
        self.code = code
        self.snapshot = snapshot


class Retryable(Struct, frozen=True):
    """What makes a command safe to send twice: 16 bytes for its key and sender, 16 for what was asked."""

    command: bytes
    request: bytes


class Step(Struct, frozen=True):
    """What a command has decided: who acted, the move if it was one, and the events."""

    seat: int | None
    move: Any
    events: Sequence[Any]


class Outcome(Struct, frozen=True):
    """What a command has done: its entries, each with the snapshot right after it."""

    game: UUID
    history: Sequence[tuple[Entry, Snapshot]]

    @property
    def snapshot(self) -> Snapshot:
        """The table right after the command."""
        return self.history[-1][1]


Decide = Callable[[Snapshot, int], Step]


class LiveTable:
    """One table in memory: its history, its last snapshots and the end of its chain of hashes."""

    __slots__ = ("commands", "deals", "game", "history", "link", "lock", "recent", "sights", "views")

    def __init__(self, game: UUID) -> None:
        self.game = game
        self.lock = asyncio.Lock()
        self.history: list[Entry] = []
        self.deals: list[int] = []
        self.recent: deque[Snapshot] = deque(maxlen=RECENT)
        self.link = FIRST_LINK
        self.commands: dict[bytes, tuple[bytes, int]] = {}
        self.views: dict[int | None, tuple[int, bytes]] = {}
        self.sights: dict[tuple[int | None, str], tuple[int, Sight]] = {}

    @property
    def version(self) -> int:
        """The number of events at the table."""
        return len(self.history)

    @property
    def snapshot(self) -> Snapshot:
        """The table as it is now."""
        return self.recent[-1]

    def add(self, entry: Entry, after: Snapshot, chain: bytes, retryable: Retryable | None) -> None:
        """Take in one entry of the log."""
        self.history.append(entry)
        self.recent.append(after)
        self.link = chain
        if type(entry.event) is DealStarted:
            self.deals.append(entry.version)
        if retryable is not None:
            self.commands.setdefault(retryable.command, (retryable.request, entry.step))

    def take_in(self, stored: Iterable[StoredEvent]) -> None:
        """Fold what another process has appended."""
        for row in stored:
            entry = entry_of(row, self.recent[-1].table.game if self.recent else None)
            after = rules.evolve(self.recent[-1] if self.recent else None, entry.event, entry.mover)
            retryable = Retryable(row.key, row.request) if row.key and row.request else None
            self.add(entry, after, row.hash, retryable)

    def since(self, version: int, up_to: int | None = None) -> list[tuple[Entry, Snapshot]]:
        """Return the entries after a version and not after `up_to`, each with the snapshot right after it."""
        last = self.version if up_to is None else up_to
        if last <= version:
            return []
        new = self.version - version
        if new <= len(self.recent):
            recent = islice(self.recent, len(self.recent) - new, len(self.recent) - self.version + last)
            return list(zip(self.history[version:last], recent, strict=True))
        history: list[tuple[Entry, Snapshot]] = []
        snapshot: Snapshot | None = None
        for entry in self.history[:last]:
            snapshot = rules.evolve(snapshot, entry.event, entry.mover)
            if entry.version > version:
                history.append((entry, snapshot))
        return history

    def dealt_before(self, version: int) -> int:
        """Return the version at which the deal of a version began; 0 before the first."""
        deals = bisect_right(self.deals, version)
        return self.deals[deals - 1] if deals else 0

    def at(self, version: int) -> Snapshot:
        """Return the table as it was at a version from 1 to the present one."""
        return self.since(version - 1)[0][1]


def entry_of(row: StoredEvent, game_id: str | None) -> Entry:
    """Return a row of the log as a typed entry; `game_id` is None for the first one, which opens the table."""
    event = msgspec.json.decode(row.event, type=TableOpened if game_id is None else stream_event(game_id))
    move = None
    if row.command is not None and game_id is not None:
        move = msgspec.json.decode(row.command, type=GAMES[game_id].Move)
    return Entry(row.version, row.step, row.seat, row.key.hex() if row.key else None, move, event)


class Tables:
    """All tables, as many as fit in memory; the log has them all.

    `now` gives whole milliseconds since 1970. `on_change` is told of every change that this process has recorded.
    """

    def __init__(
        self,
        log: EventStore,
        signer: Signer,
        now: Callable[[], int],
        on_change: Callable[[UUID, Snapshot], None],
        limit: int = 20_000,
    ) -> None:
        self._log = log
        self._signer = signer
        self._now = now
        self._on_change = on_change
        self._limit = limit
        self._live: OrderedDict[UUID, LiveTable] = OrderedDict()

    def held(self, game: UUID) -> LiveTable | None:
        """Return the table if it stands in memory; it may have moved on elsewhere."""
        live = self._live.get(game)
        if live is not None:
            self._live.move_to_end(game)
        return live

    async def head(self, game: UUID) -> int:
        """Return the version of the table in the log. Raises `UnknownTable`."""
        version = (await self._log.heads([game])).get(game, 0)
        if version == 0:
            raise UnknownTable
        return version

    async def present(self, game: UUID) -> LiveTable:
        """Return the table as it is in the log at this moment. Raises `UnknownTable`."""
        live = self.held(game)
        if live is None:
            return await self._load(game)
        if await self.head(game) > live.version:
            async with live.lock:
                await self._catch_up(live)
        return live

    async def execute(self, game: UUID, decide: Decide, *, retryable: Retryable | None = None) -> Outcome:
        """Decide a command on the table and append what it decides; ticks the clock first.

        A command that was executed before (the same key and request) is not executed again: its outcome is returned.
        Raises `UnknownTable`, `KeyReused` or `Refused`, or what `decide` raises.
        """
        live = self.held(game) or await self._load(game)
        async with live.lock:
            while True:
                known = live.version
                try:
                    return await self._attempt(live, decide, retryable)
                except Conflict as conflict:
                    await self._lose(live, conflict)
                except (Refused, Overtaken):
                    # A refusal on a version that another process has moved on from says nothing yet.
                    await self._catch_up(live)
                    if live.version == known:
                        raise

    async def _attempt(self, live: LiveTable, decide: Decide, retryable: Retryable | None) -> Outcome:
        if retryable is not None and (earlier := live.commands.get(retryable.command)):
            return self._earlier(live, retryable, *earlier)
        # One time for the clock and for the command: between two, a clock step could fall due and be passed over.
        at = max(self._now(), live.snapshot.at)
        await self._tick(live, at)
        return await self._append(live, decide(live.snapshot, at), retryable)

    def _earlier(self, live: LiveTable, retryable: Retryable, request: bytes, step: int) -> Outcome:
        if request != retryable.request:
            raise KeyReused
        history = [(entry, after) for entry, after in live.since(step - 1) if entry.step == step]
        return Outcome(live.game, history)

    async def tick(self, game: UUID) -> bool:
        """Record the clock steps that are due at the table by now; return whether this process recorded any.

        Raises `UnknownTable`.
        """
        live = await self.present(game)
        async with live.lock:
            try:
                return await self._tick(live, self._now())
            except Conflict as conflict:
                await self._lose(live, conflict)
                return False

    async def _tick(self, live: LiveTable, at: int) -> bool:
        """Record the clock steps due by a time, those of one moment together: thousands may be overdue."""
        ticked = False
        while (due := rules.due(live.snapshot)) is not None and due <= at:
            await self._append(live, Step(None, None, rules.tick(live.snapshot, due)), None)
            ticked = True
        return ticked

    async def open(self, game: UUID, opening: Sequence[TableOpened], retryable: Retryable | None) -> Outcome:
        """Open a table under a new id. The id of a retried command is the same, and so is its outcome."""
        live = LiveTable(game)
        async with live.lock:
            try:
                outcome = await self._append(live, Step(None, None, opening), retryable)
            except Conflict:
                live = await self._load(game)
                if retryable is None or retryable.command not in live.commands:
                    raise
                return self._earlier(live, retryable, *live.commands[retryable.command])
        self._keep(live)
        return outcome

    async def _append(self, live: LiveTable, step: Step, retryable: Retryable | None) -> Outcome:
        """Append the events of a step, decided on the live version, and fold them. Raises `Conflict`."""
        history, chain, new_events = chained(live, step, retryable)
        after = history[-1][1]
        due = due_of(after)
        await self._log.append(
            Append(
                table_id=live.game,
                expected=live.version,
                events=tuple(new_events),
                due=due if due != (due_of(live.snapshot) if live.recent else None) else UNSET,
                lobby=lobby_row(live.game, after) if any(map(changes_lobby, step.events)) else None,
                seal=self._seal(live, after, chain[-1]),
            )
        )
        for (entry, snapshot), hashed in zip(history, chain, strict=True):
            live.add(entry, snapshot, hashed, retryable)
        self._on_change(live.game, after)
        return Outcome(live.game, history)

    def _seal(self, live: LiveTable, after: Snapshot, last_link: bytes) -> Seal | None:
        """Return the seal of a game that is finished with this step; what comes after that is not sealed."""
        before = live.snapshot.table.finished_at if live.recent else None
        if before is not None or after.table.finished_at is None:
            return None
        signature = self._signer.sign(live.game, after.version, last_link)
        return Seal(after.version, last_link, self._signer.key_id, signature, after.at)

    async def _load(self, game: UUID) -> LiveTable:
        live = LiveTable(game)
        live.take_in(await self._log.read(game))
        if not live.history:
            raise UnknownTable
        return self._keep(live)

    async def _lose(self, live: LiveTable, conflict: Conflict) -> None:
        """Fold what was faster. Raises `LogCorrupt`, once, if the log has lost events: a backup was restored, say."""
        if conflict.actual < conflict.expected:
            self._live.pop(live.game, None)
            raise LogCorrupt(f"game {live.game} is at version {conflict.actual} and was at {conflict.expected}")
        await self._catch_up(live)

    async def _catch_up(self, live: LiveTable) -> None:
        live.take_in(await self._log.read(live.game, after=live.version))

    def _keep(self, live: LiveTable) -> LiveTable:
        """Keep the table in memory; forget those that were longest not asked for."""
        kept = self._live.setdefault(live.game, live)
        self._live.move_to_end(live.game)
        while len(self._live) > self._limit:
            oldest = next(iter(self._live))
            if self._live[oldest].lock.locked():
                break
            del self._live[oldest]
        return kept


def must_be_in_time(snapshot: Snapshot, player: UUID, decision: str | None, expected: int | None) -> None:
    """Raise `Overtaken` if a move is meant for a decision, or was chosen on a version, that is over for the player."""
    seat = snapshot.table.seat_of(player)
    if seat is None or snapshot.state is None or snapshot.table.finished_at is not None:
        return
    if decision is not None and decision != decision_id(snapshot, seat):
        raise Overtaken("decision_over", snapshot)
    began = snapshot.decision_began(seat)
    if expected is not None and began is not None and not began.version <= expected <= snapshot.version:
        raise Overtaken("stale_version", snapshot)


def due_of(snapshot: Snapshot) -> int | None:
    """Return when somebody has to look at the table at the latest: for a clock step, or for a house player."""
    due = rules.due(snapshot)
    if not rules.house_seats_to_act(snapshot):
        return due
    late = snapshot.at + HOUSE_PATIENCE_MS
    return late if due is None else min(due, late)


def chained(
    live: LiveTable, step: Step, retryable: Retryable | None
) -> tuple[list[tuple[Entry, Snapshot]], list[bytes], list[NewEvent]]:
    """Return a step's entries with the snapshots after them, their hashes, and their rows for the log."""
    command = retryable.command if retryable else None
    request = retryable.request if retryable else None
    snapshot = live.snapshot if live.recent else None
    first = live.version + 1
    history, chain, rows = [], [], []
    previous = live.link
    for offset, event in enumerate(step.events):
        move = step.move if offset == 0 else None
        entry = Entry(first + offset, first, step.seat, command.hex() if command else None, move, event)
        snapshot = rules.evolve(snapshot, event, entry.mover)
        previous = link(previous, live.game, entry)
        history.append((entry, snapshot))
        chain.append(previous)
        rows.append(
            NewEvent(
                seat=step.seat,
                type=event.__struct_config__.tag,
                at=event.at,
                event=canonical(event),
                command=canonical(move) if move is not None else None,
                key=command,
                request=request,
                hash=previous,
            )
        )
    return history, chain, rows
