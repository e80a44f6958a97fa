"""What a seat may ask for, worked out from its own hand and what is open to all."""

from functools import cache
from itertools import chain, product

from domain.game import Decision
from domain.games.honors.deck import BOOK_SIZE, BOOKS, DECK
from domain.games.honors.hands import WHOLE_BOOK
from domain.games.honors_1.moves import Ask
from domain.games.honors_1.state import State

MOST_SEATS = 8
BOOK_NUMBERS = range(len(BOOKS))

# The moves are made once and shared: a random player is then as fast as the rules.
ASKS = {(target, card): Ask(target, card) for target, card in product(range(MOST_SEATS), DECK)}


def choices(state: State, seat: int) -> Decision | None:
    """Return all legal calls."""
    if state.turn != seat:
        return None
    hand = state.hands[seat]
    targets = tuple([other for other, held in enumerate(state.hands) if held and other != seat])
    any_card = state.options.ask_rule == "any_card"
    asks, numbers = asks_of_books(targets, any_card), open_books(state) if any_card else BOOK_NUMBERS
    of_books = [asks[number, hand >> BOOK_SIZE * number & WHOLE_BOOK] for number in numbers]
    return Decision("enumerated", tuple(chain.from_iterable(of_books)))


def open_books(state: State) -> list[int]:
    """Return the numbers of the books that nobody has laid aside."""
    laid = set(chain.from_iterable(state.books))
    return [number for number in BOOK_NUMBERS if BOOKS[number] not in laid]


class BookAsks(dict[tuple[int, int], tuple[Ask, ...]]):
    """The calls for cards of a book, by its number and a mask of its four cards: those that the asker holds.

    Who holds none of them may call for them with `any_card` alone (I-U2).
    """

    def __init__(self, targets: tuple[int, ...], any_card: bool) -> None:
        super().__init__()
        self.targets = targets
        self.any_card = any_card

    def __missing__(self, key: tuple[int, int]) -> tuple[Ask, ...]:
        number, own = key
        cards = DECK[BOOK_SIZE * number : BOOK_SIZE * (number + 1)] if own or self.any_card else ()
        wanted = [card for i, card in enumerate(cards) if not own >> i & 1]
        asks = self[key] = tuple([ASKS[target, card] for card in wanted for target in self.targets])
        return asks


asks_of_books = cache(BookAsks)
