"""Where the cards lie in a state of Pursuit of Happiness."""

from collections.abc import Iterator
from itertools import chain

from domain.games.pursuit_of_happiness.deck import bare
from domain.games.pursuit_of_happiness.state import State


def cards_of(state: State) -> Iterator[str]:
    """Yield every card, each as often as it lies anywhere; a joker in a meld is a joker."""
    yield from chain(*state.hands, state.stock, state.discards, state.temporary)
    for meld in state.melds:
        yield from bare(meld.cards)
