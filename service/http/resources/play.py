"""Playing: the view, the moves, the feed and the record of a table."""

from collections.abc import Iterable
from functools import cache, partial
from typing import Annotated, Any
from uuid import UUID

import msgspec
from litestar import get, post
from litestar.params import QueryParameter
from msgspec.structs import replace

from domain.game import Move, Refused
from domain.table import AnyGame, MakeMove, Overtaken, Snapshot, seat_to_move
from domain.validation import LARGEST_INTEGER
from projections.feed import seen_by
from service.http.middleware.admission import pay_for, read_more
from service.http.middleware.at_once import AT_ONCE
from service.http.middleware.authentication import LONGEST_WAIT_SECONDS, OPEN, AccountRequest, waited
from service.http.problems import Problem
from service.http.resources.access import cursor_of, known_table
from service.http.resources.oversight import Reason, seen_as
from service.http.resources.tables import TableId, key_first
from service.http.services import services_of
from service.http.wire.decoding import decoder, read, read_at_once
from service.http.wire.headers import IfNoneMatch, etag, names
from service.http.wire.idempotency import command_key
from service.http.wire.responses import Answer, json_answer, not_modified, tagged_answer
from service.http.wire.tables import CURSOR_OF_TABLE, Feed, MoveAnswer, MoveRequest, messages_of_move
from service.limits.budgets import EVENTS_OF_RECORD_FOR_ONE, OLD_VERSION, VIEW_OF_ALL_SEATS
from service.live.cursors import FORM
from service.live.viewers import NotForYou
from service.play.engine import UnknownTable
from service.records.opening import open_seal

AtVersion = Annotated[
    int | None, QueryParameter(ge=1, le=LARGEST_INTEGER, description="The version to show, if not the current one.")
]
AtLeast = Annotated[
    int | None,
    QueryParameter(
        ge=1, le=LARGEST_INTEGER, description="The minimum version to show, such as that of the answer to a command."
    ),
]


AsSeat = Annotated[
    str | None,
    QueryParameter(
        pattern=r"^(all|[0-9]{1,3})\Z",
        description="The seat whose view to show, or `all` for all hands, once the record of the game is open.",
    ),
]


@get("/tables/{table:uuid}/view", operation_id="getView", opt=OPEN)
async def get_view(
    request: AccountRequest,
    table: TableId,
    *,
    version: AtVersion = None,
    at_least: AtLeast = None,
    seat: AsSeat = None,
    reason: Reason = None,
    if_none_match: IfNoneMatch = None,
) -> Answer:
    """Show the table as my seat sees it, or as a spectator if I have no seat.

    The view is never older than a previous answer by any process of the service. When the record of the game is open,
    the view is available from any `seat`; before that, only from seats whose cards the caller may see (`grantSight`).
    """
    if version is not None:
        await read_more(request, OLD_VERSION)
    if seat == "all":
        await read_more(request, VIEW_OF_ALL_SEATS)
    views = services_of(request).parlour.views
    account, perspective = await seen_as(request, table, reason, seat=seat, version=version)
    if version is None and perspective is None:
        shown, document = await views.view(table, account)
    else:
        shown, document = await views.view_at(table, account, version, perspective)
    if at_least is not None and shown < at_least:
        raise Problem("not_found", f"The view is that of version {shown}, not of {at_least} or a later one.")
    return tagged_answer(document, if_none_match, version=shown)


@post("/tables/{table:uuid}/moves", operation_id="makeMove", status_code=200, opt=AT_ONCE)
async def make_move(request: AccountRequest) -> Answer:
    """Make a move.

    With `decision`, a move for a decision that is over is refused with `decision_over`. With `expected_version`, a move
    that was chosen before the decision began is refused with `stale_version`. Both problems have the current view. A
    decision does not end because other seats act: where several may act at once, all of them can.
    """
    table: UUID = request.path_params["table"]
    parlour, player = services_of(request).parlour, request.auth.player
    try:
        wanted = await move_request(request, table)
        command = MakeMove(player, wanted.move, wanted.decision, wanted.expected_version)
        outcome = await parlour.engine.execute(table, command, command_key(request))
    except Overtaken as overtaken:
        await count_refusal(request, table, overtaken)
        epoch = parlour.history.epoch
        version, view = await parlour.views.own(table, player)
        now = {"version": version, "view": view}
        raise Problem(overtaken.code, overtaken.detail, headers={"ETag": etag(version, epoch)}, **now) from None
    except Refused as refused:
        await count_refusal(request, table, refused)
        raise
    snapshot = outcome.snapshot
    events = seen_by(outcome.recorded[0].entry.seat, outcome.entries)
    answer = MoveAnswer(snapshot.version, tuple(await parlour.views.named.entries(snapshot, events)))
    return json_answer(answer, etag=etag(snapshot.version, outcome.epoch))


