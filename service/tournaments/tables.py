"""What a tournament does with its tables: open, seat, start and end them. Each may be done again.

Nobody sees a table before a seat of it is given away, and no seat is given away before all tables of the round are
open.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TypeVar
from uuid import UUID

from msgspec import UNSET, structs

from domain.fairness import commitment
from domain.game import Refused
from domain.table import AbortByOperator, AssignSeat, HouseKind, MarkAbsent, OpenTable, StartGame, TournamentPlace
from domain.table.decks import shared_deal_digest
from domain.tournament import RoundTable, Tournament, TournamentRound, secret_of
from service.live.few import AT_A_TIME
from service.play.engine import AlreadyOpen, Engine, UnknownTable
from service.play.stream import NotReadable
from service.store import LogCorrupt

log = logging.getLogger(__name__)

T = TypeVar("T")
TURNS = 4
"""Number of tournaments that have their turn at once."""


class RoundTables:
    """The tables of rounds, at an engine of tables. Everything raises `Unavailable`.

    Tournaments have their turns one after the other, each with a few tables: none waits for the hundreds of another.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.turns = asyncio.Semaphore(TURNS)
        """Held while something is done for a tournament at the log, for a few tables at a time."""

    async def open(
        self, tournament_id: UUID, tournament: Tournament, number: int, wanted: Iterable[RoundTable]
    ) -> None:
        """Open tables of a round, those that are not open yet."""

        async def one(table: RoundTable) -> None:
            with suppress(AlreadyOpen):
                await self._engine.execute(table.id, opening(tournament_id, tournament, number, table))

        await self._each(one, list(wanted))

    async def seat(self, tournament_id: UUID, tournament: Tournament, wanted: Iterable[RoundTable]) -> None:
        """Give the seats of open tables to those who are to sit there."""

        async def one(table: RoundTable) -> None:
            house = house_players(tournament, table)
            there = (await self._engine.head(table.id)).table.seats
            for seat, guest in enumerate(table.seats):
                if there[seat] != guest:
                    with suppress(Refused):  # somebody else was faster
                        command = AssignSeat(tournament_id, guest, seat, house.get(guest, UNSET))
                        await self._engine.execute(table.id, command)

        await self._each(one, list(wanted))

    async def start(self, tournament_id: UUID, wanted: Iterable[RoundTable]) -> None:
        """Start the games of full tables, those that have not begun."""

        async def one(table: RoundTable) -> None:
            with suppress(Refused):  # somebody else was faster
                await self._engine.execute(table.id, StartGame(tournament_id))

        await self._each(one, list(wanted))

    async def mark_absent(self, wanted: Iterable[tuple[UUID, UUID]]) -> None:
        """Let players be absent from tables that play, each named with the table: they never come."""

        async def one(seated: tuple[UUID, UUID]) -> None:
            table_id, player = seated
            with suppress(Refused):  # they are absent already, or the game is over
                await self._engine.execute(table_id, MarkAbsent(player))

        await self._each(one, list(wanted))

    async def end(self, tournament_id: UUID, wanted: Iterable[UUID]) -> None:
        """End tables without a result, those that go on."""

        async def one(table_id: UUID) -> None:
            with suppress(Refused, UnknownTable):
                await self._engine.execute(table_id, AbortByOperator(tournament_id))

        await self._each(one, list(wanted))

    async def _each(self, do: Callable[[T], Awaitable[None]], wanted: Sequence[T]) -> None:
        """Do something for each of those that are wanted, a few in each turn.

        A table that cannot be read keeps no other waiting: the staff can close it, once the round plays.
        """

        async def one(some: T) -> None:
            try:
                await do(some)
            except (NotReadable, LogCorrupt) as error:
                log.warning("A table of a tournament cannot be read", extra={"cause": str(error)})

        for first in range(0, len(wanted), AT_A_TIME):
            async with self.turns:
                await asyncio.gather(*map(one, wanted[first : first + AT_A_TIME]))


def opening(tournament_id: UUID, tournament: Tournament, number: int, table: RoundTable) -> OpenTable:
    """Return the command that opens a table of a round.

    In a round of the same deals, a table that is played again has other cards. It counts as a table with the cards of
    the round, so nobody sees it before all tables of the round are over.
    """
    settings = tournament.settings
    shares = settings.duplicate or settings.exchanged_seats
    in_place = settings.duplicate and table.again > 0
    return OpenTable(
        player=tournament_id,
        game=settings.game,
        options=settings.options_for(len(table.entrants)),
        secret=secret_of(tournament, number, table).hex(),
        visibility="private",
        settings=settings.table,
        tournament=TournamentPlace(tournament_id, number, table.number),
        shares_deal=True if shares else UNSET,
        decks_alike=(deal_of_round(tournament, number, table),) if in_place else UNSET,
    )


def deal_of_round(tournament: Tournament, number: int, table: RoundTable) -> str:
    """Return the digest of the deal that the tables of a round have which are not played again."""
    first = secret_of(tournament, number, structs.replace(table, again=0))
    return shared_deal_digest(commitment(first)).hex()


def house_players(tournament: Tournament, table: RoundTable) -> Mapping[UUID, HouseKind]:
    """Return the house players among those who sit at a table, with their kinds."""
    entrants = [tournament.entrants[each] for each in table.entrants]
    return {member: each.house for each in entrants if each.house is not None for member in each.members}


def useless(current: TournamentRound, *, everything: bool) -> Iterator[UUID]:
    """Yield the tables of a round that nobody waits for, and that have not ended as far as is noted.

    `everything`: nobody waits for any of its tables.
    """
    for table in current.tables:
        yield from table.replaced
        if table.version is None and (everything or table.closed):
            yield table.id
