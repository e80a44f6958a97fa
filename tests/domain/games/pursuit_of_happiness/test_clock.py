"""The clock: U42 and the four clock steps."""

from typing import Any

import pytest

from tests.domain.games.pursuit_of_happiness.table import (
    GAME,
    Table,
    activate_diamond,
    activate_heart,
    attack,
    capture,
    cards,
    defend,
    discard,
    extend,
    given,
    meld,
    order_remnant,
)
from tests.domain.scenario import AT, kinds

TURN, RESPONSE = 300_000, 60_000
ROW = "6H 7H 8H 9H 10H"


def attacked(**options: Any) -> Table:
    """Return a table where seat 0 has attacked with power 3, and seat 1 may defend."""
    table = given({0: ["AS 2S 3S 4S 5S"], 1: [ROW, "AC 2C 3C"]}, {0: "3S", 1: "AC"}, **options)
    table.when(0, attack("3S", 1, 2))
    return table


def test_U42_the_deadline_counts_from_the_latest_move_or_clock_step() -> None:
    melds = {0: ["AS 2S 3S 4S 5S", "AH 2H 3H", "4D 5D 6D"], 1: [ROW, "AC 2C 3C"]}
    table = given(melds, {0: "3S AH 4D AD 2D 3D 7D"})
    assert table.see("deadline") == GAME.due(table.state) == AT + TURN
    for move, limit in (
        ((0, activate_heart("AH", 2)), TURN),
        ((0, activate_diamond("4D", 3)), TURN),
        ((0, attack("3S", 1, 4)), RESPONSE),
        ((1, defend()), RESPONSE),
        ((0, capture(2, 1)), RESPONSE),
        ((1, order_remnant("front")), TURN),
        ((0, meld("AD 2D 3D")), TURN),
        ((0, extend(3, back="7D")), TURN),
        ((0, discard("10S")), TURN),
    ):
        table.at += 7
        table.when(*move)
        for viewer in (None, 0, 1, 2):
            assert table.see("deadline", viewer) == GAME.due(table.state) == table.at + limit
    due = table.at + TURN
    table.lapse()
    assert table.see("deadline") == due + TURN


def test_U42_an_attack_that_nobody_is_asked_about_waits_for_the_capture() -> None:
    table = given({0: ["AS 2S 3S"], 1: [ROW]}, {0: "AS"})
    table.at += 7
    table.when(0, attack("AS", 1, 2))
    assert (table.see("phase"), table.see("deadline")) == ("capture", table.at + RESPONSE)


def test_U42_the_first_deadline_counts_from_the_start() -> None:
    assert given().see("deadline") == AT + TURN


def test_U42_nothing_is_due_before_the_deadline_and_a_move_at_it_is_too_late() -> None:
    table = given()
    assert table.wait(AT + TURN - 1) == []
    assert table.see("turn") == 0
    assert kinds(table.wait(AT + TURN))[0] == "turn_lapsed"
    assert table.refusal(0, discard("10S")) == "not_your_turn"


@pytest.mark.parametrize(("turn_limit", "response_limit"), [(5_000, 7_000), (604_800_000, 5_000)])
def test_the_limits_are_options(turn_limit: int, response_limit: int) -> None:
    table = attacked(turn_limit_ms=turn_limit, response_limit_ms=response_limit)
    assert table.see("deadline") == AT + response_limit
    table.when(1, defend(("AC", 3)))
    table.when(0, capture(0, 1))
    assert table.see("deadline") == AT + turn_limit


def test_null_is_no_limit() -> None:
    table = attacked(turn_limit_ms=None)
    assert table.see("deadline") == AT + RESPONSE
    table.when(1, defend(("AC", 3)))
    table.when(0, capture(0, 1))
    assert (table.see("deadline"), GAME.due(table.state), table.wait(10**15)) == (None, None, [])
    table = attacked(response_limit_ms=None)
    for seat, move in ((1, defend()), (0, capture(3, 0)), (1, order_remnant("front"))):
        assert (table.see("deadline"), GAME.due(table.state), table.wait(table.at + TURN)) == (None, None, [])
        table.when(seat, move)
    assert table.see("deadline") == table.at + TURN


@pytest.mark.parametrize(
    ("hand", "lowest"),
    [
        ("JK 10S AD 2D 10C 9C", "9C"),
        ("10C AC 2C AD", "AC"),
        ("JK 10S AH 10D 2D 9D", "2D"),
        ("JK 9S 10H 9H", "9H"),
        ("JK 10S 3S 2S", "2S"),
    ],
)
def test_turn_lapsed_discards_the_lowest_card(hand: str, lowest: str) -> None:
    table = given(hands={0: hand})
    events = table.lapse()
    assert kinds(events) == ["turn_lapsed", "card_discarded", "turn_started", "hearts_scored", "cards_drawn"]
    assert events[0] == {"type": "turn_lapsed", "seat": 0}
    assert events[1] == {"type": "card_discarded", "seat": 0, "card": lowest}
    assert (table.see("discard_top"), table.see("turn")) == ([lowest], 1)


