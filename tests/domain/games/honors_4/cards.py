"""Where the cards lie in a state of Honors No. IV."""

from collections.abc import Iterator
from itertools import chain

from domain.games.honors_4.state import State


def cards_of(state: State) -> Iterator[str]:
    """Yield every card, each as often as it lies anywhere."""
    return chain(*state.hands, state.stock, state.pile)
