"""The rules of Honors No. III: the deal, the four moves, books and Honors, the clock, the end of deal and match."""

from collections.abc import Sequence
from functools import partial, reduce

from msgspec.structs import replace

from domain.cards import deal_all
from domain.dispatch import Decide
from domain.events import DealStarted, dealt
from domain.game import Chance, Event, Refusal
from domain.games.honors.deck import BOOK_SIZE, DECK
from domain.games.honors.hands import has_whole_book, must_hold, whole_books
from domain.games.honors.match import winners
from domain.games.honors_3.events import (
    BookLaid,
    CardsExchanged,
    DealEnded,
    EndCalled,
    GameStarted,
    OfferCancelled,
    OfferExpired,
    OfferMade,
    OfferWithdrawn,
    PlayOpened,
    SeatWentOut,
    TimeRanOut,
    TradingStalled,
    Why,
)
from domain.games.honors_3.moves import Accept, CallOff, Cancel, Offer
from domain.games.honors_3.options import Options
from domain.games.honors_3.state import State, evolve, offer_of
from domain.match import GameFinished, Result, added
from domain.refusals import must_be_in_phase, must_have_the_turn
from domain.seats import from_left_of

refusal = partial(Refusal, "honors_3")

ALREADY_OFFERING = refusal("already_offering", "You have an open offer; cancel it first.")
OWN_OFFER = refusal("own_offer", "The offer is your own.")
WRONG_COUNT = refusal("wrong_count", "The offer is for {count:amount.card}, and you give {given:number}.")
NOT_YOUR_OFFER = refusal("not_your_offer", "The offer is another seat's.")
CALLED_ALREADY = refusal("no_change", "Your call to end the deal stands already.")
NOT_CALLED = refusal("no_change", "You have made no call to end the deal.")
OFFER_CLOSED = refusal("offer_closed", "Offer {number} is not open.")

Events = tuple[Event, ...]

BOOK_POINTS = 5
BOOK_POINTS_IF_OUT = 10


def start(options: Options, chance: Chance, at: int) -> Events:
    """Deal for the first time."""
    started = GameStarted(options, at=at)
    return started, *deal(evolve(None, started), options.dealer, at, chance)


decide = Decide[State]()


# The moves


@decide.on()
def offer(state: State, seat: int, move: Offer, at: int, chance: Chance) -> Events:
    """III-R3, III-R4: offer cards by their number; III-U7: the first offer opens the play."""
    must_have_the_turn(state.turn, seat)
    must_hold(state.hands[seat], move.given)  # III-U2
    if offer_of(state, seat):  # III-U4
        raise ALREADY_OFFERING()
    number, options = state.last_offer + 1, state.options
    expires_at = None if options.offer_ms is None else at + options.offer_ms
    made = OfferMade(number, seat, len(move.given), expires_at, move.given, at=at)
    if state.phase == "opening":
        return PlayOpened(seat, at=at), made
    return (made,)


@decide.on()
def accept(state: State, seat: int, move: Accept, at: int, chance: Chance) -> Events:
    """III-U1, III-U3: exchange cards; III-U5: an offer of the seat's own is withdrawn before."""
    accepted, own = must_be_acceptable(state, seat, move), offer_of(state, seat)
    withdrawn = (OfferWithdrawn(own.offer, seat, at=at),) if own else ()
    exchanged = CardsExchanged(accepted.offer, seat, accepted.seat, accepted.count, accepted.cards, move.given, at=at)
    events, state = settled(state, (*withdrawn, exchanged), (accepted.seat, seat), at)
    if state.out is None:
        return events
    return *events, *end_of_deal(state, "out", at, chance)  # III-R7, III-R8


@decide.guard
def must_be_acceptable(state: State, seat: int, move: Accept) -> OfferMade:
    """Return the offer that a seat may accept with these cards."""
    accepted = open_offer(state, move.offer)
    if accepted.seat == seat:
        raise OWN_OFFER()
    if len(move.given) != accepted.count:
        raise WRONG_COUNT(count=accepted.count, given=len(move.given))
    must_hold(state.hands[seat], move.given)  # III-U2
    return accepted


@decide.on()
def cancel(state: State, seat: int, move: Cancel, at: int, chance: Chance) -> Events:
    """Take the own offer back (III-U4)."""
    if open_offer(state, move.offer).seat != seat:
        raise NOT_YOUR_OFFER()
    return (OfferCancelled(move.offer, seat, at=at),)


@decide.on()
def call_off(state: State, seat: int, move: CallOff, at: int, chance: Chance) -> Events:
    """III-U12 a: when all seats have called the deal off, it ends."""
    must_be_in_phase(state.phase, "trading")
    if (seat in state.calls) == move.on:
        raise CALLED_ALREADY() if move.on else NOT_CALLED()
    called = EndCalled(seat, move.on, at=at)
    if not move.on or len(state.calls) + 1 < len(state.hands):
        return (called,)
    return called, *end_of_deal(state, "called_off", at, chance)


