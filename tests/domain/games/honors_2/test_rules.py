"""The rules II-R1 to II-R19 of the rulebook, by number, and its worked examples."""

from typing import Any

import pytest
from msgspec import structs

from domain.games.honors_2 import HONORS_2
from domain.games.honors_2.state import State
from tests.domain.chance import Decks
from tests.domain.games.honors.table import cards, hand
from tests.domain.games.honors_2.table import add, challenge, dealt, deck, discard, draw, give, given, laid, lay, take
from tests.domain.scenario import after, as_json, kinds, refusal, refused_options, started, when


@pytest.mark.parametrize("players", [1, 7])
def test_II_R1_from_two_to_six_players(players: int) -> None:
    assert HONORS_2.players == (2, 3, 4, 5, 6)
    assert refused_options(HONORS_2, players=players) == "invalid_option"


@pytest.mark.parametrize("players", range(2, 7))
def test_II_R2_seven_cards_are_dealt_to_each_player(players: int) -> None:
    _, dealing, *hands, _ = map(as_json, started(HONORS_2, players=players, dealer=1))
    assert [event["seat"] for event in hands] == [(2 + step) % players for step in range(players)]
    assert all(event["count"] == len(event["cards"]) == 7 for event in hands)
    assert dealing["deck"][: players * 2 : players] == hands[0]["cards"][:2]


@pytest.mark.parametrize("players", range(2, 7))
def test_II_R3_the_top_card_of_the_rest_is_the_first_of_the_pile(players: int) -> None:
    order = deck({}, "J-1 K-2", players=players)
    _, dealing, *_, turned_up = map(as_json, started(HONORS_2, order, players=players))
    assert (dealing["stock_size"], turned_up) == (47 - 7 * players, {"type": "card_turned_up", "card": "J-1"})
    state = dealt(order, players=players)
    assert (state.pile, state.stock) == (("J-1",), order[7 * players + 1 :])


def test_II_R4_the_player_to_the_left_of_the_dealer_draws_or_takes_the_card_turned_up() -> None:
    state = dealt(deck({}, "J-1 K-2", dealer=2), dealer=2)
    assert (state.phase, state.turn) == ("draw", 3)
    assert hand(after(state, (3, draw())), 3) == {*hand(state, 3), "K-2"}
    assert hand(after(state, (3, take(1))), 3) == {*hand(state, 3), "J-1"}
    assert [refusal(state, seat, draw()) for seat in range(3)] == ["not_your_turn"] * 3


def test_II_R5_a_player_lays_three_cards_of_a_book_in_front_of_themself() -> None:
    state = after(given(("A-123 B-1", "B-2"), turn=0), (0, lay("A-123")))
    assert [laid(state, seat) for seat in range(2)] == [{*cards("A-123")}, set()]


def test_II_R6_the_player_discards_a_card_onto_the_card_that_is_face_up() -> None:
    state = after(given(("A-12", "B-2"), "C-1"), (0, discard("A-1")))
    assert state.pile == ("A-1", "C-1")


def test_II_R7_the_under_cards_stay_visible() -> None:
    state = after(given(("A-12", "B-2"), "C-1 D-2 E-3"), (0, discard("A-1")))
    for viewer in (None, 0, 1):
        assert HONORS_2.view(state, viewer).discard_top == cards("A-1 C-1 D-2 E-3")


def test_II_R8_the_play_passes_to_the_left_and_goes_on_in_the_same_manner() -> None:
    state = dealt(deck({}, "J-1"), challenge_ms=0)
    turns = []
    for _ in range(6):
        turns.append((state.phase, state.turn))
        card = min(hand(state, state.turn))
        state = after(state, (state.turn, draw()), (state.turn, discard(card)))
    assert turns == [("draw", seat) for seat in (1, 2, 3, 0, 1, 2)]


@pytest.mark.parametrize(("count", "left"), [(1, "D-2 E-3"), (2, "E-3"), (3, "")])
def test_II_R9_the_player_takes_the_wished_card_and_all_above_it(count: int, left: str) -> None:
    state, (taken,) = when(given(("A-12", "B-2"), "C-1 D-2 E-3", phase="draw"), 0, take(count))
    assert taken["cards"] == [*cards("C-1 D-2 E-3")[:count]]
    assert state.pile == cards(left)
    assert hand(state, 0) == {*cards("A-12"), *taken["cards"]}


@pytest.mark.parametrize("move", [draw(), take(1), take(2)])
def test_II_R10_having_drawn_the_player_proceeds_to_play(move: dict[str, Any]) -> None:
    state = after(given(("A-12", "B-2"), "C-1 D-2", phase="draw"), (0, move))
    assert (state.phase, state.turn) == ("play", 0)
    assert refusal(state, 0, draw()) == refusal(state, 0, take(1)) == "wrong_phase"


