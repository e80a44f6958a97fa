"""Activating: R27–R34, U11–U17. Diamonds and attacks have their own files."""

from typing import Any

import pytest

from tests.domain.games.pursuit_of_happiness.table import (
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
)
from tests.domain.scenario import Json

PREY = {1: ["6D 7D 8D"]}


def three_cards_left(last_meld: str, hand: str, **options: Any) -> Table:
    """Return a table where seat 0 holds only these three cards, and has two melds of hearts and this one."""
    table = given({0: ["AH 2H 3H 4H 5H", "6H 7H 8H 9H 10H", last_meld]} | PREY, {0: hand}, **options)
    assert sorted(table.hand(0).elements()) == sorted(cards(hand))
    return table


def test_R27_a_meld_is_activated_with_an_identical_card_from_the_hand() -> None:
    table = given({0: ["3H 5H 7H"]}, {0: "5H 6H 5D"}, discards="3H")
    assert table.refusal(0, activate_heart("6H", 1)) == "not_identical"
    assert table.refusal(0, activate_heart("5D", 1)) == "not_identical"
    assert table.refusal(0, activate_heart("3H", 1)) == "card_not_in_hand"
    table.when(0, activate_heart("5H", 1))
    assert (table.hand(0)["5H"], table.row(1)) == (0, "3H 5H 7H")


@pytest.mark.parametrize(("card", "power"), [("10H", 1), ("6H", 2), ("2H", 3), ("8H", 4), ("4H", 5)])
def test_R28_the_power_is_the_position_from_the_front(card: str, power: int) -> None:
    (event,) = given({0: ["10H 6H 2H 8H 4H"]}, {0: card}).when(0, activate_heart(card, 1))
    assert (event["position"], event["power"]) == (power, power)


@pytest.mark.parametrize(("meld_id", "power"), [(1, 3), (2, 1)])
def test_R29_the_power_depends_on_the_meld_that_is_stated(meld_id: int, power: int) -> None:
    table = given({0: ["10H 6H 2H 8H", "2H 3H 4H"]}, {0: "2H"})
    (event,) = table.when(0, activate_heart("2H", meld_id))
    assert (event["meld"], event["power"]) == (meld_id, power)
    assert given().refusal(0, {"type": "activate_heart", "card": "2H"}) == "malformed_move"


def test_R30_each_meld_is_activated_once_in_a_turn_and_clubs_never_in_ones_own() -> None:
    table = given({0: ["AH 2H 3H", "2H 3H 4H", "AC 2C 3C"]}, {0: "AH 2H 3H AC"})
    table.when(0, activate_heart("2H", 1))
    assert table.refusal(0, activate_heart("AH", 1)) == "already_activated"
    table.when(0, activate_heart("3H", 2))
    for move in (activate_heart("AC", 3), activate_diamond("AC", 3), attack("AC", 3, 1)):
        assert table.refusal(0, move) == "wrong_suit"
    assert table.refusal(0, defend(("AC", 3))) == "wrong_phase"
    table.pass_turns(3)
    assert table.when(0, activate_heart("AH", 1))[0]["power"] == 1


@pytest.mark.parametrize("move", [meld("AC 2C 3C"), extend(1, back="4H")])
def test_R31_after_the_first_card_melded_nothing_is_activated(move: Json) -> None:
    table = given({0: ["AH 2H 3H", "AD 2D 3D", "AS 2S 3S"]} | PREY, {0: "AH AD AS AC 2C 3C 4H"})
    table.when(0, move)
    for late in (activate_heart("AH", 1), activate_diamond("AD", 2), attack("AS", 3, 4)):
        assert table.refusal(0, late) == "wrong_phase"


def test_only_melds_of_earlier_turns_are_activated() -> None:
    table = given(hands={0: "AH 2H 3H AH AC"})
    table.when(0, meld("AH 2H 3H"))
    assert table.refusal(0, activate_heart("AH", 1)) == "wrong_phase"
    table.pass_turns(3)
    assert table.when(0, activate_heart("AH", 1))[0]["points"] == 3


