"""The messages for the events of Honors No. III. Cards that a redacted event hides are not named."""

from functools import partial

from domain.dispatch import Messages
from domain.game import UNSET
from domain.games.honors.messages import NOBODY_OUT, SOMEBODY_OUT, match_messages
from domain.games.honors_3.events import (
    BookLaid,
    CardsExchanged,
    EndCalled,
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
from domain.games.honors_3.state import State
from domain.messages import Message, Template
from domain.shared_messages import deal_of_all_started

event = partial(Template, "honors_3", "event")
word = partial(Template, "honors_3", "word")

TITLE = word("Honors No. III")

NUMBERS = {1: word("one"), 2: word("two"), 3: word("three")}
REASONS: dict[Why, Template] = {
    "out": SOMEBODY_OUT,
    "called_off": word("as all have called it off"),
    "stall": NOBODY_OUT,
    "time_up": NOBODY_OUT,
}
OPENED = event("{seat} opens the play.")
OPEN = event("The play is open.")
OFFERED = event("{seat} says “Change {count:message}” (offer {offer:number}).")
OFFERED_SEEN = event("{seat} says “Change {count:message}” (offer {offer:number}), meaning {cards}.")
EXCHANGED = event("{seat} accepts offer {offer:number} and exchanges {count:amount.card} with {offerer:seat}.")
EXCHANGED_SEEN = event(
    "{seat} accepts offer {offer:number} and gives {offerer:seat} {returned:cards} for {offered:cards}."
)
CALLED = event("{seat} calls for an end of the deal.")
UNCALLED = event("{seat} wishes to play on.")

message = Messages[State](match_messages(TITLE, REASONS))
message.reads(BookLaid, event("{seat} lays down book {book:code}."))  # III-R6
message.reads(SeatWentOut, event("{seat} is out and calls “Honors”."))  # III-R7
message.reads(TradingStalled, event("Nobody has exchanged a card for too long."))  # III-U12 b
message.reads(TimeRanOut, event("The time for this deal has run out."))  # III-U12 c
message.reads(OfferWithdrawn, event("{seat} withdraws offer {offer:number}."))  # III-U5: as its seat accepts another
message.reads(OfferCancelled, event("{seat} cancels offer {offer:number}."))  # III-U4
message.reads(OfferExpired, event("Nobody has accepted offer {offer:number} of {seat} in time."))  # III-U6
message.on(deal_of_all_started)


@message.on
def play_opened(event: PlayOpened) -> Message:
    """Return who has opened the play, or that it is open (III-R5, III-U7)."""
    return OPEN() if event.seat is None else OPENED(seat=event.seat)


@message.on
def offer_made(event: OfferMade) -> Message:
    """III-R4, in the words of the source."""
    count = NUMBERS[event.count]
    if event.cards is UNSET:
        return OFFERED(seat=event.seat, count=count, offer=event.offer)
    return OFFERED_SEEN(seat=event.seat, count=count, offer=event.offer, cards=event.cards)


@message.on
def cards_exchanged(event: CardsExchanged) -> Message:
    """Return who has exchanged how many cards with whom, and which if they are shown (III-U1, III-U3)."""
    done = {"seat": event.seat, "offer": event.offer, "offerer": event.offerer}
    if event.offered is UNSET or event.returned is UNSET:
        return EXCHANGED(**done, count=event.count)
    return EXCHANGED_SEEN(**done, offered=event.offered, returned=event.returned)


@message.on
def end_called(event: EndCalled) -> Message:
    """Return that a seat wants the deal to end, or no longer does (III-U12 a)."""
    return (CALLED if event.on else UNCALLED)(seat=event.seat)
