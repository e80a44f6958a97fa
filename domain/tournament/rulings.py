"""Rulings: measures and closed tables, and tables that are played again."""

from collections.abc import Iterable
from uuid import UUID

from domain import codes
from domain.game import Happened
from domain.refusals import refusal
from domain.tournament.commands import ReplayTable, Rule
from domain.tournament.events import Measure, RulingMade, TableReplayed
from domain.tournament.guards import must_be, must_play_a_round
from domain.tournament.history import in_force, scored_by
from domain.tournament.outcomes import with_what_follows
from domain.tournament.rounds import must_be_new_tables
from domain.tournament.state import Tournament, TournamentRound
from domain.tournament.types import SHARES, WHOLE_SHARE, AdjustedPoints

NOTHING_RULED = refusal(codes.NOTHING_RULED, "A ruling has measures, or closes tables.")
NO_SUCH_ROUND = refusal(codes.NO_SUCH_ROUND, "Round {number} has not begun.")
CORRECTION_OVER = refusal(codes.CORRECTION_OVER, "The time for corrections of round {number} is over.")
NOT_YOUR_ROLE = refusal(
    codes.NOT_YOUR_ROLE, "Staff who play in the tournament rule on round {round:number} when it is over."
)
NO_SUCH_ENTRANT = refusal(codes.NO_SUCH_ENTRANT, "Nobody with this id plays: {entrant:code}.")
NO_SUCH_TABLE = refusal(codes.NO_SUCH_TABLE, "Round {round:number} has no table {table:number}.")
TABLE_OVER = refusal(codes.TABLE_OVER, "Table {number} is over, or was closed.")
NOT_SETTLED = refusal(
    codes.NOT_SETTLED,
    "Table {table:number} has no result: it is closed if somebody forfeits it, or all who sit there have another"
    " measure than a penalty.",
)
TABLE_CLOSED = refusal(codes.TABLE_OVER, "Table {table:number} was closed by a ruling.")
PLAYED_TOO_OFTEN = refusal(codes.TABLE_OVER, "Table {table:number} has been played {most:number} times again.")
NO_SHARE = refusal(codes.INVALID_MEASURES, "Points of this scoring are shares, from 0 to {most:number}.")

MOST_REPLAYS = 100


def rule(command: Rule, tournament: Tournament, at: int) -> Happened:
    """Rule on entrants, and close tables."""
    must_be(tournament, "playing")
    now = must_be_open_round(tournament, command.round, at)
    must_not_play_in(now, tournament, command.by)
    if not command.measures and not command.closes:
        raise NOTHING_RULED()
    must_concern_entrants(tournament, command.measures)
    must_be_in_unit(tournament, command.measures)
    must_be_closable(now, command.closes)
    standing = [measure for each in in_force(tournament, now.number) for measure in each.measures]
    closed = [table.number for table in now.tables if table.closed]
    must_be_settled(now, (*command.closes, *closed), (*standing, *command.measures))
    event = RulingMade(
        command.by,
        len(tournament.rulings) + 1,
        now.number,
        concerned(now, command),
        command.measures,
        tuple(dict.fromkeys(command.closes)),
        command.reason,
        command.note,
        at=at,
    )
    return with_what_follows(tournament, event)


def must_be_open_round(tournament: Tournament, number: int, at: int) -> TournamentRound:
    """Return a round that plays, or may still be corrected. Raises `Refused`: `no_such_round`, `correction_over`."""
    now = tournament.rounds[number - 1] if number <= len(tournament.rounds) else None
    if now is None or now.state not in {"playing", "finished"}:
        raise NO_SUCH_ROUND(number=number)
    if now.finished_at is not None and at > now.finished_at + tournament.settings.correction_ms:
        raise CORRECTION_OVER(number=number)
    return now


def must_not_play_in(now: TournamentRound, tournament: Tournament, by: UUID) -> None:
    """Raise `Refused("not_your_role", …)` for somebody who plays in the tournament, while a round goes on.

    What is refused to them would tell which tables are over, and they are not to know.
    """
    if now.state == "playing" and tournament.entrant_of(by) is not None:
        raise NOT_YOUR_ROLE(round=now.number)


def must_concern_entrants(tournament: Tournament, measures: Iterable[Measure]) -> None:
    """Raise `Refused("no_such_entrant", …)` for a measure for somebody who has never played."""
    for measure in measures:
        entrant = tournament.entrants.get(measure.entrant)
        if entrant is None or not entrant.takes_part:
            raise NO_SUCH_ENTRANT(entrant=str(measure.entrant))


def must_be_in_unit(tournament: Tournament, measures: Iterable[Measure]) -> None:
    """Raise `Refused("invalid_measures", …)` for points that no table can give where the scoring gives shares."""
    if tournament.settings.scoring not in SHARES:
        return
    if any(isinstance(each, AdjustedPoints) and not 0 <= each.points <= WHOLE_SHARE for each in measures):
        raise NO_SHARE(most=WHOLE_SHARE)


def must_be_closable(now: TournamentRound, closes: Iterable[int]) -> None:
    """Raise `Refused` with `no_such_table` or `table_over` unless tables of these numbers are waited for."""
    known = {table.number for table in now.tables}
    waited_for = {table.number for table in now.tables if not table.is_over}
    for number in closes:
        if number not in known:
            raise NO_SUCH_TABLE(round=now.number, table=number)
        if number not in waited_for:
            raise TABLE_OVER(number=number)


def must_be_settled(now: TournamentRound, closes: Iterable[int], measures: Iterable[Measure]) -> None:
    """Raise `Refused("not_settled", …)` if a closed table without a result does not get its scores by measures."""
    ruled, numbers = scored_by(measures), set(closes)
    for table in now.tables:
        if table.number in numbers and table.result is None and not ruled.settles(table):
            raise NOT_SETTLED(table=table.number)


def concerned(now: TournamentRound, command: Rule) -> tuple[UUID, ...]:
    """Return whom a ruling concerns: entrants with a measure, and those at a table that it closes."""
    at_tables = [entrant for table in now.tables if table.number in command.closes for entrant in table.entrants]
    return tuple(dict.fromkeys([*(measure.entrant for measure in command.measures), *at_tables]))


def replay_table(command: ReplayTable, tournament: Tournament, at: int) -> tuple[TableReplayed]:
    """Have a table, or both of a match, played again."""
    now = must_play_a_round(tournament)
    must_not_play_in(now, tournament, command.by)
    tables = [table for table in now.tables if table.number == command.number]
    if not tables:
        raise NO_SUCH_TABLE(round=now.number, table=command.number)
    if any(table.closed for table in tables):
        raise TABLE_CLOSED(table=command.number)
    if tables[0].again >= MOST_REPLAYS:
        raise PLAYED_TOO_OFTEN(table=command.number, most=MOST_REPLAYS)
    must_be_new_tables(tournament, command.tables, len(tables))
    event = TableReplayed(
        command.by,
        now.number,
        command.number,
        command.tables,
        tuple([table.id for table in tables]),
        tables[0].again + 1,
        command.reason,
        command.note,
        at=at,
    )
    return (event,)
