"""The rulings U1 to U29 of the rulebook, by number."""

from typing import Any

import msgspec
import pytest

from domain.game import by_wire_name
from domain.games.literature import LITERATURE
from tests.domain.games.literature.table import ask, ask_count, dealt, declare, given, hand, pass_turn
from tests.domain.scenario import choices, decided, refusal, seen, some_choices, started, view, when

PASSES: dict[str, Any] = {"false_declaration": "set_closes_turn_passes"}
STAYS: dict[str, Any] = {"false_declaration": "set_stays_turn_passes"}


@pytest.mark.parametrize("two", ["2C", "2D", "2H", "2S"])
def test_U1_the_twos_are_out(two: str) -> None:
    assert refusal(dealt(), 0, ask(1, two)) == "no_such_card"


def test_U2_teams_sit_as_the_option_says() -> None:
    state = given({0: "3S", 1: "4S 5S 6S 7S 8S", 3: "low_hearts"}, {"teams": [0, 0, 0, 1, 1, 1]})
    assert refusal(state, 0, ask(1, "4S")) == "target_not_opponent"
    when(state, 0, ask(3, "4S"))


def test_U3_the_first_turn_may_begin_with_a_declaration() -> None:
    _, (declared,) = when(dealt(), 0, declare("low_clubs", 0))
    assert declared["seat"] == 0


@pytest.mark.parametrize("request_", ["low_clubs", "3", "C", "any club", "", "10", "3c"])
def test_U4_only_one_exact_card_can_be_asked_for(request_: str) -> None:
    assert refusal(dealt(), 0, ask(1, request_)) == "no_such_card"


def test_U5_only_an_opponent_with_cards_can_be_asked() -> None:
    state = given({0: "3S", 1: "4S 5S 6S 7S 8S", 2: "low_hearts"})
    assert refusal(state, 0, ask(2, "4S")) == "target_not_opponent"
    assert refusal(state, 0, ask(0, "4S")) == "target_not_opponent"
    assert refusal(state, 0, ask(3, "4S")) == "target_has_no_cards"


def test_U6_all_see_who_is_out_of_cards() -> None:
    state = given({0: "3S", 1: "4S 5S 6S 7S 8S", 2: "low_hearts"})
    for viewer in (None, *range(6)):
        assert LITERATURE.view(state, viewer).out_of_cards == (3, 4, 5)


def test_U7_the_service_answers_and_gives_truly() -> None:
    assert set(by_wire_name(LITERATURE.Move)) == {"ask", "declare", "pass_turn", "ask_count"}
    for target in (1, 3, 5):
        after, (asked,) = when(dealt(), 0, ask(target, "3C"))
        assert asked["answer"] == ("given" if "3C" in hand(dealt(), target) else "not_held")
        assert ("3C" in hand(after, 0)) == (target == 1)


@pytest.mark.parametrize("target", [1, 3])
def test_U8_everybody_hears_asker_asked_card_and_answer(target: int) -> None:
    after, (asked,) = when(dealt(), 0, ask(target, "3C"))
    answer = "given" if target == 1 else "not_held"
    for viewer in (None, *range(6)):
        heard = {"type": "card_asked", "seat": 0, "target": target, "card": "3C", "answer": answer}
        assert seen(after, asked, viewer) == heard


def test_U9_the_half_suits_are_different_sets() -> None:
    state = given({0: "9S", 1: "low_spades 10S JS QS KS AS"})
    assert refusal(state, 0, ask(1, "8S")) == "no_card_in_set"


def test_U9_nothing_can_be_asked_for_in_a_closed_set() -> None:
    state = given({0: "9S", 1: "10S JS QS KS AS"})
    assert refusal(state, 0, ask(1, "8S")) == "set_closed"


def test_U10_asking_for_an_own_card_is_refused_and_nobody_learns_of_it() -> None:
    assert refusal(dealt(own_card_ask="refused"), 0, ask(1, "AS")) == "card_already_held"


def test_U11_an_announced_own_card_stays_and_the_turn_goes() -> None:
    state = dealt(own_card_ask="announced")
    after, (asked,) = when(state, 0, ask(1, "AS"))
    assert asked["answer"] == "own_card"
    assert after.hands == state.hands
    assert (after.turn, after.moves_since_close) == (1, 1)


