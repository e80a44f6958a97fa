"""The events that games share, as `domain/games/rulebooks.md` names them."""

from collections.abc import Sequence

from domain.game import UNSET, Event, Seat, ToAll, ToNobody, ToSeat
from domain.seats import from_left_of


class GameStarted(Event, frozen=True):
    """A game begins. Each game has a class of its own, with its options."""


class GameFinished(Event, frozen=True):
    """A game is over. Each game has a class of its own, with its result."""


class StockFormed(Event, frozen=True):
    """Cards have been shuffled to a new stock. Each game that does so has a class of its own, with the order.

    Every call of `Chance.shuffle` is recorded in one such event, so that the next call is known by their number.
    """


class DealStarted(Event, frozen=True):
    """A deal begins; `stock_size` is what the deal leaves, `deck` is in the order dealt, top card first."""

    deal: ToAll[int]
    dealer: ToAll[Seat]
    stock_size: ToAll[int]
    deck: ToNobody[tuple[str, ...]] = UNSET


class CardsDealt(Event, frozen=True):
    """A seat has got its cards of the deal."""

    seat: ToAll[Seat]
    count: ToAll[int]
    cards: ToSeat[tuple[str, ...]] = UNSET


class CardsDrawn(Event, frozen=True):
    """A seat has drawn one or more cards from the top of the stock."""

    seat: ToAll[Seat]
    count: ToAll[int]
    cards: ToSeat[tuple[str, ...]] = UNSET


class CardDiscarded(Event, frozen=True):
    """A seat has put a card on the discard pile, face up."""

    seat: ToAll[Seat]
    card: ToAll[str]


def dealt(hands: Sequence[tuple[str, ...]], dealer: int, at: int) -> tuple[CardsDealt, ...]:
    """Return the events of a deal, from the dealer's left; `hands` are by seat."""
    return tuple(CardsDealt(seat, len(hands[seat]), hands[seat], at=at) for seat in from_left_of(len(hands), dealer))