def test_R32_a_meld_activated_may_be_extended_later_and_the_power_stays() -> None:
    table = given({0: ["2H 3H 4H"]}, {0: "2H AH"})
    (event,) = table.when(0, activate_heart("2H", 1))
    assert (event["power"], event["points"]) == (1, 3)
    table.when(0, extend(1, front="AH"))
    assert (table.row(1), table.see("scores")) == ("AH 2H 3H 4H", [6, 0, 0])


def test_R33_a_joker_is_an_activation_card_for_the_card_that_is_announced() -> None:
    table = given({0: ["3H 5H 7H 9H"]}, {0: "JK"})
    assert table.refusal(0, activate_heart("JK", 1)) == "joker_undeclared"
    assert table.refusal(0, activate_heart("JK=4H", 1)) == "not_identical"
    (event,) = table.when(0, activate_heart("JK=9H", 1))
    assert (event["card"], event["power"], event["points"]) == ("JK=9H", 4, 16)
    assert (table.hand(0)["JK"], table.see("temporary")) == (0, ["JK"])


def test_R34_hearts_score_length_times_power_at_once_besides_the_start_of_the_turn() -> None:
    table = given({0: ["AH 2H 3H", "6H 7H 8H 9H 10H"]}, {0: "2H 10H"})
    assert table.see("scores") == [8, 0, 0]
    table.when(0, activate_heart("2H", 1))
    assert table.see("scores") == [8 + 6, 0, 0]
    assert table.when(0, activate_heart("10H", 2)) == [
        {
            "type": "heart_activated", "seat": 0, "card": "10H", "meld": 2, "position": 5, "power": 5,
            "points": 25, "total": 39,
        }
    ]  # fmt: skip
    table.pass_turns(3)
    assert table.see("scores") == [39 + 8, 0, 0]


def test_U11_only_the_activation_card_is_discarded_before_its_effect_begins() -> None:
    table = given({0: ["AD 2D 3D"]}, {0: "2D"}, stock_size=0, times_through_deck=2, stocks=["2D"])
    events = table.when(0, activate_diamond("2D", 1))
    assert table.row(1) == "AD 2D 3D"
    assert events[-1]["cards"][0] == "2D"
    hearts = given({0: ["AH 2H 3H"]}, {0: "2H"})
    hearts.when(0, activate_heart("2H", 1))
    assert (hearts.row(1), hearts.see("temporary")) == ("AH 2H 3H", ["2H"])


def test_U12_a_card_activates_one_meld_and_each_activation_is_finished_first() -> None:
    table = given({0: ["AH 2H 3H", "AH 2H 3H", "AS 2S 3S"], 1: ["6H 7H 8H 9H", "AC 2C 3C"]}, {0: "AH 2H AS"})
    table.when(0, activate_heart("AH", 1))
    assert table.see("activated") == [1]
    table.when(0, attack("AS", 3, 4))
    assert table.refusal(0, activate_heart("2H", 2)) == "wrong_phase"
    table.when(1, defend())
    assert table.refusal(0, activate_heart("2H", 2)) == "wrong_phase"
    table.when(0, capture(0, 1))
    table.when(0, activate_heart("2H", 2))
    assert table.see("activated") == [1, 2, 3]


def test_U13_the_position_is_stated_where_the_card_is_at_several() -> None:
    def table() -> Table:
        return given({0: ["10H 5H JK=10H 5H 10H"]}, {0: "10H 5H"})

    assert table().refusal(0, activate_heart("10H", 1)) == "position_needed"
    for position in (1, 3, 5):
        (event,) = table().when(0, activate_heart("10H", 1, position=position))
        assert (event["position"], event["power"], event["points"]) == (position, position, 5 * position)
    for position in (-1, 0, 2, 4, 6):
        assert table().refusal(0, activate_heart("10H", 1, position=position)) == "not_identical"


