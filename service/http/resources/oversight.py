"""Looks at tables by those who may see more than a player in their place: recorded before they are answered.

An operator or an analyst may see any table as spectators do: private ones, those without spectators, and without the
delay. None of them sees a hidden card while a game goes on, unless they were given that right and the table was told.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated
from uuid import UUID

from litestar.params import QueryParameter
from msgspec.structs import replace

from domain.table import Snapshot, Table, must_be_seat
from projections.seat_view import Perspective
from service.accounts.notes import LONGEST_NOTE, BadNote
from service.accounts.port import Account
from service.http.middleware.authentication import AccountRequest
from service.http.problems import Problem
from service.http.services import services_of
from service.http.wire.headers import wrong
from service.live.viewers import NotForYou, Viewer
from service.records.opening import open_seal

Reason = Annotated[
    str | None,
    QueryParameter(
        max_length=LONGEST_NOTE,
        description="Why you look, if you can see more than other viewers: for operators, analysts, and those who"
        " may see hidden cards. The reason is recorded, and shown to the table's players when the game is over. Do"
        " not mention names.",
    ),
]


async def seen_as(
    request: AccountRequest,
    table: UUID,
    reason: str | None,
    *,
    seat: str | None = None,
    version: int | None = None,
    with_secrets: bool = False,
) -> tuple[Account, Perspective]:
    """Return as whom the caller sees a table, and from where, as a query says it; None: from their own place.

    If that is more than a player in their place could see, it is recorded now, with the reason. `with_secrets`: what is
    asked for has also what nobody at the table may know, so that no right to see hidden cards is enough.

    Raises `UnknownTable`, `NotForYou`, `Problem`, `Unavailable`, and `Refused` for a seat that there is not, and
    for one of others while the record is closed.
    """
    account = request.auth
    if seat is None and account.role == "player":
        return account, None
    parlour = services_of(request).parlour
    snapshot = await parlour.history.current(table)
    viewer = await as_player(request, table, snapshot)
    perspective = None if seat is None else place(snapshot, seat, viewer)
    has_right = perspective is not None and await has_right_to_see(request, table, snapshot, perspective, with_secrets)
    wants_more = viewer is None or has_right or (reason is not None and is_kept_waiting(account, snapshot, viewer))
    if not wants_more:
        return account, perspective
    overseer = replace(account, oversees=True)
    await parlour.decks.viewer(table, snapshot, overseer)  # who plays this deck elsewhere may not look at all
    await record_look(request, table, reason, seat=seat, version=version or snapshot.version)
    return overseer, perspective


async def as_player(request: AccountRequest, table: UUID, snapshot: Snapshot) -> Viewer | None:
    """Return from where a player in the caller's place sees a table; None: from nowhere, unlike an official.

    Raises `NotForYou` for all others.
    """
    try:
        return await services_of(request).parlour.decks.viewer(table, snapshot, request.auth)
    except NotForYou as refused:
        if request.auth.role == "player" or refused.why == "same_deck":
            raise
        return None


async def has_right_to_see(
    request: AccountRequest, table: UUID, snapshot: Snapshot, perspective: Perspective, with_secrets: bool
) -> bool:
    """Return whether the caller was given the right to see the cards there; if not, the record must be open.

    Raises `NotForYou` for those who play with these cards elsewhere, and `Refused` while the record is closed.
    """
    parlour = services_of(request).parlour
    if with_secrets or not may_see(snapshot.table, request.auth.player, perspective):
        await open_seal(parlour.event_log, table)
        return False
    if await parlour.decks.known_to(request.auth.player, table, snapshot.table):
        raise NotForYou("same_deck")
    return True


def is_kept_waiting(account: Account, snapshot: Snapshot, viewer: Viewer) -> bool:
    """Return whether an official would see moves late, as a player in their place does."""
    return account.role != "player" and bool(viewer.delay) and snapshot.table.finished_at is None


def place(snapshot: Snapshot, seat: str, viewer: Viewer | None) -> Perspective:
    """Return from where a query wants to see a table; None: from the viewer's own seat. Raises `Refused`."""
    if seat == "all":
        return "all"
    must_be_seat(snapshot.table, int(seat))
    return None if viewer is not None and int(seat) == viewer.seat else int(seat)


def may_see(table: Table, player: UUID, perspective: Perspective) -> bool:
    """Return whether a player was given the right to see the cards of a seat, or of all, while the game goes on."""
    if table.finished_at is not None or table.seat_of(player) is not None:
        return False
    seats = set(table.watched_by(player) or ())
    wanted = set(range(len(table.places))) if perspective == "all" else {perspective}
    return wanted <= seats


async def record_look(
    request: AccountRequest, table: UUID | None, reason: str | None, *, seat: str | None, version: int | None
) -> None:
    """Record a look of the caller, before they are answered. Raises `Problem` without a good reason."""
    services = services_of(request)
    if reason is None:
        raise Problem("reason_required")
    operation = str(request.route_handler.operation_id)
    with bad_reasons_refused():
        await services.looks.record(
            request.auth, table, operation, seat=seat, version=version, reason=reason, at=services.now()
        )


@contextmanager
def bad_reasons_refused() -> Iterator[None]:
    """Turn a `BadNote` into its problem."""
    try:
        yield
    except BadNote as error:
        raise wrong("reason", str(error)) from None
