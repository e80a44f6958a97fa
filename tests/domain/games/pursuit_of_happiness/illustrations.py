"""The positions of the rulebook's illustrations."""

from domain.games.pursuit_of_happiness.state import State
from tests.domain.games.pursuit_of_happiness.table import Table, attack, capture, defend, given
from tests.domain.scenario import Json


def position(move: Json, _: str) -> tuple[State, int]:
    """Return the table of an illustration, and the seat that makes the move."""
    table = drawn()
    match move["type"]:
        case "defend":
            table.when(0, attack("JK=4S", 5, 8))
            return table.state, 1
        case "capture":
            attacked(table)
            return table.state, 0
        case "order_remnant":
            attacked(table)
            table.when(0, capture(1, 0))
            return table.state, 1
        case _:
            return table.state, 0


def drawn() -> Table:
    """Return a table where seat 0 has just drawn: melds 1 to 5 are its own, 6 to 8 those of seat 1."""
    own = ["10D 6D 2D 8D", "AS 3S 5S", "3H 5H 7H 9H", "9C 10C AC", "8S 7S 6S 5S 4S"]
    other = ["10C AC 2C", "5C 6C 7C", "6H 7H 8H"]
    return given({0: own, 1: other}, {0: "7H 2D JK JK 6S 2S 9S AD", 1: "2C 7C"}, discards="AC 2C 3C")


def attacked(table: Table) -> None:
    """Let seat 0 attack a meld of three cards that is not defended."""
    table.when(0, attack("JK=4S", 5, 8))
    table.when(1, defend())