# What moves have in common


def open_offer(state: State, number: int) -> OfferMade:
    """III-U13: refuse the number of an offer that is not open. Offers are open in the phase `trading` alone."""
    for each in state.offers:
        if each.offer == number:
            return each
    raise OFFER_CLOSED(number=number)


# Books and Honors


def settled(state: State, events: Events, seats: Sequence[int], at: int) -> tuple[Events, State]:
    """Return the events and what follows from the new hands of these seats, and the state to which it leads.

    III-R6, III-U8, C-U4: they lay down their books, in this order; III-U10, III-U11: the first that is out has Honors.
    """
    state = reduce(evolve, events, state)
    books = books_laid(state, seats, at)
    state = reduce(evolve, books, state)
    for seat in seats:
        if state.hands[seat].bit_count() < BOOK_SIZE:  # III-U9
            out = SeatWentOut(seat, at=at)
            return (*events, *books, out), evolve(state, out)
    return (*events, *books), state


def books_laid(state: State, seats: Sequence[int], at: int) -> tuple[BookLaid, ...]:
    """Return the events in which these seats lay down their books, each in the order A…L."""
    whole = [(seat, hand) for seat in seats if has_whole_book(hand := state.hands[seat])]
    return tuple([BookLaid(seat, book, at=at) for seat, hand in whole for book in whole_books(hand)])


# The deal and its end


def deal(state: State, dealer: int, at: int, chance: Chance) -> Events:
    """III-R2, III-U15: deal the whole pack; III-U7: without a window for the first offer play opens at once."""
    players, number = state.options.players, state.match.deal + 1
    deck = chance.deal(number, DECK)  # C-U2
    hands = deal_all(deck, players, dealer)
    started = DealStarted(number, dealer, 0, deck, at=at)
    events, state = settled(state, (started, *dealt(hands, dealer, at)), from_left_of(players, dealer), at)
    if state.out is not None:
        return *events, *end_of_deal(state, "out", at, chance)
    if not state.options.opening_ms:
        return *events, PlayOpened(None, at=at)
    return events


def end_of_deal(state: State, why: Why, at: int, chance: Chance) -> Events:
    """III-R9, III-R10, III-U12: count the deal; C-U8: then the match ends, or C-U3, C-U7: the next deal begins."""
    options, match = state.options, state.match
    scores = tuple(score(books, is_out=seat == state.out) for seat, books in enumerate(state.books))
    totals = added(match.totals, scores)
    ended = DealEnded(deal=match.deal, why=why, out=state.out, scores=scores, totals=totals, at=at)
    won = winners(totals, options.target_score, last_deal=match.deal == options.max_deals)
    if won:
        return ended, GameFinished(Result(totals, won), at=at)
    return ended, *deal(evolve(state, ended), from_left_of(options.players, match.dealer)[0], at, chance)


def score(books: Sequence[str], *, is_out: bool) -> int:
    """III-R9, III-R10, III-U14: return the points of a seat, for the books that it has laid down alone."""
    return len(books) * (BOOK_POINTS_IF_OUT if is_out else BOOK_POINTS)


# What is said and done


def stands(event: Event, _: State) -> bool:
    """Return whether an event stands: an offer tells how many cards it has, which everybody could have offered."""
    return not isinstance(event, PlayOpened | OfferMade | OfferCancelled | OfferExpired | EndCalled)


def taken_back(before: State, now: State) -> State:
    """III-U13: no number of an offer is given again, so that a late accept cannot hit a later offer."""
    return replace(before, last_offer=now.last_offer)


# The clock


def due(state: State) -> int | None:
    """III-U6, III-U7, III-U12: return when the next clock step is due, in ms, or None."""
    if state.phase == "finished":
        return None
    if state.stall_at is None or state.ends_at is None:  # nobody has opened the play
        return state.opens_at
    end = min(state.stall_at, state.ends_at)
    expires_at = state.offers[0].expires_at if state.offers else None
    return end if expires_at is None else min(expires_at, end)


def tick(state: State, at: int, chance: Chance) -> Events:
    """Return the clock steps due at or before `at`, each recorded at its own deadline, with what follows from it."""
    events: list[Event] = []
    while (deadline := due(state)) is not None and deadline <= at:
        step = clock_step(state, deadline, chance)
        state = reduce(evolve, step, state)
        events += step
    return tuple(events)


def clock_step(state: State, at: int, chance: Chance) -> Events:
    """Return the events of the one clock step that is due at `at`; of equal deadlines III-U12 c goes first, then b."""
    if state.phase == "opening":
        return (PlayOpened(None, at=at),)
    if state.ends_at == at:
        return TimeRanOut(at=at), *end_of_deal(state, "time_up", at, chance)
    if state.stall_at == at:
        return TradingStalled(at=at), *end_of_deal(state, "stall", at, chance)
    first = state.offers[0]
    return (OfferExpired(first.offer, first.seat, at=at),)
