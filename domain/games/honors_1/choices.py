"""What a seat may ask for, worked out from its own hand and what is open to all."""

from functools import cache
from itertools import chain, product

from domain.game import Decision
from domain.games.honors.deck import BOOK_SIZE, BOOKS, DECK
from domain.games.honors_1.hands import WHOLE_BOOK
from domain.games.honors_1.moves import Ask
from domain.games.honors_1.state import State

MOST_SEATS = 8

# The moves are made once and shared: a random player is then as fast as the rules.
ASKS = {(target, card): Ask(target, card) for target, card in product(range(MOST_SEATS), DECK)}


def choices(state: State, seat: int) -> Decision | None:
    """Return all legal calls."""
    if state.turn != seat:
        return None
    hand = state.hands[seat]
    targets = tuple([other for other, held in enumerate(state.hands) if held and other != seat])
    of_books = asks_of_books(targets)
    if state.options.ask_rule == "held_book":
        open_books = [number for number in range(len(BOOKS)) if hand >> BOOK_SIZE * number & WHOLE_BOOK]
    else:
        laid = {letter for books in state.books for letter in books}
        open_books = [number for number, letter in enumerate(BOOKS) if letter not in laid]
    asks = [of_books[number, hand >> BOOK_SIZE * number & WHOLE_BOOK] for number in open_books]
    return Decision("enumerated", tuple(chain.from_iterable(asks)))


class BookAsks(dict[tuple[int, int], tuple[Ask, ...]]):
    """The calls for cards of a book, by its number and a mask of its four cards: those that the asker holds."""

    def __init__(self, targets: tuple[int, ...]) -> None:
        super().__init__()
        self.targets = targets

    def __missing__(self, key: tuple[int, int]) -> tuple[Ask, ...]:
        number, own = key
        cards = DECK[BOOK_SIZE * number : BOOK_SIZE * (number + 1)]
        wanted = [card for i, card in enumerate(cards) if not own >> i & 1]
        asks = self[key] = tuple([ASKS[target, card] for card in wanted for target in self.targets])
        return asks


asks_of_books = cache(BookAsks)
