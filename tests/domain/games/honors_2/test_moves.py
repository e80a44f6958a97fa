"""The moves: each happens, is refused with the codes of the rulebook, and in the order of the rulebook."""

from typing import Any

import pytest
from msgspec import structs

from domain.game import Refused
from domain.games.honors_2.state import State
from tests.domain.games.honors.table import cards, hand
from tests.domain.games.honors_2.table import add, challenge, discard, draw, give, given, laid, lay, pass_, take, waive
from tests.domain.scenario import AT, Json, after, decided, kinds, refusal, when

HANDS = ("A-1234 B-12", "B-34 C-12", "D-12 E-12")
TABLE = {1: "L-123"}
MOVES = (
    draw(),
    take(1),
    pass_(),
    lay("A-123"),
    add("L-4"),
    discard("A-1"),
    challenge("F-1"),
    waive("F-1"),
    give("A-1"),
)


def drawing(**options: Any) -> State:
    """Return a table where seat 0 is to draw."""
    return given(HANDS, "F-1 F-2 G-3", pack="H-1", table=TABLE, phase="draw", **options)


def playing(**options: Any) -> State:
    """Return a table where seat 0 is to play."""
    return given(HANDS, "F-1 F-2 G-3", table=TABLE, **options)


def challenging(**options: Any) -> State:
    """Return a table where the discard of B-1 may be challenged, falsely."""
    return after(playing(**options), (0, discard("B-1")))


def fining() -> State:
    """Return a table where seat 2 has challenged the discard of A-1, and is to give the fine."""
    return after(playing(), (0, discard("A-1")), (2, challenge("A-1")))


def finished() -> State:
    """Return a table at the end."""
    return after(given(("A-123", "B-1"), "F-1", max_deals=1), (0, lay("A-123")))


# Each move happens


def test_draw_stock_is_accepted() -> None:
    state, events = when(drawing(), 0, draw())
    assert events == [{"type": "cards_drawn", "seat": 0, "count": 1, "cards": ["H-1"]}]
    assert (state.phase, state.turn, hand(state, 0)) == ("play", 0, {*cards(HANDS[0]), "H-1"})
    assert (len(state.stock), state.pile) == (len(drawing().stock) - 1, drawing().pile)


def test_take_pile_is_accepted() -> None:
    state, events = when(drawing(), 0, take(2))
    assert events == [{"type": "pile_taken", "seat": 0, "cards": ["F-1", "F-2"]}]
    assert (state.phase, state.turn, hand(state, 0)) == ("play", 0, {*cards(HANDS[0]), "F-1", "F-2"})
    assert (state.stock, state.pile) == (drawing().stock, ("G-3",))


def test_pass_is_accepted() -> None:
    state = structs.replace(drawing(stock_out="end_deal", max_deals=1), stock=())
    state, events = when(state, 0, pass_())
    assert events[0] == {"type": "draw_passed", "seat": 0}
    assert kinds(events) == ["draw_passed", "deal_ended", "game_finished"]
    assert (events[1]["why"], events[1]["out"], events[1]["scores"]) == ("passed", None, [-13, -4, -6])
    assert state.phase == "finished"


def test_lay_is_accepted() -> None:
    state, events = when(playing(), 0, lay("A-423"))
    assert events == [{"type": "cards_laid", "seat": 0, "cards": ["A-4", "A-2", "A-3"]}]
    assert (hand(state, 0), laid(state, 0)) == ({*cards("A-1 B-12")}, {*cards("A-234")})
    assert (state.phase, state.turn) == ("play", 0)


def test_add_is_accepted() -> None:
    state, events = when(after(playing(), (0, lay("A-423"))), 0, add("A-1"))
    assert events == [{"type": "cards_laid", "seat": 0, "cards": ["A-1"]}]
    assert (hand(state, 0), laid(state, 0)) == ({*cards("B-12")}, {*cards("A-1234")})
    assert (state.phase, state.turn) == ("play", 0)


def test_discard_is_accepted() -> None:
    state, events = when(playing(), 0, discard("B-1"))
    assert events == [{"type": "card_discarded", "seat": 0, "card": "B-1", "window_closes_at": AT + 10_000}]
    assert (hand(state, 0), state.pile) == ({*cards("A-1234 B-2")}, cards("B-1 F-12 G-3"))
    assert (state.phase, state.turn) == ("challenge", 0)


