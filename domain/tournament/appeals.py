"""Appeals against rulings, and their outcomes."""

from domain import codes
from domain.refusals import refusal
from domain.tournament.commands import Appeal, DecideAppeal
from domain.tournament.events import AppealDecided, AppealFiled, Measure
from domain.tournament.history import in_force
from domain.tournament.rulings import must_be_in_unit, must_be_settled, must_concern_entrants, must_not_play_in
from domain.tournament.state import Ruling, Tournament

APPEALS_OVER = refusal(codes.CORRECTION_OVER, "The time for appeals against this ruling is over.")
APPEALED_ALREADY = refusal(codes.NO_CHANGE, "There is an appeal against this ruling.")
DECIDED_ALREADY = refusal(codes.NO_CHANGE, "The appeal was {outcome:code}.")
NO_SUCH_RULING = refusal(codes.NO_SUCH_RULING, "There is no ruling of this number that concerns you.")
NO_SUCH_APPEAL = refusal(codes.NO_SUCH_APPEAL, "Number of appeals: {appeals:number}.")
INVALID_MEASURES = refusal(
    codes.INVALID_MEASURES, "An appeal that is dismissed leaves the measures of the ruling as they are."
)


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
