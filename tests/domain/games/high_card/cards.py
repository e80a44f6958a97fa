"""Where the cards lie in a state of High Card."""

from collections.abc import Iterator
from itertools import chain

from tests.domain.games.high_card.rules import State


def cards_of(state: State) -> Iterator[str]:
    """Yield every card, each as often as it lies anywhere."""
    return chain(*state.hands, state.trick, state.discards)
