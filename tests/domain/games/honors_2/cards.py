"""Where the cards lie in a state of Honors No. II."""

from collections.abc import Iterator
from itertools import chain

from domain.games.honors.hands import cards_in
from domain.games.honors_2.state import State


def cards_of(state: State) -> Iterator[str]:
    """Yield every card, each as often as it lies anywhere."""
    return chain(*map(cards_in, (*state.hands, *state.table)), state.stock, state.pile)
