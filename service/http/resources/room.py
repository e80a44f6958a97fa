"""Room for more tables: a player who has as many as allowed waits until one of them has ended."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

from domain.table import HOUSE_KINDS, Table
from service.http.middleware.authentication import AccountRequest
from service.http.middleware.limits import within
from service.http.resources.access import table_now
from service.http.services import services_of
from service.play.engine import UnknownTable


@asynccontextmanager
async def room_for_table(request: AccountRequest, table: UUID, *, of_house: bool = False) -> AsyncIterator[None]:
    """Let the caller open a table, for house players alone if it is `of_house`, unless they have too many.

    It takes no room if it is there already. Raises `Problem`: rate_limited.
    """
    if await is_there(request, table):
        yield
        return
    async with room_for_one_more(request, of_house=of_house):
        yield


@asynccontextmanager
async def room_for_one_more(request: AccountRequest, *, of_house: bool = False) -> AsyncIterator[None]:
    """Let the caller have one more table, unless they have too many: an operator never has.

    Raises `Problem`: rate_limited.
    """
    if request.auth.role == "operator":
        yield
        return
    limits = services_of(request).limits.tables
    async with within(limits.room_for_table(request.auth.player, of_house=of_house)):
        yield


@asynccontextmanager
async def room_for_tournament(request: AccountRequest, tournament: UUID) -> AsyncIterator[None]:
    """Let the caller announce a tournament, unless they have too many; it takes no room if it is there already.

    An operator has as many as they want. Raises `Problem`: rate_limited.
    """
    services = services_of(request)
    there = await services.parlour.event_log.heads([tournament])
    if request.auth.role == "operator" or there:
        yield
        return
    limits = services.limits.tables
    async with within(limits.room_for_tournament(request.auth.player)):
        yield


@asynccontextmanager
async def room_for_house(request: AccountRequest, table: UUID) -> AsyncIterator[None]:
    """Let a house player sit down, unless no people would sit there and its creator has too many such tables.

    Raises `Problem`: rate_limited, `UnknownTable`, and `NotForYou`.
    """
    seen, account = (await table_now(request, table)).table, request.auth
    # Nobody but the creator may ask the house to a table where no people sit
    if account.role == "operator" or account.player != seen.creator or not is_without_people(seen):
        yield
        return

    async def is_last() -> bool:
        return is_last_of_house((await table_now(request, table)).table)

    limits = services_of(request).limits.tables
    async with within(limits.room_for_house(seen.creator, is_last)):
        yield


async def is_there(request: AccountRequest, table: UUID) -> bool:
    """Return whether there is a table of this id."""
    try:
        await services_of(request).parlour.engine.head(table)
    except UnknownTable:
        return False
    return True


def is_last_of_house(table: Table) -> bool:
    """Return whether one seat is free, and house players have all others."""
    return table.seats.count(None) == 1 and is_without_people(table)


def is_without_people(table: Table) -> bool:
    """Return whether each seat is free, or a house player has it."""
    return all(player is None or player in HOUSE_KINDS for player in table.seats)
