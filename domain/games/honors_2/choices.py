"""What a seat may do now: every legal move, from its own hand and what is open to all."""

from functools import lru_cache
from itertools import combinations

from domain.game import Decision, Move
from domain.games.honors.deck import BOOK_SIZE, DECK
from domain.games.honors.hands import WHOLE_BOOK, cards_in
from domain.games.honors_2.moves import Add, Challenge, Discard, DrawStock, Give, Lay, Pass, TakePile, Waive
from domain.games.honors_2.state import State, may_challenge
from domain.games.honors_2.turn import just_taken, may_draw, may_pass, may_take, wished

Moves = tuple[Move, ...]

LAID = 3
RECENT_DRAWS = 1_024

# The moves are made once and shared: a random player is then as fast as the rules.
DRAW, PASS = DrawStock(), Pass()
TAKES = tuple(TakePile(count + 1) for count in range(len(DECK)))
DISCARDS = {card: Discard(card) for card in DECK}
GIFTS = {card: Give(card) for card in DECK}
JUDGEMENTS = {card: Decision("enumerated", (Challenge(card), Waive(card))) for card in DECK}


def choices(state: State, seat: int) -> Decision | None:
    """Return all legal moves of the seat, or None if it may do nothing."""
    match state.phase:
        case "draw" if seat == state.turn:
            return draws(state)
        case "play" if seat == state.turn:
            return Decision("enumerated", plays(state))
        case "challenge" if seat in may_challenge(state):
            return JUDGEMENTS[state.pile[0]]
        case "fine" if state.fine and seat == state.fine.seat:
            return Decision("enumerated", gifts(state.hands[seat], state.fine.card))
    return None


def draws(state: State) -> Decision:
    """II-R4, II-R9, II-U12: return all ways to draw."""
    options, pile, hand, table = state.options, state.pile, state.hands[state.turn], sum(state.table)
    counts = tuple([count for count in range(1, len(pile) + 1) if may_take(options, pile, count, hand, table)])
    return draws_of(counts, may_draw(options, len(state.stock), len(pile)), may_pass(state))


@lru_cache(RECENT_DRAWS)
def draws_of(counts: tuple[int, ...], draw: bool, no_draw: bool) -> Decision:
    """Return the ways to draw: a number of cards of the pile, perhaps from the pack, perhaps not at all."""
    takes = [TAKES[count - 1] for count in counts]
    return Decision("enumerated", (*(DRAW,) * draw, *takes, *(PASS,) * no_draw))


def plays(state: State) -> Moves:
    """II-R10 to II-R13: return all lays, adds and discards."""
    hand, table = state.hands[state.turn], sum(state.table)
    moves: list[Move] = []
    for of_book in MELDS if wished(state) else PLAYS:  # II-U2: the wished card before the discard
        moves += of_book[hand & WHOLE_BOOK, table & WHOLE_BOOK > 0]
        hand >>= BOOK_SIZE
        table >>= BOOK_SIZE
    card = just_taken(state)  # II-U6
    return tuple(moves if card is None else [move for move in moves if move is not DISCARDS[card]])


def gifts(hand: int, fine: str) -> Moves:
    """II-U9: return all ways to give a fine for that card."""
    return tuple([GIFTS[card] for card in cards_in(hand) if card != fine])


def melds_of(book: tuple[str, ...], own: int, on_table: bool) -> Moves:
    """II-R5, II-R11, II-U3: return the ways to lay and add cards of a book; `own` is a mask of its four cards."""
    held = [card for i, card in enumerate(book) if own >> i & 1]
    return tuple(map(Add, held)) if on_table else tuple(map(Lay, combinations(held, LAID)))


def discards_of(book: tuple[str, ...], own: int) -> Moves:
    """II-R13: return the discards of the cards of a book."""
    return tuple([DISCARDS[card] for i, card in enumerate(book) if own >> i & 1])


CARDS_OF_BOOKS = [DECK[first : first + BOOK_SIZE] for first in range(0, len(DECK), BOOK_SIZE)]
BOOK_STATES = [(own, on_table) for own in range(WHOLE_BOOK + 1) for on_table in (False, True)]
MELDS = [{(own, laid): melds_of(book, own, laid) for own, laid in BOOK_STATES} for book in CARDS_OF_BOOKS]
PLAYS = [
    {(own, laid): melds + discards_of(book, own) for (own, laid), melds in of_book.items()}
    for book, of_book in zip(CARDS_OF_BOOKS, MELDS, strict=True)
]
"""For each book the plays of its cards, by a mask of those in the hand and whether the book is on the table."""
