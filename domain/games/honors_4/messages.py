"""The events of Honors No. IV as sentences. A card that a redacted event hides is not told."""

from domain.dispatch import Messages
from domain.events import CardsDealt, CardsDrawn, DealStarted
from domain.games.honors.messages import match_messages
from domain.games.honors_4.events import PileTaken, PlayOpened, SeatWentOut
from domain.games.honors_4.state import State
from domain.messages import Amount, Cards, Message, seat
from domain.seats import from_left_of
from domain.sentences import with_cards

TITLE = "Honors No. IV"

message = Messages[State](match_messages(TITLE, {"out": "as somebody is out", "max_rounds": "as nobody goes out"}))


@message.on
def play_opened(event: PlayOpened) -> Message:
    """Return who has opened the play (IV-R3)."""
    return Message.of("{seat} opens the play.", seat=seat(event.seat))


@message.on
def deal_started(event: DealStarted, state: State) -> Message:
    """Return who draws the first card of a deal, and what is left (IV-R2, IV-U3)."""
    return Message.of(
        "Deal {deal} begins: all draw, {opener} first, and leave a pack of {stock}.",
        deal=event.deal,
        opener=seat(from_left_of(state.options.players, event.dealer)[0]),
        stock=Amount(event.stock_size, "card"),
    )


@message.on
def cards_dealt(event: CardsDealt) -> Message:
    """Return that a seat has its first card (IV-R4)."""
    return with_cards("{seat} draws {count} to begin with", event.seat, event.count, event.cards)


@message.on
def cards_drawn(event: CardsDrawn) -> Message:
    """Return that a seat has drawn from the pack (IV-R5, IV-R8)."""
    return with_cards("{seat} draws {count} from the pack", event.seat, event.count, event.cards)


@message.on
def pile_taken(event: PileTaken) -> Message:
    """Return which card a seat has taken from the pile (IV-R8)."""
    return Message.of("{seat} takes {cards} from the pile.", seat=seat(event.seat), cards=Cards(event.cards))


@message.on
def seat_went_out(event: SeatWentOut) -> Message:
    """Return with which two cards a seat goes out (IV-R5)."""
    return Message.of("{seat} goes out with {cards}.", seat=seat(event.seat), cards=Cards(event.cards))
