"""The state of a game of Honors No. III, and how each event changes it."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.dispatch import Evolve
from domain.events import CardsDealt, DealStarted
from domain.game import Time, in_turn
from domain.games.honors.hands import BOOK_MASK, mask
from domain.games.honors.match import gone_out
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
)
from domain.games.honors_3.options import Options
from domain.match import GameFinished, Match, Result, match_over, new_match, with_deal, with_scores
from domain.seats import clockwise, from_left_of, with_entry

Phase = Literal["opening", "trading", "finished"]
Offers = tuple[OfferMade, ...]


class State(Struct, frozen=True, gc=False):
    """All that is so at a moment. `hands` are masks (see `honors.hands`); times are in ms."""

    options: Options
    match: Match
    hands: tuple[int, ...]
    books: tuple[tuple[str, ...], ...]
    phase: Phase = "opening"
    turn: int | None = None
    """The dealer's left in the phase `opening`; None when all may act."""
    opens_at: Time = 0
    """When play opens by itself, if nobody has opened it (III-U7)."""
    stall_at: Time | None = None
    ends_at: Time | None = None
    offers: Offers = ()
    """The open offers by number; their cards are still in the hands. All last as long, so the first expires first."""
    last_offer: int = 0
    """The number of the last offer of the match, open or not (III-U13)."""
    calls: tuple[int, ...] = ()
    """The seats whose call to end the deal stands, ascending (III-U12 a)."""
    out: int | None = None
    result: Result | None = None


def offer_of(state: State, seat: int) -> OfferMade | None:
    """III-U4: return the one open offer of a seat, if it has any."""
    for offer in state.offers:
        if offer.seat == seat:
            return offer
    return None


def to_act(state: State) -> tuple[int, ...]:
    """Return the seats that may act now, ascending: the dealer's left in `opening`, then all (III-R5, III-U7)."""
    if state.phase == "trading":
        return clockwise(len(state.hands), 0)
    return in_turn(state)


def occasion(state: State) -> tuple[int, Phase]:
    """Return what the present decisions are about: the opening of a deal, or the exchange of its cards by all.

    The offers of other seats come and go meanwhile; they end nobody's decision.
    """
    return state.match.deal, state.phase


evolve = Evolve[State]()
evolve.on(gone_out, SeatWentOut)  # III-R9: the books of this seat will count ten each
evolve.on(match_over, GameFinished)  # C-U7: nobody has the turn any more; everything on the table stays as it lay
evolve.unchanged(TradingStalled, TimeRanOut)  # III-U12: the end of the deal follows


@evolve.on
def game_started(_: None, event: GameStarted) -> State:
    """C-U3: the seat `dealer` deals first."""
    players = event.options.players
    return State(event.options, new_match(players, event.options.dealer), (0,) * players, ((),) * players)


@evolve.on
def deal_started(state: State, event: DealStarted) -> State:
    """III-R3: the play is the dealer's left's to open; III-U13: the offers are counted on."""
    options = state.options
    return State(
        options=options,
        match=with_deal(state.match, event),
        hands=(0,) * options.players,
        books=((),) * options.players,
        turn=from_left_of(options.players, event.dealer)[0],
        opens_at=event.at + options.opening_ms,
        last_offer=state.last_offer,
    )


@evolve.on
def cards_dealt(state: State, event: CardsDealt) -> State:
    """Give a seat its hand (III-R2)."""
    return replace(state, hands=with_entry(state.hands, event.seat, mask(event.cards or ())))


@evolve.on
def book_laid(state: State, event: BookLaid) -> State:
    """III-R6: the book leaves the hand."""
    seat, hands, books = event.seat, state.hands, state.books
    return replace(
        state,
        hands=with_entry(hands, seat, hands[seat] & ~BOOK_MASK[event.book]),
        books=with_entry(books, seat, (*books[seat], event.book)),
    )


@evolve.on
def play_opened(state: State, event: PlayOpened) -> State:
    """III-R5: no turns any more; III-U12, C-U6: the clocks run."""
    options = state.options
    stall_at, ends_at = event.at + options.stall_ms, event.at + options.deal_ms
    return replace(state, phase="trading", turn=None, stall_at=stall_at, ends_at=ends_at)


@evolve.on
def offer_made(state: State, event: OfferMade) -> State:
    """III-U4: the cards stay in the hand."""
    return replace(state, offers=(*state.offers, event), last_offer=event.offer)


@evolve.on
def offer_closed(state: State, event: OfferWithdrawn | OfferCancelled | OfferExpired) -> State:
    """Take an offer from the table (III-U4 to III-U6)."""
    return replace(state, offers=without(state.offers, event.offer))


@evolve.on
def cards_exchanged(state: State, event: CardsExchanged) -> State:
    """III-U1, III-U3; III-U12: the calls to end are cleared, and the clock of the stall starts anew."""
    both = mask(event.offered or ()) | mask(event.returned or ())
    hands = list(state.hands)
    hands[event.offerer] ^= both
    hands[event.seat] ^= both
    offers = without(state.offers, event.offer)
    return replace(state, hands=tuple(hands), offers=offers, calls=(), stall_at=event.at + state.options.stall_ms)


@evolve.on
def end_called(state: State, event: EndCalled) -> State:
    """Note whether the seat wants the deal to end (III-U12 a)."""
    calls = [seat for seat in state.calls if seat != event.seat]
    return replace(state, calls=tuple(sorted((*calls, event.seat))) if event.on else tuple(calls))


@evolve.on
def deal_ended(state: State, event: DealEnded) -> State:
    """C-U7: the scores stay to be seen; III-U13: no offer is open any more."""
    return replace(state, match=with_scores(state.match, event.scores, event.totals), offers=())


def without(offers: Offers, number: int) -> Offers:
    """Return the open offers but the one of this number."""
    return tuple([offer for offer in offers if offer.offer != number])
