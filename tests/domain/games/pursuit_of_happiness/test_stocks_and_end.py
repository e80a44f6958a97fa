"""Stocks and the end: R57–R64, U34–U41."""

from collections import Counter
from typing import Any

import pytest

from domain import fold
from tests.domain.games.pursuit_of_happiness.table import (
    GAME,
    activate_diamond,
    activate_heart,
    cards,
    discard,
    extend,
    given,
)
from tests.domain.scenario import kinds

THIN: dict[str, Any] = {"stock_size": 0, "times_through_deck": 2}
"""Three players, the first of two stocks used up by the draw."""

RESULT_OF_NOTHING = {"scores": [0, 0, 0], "winners": [0, 1, 2], "next_dealer": 0}


@pytest.mark.parametrize(("players", "times"), [(2, 1), (3, 1), (3, 2), (4, 2), (5, 3)])
def test_R57_the_game_goes_through_the_deck_as_often_as_the_option_says(players: int, times: int) -> None:
    table = given(players=players, times_through_deck=times)
    numbers = [table.see("stock_number")]
    while table.see("phase") != "finished":
        assert table.see("final_turn") is (table.see("stock_number") == times and table.see("stock_size") == 0)
        table.end_turn()
        numbers.append(table.see("stock_number"))
    assert sorted(set(numbers)) == list(range(1, times + 1))
    assert len(table.chance.shuffled) == times - 1


def test_R58_a_stock_used_up_that_is_not_the_last_is_followed_by_the_discard_pile_shuffled() -> None:
    table = given(discards="AC 2C 3C", stocks=["2C 3C"], open_discard=True, **THIN)
    pile = table.pile()
    *_, formed, drawn = table.when(0, discard("10S"))
    assert {**formed, "order": None} == {"type": "stock_formed", "number": 2, "size": 4, "order": None}
    assert Counter(formed["order"]) == Counter([*pile, "10S"])
    assert drawn == {"type": "cards_drawn", "seat": 1, "count": 3, "cards": formed["order"][:3]}
    assert formed["order"][:2] == cards("2C 3C")
    view = table.view()
    assert (view["stock_number"], view["stock_size"], view["discard_size"]) == (2, 1, 0)


def test_R59_only_when_a_card_is_needed() -> None:
    table = given(**THIN)
    assert (table.see("stock_size"), table.see("stock_number"), table.see("final_turn")) == (0, 1, False)
    events = table.when(0, discard("10S"))
    assert kinds(events) == ["card_discarded", "turn_started", "hearts_scored", "stock_formed", "cards_drawn"]


@pytest.mark.parametrize("left", [1, 2])
def test_R59_with_one_or_two_cards_left_the_draw_takes_them_first(left: int) -> None:
    table = given(stock="AC 2C", stock_size=left, times_through_deck=2)
    *_, first, formed, second = table.when(0, discard("10S"))
    assert (first["type"], first["cards"]) == ("cards_drawn", cards("AC 2C")[:left])
    assert (formed["type"], formed["number"], formed["size"]) == ("stock_formed", 2, 1)
    assert (second["type"], second["cards"]) == ("cards_drawn", ["10S"])


def test_R60_a_stock_made_in_the_middle_of_a_turn_includes_the_temporary_pile() -> None:
    table = given({0: ["AD 2D 3D", "AH 2H 3H"]}, {0: "2D AH"}, discards="AC 2C 3C", **THIN)
    table.when(0, activate_heart("AH", 2))
    _, formed, _ = table.when(0, activate_diamond("2D", 1, 1))
    assert Counter(formed["order"]) == Counter(cards("2C 3C AH 2D"))
    assert table.chance.shuffled == [Counter(cards("2C 3C AH 2D"))]
    assert (table.see("temporary"), table.see("discard_size"), table.see("discard_top", 0)) == ([], 0, [])


@pytest.mark.parametrize("left", [1, 2, 3])
def test_R61_the_turn_with_the_last_card_of_the_last_stock_is_the_final_one(left: int) -> None:
    table = given(stock_size=left)
    assert table.see("final_turn") is False
    table.end_turn()
    assert (table.see("final_turn"), table.see("stock_size"), table.see("phase")) == (True, 0, "activation")
    assert kinds(table.end_turn()) == ["card_discarded", "game_finished"]


