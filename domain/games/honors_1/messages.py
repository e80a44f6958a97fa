"""The messages for the events of Honors No. I. A card that a redacted event hides is not named."""

from functools import partial

from domain.dispatch import Messages
from domain.events import CardsDrawn, DealStarted
from domain.games.honors.messages import SOMEBODY_OUT, match_messages
from domain.games.honors_1.events import Answer, BookLaid, CardAsked, LuckyCardDrawn, SeatWentOut, Why
from domain.games.honors_1.state import State
from domain.messages import Message, Template
from domain.shared_messages import deal_of_all_started, deal_with_rest_started, with_cards

event = partial(Template, "honors_1", "event")
word = partial(Template, "honors_1", "word")

TITLE = word("Honors No. I")

ANSWERS: dict[Answer, Template] = {
    "given": event("{seat} asks {target:seat} for {card} and gets it."),
    "not_held": event("{seat} asks {target:seat} for {card} in vain."),
}
REASONS: dict[Why, Template] = {
    "all_books": word("as all books are laid aside"),
    "first_out": SOMEBODY_OUT,
    "stall": word("as nobody has made a book for too long"),
}
CENTRE_LEFT = event("Deal {deal:number}: {dealer:seat} deals and leaves {stock:amount.card} in the centre.")


message = Messages[State](match_messages(TITLE, REASONS))
message.on(with_cards("honors_1", "{seat} draws {count:amount.card} from the centre"), CardsDrawn)  # I-U4, I-U6, I-U7
message.reads(LuckyCardDrawn, event("{seat} shows the card drawn: {card}, as called for."))  # I-U5
message.reads(BookLaid, event("{seat} lays book {book:code} aside."))  # I-R10
message.reads(SeatWentOut, event("{seat} is the first to be out of cards."))  # I-R13


@message.on
def deal_started(event: DealStarted) -> Message:
    """Return who deals, and what is left in the centre (I-R2 to I-R4)."""
    return deal_with_rest_started(event, CENTRE_LEFT) if event.stock_size else deal_of_all_started(event)


@message.on
def card_asked(event: CardAsked) -> Message:
    """Return who has called for which card, and the answer (I-U1)."""
    return ANSWERS[event.answer](seat=event.seat, target=event.target, card=event.card)
