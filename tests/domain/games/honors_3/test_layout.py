import pytest

from domain.games.honors_3 import HONORS_3
from domain.games.honors_3.events import CardsExchanged
from domain.layout import Moved, of_seat
from tests.domain.games.honors.table import cards
from tests.domain.games.honors_3.table import accept, call_off, given, offer
from tests.domain.scenario import after, layout
from tests.domain.zones import codes, counters, meanings, zone


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_hands_and_books(viewer: int | None) -> None:
    shown = layout(given(), viewer)
    assert [zone(shown, f"hand-{seat}").count for seat in range(4)] == [4, 4, 8, 12]
    assert codes(zone(shown, "hand-1")) == (cards("F-4 G-2 H-1 I-1") if viewer == 1 else None)
    assert [each.id for each in zone(shown, "books-1").zones] == ["books-1-C", "books-1-D"]
    assert codes(zone(shown, "books-1-D")) == cards("D-1234")
    assert zone(shown, "books-3").zones == ()


@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_the_cards_of_an_offer_lie_apart_in_the_hand_for_its_owner_alone(viewer: int | None) -> None:
    shown = layout(after(given(), (2, offer("G-3 L-1"))), viewer)
    hand = zone(shown, "hand-2")
    (offered,) = hand.zones
    assert (offered.id, offered.kind, offered.face, offered.count) == ("offer-1", "aside", "down", 2)
    assert offered.owner == of_seat(2)
    assert (hand.count, offered.label.text) == (6, "offer 1")
    assert codes(offered) == (cards("G-3 L-1") if viewer == 2 else None)
    assert codes(hand) == (cards("H-2 I-2 J-12 K-12") if viewer == 2 else None)


def test_an_offer_that_is_accepted_is_gone() -> None:
    shown = layout(after(given(), (2, offer("G-3")), (3, accept(1, "L-2"))), 2)
    assert zone(shown, "hand-2").zones == ()
    assert codes(zone(shown, "hand-2")) == cards("H-2 I-2 J-12 K-12 L-12")


def test_an_exchange_tells_itself_what_moved_as_the_hands_are_as_large_as_before() -> None:
    exchanged = CardsExchanged(1, 3, 2, 1, at=0)
    assert HONORS_3.moved(exchanged) == (Moved("offer-1", "hand-3", 1), Moved("hand-3", "hand-2", 1))


def test_what_is_counted() -> None:
    shown = layout(after(given(), (1, call_off()), (2, call_off())), None)
    assert meanings(shown)["calls"] == ("votes", None)
    assert counters(shown) == {"deal": 1, "total-0": 0, "total-1": 0, "total-2": 0, "total-3": 0, "calls": 2}
