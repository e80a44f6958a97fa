"""Seeks: players who seek the same are seated at one table, the oldest seek first; and what others seek."""

from collections.abc import Iterable
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from litestar import delete, get, post
from litestar.params import PathParameter, QueryParameter
from msgspec import Meta, Struct

from domain import GAMES, codes
from domain.game import Refused, Time
from domain.seats import MOST_SEATS
from domain.table import RawOptions, TableSettings
from domain.validation_messages import validation_messages
from service.http.exchange import exchange_of
from service.http.faults import Fault, fault_in_body
from service.http.middleware.authentication import BY_TICKET, OPEN, AccountRequest
from service.http.problems import THE_GAMES, Problem
from service.http.resources.blocks import avoid_blocked, tell_seeks
from service.http.resources.room import room_for_one_more
from service.http.resources.streaming import StreamingAnswer, streamed
from service.http.services import services_of
from service.http.wire.decoding import read
from service.http.wire.headers import wrong
from service.http.wire.idempotency import command_key
from service.http.wire.responses import Answer, json_answer
from service.http.wire.tables import OpeningSettings, messages_of_options
from service.meeting.lines import SeenSeek
from service.meeting.port import LONGEST_MS, MOST_SEEKS, Demand, Sought, TooManySeeks
from service.meeting.seeks import UnknownSeek

SeekId = Annotated[UUID, PathParameter(description="The id of the seek.")]


class SeekPlayers(Struct, frozen=True, forbid_unknown_fields=True):
    """A seek: the game, options and settings to play with others who seek the same."""

    game: Annotated[str, Meta(description="The id of a game in the catalogue.", examples=["honors_4"])]
    options: Annotated[RawOptions, Meta(description="Options; the catalogue has their schema and defaults.")] = {}
    players: Annotated[
        Annotated[int, Meta(ge=1, le=MOST_SEATS)] | None,
        Meta(description="The number of seats, me included: the same as the option `players`."),
    ] = None
    settings: OpeningSettings = OpeningSettings()
    with_house_after: Annotated[
        Annotated[int, Meta(ge=0, le=LONGEST_MS)] | None,
        Meta(
            description="Milliseconds after which house players take the missing seats; null or absent: never."
            " They come sooner if another player who seeks the same, and accepts house players, has waited that"
            " long."
        ),
    ] = None


class SoughtTable(Struct, frozen=True):
    """A game that players seek."""

    game: str
    options: RawOptions
    settings: TableSettings
    waiting: Annotated[int, Meta(description="How many players wait.", ge=1)]
    missing: Annotated[int, Meta(description="How many more players fill a table.", ge=0)]
    with_house: Annotated[int, Meta(description="How many of the waiting players accept house players.", ge=0)]
    since: Time


class SoughtTables(Struct, frozen=True):
    """The games of the 500 newest seeks, those with the most waiting players first."""

    seeks: tuple[SoughtTable, ...]


class MySeeks(Struct, frozen=True):
    """My waiting seeks, the oldest first."""

    seeks: tuple[SeenSeek, ...]


@post("/seeks", operation_id="seekPlayers", status_code=201)
async def seek_players(request: AccountRequest) -> Answer:
    """Seek players for a game.

    Players who seek the same are seated at one table, those who have waited longest first, on random seats, and the
    game begins at once. Then `state` is `seated`, and `table` and `seat` say where. My stream has the new table, too. A
    player has at most five waiting seeks. Sending the same one again restarts its wait. When one of them has found a
    table, the others are dropped. A seek waits for an hour.

    The idempotency key of a seek is valid until a day after its end.
    """
    services = services_of(request)
    seeks, key = services.seeks, command_key(request)
    seek = await seeks.repeated(key)
    if seek is None:
        wanted = read(request, SeekPlayers, messages_of_options, as_written=("options",))
        sought = sought_by(wanted)
        try:
            async with room_for_one_more(request):
                await avoid_blocked(request)
                seek = await seeks.ask(request.auth.player, sought, wanted.with_house_after, key)
                if seek.state == "waiting":  # they may have blocked somebody meanwhile, before there was a seek
                    await tell_seeks(request)
        except TooManySeeks:
            raise Problem("too_many_seeks", f"You have {MOST_SEEKS} seeks that wait; withdraw one.") from None
        except UnknownSeek:  # their player was forgotten while this was on its way
            raise Problem("unauthenticated", "The token is unknown.") from None
    return json_answer(seek, status_code=201, location=f"/v1/seeks/{seek.id}")


