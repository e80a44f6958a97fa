"""Forgetting a player: what is known of them is deleted for good, and nothing of what was recorded changes.

Events name players by their ids. So a former player stays at their tables as an id: a seat of theirs in a game that
goes on is absent from then on, and lapses by the settings of the table. At tables that have not begun they stand up.
"""

import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Annotated
from uuid import UUID

from litestar import delete, get
from litestar.params import PathParameter, QueryParameter
from msgspec import Meta, Struct
from msgspec.structs import replace

from domain import table as rules
from domain.game import Refused, Time
from domain.table import HOUSE_KINDS, Status
from domain.tournament.commands import Cancel, Dismiss, Withdraw
from service.http.middleware.authentication import AccountRequest, must_be, must_still_be_valid
from service.http.problems import Problem
from service.http.resources.oversight import Reason, bad_reasons_refused
from service.http.resources.players import existing
from service.http.services import Services, services_of
from service.http.wire.headers import wrong
from service.http.wire.paging import PageCursor, cursor_after, next_page, place_of
from service.http.wire.responses import Answer, json_answer
from service.play.engine import UnknownTable
from service.play.stream import NotReadable
from service.runtime.unavailable import Unavailable
from service.store import EventStore, LogCorrupt
from service.store.lobby_row import LobbyRow, TableFilter
from service.tournaments.engine import UnknownTournament

log = logging.getLogger(__name__)

PAGE = 200

LEFT = "Something of somebody who was forgotten may be left: an operator who forgets them again deletes it"
"""What the log says, which names nobody: operators find the last players who were forgotten by `listForgotten`."""


class FormerPlayer(Struct, frozen=True):
    """A player who was deleted."""

    player: Annotated[UUID, Meta(description="Their id, which is all that is kept.")]
    at: Time
    by: Annotated[UUID, Meta(description="Who deleted the account: the player, or an operator.")]
    reason: Annotated[str | None, Meta(description="The operator's reason; null: the player deleted it.")]


class FormerPlayers(Struct, frozen=True):
    """Players who were deleted, the newest first."""

    players: tuple[FormerPlayer, ...]
    next_cursor: Annotated[str | None, Meta(description="The cursor of the next page; null on the last page.")]


@delete("/me", operation_id="forgetMe", status_code=204)
async def forget_me(request: AccountRequest) -> None:
    """Delete my name, my tokens and all other data about me permanently.

    Records keep my id, and nothing else about me: it is shown as a former player. My chat messages are deleted. I leave
    tables that have not begun, and decline all invitations. In games that go on, my seat becomes absent. I give up
    my roles in tournaments; one that only I direct is cancelled.
    """
    services = services_of(request)
    player = request.auth.player
    await must_still_be_valid(request)
    await give_up(services, player)
    await services.accounts.forget_player(player, player)
    services.just_forgotten.note(player)
    await clear_up(services, player)
    services.names.forget(player)


@delete("/players/{player_id:uuid}", operation_id="forgetPlayer", status_code=204)
async def forget_player(
    request: AccountRequest,
    player_id: Annotated[UUID, PathParameter(description="The id of the player.")],
    reason: Reason = None,
) -> None:
    """Delete a player and their data permanently, as `forgetMe` does. For operators, with a `reason`.

    For somebody who is forgotten already, it deletes what there is of them still, for example in a restored database.
    """
    services = services_of(request)
    must_be(request.auth, "operator")
    await must_still_be_valid(request)
    accounts, notes = services.accounts, services.notes
    if await accounts.store.is_forgotten(player_id):
        await clear_up(services, player_id)
        return
    player = await existing(request, player_id)
    if reason is None:
        raise Problem("reason_required")
    if f" {words_of(player.name)} " in f" {words_of(reason)} ":
        raise wrong("reason", "It names the player, who is to be forgotten.")
    with bad_reasons_refused():
        note = await notes.keep(reason, about=player_id, author=request.auth.player)
    await give_up(services, player_id)
    await accounts.forget_player(player_id, request.auth.player, bytes.fromhex(note))
    services.just_forgotten.note(player_id)
    await clear_up(services, player_id)
    services.names.forget(player_id)


def words_of(text: str) -> str:
    """Return the words of a text, without capitals and signs, with a space between two."""
    return " ".join("".join([sign if sign.isalnum() else " " for sign in text.casefold()]).split())


@get("/audit/forgotten", operation_id="listForgotten")
async def list_forgotten(
    request: AccountRequest,
    cursor: PageCursor = None,
    limit: Annotated[int, QueryParameter(ge=1, le=PAGE, description="Maximum number of players.")] = 50,
) -> Answer:
    """List the ids of the players who were deleted, the newest first. For operators."""
    services = services_of(request)
    must_be(request.auth, "operator")
    found = await services.accounts.store.forgotten(limit + 1, place_of(cursor))
    reasons = await services.notes.text_of({each.note.hex() for each in found if each.note})
    players = tuple(
        FormerPlayer(each.player, each.at, each.by, reasons.get(each.note.hex()) if each.note else None)
        for each in found[:limit]
    )
    last = found[limit - 1] if len(found) > limit else None
    following = None if last is None else cursor_after(last.at, last.player)
    return json_answer(FormerPlayers(players, following), link=next_page(request, following))