def test_challenge_is_accepted() -> None:
    state, events = when(challenging(), 2, challenge("B-1"))
    assert events == [{"type": "discard_challenged", "seat": 2, "card": "B-1", "upheld": False}]
    assert (state.phase, state.turn, state.hands) == ("draw", 1, challenging().hands)


def test_waive_is_accepted() -> None:
    state, events = when(challenging(), 2, waive("B-1"))
    assert events == [{"type": "challenge_waived", "seat": 2, "card": "B-1"}]
    assert (state.phase, state.turn, state.waived) == ("challenge", 0, (2,))


def test_give_is_accepted() -> None:
    state, events = when(fining(), 2, give("D-2"))
    assert events == [{"type": "fine_given", "seat": 2, "to": 0, "card": "D-2"}]
    assert (hand(state, 0), hand(state, 2)) == ({*cards("A-234 B-12 D-2")}, {*cards("A-1 D-1 E-12")})
    assert (state.phase, state.turn) == ("draw", 1)


# Each code, with a move that has later faults, too, as far as one move can have both


@pytest.mark.parametrize(
    ("code", "move"),
    [
        ("unknown_move_type", {"type": "cards_laid", "cards": 1}),
        ("unknown_move_type", {"type": "window_closed"}),
        ("unknown_move_type", {"cards": 1}),
        ("malformed_move", {"type": "lay", "cards": ["M-9", "M-9", "M-9"]}),
        ("no_such_card", {"type": "lay", "cards": ["C-1", "C-2", "M-9"]}),
        ("no_such_card", discard("M-9")),
        ("no_such_card", challenge("M-9")),
    ],
)
def test_what_the_raw_move_tells_goes_before_phase_and_turn(code: str, move: Json) -> None:
    assert refusal(drawing(), 1, move) == code


@pytest.mark.parametrize("move", MOVES, ids=lambda move: move["type"])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_end_of_the_game_goes_before_what_the_rules_test(seat: int, move: Json) -> None:
    assert refusal(finished(), seat, move) == "game_over"


BELONGS_TO = {
    "draw": {"draw_stock", "take_pile", "pass"},
    "play": {"lay", "add", "discard"},
    "challenge": {"challenge", "waive"},
    "fine": {"give"},
}


@pytest.mark.parametrize("move", MOVES, ids=lambda move: move["type"])
@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("state", [drawing(), playing(), challenging(), fining()], ids=lambda state: state.phase)
def test_a_move_in_another_phase_is_refused_whoever_makes_it(state: State, seat: int, move: Json) -> None:
    if move["type"] not in BELONGS_TO[state.phase]:
        early = move["type"] in BELONGS_TO["challenge"]
        assert refusal(state, seat, move) == ("window_closed" if early else "wrong_phase")


@pytest.mark.parametrize(
    ("state", "move"),
    [
        (drawing(), draw()),
        (drawing(), take(9)),
        (drawing(), pass_()),
        (playing(), lay("B-34 F-1")),
        (playing(), add("F-1")),
        (playing(), discard("F-1")),
    ],
)
@pytest.mark.parametrize("seat", [1, 2])
def test_another_seat_is_not_in_turn(state: State, seat: int, move: Json) -> None:
    assert refusal(state, seat, move) == "not_your_turn"


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_but_the_challenger_gives_the_fine(seat: int) -> None:
    assert refusal(fining(), seat, give("F-1")) == "not_your_turn"


def test_stock_empty() -> None:
    one_card = given(("A-1", "A-2"), "A-3", rest="table", phase="draw")
    assert refusal(one_card, 0, draw()) == "stock_empty"
    no_new_pack = given(("A-1", "A-2"), "A-34", rest="table", phase="draw", stock_out="end_deal")
    assert refusal(no_new_pack, 0, draw()) == "stock_empty"


def test_pile_empty_goes_before_pile_too_small() -> None:
    state = given(HANDS, "", phase="draw", take_rule="play_wished")
    assert refusal(state, 0, take(1)) == "pile_empty"
    assert refusal(state, 0, take(9)) == "pile_empty"


def test_pile_too_small_goes_before_wished_card_not_playable() -> None:
    state = drawing(take_rule="play_wished")
    assert refusal(state, 0, take(4)) == "pile_too_small"
    assert refusal(state, 0, take(2**70)) == "pile_too_small"
    assert refusal(state, 0, take(3)) == "wished_card_not_playable"


