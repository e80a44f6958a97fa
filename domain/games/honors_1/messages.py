"""The events of Honors No. I as sentences. A card that a redacted event hides is not told."""

from collections.abc import Callable
from typing import Any

from domain.events import CardsDealt, CardsDrawn, DealStarted
from domain.game import Event
from domain.games.honors import messages
from domain.games.honors_1.events import (
    Answer,
    BookLaid,
    CardAsked,
    DealEnded,
    GameStarted,
    Honors1Event,
    LuckyCardDrawn,
    SeatWentOut,
    Why,
)
from domain.games.honors_1.state import State
from domain.match import GameFinished
from domain.messages import Message, card, seat
from domain.sentences import cards_dealt, deal_of_all_started, deal_with_rest_started, game_finished, with_cards

TITLE = "Honors No. I"

ANSWERS: dict[Answer, str] = {
    "given": "{seat} asks {target} for {card} and gets it.",
    "not_held": "{seat} asks {target} for {card} in vain.",
}
REASONS: dict[Why, str] = {
    "all_books": "as all books are laid aside",
    "first_out": "as somebody is out",
    "stall": "as nobody has made a book for too long",
}


def message(event: Honors1Event, _: State) -> Message:
    """Return the event as a message."""
    return MESSAGES[type(event)](event)


def game_started(event: GameStarted) -> Message:
    """I-R1, I-R14."""
    options = event.options
    return messages.game_started(TITLE, options.players, options.target_score, options.max_deals)


def deal_started(event: DealStarted) -> Message:
    """I-R2 to I-R4."""
    if not event.stock_size:
        return deal_of_all_started(event)
    return deal_with_rest_started(event, "{stock} in the centre")


def cards_drawn(event: CardsDrawn) -> Message:
    """I-U4, I-U6, I-U7."""
    return with_cards("{seat} draws {count} from the centre", event.seat, event.count, event.cards)


def card_asked(event: CardAsked) -> Message:
    """I-U1."""
    return Message.of(ANSWERS[event.answer], seat=seat(event.seat), target=seat(event.target), card=card(event.card))


def lucky_card_drawn(event: LuckyCardDrawn) -> Message:
    """I-U5."""
    return Message.of(
        "{seat} shows the card drawn: {card}, as called for.", seat=seat(event.seat), card=card(event.card)
    )


def book_laid(event: BookLaid) -> Message:
    """I-R10."""
    return Message.of("{seat} lays book {book} aside.", seat=seat(event.seat), book=event.book)


def seat_went_out(event: SeatWentOut) -> Message:
    """I-R13."""
    return Message.of("{seat} is the first to be out of cards.", seat=seat(event.seat))


def deal_ended(event: DealEnded) -> Message:
    """I-R12, I-R13."""
    return messages.deal_ended(event, REASONS[event.why])


MESSAGES: dict[type[Event], Callable[[Any], Message]] = {
    GameStarted: game_started,
    DealStarted: deal_started,
    CardsDealt: cards_dealt,
    CardAsked: card_asked,
    CardsDrawn: cards_drawn,
    LuckyCardDrawn: lucky_card_drawn,
    BookLaid: book_laid,
    SeatWentOut: seat_went_out,
    DealEnded: deal_ended,
    GameFinished: game_finished,
}