def test_a_joker_is_discarded_only_if_there_is_nothing_else() -> None:
    melds = {0: ["AH 2H 3H 4H 5H", "6H 7H 8H 9H 10H", "AC 2C 3C 4C"]}
    assert given(melds, {0: "JK 10S JK"}).lapse()[1]["card"] == "10S"
    assert given(melds, {0: "JK JK JK"}).lapse()[1]["card"] == "JK"


def test_turn_lapsed_while_melding_and_in_the_final_turn() -> None:
    table = given(hands={0: "AC 2C 3C 4C"}, stock_size=0)
    table.when(0, meld("AC 2C 3C"))
    assert table.lapse() == [
        {"type": "turn_lapsed", "seat": 0},
        {"type": "card_discarded", "seat": 0, "card": "4C"},
        {"type": "game_finished", "result": {"scores": [0, 0, 0], "winners": [0, 1, 2], "next_dealer": 0}},
    ]
    assert (table.see("deadline"), GAME.due(table.state), table.wait(10**15)) == (None, None, [])


def test_defence_lapsed_is_the_empty_defence() -> None:
    table = attacked()
    assert table.lapse() == [
        {"type": "defence_lapsed", "seat": 1},
        {"type": "attack_answered", "seat": 1, "cards": [], "total": 0, "net": 3},
    ]
    assert (table.see("phase"), table.see("to_act"), table.see("deadline")) == ("capture", [0], table.at + RESPONSE)


def test_capture_lapsed_takes_as_many_as_possible_from_the_front() -> None:
    table = attacked()
    table.when(1, defend(("AC", 3)))
    assert table.lapse() == [
        {"type": "capture_lapsed", "seat": 0},
        {
            "type": "cards_captured", "seat": 0, "defender": 1, "target": 2, "front": 2, "back": 0,
            "cards": cards("6H 7H"), "left": 3,
        },
    ]  # fmt: skip
    assert (table.row(2), table.see("phase"), table.see("deadline")) == ("8H 9H 10H", "activation", table.at + TURN)


def test_capture_lapsed_takes_no_more_than_there_are_and_the_remnant_follows() -> None:
    table = given({0: ["AS 2S 3S 4S 5S"], 1: ["6H 7H 8H"]}, {0: "5S"})
    table.when(0, attack("5S", 1, 2))
    events = table.lapse()
    assert kinds(events) == ["capture_lapsed", "cards_captured"]
    assert (events[1]["front"], events[1]["left"], table.row(2)) == (3, 0, None)
    table = given({0: ["AS 2S 3S 4S 5S"], 1: ["6H 7H 8H"]}, {0: "2S"})
    table.when(0, attack("2S", 1, 2))
    assert kinds(table.lapse()) == ["capture_lapsed", "cards_captured", "remnant_discarded"]


def test_remnant_lapsed_is_front_first() -> None:
    table = attacked()
    table.when(1, defend())
    table.when(0, capture(0, 3))
    assert table.lapse() == [
        {"type": "remnant_lapsed", "seat": 1},
        {"type": "remnant_discarded", "seat": 1, "meld": 2, "cards": cards("6H 7H")},
    ]
    assert (table.see("phase"), table.see("to_act"), table.see("deadline")) == ("activation", [0], table.at + TURN)


def test_clock_steps_follow_one_another_each_at_its_own_deadline() -> None:
    table = attacked()
    dues = [AT + RESPONSE, AT + 2 * RESPONSE, AT + 3 * RESPONSE, AT + 3 * RESPONSE + TURN]
    before = len(table.log)
    assert [kind for kind in kinds(table.wait(dues[-1])) if kind.endswith("_lapsed")] == [
        "defence_lapsed", "capture_lapsed", "remnant_lapsed", "turn_lapsed",
    ]  # fmt: skip
    assert [event.at for event in table.log[before:]] == [
        *[dues[0]] * 2, *[dues[1]] * 2, *[dues[2]] * 2, *[dues[3]] * 5,
    ]  # fmt: skip


def test_a_whole_game_ends_by_the_clock_alone() -> None:
    table = given({0: ["AD 2D 3D"]}, {0: "3D"}, stock_size=12)
    table.when(0, activate_diamond("3D", 1, 0))
    table.wait(10**15)
    assert table.see("phase") == "finished"
    assert [event.at for event in table.log[-2:]] == [AT + 4 * TURN] * 2
