"""Corrections: another result in place of one that was noted."""

from collections.abc import Collection

from msgspec.structs import replace

from domain import codes
from domain.game import Options
from domain.refusals import refusal
from domain.table.opening import game_called
from domain.tournament.commands import Correct
from domain.tournament.events import ResultCorrected
from domain.tournament.guards import must_be
from domain.tournament.outcomes import must_be_result_of
from domain.tournament.results import most_deals, sides_by_rules
from domain.tournament.rulings import must_be_open_round, must_not_play_in
from domain.tournament.settings import Settings
from domain.tournament.state import RoundTable, Tournament
from domain.tournament.types import TableResult

OTHER_SUMS = refusal(codes.INVALID_RESULT, "The points of a seat are the sum of its points in the deals.")
OTHER_DEALS = refusal(codes.INVALID_RESULT, "Number of deals: {deals:number}; noted of this table: {noted:number}.")
TOO_MANY_DEALS = refusal(
    codes.INVALID_RESULT, "Number of deals: {deals:number}; allowed by the options of the game: at most {most:number}."
)
OTHER_FORM = refusal(codes.INVALID_RESULT, "`teams` stays as it was noted, and `success` is null if it was.")
TORN_APART = refusal(
    codes.INVALID_RESULT,
    "Seats that play together have the same points in each deal, and win together: {seats:numbers}.",
)
NO_TABLE_OF_TOURNAMENT = refusal(
    codes.NO_SUCH_TABLE, "This is no table of the tournament, or another one was played in its place."
)
WRONG_STATE = refusal(codes.WRONG_STATE, "The table is not over; nothing has been noted of it.")
NO_CHANGE = refusal(codes.NO_CHANGE, "This is the result that was noted.")


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
    must_leave_sides_whole(table, command.result, tournament.settings)
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
    most = most_deals(options_of(table, settings))
    if table.deals is None and deals > most:
        raise TOO_MANY_DEALS(most=most, deals=deals)


def must_hold_together(result: TableResult, noted: TableResult | None) -> None:
    """Raise `Refused("invalid_result", …)` for a result that no game can have given, or none like the `noted` one."""
    if result.points != tuple(map(sum, zip(*result.deals, strict=True))):
        raise OTHER_SUMS()
    if noted is not None and (result.teams, result.success is None) != (noted.teams, noted.success is None):
        raise OTHER_FORM()


def must_leave_sides_whole(table: RoundTable, result: TableResult, settings: Settings) -> None:
    """Raise `Refused("invalid_result", …)` if seats that play together have other points, or do not win together."""
    for side in sides_by_rules(settings.game, options_of(table, settings)):
        if any(len({deal[seat] for seat in side}) > 1 for deal in result.deals) or torn(side, result.winners):
            raise TORN_APART(seats=side)


def torn(side: Collection[int], winners: Collection[int]) -> bool:
    """Return whether some seats of a side win, and others do not."""
    return len({seat in winners for seat in side}) > 1


def options_of(table: RoundTable, settings: Settings) -> Options:
    """Return the options of the game at a table."""
    options: Options = game_called(settings.game).options(settings.options_for(len(table.entrants)))
    return options


def sorted_winners(result: TableResult) -> TableResult:
    """Return a result whose winners stand in order, in which they mean the same."""
    return replace(result, winners=tuple(sorted(set(result.winners))))
