"""The turn: R8–R12."""

import pytest

from tests.domain.games.pursuit_of_happiness.table import (
    activate_diamond,
    activate_heart,
    attack,
    cards,
    discard,
    extend,
    given,
    meld,
)
from tests.domain.scenario import kinds

MELDS = {0: ["AH 2H 3H", "AD 2D 3D", "AS 2S 3S"], 1: ["6C 7C 8C"]}


def test_R8_score_draw_activate_meld_discard() -> None:
    table = given(MELDS, {0: "2H AD 4H 4D"}, stock="AC")
    assert kinds(table.past(3)) == ["turn_started", "hearts_scored", "cards_drawn"]
    assert (table.see("phase"), table.see("turn"), table.see("turn_number")) == ("activation", 0, 4)
    table.when(0, activate_heart("2H", 1))
    table.when(0, activate_diamond("AD", 2))
    assert table.see("phase") == "activation"
    table.when(0, extend(1, back="4H"))
    assert table.see("phase") == "melding"
    table.when(0, extend(2, back="4D"))
    assert table.see("phase") == "melding"
    events = table.when(0, discard("AC"))
    assert kinds(events) == ["card_discarded", "turn_started", "hearts_scored", "cards_drawn"]
    assert (table.see("phase"), table.see("turn"), table.see("turn_number")) == ("activation", 1, 5)


@pytest.mark.parametrize("lays", [True, False])
def test_R9_the_discard_ends_the_turn_and_the_left_neighbour_is_next(*, lays: bool) -> None:
    table = given(hands={0: "AC 2C 3C 4C"})
    if lays:
        table.when(0, meld("AC 2C 3C"))
    assert table.when(0, discard("4C"))[:2] == [
        {"type": "card_discarded", "seat": 0, "card": "4C"},
        {"type": "turn_started", "turn_number": 2, "seat": 1},
    ]
    assert (table.see("turn"), table.see("to_act")) == (1, [1])
    table.pass_turns(2)
    assert (table.see("turn"), table.see("to_act")) == (0, [0])


def test_R10_a_point_for_every_card_in_heart_melds_before_drawing() -> None:
    table = given({0: ["AH 2H 3H 4H JK=5H", "6H 7H 8H", "AS 2S 3S"], 1: ["9H 10H AH"]})
    scored, drawn = table.past(2)
    assert scored == {"type": "hearts_scored", "seat": 0, "points": 8, "total": 8}
    assert drawn["type"] == "cards_drawn"
    _, _, next_scored, _ = table.end_turn()
    assert next_scored == {"type": "hearts_scored", "seat": 1, "points": 3, "total": 3}
    table.pass_turns(2)
    assert table.past(2)[0] == {"type": "hearts_scored", "seat": 0, "points": 8, "total": 16}


def test_R11_three_cards_from_the_top_of_the_stock() -> None:
    table = given(stock="AC 2D 3H JK")
    before = table.hand(1)
    *_, drawn = table.end_turn()
    assert drawn == {"type": "cards_drawn", "seat": 1, "count": 3, "cards": cards("AC 2D 3H")}
    assert table.hand(1) - before == {"AC": 1, "2D": 1, "3H": 1}
    *_, drawn = table.when(1, discard("AC"))
    assert drawn["cards"][0] == "JK"


def test_R12_any_number_of_activation_cards_each_carried_out_when_it_is_played() -> None:
    table = given(MELDS | {2: ["6H 7H 8H"]}, {0: "AH 2D AS"}, stock="AC 2C")
    assert table.when(0, activate_heart("AH", 1))[-1]["total"] == 3 + 3
    assert table.when(0, activate_diamond("2D", 2))[-1]["cards"] == cards("AC 2C")
    table.when(0, attack("AS", 3, 5))
    table.when(0, {"type": "capture", "front": 1, "back": 0})
    assert table.hand(0)["6H"] == 1
    assert table.see("activated") == [1, 2, 3]
    other = given(MELDS)
    other.end_turn()
    assert other.see("turn") == 1
