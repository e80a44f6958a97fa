"""Advice for clients that do not know the rules: judge a move without making it, and give some that are legal."""

import random
from collections.abc import Iterator
from typing import Annotated, Any

from litestar import get, post
from litestar.params import QueryParameter
from msgspec import UNSET, Meta, Struct, UnsetType

from domain import table as rules
from domain.game import Grade, Refused
from domain.messages import FormattedMessage
from domain.seats import Seat
from domain.table import Snapshot, judge_move
from service.http.middleware.authentication import AccountRequest
from service.http.problems import Problem, message_of
from service.http.resources.play import typed_move
from service.http.resources.tables import TableId
from service.http.services import services_of
from service.http.wire.decoding import read
from service.http.wire.responses import Answer, json_answer
from service.http.wire.tables import MoveRequest, Version
from service.live.history import History

MOST_SUGGESTIONS = 100


class Judgement(Struct, frozen=True):
    """Whether a move would be legal at this version."""

    version: Version
    legal: bool
    code: Annotated[str | None, Meta(description="The code of the problem; null if the move is legal.")]
    detail: Annotated[str | None, Meta(description="What is wrong; null if the move is legal.")]
    message: Annotated[
        FormattedMessage | UnsetType,
        Meta(description="`detail` as a message for people; absent: the move is legal, or `detail` is for developers."),
    ] = UNSET


class Suggestions(Struct, frozen=True):
    """Legal moves for a decision."""

    version: Version
    decision: Annotated[str, Meta(description="The id of the decision.")]
    seat: Seat
    grade: Grade
    moves: tuple[Any, ...]


@post("/tables/{table:uuid}/moves/check", operation_id="checkMove", status_code=200)
async def check_move(request: AccountRequest, table: TableId) -> Answer:
    """Check a move without making it. Nothing is recorded, and other players do not notice.

    The body is the same as for `makeMove`, and so are the checks, including `decision_over` and `stale_version`.
    """
    services = services_of(request)
    wanted = read(request, MoveRequest, as_written=("move",))
    parlour = services.parlour
    snapshot = await parlour.history.current(table)
    shown = await parlour.views.seen(table, snapshot, request.auth)
    at = max(services.now(), snapshot.at)
    snapshot = await ticked(parlour.history, snapshot, at)
    try:
        move = typed_move(snapshot, wanted, request.auth.player)
        command = rules.MakeMove(request.auth.player, move, wanted.decision, wanted.expected_version)
        judge_move(snapshot, command, at)
    except Refused as refused:
        return json_answer(
            Judgement(shown.version, legal=False, code=refused.code, detail=refused.detail, message=message_of(refused))
        )
    return json_answer(Judgement(shown.version, legal=True, code=None, detail=None))


async def ticked(history: History, snapshot: Snapshot, at: int) -> Snapshot:
    """Return a table after all clock steps that are due by a time: thousands may be, so others have their turn."""
    if snapshot.due_by(at) is not None:
        async for some in history.in_turns(moments(snapshot, at)):
            snapshot = some[-1]
    return snapshot


def moments(snapshot: Snapshot, at: int) -> Iterator[Snapshot]:
    """Yield a table after the clock steps of each moment at which some are due, up to a time."""
    while (due := snapshot.due_by(at)) is not None:
        snapshot = rules.ticked(snapshot, due)
        yield snapshot


@get("/tables/{table:uuid}/moves/suggestions", operation_id="suggestMoves")
async def suggest_moves(
    request: AccountRequest,
    table: TableId,
    n: Annotated[int, QueryParameter(ge=1, le=MOST_SUGGESTIONS, description="Maximum number of moves.")] = 10,
) -> Answer:
    """Suggest legal moves for my seat's decision: a random choice if there are more than `n`."""
    parlour = services_of(request).parlour
    snapshot = await parlour.history.current(table)
    seat = (await parlour.decks.viewer(table, snapshot, request.auth)).seat
    if seat is not None:
        rules.must_play(snapshot.table, seat)
    decision = snapshot.offered(seat) if seat is not None else None
    if seat is None or decision is None:
        raise Problem("nothing_to_decide")
    moves = decision.moves if n >= len(decision.moves) else random.sample(decision.moves, n)
    return json_answer(Suggestions(snapshot.version, snapshot.decision_id(seat), seat, decision.grade, tuple(moves)))
