"""Tournaments: announced, listed, shown, and changed by commands.

All that is asked of a tournament goes to one address, as moves do: the commands differ in nothing but their fields, so
they are one union, told apart by `type`, with one way to retry them and one answer. A record names them the same way.
"""

from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Annotated, cast
from uuid import UUID, uuid4

from litestar import get, post
from litestar.params import PathParameter, QueryParameter
from msgspec import UNSET

from domain import GAMES
from domain.game import Refused
from domain.tournament import commands
from domain.tournament.state import State
from domain.tournament.viewing import RoundView, entrants_view, round_view, rulings_view, view
from domain.validation import LARGEST_INTEGER
from service.accounts.port import Note
from service.http.faults import Fault
from service.http.middleware.authentication import OPEN, AccountRequest
from service.http.problems import PART_OF_BODY, THE_GAMES, Problem
from service.http.resources.room import room_for_tournament
from service.http.resources.tables import key_first
from service.http.resources.tournament_commands import allowed_command, asker_of, hash_of_code, must_be_players, noted
from service.http.resources.tournament_texts import notes_in, texts_of
from service.http.services import services_of
from service.http.wire.decoding import read
from service.http.wire.headers import IfNoneMatch, etag, wrong
from service.http.wire.idempotency import command_key
from service.http.wire.paging import PageCursor, cursor_after, next_page, place_of
from service.http.wire.responses import Answer, json_answer, tagged_answer
from service.http.wire.tournament_views import (
    CommandAnswer,
    ListedTournament,
    SeenEntrants,
    SeenRound,
    SeenRulings,
    SeenTournament,
    TournamentPage,
)
from service.http.wire.tournaments import AnnounceTournament, AnyTournamentRequest
from service.http.wire.uploads import read_entrants
from service.live.viewers import UnknownVersion
from service.play.stream import CommandKey
from service.store import as_far_as_known
from service.store.tournament_row import TournamentFilter, TournamentRow
from service.tournaments.engine import TournamentOutcome
from service.tournaments.feeds import Known

PAGE, MOST_RULINGS = 200, 50
"""Maximum number of tournaments in an answer, and of rulings: each of these may have a hundred measures."""
TournamentId = Annotated[UUID, PathParameter(description="The id of the tournament.")]
AtVersion = Annotated[
    int | None, QueryParameter(ge=1, le=LARGEST_INTEGER, description="The version to show, if not the current one.")
]


@post("/tournaments", operation_id="announceTournament", status_code=201, opt={PART_OF_BODY: "/settings"})
async def announce_tournament(request: AccountRequest) -> Answer:
    """Announce a tournament, and become its director.

    `commitment` in the answer fixes the deals of all its tables before anybody registers. The header `Location` has its
    address.
    """
    account, services = request.auth, services_of(request)
    key = command_key(request)
    tournament = services.ids.of_tournament(key.id) if key else uuid4()
    outcome = await services.parlour.tournaments.repeated(tournament, key)
    if outcome is None:
        wanted = read(request, AnnounceTournament, as_written=("settings", "options"))
        if (wanted.code is None) is (wanted.settings.registration == "code"):
            raise Problem("invalid_body", errors=(Fault("It goes with the registration `code`.", pointer="/code"),))
        title = None
        if wanted.title is not None:
            title = noted(wanted.title, "/title", about=tournament, author=account.player)
        command = commands.Announce(
            by=account.player,
            settings=wanted.settings,
            secret=services.secret().hex(),
            title=None if title is None else title.digest.hex(),
            code=UNSET if wanted.code is None else hash_of_code(wanted.code),
        )
        kept = keeping(request, () if title is None else (title,))
        async with room_for_tournament(request, tournament):
            outcome = await services.parlour.tournaments.execute(tournament, command, key, first=kept)
    at, known = await looked(request, tournament, outcome.tournament.version)
    document = await seen_tournament(request, tournament, at, known)
    return tagged_answer(document, version=at, status_code=201, location=f"/v1/tournaments/{tournament}")


