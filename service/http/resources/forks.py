"""A game that goes on from one of its versions, at another table."""

from collections.abc import Sequence
from uuid import UUID

from litestar import post

from domain import table as rules
from domain.table import Sitter, Snapshot
from service.http.middleware.authentication import AccountRequest
from service.http.resources.room import room_for_table
from service.http.resources.tables import TableId, table_answer
from service.http.services import services_of
from service.http.wire.decoding import read
from service.http.wire.idempotency import command_key
from service.http.wire.responses import Answer
from service.http.wire.tables import ForkTable
from service.live.history import History
from service.live.viewers import UnknownVersion
from service.records.opening import open_seal
from service.store import new_table_id


@post("/tables/{table:uuid}/fork", operation_id="forkTable", status_code=201)
async def fork_table(request: AccountRequest, table: TableId) -> Answer:
    """Open a table whose game continues from a version of another game with an open record.

    The fork has the rules, options, settings and visibility of that game, and the same cards, including those that are
    still to be drawn or dealt. Since anybody may know the cards, it is never `rated`. It continues when its last seat
    is taken; until then no time passes in it. A version within a move means the end of that move.
    """
    services = services_of(request)
    key = command_key(request)
    fork = services.ids.of_table(key.id) if key else new_table_id(services.parlour.event_log.lanes_away)
    outcome = await services.parlour.engine.repeated(fork, key)
    if outcome is None:
        command = await command_of(request, table, read(request, ForkTable))
        of_house = is_of_house(command.sitters, len(command.given.entropy))
        async with room_for_table(request, fork, of_house=of_house):
            outcome = await services.parlour.engine.execute(fork, command, key)
    return await table_answer(request, fork, outcome.snapshot, status_code=201, location=f"/v1/tables/{fork}")


async def command_of(request: AccountRequest, table: UUID, wanted: ForkTable) -> rules.ForkTable:
    """Return the command that opens the fork which the caller wants of a table, if they may see all of it.

    Raises `UnknownTable`, `NotForYou`, `UnknownVersion`, and `Refused`: record_closed, not_started or game_over.
    """
    parlour = services_of(request).parlour
    with parlour.history.unbroken():
        snapshot = await parlour.history.current(table)
        await parlour.decks.viewer(table, snapshot, request.auth)
        await open_seal(parlour.event_log, table)
        if wanted.version > snapshot.version:
            raise UnknownVersion(snapshot.version)
        then, link = await after_step(parlour.history, table, wanted.version, snapshot.version)
    return rules.fork(table, then, link, request.auth.player, wanted.seats)


async def after_step(history: History, table: UUID, version: int, last: int) -> tuple[Snapshot, bytes]:
    """Return a table after the step that a version is in, and the last link then; `last` is its current version.

    Before the game the step is not waited for: it may be the one that begins it.
    """
    found: tuple[Snapshot, bytes] | None = None
    async for slice_ in history.walk(table, version - 1, last, lambda *each: each):
        for entry, after, link in slice_:
            if found is not None and (entry.step > version or found[0].state is None):
                return found
            found = after, link
    if found is None:
        raise UnknownVersion(last)
    return found


def is_of_house(sitters: Sequence[Sitter | None], seats: int) -> bool:
    """Return whether house players take all seats."""
    return len(sitters) == seats and not {None, "me"}.intersection(sitters)