def not_declarations() -> list[dict[str, Any]]:
    """Return moves that are no declaration of low spades by a team of 0, 2 and 4."""
    whole = declare("low_spades", 0)["holders"]
    incomplete = {card: 0 for card in whole if card != "3S"}
    named = [incomplete, {**whole, "9S": 0}, {**incomplete, "9S": 0}, {}, {**whole, "3S": 1}]
    return [{"type": "declare", "set": "low_spades", "holders": holders} for holders in named]


@pytest.mark.parametrize("move", not_declarations())
def test_U12_an_invalid_declaration_is_refused_without_cost(move: dict[str, Any]) -> None:
    state = given({0: "low_spades", 1: "low_hearts"})
    assert refusal(state, 0, move) in {"wrong_cards", "not_team_mate"}


def test_U13_the_declarer_need_not_hold_a_card_of_the_set() -> None:
    state = given({0: "low_hearts", 2: "low_spades"})
    _, (declared,) = when(state, 0, declare("low_spades", 2))
    assert declared["outcome"] == "won"


def test_U14_false_words_about_the_own_hand_are_a_legal_declaration() -> None:
    state = given({0: "low_spades low_hearts", 2: "low_clubs"})
    _, (declared,) = when(state, 0, declare("low_spades", 2))
    assert declared["outcome"] == "void"


def test_U14_a_team_mate_without_cards_may_be_named() -> None:
    state = given({0: "low_spades low_hearts", 1: "low_clubs"})
    _, (declared,) = when(state, 0, declare("low_spades", 0, 0, 0, 0, 0, 4))
    assert declared["outcome"] == "void"


def with_the_eight(holder: int, hands: dict[int, str]) -> dict[int, str]:
    """Return the hands where `holder` has the eight of spades, too."""
    return hands | {holder: hands.get(holder, "") + " 8S"}


@pytest.mark.parametrize(("holder", "outcome"), [(1, "lost"), (2, "void"), (0, "won")])
def test_U15_every_declaration_closes_the_set_and_shows_its_cards(holder: int, outcome: str) -> None:
    state = given(with_the_eight(holder, {0: "3S 4S 5S 6S 7S 3H", 1: "4H 5H", 2: "6H 7H 8H"}))
    after, (declared,) = when(state, 0, declare("low_spades", 0))
    held = {"3S": 0, "4S": 0, "5S": 0, "6S": 0, "7S": 0, "8S": holder}
    assert (declared["outcome"], declared["closed"], declared["held"]) == (outcome, True, held)
    assert [hand(after, seat) for seat in range(3)] == [{"3H"}, {"4H", "5H"}, {"6H", "7H", "8H"}]
    for viewer in (None, *range(6)):
        shown = LITERATURE.view(after, viewer).sets.low_spades
        assert (shown.status, shown.held, shown.team, shown.seat) == (outcome, held, 0, 0)


def test_U15_the_opponents_get_no_point_for_a_false_declaration() -> None:
    state = given({0: "3S", 1: "4S 5S 6S 7S 8S", 3: "low_hearts"})
    after, _ = when(state, 0, declare("low_spades", 0))
    assert (state.scores, after.scores) == ((6, 0), (5, 0))


@pytest.mark.parametrize("holder", [0, 1, 2])
def test_U16_the_declarer_keeps_the_turn(holder: int) -> None:
    state = given(with_the_eight(holder, {0: "3S 4S 5S 6S 7S 3H", 3: "4H 5H 6H 7H 8H"}))
    after, _ = when(state, 0, declare("low_spades", 0))
    assert after.turn == 0


@pytest.mark.parametrize("holder", [2, 3])
def test_U17_after_a_false_declaration_the_turn_goes_to_the_next_opponent(holder: int) -> None:
    hands = {0: "3S 4S 5S 6S 7S 3H", 2: "high_hearts", 3: "4H 5H", 5: "6H 7H 8H"}
    state = given(with_the_eight(holder, hands), PASSES)
    after, (declared,) = when(state, 0, declare("low_spades", 0))
    assert (declared["closed"], after.turn) == (True, 3)