def test_a_turn_that_leaves_a_card_is_not_the_final_one() -> None:
    table = given(stock_size=4)
    table.end_turn()
    assert (table.see("final_turn"), table.see("stock_size")) == (False, 1)


@pytest.mark.parametrize("left", [1, 2])
def test_R62_a_draw_of_one_or_two_gets_no_more(left: int) -> None:
    table = given(stock_size=left)
    before = table.hand(1).total()
    *_, drawn = table.end_turn()
    assert (drawn["type"], drawn["count"]) == ("cards_drawn", left)
    assert table.hand(1).total() == before + left
    assert table.chance.shuffled == []


def test_R63_the_last_card_may_be_taken_with_a_diamond_meld() -> None:
    table = given({0: ["AD 2D 3D"]}, {0: "3D"}, stock_size=2)
    assert table.see("final_turn") is False
    table.when(0, activate_diamond("3D", 1, 1))
    assert (table.see("final_turn"), table.see("stock_size")) == (True, 0)
    assert kinds(table.end_turn())[-1] == "game_finished"


def test_R64_that_turn_is_completed_as_usual_and_the_game_ends() -> None:
    table = given({0: ["AH 2H 3H"]}, {0: "2H 4H"}, stock_size=0)
    table.when(0, activate_heart("2H", 1))
    table.when(0, extend(1, back="4H"))
    assert table.when(0, discard("10S")) == [
        {"type": "card_discarded", "seat": 0, "card": "10S"},
        {"type": "game_finished", "result": {"scores": [9, 0, 0], "winners": [0], "next_dealer": 0}},
    ]
    view = table.view()
    assert (view["phase"], view["turn"], view["to_act"], view["deadline"]) == ("finished", None, [], None)
    assert view["discard_size"] == 3 + 2


def test_U34_the_new_order_is_in_the_event_and_shown_to_nobody() -> None:
    table = given(**THIN)
    table.end_turn()
    assert len(table.past(2)[0]["order"]) == 1
    for viewer in (None, 0, 1, 2):
        formed = table.seen(2, viewer)[0]
        assert formed == {"type": "stock_formed", "number": 2, "size": 1}
    orders = []
    for top in ("AC 2C", "2C AC"):
        table = given({0: ["AD 2D 3D"]}, {0: "2D"}, discards="AC 2C", stocks=[top], **THIN)
        table.when(0, activate_diamond("2D", 1))
        orders.append(table.past(1)[0]["cards"])
        assert fold(GAME, table.log) == table.state
    assert orders == [cards("AC 2C"), cards("2C AC")]


def test_U35_stocks_are_counted_and_one_of_any_size_counts() -> None:
    table = given(players=5, stock_size=0)
    seen = []
    for _ in range(2):
        seen.append((table.see("stock_number"), table.see("stock_size"), table.see("final_turn")))
        table.end_turn()
    assert seen == [(1, 0, False), (2, 0, False)]
    assert (table.see("stock_number"), table.see("stock_size"), table.see("final_turn")) == (3, 0, True)
    assert kinds(table.end_turn())[-1] == "game_finished"


def test_U36_without_cards_to_shuffle_no_stock_is_formed_and_the_game_goes_on() -> None:
    table = given({0: ["AD 2D 3D 4D 5D", "6D 7D 8D"]}, {0: "5D 8D"}, stock_size=0, players=5)
    assert kinds(table.when(0, activate_diamond("5D", 1, 5))) == ["diamond_activated"]
    before = table.hand(0).total()
    _, formed, drawn = table.when(0, activate_diamond("8D", 2))
    assert (formed["number"], formed["size"], drawn["count"]) == (2, 2, 2)
    assert table.hand(0).total() == before - 1 + 2
    assert (table.see("stock_number"), table.see("final_turn"), table.see("phase")) == (2, False, "activation")
    *_, formed, drawn = table.end_turn()
    assert (formed["number"], formed["size"], drawn["count"], table.see("final_turn")) == (3, 1, 1, True)


