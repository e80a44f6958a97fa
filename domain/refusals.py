"""What every game refuses, with the same texts (rulebooks, *Refusals*), and how refusals are declared."""

from collections.abc import Iterable
from functools import partial

from domain import codes
from domain.game import Refusal

refusal = partial(Refusal, None)
"""Declares a refusal that is not of one game alone, by its code and how it reads."""

NO_SUCH_SEAT = refusal(codes.NO_SUCH_SEAT, "The seats are 0 to {last:number}.")
WRONG_PHASE = refusal(codes.WRONG_PHASE, "The phase is `{phase:code}`; this move belongs to {phases:codes}.")
NOT_YOUR_TURN = refusal(codes.NOT_YOUR_TURN, "{seat} must act now.")


def must_be_seats(players: int, seats: Iterable[int]) -> None:
    """Raise `Refused("no_such_seat", …)` for a number that is no seat."""
    for seat in seats:
        if not 0 <= seat < players:
            raise NO_SUCH_SEAT(last=players - 1)


def must_be_in_phase(phase: str, *allowed: str) -> None:
    """Raise `Refused("wrong_phase", …)` in another phase than those to which the move belongs."""
    if phase not in allowed:
        raise WRONG_PHASE(phase=phase, phases=allowed)


def must_have_the_turn(turn: int | None, seat: int) -> None:
    """Raise `Refused("not_your_turn", …)` if it is another seat's turn to act; None: no single seat has the turn.

    That need not be the `turn` of a view: an attack in Pursuit of Happiness is answered in the turn of the attacker.
    """
    if turn is not None and turn != seat:
        raise NOT_YOUR_TURN(seat=turn)
