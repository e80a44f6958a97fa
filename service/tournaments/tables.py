"""What a tournament wants of its tables: opened, their seats given away, started, ended. Each may be done again.

Nobody sees a table before a seat is given away there, and none is before all tables of the round are open.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from uuid import UUID

from msgspec import UNSET, structs

from domain.fairness import commitment
from domain.game import Refused
from domain.table import AbortByOperator, AssignSeat, HouseKind, OpenTable, StartGame, TournamentPlace
from domain.table.decks import shared_deal_digest
from domain.tournament import RoundTable, Tournament, secret_of
from service.live.few import few_at_a_time
from service.play.engine import AlreadyOpen, Engine, UnknownTable


class RoundTables:
    """The tables of rounds, at an engine of tables. Everything raises `StoreUnavailable`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def open(
        self, tournament_id: UUID, tournament: Tournament, number: int, wanted: Iterable[RoundTable]
    ) -> None:
        """Open tables of a round, those that are not open yet."""

        async def one(table: RoundTable) -> None:
            with suppress(AlreadyOpen):
                await self._engine.execute(table.id, opening(tournament_id, tournament, number, table))

        await few_at_a_time(one, list(wanted))

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

        await few_at_a_time(one, list(wanted))

    async def start(self, tournament_id: UUID, wanted: Iterable[RoundTable]) -> None:
        """Start the games of full tables, those that have not begun."""

        async def one(table: RoundTable) -> None:
            with suppress(Refused):  # somebody else was faster
                await self._engine.execute(table.id, StartGame(tournament_id))

        await few_at_a_time(one, list(wanted))

    async def end(self, tournament_id: UUID, wanted: Iterable[UUID]) -> None:
        """End tables without a result, those that go on."""

        async def one(table_id: UUID) -> None:
            with suppress(Refused, UnknownTable):
                await self._engine.execute(table_id, AbortByOperator(tournament_id))

        await few_at_a_time(one, list(wanted))


def opening(tournament_id: UUID, tournament: Tournament, number: int, table: RoundTable) -> OpenTable:
    """Return the command that opens a table of a round.

    In a round of the same deals, one that is played again has other cards, and counts as one that has those of the
    round: so nobody sees it before all tables of the round are over.
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
