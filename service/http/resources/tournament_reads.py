"""What is read of a tournament while it goes on, and afterwards: its events, standings, deals and record."""

from typing import Annotated, Literal
from uuid import UUID

from litestar import get
from litestar.params import PathParameter, QueryParameter

from domain.game import Refused
from service.http.exchange import exchange_of
from service.http.middleware.admission import pay_for
from service.http.middleware.authentication import LONGEST_WAIT_SECONDS, OPEN, OPEN_STREAM, AccountRequest, waited
from service.http.resources.access import cursor_of
from service.http.resources.streaming import StreamingAnswer, streamed
from service.http.resources.streams import LastEventId, number_after
from service.http.resources.tournament_texts import notes_in, texts_of
from service.http.resources.tournaments import AtVersion, TournamentId, looked, seen_round, seen_tournament
from service.http.services import services_of
from service.http.wire.headers import IfNoneMatch, etag, names
from service.http.wire.media_types import CSV, JSON, weight
from service.http.wire.responses import Answer, json_answer, not_modified, tag_with, tagged_answer
from service.http.wire.tables import CURSOR_OF_TABLE
from service.http.wire.tournament_views import TournamentFeed
from service.live.cursors import FORM, Cursor
from service.live.named import encoder
from service.parlour import Parlour
from service.records.opening import RECORD_CLOSED
from service.seals.proofs import proof_of
from service.store import Epoch, Seal
from service.tournaments.calculating import CalculationResult
from service.tournaments.feeds import Known


@get("/tournaments/{tournament:uuid}/events", operation_id="getTournamentEvents", opt=OPEN)
async def get_tournament_events(
    request: AccountRequest,
    tournament: TournamentId,
    *,
    after: Annotated[str, QueryParameter(pattern=FORM, description=f"Events after this: {CURSOR_OF_TABLE}")] = "0",
    limit: Annotated[int, QueryParameter(ge=1, le=1_000, description="Maximum number of events.")] = 200,
    wait: Annotated[
        int, QueryParameter(ge=0, le=LONGEST_WAIT_SECONDS, description="Seconds to wait for an event if there is none.")
    ] = 0,
) -> Answer:
    """List the events of a tournament that I may see.

    An answer ends after about 256 KiB of events: continue `after` its `cursor` until it has none.
    """
    place = cursor_of(after, "after", "tournament")
    feeds, player = services_of(request).parlour.tournament_feeds, request.auth.player
    cursor, entries = await waited(request, wait, lambda seconds: feeds.feed(tournament, player, place, limit, seconds))
    texts = await texts_of(request, [note for each in entries for note in notes_in(each.event)])
    return json_answer(TournamentFeed(str(cursor), tuple(entries), texts))


@get("/tournaments/{tournament:uuid}/stream", operation_id="streamTournament", opt=OPEN_STREAM)
async def stream_tournament(
    request: AccountRequest,
    tournament: TournamentId,
    after: Annotated[
        str | None, QueryParameter(pattern=FORM, description="Continue after this cursor, without a view.")
    ] = None,
    last_event_id: LastEventId = None,
) -> StreamingAnswer:
    """Stream a tournament: a view of it, then the events that I may see."""
    given, name = (last_event_id, "Last-Event-ID") if last_event_id else (after, "after")
    place = None if given is None else cursor_of(given, name, "tournament")
    parlour = services_of(request).parlour
    epoch = parlour.event_log.epoch
    at, known = await looked(request, tournament, None)
    if place is not None:
        await pay_for(request, number_after(request, place, at))
    shown = Cursor(at, epoch, known.feed_of(request.auth.player).number)
    seen = encoder.encode(await seen_tournament(request, tournament, at, known))
    lines = parlour.tournament_feeds.stream(tournament, request.auth.player, seen, shown, place)
    return await streamed(request, lines, secret=not request.auth.is_stranger)


@get("/tournaments/{tournament:uuid}/standings", operation_id="getStandings", opt=OPEN)
async def get_standings(
    request: AccountRequest,
    tournament: TournamentId,
    *,
    version: AtVersion = None,
    form: Annotated[
        Literal["json", "csv"] | None,
        QueryParameter(
            name="format", description="`csv` for a table of ranks and points; otherwise the header `Accept` decides."
        ),
    ] = None,
    if_none_match: IfNoneMatch = None,
) -> Answer:
    """Show the standings after the rounds that are over, with all tie-breaks and their arithmetic."""
    parlour = services_of(request).parlour
    epoch = parlour.event_log.epoch
    at, known = await looked(request, tournament, version)
    wants_csv = form == "csv" or (form is None and likes_csv(exchange_of(request.scope).accept))
    calculator = parlour.calculator
    if wants_csv:
        table = await calculator.standings_csv(tournament, known.tournament, known_to(request, known, epoch))
        answer = csv_answer(table, if_none_match)
    else:
        found = await calculator.standings(tournament, known.tournament, known_to(request, known, epoch))
        answer = tagged_answer(found.document, if_none_match, version=at, digest=found.digest)
    answer.headers.append((b"vary", b"Accept"))
    return answer


