"""The events of Honors No. II as sentences. A card that a redacted event hides is not told."""

from domain.dispatch import Messages
from domain.events import CardsDrawn, DealStarted
from domain.game import UNSET
from domain.games.honors import match
from domain.games.honors.messages import match_messages
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
from domain.messages import Cards, Message, Parts, card, seat
from domain.sentences import deal_with_rest_started, with_cards

TITLE = "Honors No. II"

REASONS: dict[Why, str] = {
    "out": "as somebody is out",
    "stall": "as nobody has laid a card for too long",
    "passed": "as the pack is empty",
    "nothing_to_draw": "as pack and pile are empty",
}
MATCH = match_messages(TITLE, REASONS)


message = Messages[State](MATCH)
message.reads(CardTurnedUp, "Beside the pack {card} is laid face up.")  # II-R3
message.reads(PileTaken, "{seat} takes {cards} from the pile.")  # II-R9
message.reads(DrawPassed, "{seat} passes.")  # II-U12
message.reads(CardDiscarded, "{seat} discards {card}.")  # II-R6
message.reads(ChallengeWaived, "{seat} does not challenge the discard of {card}.")  # II-U8
message.reads(WindowClosed, "Nobody has challenged the discard in time.")  # II-U8
message.reads(SeatWentOut, "{seat} is out of cards.")  # II-R15


@message.on
def deal_started(event: DealStarted) -> Message:
    """Return who deals, and what is left as a pack (II-R2, II-R3)."""
    return deal_with_rest_started(event, "a pack of {stock}")


@message.on
def cards_drawn(event: CardsDrawn) -> Message:
    """Return how many cards a seat has drawn, and which if they are shown (II-R4)."""
    return with_cards("{seat} draws {count} from the pack", event.seat, event.count, event.cards)


@message.on
def cards_laid(event: CardsLaid) -> Message:
    """Return which cards a seat has laid (II-R5, II-R11)."""
    template = "{seat} adds {cards}." if len(event.cards) == 1 else "{seat} lays down {cards}."
    return Message.of(template, seat=seat(event.seat), cards=Cards(event.cards))


@message.on
def discard_challenged(event: DiscardChallenged) -> Message:
    """Return who has challenged a discard, and whether rightly (II-R14, II-U11)."""
    if event.upheld:
        template = "{seat} challenges the discard of {card} and is right: it could have been played."
    else:
        template = "{seat} challenges the discard of {card} and is wrong: it could not have been played."
    return Message.of(template, seat=seat(event.seat), card=card(event.card))


@message.on
def fine_given(event: FineGiven) -> Message:
    """Return who has given a card as a fine, and which if it is shown (II-U9)."""
    giver, taker = seat(event.seat), seat(event.to)
    if event.card is UNSET:
        return Message.of("{seat} gives {to} a card as a fine.", seat=giver, to=taker)
    return Message.of("{seat} gives {to} {card} as a fine.", seat=giver, to=taker, card=card(event.card))


@message.on
def deal_ended(event: DealEnded) -> Message:
    """II-R16 to II-R18; II-U17: the hands are laid open."""
    counted: Message = MATCH.functions[match.DealEnded](event, None)
    hands = tuple(
        Message.of("{seat} is left with {hand}", seat=seat(number), hand=Cards(hand))
        for number, hand in enumerate(event.hands)
        if hand
    )
    return Message.of(f"{counted.template.removesuffix('.')}; {{hands}}.", **counted.arguments, hands=Parts(hands))
