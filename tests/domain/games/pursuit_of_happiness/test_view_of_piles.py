"""The rows of the table *What a seat sees* that tell of stock and piles, and of cards taken from them."""

import pytest

from tests.domain.games.pursuit_of_happiness.fights import PILE, STEPS, fight
from tests.domain.games.pursuit_of_happiness.table import (
    EVERYBODY,
    activate_diamond,
    attack,
    capture,
    cards,
    defend,
    given,
)

everybody = pytest.mark.parametrize("viewer", EVERYBODY)


@everybody
def test_neither_deck_nor_order_of_a_stock(viewer: int | None) -> None:
    table = given(stock="AC 2C", times_through_deck=2)
    shown = str(table.view(viewer)) + str(table.seen(len(table.log), viewer))
    assert "'AC'" not in shown
    assert "'deck'" not in shown
    table = given(stock_size=0, times_through_deck=2, discards="AC 2C 3C")
    table.end_turn()
    assert table.see("stock_size", viewer) == 1
    shown = str(table.view(viewer)) + str(table.seen(2, viewer))
    assert "'order'" not in shown


@everybody
def test_stock(viewer: int | None) -> None:
    table = given(players=3, times_through_deck=2, stock_size=4)
    keys = ("stock_size", "stock_number", "times_through_deck", "final_turn")
    assert [table.see(key, viewer) for key in keys] == [4, 1, 2, False]
    table.end_turn()
    assert [table.see(key, viewer) for key in keys] == [1, 1, 2, False]
    table.end_turn()
    assert [table.see(key, viewer) for key in keys] == [0, 2, 2, True]


@everybody
def test_cards_drawn_are_seen_by_the_drawer_and_counted_by_the_others(viewer: int | None) -> None:
    table = given(stock="AC 2C 3C")
    table.end_turn()
    (drawn,) = table.seen(1, viewer)
    shown = {"cards": cards("AC 2C 3C")} if viewer == 1 else {}
    assert drawn == {"type": "cards_drawn", "seat": 1, "count": 3, **shown}
    assert ("AC" in (table.see("hand", viewer) or [])) == (viewer == 1)


@everybody
def test_cards_from_the_discard_pile_and_captured_ones_are_in_the_events_alone(viewer: int | None) -> None:
    table = fight()
    table.when(1, defend())
    table.when(0, capture(1, 0))
    assert table.seen(1, viewer)[0]["cards"] == ["6H"]
    table.when(0, activate_diamond("2D", 1, 2))
    assert table.seen(1, viewer)[0]["from_discard"] == ["AC", "2C"]
    assert ("2C" in (table.see("hand", viewer) or [])) == (viewer == 0)


@everybody
def test_temporary_pile(viewer: int | None) -> None:
    table = fight()
    assert table.see("temporary", viewer) == ["JK"]
    table.when(1, defend(("AC", 4)))
    assert table.see("temporary", viewer) == ["JK", "AC"]


@everybody
def test_discard_pile(viewer: int | None) -> None:
    table = fight()
    top, more = cards(PILE)[:1], cards(PILE)[:4]
    for seat, move in STEPS[:4]:
        assert table.see("discard_top", viewer) == (more if viewer == 0 else top)
        assert table.see("discard_size", viewer) == 6
        table.when(seat, move)
    assert table.see("phase") == "melding"
    assert table.see("discard_top", viewer) == top
    last, *_ = table.end_turn()
    assert table.see("discard_top", viewer) == [last["card"]]


@everybody
def test_inspection_shows_no_more_than_there_is(viewer: int | None) -> None:
    table = given({0: ["AD 2D 3D 4D 5D"]}, {0: "5D"}, discards="AC 2C 3C")
    assert table.see("discard_top", viewer) == (cards("AC 2C 3C") if viewer == 0 else ["AC"])
    table.when(0, activate_diamond("5D", 1, 3))
    assert (table.see("discard_top", viewer), table.see("discard_size", viewer)) == ([], 0)


@everybody
def test_inspection_goes_by_the_diamonds_of_the_moment(viewer: int | None) -> None:
    table = given({0: ["AS 2S 3S"], 1: ["AD 2D 3D 4D"]}, {0: "AS"}, discards=PILE)
    table.when(0, attack("AS", 1, 2))
    table.when(0, capture(1, 0))
    assert table.see("discard_top", viewer) == ["AC"]
    last = table.end_turn()[0]["card"]
    assert table.see("discard_top", viewer) == ([last, "AS", "AC"] if viewer == 1 else [last])


@everybody
def test_open_discard_shows_the_whole_pile_at_all_times(viewer: int | None) -> None:
    table = fight(open_discard=True)
    pile = table.pile()
    assert pile[:5] == cards(PILE)
    assert len(pile) == 6
    for seat, move in STEPS[:4]:
        table.when(seat, move)
        assert table.see("discard_top", viewer) == pile
    last, *_ = table.end_turn()
    assert table.see("discard_top", viewer) == [last["card"], "10H", "9H", "JK", *pile]
