"""The events of Honors No. I as sentences. A card that a redacted event hides is not told."""

from domain.dispatch import Messages
from domain.events import CardsDrawn, DealStarted
from domain.games.honors.messages import match_messages
from domain.games.honors_1.events import (
    Answer,
    BookLaid,
    CardAsked,
    LuckyCardDrawn,
    SeatWentOut,
    Why,
)
from domain.games.honors_1.state import State
from domain.messages import Message, card, seat
from domain.sentences import deal_of_all_started, deal_with_rest_started, with_cards

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
MATCH = match_messages(TITLE, REASONS)


message = Messages[State](MATCH)
message.reads(LuckyCardDrawn, "{seat} shows the card drawn: {card}, as called for.")  # I-U5
message.reads(BookLaid, "{seat} lays book {book} aside.")  # I-R10
message.reads(SeatWentOut, "{seat} is the first to be out of cards.")  # I-R13


@message.on
def deal_started(event: DealStarted) -> Message:
    """Return who deals, and what is left in the centre (I-R2 to I-R4)."""
    if not event.stock_size:
        return deal_of_all_started(event)
    return deal_with_rest_started(event, "{stock} in the centre")


@message.on
def cards_drawn(event: CardsDrawn) -> Message:
    """Return how many cards a seat has drawn, and which if they are shown (I-U4, I-U6, I-U7)."""
    return with_cards("{seat} draws {count} from the centre", event.seat, event.count, event.cards)


@message.on
def card_asked(event: CardAsked) -> Message:
    """Return who has called for which card, and the answer (I-U1)."""
    return Message.of(ANSWERS[event.answer], seat=seat(event.seat), target=seat(event.target), card=card(event.card))
