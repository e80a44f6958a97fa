"""Tables of High Card."""

from typing import Any

from tests.domain.games.high_card.rules import DECK, HIGH_CARD, State
from tests.domain.scenario import Decks, opened

CHANCE = Decks(DECK)


def dealt(**options: Any) -> State:
    """Return a new table; of two seats, the dealer has all odd cards, the other all even ones."""
    state: State = opened(HIGH_CARD, **options)
    return state
