"""Where the cards lie in a state of Literature."""

from collections.abc import Iterator

from domain.games.literature.sets import cards_in
from domain.games.literature.state import State


def cards_of(state: State) -> Iterator[str]:
    """Yield every card, each as often as it lies anywhere."""
    for hand in state.hands:
        yield from cards_in(hand)
    for closed_by in state.sets:
        if closed_by:
            yield from closed_by.held or ()
