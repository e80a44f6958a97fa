"""Tournaments without HTTP: a process with tables, a clock and house players, and a director who commands it."""

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any
from uuid import UUID, uuid4

from domain.table import Command, TableSettings
from domain.tournament import NewEntrant, Settings, Tournament, commands
from domain.tournament.types import Draft, DraftedTable, Seating
from service.live.history import History
from service.live.memory import Memory
from service.play.engine import Engine, Outcome
from service.play.house_pace import HousePace
from service.play.house_players import HousePlayers
from service.play.stream import CommandKey
from service.runtime.background import running
from service.store import EventStore
from service.tournaments.calculator import Calculator
from service.tournaments.engine import TournamentEngine, TournamentOutcome
from service.tournaments.rounds import Rounds
from service.tournaments.tables import RoundTables
from tests.service.tournaments.calculated import InThisProcess
from tests.service.workers import MEMORY, SIGNER, Time, eventually

DIRECTOR = UUID(int=0xD1)
SECRET = "7a" * 32
FAST = HousePace(thinking_seconds=0.0, courtesy_seconds=(0.0, 0.0), rest=0.0)
QUICK = {"max_deals": 1, "max_rounds": 10}
"""Options with which a game of Honors No. IV is short."""


def settings(**given: Any) -> Settings:
    """Return the settings of a tournament of two at a table, with duplicate deals."""
    chosen: dict[str, Any] = {
        "game": "honors_4",
        "options": QUICK,
        "seating": Seating(format="manual", rounds=2, places=2),
        "scoring": "matchpoints",
        "table": TableSettings(spectators=True),
    }
    return Settings(**(chosen | given))


class Office:
    """One process: its engines, and what it takes to let a tournament go on."""

    def __init__(self, log: EventStore, now: Callable[[], int] | None = None, late_seconds: float = 0.0) -> None:
        self.log = log
        self.now = now or Time()
        self.told: list[TournamentOutcome] = []
        self.tables = Engine(log, SIGNER, self.now, self._told)
        self.players = HousePlayers(self.tables, self.now, FAST)
        self.history = History(log, Memory(MEMORY))
        self.engine = TournamentEngine(log, SIGNER, self.now, self._told_of_tournament)
        self.calculator = Calculator(process=InThisProcess())
        self.round_tables = RoundTables(self.tables)
        self.rounds = Rounds(
            self.engine,
            self.round_tables,
            self.history,
            log,
            self.now,
            calculator=self.calculator,
            sweep_seconds=0.02,
            rest_seconds=0.0,
            late_seconds=late_seconds,
        )

    def _told(self, outcome: Outcome) -> None:
        self.history.tell(outcome)
        self.players.watch(outcome.table_id, outcome.snapshot)
        self.rounds.hear(outcome.snapshot)

    def _told_of_tournament(self, outcome: TournamentOutcome) -> None:
        self.told.append(outcome)
        self.rounds.watch(outcome)

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator["Office"]:
        """Let everything run that runs beside the requests."""
        try:
            async with running(self.players.run, self.rounds.run):
                yield self
        finally:
            await self.calculator.close()

    async def do(self, tournament_id: UUID, command: Command, key: CommandKey | None = None) -> Tournament:
        """Execute a command; return the tournament after it."""
        return (await self.engine.execute(tournament_id, command, key)).tournament

    async def announced(self, tournament_id: UUID | None = None, **given: Any) -> UUID:
        """Announce a tournament."""
        tournament_id = tournament_id or uuid4()
        await self.do(tournament_id, commands.Announce(by=DIRECTOR, settings=settings(**given), secret=SECRET))
        return tournament_id

    async def started(self, players: int = 4, **given: Any) -> UUID:
        """Announce a tournament of house players, and start it."""
        tournament_id = await self.announced(**given)
        await self.begin(tournament_id, players)
        return tournament_id

    async def begin(self, tournament_id: UUID, players: int) -> None:
        """Let house players enter a tournament, and start it."""
        entrants = tuple([NewEntrant(id=house, members=(house,)) for house in (uuid4() for _ in range(players))])
        for command in (
            commands.OpenRegistration(DIRECTOR),
            commands.AddHouse(DIRECTOR, "random", entrants),
            commands.OpenCheckIn(DIRECTOR),
            commands.StartRounds(DIRECTOR),
        ):
            await self.do(tournament_id, command)

    async def of_people(self, players: int) -> UUID:
        """Announce a tournament of people, who do nothing, and start it."""
        tournament_id = await self.announced()
        people = tuple([NewEntrant(id=person, members=(person,)) for person in (uuid4() for _ in range(players))])
        coming = [commands.CheckIn(DIRECTOR, person.id) for person in people]
        for command in (
            commands.OpenRegistration(DIRECTOR),
            commands.AddEntrants(DIRECTOR, people),
            commands.OpenCheckIn(DIRECTOR),
            *coming,
            commands.StartRounds(DIRECTOR),
        ):
            await self.do(tournament_id, command)
        return tournament_id

    async def publish(self, tournament_id: UUID, ids: Sequence[UUID] = ()) -> tuple[UUID, ...]:
        """Draft a round, two at a table by starting number, and publish it; return its tables, which have these ids."""
        now = await self.engine.current(tournament_id)
        entrants = [each.id for each in now.entrants.values()]
        await self.do(tournament_id, commands.DraftRound(DIRECTOR, draft_of(len(now.rounds) + 1, entrants)))
        tables = tuple(ids or [uuid4() for _ in range(len(entrants) // 2)])
        await self.do(tournament_id, commands.PublishRound(DIRECTOR, tables))
        return tables

    async def until(self, tournament_id: UUID, condition: Callable[[Tournament], bool]) -> Tournament:
        """Wait until something is so in a tournament."""

        async def is_so() -> bool:
            return condition(await self.engine.current(tournament_id))

        await eventually(is_so)
        return await self.engine.current(tournament_id)


def draft_of(number: int, entrants: Sequence[UUID]) -> Draft:
    """Return a draft with two at a table."""
    tables = [
        DraftedTable(number=place // 2 + 1, entrants=tuple(entrants[place : place + 2]))
        for place in range(0, len(entrants), 2)
    ]
    return Draft(round=number, tables=tuple(tables))


def round_is(number: int, state: str) -> Callable[[Tournament], bool]:
    """Return whether a round of a tournament is in a state."""

    def is_so(tournament: Tournament) -> bool:
        return len(tournament.rounds) >= number and tournament.rounds[number - 1].state == state

    return is_so
