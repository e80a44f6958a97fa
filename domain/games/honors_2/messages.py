"""The events of Honors No. II as sentences. A card that a redacted event hides is not told."""

from collections.abc import Callable
from typing import Any

from domain.events import CardsDealt, CardsDrawn, DealStarted
from domain.game import UNSET, Event
from domain.games.honors import messages
from domain.games.honors.match import StockFormed
from domain.games.honors_2.events import (
    CardDiscarded,
    CardsLaid,
    CardTurnedUp,
    ChallengeWaived,
    DealEnded,
    DiscardChallenged,
    DrawPassed,
    FineGiven,
    GameStarted,
    Honors2Event,
    PileTaken,
    SeatWentOut,
    Why,
    WindowClosed,
)
from domain.games.honors_2.state import State
from domain.match import GameFinished
from domain.messages import Cards, Message, Parts, card, seat
from domain.sentences import cards_dealt, deal_with_rest_started, game_finished, with_cards

TITLE = "Honors No. II"

REASONS: dict[Why, str] = {
    "out": "as somebody is out",
    "stall": "as nobody has laid a card for too long",
    "passed": "as the pack is empty",
    "nothing_to_draw": "as pack and pile are empty",
}


def message(event: Honors2Event, _: State) -> Message:
    """Return the event as a message."""
    return MESSAGES[type(event)](event)


def game_started(event: GameStarted) -> Message:
    """II-R1, II-R19."""
    options = event.options
    return messages.game_started(TITLE, options.players, options.target_score, options.max_deals)


def deal_started(event: DealStarted) -> Message:
    """II-R2, II-R3."""
    return deal_with_rest_started(event, "a pack of {stock}")


def card_turned_up(event: CardTurnedUp) -> Message:
    """II-R3."""
    return Message.of("Beside the pack {card} is laid face up.", card=card(event.card))


def cards_drawn(event: CardsDrawn) -> Message:
    """II-R4."""
    return with_cards("{seat} draws {count} from the pack", event.seat, event.count, event.cards)


def pile_taken(event: PileTaken) -> Message:
    """II-R9."""
    return Message.of("{seat} takes {cards} from the pile.", seat=seat(event.seat), cards=Cards(event.cards))


def draw_passed(event: DrawPassed) -> Message:
    """II-U12."""
    return Message.of("{seat} passes.", seat=seat(event.seat))


def cards_laid(event: CardsLaid) -> Message:
    """II-R5, II-R11."""
    template = "{seat} adds {cards}." if len(event.cards) == 1 else "{seat} lays down {cards}."
    return Message.of(template, seat=seat(event.seat), cards=Cards(event.cards))


def card_discarded(event: CardDiscarded) -> Message:
    """II-R6."""
    return Message.of("{seat} discards {card}.", seat=seat(event.seat), card=card(event.card))


def discard_challenged(event: DiscardChallenged) -> Message:
    """II-R14, II-U11."""
    if event.upheld:
        template = "{seat} challenges the discard of {card} and is right: it could have been played."
    else:
        template = "{seat} challenges the discard of {card} and is wrong: it could not have been played."
    return Message.of(template, seat=seat(event.seat), card=card(event.card))


def challenge_waived(event: ChallengeWaived) -> Message:
    """II-U8."""
    return Message.of("{seat} does not challenge the discard of {card}.", seat=seat(event.seat), card=card(event.card))


def fine_given(event: FineGiven) -> Message:
    """II-U9."""
    giver, taker = seat(event.seat), seat(event.to)
    if event.card is UNSET:
        return Message.of("{seat} gives {to} a card as a fine.", seat=giver, to=taker)
    return Message.of("{seat} gives {to} {card} as a fine.", seat=giver, to=taker, card=card(event.card))


def window_closed(_: WindowClosed) -> Message:
    """II-U8."""
    return Message.of("Nobody has challenged the discard in time.")


def seat_went_out(event: SeatWentOut) -> Message:
    """II-R15."""
    return Message.of("{seat} is out of cards.", seat=seat(event.seat))


def deal_ended(event: DealEnded) -> Message:
    """II-R16 to II-R18; II-U17: the hands are laid open."""
    counted = messages.deal_ended(event, REASONS[event.why])
    hands = tuple(
        Message.of("{seat} is left with {hand}", seat=seat(number), hand=Cards(hand))
        for number, hand in enumerate(event.hands)
        if hand
    )
    return Message.of(f"{counted.template.removesuffix('.')}; {{hands}}.", **counted.arguments, hands=Parts(hands))


MESSAGES: dict[type[Event], Callable[[Any], Message]] = {
    GameStarted: game_started,
    DealStarted: deal_started,
    CardsDealt: cards_dealt,
    CardTurnedUp: card_turned_up,
    StockFormed: messages.pack_formed,
    CardsDrawn: cards_drawn,
    PileTaken: pile_taken,
    DrawPassed: draw_passed,
    CardsLaid: cards_laid,
    CardDiscarded: card_discarded,
    ChallengeWaived: challenge_waived,
    DiscardChallenged: discard_challenged,
    FineGiven: fine_given,
    WindowClosed: window_closed,
    SeatWentOut: seat_went_out,
    DealEnded: deal_ended,
    GameFinished: game_finished,
}
