"""The events that games share, as `rules/README.md` of the rulebooks names them."""

from collections.abc import Mapping
from typing import ClassVar

from domain.game import NOBODY, UNSET, Event, Seat, Secret


class DealStarted(Event, frozen=True):
    """A deal begins; `stock_size` is what the deal leaves, `deck` is in the order dealt, top card first."""

    deal: int
    dealer: Seat
    stock_size: int
    deck: Secret[tuple[str, ...]] = UNSET

    everyone: ClassVar[tuple[str, ...]] = ("deal", "dealer", "stock_size")
    only: ClassVar[Mapping[str, str]] = {"deck": NOBODY}


class CardsDealt(Event, frozen=True):
    """A seat has got its cards of the deal."""

    seat: Seat
    count: int
    cards: Secret[tuple[str, ...]] = UNSET

    everyone: ClassVar[tuple[str, ...]] = ("seat", "count")
    only: ClassVar[Mapping[str, str]] = {"cards": "seat"}
