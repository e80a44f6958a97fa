"""The positions of the rulebook's illustrations."""

from typing import Any

from domain.games.honors_2.state import State
from tests.domain.games.honors_2.table import challenge, discard, given
from tests.domain.scenario import Json, after

HANDS = ("J-134 K-1 F-34 L-4", "C-12 D-12", "A-2 E-12")
"""With the pile's second card, F-2, seat 0 has three of a book; its L-4 belongs to a book on the table."""


def position(move: Json, _: str) -> tuple[State, int]:
    """Return the table of an illustration, and the seat that makes the move."""
    match move["type"]:
        case "draw_stock" | "take_pile":
            return table(phase="draw"), 0
        case "pass":
            return table(phase="draw", rest="table", stock_out="end_deal"), 0
        case "add":
            return given(("J-2 K-1", "C-12", "A-2"), "G-3", table={1: "J-134"}), 0
        case "challenge" | "waive":
            return after(table(), (0, discard("K-1"))), 2
        case "give":
            return after(table(), (0, discard("L-4")), (2, challenge("L-4"))), 2
        case _:
            return table(), 0


def table(**options: Any) -> State:
    """Return a table where it is the turn of seat 0."""
    return given(HANDS, "G-3 F-2", table={1: "L-123"}, **options)