@get("/tournaments", operation_id="listTournaments", opt=OPEN)
async def list_tournaments(
    request: AccountRequest,
    *,
    game: Annotated[
        str | None, QueryParameter(description="Only tournaments of this game.", schema_extra={"enum": list(GAMES)})
    ] = None,
    status: Annotated[State | None, QueryParameter(description="Only tournaments in this state.")] = None,
    cursor: PageCursor = None,
    limit: Annotated[int, QueryParameter(ge=1, le=PAGE, description="Maximum number of tournaments.")] = 50,
) -> Answer:
    """List the tournaments, the newest first."""
    if game is not None and game not in GAMES:
        raise wrong("game", THE_GAMES)
    wanted = TournamentFilter(game=game, status=status, before=place_of(cursor))
    rows, missing = await as_far_as_known(services_of(request).parlour.event_log.tournaments.page(wanted, limit + 1))
    texts = await texts_of(request, [row.title for row in rows])
    listed = tuple([listed_tournament(row, texts) for row in rows[:limit]])
    last = rows[limit - 1] if len(rows) > limit else None
    following = None if last is None else cursor_after(last.created_at, last.tournament_id)
    page = TournamentPage(listed, following, missing or UNSET)
    return json_answer(page, link=next_page(request, following))


@get("/tournaments/{tournament:uuid}", operation_id="getTournament", opt=OPEN)
async def get_tournament(
    request: AccountRequest, tournament: TournamentId, *, version: AtVersion = None, if_none_match: IfNoneMatch = None
) -> Answer:
    """Show a tournament, as it is now or was at a version, without its entrants, tables and rulings."""
    at, known = await looked(request, tournament, version)
    return tagged_answer(await seen_tournament(request, tournament, at, known), if_none_match, version=at)


@get("/tournaments/{tournament:uuid}/entrants", operation_id="listEntrants", opt=OPEN)
async def list_entrants(
    request: AccountRequest, tournament: TournamentId, *, version: AtVersion = None, if_none_match: IfNoneMatch = None
) -> Answer:
    """List the entrants by starting number. Only the staff, and the entrants themselves, see those not yet approved."""
    at, seen = await looked(request, tournament, version)
    entrants = entrants_view(seen.tournament, request.auth.player)
    texts = await texts_of(request, [each.name for each in entrants])
    return tagged_answer(SeenEntrants(at, entrants, texts), if_none_match, version=at)


@get("/tournaments/{tournament:uuid}/rounds/{round_number:int}", operation_id="getRound", opt=OPEN)
async def get_round(
    request: AccountRequest,
    tournament: TournamentId,
    round_number: Annotated[int, PathParameter(description="The number of the round, from 1.")],
    *,
    version: AtVersion = None,
    if_none_match: IfNoneMatch = None,
) -> Answer:
    """Show a round and its tables. Only the staff sees a draft; results are public when all tables are over."""
    at, seen = await looked(request, tournament, version)
    return tagged_answer(SeenRound(at, seen_round(request, seen, round_number)), if_none_match, version=at)


@get("/tournaments/{tournament:uuid}/rulings", operation_id="listRulings", opt=OPEN)
async def list_rulings(
    request: AccountRequest,
    tournament: TournamentId,
    *,
    after: Annotated[int, QueryParameter(ge=0, le=LARGEST_INTEGER, description="Only rulings after this number.")] = 0,
    version: AtVersion = None,
    if_none_match: IfNoneMatch = None,
) -> Answer:
    """List the rulings with their appeals, at most 50.

    While a round is played, a ruling is shown to those whom it concerns, and to the staff.
    """
    at, seen = await looked(request, tournament, version)
    rulings = rulings_view(seen.tournament, request.auth.player, after, MOST_RULINGS)
    appeals = [each.appeal for each in rulings if each.appeal is not None]
    notes = [*(each.ruling.note for each in rulings), *(each.note for each in appeals)]
    return tagged_answer(SeenRulings(at, rulings, await texts_of(request, notes)), if_none_match, version=at)


@post("/tournaments/{tournament:uuid}/commands", operation_id="changeTournament", status_code=200)
async def change_tournament(request: AccountRequest, tournament: TournamentId) -> Answer:
    """Send a command to a tournament. The field `type` says which command the body is.

    Members send commands for their own entrant; the staff for all, as far as their role allows.
    """
    async with key_first(request, tournament):
        wanted: AnyTournamentRequest = read(request, cast("type[AnyTournamentRequest]", AnyTournamentRequest))
        return await changed(request, tournament, wanted)


