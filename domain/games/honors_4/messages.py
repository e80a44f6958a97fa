"""The messages for the events of Honors No. IV. A card that a redacted event hides is not named."""

from functools import partial

from domain.dispatch import Messages
from domain.events import CardsDealt, CardsDrawn, DealStarted
from domain.games.honors.messages import SOMEBODY_OUT, match_messages
from domain.games.honors_4.events import PileTaken, PlayOpened, SeatWentOut
from domain.games.honors_4.state import State
from domain.messages import Message, Template
from domain.seats import from_left_of
from domain.shared_messages import with_cards

event = partial(Template, "honors_4", "event")

TITLE = Template("honors_4", "word", "Honors No. IV")
BEGINS = event("Deal {deal:number} begins: all draw, {opener:seat} first, and leave a pack of {stock:amount.card}.")
REASONS = {"out": SOMEBODY_OUT, "max_rounds": Template("honors_4", "word", "as nobody goes out")}

message = Messages[State](match_messages(TITLE, REASONS))
message.reads(PlayOpened, event("{seat} opens the play."))  # IV-R3
message.on(with_cards("honors_4", "{seat} draws {count:amount.card} to begin with"), CardsDealt)  # IV-R4
message.on(with_cards("honors_4", "{seat} draws {count:amount.card} from the pack"), CardsDrawn)  # IV-R5, IV-R8
message.reads(PileTaken, event("{seat} takes {cards} from the pile."))  # IV-R8
message.reads(SeatWentOut, event("{seat} goes out with {cards}."))  # IV-R5


@message.on
def deal_started(event: DealStarted, state: State) -> Message:
    """Return who draws the first card of a deal, and what is left (IV-R2, IV-U3)."""
    opener = from_left_of(state.options.players, event.dealer)[0]
    return BEGINS(deal=event.deal, opener=opener, stock=event.stock_size)
