"""What becomes of a table beside its game: invitations, house players, an end without a result, another game."""

from contextlib import suppress
from typing import Annotated
from uuid import UUID

from litestar import delete, post
from litestar.params import PathParameter
from msgspec import UNSET, Meta, Struct, UnsetType

from domain import table as rules
from domain.game import Refused
from domain.table import HOUSE_KINDS, Command, Snapshot, is_bot
from domain.validation import LARGEST_INTEGER
from service.accounts.port import PlayerName
from service.http.faults import Fault
from service.http.middleware.authentication import AccountRequest
from service.http.problems import Candidate, Problem
from service.http.resources.access import known_table
from service.http.resources.blocks import must_be_let_in, must_be_on_terms
from service.http.resources.inviting import must_be_invitable, must_have_room
from service.http.resources.players import MOST_CANDIDATES, must_be_player
from service.http.resources.room import is_there, room_for_table
from service.http.resources.tables import TableId, changed, execute, key_first, table_answer
from service.http.services import services_of
from service.http.wire.decoding import read
from service.http.wire.headers import etag
from service.http.wire.idempotency import command_key
from service.http.wire.responses import Answer, json_answer
from service.http.wire.tables import THREE_DAYS_MS, LastsMs, Seated
from service.parlour import Parlour
from service.play.engine import AlreadyOpen, UnknownTable


class Invite(Struct, frozen=True, forbid_unknown_fields=True):
    """A player to invite: by id, or by name if it is unique."""

    player: Annotated[UUID | UnsetType, Meta(description="The player's id.")] = UNSET
    name: Annotated[PlayerName | UnsetType, Meta(description="The player's name; A to Z may be small or not.")] = UNSET
    lasts_ms: LastsMs = THREE_DAYS_MS


class CallAbort(Struct, frozen=True, forbid_unknown_fields=True):
    """A call to end the game without a result, or its withdrawal."""

    on: bool = True