def likes_csv(accept: str) -> bool:
    """Return whether a client likes CSV better than JSON (RFC 9110, 12.5.1)."""
    return weight(accept, CSV) > weight(accept, JSON)


def csv_answer(table: CalculationResult, if_none_match: str | None) -> Answer:
    """Answer with a table, or with 304 if the client has it; its `ETag` is not that of the same in JSON."""
    tag, document = tag_with(table.digest), table.document
    if names(if_none_match, tag):
        return not_modified(tag)
    headers = [
        (b"content-type", f"{CSV}; charset=utf-8".encode()),
        (b"content-length", b"%d" % len(document)),
        (b"etag", tag.encode()),
    ]
    return Answer(200, headers, document)


@get("/tournaments/{tournament:uuid}/rounds/{round_number:int}/deals", operation_id="getTravellers", opt=OPEN)
async def get_travellers(
    request: AccountRequest,
    tournament: TournamentId,
    round_number: Annotated[int, PathParameter(description="The number of the round, from 1.")],
    *,
    if_none_match: IfNoneMatch = None,
) -> Answer:
    """Show the results of each deal at all tables of a finished round."""
    parlour = services_of(request).parlour
    epoch = parlour.event_log.epoch
    at, known = await looked(request, tournament, None)
    seen_round(request, known, round_number)
    if not known.tournament.shows_round(round_number):
        raise Refused(RECORD_CLOSED, "The deals of a round are compared when all its tables are over.")
    tag = etag(at, epoch)
    if names(if_none_match, tag):
        return not_modified(tag)
    place = known_to(request, known, epoch)
    document = await parlour.calculator.travellers(tournament, known.tournament, round_number, place)
    return json_answer(document, etag=tag)


@get("/tournaments/{tournament:uuid}/record", operation_id="getTournamentRecord", opt=OPEN)
async def get_tournament_record(
    request: AccountRequest, tournament: TournamentId, if_none_match: IfNoneMatch = None
) -> Answer:
    """Show the record of a finished tournament: every event with its secrets and hash, and the signature.

    Its secret reveals all cards, so it opens when all its tables have ended.
    """
    parlour = services_of(request).parlour
    epoch = parlour.event_log.epoch
    now = await parlour.tournaments.current(tournament)
    seal = await open_seal(parlour, tournament)
    tag = etag(seal.version, epoch)
    if names(if_none_match, tag):
        return not_modified(tag)
    entries = parlour.tournaments.entries(tournament, seal.version)
    document = await parlour.records.document_of_tournament(tournament, now, entries, seal)
    return json_answer(document, etag=tag)


@get("/tournaments/{tournament:uuid}/record/proof", operation_id="proveTournamentRecord", opt=OPEN)
async def prove_tournament_record(request: AccountRequest, tournament: TournamentId) -> Answer:
    """Prove that the record of a tournament is in a seal of the log: the newest one whose lanes are shown.

    The proof is for the record's last event, whose hash covers all events before it; its `table` is the tournament.
    """
    parlour = services_of(request).parlour
    await parlour.tournaments.current(tournament)
    seal = await open_seal(parlour, tournament)
    return json_answer(await proof_of(parlour.event_log, parlour.signer, tournament, seal.version))


async def open_seal(parlour: Parlour, tournament: UUID) -> Seal:
    """Return the seal of a tournament whose record is open. Raises `Refused("record_closed", …)`."""
    seal = await parlour.event_log.seal_of(tournament)
    if seal is None or (await parlour.event_log.lobby.opened_by(tournament, ()))[0]:
        raise Refused(RECORD_CLOSED, "The record opens when the tournament and all its tables are over.")
    return seal


def known_to(request: AccountRequest, known: Known, epoch: Epoch) -> Cursor:
    """Return the version of the log up to which the caller knows a tournament: nothing after it changes what they see.

    `epoch` is that of the log before the tournament was read.

    Whatever is kept for them is kept under it: how long they wait for an answer does not tell that a table is over.
    """
    feed = known.feed_of(request.auth.player)
    return Cursor(feed.in_log(feed.shown), epoch)
