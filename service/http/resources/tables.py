"""Tables: opening one, the lobby, sitting down, standing up, starting."""

import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated
from uuid import UUID

from litestar import delete, get, post
from litestar.params import PathParameter, QueryParameter
from msgspec import UNSET, structs

from domain import GAMES
from domain import table as rules
from domain.game import Refused
from domain.table import Command, Snapshot
from service.http.faults import Fault
from service.http.middleware.authentication import OPEN, AccountRequest, must_be
from service.http.problems import Problem
from service.http.resources.access import known_table, must_not_be_undone, table_now, unless_deck_known
from service.http.resources.blocks import must_be_let_in
from service.http.resources.inviting import must_be_invitable
from service.http.resources.room import room_for_house, room_for_table
from service.http.services import services_of
from service.http.wire.decoding import read
from service.http.wire.headers import IfNoneMatch, etag
from service.http.wire.idempotency import command_key
from service.http.wire.responses import Answer, json_answer, tagged_answer
from service.http.wire.tables import (
    INVITATION,
    TABLE_ID,
    THREE_DAYS_MS,
    OpenTable,
    Seated,
    TakeSeat,
    messages_of_options,
)
from service.live.viewers import has_link, hash_of_link
from service.play.engine import Outcome
from service.store import new_table_id

TableId = Annotated[UUID, PathParameter(description=TABLE_ID)]


@post("/tables", operation_id="openTable", status_code=201)
async def open_table(request: AccountRequest) -> Answer:
    """Open a table for a game.

    The header `Location` has the address of the table. All its seats are free, except those that `seats` names.
    `deal.commitment` in the answer fixes all shuffles before others sit down.

    With `invite` it is a challenge: with `auto_start`, and `me` among `seats`, the game begins when all have accepted.
    """
    services = services_of(request)
    account = request.auth
    key = command_key(request)
    table = services.ids.of_table(key.id) if key else new_table_id(services.parlour.event_log.lanes_away)
    outcome = await services.parlour.engine.repeated(table, key)
    if outcome is None:
        wanted = read(request, OpenTable, messages_of_options, as_written=("options",))
        if wanted.decks:
            must_be(account, "operator")
        if wanted.decks and "me" in wanted.seats:
            raise Problem("not_possible", "Take a seat at a table with given decks once it is open.")
        must_be_sensible(wanted)
        command = command_of(wanted, account.player, services.secret().hex())
        await must_be_invitable(request, wanted.invite)
        async with room_for_table(request, table, of_house=is_full(wanted) and "me" not in wanted.seats):
            if wanted.decks:
                alike = await services.parlour.decks.alike(wanted.decks)
                command = structs.replace(command, decks_alike=alike or UNSET)
            outcome = await services.parlour.engine.execute(table, command, key)
    return await table_answer(request, table, outcome.snapshot, status_code=201, location=f"/v1/tables/{table}")


def command_of(wanted: OpenTable, player: UUID, secret: str) -> rules.OpenTable:
    """Return the command to open the table that a player wants."""
    return rules.OpenTable(
        player=player,
        game=wanted.game,
        options=wanted.options,
        secret=secret,
        visibility=wanted.visibility,
        auto_start=wanted.auto_start,
        decks=wanted.decks,
        settings=wanted.settings.as_chosen(),
        by_invitation=True if wanted.visibility == "private" or wanted.invite else UNSET,
        sitters=wanted.seats or UNSET,
        challenged=wanted.invite or UNSET,
        lasts_ms=wanted.lasts_ms or THREE_DAYS_MS if wanted.invite else UNSET,
    )


def must_be_sensible(wanted: OpenTable) -> None:
    """Raise `Problem` for invitations to a full table, and for a time that no invitation has."""
    if wanted.invite and is_full(wanted):
        said = "All seats are taken: leave one free for those whom you invite."
        raise Problem("invalid_body", errors=(Fault(said, pointer="/seats"),))
    if wanted.lasts_ms is not UNSET and not wanted.invite:
        said = "It is for invitations, and nobody is invited: name players in `invite`."
        raise Problem("invalid_body", errors=(Fault(said, pointer="/lasts_ms"),))


def is_full(wanted: OpenTable) -> bool:
    """Return whether all seats of a new table are taken at once."""
    if wanted.game not in GAMES or not wanted.seats or None in wanted.seats:
        return False
    try:
        options = GAMES[wanted.game].options(wanted.options)
    except Refused:  # as the table will be
        return False
    return len(wanted.seats) == int(options.players)


@get("/tables/{table:uuid}", operation_id="getTable", opt=OPEN)
async def get_table(
    request: AccountRequest,
    table: TableId,
    *,
    invitation: Annotated[str | None, QueryParameter(max_length=64, description=INVITATION)] = None,
    if_none_match: IfNoneMatch = None,
) -> Answer:
    """Show a table without its cards, to all who may watch it. Spectators see it with their delay.

    Until the game begins, everybody with the invitation link can see it, too.
    """
    parlour = services_of(request).parlour
    snapshot = await parlour.history.current(table)
    if not has_link(snapshot.table, invitation):
        official = structs.replace(request.auth, oversees=request.auth.role != "player")  # it shows nothing of the game
        snapshot = await parlour.views.seen(table, snapshot, official)
    shown = await parlour.views.named.header(table, snapshot)
    return tagged_answer(shown, if_none_match, version=snapshot.version)


