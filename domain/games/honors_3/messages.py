"""The events of Honors No. III as sentences. Cards that a redacted event hides are not told."""

from domain.dispatch import Messages
from domain.game import UNSET
from domain.games.honors.messages import match_messages
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
from domain.messages import Amount, Argument, Cards, Message, seat
from domain.sentences import deal_of_all_started

TITLE = "Honors No. III"

NUMBERS = {1: "one", 2: "two", 3: "three"}
REASONS: dict[Why, str] = {
    "out": "as somebody is out",
    "called_off": "as all have called it off",
    "stall": "as nobody is out",
    "time_up": "as nobody is out",
}
MATCH = match_messages(TITLE, REASONS)


message = Messages[State](MATCH)
message.reads(BookLaid, "{seat} lays down book {book}.")  # III-R6
message.reads(SeatWentOut, "{seat} is out and calls “Honors”.")  # III-R7
message.reads(TradingStalled, "Nobody has exchanged a card for too long.")  # III-U12 b
message.reads(TimeRanOut, "The time for this deal has run out.")  # III-U12 c
message.on(deal_of_all_started)


@message.on
def play_opened(event: PlayOpened) -> Message:
    """Return who has opened the play, or that it is open (III-R5, III-U7)."""
    if event.seat is None:
        return Message.of("The play is open.")
    return Message.of("{seat} opens the play.", seat=seat(event.seat))


@message.on
def offer_made(event: OfferMade) -> Message:
    """III-R4, in the words of the source."""
    said: dict[str, Argument] = {"seat": seat(event.seat), "count": NUMBERS[event.count], "offer": event.offer}
    if event.cards is UNSET:
        return Message.of("{seat} says “Change {count}” (offer {offer}).", **said)
    return Message.of(
        "{seat} says “Change {count}” (offer {offer}), meaning {cards}.", **said, cards=Cards(event.cards)
    )


@message.on
def cards_exchanged(event: CardsExchanged) -> Message:
    """Return who has exchanged how many cards with whom, and which if they are shown (III-U1, III-U3)."""
    done: dict[str, Argument] = {"seat": seat(event.seat), "offer": event.offer, "offerer": seat(event.offerer)}
    if event.offered is UNSET or event.returned is UNSET:
        count = Amount(event.count, "card")
        return Message.of("{seat} accepts offer {offer} and exchanges {count} with {offerer}.", **done, count=count)
    cards = {"offered": Cards(event.offered), "returned": Cards(event.returned)}
    return Message.of("{seat} accepts offer {offer} and gives {offerer} {returned} for {offered}.", **done, **cards)


@message.on
def offer_withdrawn(event: OfferWithdrawn) -> Message:
    """Return that an offer is withdrawn, as its seat accepts another (III-U5)."""
    return about_offer("{seat} withdraws offer {offer}.", event)


@message.on
def offer_cancelled(event: OfferCancelled) -> Message:
    """Return that a seat takes its offer back (III-U4)."""
    return about_offer("{seat} cancels offer {offer}.", event)


@message.on
def offer_expired(event: OfferExpired) -> Message:
    """Return that nobody has accepted an offer in time (III-U6)."""
    return about_offer("Nobody has accepted offer {offer} of {seat} in time.", event)


def about_offer(template: str, event: OfferWithdrawn | OfferCancelled | OfferExpired) -> Message:
    """Return that an offer is no longer open."""
    return Message.of(template, seat=seat(event.seat), offer=event.offer)


@message.on
def end_called(event: EndCalled) -> Message:
    """Return that a seat wants the deal to end, or no longer does (III-U12 a)."""
    if event.on:
        return Message.of("{seat} calls for an end of the deal.", seat=seat(event.seat))
    return Message.of("{seat} wishes to play on.", seat=seat(event.seat))