def test_U36_the_rest_of_the_draw_of_a_turn_is_forgone() -> None:
    table = given(stock_size=0, players=5)
    *_, formed, drawn = table.end_turn()
    assert (formed["number"], formed["size"], drawn["count"]) == (2, 1, 1)
    assert (table.see("stock_number"), table.see("final_turn"), table.see("phase")) == (2, False, "activation")


def test_U37_cards_shuffled_in_may_be_drawn_again_in_the_same_turn() -> None:
    table = given({0: ["AD 2D 3D", "3D 4D 5D"]}, {0: "2D"}, discards="AC", stocks=["2D"], **THIN)
    table.when(0, activate_diamond("2D", 1))
    assert table.hand(0)["2D"] == 1
    assert table.refusal(0, activate_diamond("2D", 1)) == "already_activated"
    table.when(0, discard("2D"))


def test_U38_a_later_diamond_in_the_final_turn_takes_from_the_discard_pile_only() -> None:
    melds = {0: ["AD 2D 3D", "4D 5D 6D", "AH 2H 3H"]}
    table = given(melds, {0: "2D 5D"}, discards="AC 2C 3C 4C", stock_size=1)
    assert kinds(table.when(0, activate_diamond("2D", 1, 1))) == ["diamond_activated", "cards_drawn"]
    assert table.see("final_turn") is True
    assert table.refusal(0, activate_diamond("5D", 2, 1)) == "must_take_all"
    assert kinds(table.when(0, activate_diamond("5D", 2, 2))) == ["diamond_activated"]
    assert table.past(1)[0]["from_discard"] == cards("2C 3C")
    assert table.end_turn()[-1]["result"]["scores"] == [3, 0, 0]


def test_at_the_end_no_seat_is_on_turn_and_none_has_activated_a_meld() -> None:
    table = given({1: ["AH 2H 3H"]}, {1: "AH"}, stock_size=1)
    table.end_turn()
    table.when(1, activate_heart("AH", 1))
    assert (table.see("turn"), table.see("activated")) == (1, [1])
    table.end_turn()
    assert (table.see("phase"), table.see("turn"), table.see("activated")) == ("finished", None, [])


def test_U39_the_end_reveals_nothing_more() -> None:
    table = given({0: ["AD 2D 3D"]}, stock_size=0)
    before = {viewer: table.view(viewer) for viewer in (None, 0, 1, 2)}
    last, _ = table.end_turn()
    for viewer, earlier in before.items():
        view = table.view(viewer)
        assert view.keys() == earlier.keys()
        assert view["discard_top"] == [last["card"]]
        gone = Counter([last["card"]] if viewer == 0 else [])
        assert Counter(view["hand"]) + gone == Counter(earlier["hand"])
        assert table.seen(1, viewer) == table.past(1)
        assert table.past(1)[0].keys() == {"type", "result"}


def test_U40_equal_highest_totals_share_the_win() -> None:
    table = given(stock_size=0)
    assert table.end_turn()[-1]["result"] == RESULT_OF_NOTHING
    table = given({0: ["AH 2H 3H"], 1: ["4H 5H 6H"], 2: ["7H 8H 9H 10H"]}, stock_size=3)
    table.end_turn()
    result = table.end_turn()[-1]["result"]
    assert result == {"scores": [3, 3, 0], "winners": [0, 1], "next_dealer": 0}
    assert table.see("result") == result


@pytest.mark.parametrize(("turn", "next_dealer"), [(0, 0), (1, 1), (2, 2)])
def test_the_next_dealer_is_the_left_neighbour(turn: int, next_dealer: int) -> None:
    assert given(stock_size=0, turn=turn).end_turn()[-1]["result"]["next_dealer"] == next_dealer


def test_U41_a_hand_has_no_limit_and_may_be_empty_between_turns() -> None:
    table = given()
    table.pass_turns(24)
    assert table.see("hand_sizes") == [31, 28, 28]
    table = given({0: ["AC 2C 3C 4C 5C", "6C 7C 8C", "AD 2D 3D", "4D 5D 6D"]}, {0: "9C 10C 6S"})
    table.when(0, extend(2, back="9C 10C"))
    table.when(0, discard("6S"))
    assert table.see("hand_sizes")[0] == 0
    table.pass_turns(2)
    assert table.see("hand_sizes")[0] == 3
