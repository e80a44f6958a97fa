"""The position of the rulebook's illustrations."""

from tests.domain.games.high_card.rules import State
from tests.domain.games.high_card.table import dealt
from tests.domain.scenario import Json


def position(_: Json, __: str) -> tuple[State, int]:
    """Return the table of an illustration, and the seat that makes the move."""
    return dealt(), 1
