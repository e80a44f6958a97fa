"""The events of Honors No. III as sentences. Cards that a redacted event hides are not told."""

from collections.abc import Callable
from typing import Any

from domain.events import CardsDealt, DealStarted
from domain.game import UNSET, Event
from domain.games.honors import messages
from domain.games.honors_3.events import (
    BookLaid,
    CardsExchanged,
    DealEnded,
    EndCalled,
    GameStarted,
    Honors3Event,
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
from domain.match import GameFinished
from domain.messages import Amount, Argument, Cards, Message, seat
from domain.sentences import cards_dealt, deal_of_all_started, game_finished

TITLE = "Honors No. III"

NUMBERS = {1: "one", 2: "two", 3: "three"}
REASONS: dict[Why, str] = {
    "out": "as somebody is out",
    "called_off": "as all have called it off",
    "stall": "as nobody is out",
    "time_up": "as nobody is out",
}


def message(event: Honors3Event, _: State) -> Message:
    """Return the event as a message."""
    return MESSAGES[type(event)](event)


def game_started(event: GameStarted) -> Message:
    """III-R1, III-R11."""
    options = event.options
    return messages.game_started(TITLE, options.players, options.target_score, options.max_deals)


def book_laid(event: BookLaid) -> Message:
    """III-R6."""
    return Message.of("{seat} lays down book {book}.", seat=seat(event.seat), book=event.book)


def play_opened(event: PlayOpened) -> Message:
    """III-R5, III-U7."""
    if event.seat is None:
        return Message.of("The play is open.")
    return Message.of("{seat} opens the play.", seat=seat(event.seat))


def offer_made(event: OfferMade) -> Message:
    """III-R4, in the words of the source."""
    said: dict[str, Argument] = {"seat": seat(event.seat), "count": NUMBERS[event.count], "offer": event.offer}
    if event.cards is UNSET:
        return Message.of("{seat} says “Change {count}” (offer {offer}).", **said)
    return Message.of(
        "{seat} says “Change {count}” (offer {offer}), meaning {cards}.", **said, cards=Cards(event.cards)
    )


def cards_exchanged(event: CardsExchanged) -> Message:
    """III-U1, III-U3."""
    done: dict[str, Argument] = {"seat": seat(event.seat), "offer": event.offer, "offerer": seat(event.offerer)}
    if event.offered is UNSET or event.returned is UNSET:
        count = Amount(event.count, "card")
        return Message.of("{seat} accepts offer {offer} and exchanges {count} with {offerer}.", **done, count=count)
    cards = {"offered": Cards(event.offered), "returned": Cards(event.returned)}
    return Message.of("{seat} accepts offer {offer} and gives {offerer} {returned} for {offered}.", **done, **cards)


def offer_withdrawn(event: OfferWithdrawn) -> Message:
    """III-U5."""
    return about_offer("{seat} withdraws offer {offer}.", event)


def offer_cancelled(event: OfferCancelled) -> Message:
    """III-U4."""
    return about_offer("{seat} cancels offer {offer}.", event)


def offer_expired(event: OfferExpired) -> Message:
    """III-U6."""
    return about_offer("Nobody has accepted offer {offer} of {seat} in time.", event)


def about_offer(template: str, event: OfferWithdrawn | OfferCancelled | OfferExpired) -> Message:
    """Return that an offer is no longer open."""
    return Message.of(template, seat=seat(event.seat), offer=event.offer)


def end_called(event: EndCalled) -> Message:
    """III-U12 a."""
    if event.on:
        return Message.of("{seat} calls for an end of the deal.", seat=seat(event.seat))
    return Message.of("{seat} wishes to play on.", seat=seat(event.seat))


def seat_went_out(event: SeatWentOut) -> Message:
    """III-R7."""
    return Message.of("{seat} is out and calls “Honors”.", seat=seat(event.seat))


def trading_stalled(_: TradingStalled) -> Message:
    """III-U12 b."""
    return Message.of("Nobody has exchanged a card for too long.")


def time_ran_out(_: TimeRanOut) -> Message:
    """III-U12 c."""
    return Message.of("The time for this deal has run out.")


def deal_ended(event: DealEnded) -> Message:
    """III-R9, III-R10."""
    return messages.deal_ended(event, REASONS[event.why])


MESSAGES: dict[type[Event], Callable[[Any], Message]] = {
    GameStarted: game_started,
    DealStarted: deal_of_all_started,
    CardsDealt: cards_dealt,
    BookLaid: book_laid,
    PlayOpened: play_opened,
    OfferMade: offer_made,
    OfferWithdrawn: offer_withdrawn,
    CardsExchanged: cards_exchanged,
    OfferCancelled: offer_cancelled,
    OfferExpired: offer_expired,
    EndCalled: end_called,
    SeatWentOut: seat_went_out,
    TradingStalled: trading_stalled,
    TimeRanOut: time_ran_out,
    DealEnded: deal_ended,
    GameFinished: game_finished,
}
