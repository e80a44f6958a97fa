"""What a seat may ask for, worked out from its own hand and what is open to all."""

from functools import cache
from itertools import chain, product

from domain.game import Decision
from domain.games.honors.deck import DECK
from domain.games.honors.hands import BOOK_MASK, cards_in
from domain.games.honors_1.moves import Ask
from domain.games.honors_1.state import State

MOST_SEATS = 8
BOOKS = tuple(BOOK_MASK.values())

# The moves are made once and shared: a random player is then as fast as the rules.
ASKS = {(target, card): Ask(target, card) for target, card in product(range(MOST_SEATS), DECK)}


def choices(state: State, seat: int) -> Decision | None:
    """Return all legal calls."""
    if state.turn != seat:
        return None
    hand = state.hands[seat]
    if state.options.ask_rule == "held_book":
        missing = [book & ~hand for book in BOOKS if book & hand]
    else:
        laid = set(chain.from_iterable(state.books))
        missing = [book & ~hand for letter, book in BOOK_MASK.items() if letter not in laid]
    asks = asks_of(tuple([other for other, held in enumerate(state.hands) if held and other != seat]))
    return Decision("enumerated", tuple(chain.from_iterable([asks[cards] for cards in missing])))


class Asks(dict[int, tuple[Ask, ...]]):
    """The calls upon these seats for some cards of a book, by the mask of the cards."""

    def __init__(self, targets: tuple[int, ...]) -> None:
        super().__init__()
        self.targets = targets

    def __missing__(self, cards: int) -> tuple[Ask, ...]:
        asks = self[cards] = tuple([ASKS[target, card] for card in cards_in(cards) for target in self.targets])
        return asks


asks_of = cache(Asks)
