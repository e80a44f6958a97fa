"""What a seat may do: examples of every kind, worked out from its own hand and the open offers."""

from functools import lru_cache
from itertools import chain

from domain.game import Decision, Move
from domain.games.honors.deck import BOOK_SIZE, BOOKS, DECK
from domain.games.honors.hands import WHOLE_BOOK
from domain.games.honors_3.events import Cards
from domain.games.honors_3.moves import Accept, CallOff, Cancel, Offer
from domain.games.honors_3.state import State

SIZES = (1, 2, 3)
CALLS = {on: CallOff(on) for on in (True, False)}
HELD: dict[tuple[int, int], Cards] = {
    (number, part): tuple(card for i, card in enumerate(DECK[BOOK_SIZE * number :][:BOOK_SIZE]) if part >> i & 1)
    for number in range(len(BOOKS))
    for part in range(WHOLE_BOOK + 1)
}
"""The cards of a book, by its number and a mask of its four cards."""

RECENT_HANDS = 1_024


def choices(state: State, seat: int) -> Decision | None:
    """Return two examples of each offer and of an answer to each offer, and what else the seat may do."""
    if state.phase == "finished" or (state.turn is not None and state.turn != seat):
        return None
    moves: list[Move] = []
    cards = unwished(state.hands[seat])
    may_offer = True
    for each in state.offers:
        if each.seat == seat:
            moves.append(Cancel(each.offer))
            may_offer = False
        else:
            moves += [Accept(given, each.offer) for given in (cards[: each.count], cards[1 : each.count + 1])]
    if may_offer:
        moves += offers(cards)
    if state.phase == "trading":
        moves.append(CALLS[seat not in state.calls])
    return Decision("factored", tuple(moves))


@lru_cache(RECENT_HANDS)
def unwished(hand: int) -> Cards:
    """Return the four cards of a hand that it had best give away (III-R3): of the books of which it has fewest."""
    held = [HELD[number, part] for number in range(len(BOOKS)) if (part := hand >> BOOK_SIZE * number & WHOLE_BOOK)]
    held.sort(key=len)
    return tuple(chain.from_iterable(held))[: SIZES[-1] + 1]


@lru_cache(RECENT_HANDS)
def offers(cards: Cards) -> tuple[Offer, ...]:
    """Return offers of every size: of the first of these cards, or of those from the second on."""
    return tuple([Offer(cards[first : first + size]) for size in SIZES for first in (0, 1)])
