"""Tables of High Card."""

from typing import Any

from tests.domain.chance import Decks
from tests.domain.games.high_card.rules import DECK, HIGH_CARD, State
from tests.domain.scenario import opened

CHANCE = Decks(DECK)


def dealt(**options: Any) -> State:
    """Return a new table; of two seats, the dealer has all odd cards, the other all even ones."""
    return opened(HIGH_CARD, **options)