def test_U17_an_opponent_who_loses_their_last_cards_is_passed_over() -> None:
    state = given({0: "3S 4S 5S 6S 7S 3H", 1: "8S", 5: "4H 5H 6H 7H 8H"}, PASSES)
    after, _ = when(state, 0, declare("low_spades", 0))
    assert after.turn == 5


def test_U17_the_turn_stays_if_no_opponent_has_cards() -> None:
    state = given({0: "3S 4S 5S 6S 7S 3H", 2: "8S 4H 5H 6H 7H 8H"}, PASSES)
    after, _ = when(state, 0, declare("low_spades", 0))
    assert after.turn == 0


def test_U17_a_right_declaration_keeps_the_turn() -> None:
    state = given({0: "low_spades 3H", 1: "4H 5H 6H 7H 8H"}, PASSES)
    after, _ = when(state, 0, declare("low_spades", 0))
    assert after.turn == 0


@pytest.mark.parametrize(("holder", "outcome", "points"), [(2, "void", 6), (3, "lost", 5)])
def test_U18_a_false_declaration_leaves_set_and_cards(holder: int, outcome: str, points: int) -> None:
    state = given(with_the_eight(holder, {0: "3S 4S 5S 6S 7S", 3: "low_hearts"}), STAYS)
    after, (declared,) = when(state, 0, declare("low_spades", 0))
    assert (declared["outcome"], declared["closed"], declared["held"]) == (outcome, False, None)
    assert (after.hands, after.sets, after.scores) == (state.hands, state.sets, (points, 0))
    assert (after.turn, after.moves_since_close) == (3, 1)
    assert LITERATURE.view(after, None).sets.low_spades.status == "open"


def test_U18_a_right_declaration_closes_the_set() -> None:
    state = given({0: "low_spades 3H", 1: "4H 5H 6H 7H 8H"}, STAYS)
    after, (declared,) = when(state, 0, declare("low_spades", 0))
    assert (declared["closed"], after.turn) == (True, 0)


def test_U18_a_false_declaration_closes_the_set_if_no_opponent_has_cards() -> None:
    state = given({0: "3S 4S 5S 6S 7S 3H", 2: "8S 4H 5H 6H 7H 8H"}, STAYS)
    after, (declared,) = when(state, 0, declare("low_spades", 0))
    assert (declared["outcome"], declared["closed"], after.turn) == ("void", True, 0)


def test_U18_a_false_declaration_closes_the_set_if_asking_is_out() -> None:
    state = given({0: "3S 4S 5S 6S 7S", 3: "8S low_hearts"}, STAYS | {"stall_limit": 6})
    state = msgspec.structs.replace(state, moves_since_close=6)
    after, (declared,) = when(state, 0, declare("low_spades", 0))
    assert (declared["outcome"], declared["closed"], after.turn) == ("lost", True, 3)


def test_U19_points_fall_below_zero() -> None:
    after, _ = when(dealt(), 0, declare("low_spades", 0))
    after, _ = when(after, 0, declare("high_spades", 0))
    assert after.scores == (-2, 0)


def test_U20_a_player_who_is_out_of_cards_is_not_asked_and_has_no_turn() -> None:
    state = given({0: "3S 4S 5S", 1: "6S 7S 8S", 2: "low_hearts"})
    state, _ = when(state, 0, ask(1, "6S"))
    state, _ = when(state, 0, ask(1, "7S"))
    state, _ = when(state, 0, ask(1, "8S"))
    assert refusal(state, 0, ask(1, "6S")) == "must_declare"
    assert choices(state, 1) is None
    assert refusal(state, 1, declare("low_spades", 1)) == "not_your_turn"


def test_U21_a_declarer_without_cards_chooses_the_team_mate_that_plays_on() -> None:
    state = given({0: "low_spades", 2: "3H 4H 5H", 4: "6H 7H", 1: "8H"})
    state, _ = when(state, 0, declare("low_spades", 0))
    assert (state.phase, state.turn) == ("passing", 0)
    after, (passed,) = when(state, 0, pass_turn(4))
    assert (after.phase, after.turn, passed["to"]) == ("playing", 4, 4)


