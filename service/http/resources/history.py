"""The history for analysts: games and events of all open records, in the order in which the records have opened."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import Annotated, Any, TypeAlias, TypeVar

from litestar import get
from litestar.params import QueryParameter
from msgspec import Meta, Struct

from projections.history import HISTORY
from service.history.cursors import FORM, BadHistoryCursor, HistoryCursor
from service.history.naming import pseudonyms_of
from service.history.pages import Events, HistoryPage, Walk, events_page, games_page
from service.history.port import GameFilter
from service.http.exchange import exchange_of
from service.http.middleware.authentication import AccountRequest
from service.http.middleware.compression import VARIES
from service.http.resources.history_filters import (
    LONGEST_NAME,
    Asked,
    From,
    GameName,
    OfKind,
    OfPlayer,
    OfTournament,
    RulesVersion,
    To,
    WithOptions,
    must_be_type,
    wanted_by,
)
from service.http.services import services_of
from service.http.wire.headers import IfNoneMatch, names, wrong
from service.http.wire.history import FORMS, Shape
from service.http.wire.media_types import form_of
from service.http.wire.paging import next_page
from service.http.wire.responses import Answer

R = TypeVar("R", bound=Struct)

InTurns: TypeAlias = Callable[[Iterable[bytes]], AsyncIterator[Sequence[bytes]]]
"""Goes through some work while others have their turns."""

MOST_ROWS = 5_000
LONGEST_CURSOR = 640

After = Annotated[
    str | None,
    QueryParameter(
        max_length=LONGEST_CURSOR,
        pattern=FORM,
        description="The cursor of the previous page; absent: from the first game.",
    ),
]
Limit = Annotated[int, QueryParameter(ge=1, le=MOST_ROWS, description="Maximum number of rows of the page.")]
Fields = Annotated[
    str | None,
    QueryParameter(max_length=1_000, description="The columns to return, separated by commas; absent: all."),
]
EventType = Annotated[
    str | None, QueryParameter(name="type", max_length=LONGEST_NAME, description="Only events of this type.")
]


class HistoryGames(Struct, frozen=True):
    """Games whose records are open, in the order in which the records were opened."""

    schema_version: Annotated[str, Meta(description="The version of the columns.")]
    games: Annotated[
        tuple[dict[str, Any], ...], Meta(description="Rows of the table `games`, with the requested columns.")
    ]
    cursor: Annotated[str, Meta(description="The `after` of the next page. It does not expire.")]
    more: Annotated[bool, Meta(description="Whether the next page may have rows now.")]


class HistoryEvents(Struct, frozen=True):
    """Events of games whose records are open: those of a game in order, the games in the order of their records."""

    schema_version: Annotated[str, Meta(description="The version of the columns.")]
    events: Annotated[
        tuple[dict[str, Any], ...], Meta(description="Rows of the table `events`, with the requested columns.")
    ]
    cursor: Annotated[str, Meta(description="The `after` of the next page. It does not expire.")]
    more: Annotated[bool, Meta(description="Whether the next page may have rows now.")]


@get("/history/games", operation_id="getHistoryGames")
async def get_history_games(
    request: AccountRequest,
    *,
    after: After = None,
    limit: Limit = 500,
    fields: Fields = None,
    game: GameName = None,
    rules_version: RulesVersion = None,
    tournament: OfTournament = None,
    player: OfPlayer = None,
    kind: OfKind = None,
    since: From = None,
    until: To = None,
    options: WithOptions = None,
    if_none_match: IfNoneMatch = None,
) -> Answer:
    """List the games whose records are open, one row each, in the order in which the records were opened.

    Keep the cursor: all new rows come after it, none is missed, and none comes twice. The header `Accept` chooses the
    format: JSON, lines of JSON, or CSV. The header `Link` has the next page; on the last page it is the current one.
    Players have pseudonyms; operators and analysts see ids. A private game is shown to those whom its table concerns.
    Operators and analysts see all games, without a `reason`, and no look is recorded: they are over.
    """
    asked = Asked(game, rules_version, tournament, player, kind, since, until, options)
    wanted = await wanted_by(request, asked)
    shape = shape_of(request, "games", fields)
    return await answered(request, shape, await games_page(walk(request, wanted, after), limit), if_none_match)


@get("/history/events", operation_id="getHistoryEvents")
async def get_history_events(
    request: AccountRequest,
    *,
    after: After = None,
    limit: Limit = 1_000,
    fields: Fields = None,
    event_type: EventType = None,
    game: GameName = None,
    rules_version: RulesVersion = None,
    tournament: OfTournament = None,
    player: OfPlayer = None,
    kind: OfKind = None,
    since: From = None,
    until: To = None,
    options: WithOptions = None,
    if_none_match: IfNoneMatch = None,
) -> Answer:
    """List the events of the games whose records are open, with all cards, in the order of `getHistoryGames`.

    The same games are shown to the same callers as there. All filters except `type` select games. A page searches at
    most 20,000 events: if few of them match, the page is short, but its cursor has moved on.
    """
    services = services_of(request)
    asked = Asked(game, rules_version, tournament, player, kind, since, until, options)
    must_be_type(event_type)
    wanted = await wanted_by(request, asked)
    shape = shape_of(request, "events", fields)
    events = Events(services.history, services.parlour.event_log, event_type, rows_at_once(request))
    page = await events_page(walk(request, wanted, after), events, limit)
    return await answered(request, shape, page, if_none_match)


# What is asked


def walk(request: AccountRequest, wanted: GameFilter, after: str | None) -> Walk:
    """Return a walk through the games that are wanted, after a cursor. Raises `Problem`."""
    services = services_of(request)
    event_log = services.parlour.event_log
    cursor = HistoryCursor(0, 0, event_log.epoch) if after is None else cursor_of(after)
    return Walk(services.history, event_log, wanted, cursor, rows_at_once(request))


def cursor_of(after: str) -> HistoryCursor:
    """Return the cursor that stands in the parameter `after`. Raises `Problem`."""
    try:
        return HistoryCursor.parsed(after)
    except BadHistoryCursor:
        raise wrong("after", "The history has no such cursor.") from None


def rows_at_once(request: AccountRequest) -> int:
    """Return how many rows are read before others have their turn."""
    pace = services_of(request).pace
    return pace.history_rows


def shape_of(request: AccountRequest, table: str, fields: str | None) -> Shape:
    """Return how rows are to be sent. Raises `Problem`."""
    columns = [] if fields is None else fields.split(",")
    known = [column.name for column in HISTORY[table].columns]
    for name in columns:
        if name not in known:
            raise wrong("fields", f"There is no column {name[:LONGEST_NAME]!r}. The columns are: {', '.join(known)}.")
    parlour = services_of(request).parlour
    pseudonyms = pseudonyms_of(parlour.signer) if request.auth.role == "player" else None
    return Shape(table, columns, form_of(exchange_of(request.scope).accept, "The history", FORMS), pseudonyms)


# What is answered


async def answered(request: AccountRequest, shape: Shape, page: HistoryPage[R], if_none_match: str | None) -> Answer:
    """Answer with a page in the form that was negotiated, or with 304 if the client has it already."""
    rows = await encoded(shape, page.rows, services_of(request).history_turns.through)
    body, digest = await asyncio.to_thread(joined, shape, rows, page)
    tag = f'W/"{digest[:32]}-{page.cursor.epoch}"'
    headers = [
        (b"vary", b"Accept"),
        (b"etag", tag.encode()),
        (b"link", str(next_page(request, page.cursor, "after")).encode()),
    ]
    if names(if_none_match, tag):
        return Answer(304, [*headers, VARIES], b"")
    headers.append((b"content-type", shape.form.encode()))
    headers.append((b"content-length", b"%d" % len(body)))
    return Answer(200, headers, body)


def joined(shape: Shape, rows: Sequence[bytes], page: HistoryPage[R]) -> tuple[bytes, str]:
    """Return the body of an answer, and its SHA-256 in hexadecimal. It may have some MiB: another thread does that."""
    body = shape.document(rows, page)
    return body, hashlib.sha256(body).hexdigest()


async def encoded(shape: Shape, rows: Sequence[Struct], in_turns: InTurns) -> list[bytes]:
    """Return rows, encoded in the turns of all who read the history: many pages at once hold up nobody else."""
    return [each async for slice_ in in_turns(map(shape.row, rows)) for each in slice_]