class AskTakeBack(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to take back my last move, or an answer to that of another seat."""

    proposal: Annotated[
        Annotated[int, Meta(ge=1, le=LARGEST_INTEGER)] | None,
        Meta(description="The proposal to answer, from `take_back`; null or absent: I ask to take my move back."),
    ] = None
    consents: Annotated[bool, Meta(description="Whether I consent; false: I decline, or withdraw my own request.")] = (
        True
    )


@post("/tables/{table:uuid}/invitations", operation_id="invitePlayer", status_code=200)
async def invite_player(request: AccountRequest, table: TableId) -> Answer:
    """Invite a player: their stream says so, and they may see the table and take a seat, even if it is private.

    The invitation expires after `lasts_ms`. A player who has declined cannot be invited to the table again.
    """
    outcome = await services_of(request).parlour.engine.repeated(table, command_key(request))
    if outcome is None:
        wanted = read(request, Invite)
        await known_table(request, table)
        guest = await invited(request, wanted)
        await must_be_on_terms(request, [guest])
        await must_have_room(request, guest)
        outcome = await execute(request, table, rules.Invite(request.auth.player, guest, wanted.lasts_ms))
    return await table_answer(request, table, outcome.snapshot)


@delete("/tables/{table:uuid}/invitations/players/{player_id:uuid}", operation_id="endInvitation", status_code=200)
async def end_invitation(
    request: AccountRequest,
    table: TableId,
    player_id: Annotated[UUID, PathParameter(description="The id of the player who is invited.")],
) -> Answer:
    """Decline my invitation to a table, or a reserved seat. The table's creator can withdraw any invitation.

    This is possible until the player sits down or the game begins. The streams of both players have the outcome.
    """
    return await changed(request, table, rules.EndInvitation(request.auth.player, player_id))


async def invited(request: AccountRequest, wanted: Invite) -> UUID:
    """Return who is to be invited. Raises `Problem`."""
    accounts = services_of(request).accounts
    if isinstance(wanted.name, UnsetType) is isinstance(wanted.player, UnsetType):
        raise Problem("invalid_body", errors=(Fault("It names a player by `player` or by `name`.", pointer=""),))
    if isinstance(wanted.player, UUID):
        await must_be_player(request, wanted.player)
        return wanted.player
    found = await accounts.called(str(wanted.name), MOST_CANDIDATES)
    if not found:
        raise Problem("not_found", "There is no player with this name.")
    if len(found) > 1:
        raise Problem(
            "ambiguous_name", candidates=tuple(Candidate(each.id, each.name, is_bot(each.id)) for each in found)
        )
    return found[0].id


@post("/tables/{table:uuid}/abort", operation_id="abortTable", status_code=200)
async def abort_table(request: AccountRequest, table: TableId) -> Answer:
    """Call to end the game without a result, or withdraw the call.

    Before the start only the table's creator can end the table; others leave their seats. After the deal, all people at
    the table must call for it, including those whose seats the house plays. A player whose opponents are all house
    players leaves the game, which is recorded as abandoned. If only house players sit at the table, its creator can end
    it at any time. An operator of the service can end any table alone.
    """
    account = request.auth
    async with key_first(request, table):
        wanted = read(request, CallAbort)
    command: Command = rules.CallOff(account.player, wanted.on)
    if wanted.on and account.role == "operator":
        command = rules.AbortByOperator(account.player)
    return await changed(request, table, command)


@post("/tables/{table:uuid}/take-back", operation_id="takeBack", status_code=200)
async def take_back(request: AccountRequest, table: TableId) -> Answer:
    """Ask to take my last move back, or answer such a request. The table's `take_back` says what is possible.

    All other people must consent; one who declines ends the request. House players consent, and wait. Nobody has to
    answer: a request lapses after a minute, or when anybody moves. There is one request for each move. A move that
    showed hidden cards to anybody, even to me, cannot be taken back (`already_shown`), nor can one after which another
    person has moved. The game goes on from before the move, with new decisions and their full time; the move stays in
    the record.
    """
    player = request.auth.player
    async with key_first(request, table):
        wanted = read(request, AskTakeBack)
        if wanted.proposal is None and not wanted.consents:
            said = "It says which request you decline, or withdraw; `take_back` of the table has it."
            raise Problem("invalid_body", errors=(Fault(said, pointer="/proposal"),))
    command: Command = rules.ProposeTakeBack(player)
    if wanted.proposal is not None:
        command = rules.AnswerTakeBack(player, wanted.proposal, wanted.consents)
    return await changed(request, table, command)


@post("/tables/{table:uuid}/claim", operation_id="claimAbandoned", status_code=200)
async def claim_abandoned(request: AccountRequest, table: TableId) -> Answer:
    """End a game that another player has abandoned: their seat is marked absent.

    At a table without a turn limit, a player has abandoned the game if they have not moved for seven days. The game has
    no result, and the table says which seats were abandoned.
    """
    return await changed(request, table, rules.ClaimAbandoned(request.auth.player))


@post("/tables/{table:uuid}/rematch", operation_id="playAgain", status_code=201)
async def play_again(request: AccountRequest, table: TableId) -> Answer:
    """Take a seat for another game with the same players. Everybody keeps their seat, and the next seat deals.

    The first request opens the new table. House players join at once, and the game starts when all players have joined.
    If the new table is aborted before its start, the next request opens another one.
    """
    services = services_of(request)
    parlour, player = services.parlour, request.auth.player
    epoch = parlour.event_log.epoch
    await known_table(request, table)
    old = await parlour.history.current(table)
    people = [each for each in old.table.owners if each is not None and each not in HOUSE_KINDS]
    gone = set(people) - (await services.accounts.store.names(people)).keys()
    opening = rules.rematch(old, table, player, services.secret().hex(), gone)
    ids = services.ids
    rematch = old.table.rematch or ids.of_rematch(table)
    while (found := await seated_at(request, rematch, opening)) is None:
        rematch = ids.of_rematch(rematch)
    seat, snapshot = found
    if old.table.rematch != rematch:
        await note(parlour, table, player, rematch)
    return json_answer(
        Seated(seat, await parlour.views.named.header(rematch, snapshot)),
        status_code=201,
        etag=etag(snapshot.version, epoch),
        location=f"/v1/tables/{rematch}",
    )


async def seated_at(request: AccountRequest, rematch: UUID, opening: rules.OpenTable) -> tuple[int, Snapshot] | None:
    """Open the rematch unless somebody has, and seat those who are back; return the seat of the player, and the table.

    None: it was given up, even if only just now. Its opener needs room for a table, and for invitations of the
    others: a seat that is kept is one. Raises `Refused`, and `Problem`.
    """
    parlour = services_of(request).parlour
    if await was_given_up(parlour, rematch):
        return None
    if not await is_there(request, rematch):
        others = set(opening.reserved) - {None, opening.player, *HOUSE_KINDS}
        await must_be_invitable(request, [each for each in others if each is not None])
        async with room_for_table(request, rematch):
            with suppress(AlreadyOpen):  # somebody else was faster
                await parlour.engine.execute(rematch, opening)
    await must_be_let_in(request, (await parlour.history.current(rematch)).table)
    await seat_house_players(parlour, rematch)
    try:
        return await seat_again(parlour, rematch, opening.player)
    except Refused:
        if await was_given_up(parlour, rematch):
            return None
        raise


async def was_given_up(parlour: Parlour, table: UUID) -> bool:
    """Return whether there is such a table, and it has ended before its game began."""
    try:
        seen = (await parlour.history.current(table)).table
    except UnknownTable:
        return False
    return seen.finished_at is not None and seen.started_at is None


async def seat_house_players(parlour: Parlour, rematch: UUID) -> None:
    """Seat the house players for whom seats are still reserved."""
    new = (await parlour.history.current(rematch)).table
    for seat, player in enumerate(new.reserved):
        if player is not None and player in HOUSE_KINDS:
            command = rules.SeatHouse(new.creator, HOUSE_KINDS[player], seat)
            with suppress(Refused):  # seated by another request
                await parlour.engine.execute(rematch, command)


async def seat_again(parlour: Parlour, rematch: UUID, player: UUID) -> tuple[int, Snapshot]:
    """Seat the player on their old seat if they have none yet; return their seat and the table."""
    try:
        outcome = await parlour.engine.execute(rematch, rules.TakeSeat(player))
    except Refused:
        snapshot = await parlour.history.current(rematch)
        seat = snapshot.table.seat_of(player)
        if seat is None:
            raise
        return seat, snapshot
    return outcome.recorded[0].entry.event.seat, outcome.snapshot


async def note(parlour: Parlour, table: UUID, player: UUID, rematch: UUID) -> None:
    """Tell the old table of the new one."""
    with suppress(Refused):  # it knows already
        await parlour.engine.execute(table, rules.NoteRematch(player, rematch))