@post("/tournaments/{tournament:uuid}/entrants", operation_id="uploadEntrants", status_code=200)
async def upload_entrants(request: AccountRequest, tournament: TournamentId) -> Answer:
    """Enter a list of players or teams from CSV: all of them, or none. The first row names the columns.

    For players there is a column `player` with their ids. For teams there is a row for each person: `team` is the name
    of their team, `player` is their id, and the optional `substitute` is `yes` for substitutes.
    """
    async with key_first(request, tournament):
        return await changed(request, tournament, read_entrants(request))


async def changed(request: AccountRequest, tournament: UUID, wanted: AnyTournamentRequest) -> Answer:
    """Execute what is asked of a tournament, once, however often it is sent; answer with what has happened."""
    engine, key = services_of(request).parlour.tournaments, command_key(request)
    outcome = await engine.repeated(tournament, key)
    if outcome is None:
        try:
            outcome = await executed(request, tournament, wanted, key)
        except (Problem, Refused):
            outcome = await engine.repeated(tournament, key)
            if outcome is None:
                raise  # else the same request was sent twice at once, and the other one was faster
    return await answered(request, outcome)


async def executed(
    request: AccountRequest, tournament: UUID, wanted: AnyTournamentRequest, key: CommandKey | None
) -> TournamentOutcome:
    """Make a command of what is asked of a tournament, and execute it."""
    services = services_of(request)
    engine = services.parlour.tournaments
    asker = asker_of(request, tournament, await engine.current(tournament), key)
    command = await allowed_command(wanted, asker)
    await must_be_players(request, command)
    kept = keeping(request, asker.notes)
    return await engine.execute(tournament, command, key, paired_by=asker.tournament, first=kept)


def keeping(request: AccountRequest, notes: Collection[Note]) -> Callable[[], Awaitable[None]] | None:
    """Return what keeps the texts of a command before it is written; None without any: then it is decided only once."""
    return partial(services_of(request).notes.add, notes) if notes else None


async def answered(request: AccountRequest, outcome: TournamentOutcome) -> Answer:
    """Answer with the events of a command, as the caller sees them."""
    player, done = request.auth.player, {each.entry.version for each in outcome.recorded}
    now = await services_of(request).parlour.tournament_feeds.known(outcome.tournament_id)
    then = Known(outcome.tournament, now.events).feed_of(player)
    entries = then.of_step(done)
    at = then.shown  # what has happened since is no part of the answer, which may be given again
    texts = await texts_of(request, [note for each in entries for note in notes_in(each.event)])
    answer = CommandAnswer(outcome.tournament_id, at, tuple(entries), texts)
    return json_answer(answer, etag=etag(at, outcome.epoch))


# What is shown


async def looked(request: AccountRequest, tournament: UUID, version: int | None) -> tuple[int, Known]:
    """Return the version of a tournament that the caller sees, and the tournament then. Raises `UnknownVersion`."""
    parlour = services_of(request).parlour
    known = await parlour.tournament_feeds.known(tournament)
    feed = known.feed_of(request.auth.player)
    if version is None:
        return feed.shown, known
    if version > feed.shown:
        raise UnknownVersion(feed.shown)
    then = feed.in_log(version)
    return version, Known(await parlour.tournaments.at(tournament, then), known.events)


async def seen_tournament(request: AccountRequest, tournament: UUID, at: int, known: Known) -> SeenTournament:
    """Return a tournament as the caller sees it."""
    seen = view(known.tournament, request.auth.player)
    return SeenTournament(tournament, at, seen, await texts_of(request, [seen.title]))


def seen_round(request: AccountRequest, known: Known, number: int) -> RoundView:
    """Return a round as the caller sees it: only the staff is told that it is drafted. Raises `Problem`: not_found."""
    found = round_view(known.tournament, number, request.auth.player)
    if found is None:
        raise Problem("not_found", "The tournament has no such round yet.")
    return found


def listed_tournament(row: TournamentRow, texts: dict[str, str]) -> ListedTournament:
    """Return a row of the list as the contract shows it, with its title."""
    return ListedTournament(
        id=row.tournament_id,
        game=row.game,
        format=row.format,
        state=row.status,
        title=None if row.title is None else texts.get(row.title),
        director=row.director,
        entrants=row.entrants,
        round=row.round,
        rounds=row.rounds,
        announced_at=row.created_at,
        finished_at=row.finished_at,
    )