@pytest.mark.parametrize("owner", [0, 1])
def test_II_R11_a_player_plays_the_fourth_card_of_a_book_on_the_table_in_front_of_themself(owner: int) -> None:
    state = given(("A-4 B-1", "B-2"), table={owner: "A-123"})
    state = after(state, (0, add("A-4")))
    assert laid(state, 0) == ({*cards("A-1234")} if owner == 0 else {"A-4"})
    assert laid(state, 1) == ({*cards("A-123")} if owner == 1 else set())


def test_II_R12_a_player_may_continue_to_play_as_long_as_they_can() -> None:
    state = given(("A-123 B-1234 C-4 D-1", "E-1"), table={1: "C-123"})
    for move in (lay("B-124"), add("C-4"), lay("A-123"), add("B-3")):
        state, events = when(state, 0, move)
        assert (kinds(events), state.phase, state.turn) == (["cards_laid"], "play", 0)
    assert hand(state, 0) == {"D-1"}


def test_II_R13_the_player_discards_and_the_play_passes_to_the_left() -> None:
    state = after(given(("A-12", "B-2", "C-12"), turn=2, challenge_ms=0), (2, discard("C-1")))
    assert (state.phase, state.turn) == ("draw", 0)


@pytest.mark.parametrize("challenger", [1, 2])
def test_II_R14_a_player_who_discards_a_playable_card_is_fined(challenger: int) -> None:
    state = after(given(("A-123", "B-2 C-1", "B-3 C-2")), (0, discard("A-1")), (challenger, challenge("A-1")))
    own = hand(state, challenger) - {"A-1"}
    for card in own:
        fined = after(state, (challenger, give(card)))
        assert hand(fined, challenger) == {"A-1", *own} - {card}
        assert hand(fined, 0) == {"A-2", "A-3", card}


def test_II_R15_the_first_player_without_cards_goes_out_and_counts_first() -> None:
    state = given(("A-123", "B-2", "C-1"), table={1: "K-34 L-1234"}, turn=0, target_score=10)
    state = structs.replace(state, match=structs.replace(state.match, totals=(9, 9, 9)))
    _, events = when(state, 0, lay("A-123"))
    assert events[1] == {"type": "seat_went_out", "seat": 0}
    assert events[2]["out"] == 0
    assert events[2]["totals"] == [15, 24, 8]
    assert events[3]["result"]["winners"] == [0]


def counted(state: State, seat: int, move: dict[str, Any]) -> list[int]:
    """Return the scores of a deal that this move ends."""
    _, events = when(state, seat, move)
    scores: list[int] = next(event for event in events if event["type"] == "deal_ended")["scores"]
    return scores


def test_II_R16_each_card_counts_as_is_designated_in_the_corner() -> None:
    state = given(("A-123", "J-3", "K-1"))
    assert counted(state, 0, lay("A-123")) == [6, -3, -1]


def test_II_R17_the_cards_left_in_hand_are_deducted_from_those_played() -> None:
    state = given(("F-123", "E-31"), table={1: "A-123 D-4"})
    assert counted(state, 0, lay("F-123")) == [6, 6]


def test_II_R17_first_worked_example() -> None:
    state = given(("F-123", "E-31", "G-1"), table={1: "A-123 D-4", 2: "D-123"})
    assert counted(state, 0, lay("F-123"))[1] == 10 - 4 == 6


def test_II_R18_second_worked_example() -> None:
    state = given(("F-123", "A-12 E-3 D-4", "H-1"), table={1: "G-3 D-1", 2: "G-124 D-23"})
    assert counted(state, 0, lay("F-123"))[1] == 4 - 10 == -6


def test_II_R18_cards_on_the_table_are_plus_and_cards_in_hand_minus_for_the_player_who_goes_out_too() -> None:
    state = given(("F-4", "A-1234"), table={0: "B-123", 1: "F-123"})
    assert counted(state, 0, add("F-4")) == [10, -4]


def test_II_R19_the_first_player_with_the_target_wins_the_game() -> None:
    assert HONORS_2.options({}).target_score == 150
    for before, winners in (((143, 0), None), ((144, 0), [0])):
        state = given(("A-123", "B-2"))
        state = structs.replace(state, match=structs.replace(state.match, totals=before))
        _, events = when(state, 0, lay("A-123"), chance=Decks(deck({}, players=2)))
        last = events[-1]
        assert (last["result"]["winners"] if last["type"] == "game_finished" else None) == winners
