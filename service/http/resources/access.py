"""What the caller may know of a table: every operation that takes one asks it here, or of the views."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal, TypeAlias
from uuid import UUID

from domain.game import Refused
from domain.table import LeaveSeat, Snapshot, Table
from service.http.middleware.authentication import AccountRequest
from service.http.problems import Problem
from service.http.services import services_of
from service.http.wire.headers import wrong
from service.http.wire.idempotency import command_key
from service.live.cursors import BadCursor, Cursor
from service.live.viewers import NotForYou, has_link, may_know_of
from service.play.stream import CommandKey

WithEvents: TypeAlias = Literal["table", "tournament"]
"""What has events, in which a cursor is a place."""

SAME_DECK = "same_deck"
"""The code of the refusal for a player who knows the cards of a table: they may not play there, nor see more of it."""


async def known_table(request: AccountRequest, table: UUID, invitation: str | None = None) -> Snapshot:
    """Return a table of which the caller may know, as this process knows it: others may have gone on.

    Everybody who has the token of its invitation link may know of an open table.

    A command that the caller has sent before is answered again, even if they may not know of the table any more.
    Raises `UnknownTable`, and `NotForYou` for all others: nothing tells them what the table is like.
    """
    parlour, account = services_of(request).parlour, request.auth
    head = await parlour.engine.head(table)
    if may_know_of(head.table, account) or has_link(head.table, invitation):
        return head
    snapshot = await parlour.history.current(table)
    if not (may_know_of(snapshot.table, account) or has_link(snapshot.table, invitation)):
        key = command_key(request)
        if key is None or await parlour.event_log.executed(table, key.id) is None:
            raise NotForYou("private")
    return snapshot


async def table_now(request: AccountRequest, table: UUID, invitation: str | None = None) -> Snapshot:
    """Return a table of which the caller may know, as it is in the log: who may sit down depends on who sits there.

    Raises what `known_table` raises.
    """
    await known_table(request, table, invitation)
    return await services_of(request).parlour.history.current(table)


def cursor_of(text: str, parameter: str, of: WithEvents = "table") -> Cursor:
    """Return the cursor that stands in a parameter. Raises `Problem`."""
    try:
        return Cursor.parsed(text)
    except BadCursor:
        raise no_such_cursor(parameter, of) from None


def no_such_cursor(parameter: str, of: WithEvents = "table") -> Problem:
    """Return the problem of a parameter that is no cursor."""
    return wrong(parameter, f"The events of a {of} have no such cursor.")


@asynccontextmanager
async def unless_deck_known(request: AccountRequest, table: UUID, seen: Table) -> AsyncIterator[None]:
    """Let the caller sit down at a table in this context, unless they know one of its decks.

    `seen` is the table as it is in the log; its decks never change. They know the decks of a table where they sit or
    have played. If they sit down at two tables with the same deck in the same instant, they leave their seat again,
    unless the game has begun. Raises `Refused`: same_deck.
    """
    parlour, player = services_of(request).parlour, request.auth.player
    if not seen.has_known_decks or seen.seat_of(player) is not None:
        yield
        return
    if await parlour.decks.known_to(player, table, seen):
        raise deck_known()
    yield
    now = (await parlour.engine.head(table)).table
    seat = now.seat_of(player)
    if seat is not None and now.status == "open" and await parlour.decks.known_to(player, table, seen):
        await parlour.engine.execute(table, LeaveSeat(player, seat), key_of_undoing(request))
        raise deck_known()


async def must_not_be_undone(request: AccountRequest, table: UUID) -> None:
    """Refuse a command that is sent again, if it was undone the first time: its sender knew a deck, and left again.

    Raises `Refused`: same_deck.
    """
    if await services_of(request).parlour.engine.repeated(table, key_of_undoing(request)) is not None:
        raise deck_known()


def key_of_undoing(request: AccountRequest) -> CommandKey | None:
    """Return the key of the command that undoes the caller's command; None: that has no key."""
    key = command_key(request)
    return None if key is None else CommandKey(services_of(request).ids.of_undoing(key.id), key.request)


def deck_known() -> Refused:
    """Return the refusal of a seat where the caller knows a deck."""
    return Refused(SAME_DECK, "You sit, or have played, at another table with the same deck.")