def sought_by(wanted: SeekPlayers) -> Sought:
    """Return what is sought, all defaults filled in.

    Raises `Refused` with `no_such_game` or `invalid_option`, and `Problem`: invalid_body.
    """
    game = GAMES.get(wanted.game)
    if game is None:
        raise Refused(codes.NO_SUCH_GAME, THE_GAMES)
    options = dict(wanted.options)
    if wanted.players is not None and options.setdefault("players", wanted.players) != wanted.players:
        raise Problem("invalid_body", errors=(Fault("It is another number than the option.", pointer="/players"),))
    if wanted.players is not None and (found := validation_messages({"players": wanted.players}, game.Options)):
        raise Problem("invalid_body", errors=tuple([fault_in_body(each) for each in found]))
    return Sought(game.id, msgspec.to_builtins(game.options(options)), wanted.settings.as_chosen())


@get("/seeks", operation_id="listSeeks", opt=OPEN)
async def list_seeks(
    request: AccountRequest,
    *,
    game: Annotated[
        str | None, QueryParameter(description="Only seeks for this game.", schema_extra={"enum": list(GAMES)})
    ] = None,
) -> Answer:
    """List the games that players seek now, without their names. To play with them, seek the same."""
    if game is not None and game not in GAMES:
        raise wrong("game", THE_GAMES)
    return json_answer(SoughtTables(sought_tables(await services_of(request).seeks.demand(game))))


def sought_tables(demands: Iterable[Demand]) -> tuple[SoughtTable, ...]:
    """Return what is sought as it travels.

    Where players block one another, more of them may wait than one table has seats. Nobody may find that out. So the
    number that is shown is below the number of seats, and the order depends on nothing but what is shown.
    """
    found = [
        SoughtTable(
            each.sought.game,
            each.sought.options,
            each.sought.settings,
            waiting := min(each.waiting, each.sought.players - 1),
            max(1, each.sought.players - each.waiting),
            min(each.with_house, waiting),
            each.since,
        )
        for each in demands
    ]
    return tuple(sorted(found, key=lambda each: (-each.waiting, each.since)))


@get("/me/seeks", operation_id="listMySeeks")
async def list_my_seeks(request: AccountRequest) -> Answer:
    """List my waiting seeks, the oldest first."""
    return json_answer(MySeeks(tuple(await services_of(request).seeks.of_player(request.auth.player))))


@get("/seeks/{seek:uuid}", operation_id="getSeek")
async def get_seek(request: AccountRequest, seek: SeekId) -> Answer:
    """Show one of my seeks: whether it waits, or where I am seated. It is kept until a day after its end."""
    return json_answer(await services_of(request).seeks.one(seek, request.auth.player))


@delete("/seeks/{seek:uuid}", operation_id="withdrawSeek", status_code=204)
async def withdraw_seek(request: AccountRequest, seek: SeekId) -> None:
    """Withdraw one of my seeks. Once it has found a table, the answer is 409 `seek_over`."""
    await services_of(request).seeks.withdraw(seek, request.auth.player)


@get("/seeks/{seek:uuid}/stream", operation_id="streamSeek", opt=BY_TICKET)
async def stream_seek(
    request: AccountRequest,
    seek: SeekId,
    cancel: Annotated[
        Literal["close"] | None,
        QueryParameter(description="`close`: withdraw the seek when this stream closes or breaks."),
    ] = None,
) -> StreamingAnswer:
    """Stream one of my seeks: its state, then how it ends, then a line `end`.

    If I am seated, the line `seek` has the id of the `table` and my `seat`. There is a line at least every ten seconds,
    a `heartbeat` if nothing has happened. After a reconnection the first line is the state of the seek.

    With `cancel=close` the seek is withdrawn when the stream closes, or 15 seconds later if the service cannot detect
    that: `expires_at` is at most so far ahead then, and moves on while the stream is open.
    """
    withdraws = cancel is not None and not exchange_of(request.scope).head_only
    lines = services_of(request).seeks.stream(seek, request.auth.player, cancel=withdraws)
    return await streamed(request, lines)
