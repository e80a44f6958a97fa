"""The events that games share, as `domain/games/rulebooks.md` names them."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from domain.game import NOBODY, UNSET, Event, Seat, Secret
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

    deal: int
    dealer: Seat
    stock_size: int
    deck: Secret[tuple[str, ...]] = UNSET

    everyone: ClassVar[tuple[str, ...]] = ("deal", "dealer", "stock_size")
    only: ClassVar[Mapping[str, tuple[str, ...]]] = {"deck": NOBODY}


class CardsDealt(Event, frozen=True):
    """A seat has got its cards of the deal."""

    seat: Seat
    count: int
    cards: Secret[tuple[str, ...]] = UNSET

    everyone: ClassVar[tuple[str, ...]] = ("seat", "count")
    only: ClassVar[Mapping[str, tuple[str, ...]]] = {"cards": ("seat",)}


class CardsDrawn(Event, frozen=True):
    """A seat has drawn cards from the top of the stock; there is no such event for none."""

    seat: Seat
    count: int
    cards: Secret[tuple[str, ...]] = UNSET

    everyone: ClassVar[tuple[str, ...]] = ("seat", "count")
    only: ClassVar[Mapping[str, tuple[str, ...]]] = {"cards": ("seat",)}


class CardDiscarded(Event, frozen=True):
    """A seat has put a card on the discard pile, face up."""

    seat: Seat
    card: str

    everyone: ClassVar[tuple[str, ...]] = ("seat", "card")


def dealt(hands: Sequence[tuple[str, ...]], dealer: int, at: int) -> tuple[CardsDealt, ...]:
    """Return the events of a deal, from the dealer's left; `hands` are by seat."""
    return tuple(CardsDealt(seat, len(hands[seat]), hands[seat], at=at) for seat in from_left_of(len(hands), dealer))
