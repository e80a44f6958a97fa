"""The events of Honors No. IV as sentences. A card that a redacted event hides is not told."""

from collections.abc import Callable
from typing import Any

from domain.events import CardDiscarded, CardsDealt, CardsDrawn, DealStarted
from domain.game import Event
from domain.games.honors import messages
from domain.games.honors.match import StockFormed
from domain.games.honors_4.events import (
    DealEnded,
    GameStarted,
    Honors4Event,
    PileTaken,
    PlayOpened,
    SeatWentOut,
    Why,
)
from domain.games.honors_4.state import State
from domain.match import GameFinished
from domain.messages import Amount, Cards, Message, seat
from domain.seats import from_left_of
from domain.sentences import card_discarded, game_finished, with_cards

TITLE = "Honors No. IV"

REASONS: dict[Why, str] = {
    "out": "as somebody is out",
    "max_rounds": "as nobody goes out",
}


def message(event: Honors4Event, state: State) -> Message:
    """Return the event as a message."""
    if isinstance(event, DealStarted):
        return deal_started(event, state.options.players)
    return MESSAGES[type(event)](event)


def game_started(event: GameStarted) -> Message:
    """IV-R1, IV-U11."""
    options = event.options
    return messages.game_started(TITLE, options.players, options.target_score, options.max_deals)


def play_opened(event: PlayOpened) -> Message:
    """IV-R3."""
    return Message.of("{seat} opens the play.", seat=seat(event.seat))


def deal_started(event: DealStarted, players: int) -> Message:
    """IV-R2, IV-U3."""
    opener = seat(from_left_of(players, event.dealer)[0])
    stock = Amount(event.stock_size, "card")
    return Message.of(
        "Deal {deal} begins: all draw, {opener} first, and leave a pack of {stock}.",
        deal=event.deal,
        opener=opener,
        stock=stock,
    )


def cards_dealt(event: CardsDealt) -> Message:
    """IV-R4."""
    return with_cards("{seat} draws {count} to begin with", event.seat, event.count, event.cards)


def cards_drawn(event: CardsDrawn) -> Message:
    """IV-R5, IV-R8."""
    return with_cards("{seat} draws {count} from the pack", event.seat, event.count, event.cards)


def pile_taken(event: PileTaken) -> Message:
    """IV-R8."""
    return Message.of("{seat} takes {cards} from the pile.", seat=seat(event.seat), cards=Cards(event.cards))


def seat_went_out(event: SeatWentOut) -> Message:
    """IV-R5."""
    return Message.of("{seat} goes out with {cards}.", seat=seat(event.seat), cards=Cards(event.cards))


def deal_ended(event: DealEnded) -> Message:
    """IV-U10, IV-U11."""
    return messages.deal_ended(event, REASONS[event.why])


MESSAGES: dict[type[Event], Callable[[Any], Message]] = {
    GameStarted: game_started,
    PlayOpened: play_opened,
    CardsDealt: cards_dealt,
    StockFormed: messages.pack_formed,
    CardsDrawn: cards_drawn,
    PileTaken: pile_taken,
    CardDiscarded: card_discarded,
    SeatWentOut: seat_went_out,
    DealEnded: deal_ended,
    GameFinished: game_finished,
}