@pytest.mark.parametrize("mate", [2, 4])
def test_U21_the_only_team_mate_with_cards_gets_the_turn_without_a_move(mate: int) -> None:
    state = given({0: "low_spades", mate: "3H 4H 5H", 1: "6H 7H 8H"})
    after, events = when(state, 0, declare("low_spades", 0))
    assert (after.phase, after.turn, len(events)) == ("playing", mate, 1)


def test_U22_if_the_whole_team_is_out_the_turn_goes_to_the_next_opponent() -> None:
    state = given({4: "low_spades", 1: "3H 4H 5H", 3: "6H 7H 8H"}, turn=4)
    after, _ = when(state, 4, declare("low_spades", 4))
    assert (after.phase, after.turn) == ("playing", 1)


@pytest.mark.parametrize("holder", [0, 2])
def test_U23_a_player_who_has_nobody_to_ask_must_declare(holder: int) -> None:
    state = given(with_the_eight(holder, {0: "3S 4S 5S 6S 7S low_hearts"}))
    assert LITERATURE.view(state, None).must_declare
    assert refusal(state, 0, ask(1, "8S")) == "must_declare"
    assert refusal(state, 0, pass_turn(2)) == "wrong_phase"
    after, _ = when(state, 0, declare("low_hearts", 0))
    assert LITERATURE.view(after, None).must_declare


@pytest.mark.parametrize("opponent", [1, 3, 5])
def test_U23_one_opponent_with_cards_is_enough_to_go_on_asking(opponent: int) -> None:
    state = given({0: "3S 4S 5S 6S 7S", opponent: "8S"})
    assert not LITERATURE.view(state, None).must_declare
    _, (asked,) = when(state, 0, ask(opponent, "8S"))
    assert asked["answer"] == "given"


def test_U23_that_somebody_holds_only_complete_sets_is_not_announced() -> None:
    state = given({0: "low_spades", 1: "low_hearts"})
    assert not LITERATURE.view(state, 0).must_declare
    assert refusal(state, 0, ask(1, "3H")) == "no_card_in_set"
    assert {type(move).__name__ for move in some_choices(state, 0).moves} == {"Declare"}


@pytest.mark.parametrize("options", [{}, STAYS])
def test_U24_after_the_stall_limit_one_must_declare(options: dict[str, Any]) -> None:
    state = given({0: "3S low_hearts", 1: "4S 5S 6S 7S", 2: "8S"}, options | {"stall_limit": 6})
    moves = [ask(1, "8S"), ask(0, "8S")] * 3
    if options:
        moves[0] = declare("low_spades", 2)
    for number, move in enumerate(moves):
        assert not LITERATURE.view(state, None).must_declare
        state, _ = when(state, number % 2, move)
        assert LITERATURE.view(state, None).moves_since_close == number + 1
    assert LITERATURE.view(state, None).must_declare
    assert refusal(state, 0, ask(1, "4S")) == "must_declare"
    assert {type(move).__name__ for move in some_choices(state, 0).moves} == {"Declare"}


def test_U24_a_closed_set_sets_the_count_to_zero() -> None:
    state = msgspec.structs.replace(dealt(stall_limit=6), moves_since_close=6)
    assert refusal(state, 0, ask(1, "3C")) == "must_declare"
    after, _ = when(state, 0, declare("low_clubs", 0))
    assert after.moves_since_close == 0
    when(after, 0, ask(1, "3D"))


def test_U25_the_game_ends_with_the_eighth_set_and_not_earlier() -> None:
    state = given({0: "low_spades low_hearts"})
    state, events = when(state, 0, declare("low_spades", 0))
    assert (state.phase, len(events)) == ("playing", 1)
    state, (_, end) = decided(state, 0, declare("low_hearts", 0))
    assert (state.phase, state.turn, state.result) == ("finished", None, end.result)


def test_U26_equal_points_are_a_draw() -> None:
    state = msgspec.structs.replace(given({1: "low_spades"}, turn=1), scores=(1, 0))
    _, (_, end) = when(state, 1, declare("low_spades", 1))
    assert end["result"] == {"scores": [1, 1], "winners": [], "winning_team": None}


