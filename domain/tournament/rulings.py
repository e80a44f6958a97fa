"""Rulings: measures and closed tables, tables played again, corrections, appeals and their outcomes."""

from collections.abc import Iterable
from uuid import UUID

from msgspec.structs import replace

from domain import codes
from domain.game import Happened
from domain.refusals import refusal
from domain.table.opening import game_called
from domain.tournament.commands import Appeal, Correct, DecideAppeal, ReplayTable, Rule
from domain.tournament.events import (
    AppealDecided,
    AppealFiled,
    Measure,
    ResultCorrected,
    RulingMade,
    TableReplayed,
)
from domain.tournament.guards import must_be, must_play_a_round
from domain.tournament.history import in_force, scored_by
from domain.tournament.outcomes import must_be_result_of, with_what_follows
from domain.tournament.results import most_deals
from domain.tournament.rounds import must_be_new_tables
from domain.tournament.settings import Settings
from domain.tournament.state import RoundTable, Ruling, Tournament, TournamentRound
from domain.tournament.types import SHARES, WHOLE_SHARE, AdjustedPoints, TableResult

NOTHING_RULED = refusal(codes.NOTHING_RULED, "A ruling has measures, or closes tables.")
NO_SUCH_ROUND = refusal(codes.NO_SUCH_ROUND, "Round {number} has not begun.")
CORRECTION_OVER = refusal(codes.CORRECTION_OVER, "The time for corrections of round {number} is over.")
APPEALS_OVER = refusal(codes.CORRECTION_OVER, "The time for appeals against this ruling is over.")
NOT_YOUR_ROLE = refusal(
    codes.NOT_YOUR_ROLE, "Staff who play in the tournament rule on round {round:number} when it is over."
)
NO_SUCH_ENTRANT = refusal(codes.NO_SUCH_ENTRANT, "Nobody with this id plays: {entrant:code}.")
NO_SUCH_TABLE = refusal(codes.NO_SUCH_TABLE, "Round {round:number} has no table {table:number}.")
OTHER_SUMS = refusal(codes.INVALID_RESULT, "The points of a seat are the sum of its points in the deals.")
OTHER_DEALS = refusal(codes.INVALID_RESULT, "Number of deals: {deals:number}; noted of this table: {noted:number}.")
TOO_MANY_DEALS = refusal(
    codes.INVALID_RESULT, "Number of deals: {deals:number}; allowed by the options of the game: at most {most:number}."
)
OTHER_FORM = refusal(codes.INVALID_RESULT, "`teams` stays as it was noted, and `success` is null if it was.")
NO_TABLE_OF_TOURNAMENT = refusal(
    codes.NO_SUCH_TABLE, "This is no table of the tournament, or another one was played in its place."
)
TABLE_OVER = refusal(codes.TABLE_OVER, "Table {number} is over, or was closed.")
NOT_SETTLED = refusal(
    codes.NOT_SETTLED,
    "Table {table:number} has no result: it is closed if somebody forfeits it, or all who sit there have another"
    " measure than a penalty.",
)
TABLE_CLOSED = refusal(codes.TABLE_OVER, "Table {table:number} was closed by a ruling.")
PLAYED_TOO_OFTEN = refusal(codes.TABLE_OVER, "Table {table:number} has been played {most:number} times again.")
WRONG_STATE = refusal(codes.WRONG_STATE, "The table is not over; nothing has been noted of it.")
NO_CHANGE = refusal(codes.NO_CHANGE, "This is the result that was noted.")
APPEALED_ALREADY = refusal(codes.NO_CHANGE, "There is an appeal against this ruling.")
DECIDED_ALREADY = refusal(codes.NO_CHANGE, "The appeal was {outcome:code}.")
NO_SUCH_RULING = refusal(codes.NO_SUCH_RULING, "There is no ruling of this number that concerns you.")
NO_SUCH_APPEAL = refusal(codes.NO_SUCH_APPEAL, "Number of appeals: {appeals:number}.")
INVALID_MEASURES = refusal(
    codes.INVALID_MEASURES, "An appeal that is dismissed leaves the measures of the ruling as they are."
)

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
    """Raise `Refused("not_settled", …)` if it is not clear what a table counts that is closed, and has no result."""
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


