import pytest

from domain.layout import of_seat
from tests.domain.games.honors.table import cards
from tests.domain.games.honors_1.table import ask, given
from tests.domain.scenario import layout, when
from tests.domain.zones import codes, counters, labels, meanings, zone

STATE = given({0: "A-13 B-1", 1: "A-2 B-23", 2: "", 3: "A-4 B-4 D-12"}, "D-34", turn=1, misses=3)
"""Seat 3 has laid aside the other nine books."""


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_the_centre_and_the_hands(viewer: int | None) -> None:
    shown = layout(STATE, viewer)
    centre = zone(shown, "stock")
    assert (centre.kind, centre.face, centre.count, codes(centre)) == ("stock", "down", 2, None)
    assert centre.label.text == "centre"
    assert [zone(shown, f"hand-{seat}").count for seat in range(4)] == [3, 3, 0, 4]
    assert codes(zone(shown, "hand-0")) == (cards("A-13 B-1") if viewer == 0 else None)
    assert zone(shown, "hand-3").label.text == "hand of seat 3"


@pytest.mark.parametrize("viewer", [None, 0])
def test_books_lie_face_up_before_the_player_who_has_laid_them_aside_in_the_order_laid(viewer: int | None) -> None:
    state, _ = when(given({0: "A-123 B-1 D-1", 1: "A-4 B-234 D-234"}), 0, ask(1, "A-4"))
    shown = layout(state, viewer)
    assert [each.id for each in zone(shown, "books-0").zones] == ["books-0-A"]
    book = zone(shown, "books-0-A")
    assert (book.kind, book.owner, book.face, book.count, book.label.text) == ("meld", of_seat(0), "up", 4, "book A")
    assert codes(book) == cards("A-1234")
    assert [each.label.text for each in zone(shown, "books-1").zones] == [f"book {letter}" for letter in "CEFGHIJKL"]
    assert (zone(shown, "books-1").count, zone(shown, "books-1").cards) == (0, None)


def test_what_is_counted() -> None:
    assert counters(layout(STATE, None)) == {
        "deal": 1, "total-0": 0, "total-1": 0, "total-2": 0, "total-3": 0, "turns-left": 4 * 20 - 3,
    }  # fmt: skip
    assert labels(layout(STATE, None))["turns-left"] == "wrong calls left without a centre"
    assert meanings(layout(STATE, None))["turns-left"] == ("turns_left", None)


def test_who_is_to_act() -> None:
    assert [each.to_act for each in layout(STATE, 0).seats] == [False, True, False, False]
