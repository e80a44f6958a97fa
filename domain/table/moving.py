"""Moves: of players, and of house players, each for one decision."""

from uuid import UUID

from domain import codes
from domain.game import Happened, Move
from domain.refusals import refusal
from domain.table.commands import MakeHouseMove, MakeMove, Overtaken
from domain.table.guards import must_be_playing, must_be_seat, must_play
from domain.table.snapshot import Snapshot

NOT_SEATED = refusal(codes.NOT_SEATED, "You have no seat at this table; spectators do not move.")


def make_move(command: MakeMove[Move], snapshot: Snapshot, at: int) -> Happened:
    """Judge a move of a player."""
    seat = seat_to_move(snapshot, command.player, command.decision, command.expected_version)
    return move_of_seat(snapshot, seat, command.move, at)


def judge_move(snapshot: Snapshot, command: MakeMove[Move], at: int) -> None:
    """Raise `Refused` for a move of a player that `make_move` would refuse.

    A move that is offered is legal. What would come of it is not worked out: that takes longer with some hidden cards
    than with others, and a player may have the same move judged so often that they could tell them apart.
    """
    seat = seat_to_move(snapshot, command.player, command.decision, command.expected_version)
    offered = snapshot.offered(seat)
    if offered is None or command.move not in offered.moves:
        snapshot.rules.judge(snapshot.state, seat, command.move, at, snapshot.chance())


def seat_to_move(snapshot: Snapshot, player: UUID, decision: str | None, expected: int | None) -> int:
    """Return the seat of a player who may try a move, whatever it is.

    Raises `Refused` with `not_seated`, `decision_over`, `stale_version`, `house_plays`, `game_over` or `not_started`.
    """
    seat = snapshot.table.seat_of(player)
    if seat is None:
        raise NOT_SEATED()
    if snapshot.going_on:
        must_be_in_time(snapshot, seat, decision, expected)
    must_play(snapshot.table, seat)
    must_be_playing(snapshot)
    return seat


def make_house_move(command: MakeHouseMove[Move], snapshot: Snapshot, at: int) -> Happened:
    """Judge a move of a house player: it is for one decision, and for as long as that player sits there.

    While a take-back is asked for, it waits.
    """
    must_be_seat(snapshot.table, command.seat)
    if snapshot.table.places[command.seat].house != command.house or snapshot.table.proposal is not None:
        raise decision_over()
    must_be_in_time(snapshot, command.seat, command.decision, None)
    return move_of_seat(snapshot, command.seat, command.move, at)


def must_be_in_time(snapshot: Snapshot, seat: int, decision: str | None, expected: int | None) -> None:
    """Raise `Overtaken` if a move is meant for a decision, or was chosen on a version, that is over for the seat."""
    if decision is not None and decision != snapshot.decision_id(seat):
        raise decision_over()
    began = snapshot.decision_began(seat)
    if expected is None or began is None:
        return
    if expected < began.version:
        raise Overtaken(codes.STALE_VERSION, "The table has changed since the version that the move was meant for.")
    if expected > snapshot.version:
        raise Overtaken(codes.STALE_VERSION, "The table has not yet come to the version that the move was meant for.")


def decision_over() -> Overtaken:
    """Return the refusal of a move for another decision than the current one."""
    return Overtaken(codes.DECISION_OVER, "The decision that the move was meant for is over.")


def move_of_seat(snapshot: Snapshot, seat: int, move: Move, at: int) -> Happened:
    """Judge a move of a seat by the rules of the game, for a player or a house player alike."""
    must_be_playing(snapshot)
    return snapshot.rules.decide(snapshot.state, seat, move, at, snapshot.chance())
