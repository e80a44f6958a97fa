"""The right to see hidden cards at a tournament's table without playing there: given, told to the table, taken back."""

from contextlib import suppress
from typing import Annotated
from uuid import UUID

from litestar import delete, post
from litestar.params import PathParameter
from msgspec import UNSET, Meta, Struct, UnsetType

from domain import codes
from domain import table as rules
from domain.game import Refused
from domain.seats import MOST_SEATS, Seat
from service.http.middleware.authentication import AccountRequest, must_be
from service.http.resources.access import SAME_DECK
from service.http.resources.players import must_be_player
from service.http.resources.tables import TableId, execute, table_answer
from service.http.services import services_of
from service.http.wire.decoding import read
from service.http.wire.idempotency import command_key
from service.http.wire.responses import Answer
from service.tournaments.engine import UnknownTournament


class GrantSight(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may see hidden cards, and of which seats."""

    player: Annotated[
        UUID,
        Meta(description="The player's id. They may not play in the tournament, or at a table with the same deal."),
    ]
    seats: Annotated[
        Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=MOST_SEATS)] | UnsetType,
        Meta(description="The seats; absent: all."),
    ] = UNSET


@post("/tables/{table:uuid}/sight", operation_id="grantSight", status_code=200)
async def grant_sight(request: AccountRequest, table: TableId) -> Answer:
    """Let somebody, such as the director, see the hidden cards of a tournament's table while its game goes on.

    For operators, who cannot grant it to themselves. An event informs everybody at the table before it takes effect.
    The player then requests a view or a replay from a `seat`, with a `reason`; each look is recorded.
    """
    services = services_of(request)
    outcome = await services.parlour.engine.repeated(table, command_key(request))
    if outcome is None:
        must_be(request.auth, "operator")
        wanted = read(request, GrantSight)
        await must_be_player(request, wanted.player)
        shown = (await services.parlour.history.current(table)).table
        if await services.parlour.decks.known_to(wanted.player, table, shown):
            raise Refused(SAME_DECK, "They sit, or have played, at another table with the same deck.")
        if shown.tournament is not None and await may_play(request, wanted.player, shown.tournament.id):
            raise Refused(codes.PLAYS_HERE, "They play in the tournament, or are named as a member or substitute.")
        outcome = await execute(request, table, rules.GrantSight(request.auth.player, wanted.player, wanted.seats))
    return await table_answer(request, table, outcome.snapshot)


async def may_play(request: AccountRequest, player: UUID, tournament: UUID) -> bool:
    """Return whether a player is a member of an entrant of a tournament, or a substitute, and was not declined."""
    with suppress(UnknownTournament):
        entrant = (await services_of(request).parlour.tournaments.current(tournament)).entrant_of(player)
        return entrant is not None and entrant.state != "declined"
    return False


@delete("/tables/{table:uuid}/sight/{player:uuid}", operation_id="revokeSight", status_code=200)
async def revoke_sight(
    request: AccountRequest, table: TableId, player: Annotated[UUID, PathParameter(description="The id of the player.")]
) -> Answer:
    """Revoke the right to see hidden cards of a table. For operators, and for the player who has the right."""
    outcome = await services_of(request).parlour.engine.repeated(table, command_key(request))
    if outcome is None:
        if request.auth.player != player:
            must_be(request.auth, "operator")
        outcome = await execute(request, table, rules.RevokeSight(request.auth.player, player))
    return await table_answer(request, table, outcome.snapshot)
