"""The state of a game of Honors No. I, and how each event changes it."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.dispatch import Evolve
from domain.events import CardsDealt, CardsDrawn, DealStarted
from domain.games.honors.hands import BIT, BOOK_MASK, mask
from domain.games.honors.match import gone_out
from domain.games.honors_1.events import BookLaid, CardAsked, DealEnded, GameStarted, LuckyCardDrawn, SeatWentOut
from domain.games.honors_1.options import Options
from domain.match import GameFinished, Match, Result, deal_counted, match_over, new_match, with_deal
from domain.seats import from_left_of, with_entry

Phase = Literal["ask", "finished"]
Hands = tuple[int, ...]


class State(Struct, frozen=True, gc=False):
    """All that is so at a moment. `hands` are masks (see `hands`); `stock` is the centre, its top card first."""

    options: Options
    match: Match
    hands: Hands
    books: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...] = ()
    phase: Phase = "ask"
    turn: int | None = None
    misses: int = 0
    out: int | None = None
    result: Result | None = None


evolve = Evolve[State]()
evolve.on(gone_out, SeatWentOut)  # I-R13: the premium will go to this seat
evolve.on(deal_counted, DealEnded)  # C-U7: the scores stay to be seen
evolve.on(match_over, GameFinished)  # C-U7: nobody has the turn any more; everything on the table stays as it lay


@evolve.on
def game_started(_: None, event: GameStarted) -> State:
    """C-U3: the seat `dealer` deals first."""
    players = event.options.players
    return State(event.options, new_match(players, event.options.dealer), (0,) * players, ((),) * players)


@evolve.on
def deal_started(state: State, event: DealStarted) -> State:
    """I-R3: what the deal leaves is the centre; I-R6: the play begins on the dealer's left."""
    players, deck = state.options.players, event.deck or ()
    return State(
        options=state.options,
        match=with_deal(state.match, event),
        hands=(0,) * players,
        books=((),) * players,
        stock=deck[len(deck) - event.stock_size :],
        turn=from_left_of(players, event.dealer)[0],
    )


@evolve.on
def cards_dealt(state: State, event: CardsDealt) -> State:
    """A seat has its hand."""
    return replace(state, hands=with_entry(state.hands, event.seat, mask(event.cards or ())))


@evolve.on
def card_asked(state: State, event: CardAsked) -> State:
    """I-R8: a hit moves the card; I-R9: after a miss the play passes; I-U13: misses without a centre are counted."""
    if event.answer == "not_held":
        misses = state.misses if state.stock else state.misses + 1
        return replace(state, turn=next_with_cards(state.hands, event.seat), misses=misses)
    hands, bit = list(state.hands), BIT[event.card]
    hands[event.target] &= ~bit
    hands[event.seat] |= bit
    return replace(state, hands=tuple(hands))


@evolve.on
def cards_drawn(state: State, event: CardsDrawn) -> State:
    """I-U4, I-U6, I-U7: cards come from the top of the centre."""
    hands, seat = state.hands, event.seat
    hand = hands[seat] | mask(event.cards or ())
    return replace(state, hands=with_entry(hands, seat, hand), stock=state.stock[event.count :])


@evolve.on
def lucky_card_drawn(state: State, event: LuckyCardDrawn) -> State:
    """I-U5: the seat calls again."""
    return replace(state, turn=event.seat)


@evolve.on
def book_laid(state: State, event: BookLaid) -> State:
    """I-R10: the book leaves the hand; I-U12: a seat without cards is passed over; I-U13: a book is no stall."""
    seat, stock = event.seat, state.stock
    hand = state.hands[seat] & ~BOOK_MASK[event.book]
    hands = with_entry(state.hands, seat, hand)
    books = with_entry(state.books, seat, (*state.books[seat], event.book))
    turn = next_with_cards(hands, seat) if seat == state.turn and not hand and not stock else state.turn
    return replace(state, hands=hands, books=books, turn=turn, misses=0)


def next_with_cards(hands: Hands, seat: int) -> int | None:
    """I-R9, I-U12: return the next seat to the left that has cards; None if nobody has any."""
    for other in from_left_of(len(hands), seat):
        if hands[other]:
            return other
    return None
