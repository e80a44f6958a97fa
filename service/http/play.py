"""Playing: the view, the moves, the feed and the record of a table."""

from typing import Annotated

from litestar import get, post
from litestar.params import QueryParameter, RawBody

from domain.game import Refused
from domain.table import MakeMove, Overtaken
from projections.feed import seen_by
from service.http.authentication import Asked
from service.http.decoding import LARGEST_INTEGER, read
from service.http.headers import IdempotencyKey, IfNoneMatch, has_version
from service.http.problems import Problem
from service.http.responses import Answer, json_answer, parlour_of
from service.http.tables import TableId, execute
from service.http.wire import Feed, MoveAnswer, MoveRequest
from service.live.views import viewer_of
from service.records.records import record_of
from service.runtime.metrics import MOVES

LONGEST_WAIT_SECONDS = 30

AtVersion = Annotated[int | None, QueryParameter(ge=1, le=LARGEST_INTEGER, description="The table as it was then.")]
AtLeast = Annotated[
    int | None,
    QueryParameter(
        ge=1, le=LARGEST_INTEGER, description="The version to be seen at least, as a command's answer has it."
    ),
]


@get("/tables/{table:uuid}/view", operation_id="getView")
async def get_view(
    request: Asked,
    table: TableId,
    version: AtVersion = None,
    at_least: AtLeast = None,
    if_none_match: IfNoneMatch = None,
) -> Answer:
    """Show the table as my seat sees it; as a spectator, if I have none.

    The view is never older than any answer that was given before, by whichever worker.
    """
    account = request.auth
    views = parlour_of(request).views
    if version is not None:
        return json_answer(await views.view_at(table, account, version), version=version)
    present, document = await views.view(table, account)
    if at_least is not None and present < at_least:
        raise Problem("not_found", f"The table is at version {present}; version {at_least} is still to come.")
    if has_version(if_none_match, present):
        return json_answer(b"", status_code=304, version=present)
    return json_answer(document, version=present)


@post("/tables/{table:uuid}/moves", operation_id="makeMove", status_code=200)
async def make_move(request: Asked, table: TableId, body: RawBody, idempotency_key: IdempotencyKey = None) -> Answer:
    """Make a move on my seat.

    With `decision`, a move for a decision that is over is refused as `decision_over`; with `expected_version`, one that
    was chosen on a version before the decision began is `stale_version`; both with the present view. What other seats
    do meanwhile does not end a decision: where several may act at once, all of them do.
    """
    account = request.auth
    wanted = read(request, body, MoveRequest)

    rules = (await parlour_of(request).engine.head(table)).table.rules
    command = MakeMove(account.player, rules.parse(wanted.move), wanted.decision, wanted.expected_version)
    try:
        outcome = await execute(request, table, command, idempotency_key, body)
    except Overtaken:
        await parlour_of(request).tables.present(table)  # the answer shows the table as it is now
        raise
    MOVES.labels(rules.id).inc()
    answer = MoveAnswer(outcome.snapshot.version, seen_by(outcome.recorded[0].entry.seat, outcome.entries))
    return json_answer(answer, version=outcome.snapshot.version)


@get("/tables/{table:uuid}/events", operation_id="getEvents")
async def get_events(
    request: Asked,
    table: TableId,
    after: Annotated[int, QueryParameter(ge=0, le=LARGEST_INTEGER, description="Events after this version.")] = 0,
    wait: Annotated[
        int,
        QueryParameter(
            ge=0,
            le=LONGEST_WAIT_SECONDS,
            description="If there are none yet, wait so many seconds for one; some services wait less.",
        ),
    ] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=1000, description="So many events at the most.")] = 200,
) -> Answer:
    """Read the events of the table in order, each as my seat sees it (long poll with `wait`)."""
    patience = min(wait, request.app.state.settings.longest_wait_seconds)
    events = await parlour_of(request).views.feed(table, request.auth, after, limit, patience)
    return json_answer(Feed(events[-1].version if events else after, events))


@get("/tables/{table:uuid}/record", operation_id="getRecord")
async def get_record(request: Asked, table: TableId) -> Answer:
    """Give the whole record of a game that is over: every event with its secrets, hashes, signature, the deal's secret.

    It opens when the game is finished or aborted; where tables share a deck, when all of them are. What is said at the
    table afterwards, of a rematch, is no part of it.
    """
    parlour = parlour_of(request)
    live = await parlour.tables.present(table)
    viewer_of(live.snapshot, request.auth)
    seal = await parlour.event_log.seal_of(table)
    if live.snapshot.table.finished_at is None or seal is None:
        raise Refused("record_closed", "The record opens when the game is finished.")
    if not await parlour.event_log.record_open(table):
        raise Refused(
            "record_closed", "Another table plays the same deck; the record opens when that is finished, too."
        )
    hashes = [row.hash for row in await parlour.event_log.read(table, up_to=seal.version)]
    entries = live.history[: seal.version]
    record = record_of(table, live.at(seal.version), entries, hashes, seal=seal, signer=parlour.signer)
    return json_answer(record, version=seal.version)