def test_a_position_that_need_not_be_stated_must_be_right() -> None:
    table = given({0: ["AH 2H 3H"]}, {0: "2H"})
    assert table.refusal(0, activate_heart("2H", 1, position=1)) == "not_identical"
    assert table.when(0, activate_heart("2H", 1, position=2))[0]["power"] == 2


@pytest.mark.parametrize("move", [meld("AC 2C 3C"), extend(1, back="4H"), discard("AC")])
def test_U14_a_meld_an_extension_or_a_discard_closes_the_activation_step(move: Json) -> None:
    table = given({0: ["AH 2H 3H"]}, {0: "AC 2C 3C 4H"})
    for kind in ("end_activation", "pass", "done"):
        assert table.refusal(0, {"type": kind}) == "unknown_move_type"
    assert table.see("phase") == "activation"
    table.when(0, move)
    assert (table.see("phase"), table.see("turn")) in {("melding", 0), ("activation", 1)}


def test_U15_no_activation_card_may_be_the_last_card() -> None:
    hearts = three_cards_left("2H 4H 6H 8H", "AH 6H 2H")
    diamonds = three_cards_left("AD 2D 3D 4D", "AH 6H AD")
    spades = three_cards_left("AS 2S 3S 4S", "AH 6H AS")
    lasts = ((hearts, activate_heart("2H", 3)), (diamonds, activate_diamond("AD", 3)), (spades, attack("AS", 3, 4)))
    for table, last in lasts:
        table.when(0, activate_heart("AH", 1))
        table.when(0, activate_heart("6H", 2))
        assert table.refusal(0, last) == "must_keep_a_card"
        assert table.hand(0).total() == 1


def test_no_meld_and_no_extension_may_take_the_last_card() -> None:
    table = three_cards_left("AC 2C 3C 4C", "6D 7D 8D")
    assert table.refusal(0, meld("6D 7D 8D")) == "must_keep_a_card"
    table = three_cards_left("AC 2C 3C 4C", "AH 6H 5C")
    table.when(0, activate_heart("AH", 1))
    table.when(0, activate_heart("6H", 2))
    assert table.refusal(0, extend(3, back="5C")) == "must_keep_a_card"
    table.when(0, discard("5C"))
    assert table.see("hand_sizes")[0] == 0


def test_U16_a_defender_may_play_their_last_cards() -> None:
    table = given(
        {0: ["AS 2S 3S 4S"], 1: ["AC 2C 3C", "2C 3C 4C 5C", "3C 4C 5C", "8H 9H 10H"]}, {0: "3S", 1: "AC"}
    )  # fmt: skip
    assert table.hand(1) == {"AC": 1}
    table.when(0, attack("3S", 1, 5))
    (event,) = table.when(1, defend(("AC", 2)))
    assert (event["net"], table.see("hand_sizes")[1]) == (2, 0)


def test_U17_an_attack_needs_a_meld_to_attack() -> None:
    table = given({0: ["AS 2S 3S"]}, {0: "AS"})
    assert table.refusal(0, {"type": "attack", "card": "AS", "meld": 1}) == "malformed_move"
    assert table.refusal(0, attack("AS", 1, 2)) == "no_such_meld"
    assert table.refusal(0, attack("AS", 1, 1)) == "own_target"


def test_a_diamond_meld_may_be_activated_even_if_nothing_is_left_to_take() -> None:
    table = given({1: ["AD 2D 3D", "4D 5D 6D"]}, {1: "3D 4D"}, stock_size=3, players=2)
    table.end_turn()
    assert (table.see("stock_size"), table.see("discard_size"), table.see("final_turn")) == (0, 3, True)
    table.when(1, activate_diamond("3D", 1, 3))
    before = table.hand(1)
    assert table.when(1, activate_diamond("4D", 2)) == [
        {
            "type": "diamond_activated", "seat": 1, "card": "4D", "meld": 2, "position": 1, "power": 1,
            "from_discard": [],
        }
    ]  # fmt: skip
    assert before - table.hand(1) == {"4D": 1}