@pytest.mark.parametrize("move", [ask(1, "3C"), declare("low_clubs", 0), pass_turn(2), ask_count(1)])
def test_U27_no_move_has_room_for_words(move: dict[str, Any]) -> None:
    assert refusal(dealt(), 0, move, text="psst") == "malformed_move"
    for field, value in move.items():
        if isinstance(value, int):
            assert refusal(dealt(), 0, move | {field: "psst"}) == "malformed_move"


def test_U28_no_view_and_no_event_tells_the_size_of_a_hand() -> None:
    events = started(LITERATURE)
    dealt_to = [seen(dealt(), event, None) for event in events[2:]]
    assert dealt_to == [{"type": "cards_dealt", "seat": seat} for seat in (1, 2, 3, 4, 5, 0)]
    assert "size" not in str(msgspec.json.schema(LITERATURE.View))


@pytest.mark.parametrize("asker", range(6))
def test_U28_any_seat_may_ask_any_other_for_its_count(asker: int) -> None:
    state = given({0: "3S 4S", 1: "5S 6S 7S", 2: "8S low_hearts"}, {"report_counts": True})
    counts = (2, 3, 7, 0, 0, 0)
    for target in range(6):
        if target != asker:
            state, (report,) = when(state, asker, ask_count(target))
            assert report["count"] == counts[target]
    assert (state.turn, state.moves_since_close) == (0, 0)
    for viewer in (None, *range(6)):
        shown = LITERATURE.view(state, viewer).reported_counts
        assert shown == tuple(None if seat == asker else count for seat, count in enumerate(counts))


def test_U28_counts_are_told_while_a_turn_is_handed_on() -> None:
    state = given({0: "low_spades", 2: "3H 4H 5H", 4: "6H 7H", 1: "8H"}, {"report_counts": True})
    state, _ = when(state, 0, declare("low_spades", 0))
    after, (report,) = when(state, 5, ask_count(0))
    assert (report["count"], after.phase) == (0, "passing")


def test_U28_not_again_until_that_hand_has_changed() -> None:
    state = given({0: "3S 3H", 1: "4S 5S", 2: "6S", 3: "7S", 5: "8S 4H 5H 6H 7H 8H"}, {"report_counts": True})
    for target in (1, 2, 3):
        state, _ = when(state, 0, ask_count(target))
    state, _ = when(state, 2, ask_count(0))
    for target in (0, 1, 2, 3):
        assert refusal(state, 4, ask_count(target)) == "already_reported"
    state, _ = when(state, 0, ask(1, "4S"))
    for target, count in ((0, 3), (1, 1)):
        state, (report,) = when(state, 4, ask_count(target))
        assert report["count"] == count
    assert refusal(state, 4, ask_count(2)) == "already_reported"
    state, _ = when(state, 0, ask(3, "8S"))
    assert refusal(state, 4, ask_count(3)) == "already_reported"
    state, _ = when(state, 3, declare("low_spades", 3))
    for target, count in ((0, 1), (1, 0), (2, 0), (3, 0), (5, 5)):
        _, (report,) = when(state, 4, ask_count(target))
        assert report["count"] == count


def test_U29_the_view_repeats_only_the_last_ask_and_the_last_declaration() -> None:
    state = dealt(**STAYS)
    assert (LITERATURE.view(state, 0).last_ask, LITERATURE.view(state, 0).last_declaration) == (None, None)
    state, _ = when(state, 0, ask(1, "3C"))
    state, _ = when(state, 0, declare("low_hearts", 2))
    state, _ = when(state, 1, ask(2, "10C"))
    state, _ = when(state, 1, declare("low_clubs", 3))
    shown = view(state)
    assert shown["last_ask"] == {"seat": 1, "target": 2, "card": "10C", "answer": "given"}
    said = declare("low_clubs", 3)["holders"]
    assert shown["last_declaration"] == {
        "seat": 1,
        "set": "low_clubs",
        "said": said,
        "outcome": "lost",
        "closed": False,
    }
