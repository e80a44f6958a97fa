"""Seals of the log: what everybody can keep, to see later that nothing of it was altered."""

from typing import Annotated

from litestar import get
from litestar.params import PathParameter, QueryParameter
from msgspec import Meta, Struct
from msgspec.structs import replace

from service.http.middleware.authentication import OPEN, PUBLIC, AccountRequest
from service.http.problems import AnyRequest, Problem
from service.http.resources.tables import TableId
from service.http.services import services_of
from service.http.wire.headers import wrong
from service.http.wire.paging import next_page
from service.http.wire.responses import Answer, json_answer
from service.records.opening import open_seal
from service.seals import proofs
from service.seals.schemas import LogSealHead, document_of, head_of
from service.store import EventStore, LogSeal

PAGE = 200
LAST_NUMBER = 2**31 - 1

SealNumber = Annotated[int, PathParameter(ge=1, le=LAST_NUMBER, description="The number of the seal.")]


class LogSeals(Struct, frozen=True):
    """Seals of the log, the newest first."""

    seals: tuple[LogSealHead, ...]
    next_before: Annotated[int | None, Meta(description="The `before` of the next page; null: this is the last page.")]


@get("/seals", operation_id="listSeals", opt=PUBLIC)
async def list_seals(
    request: AnyRequest,
    *,
    before: Annotated[
        int | None, QueryParameter(ge=1, le=LAST_NUMBER, description="Only seals with a smaller number.")
    ] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=PAGE, description="Maximum number of seals.")] = 50,
) -> Answer:
    """List the seals of the log, the newest first. Each signs all events before it, and refers to the previous one.

    Keep them to check later that the log still has all its earlier events, unchanged.
    """
    parlour = services_of(request).parlour
    found = await parlour.event_log.log_seals.page(before, limit + 1)
    heads = tuple(head_of(seal, parlour.signer) for seal in found[:limit])
    following = heads[-1].number if len(found) > limit else None
    return json_answer(LogSeals(heads, following), public=True, link=next_page(request, following, "before"))


@get("/seals/{number:int}", operation_id="getSeal", opt=PUBLIC)
async def get_seal(request: AnyRequest, number: SealNumber) -> Answer:
    """Show a seal of the log with the heads of all lanes.

    The heads are null until all games with given decks that were opened before the seal are over.
    """
    parlour = services_of(request).parlour
    seal = await seal_numbered(parlour.event_log, number)
    opened = await proofs.is_open(parlour.event_log, seal)
    return json_answer(document_of(seal, parlour.signer, with_lanes=opened), public=True)


@get("/seals/{number:int}/consistency", operation_id="proveConsistency", opt=OPEN)
async def prove_consistency(
    request: AccountRequest,
    number: SealNumber,
    *,
    since: Annotated[int, QueryParameter(ge=1, le=LAST_NUMBER, description="The number of the earlier seal.")],
) -> Answer:
    """Prove that a seal covers everything that an earlier seal covers, unchanged."""
    if since > number:
        raise wrong("since", f"It is not before the seal {number}.")
    parlour = services_of(request).parlour
    earlier = await seal_numbered(parlour.event_log, since)
    later = await seal_numbered(parlour.event_log, number)
    try:
        return json_answer(await proofs.consistency_of(parlour.event_log, parlour.signer, earlier, later))
    except proofs.SealClosed:
        raise Problem("seal_closed") from None


@get("/tables/{table:uuid}/record/proof", operation_id="proveRecord", opt=OPEN)
async def prove_record(request: AccountRequest, table: TableId) -> Answer:
    """Prove that the record of a finished game is in a seal of the log: the newest one whose lanes are shown.

    The proof is for the record's last event, whose hash covers all events before it. A record never changes; the proof
    changes when there is a newer seal.
    """
    parlour = services_of(request).parlour
    snapshot = await parlour.history.current(table)
    official = replace(request.auth, oversees=request.auth.role != "player")  # it has nothing but hashes
    await parlour.decks.viewer(table, snapshot, official)
    seal = await open_seal(parlour.event_log, table)
    return json_answer(await proofs.proof_of(parlour.event_log, parlour.signer, table, seal.version))


async def seal_numbered(store: EventStore, number: int) -> LogSeal:
    """Return the seal with a number. Raises `Problem`."""
    seal = (await store.log_seals.numbered([number])).get(number)
    if seal is None:
        raise Problem("not_found", "There is no seal of this number.")
    return seal
