"""Whom a player may invite: players who exist, are not blocked, and have not too many invitations."""

from collections.abc import Sequence
from uuid import UUID

from domain import codes
from domain.game import Refused
from service.http.faults import Fault
from service.http.middleware.authentication import AccountRequest
from service.http.middleware.limits import spent
from service.http.problems import Problem
from service.http.resources.blocks import must_be_on_terms
from service.http.services import services_of

MOST_PENDING = 100
"""Maximum number of invitations that one player has and has not accepted.

A player's stream follows 500 tables: strangers, however many they are, leave room for those where they play.
"""


async def must_be_invitable(request: AccountRequest, guests: Sequence[UUID]) -> None:
    """Let the caller challenge some players, and pay for as many invitations as these are.

    Raises `Problem`: not_found, not_possible or rate_limited, and `Refused`: too_many_invitations.
    """
    services = services_of(request)
    limits = services.limits.requests
    names = await services.accounts.store.names(guests)
    for number, guest in enumerate(guests):
        if guest not in names:
            raise Problem("not_found", errors=(Fault("There is no such player.", pointer=f"/invite/{number}"),))
    if guests:
        await spent(request.scope, limits, limits.budgets["invitations"], len(guests))
        await must_be_on_terms(request, guests)
    for guest in guests:
        await must_have_room(request, guest)


async def must_have_room(request: AccountRequest, guest: UUID) -> None:
    """Raise `Refused`, too_many_invitations, if a player is invited to the maximum number of tables."""
    rows = await services_of(request).parlour.event_log.lobby.concerning(guest)
    if sum([guest in row.invited and guest not in row.seats for row in rows]) >= MOST_PENDING:
        raise Refused(codes.TOO_MANY_INVITATIONS, "This player has the maximum number of invitations.")
