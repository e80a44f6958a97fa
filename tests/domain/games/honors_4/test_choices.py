"""What a seat may do: every legal move, and nothing when it is not its turn."""

import pytest

from tests.domain.games.honors_4.table import dealt, turn
from tests.domain.scenario import offered, when


@pytest.mark.parametrize("seat", range(4))
def test_anybody_may_open(seat: int) -> None:
    assert offered(dealt(opener="any"), seat) == [{"type": "open"}]


def test_the_first_draw_is_from_the_pack() -> None:
    assert offered(dealt(), 1) == [{"type": "draw_stock"}]


def test_later_draws_are_from_either() -> None:
    state = turn(dealt(), "draw_stock", "A-1")
    assert offered(state, 2) == [{"type": "draw_stock"}, {"type": "take_pile"}]


def test_either_card_is_discarded_after_a_draw_from_the_pack() -> None:
    state, _ = when(dealt("A-1 B-1 C-1 D-1 E-1"), 1, "draw_stock")
    assert offered(state, 1) == [{"type": "discard", "card": "A-1"}, {"type": "discard", "card": "E-1"}]


def test_only_the_other_card_is_discarded_after_the_pile_was_taken() -> None:
    state, _ = when(turn(dealt("A-1 B-1 C-1 D-1 E-1"), "draw_stock", "E-1"), 2, "take_pile")
    assert offered(state, 2) == [{"type": "discard", "card": "B-1"}]


def test_a_player_who_does_not_have_the_turn_may_do_nothing() -> None:
    drawing = dealt()
    discarding, _ = when(drawing, 1, "draw_stock")
    over, _ = when(dealt("A-1 B-1 C-1 D-1 A-2", target_score=1), 1, "draw_stock")
    assert [offered(state, seat) for state in (drawing, discarding) for seat in (0, 2, 3)] == [[]] * 6
    assert [offered(over, seat) for seat in range(4)] == [[]] * 4
