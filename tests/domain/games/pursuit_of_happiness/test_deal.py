"""Object, deck, deal and options: R1–R7, U1–U4."""

from collections import Counter
from typing import Any

import pytest

from tests.domain.games.pursuit_of_happiness.table import GAME, GivenOrder, Table, cards, discard, given, meld
from tests.domain.playout import as_raw
from tests.domain.scenario import AT, refused_options

IN_ORDER = GAME.deck[3:] + GAME.deck[:3]
DEFAULTS = {
    "players": 3,
    "dealer": 0,
    "times_through_deck": 1,
    "open_discard": False,
    "turn_limit_ms": 300_000,
    "response_limit_ms": 60_000,
}


def new(**options: Any) -> Table:
    """Return a table that has just been dealt, with a deck that is known."""
    return Table(GAME.options(options), GivenOrder(IN_ORDER))


def test_R1_the_most_points_win() -> None:
    table = given({1: ["AH 2H 3H"], 2: ["AD 2D 3D"]}, stock_size=4)
    table.pass_turns(2)
    assert table.see("scores") == [0, 3, 0]
    assert table.end_turn()[-1]["result"] == {"scores": [0, 3, 0], "winners": [1], "next_dealer": 0}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_R2_two_to_five_play(players: int) -> None:
    assert new(players=players).see("hand_sizes") == [12, 15, 12, 12, 12][:players]


@pytest.mark.parametrize("players", [0, 1, 6])
def test_no_other_number_plays(players: int) -> None:
    assert refused_options(GAME, players=players) == "invalid_option"


def test_R3_three_decks_without_picture_cards_and_four_jokers() -> None:
    plain = [rank + suit for suit in "CDHS" for rank in ("A", *map(str, range(2, 11)))]
    assert Counter(GAME.deck) == Counter(plain * 3 + ["JK"] * 4)
    assert len(GAME.deck) == 124
    assert GAME.cards == GAME.faces.keys()


def test_R4_a_running_total_begins_at_0() -> None:
    assert new().see("scores") == [0, 0, 0]
    table = given({0: ["AH 2H 3H"]})
    assert table.see("scores") == [3, 0, 0]
    table.pass_turns(3)
    assert table.see("scores") == [6, 0, 0]


def test_R5_twelve_cards_each_one_at_a_time_from_the_left_of_the_dealer() -> None:
    table = new(dealer=1)
    dealt = [event for event in map(as_raw, table.log) if event["type"] == "cards_dealt"]
    assert [(event["seat"], event["count"], event["cards"]) for event in dealt] == [
        (2, 12, list(IN_ORDER[0:36:3])),
        (0, 12, list(IN_ORDER[1:36:3])),
        (1, 12, list(IN_ORDER[2:36:3])),
    ]
    assert table.hand(0) == Counter(IN_ORDER[1:36:3])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_R6_the_rest_is_the_stock(players: int) -> None:
    table = new(players=players)
    assert table.past(players + 4)[0] == {
        "type": "deal_started", "deal": 1, "dealer": 0, "stock_size": 124 - 12 * players, "deck": list(IN_ORDER),
    }  # fmt: skip
    assert table.past(1) == [
        {"type": "cards_drawn", "seat": 1, "count": 3, "cards": list(IN_ORDER[12 * players :][:3])}
    ]
    assert table.see("stock_size") == 124 - 12 * players - 3


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_R7_the_left_of_the_dealer_begins_then_clockwise(dealer: int) -> None:
    table = new(dealer=dealer)
    turns = []
    for _ in range(6):
        turns.append(table.see("turn"))
        table.pass_turns(1)
    assert turns == [(dealer + step) % 3 for step in (1, 2, 3, 1, 2, 3)]


def test_U1_any_copy_will_do() -> None:
    table = given(hands={0: "5H 5H 5H 6H 7H"})
    table.when(0, meld("5H 6H 7H"))
    assert table.hand(0)["5H"] == 2
    table.when(0, discard("5H"))
    assert table.hand(0)["5H"] == 1


