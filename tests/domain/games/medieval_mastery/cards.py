"""Where the cards lie in a state of Medieval Mastery."""

from collections.abc import Iterator
from itertools import chain

from domain.games.medieval_mastery.groups import laid_cards
from domain.games.medieval_mastery.state import State


def cards_of(state: State) -> Iterator[str]:
    """Yield every card, each as often as it lies anywhere."""
    yield from chain(*state.hands, state.stock)
    yield from (played.card for played in state.trick)
    for layout in state.layouts:
        yield from laid_cards(layout)
