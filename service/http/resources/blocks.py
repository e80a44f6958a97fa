"""Blocking: a player whom I block cannot invite me, nor take a seat at my tables. They are not told why."""

from collections.abc import Collection
from typing import Annotated
from uuid import UUID

from litestar import delete, get, put
from litestar.params import PathParameter
from msgspec import Meta, Struct

from domain.game import Time
from domain.table import Table
from service.accounts.port import MOST_BLOCKS, TooManyBlocks, UnknownPlayer
from service.http.middleware.authentication import AccountRequest
from service.http.problems import Problem
from service.http.resources.players import no_such_player
from service.http.services import services_of
from service.http.wire.headers import wrong

BlockedId = Annotated[UUID, PathParameter(description="The id of the player who is blocked.")]


class Block(Struct, frozen=True):
    """A player whom I block."""

    player: UUID
    name: str
    made_at: Annotated[Time, Meta(description="Since when.")]


class Blocks(Struct, frozen=True):
    """The players whom I block, the newest first: at most 200. Only I can see this list."""

    blocks: tuple[Block, ...]


@get("/me/blocks", operation_id="listBlocks")
async def list_blocks(request: AccountRequest) -> Blocks:
    """List the players whom I block, the newest first."""
    accounts = services_of(request).accounts
    found = await accounts.store.blocks_of(request.auth.player)
    names = await accounts.store.names([player for player, _ in found])
    return Blocks(tuple([Block(player, names[player], at) for player, at in found if player in names]))


@put("/me/blocks/{player_id:uuid}", operation_id="blockPlayer", status_code=204)
async def block_player(request: AccountRequest, player_id: BlockedId) -> None:
    """Block a player: they cannot invite me, or take a seat at tables that I open. They get the error `not_possible`.

    Seeks never seat us at the same table.

    They keep a seat that they have; before the game I may free it. Tournaments ignore blocks.
    """
    if player_id == request.auth.player:
        raise wrong("player_id", "Nobody blocks themself.")
    try:
        await services_of(request).accounts.block(request.auth.player, player_id)
        await tell_seeks(request)
    except UnknownPlayer:
        raise no_such_player() from None
    except TooManyBlocks:
        raise Problem("too_many_blocks", f"A player blocks at most {MOST_BLOCKS} others.") from None


@delete("/me/blocks/{player_id:uuid}", operation_id="unblockPlayer", status_code=204)
async def unblock_player(request: AccountRequest, player_id: BlockedId) -> None:
    """Unblock a player."""
    found = await services_of(request).accounts.store.unblock(request.auth.player, player_id)
    await tell_seeks(request)  # also if a request before did so, and died before this
    if not found:
        raise Problem("not_found", "You do not block this player.")


async def tell_seeks(request: AccountRequest) -> None:
    """Let the seeks of the caller, if there are any, avoid all whom they block."""
    if await services_of(request).seeks.of_player(request.auth.player):
        await avoid_blocked(request)


async def avoid_blocked(request: AccountRequest) -> None:
    """Let the seeks of the caller avoid all whom they block.

    It is repeated until nothing has changed meanwhile: of two requests at once, the later one may be through first.
    """
    services, player = services_of(request), request.auth.player
    told: set[UUID] | None = None
    while (blocked := {each for each, _ in await services.accounts.store.blocks_of(player)}) != told:
        await services.seeks.avoid(player, blocked)
        told = blocked


async def must_not_be_blocked(request: AccountRequest, by: UUID) -> None:
    """Raise `Problem`, not_possible, if somebody blocks the caller."""
    player = request.auth.player
    if by != player and (by, player) in await services_of(request).accounts.store.blocks_between([by, player]):
        raise Problem("not_possible")


async def must_be_on_terms(request: AccountRequest, others: Collection[UUID]) -> None:
    """Raise `Problem`, not_possible, if the caller and one of some others block each other, in either direction.

    So nobody finds out about the others by blocking them, and nobody is invited by those to whom they could not come.
    It is not told whom the creator of somebody else's table blocks: the caller could ask about everybody.
    """
    player = request.auth.player
    found = await services_of(request).accounts.store.blocks_between([player, *others])
    if any(player in pair for pair in found):
        raise Problem("not_possible")


async def must_be_let_in(request: AccountRequest, table: Table) -> None:
    """Raise `Problem`, not_possible, if the creator of a table blocks the caller, who has no seat there."""
    if table.seat_of(request.auth.player) is None:
        await must_not_be_blocked(request, table.creator)
