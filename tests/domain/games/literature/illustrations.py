"""The positions of the rulebook's illustrations."""

from domain.games.literature.state import State
from tests.domain.games.literature.table import declare, given
from tests.domain.scenario import Json, after


def position(move: Json, _: str) -> tuple[State, int]:
    """Return the table of an illustration, and the seat that makes the move."""
    match move["type"]:
        case "ask":
            return given({0: "3S", 1: "4S 5S 6S 7S 8S"}), 0
        case "declare":
            return given({0: "4S 8S", 2: "3S", 4: "5S 6S 7S", 1: "low_clubs"}), 0
        case "pass_turn":
            state = given({0: "low_spades", 1: "3H", 2: "4H 5H", 4: "6H 7H 8H"})
            return after(state, (0, declare("low_spades", 0))), 0
        case _:
            return given({0: "low_spades"}, {"report_counts": True}), 0
