"""What a seat sees: the table of the rulebook, row by row, for its owner, other seats and spectators."""

import pytest

from domain.games.honors_4 import HONORS_4
from tests.domain.games.honors_4.table import dealt, stubborn, turn
from tests.domain.scenario import decided, seen, started, view, when

OPTIONS = {
    "players": 4,
    "dealer": 0,
    "opener": "left_of_dealer",
    "target_score": 1,
    "max_deals": 100,
    "max_rounds": 100,
}


@pytest.mark.parametrize(("viewer", "hand"), [(0, ["D-1"]), (2, ["B-1", "E-1"]), (1, ["A-1"]), (None, None)])
def test_in_the_middle_of_a_turn(viewer: int | None, hand: list[str] | None) -> None:
    state = turn(dealt("A-1 B-1 C-1 D-1 E-1", target_score=1), "draw_stock", "E-1")
    state, _ = when(state, 2, "take_pile")
    assert view(state, viewer) == {
        "game": "honors_4",
        "phase": "discard",
        "dealer": 0,
        "turn": 2,
        "to_act": [2],
        "deadline": None,
        "hand": hand,
        "deal": 1,
        "deal_scores": [],
        "totals": [0, 0, 0, 0],
        "out": None,
        "hand_sizes": [1, 1, 2, 1],
        "result": None,
        "options": OPTIONS,
        "stock_size": 43,
        "discard_size": 0,
        "discard_top": [],
        "opener": 1,
        "discards_made": 1,
    }


@pytest.mark.parametrize(("viewer", "hand"), [(0, []), (None, None)])
def test_before_anybody_opens(viewer: int | None, hand: list[str] | None) -> None:
    assert view(dealt(opener="any", dealer=2, target_score=1), viewer) == {
        "game": "honors_4",
        "phase": "opening",
        "dealer": None,
        "turn": None,
        "to_act": [0, 1, 2, 3],
        "deadline": None,
        "hand": hand,
        "deal": 1,
        "deal_scores": [],
        "totals": [0, 0, 0, 0],
        "out": None,
        "hand_sizes": [0, 0, 0, 0],
        "result": None,
        "options": OPTIONS | {"opener": "any", "dealer": 2},
        "stock_size": 48,
        "discard_size": 0,
        "discard_top": [],
        "opener": None,
        "discards_made": 0,
    }


@pytest.mark.parametrize(("viewer", "hand"), [(2, ["B-1", "B-2"]), (0, ["D-1"]), (None, None)])
def test_everything_stays_as_it_lay_at_the_end(viewer: int | None, hand: list[str] | None) -> None:
    state = turn(dealt("A-1 B-1 C-1 D-1 E-1 B-2", target_score=1), "draw_stock", "E-1")
    state, _ = when(state, 2, "draw_stock")
    assert view(state, viewer) == {
        "game": "honors_4",
        "phase": "finished",
        "dealer": 0,
        "turn": None,
        "to_act": [],
        "deadline": None,
        "hand": hand,
        "deal": 1,
        "deal_scores": [[0, 0, 1, 0]],
        "totals": [0, 0, 1, 0],
        "out": 2,
        "hand_sizes": [1, 1, 2, 1],
        "result": {"totals": [0, 0, 1, 0], "winners": [2]},
        "options": OPTIONS,
        "stock_size": 42,
        "discard_size": 1,
        "discard_top": ["E-1"],
        "opener": 1,
        "discards_made": 1,
    }


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
def test_cards_dealt_and_drawn_are_shown_to_their_seat_alone(viewer: int | None) -> None:
    state = dealt()
    _, drawn = decided(state, 1, "draw_stock")
    for event in (*started(HONORS_4)[2:], *drawn):
        assert ("cards" in seen(state, event, viewer)) == (viewer == event.seat)


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
def test_the_order_of_the_pack_is_in_the_record_alone(viewer: int | None) -> None:
    state = stubborn(dealt(), 44)
    _, (formed, *_) = when(state, 1, "draw_stock")
    for event, fields in ((started(HONORS_4)[1], {"deal", "dealer", "stock_size"}), (formed, {"size"})):
        assert seen(state, event, viewer).keys() == {"type", *fields}


def test_a_new_deal_shows_nothing_of_the_old_table() -> None:
    state = turn(dealt("A-1 B-1 C-1 D-1 E-1 B-2", target_score=2), "draw_stock", "E-1")
    state, _ = when(state, 2, "draw_stock")
    view = HONORS_4.view(state, 2)
    assert (view.deal, view.dealer, view.opener, view.turn, view.phase) == (2, 1, 2, 2, "draw")
    assert (view.out, view.discard_size, view.discard_top, view.discards_made) == (None, 0, (), 0)
    assert (view.totals, view.deal_scores, view.hand_sizes) == ((0, 0, 1, 0), ((0, 0, 1, 0),), (1, 1, 1, 1))