async def give_up(services: Services, player: UUID) -> None:
    """Delete what a player seeks, has said and is told of, and let them leave their tables."""
    await services.seeks.forget(player)
    await services.chats.forget(player)
    await services.webhooks.forget(player)
    await stand_up(services, player)


async def clear_up(services: Services, player: UUID) -> None:
    """Delete what there still is of a forgotten player, made meanwhile or restored. Their tokens are revoked."""
    for forget in (partial(stand_up, services), services.seeks.forget, services.chats.forget, services.webhooks.forget):
        try:
            await forget(player)
        except Unavailable as error:
            log.warning(LEFT, extra={"cause": str(error)})


async def clear_up_again(services: Services) -> None:
    """Clear up once more after each forgotten player when no process can know them any more, until cancelled.

    What a process has not done when it ends is lost, until an operator forgets the player again.
    """
    while True:
        player = await services.just_forgotten.next()
        try:
            await clear_up(services, player)
        except Exception:
            log.exception(LEFT)


async def stand_up(services: Services, player: UUID) -> None:
    """Let a player leave the tables whose games have not begun, or decline to come; those that they have opened end.

    Where they play, their seat becomes absent, and they withdraw from its tournament. They give up their roles in
    tournaments; one that only they direct ends.
    So does a game in which all other people were forgotten: nobody could end it any more.
    """
    events = services.parlour.event_log
    for tournament in await events.tournaments.staffed(player):
        await step_down(services, tournament, player)
    for row in await events.lobby.waiting_of(player):
        await give(services, row.table_id, rules.CallOff(player))
    async for row in seated(events, player, "open"):
        await give(services, row.table_id, rules.LeaveSeat(player, row.seats.index(player)))
        await withdraw(services, row.table_id, player)  # a tournament's table, whose game begins in a moment
    async for row in seated(events, player, "playing"):
        await give(services, row.table_id, rules.MarkAbsent(player))
        if not await has_others(services, row, player):
            await give(services, row.table_id, rules.ClaimAbandoned(player))
        await withdraw(services, row.table_id, player)
    for row in await events.lobby.concerning(player):
        if player in row.invited and player not in row.seats:
            await give(services, row.table_id, rules.EndInvitation(player, player))


async def seated(events: EventStore, player: UUID, status: Status) -> AsyncIterator[LobbyRow]:
    """Yield all tables of a status where a player sits, however many they are."""
    wanted = TableFilter(player=player, viewer=player, status=status)
    while page := await events.lobby.page(wanted, PAGE):
        for row in page:
            yield row
        wanted = replace(wanted, before=(page[-1].created_at, page[-1].table_id))


async def has_others(services: Services, row: LobbyRow, player: UUID) -> bool:
    """Return whether people sit at a table beside a player; players who were forgotten do not count."""
    others = [each for each in row.seats if each is not None and each != player and each not in HOUSE_KINDS]
    return bool(await services.accounts.store.names(others))


@contextmanager
def as_far_as_possible(table: UUID) -> Iterator[None]:
    """Do something at a table, or in a tournament, if it may be done still; go on without it if its log is damaged.

    A game may have begun, or ended, meanwhile. A player is forgotten whatever is wrong with one of their tables.
    """
    try:
        yield
    except Refused:
        pass
    except (LogCorrupt, NotReadable, UnknownTable, UnknownTournament):
        log.exception("Somebody was forgotten who stays at a table that cannot be read", extra={"table": str(table)})


async def give(services: Services, table: UUID, command: rules.Command) -> None:
    """Give a command to a table, if it may be given still; a tournament's table refuses some."""
    with as_far_as_possible(table):
        await services.parlour.engine.execute(table, command)


async def step_down(services: Services, tournament: UUID, player: UUID) -> None:
    """Let a player give up their role in a tournament; it is cancelled if they and all other directors were forgotten.

    Otherwise all who are left could resign, and nobody could end it.
    """
    engine = services.parlour.tournaments
    with as_far_as_possible(tournament):
        current = await engine.current(tournament)
        if current.role_of(player) is None:
            return
        directors = [person for person in current.directors if person != player]
        goes_on = current.role_of(player) != "director" or await services.accounts.store.names(directors)
        command = Dismiss(by=player, person=player) if goes_on else Cancel(by=player, reason="other")
        await engine.execute(tournament, command)


async def withdraw(services: Services, table: UUID, player: UUID) -> None:
    """Withdraw a player from the tournament of a table; a team goes on without them while it has other members."""
    parlour = services.parlour
    with as_far_as_possible(table):
        place = (await parlour.engine.head(table)).table.tournament
        entrant = None if place is None else (await parlour.tournaments.current(place.id)).entrant_of(player)
        if place is None or entrant is None or player not in entrant.members:
            return
        if not await services.accounts.store.names([member for member in entrant.members if member != player]):
            await parlour.tournaments.execute(place.id, Withdraw(player, entrant.id))
