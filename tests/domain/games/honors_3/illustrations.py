"""The positions of the rulebook's illustrations."""

from domain.games.honors_3.state import State
from tests.domain.games.honors_3.table import cancel, dealt, deck, offer
from tests.domain.scenario import Json, after

OFFERED = "C-2 F-1"


def position(move: Json, _: str) -> tuple[State, int]:
    """Return the table of an illustration, and the seat that makes the move."""
    opening = dealt(deck({1: OFFERED, 2: "K-14"}))
    if move["type"] == "offer":
        return opening, 1
    earlier = [made for number in range(1, 7) for made in ((1, offer(OFFERED)), (1, cancel(number)))]
    seventh = after(opening, *earlier, (1, offer(OFFERED)))
    return seventh, 2 if move["type"] == "accept" else 1
