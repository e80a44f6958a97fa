"""The positions of the rulebook's illustrations."""

from domain.games.honors_4.state import State
from tests.domain.games.honors_4.table import dealt, stubborn
from tests.domain.scenario import Json, after


def position(move: Json, _: str) -> tuple[State, int]:
    """Return the table of an illustration, and the seat that makes the move."""
    if move["type"] == "open":
        return dealt(opener="any"), 2
    third = stubborn(dealt(), 2)
    return (after(third, (3, "draw_stock")) if move["type"] == "discard" else third), 3
