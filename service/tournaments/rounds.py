"""The rounds of tournaments: what was published is done at the tables, and what comes of it there is noted.

A round is published by one event, which has the ids of its tables. Then all of them are opened, and nobody sees one;
then the seats are given away; then it is noted that the round has started; then the games begin. Each step finds out
by itself what is left to be done, so after a crash at any instant the next process goes on: the list of tournaments
says which are to be looked at. Several processes may do so at once; the log takes every step once.

A table that ends in this process is heard of at once, one of another process when it is looked for.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from uuid import UUID

from domain.game import Refused
from domain.table import Command, Snapshot, Tick
from domain.tournament import RoundTable, Tournament, TournamentRound
from domain.tournament.commands import NextRound, NoteNoShows, NoteResult, NoteStopped, StartRound
from domain.tournament.results import result_of
from domain.tournament.rounds import wants_round
from service.live.few import AT_A_TIME
from service.live.history import History
from service.play.stream import NotReadable
from service.runtime.background import each_of
from service.runtime.outages import BACKGROUND
from service.runtime.unavailable import Unavailable
from service.store import EventStore, LogCorrupt, as_far_as_known, new_table_id
from service.store.lobby_row import ENDED, LobbyRow
from service.tournaments.calculator import Calculator
from service.tournaments.clearing import Clearing, is_waited_for
from service.tournaments.engine import TournamentEngine, TournamentOutcome, UnknownTournament
from service.tournaments.former_players import Forgotten, FormerPlayers, nobody_forgotten
from service.tournaments.rows import LATE_MS, has_work
from service.tournaments.tables import RoundTables

WORKED_FOR_AT_ONCE = 200
"""Maximum number of tournaments that a process works for at once; their tables have their turns one after the other."""
SWEEP_SECONDS = 1.0
SWEEP_PAGE = 100
REST_SECONDS = 3.0
"""Seconds after work on a tournament in which the sweep passes it over."""
BUSY_SECONDS = 0.05

log = logging.getLogger(__name__)


class Rounds:
    """Works for all tournaments, until it is stopped.

    `now` gives ms since 1970. Tables of a round that has ended are looked at once more `late_seconds` after it.
    `forgotten` tells who of those who sit at a table never comes.
    """

    def __init__(
        self,
        engine: TournamentEngine,
        tables: RoundTables,
        history: History,
        store: EventStore,
        now: Callable[[], int],
        *,
        calculator: Calculator,
        forgotten: Forgotten = nobody_forgotten,
        sweep_seconds: float = SWEEP_SECONDS,
        rest_seconds: float = REST_SECONDS,
        late_seconds: float = LATE_MS / 1_000,
    ) -> None:
        self._engine = engine
        self._tables = tables
        self._history = history
        self._store = store
        self._now = now
        self._calculator = calculator
        self._former = FormerPlayers(engine, tables, forgotten)
        self._clearing = Clearing(tables, store, now, int(late_seconds * 1_000))
        self._sweep_seconds = sweep_seconds
        self._rest_seconds = rest_seconds
        self._there_since: int | None = None
        """Since when players can come to their tables, as far as this process knows; None: they could not just now."""
        self._noticed: asyncio.Queue[UUID] = asyncio.Queue()
        self._waiting: set[UUID] = set()
        self._at_work: set[UUID] = set()
        self._rests: dict[UUID, float] = {}

    def watch(self, outcome: TournamentOutcome) -> None:
        """Look at a tournament in which something has happened, if there may be something to do."""
        if has_work(outcome.tournament):
            self.notice(outcome.tournament_id)

    def hear(self, snapshot: Snapshot) -> None:
        """Look at the tournament of a table that has ended."""
        table = snapshot.table
        if table.tournament is not None and table.finished_at is not None:
            self.notice(table.tournament.id)

    def notice(self, tournament_id: UUID) -> None:
        """Look at a tournament soon."""
        if tournament_id not in self._waiting:
            self._waiting.add(tournament_id)
            self._noticed.put_nowait(tournament_id)

    async def run(self) -> None:
        """Work wherever there is something to do, until cancelled."""
        self._noticed, self._waiting, self._at_work = asyncio.Queue(), set(), set()
        async with asyncio.TaskGroup() as group:
            group.create_task(each_of(self._noticed, self._work_on, WORKED_FOR_AT_ONCE))
            await self._sweep()

    async def _sweep(self) -> None:
        """Look at what another process should have looked at, until cancelled."""
        while True:
            with BACKGROUND.noticed("look for tournaments"):
                await self._look_again()
            await asyncio.sleep(self._sweep_seconds)

    async def _look_again(self) -> None:
        try:
            await self._look()
            self._there(self._now())
        except Unavailable:
            self._there_since = None
            raise

    async def _look(self) -> None:
        now, found = time.monotonic(), set[UUID]()
        page, _ = await as_far_as_known(self._store.tournaments.due(self._now(), SWEEP_PAGE))
        while page:
            for tournament_id, _ in page:
                found.add(tournament_id)
                if now >= self._rests.get(tournament_id, 0.0):
                    self.notice(tournament_id)
            last, due = page[-1]
            if len(page) < SWEEP_PAGE:
                break
            page, _ = await as_far_as_known(self._store.tournaments.due(self._now(), SWEEP_PAGE, (due, last)))
        self._rests = {each: until for each, until in self._rests.items() if each in found}

    async def _work_on(self, tournament_id: UUID) -> None:
        self._waiting.discard(tournament_id)
        if tournament_id in self._at_work:
            asyncio.get_running_loop().call_later(BUSY_SECONDS, self.notice, tournament_id)
            return
        self._at_work.add(tournament_id)
        try:
            await self.work(tournament_id)
        except Unavailable as error:
            extra = {"tournament": str(tournament_id), "cause": str(error)}
            log.warning("The work for a tournament cannot be done now; it is tried again", extra=extra)
        except (NotReadable, LogCorrupt, UnknownTournament) as error:
            extra = {"tournament": str(tournament_id), "cause": str(error)}
            log.warning("A tournament cannot be read here", extra=extra)
        except Exception:
            log.exception("The work for a tournament has failed", extra={"tournament": str(tournament_id)})
        finally:
            self._at_work.discard(tournament_id)
            self._rests[tournament_id] = time.monotonic() + self._rest_seconds

    async def work(self, tournament_id: UUID) -> None:
        """Do what is to be done for a tournament now, as the log has it; everything may have been done already."""
        await self._engine.execute(tournament_id, Tick())
        tournament = await self._engine.current(tournament_id)
        current = tournament.round
        if current is not None and current.published and not tournament.is_over:
            if current.state == "publishing":
                await self._publish(tournament_id, tournament, current)
                tournament = await self._engine.current(tournament_id)
                current = tournament.rounds[current.number - 1]
            if current.state == "playing":
                await self._follow(tournament_id, tournament, current)
                tournament = await self._engine.current(tournament_id)
        await self._clearing.clear_away(tournament_id, tournament)
        if wants_round(tournament):
            await self._go_on(tournament_id, tournament)

    async def _go_on(self, tournament_id: UUID, tournament: Tournament) -> None:
        """Draft and publish the next round; one that cannot be drafted waits for the staff, or for another event.

        A tournament that has changed meanwhile, as where another process was faster, is looked at again anyway.
        """
        try:
            draft = await self._calculator.draft(tournament_id, tournament, ())
            needed = len(draft.tables) * tournament.settings.tables_of_a_match
            tables = tuple([new_table_id(self._store.lanes_away) for _ in range(needed)])
            await self._engine.execute(tournament_id, NextRound(draft, tables), paired_by=tournament)
        except Refused as refused:
            if (await self._engine.current(tournament_id)).version != tournament.version:
                return
            extra = {"tournament": str(tournament_id), "code": refused.code}
            log.warning("The next round of a tournament cannot be drafted", extra=extra)
            await self._clearing.settle(tournament_id, tournament)

    async def _publish(self, tournament_id: UUID, tournament: Tournament, current: TournamentRound) -> None:
        """Open all tables of a round, give their seats away, and begin it."""
        rows = await self._rows(current.tables)
        missing = [table for table in current.tables if table.id not in rows]
        async for few in self._in_turn(tournament_id, current, missing):
            await self._tables.open(tournament_id, tournament, current.number, few)
        async for few in self._in_turn(tournament_id, current, current.tables):
            await self._tables.seat(tournament_id, tournament, few)
        await self._note(tournament_id, StartRound(current.number))

    async def _in_turn(
        self, tournament_id: UUID, current: TournamentRound, wanted: Sequence[RoundTable]
    ) -> AsyncIterator[Sequence[RoundTable]]:
        """Yield the `wanted` tables of a round, a few at a time, for as long as the round is waited for."""
        for first in range(0, len(wanted), AT_A_TIME):
            if not is_waited_for(await self._engine.current(tournament_id), current.number):
                return
            yield wanted[first : first + AT_A_TIME]

    async def _follow(self, tournament_id: UUID, tournament: Tournament, current: TournamentRound) -> None:
        """Let all tables of a round play that are to, and note those that have ended."""
        rows = await self._rows(current.tables)
        waited_for = [table for table in current.tables if not table.is_over and not table.stopped]
        missing = [table for table in waited_for if table.id not in rows]
        async for few in self._in_turn(tournament_id, current, missing):
            await self._tables.open(tournament_id, tournament, current.number, few)
        to_begin = [table for table in waited_for if table.id not in rows or rows[table.id].status == "open"]
        async for few in self._in_turn(tournament_id, current, to_begin):
            await self._tables.seat(tournament_id, tournament, few)
        async for few in self._in_turn(tournament_id, current, to_begin):
            await self._tables.start(tournament_id, few)
        for table in waited_for:
            if table.id in rows and rows[table.id].status in ENDED:
                async with self._tables.turns:
                    await self._note_end(tournament_id, table, rows[table.id])
        await self._former.give_up(tournament_id, tournament, waited_for, self._store.epoch)
        if self._had_time_to_come(tournament):
            absent = await self._no_shows(tournament, current.tables)
            await self._note(tournament_id, NoteNoShows(current.number, absent))

    def _had_time_to_come(self, tournament: Tournament) -> bool:
        """Return whether to note who has not come: players had enough time to come while the service was up.

        Another process may know that it was up for longer, and note it earlier.
        """
        at, wait, now = tournament.no_show_at, tournament.settings.no_show_ms or 0, self._now()
        return at is not None and max(at, self._there(now) + wait) <= now

    def _there(self, now: int) -> int:
        """Return since when players can come to their tables: since now, if they could not just before."""
        if self._there_since is None:
            self._there_since = now
        return self._there_since

    async def _note_end(self, tournament_id: UUID, table: RoundTable, row: LobbyRow) -> None:
        """Note how a table has ended; one that cannot be read keeps no other from that."""
        try:
            command = await self._end_of(table, row)
        except (NotReadable, LogCorrupt) as error:
            extra = {"tournament": str(tournament_id), "table": str(table.id), "cause": str(error)}
            log.warning("A table of a tournament cannot be read; the staff has to close it", extra=extra)
        else:
            await self._note(tournament_id, command)

    async def _end_of(self, table: RoundTable, row: LobbyRow) -> Command:
        """Return the command that notes how a table has ended, with the version and the hash that were sealed."""
        seal = await self._store.seal_of(table.id)
        if seal is None:
            raise LogCorrupt(f"table {table.id} has ended and has no seal")
        version, link = seal.version, seal.hash.hex()
        if row.status != "finished":
            return NoteStopped(table=table.id, version=version, hash=link)
        ended = await self._history.at(table.id, version)
        return NoteResult(table=table.id, result=result_of(ended.rules, ended.state), version=version, hash=link)

    async def _no_shows(self, tournament: Tournament, tables: Iterable[RoundTable]) -> tuple[UUID, ...]:
        """Return the entrants who have not come to their table: a player of theirs neither moved nor sat down there.

        The turn does not matter: a player who waits for an absent one may be away as well. Some of `tables` are passed
        over, as their players did not have the whole time to come: a table that is played again is younger than the
        round, and nobody can come to a table that was stopped or closed. A table that cannot be read is passed over,
        too.
        """
        absent = set[UUID]()
        for table in tables:
            try:
                there = (await self._history.current(table.id)).table
            except (NotReadable, LogCorrupt):
                continue
            if table.again or table.closed or there.aborted is not None:
                continue
            seats = tournament.settings.places_by_seat(len(table.entrants), table.half)
            for place, seat in zip(there.places, seats, strict=True):
                entrant = table.entrants[seat]
                if not place.came and tournament.entrants[entrant].house is None:
                    absent.add(entrant)
        return tuple(sorted(absent))

    async def _rows(self, tables: Iterable[RoundTable]) -> Mapping[UUID, LobbyRow]:
        return await self._store.lobby.rows([table.id for table in tables])

    async def _note(self, tournament_id: UUID, command: Command) -> None:
        with suppress(Refused):  # somebody else was faster, or has ruled otherwise
            await self._engine.execute(tournament_id, command)