@post("/tables/{table:uuid}/seats", operation_id="takeSeat", status_code=201)
async def take_seat(request: AccountRequest, table: TableId) -> Answer:
    """Take a seat: the given one or the first free one. Or take my seat back from the house, or seat a house player.

    At a tournament's table, where seats are assigned, a player who has not moved yet takes their seat to show that they
    are present.

    The SHA-256 of `entropy`, hexadecimal, goes into every shuffle and is public; the text is not stored. The service
    has chosen its secret before, so it cannot choose a deck, unless it colludes with the player who sits down last.
    """
    outcome = await services_of(request).parlour.engine.repeated(table, command_key(request))
    if outcome is None:
        outcome = await newly_seated(request, table)
    else:
        await must_not_be_undone(request, table)
    shown = await services_of(request).parlour.views.named.header(table, outcome.snapshot)
    answer = Seated(outcome.recorded[0].entry.event.seat, shown)
    return json_answer(answer, status_code=201, etag=etag(outcome.snapshot.version, outcome.epoch))


async def newly_seated(request: AccountRequest, table: UUID) -> Outcome:
    """Seat the caller, or a house player, as the body says. Raises `Problem` and `Refused`."""
    player, wanted = request.auth.player, read(request, TakeSeat)
    if wanted.house is not None and wanted.entropy is not None:
        said = "Only players add to the shuffles, when they take a seat themselves."
        raise Problem("invalid_body", errors=(Fault(said, pointer="/entropy"),))
    if wanted.house is None:
        link = UNSET if wanted.invitation is None else hash_of_link(wanted.invitation)
        command: Command = rules.TakeSeat(player, wanted.seat, hash_of_entropy(wanted.entropy), link)
        seen = (await table_now(request, table, wanted.invitation)).table
        await must_be_let_in(request, seen)
        admitted = unless_deck_known(request, table, seen)
    else:
        command = rules.SeatHouse(player, wanted.house, wanted.seat)
        admitted = room_for_house(request, table)
    async with admitted:
        return await execute(request, table, command, wanted.invitation)


def hash_of_entropy(entropy: str | None) -> str | None:
    """Return what the log has of entropy: its SHA-256, since the log is permanent and people type what they like."""
    return None if entropy is None else hashlib.sha256(entropy.encode()).hexdigest()


@delete("/tables/{table:uuid}/seats/{seat:int}", operation_id="leaveSeat", status_code=200)
async def leave_seat(
    request: AccountRequest,
    table: TableId,
    seat: Annotated[int, PathParameter(description="The number of the seat.")],
) -> Answer:
    """Leave a seat before the start, or release a seat that is reserved for me. The table's creator may free any seat.

    A player whose seat the creator has freed needs a new invitation to take a seat again; without one the answer is
    `not_welcome`.
    """
    return await changed(request, table, rules.LeaveSeat(request.auth.player, seat))


@post("/tables/{table:uuid}/start", operation_id="startGame", status_code=200)
async def start_game(request: AccountRequest, table: TableId) -> Answer:
    """Start the game when all seats are taken. Only the table's creator can do this."""
    return await changed(request, table, rules.StartGame(request.auth.player))


@asynccontextmanager
async def key_first(request: AccountRequest, stream: UUID) -> AsyncIterator[None]:
    """Raise `KeyReused` before any other fault of a request, if its key was used for another request.

    The engine checks the key of every command. This is for requests that never become a command: those that are refused
    in this context. `stream` is the table, or the tournament, that the request is about.
    """
    try:
        yield
    except (Problem, Refused):
        if (key := command_key(request)) is not None:
            await services_of(request).parlour.engine.must_be_new(stream, key)
        raise


async def execute(request: AccountRequest, table: UUID, command: Command, invitation: str | None = None) -> Outcome:
    """Execute a command of the caller on a table, once, however often it is sent."""
    await known_table(request, table, invitation)
    return await services_of(request).parlour.engine.execute(table, command, command_key(request))


async def changed(request: AccountRequest, table: UUID, command: Command) -> Answer:
    """Execute a command of the caller on a table, once, however often it is sent; answer with the table."""
    outcome = await execute(request, table, command)
    return await table_answer(request, table, outcome.snapshot)


async def table_answer(
    request: AccountRequest,
    table: UUID,
    snapshot: Snapshot,
    *,
    status_code: int = 200,
    location: str | None = None,
) -> Answer:
    """Answer with the header of a table, and with the entity tag that it has wherever it is shown."""
    shown = await services_of(request).parlour.views.named.header(table, snapshot)
    return tagged_answer(shown, version=snapshot.version, status_code=status_code, location=location)
