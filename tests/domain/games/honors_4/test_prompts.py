from domain.games.honors_4 import HONORS_4
from domain.games.honors_4.moves import Discard, DrawStock, Open
from tests.domain.games.honors_4.table import dealt, stubborn, turn
from tests.domain.scenario import done_for, prompt, when

OPENING = dealt(opener="any")


def test_a_seat_is_asked_for_what_the_phase_is_about() -> None:
    assert prompt(OPENING, 2) == "Open the play if you want to be the first to draw."
    state = dealt()
    assert prompt(state, 1) == "Draw a card from the pack."
    drawn, _ = when(state, 1, "draw_stock")
    assert prompt(drawn, 1) == (
        "Keep one card and discard the other: you hold the one of book A and the one of book B. "
        "One just taken from the pile is kept."
    )
    assert prompt(turn(state, "draw_stock", "B-1"), 2) == (
        "Draw a card from the pack, or take the one of book B from the pile."
    )


def test_anybody_opens() -> None:
    assert [done_for(OPENING, seat) for seat in range(4)] == [Open()] * 4


def test_the_draw_is_from_the_pack() -> None:
    assert [done_for(dealt(), seat) for seat in range(4)] == [None, DrawStock(), None, None]
    assert done_for(stubborn(dealt(), 1), 2) == DrawStock()


def test_the_older_card_is_discarded() -> None:
    state, _ = when(dealt("L-4 A-2 A-3 A-4 B-1"), 1, "draw_stock")
    assert [done_for(state, seat) for seat in range(4)] == [None, Discard("L-4"), None, None]


def test_the_card_from_the_pile_is_kept() -> None:
    state, _ = when(stubborn(dealt(), 1), 2, "take_pile")
    assert state.hands[2] == ("A-2", "B-1")
    assert done_for(state, 2) == Discard("A-2")


def test_nothing_is_done_at_the_end() -> None:
    state, _ = when(dealt("A-1 C-1 D-1 E-1 A-2", target_score=1), 1, "draw_stock")
    assert (state.phase, HONORS_4.to_act(state)) == ("finished", ())
    assert [done_for(state, seat) for seat in range(4)] == [None] * 4