def correct(command: Correct, tournament: Tournament, at: int) -> tuple[ResultCorrected]:
    """Put another result in place of that of a table."""
    must_be(tournament, "playing")
    table = tournament.table(command.table)
    if table is None:
        raise NO_TABLE_OF_TOURNAMENT()
    number = tournament.table_places[table.id][0] + 1
    must_not_play_in(tournament.rounds[number - 1], tournament, command.by)
    if not table.is_over:
        raise WRONG_STATE()
    now = must_be_open_round(tournament, number, at)
    must_be_result_of(table, command.result)
    must_have_deals_of(table, command.result, tournament.settings)
    must_hold_together(command.result, table.result)
    if table.result is not None and sorted_winners(command.result) == sorted_winners(table.result):
        raise NO_CHANGE()
    event = ResultCorrected(
        command.by, now.number, table.id, table.number, command.result, command.reason, command.note, at=at
    )
    return (event,)


def must_have_deals_of(table: RoundTable, result: TableResult, settings: Settings) -> None:
    """Raise `Refused("invalid_result", …)` for a result with other deals than the table had.

    They are as many as its game was noted with. Where no game was noted, at most as many as one can have.
    """
    deals = len(result.deals)
    if table.deals is not None and deals != table.deals:
        raise OTHER_DEALS(noted=table.deals, deals=deals)
    most = most_deals(game_called(settings.game).options(settings.options_for(len(table.entrants))))
    if table.deals is None and deals > most:
        raise TOO_MANY_DEALS(most=most, deals=deals)


def must_hold_together(result: TableResult, noted: TableResult | None) -> None:
    """Raise `Refused("invalid_result", …)` for a result that no game can have given, or none like the `noted` one."""
    if result.points != tuple(map(sum, zip(*result.deals, strict=True))):
        raise OTHER_SUMS()
    if noted is not None and (result.teams, result.success is None) != (noted.teams, noted.success is None):
        raise OTHER_FORM()


def sorted_winners(result: TableResult) -> TableResult:
    """Return a result whose winners stand in order, in which they mean the same."""
    return replace(result, winners=tuple(sorted(set(result.winners))))


def appeal(command: Appeal, tournament: Tournament, at: int) -> tuple[AppealFiled]:
    """Appeal against a ruling that concerns one's entrant."""
    own = tournament.entrant_of(command.by)
    ruling = tournament.rulings[command.ruling - 1] if command.ruling <= len(tournament.rulings) else None
    if own is None or ruling is None or command.by not in own.members or own.id not in ruling.entrants:
        raise NO_SUCH_RULING()
    if ruling.appeal is not None:
        raise APPEALED_ALREADY()
    if appeal_ends(tournament, ruling) < at:
        raise APPEALS_OVER()
    number = len(tournament.appeals) + 1
    return (AppealFiled(command.by, number, ruling.number, ruling.round, (own.id,), command.note, at=at),)


def appeal_ends(tournament: Tournament, ruling: Ruling) -> int:
    """Return until when one may appeal against a ruling, in ms: counted from it, or from the end of its round."""
    finished = tournament.rounds[ruling.round - 1].finished_at
    began = ruling.at if finished is None else max(ruling.at, finished)
    return began + tournament.settings.correction_ms


def decide_appeal(command: DecideAppeal, tournament: Tournament, at: int) -> tuple[AppealDecided]:
    """Decide an appeal: the ruling stands, or other measures do."""
    if command.appeal > len(tournament.appeals):
        raise NO_SUCH_APPEAL(appeals=len(tournament.appeals))
    filed = tournament.appeals[command.appeal - 1]
    must_not_play_in(tournament.rounds[tournament.rulings[filed.ruling - 1].round - 1], tournament, command.by)
    if filed.outcome is not None:
        raise DECIDED_ALREADY(outcome=filed.outcome)
    if command.outcome == "dismissed" and command.measures:
        raise INVALID_MEASURES()
    ruling = tournament.rulings[filed.ruling - 1]
    if command.outcome == "upheld":
        must_concern_entrants(tournament, command.measures)
        must_be_in_unit(tournament, command.measures)
        must_leave_settled(tournament, ruling, command.measures)
    event = AppealDecided(
        command.by,
        filed.number,
        ruling.number,
        ruling.round,
        tuple(dict.fromkeys([*ruling.entrants, *(measure.entrant for measure in command.measures)])),
        command.outcome,
        command.measures,
        command.reason,
        command.note,
        at=at,
    )
    return (event,)


def must_leave_settled(tournament: Tournament, ruling: Ruling, instead: tuple[Measure, ...]) -> None:
    """Raise `Refused("not_settled", …)` if other measures of a ruling leave a closed table without an outcome."""
    now = tournament.rounds[ruling.round - 1]
    others = [
        measure
        for each in in_force(tournament, ruling.round)
        for measure in (instead if each.number == ruling.number else each.measures)
    ]
    must_be_settled(now, [table.number for table in now.tables if table.closed], others)
