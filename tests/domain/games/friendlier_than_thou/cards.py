"""Where the cards lie in a state of Friendlier Than Thou."""

from collections.abc import Iterator
from itertools import chain

from domain.games.friendlier_than_thou.state import State


def cards_of(state: State) -> Iterator[str]:
    """Yield every card, each as often as it lies anywhere."""
    yield from chain(*state.hands, *state.laid_aside)
    for tricks in state.won:
        yield from chain(*(trick.cards for trick in tricks))
    yield from (played.card for played in state.table)
    yield from (discard.card for discard in state.discards)
