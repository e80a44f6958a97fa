"""The rules R1 to R24 of the rulebook, by number."""

import msgspec
import pytest

from domain.cards import FRENCH_DECK
from domain.fairness import FairChance
from domain.game import fold
from domain.games.literature import LITERATURE
from tests.domain.games.literature.table import ask, ask_count, dealt, declare, given, hand
from tests.domain.scenario import as_json, refusal, refused_options, seen, started, when


def test_R1_six_players_in_two_teams_of_three() -> None:
    assert refused_options(LITERATURE, players=4) == "invalid_option"
    options = LITERATURE.options({})
    assert (options.players, options.teams.count(0), options.teams.count(1)) == (6, 3, 3)


def test_R2_teams_sit_alternately() -> None:
    assert LITERATURE.options({}).teams == (0, 1, 0, 1, 0, 1)


def test_R3_each_player_is_dealt_eight_cards_that_only_they_see() -> None:
    events = started(LITERATURE, chance=FairChance(b"secret" * 6, [None] * 6))
    state = fold(LITERATURE, events)
    assert [len(hand(state, seat)) for seat in range(6)] == [8] * 6
    for seat in range(6):
        assert set(LITERATURE.view(state, seat).hand or ()) == hand(state, seat)
        known = [seen(state, event, seat) for event in events[2:]]
        assert [event["seat"] for event in known if "cards" in event] == [seat]
    assert LITERATURE.view(state, None).hand is None


def test_R3_the_deal_begins_on_the_left_of_the_dealer() -> None:
    opening, deal, *hands = map(as_json, started(LITERATURE, dealer=4))
    assert opening["options"]["dealer"] == 4
    public = {"type": "deal_started", "deal": 1, "dealer": 4, "stock_size": 0}
    assert seen(dealt(), deal, 4) == public
    assert deal == public | {"deck": [*LITERATURE.deck]}
    assert [(event["seat"], event["cards"][0]) for event in hands] == [
        (5, "3C"), (0, "4C"), (1, "5C"), (2, "6C"), (3, "7C"), (4, "8C"),
    ]  # fmt: skip


def test_R4_forty_eight_cards_are_eight_sets_of_six() -> None:
    whole = given({0: "low_clubs high_clubs low_diamonds high_diamonds low_hearts high_hearts low_spades high_spades"})
    assert hand(whole, 0) == set(LITERATURE.deck)
    assert len(LITERATURE.deck) == len(LITERATURE.cards) == 48
    assert set(FRENCH_DECK) - LITERATURE.cards == {"2C", "2D", "2H", "2S"}
    assert hand(given({0: "low_hearts"}), 0) == {"3H", "4H", "5H", "6H", "7H", "8H"}
    assert hand(given({0: "high_clubs"}), 0) == {"9C", "10C", "JC", "QC", "KC", "AC"}


def test_R5_team_mates_tell_each_other_nothing_in_their_moves() -> None:
    assert refusal(dealt(), 0, ask(1, "3C"), note="I hold the four") == "malformed_move"


def test_R6_the_size_of_a_hand_is_not_shown() -> None:
    few = given({0: "3S", 1: "4S 5S", 2: "6S", 3: "7S 8S", 4: "low_clubs", 5: "low_hearts"})
    many = given({0: "3S", 1: "4S", 2: "6S low_clubs", 3: "5S 7S 8S", 4: "3H", 5: "4H 5H 6H 7H 8H"})
    for viewer in (None, 0):
        assert msgspec.json.encode(LITERATURE.view(few, viewer)) == msgspec.json.encode(LITERATURE.view(many, viewer))


def test_R7_a_player_must_report_their_count_where_the_variation_is_played() -> None:
    assert refusal(dealt(), 0, ask_count(3)) == "counts_are_secret"
    _, (report,) = when(dealt(report_counts=True), 0, ask_count(3))
    assert report["count"] == 8


def test_R8_more_points_win() -> None:
    state = given({0: "low_spades", 1: "low_hearts"}, turn=1)
    state, _ = when(state, 1, declare("low_hearts", 1))
    _, (_, end) = when(state, 0, declare("low_spades", 0))
    assert end["result"] == {"scores": [7, 1], "winning_team": 0, "winners": [0, 2, 4]}


def test_R8_the_other_team_can_win_too() -> None:
    state = given({1: "low_hearts low_spades"}, turn=1)
    state = msgspec.structs.replace(state, scores=(0, 0))
    state, _ = when(state, 1, declare("low_hearts", 1))
    _, (_, end) = when(state, 1, declare("low_spades", 1))
    assert end["result"] == {"scores": [0, 2], "winning_team": 1, "winners": [1, 3, 5]}


def test_R9_each_set_declared_successfully_is_a_point() -> None:
    state = given({0: "low_spades low_hearts", 1: "low_clubs"})
    assert state.scores == (5, 0)
    state, _ = when(state, 0, declare("low_spades", 0))
    assert state.scores == (6, 0)
    state, _ = when(state, 0, declare("low_hearts", 0))
    assert state.scores == (7, 0)


