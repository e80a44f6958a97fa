"""The events of Honors No. IV as sentences. A card that a redacted event hides is not told."""

from collections.abc import Callable
from typing import Any

from domain.events import CardDiscarded, CardsDealt, CardsDrawn, DealStarted, StockFormed
from domain.game import Event
from domain.games.honors import telling
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
from domain.seats import from_left_of
from domain.telling import Amount, Cards, Message, card, seat, told, with_cards

REASONS: dict[Why, str] = {
    "out": "as somebody is out",
    "max_rounds": "as nobody goes out",
}


def tell(event: Honors4Event, state: State) -> Message:
    """Return the event as a message."""
    return TELL[type(event)](event, state)


def game_started(event: GameStarted, _: State) -> Message:
    """IV-R1, IV-U11."""
    options = event.options
    return telling.game_started("Honors No. IV", options.players, options.target_score, options.max_deals)


def play_opened(event: PlayOpened, _: State) -> Message:
    """IV-R3."""
    return told("{seat} opens the play.", seat=seat(event.seat))


def deal_started(event: DealStarted, state: State) -> Message:
    """IV-R2, IV-U3."""
    opener = seat(from_left_of(state.options.players, event.dealer)[0])
    stock = Amount(event.stock_size, "card")
    return told(
        "Deal {deal} begins: all draw, {opener} first, and leave a pack of {stock}.",
        deal=event.deal,
        opener=opener,
        stock=stock,
    )


def cards_dealt(event: CardsDealt, _: State) -> Message:
    """IV-R4."""
    return with_cards("{seat} draws {count} to begin with", event.seat, event.count, event.cards)


def stock_formed(event: StockFormed, _: State) -> Message:
    """IV-U9."""
    return told("The pile, but for its top card, is shuffled to a new pack of {size}.", size=Amount(event.size, "card"))


def cards_drawn(event: CardsDrawn, _: State) -> Message:
    """IV-R5, IV-R8."""
    return with_cards("{seat} draws {count} from the pack", event.seat, event.count, event.cards)


def pile_taken(event: PileTaken, _: State) -> Message:
    """IV-R8."""
    return told("{seat} takes {cards} from the pile.", seat=seat(event.seat), cards=Cards(event.cards))


def card_discarded(event: CardDiscarded, _: State) -> Message:
    """IV-R7."""
    return told("{seat} discards {card}.", seat=seat(event.seat), card=card(event.card))


def seat_went_out(event: SeatWentOut, _: State) -> Message:
    """IV-R5."""
    return told("{seat} goes out with {cards}.", seat=seat(event.seat), cards=Cards(event.cards))


def deal_ended(event: DealEnded, _: State) -> Message:
    """IV-U10, IV-U11."""
    return telling.deal_ended(event, REASONS[event.why])


def game_finished(event: GameFinished, _: State) -> Message:
    """IV-U11."""
    return telling.game_finished(event)


TELL: dict[type[Event], Callable[[Any, State], Message]] = {
    GameStarted: game_started,
    PlayOpened: play_opened,
    DealStarted: deal_started,
    CardsDealt: cards_dealt,
    StockFormed: stock_formed,
    CardsDrawn: cards_drawn,
    PileTaken: pile_taken,
    CardDiscarded: card_discarded,
    SeatWentOut: seat_went_out,
    DealEnded: deal_ended,
    GameFinished: game_finished,
}
