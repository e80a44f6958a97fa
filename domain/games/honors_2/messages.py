"""The messages for the events of Honors No. II. A card that a redacted event hides is not named."""

from functools import partial

from domain.dispatch import Messages
from domain.events import CardsDrawn, DealStarted
from domain.game import UNSET
from domain.games.honors.messages import SOMEBODY_OUT, match_messages
from domain.games.honors_2.events import (
    CardDiscarded,
    CardsLaid,
    CardTurnedUp,
    ChallengeWaived,
    DealEnded,
    DiscardChallenged,
    DrawPassed,
    FineGiven,
    PileTaken,
    SeatWentOut,
    Why,
    WindowClosed,
)
from domain.games.honors_2.state import State
from domain.messages import Message, Template
from domain.shared_messages import deal_with_rest_started, scored, with_cards

event = partial(Template, "honors_2", "event")
word = partial(Template, "honors_2", "word")

TITLE = word("Honors No. II")

REASONS: dict[Why, Template] = {
    "out": SOMEBODY_OUT,
    "stall": word("as nobody has laid a card for too long"),
    "passed": word("as the pack is empty"),
    "nothing_to_draw": word("as pack and pile are empty"),
}
PACK_LEFT = event("Deal {deal:number}: {dealer:seat} deals and leaves a pack of {stock:amount.card}.")
ADDED = event("{seat} adds {cards}.")
LAID = event("{seat} lays down {cards}.")
RIGHT = event("{seat} challenges the discard of {card} and is right: it could have been played.")
WRONG = event("{seat} challenges the discard of {card} and is wrong: it could not have been played.")
FINED = event("{seat} gives {to:seat} {card} as a fine.")
FINED_UNSEEN = event("{seat} gives {to:seat} a card as a fine.")
ENDED = event("Deal {deal:number} ends, {reason:message}: {scores:parts}; {hands:parts}.")
LEFT_WITH = event("{seat} is left with {hand:cards}")


message = Messages[State](match_messages(TITLE, REASONS))
message.reads(CardTurnedUp, event("Beside the pack {card} is laid face up."))  # II-R3
message.on(with_cards("honors_2", "{seat} draws {count:amount.card} from the pack"), CardsDrawn)  # II-R4
message.reads(PileTaken, event("{seat} takes {cards} from the pile."))  # II-R9
message.reads(DrawPassed, event("{seat} passes."))  # II-U12
message.reads(CardDiscarded, event("{seat} discards {card}."))  # II-R6
message.reads(ChallengeWaived, event("{seat} does not challenge the discard of {card}."))  # II-U8
message.reads(WindowClosed, event("Nobody has challenged the discard in time."))  # II-U8
message.reads(SeatWentOut, event("{seat} is out of cards."))  # II-R15


@message.on
def deal_started(event: DealStarted) -> Message:
    """Return who deals, and what is left as a pack (II-R2, II-R3)."""
    return deal_with_rest_started(event, PACK_LEFT)


@message.on
def cards_laid(event: CardsLaid) -> Message:
    """Return which cards a seat has laid (II-R5, II-R11)."""
    return (ADDED if len(event.cards) == 1 else LAID)(seat=event.seat, cards=event.cards)


@message.on
def discard_challenged(event: DiscardChallenged) -> Message:
    """Return who has challenged a discard, and whether rightly (II-R14, II-U11)."""
    return (RIGHT if event.upheld else WRONG)(seat=event.seat, card=event.card)


@message.on
def fine_given(event: FineGiven) -> Message:
    """Return who has given a card as a fine, and which if it is shown (II-U9)."""
    if event.card is UNSET:
        return FINED_UNSEEN(seat=event.seat, to=event.to)
    return FINED(seat=event.seat, to=event.to, card=event.card)


@message.on
def deal_ended(event: DealEnded) -> Message:
    """II-R16 to II-R18; II-U17: the hands are laid open."""
    hands = tuple([LEFT_WITH(seat=seat, hand=hand) for seat, hand in enumerate(event.hands) if hand])
    scores = scored(event.scores, event.totals)
    return ENDED(deal=event.deal, reason=REASONS[event.why], scores=scores, hands=hands)