async def count_refusal(request: AccountRequest, table: UUID, refused: Refused) -> None:
    """Count a move that was refused, for analysts."""
    services = services_of(request)
    services.refusals.count((await services.parlour.engine.head(table)).table.game, refused.code)


async def move_request(request: AccountRequest, table: UUID) -> MoveRequest[Any]:
    """Return the body of a request for a move, which is typed by the table's game.

    It is decoded in one go. Only if that fails, errors are looked for step by step: first in the body alone, then
    whether there is such a table for the caller, then in the move at this table.
    """
    try:
        snapshot = await known_table(request, table)
    except (UnknownTable, NotForYou):
        read(request, MoveRequest)
        raise
    rules = snapshot.rules
    typed = read_at_once(request, decoder_of(rules))
    if typed is not None and rules.cards.issuperset(typed.move.cards()):
        return typed
    async with key_first(request, table):
        wanted: MoveRequest[Any] = read(request, MoveRequest, partial(messages_of_move, rules), as_written=("move",))
        current = await services_of(request).parlour.history.current(table)  # another process may have begun the game
        return replace(wanted, move=typed_move(current, wanted, request.auth.player))


def typed_move(snapshot: Snapshot, wanted: MoveRequest[Any], player: UUID) -> Move:
    """Return the move that is wanted, typed. Raises `Refused`.

    What stands against any move of the player goes before what is wrong with this one: a move of another game, say,
    is nothing that the body alone tells.
    """
    try:
        move: Move = snapshot.rules.parse(wanted.move)
    except Refused:
        seat_to_move(snapshot, player, wanted.decision, wanted.expected_version)
        raise
    return move


class NoMove(Move, frozen=True):
    """A second type of moves, with a card of no game: msgspec asks for the `type` only where there are two types."""

    def cards(self) -> Iterable[str]:
        """Return what is no card, so that nobody makes this move."""
        return ("",)


@cache
def decoder_of(rules: AnyGame) -> msgspec.json.Decoder[MoveRequest[Any]]:
    """Return the decoder for requests for moves by these rules."""
    return decoder(MoveRequest[rules.Move | NoMove])  # type: ignore[name-defined] # it is known at run time only


@get("/tables/{table:uuid}/events", operation_id="getEvents", opt=OPEN)
async def get_events(
    request: AccountRequest,
    table: TableId,
    *,
    after: Annotated[str, QueryParameter(pattern=FORM, description=f"Events after this: {CURSOR_OF_TABLE}")] = "0",
    wait: Annotated[
        int,
        QueryParameter(
            ge=0,
            le=LONGEST_WAIT_SECONDS,
            description="Seconds to wait for an event if there is none yet. A service may wait less.",
        ),
    ] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=1000, description="Maximum number of events.")] = 200,
    reason: Reason = None,
) -> Answer:
    """List the events of the table in order, each as my seat sees it. With `wait` it is a long poll.

    If the history of a cursor is lost, for example after a backup was restored, the answer is 410 `history_lost` with
    the last valid `version`: discard all later events, and continue after its `cursor`.
    """
    views = services_of(request).parlour.views
    place = cursor_of(after, "after")
    account, _ = await seen_as(request, table, reason)
    found = partial(pay_for, request)
    cursor, events = await waited(
        request, wait, lambda seconds: views.feed(table, account, place, limit, seconds, found=found)
    )
    return json_answer(Feed(cursor.version, str(cursor), events))


@get("/tables/{table:uuid}/record", operation_id="getRecord", opt=OPEN)
async def get_record(
    request: AccountRequest, table: TableId, reason: Reason = None, if_none_match: IfNoneMatch = None
) -> Answer:
    """Show the record of a finished game: every event with its secrets and hash, the signature, the secret of the deal.

    The record opens when the game is finished or aborted; if tables share a deck, when all of them are. Later events,
    such as those of a rematch, are not part of it.
    """
    parlour = services_of(request).parlour
    epoch = parlour.event_log.epoch
    await seen_as(request, table, reason, seat="all", with_secrets=True)
    seal = await open_seal(parlour.event_log, table)
    tag = etag(seal.version, epoch)
    if names(if_none_match, tag):
        return not_modified(tag)
    await pay_for(request, seal.version, EVENTS_OF_RECORD_FOR_ONE)
    return json_answer(await parlour.records.document(table, seal), etag=tag)
