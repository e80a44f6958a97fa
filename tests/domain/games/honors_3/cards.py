"""Where the cards lie in a state of Honors No. III."""

from collections.abc import Iterator

from domain.games.honors.hands import BOOK_MASK, cards_in
from domain.games.honors_3.state import State


def cards_of(state: State) -> Iterator[str]:
    """Yield every card, each as often as it lies anywhere."""
    for hand in state.hands:
        yield from cards_in(hand)
    for books in state.books:
        for book in books:
            yield from cards_in(BOOK_MASK[book])