def test_U2_the_first_turn_is_a_turn_like_any_other() -> None:
    table = new()
    assert table.past(3) == [
        {"type": "turn_started", "turn_number": 1, "seat": 1},
        {"type": "hearts_scored", "seat": 1, "points": 0, "total": 0},
        {"type": "cards_drawn", "seat": 1, "count": 3, "cards": list(IN_ORDER[36:39])},
    ]
    view = table.view()
    assert (view["discard_size"], view["discard_top"], view["temporary"]) == (0, [], [])


def test_U3_five_players_have_one_deck_and_go_through_it_three_times() -> None:
    table = new(players=5)
    assert (table.see("times_through_deck"), table.see("stock_number"), table.see("stock_size")) == (3, 1, 61)


def test_U4_one_deal_is_one_game_and_nobody_resigns() -> None:
    table = given(stock_size=1)
    table.end_turn()
    assert table.end_turn()[-1]["type"] == "game_finished"
    assert sum(as_raw(event)["type"] == "deal_started" for event in table.log) == 1
    for kind in ("resign", "pass", "drop", "draw", "turn_lapsed"):
        assert given().refusal(0, {"type": kind}) == "unknown_move_type"


# Options


def test_defaults() -> None:
    assert as_raw(GAME.options({})) == DEFAULTS
    assert new().see("options") == DEFAULTS


@pytest.mark.parametrize(("players", "times"), [(2, 1), (3, 1), (4, 2), (5, 3)])
def test_the_default_of_times_through_the_deck_goes_by_the_players(players: int, times: int) -> None:
    assert as_raw(GAME.options({"players": players}))["times_through_deck"] == times


@pytest.mark.parametrize(
    "chosen",
    [
        {"players": 2, "times_through_deck": 1},
        {"players": 3, "times_through_deck": 1},
        {"players": 3, "times_through_deck": 2},
        {"players": 4, "times_through_deck": 2},
        {"players": 5, "times_through_deck": 3},
        {"dealer": 2},
        {"players": 5, "times_through_deck": 3, "dealer": 4},
        {"open_discard": True},
        {"turn_limit_ms": 5_000},
        {"turn_limit_ms": 604_800_000},
        {"turn_limit_ms": None},
        {"response_limit_ms": 5_000},
        {"response_limit_ms": 604_800_000},
        {"response_limit_ms": None},
    ],
)
def test_an_option_is_taken(chosen: dict[str, Any]) -> None:
    assert as_raw(GAME.options(chosen)) == DEFAULTS | chosen


@pytest.mark.parametrize(
    "chosen",
    [
        *({"players": players, "times_through_deck": times}
          for players, allowed in ((2, (1,)), (3, (1, 2)), (4, (2,)), (5, (3,)))
          for times in range(5) if times not in allowed),
        {"players": "3"}, {"players": None}, {"players": True},
        {"dealer": 3}, {"dealer": -1}, {"players": 2, "dealer": 2}, {"dealer": None},
        {"times_through_deck": None}, {"times_through_deck": "1"}, {"times_through_deck": -1},
        {"open_discard": 1}, {"open_discard": None},
        *({name: value} for name in ("turn_limit_ms", "response_limit_ms")
          for value in (0, 4_999, 604_800_001, 60_000.5, "60000", True)),
        {"jokers": 4},
    ],
)  # fmt: skip
def test_any_other_value_is_refused(chosen: dict[str, Any]) -> None:
    assert refused_options(GAME, **chosen) == "invalid_option"


def test_the_opening_in_order() -> None:
    table = new(dealer=2)
    assert [as_raw(event)["type"] for event in table.log] == [
        *cards("game_started deal_started cards_dealt cards_dealt cards_dealt"),
        *cards("turn_started hearts_scored cards_drawn"),
    ]
    assert [as_raw(event)["at"] for event in table.log] == [AT] * 8
    assert as_raw(table.log[0])["options"] == DEFAULTS | {"dealer": 2}
