from typing import Any, Literal

import pytest
from msgspec.structs import replace

from domain.game import Move
from domain.games.honors_2 import HONORS_2
from domain.games.honors_2.moves import Add, Discard, DrawStock, Give, Lay, TakePile
from domain.games.honors_2.state import State
from tests.domain.games.honors.table import cards
from tests.domain.games.honors_2.table import challenge, discard, given, lay, take, waive
from tests.domain.scenario import after, prompt, refusal
from tests.domain.showing import default_of

HANDS = ("A-123 B-12", "C-1 D-1", "E-1 F-1", "G-1 H-1")
PLAY = "Lay three cards of a book or add to one on the table, as often as you can"
DISCARD = "then discard a card (one just taken alone from the pile only if it is your last)."


def done_for(state: State, seat: int) -> Move | None:
    """Return the move that is made for a seat that may act."""
    move: Move | None = default_of(HONORS_2, state, seat)
    return move


# What it is asked for


@pytest.mark.parametrize(
    ("pile", "rest", "options", "words"),
    [
        ("", "pack", {}, "Draw a card from the pack."),
        ("I-1", "pack", {}, "Draw a card from the pack, or take the one of book I from the pile."),
        ("I-1 J-2", "table", {}, "Draw a card from the pack, or take the one of book I from the pile, or more."),
        ("I-1", "table", {}, "The pack is empty: take the one of book I from the pile."),
        (
            "I-1 J-2",
            "table",
            {"stock_out": "end_deal"},
            "The pack is empty: take the one of book I from the pile, or more, or pass and end the deal.",
        ),
    ],
)
def test_the_draw(pile: str, rest: Literal["pack", "table"], options: dict[str, Any], words: str) -> None:
    state = given(HANDS, pile, rest=rest, phase="draw", **options)
    assert prompt(state, 0) == words


@pytest.mark.parametrize(
    ("pile", "more"),
    [("I-1 J-2 K-3", ""), ("I-1 J-2 B-3", ", or more"), ("I-1 L-4", ", or more"), ("A-1 A-2 J-3", ", or more")],
)
def test_II_U2_more_of_the_pile_is_named_only_where_the_deepest_card_can_be_played(pile: str, more: str) -> None:
    state = given(
        ("B-12 A-3", "D-1"), pile, table={1: "L-123"}, phase="draw", take_rule="play_wished", stock_out="end_deal"
    )
    one = f"take the one of book {pile[0]} from the pile{more}"
    assert prompt(state, 0) == f"Draw a card from the pack, or {one}."
    assert prompt(replace(state, stock=()), 0) == f"The pack is empty: {one}, or pass and end the deal."


def test_the_play() -> None:
    assert prompt(given(HANDS), 0) == f"{PLAY}; {DISCARD}"


def test_where_a_wished_card_must_be_played_that_is_said() -> None:
    state = given(("B-124 C-1", "D-1"), "I-1 B-3", phase="draw", take_rule="play_wished")
    state = after(state, (0, take(2)))
    assert refusal(state, 0, discard("I-1")) == "must_play_wished"
    assert prompt(state, 0) == (f"{PLAY} (the deepest of several just taken from the pile must be played); {DISCARD}")


def test_the_challenge_and_the_fine() -> None:
    state = after(given(HANDS), (0, discard("A-1")))
    assert prompt(state, 2) == (
        "Seat 0 has discarded the one of book A: challenge it if it could have been played, or waive."
    )
    assert prompt(after(state, (2, challenge("A-1"))), 2) == (
        "Give seat 0 a card of your hand as the fine for the one of book A."
    )


# What is done for it


@pytest.mark.parametrize(
    ("pile", "rest", "options", "move"),
    [
        ("I-1", "pack", {}, DrawStock()),
        ("I-1 J-2", "table", {}, DrawStock()),
        ("I-1", "table", {}, TakePile(1)),
        ("I-1 J-2", "table", {"stock_out": "end_deal"}, TakePile(1)),
    ],
)
def test_the_draw_is_from_the_pack_if_there_is_one(
    pile: str, rest: Literal["pack", "table"], options: dict[str, Any], move: Move
) -> None:
    state = given(HANDS, pile, rest=rest, phase="draw", **options)
    assert done_for(state, 0) == move


@pytest.mark.parametrize("phase", ["draw", "play"])
def test_the_rules_themselves_do_nothing_for_a_player_who_need_not_act(phase: Literal["draw", "play"]) -> None:
    state = given(HANDS, phase=phase)
    assert [HONORS_2.default(HONORS_2.view(state, seat), seat, ()) for seat in (1, 2, 3)] == [None] * 3


def test_the_discard_is_the_lowest_card_that_could_not_be_played() -> None:
    assert done_for(given(("A-123 C-2 B-2 D-34", "A-4")), 0) == Discard("B-2")
    assert done_for(given(("A-1 C-2", "D-1"), table={1: "A-234"}), 0) == Discard("C-2")


def test_the_card_just_taken_is_kept_if_there_is_another() -> None:
    state = given(("B-2", "C-2"), "A-1", phase="draw")
    assert done_for(after(state, (0, take(1))), 0) == Discard("B-2")
    state = given(("D-123", "C-2"), "A-1", phase="draw")
    assert done_for(after(state, (0, take(1)), (0, lay("D-123"))), 0) == Discard("A-1")


def test_the_wished_card_is_played_first() -> None:
    state = given(("B-124 C-1", "D-1"), "I-1 B-3", phase="draw", take_rule="play_wished")
    state = after(state, (0, take(2)))
    assert done_for(state, 0) == Lay(cards("B-123"))
    state = given(("B-12 C-1", "D-1"), "I-1 J-3", table={1: "J-124"}, phase="draw", take_rule="play_wished")
    assert done_for(after(state, (0, take(2))), 0) == Add("J-3")


def test_a_player_who_holds_nothing_but_playable_cards_plays_one() -> None:
    assert done_for(given(("A-1234", "B-1")), 0) == Lay(cards("A-123"))
    assert done_for(given(("J-4 K-2", "B-1"), table={1: "J-123 K-134"}), 0) == Add("K-2")


def test_in_a_window_nothing_is_done_for_anybody() -> None:
    state = after(given(HANDS), (0, discard("A-1")), (1, waive("A-1")))
    assert HONORS_2.to_act(state) == (2, 3)
    assert [done_for(state, seat) for seat in range(4)] == [None] * 4


def test_the_fine_is_the_lowest_card_but_the_discard_itself() -> None:
    hands = ("A-123 B-12", "C-1 D-1", "F-3 E-34", "G-1")
    state = after(given(hands), (0, discard("A-1")), (2, challenge("A-1")))
    assert [done_for(state, seat) for seat in range(4)] == [None, None, Give("E-3"), None]


def test_nothing_is_done_for_a_player_who_need_not_act() -> None:
    assert [done_for(given(HANDS), seat) is None for seat in range(4)] == [False, True, True, True]
    over = after(given(("A-123", "B-1"), max_deals=1), (0, lay("A-123")))
    assert [done_for(over, seat) for seat in range(2)] == [None, None]