@pytest.mark.parametrize(("pile", "text"), [("F-1", "The pile has one card."), ("F-12", "The pile has 2 cards.")])
def test_pile_too_small_says_how_many_cards_there_are(pile: str, text: str) -> None:
    with pytest.raises(Refused) as refused:
        decided(given(HANDS, pile, phase="draw"), 0, take(3))
    assert refused.value.detail == text


@pytest.mark.parametrize(
    "state",
    [
        drawing(),
        drawing(stock_out="end_deal"),
        given(("A-1", "A-2"), "A-3", rest="table", phase="draw"),
    ],
)
def test_cannot_pass(state: State) -> None:
    assert refusal(state, 0, pass_()) == "cannot_pass"


def test_lay_is_refused() -> None:
    assert refusal(playing(), 0, lay("A-12 C-1")) == "card_not_in_hand"
    assert refusal(playing(), 0, lay("B-123")) == "card_not_in_hand"
    assert refusal(playing(), 0, lay("A-12 B-1")) == "not_one_book"


def test_add_is_refused() -> None:
    assert refusal(playing(), 0, add("L-4")) == "card_not_in_hand"
    assert refusal(playing(), 0, add("C-1")) == "card_not_in_hand"
    assert refusal(playing(), 0, add("A-1")) == "book_not_on_table"


def test_discard_is_refused_for_a_card_not_in_hand_first() -> None:
    wished = after(given(("B-12", "C-1"), "A-1 B-3", phase="draw", take_rule="play_wished"), (0, take(2)))
    assert refusal(wished, 0, discard("C-1")) == "card_not_in_hand"
    assert refusal(wished, 0, discard("A-1")) == "must_play_wished"
    assert refusal(wished, 0, discard("B-3")) == "must_play_wished"
    taken = after(given(("B-12", "C-1"), "A-1 B-3", phase="draw", take_rule="play_wished"), (0, take(1)))
    assert refusal(taken, 0, discard("C-1")) == "card_not_in_hand"
    assert refusal(taken, 0, discard("A-1")) == "card_just_taken"


@pytest.mark.parametrize("judge", [challenge, waive])
def test_challenge_and_waive_are_refused(judge: Any) -> None:
    state = structs.replace(after(challenging(), (2, waive("B-1"))), barred=(0, 2))
    assert refusal(state, 0, judge("B-2")) == "window_closed"
    assert refusal(state, 0, judge("B-1")) == "own_discard"
    assert refusal(state, 2, judge("B-1")) == "barred"
    assert refusal(structs.replace(state, barred=()), 2, judge("B-1")) == "already_waived"


def test_give_is_refused() -> None:
    assert refusal(fining(), 2, give("B-1")) == "card_not_in_hand"
    assert refusal(fining(), 2, give("A-1")) == "card_is_the_fine"


# Bounds


@pytest.mark.parametrize("count", [0, -1, True, 1.5, "1", None, [1]])
def test_a_count_is_one_or_more(count: object) -> None:
    assert refusal(drawing(), 0, {"type": "take_pile", "count": count}) == "malformed_move"


@pytest.mark.parametrize("text", ["", "A-1", "A-12", "A-1234", "A-112", "A-111"])
def test_three_different_cards_are_laid(text: str) -> None:
    assert refusal(playing(), 0, lay(text)) == "malformed_move"


@pytest.mark.parametrize(
    "move",
    [
        {"type": "draw_stock", "seat": 0},
        {"type": "draw_stock", "count": 1},
        {"type": "take_pile"},
        {"type": "pass", "card": "A-1"},
        {"type": "lay", "card": "A-1"},
        {"type": "lay", "laid": ["A-1", "A-2", "A-3"]},
        {"type": "lay", "cards": "A-1"},
        {"type": "lay", "cards": ["A-1", "A-2", 3]},
        *({"type": kind} for kind in ("add", "discard", "challenge", "waive", "give")),
        *({"type": kind, "card": ["A-1"]} for kind in ("add", "discard", "challenge", "waive", "give")),
    ],
)
def test_a_malformed_move_is_refused(move: Json) -> None:
    assert refusal(drawing(), 0, move) == "malformed_move"
