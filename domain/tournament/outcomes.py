"""The outcomes of the tables of a round: results, tables that end without one, and the end of the round."""

from uuid import UUID

from domain import codes
from domain.game import Event, Happened
from domain.refusals import refusal
from domain.tournament.commands import FinishRound, NoteNoShows, NoteResult, NoteStopped
from domain.tournament.events import (
    LastTablePlaying,
    NoShowsNoted,
    ResultNoted,
    RoundFinished,
    RulingMade,
    TableStopped,
)
from domain.tournament.folding import after_event
from domain.tournament.guards import must_play_a_round
from domain.tournament.history import scored_by_ruling
from domain.tournament.state import RoundTable, Tournament, TournamentRound
from domain.tournament.types import NotPlayed, TableResult

NO_SUCH_TABLE = refusal(codes.NO_SUCH_TABLE, "This is no table of the round, or another one is played in its place.")
TABLE_OVER = refusal(codes.TABLE_OVER, "The table is over: it has a result, has stopped, or was closed by a ruling.")
INVALID_RESULT = refusal(
    codes.INVALID_RESULT, "The table has {seats:number} seats; each has its points, and winners are seats."
)
WRONG_STATE = refusal(codes.WRONG_STATE, "Nobody is expected at the tables of round {round:number} by a certain time.")
NO_CHANGE = refusal(codes.NO_CHANGE, "It has been noted who has not come to this round.")
NOT_YOUR_ROLE = refusal(
    codes.NOT_YOUR_ROLE, "Your table has no result yet: somebody of the staff who does not sit there can end the round."
)
TOO_EARLY = refusal(codes.TOO_EARLY, "The time to come to the tables is not over.")
NO_SUCH_ENTRANT = refusal(codes.NO_SUCH_ENTRANT, "They have no table in the round: {entrant:code}.")


def note_result(command: NoteResult, tournament: Tournament, at: int) -> Happened:
    """Note the result of a table that has finished."""
    now, table = must_be_playing(tournament, command.table)
    must_be_result_of(table, command.result)
    event = ResultNoted(now.number, table.id, table.number, command.result, command.version, command.hash, at=at)
    return with_what_follows(tournament, event)


def must_be_playing(tournament: Tournament, table_id: UUID) -> tuple[TournamentRound, RoundTable]:
    """Return the round that is played, and a table of it that is. Raises `Refused`.

    The codes are `wrong_state`, `no_such_table` and `table_over`.
    """
    now = must_play_a_round(tournament)
    place = tournament.table_places.get(table_id)
    if place is None or place[0] != now.number - 1:
        raise NO_SUCH_TABLE()
    table = now.tables[place[1]]
    if table.is_over or table.stopped:
        raise TABLE_OVER()
    return now, table


def must_be_result_of(table: RoundTable, result: TableResult) -> None:
    """Raise `Refused("invalid_result", …)` unless a result has an entry for each seat of a table."""
    seats = len(table.seats)
    rows = [result.points, *result.deals, *([] if result.teams is None else [result.teams])]
    if any(len(row) != seats for row in rows) or any(not 0 <= seat < seats for seat in result.winners):
        raise INVALID_RESULT(seats=seats)


def with_what_follows(tournament: Tournament, event: Event) -> Happened:
    """Return an event of the round that is played, with what it brings about.

    If that leaves one table of several, all are told; if it leaves none, the round is over.
    """
    tournament = after_event(tournament, event)
    now = tournament.round
    if now is None or now.state != "playing":
        return (event,)
    if not now.playing:
        return event, RoundFinished(now.number, event.at + tournament.settings.correction_ms, at=event.at)
    if now.playing == 1 and len(now.tables) > 1 and not now.last_told:
        (last,) = [table.number for table in now.tables if not table.is_over]
        return event, LastTablePlaying(now.number, last, at=event.at)
    return (event,)


def note_stopped(command: NoteStopped, tournament: Tournament, at: int) -> tuple[TableStopped]:
    """Note that a table has ended without a result."""
    now, table = must_be_playing(tournament, command.table)
    return (TableStopped(now.number, table.id, table.number, command.version, command.hash, at=at),)


def note_no_shows(command: NoteNoShows, tournament: Tournament, at: int) -> tuple[NoShowsNoted]:
    """Note who has not come to their table."""
    now = must_play_a_round(tournament)
    if command.round != now.number or tournament.settings.no_show_ms is None:
        raise WRONG_STATE(round=command.round)
    if tournament.no_show_at is None:
        raise NO_CHANGE()
    if at < tournament.no_show_at:
        raise TOO_EARLY()
    seated = {entrant for table in now.tables for entrant in table.entrants}
    for entrant in command.absent:
        if entrant not in seated:
            raise NO_SUCH_ENTRANT(entrant=str(entrant))
    return (NoShowsNoted(now.number, tuple(dict.fromkeys(command.absent)), at=at),)


def finish_round(command: FinishRound, tournament: Tournament, at: int) -> Happened:
    """End the round now. Entrants with a ruling keep it; all others at these tables have not played."""
    now = must_play_a_round(tournament)
    if any(not table.is_over for table in tournament.own_tables(command.by)):
        raise NOT_YOUR_ROLE()
    playing = [table for table in now.tables if not table.is_over]
    ruled = scored_by_ruling(tournament, now.number)
    entrants = dict.fromkeys([entrant for table in playing if not ruled.settles(table) for entrant in table.entrants])
    event = RulingMade(
        command.by,
        len(tournament.rulings) + 1,
        now.number,
        tuple(dict.fromkeys([entrant for table in playing for entrant in table.entrants])),
        tuple([NotPlayed(entrant) for entrant in entrants if entrant not in ruled.entrants]),
        tuple(dict.fromkeys([table.number for table in playing])),
        command.reason,
        command.note,
        at=at,
    )
    return with_what_follows(tournament, event)
