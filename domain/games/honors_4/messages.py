"""The events of Honors No. IV as sentences. A card that a redacted event hides is not told."""

from domain.dispatch import Messages
from domain.events import CardsDealt, CardsDrawn, DealStarted
from domain.games.honors.messages import match_messages
from domain.games.honors_4.events import PileTaken, PlayOpened, SeatWentOut
from domain.games.honors_4.state import State
from domain.messages import Amount, Message, seat
from domain.seats import from_left_of
from domain.sentences import reads_with_cards

TITLE = "Honors No. IV"

message = Messages[State](match_messages(TITLE, {"out": "as somebody is out", "max_rounds": "as nobody goes out"}))
message.reads(PlayOpened, "{seat} opens the play.")  # IV-R3
message.on(reads_with_cards("{seat} draws {count} to begin with"), CardsDealt)  # IV-R4
message.on(reads_with_cards("{seat} draws {count} from the pack"), CardsDrawn)  # IV-R5, IV-R8
message.reads(PileTaken, "{seat} takes {cards} from the pile.")  # IV-R8
message.reads(SeatWentOut, "{seat} goes out with {cards}.")  # IV-R5


@message.on
def deal_started(event: DealStarted, state: State) -> Message:
    """Return who draws the first card of a deal, and what is left (IV-R2, IV-U3)."""
    return Message.of(
        "Deal {deal} begins: all draw, {opener} first, and leave a pack of {stock}.",
        deal=event.deal,
        opener=seat(from_left_of(state.options.players, event.dealer)[0]),
        stock=Amount(event.stock_size, "card"),
    )