def test_R10_a_declaration_names_the_set_and_who_of_the_team_holds_which_card() -> None:
    state = given({0: "4S 8S", 2: "3S", 4: "5S 6S 7S", 1: "low_hearts"})
    _, (declared,) = when(state, 0, declare("low_spades", 2, 0, 4, 4, 4, 0))
    assert (declared["seat"], declared["set"], declared["outcome"]) == (0, "low_spades", "won")
    assert declared["said"] == {"3S": 2, "4S": 0, "5S": 4, "6S": 4, "7S": 4, "8S": 0}


def test_R11_sets_are_declared_only_on_ones_own_turn() -> None:
    state = given({2: "low_spades", 1: "low_hearts", 0: "low_clubs"})
    assert refusal(state, 2, declare("low_spades", 2)) == "not_your_turn"
    assert refusal(state, 1, declare("low_hearts", 1)) == "not_your_turn"


def test_R12_every_card_of_the_set_goes_to_a_member_of_the_team() -> None:
    state = given({0: "low_spades", 1: "low_hearts"})
    incomplete = declare("low_spades", 0)
    del incomplete["holders"]["8S"]
    assert refusal(state, 0, incomplete) == "wrong_cards"
    assert refusal(state, 0, declare("low_spades", 0, 0, 0, 0, 0, 1)) == "not_team_mate"


def test_R13_right_attributions_give_a_point() -> None:
    state = given({0: "3S 4S 5S", 2: "6S 7S 8S", 1: "low_hearts"})
    after, (declared,) = when(state, 0, declare("low_spades", 0, 0, 0, 2, 2, 2))
    assert (declared["outcome"], after.scores) == ("won", (7, 0))


def test_R14_false_attributions_of_cards_that_the_team_holds_give_nothing() -> None:
    state = given({0: "3S 4S 5S", 2: "6S 7S 8S", 1: "low_hearts"})
    after, (declared,) = when(state, 0, declare("low_spades", 0, 0, 0, 2, 2, 0))
    assert (declared["outcome"], after.scores) == ("void", state.scores)


@pytest.mark.parametrize("opponent", [1, 3, 5])
def test_R15_a_card_with_an_opponent_costs_a_point(opponent: int) -> None:
    state = given({0: "3S 4S 5S", 2: "6S 7S", opponent: "8S low_hearts"})
    after, (declared,) = when(state, 0, declare("low_spades", 0, 0, 0, 2, 2, 2))
    assert (declared["outcome"], after.scores) == ("lost", (5, 0))


def test_R16_the_dealer_begins_and_asks_an_opponent_for_one_card() -> None:
    assert [dealt(dealer=dealer).turn for dealer in range(6)] == [0, 1, 2, 3, 4, 5]
    assert dealt(dealer=2, starter=5).turn == 5
    _, (asked,) = when(dealt(), 0, ask(1, "3C"))
    assert (asked["seat"], asked["target"], asked["card"]) == (0, 1, "3C")


def test_R17_the_asker_must_hold_a_card_of_the_set() -> None:
    state = given({0: "3S", 1: "4S 5S 6S 7S 8S low_hearts"})
    assert refusal(state, 0, ask(1, "3H")) == "no_card_in_set"
    when(state, 0, ask(1, "4S"))


def test_R18_nobody_asks_for_a_card_that_they_hold() -> None:
    assert refusal(dealt(), 0, ask(1, "8C")) == "card_already_held"


def test_R19_the_asked_player_gives_the_card() -> None:
    after, (asked,) = when(dealt(), 0, ask(1, "3C"))
    assert asked["answer"] == "given"
    assert "3C" in hand(after, 0)
    assert "3C" not in hand(after, 1)


def test_R20_a_player_who_gets_the_card_may_ask_again_any_opponent() -> None:
    after, _ = when(dealt(), 0, ask(1, "3C"))
    assert after.turn == 0
    for opponent in (1, 3, 5):
        when(after, 0, ask(opponent, "5C"))


def test_R21_a_failed_ask_gives_the_turn_to_the_asked_player() -> None:
    after, (asked,) = when(dealt(), 0, ask(3, "3C"))
    assert (asked["answer"], after.turn) == ("not_held", 3)
    assert after.hands == dealt().hands


def test_R22_sets_are_declared_at_any_time_in_the_turn() -> None:
    state = given({0: "3S 4S 5S 6S 7S low_hearts", 1: "8S low_clubs"})
    state, _ = when(state, 0, declare("low_hearts", 0))
    state, _ = when(state, 0, ask(1, "8S"))
    state, (declared,) = when(state, 0, declare("low_spades", 0))
    assert declared["outcome"] == "won"


def test_R23_it_goes_on_until_every_set_has_been_declared() -> None:
    state = dealt()
    for number, set_id in enumerate(type(LITERATURE.view(state, None).sets).__struct_fields__, start=1):
        assert state.phase == "playing"
        state, events = when(state, 0, declare(set_id, 0))
        assert len(events) == (2 if number == 8 else 1)
    assert state.phase == "finished"


def test_R24_an_own_card_asked_for_by_accident_is_told_to_all() -> None:
    after, (asked,) = when(dealt(own_card_ask="announced"), 0, ask(1, "8C"))
    assert asked["answer"] == "own_card"
    for viewer in (None, *range(6)):
        assert seen(after, asked, viewer) == asked
