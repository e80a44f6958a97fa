"""The position of the rulebook's illustration."""

from domain.games.honors_1.state import State
from tests.domain.games.honors_1.table import given
from tests.domain.scenario import Json

HANDS = {0: "A-1 B-12", 1: "A-2 B-4 D-12", 2: "A-34 B-3 D-34", 3: ""}


def position(_: Json, __: str) -> tuple[State, int]:
    """Return the table of an illustration, and the seat that makes the move."""
    return given(HANDS), 0
