"""Attack and defence: R40–R43, R45–R49, U24–U27."""

import pytest

from domain.game import Refused
from tests.domain.games.pursuit_of_happiness.fights import ROW, attacked
from tests.domain.games.pursuit_of_happiness.table import attack, capture, cards, defend, given
from tests.domain.scenario import kinds


def test_R40_a_spade_meld_attacks_a_meld_of_an_opponent_with_the_power_of_the_card() -> None:
    table = given({0: ["AS 2S 3S 4S"], 2: [ROW]}, {0: "3S"})
    assert table.when(0, attack("3S", 1, 2)) == [
        {
            "type": "attack_declared", "seat": 0, "card": "3S", "meld": 1, "position": 3, "power": 3,
            "defender": 2, "target": 2,
        }
    ]  # fmt: skip
    assert table.see("attack")["limit"] == 3


def test_R41_clubs_are_played_only_in_answer_to_an_attack_on_an_own_meld() -> None:
    melds = {0: ["AS 2S 3S 4S 5S"], 1: [ROW, "AC 2C 3C"], 2: ["5C 6C 7C"]}
    table = given(melds, {0: "5S", 1: "3C", 2: "5C"})
    assert table.refusal(1, defend(("3C", 3))) == "wrong_phase"
    table.when(0, attack("5S", 1, 2))
    assert table.refusal(2, defend(("5C", 4))) == "not_your_turn"
    assert table.refusal(0, defend()) == "not_your_turn"
    assert (table.see("turn"), table.see("to_act")) == (0, [1])
    (event,) = table.when(1, defend(("3C", 3)))
    assert (event["total"], event["net"]) == (3, 2)
    assert table.refusal(1, defend(("3C", 3))) == "wrong_phase"


def test_the_attacker_is_told_who_must_answer_though_the_turn_is_theirs() -> None:
    table = attacked(3, clubs=("AC 2C 3C",))
    assert (table.see("turn"), table.see("to_act")) == (0, [1])
    with pytest.raises(Refused, match=r"^not_your_turn: Seat 1 must act now\.$"):
        table.when(0, defend())


def test_R42_all_is_stated_before_the_defender_decides() -> None:
    table = attacked(3, clubs=("AC 2C 3C",))
    view = table.view()
    assert (view["phase"], view["to_act"]) == ("defence", [1])
    assert view["attack"] == {
        "seat": 0, "card": "3S", "meld": 1, "position": 3, "power": 3, "defender": 1, "target": 2,
    }  # fmt: skip
    assert table.refusal(0, capture(1, 0)) == "wrong_phase"
    for missing in ("card", "meld", "target"):
        move = {name: value for name, value in attack("3S", 1, 2).items() if name != missing}
        assert table.refusal(0, move) == "malformed_move"


@pytest.mark.parametrize(
    ("power", "answers", "total", "net"),
    [
        (5, [], 0, 5),
        (5, [("AC", 3)], 1, 4),
        (5, [("AC", 3), ("7C", 4)], 4, 1),
        (5, [("3C", 3), ("6C", 4)], 5, 0),
        (5, [("3C", 3), ("7C", 4)], 6, -1),
        (2, [("3C", 3), ("6C", 4)], 5, -3),
    ],
)
def test_R43_the_powers_of_the_clubs_are_added_and_subtracted(
    power: int, answers: list[tuple[str, int]], total: int, net: int
) -> None:
    table = attacked(power, clubs=("AC 2C 3C", "5C 6C 7C"), held="AC 3C 6C 7C")
    (event,) = table.when(1, defend(*answers))
    assert (event["total"], event["net"]) == (total, net)
    assert table.see("phase") == ("capture" if net > 0 else "activation")
    if net > 0:
        table.when(0, capture(net, 0))
    assert table.refusal(0, capture(0, 0)) == "wrong_phase"


def test_R45_one_attack_one_meld_and_the_rest_of_the_power_is_wasted() -> None:
    table = given({0: ["AS 2S 3S 4S 5S"], 1: ["6H 7H 8H", "6D 7D 8D"]}, {0: "5S"})
    table.when(0, attack("5S", 1, 2))
    assert (table.see("attack")["net"], table.see("attack")["limit"]) == (5, 3)
    assert table.refusal(0, capture(3, 1)) == table.refusal(0, capture(2, 2)) == "too_many"
    table.when(0, capture(2, 1))
    assert (table.row(2), table.row(3), table.see("phase")) == (None, "6D 7D 8D", "activation")


@pytest.mark.parametrize("taken", [0, 1])
def test_R46_several_spade_melds_are_several_attacks_also_on_the_same_meld(taken: int) -> None:
    table = given({0: ["AS 2S 3S", "4S 5S 6S"], 1: [ROW]}, {0: "2S 5S"})
    for card, meld_id in (("2S", 1), ("5S", 2)):
        table.when(0, attack(card, meld_id, 3))
        assert (table.see("attack")["power"], table.see("attack")["limit"]) == (2, 2)
        table.when(0, capture(taken, 0))
    assert table.row(3) == ("8H 9H 10H" if taken else ROW)


def test_a_spade_meld_attacks_once_in_a_turn() -> None:
    table = attacked(2, prize="3S")
    table.when(0, capture(0, 0))
    assert table.refusal(0, attack("3S", 1, 2)) == "already_activated"


def test_R47_the_defender_need_not_defend() -> None:
    table = attacked(2, clubs=("AC 2C 3C",), held="3C")
    assert table.when(1, defend()) == [
        {"type": "attack_answered", "seat": 1, "cards": [], "total": 0, "net": 2},
    ]
    assert (table.see("phase"), table.see("attack")["limit"]) == ("capture", 2)


def test_R48_one_card_for_each_club_meld_in_an_attack_and_again_in_every_other() -> None:
    table = given({0: ["AS 2S 3S", "4S 5S 6S"], 1: [ROW, "AC 2C 3C", "2C 3C 4C"]}, {0: "2S 5S", 1: "2C 3C JK"})
    table.when(0, attack("2S", 1, 3))
    assert table.refusal(1, defend(("2C", 4), ("3C", 4))) == "already_activated"
    assert table.when(1, defend(("2C", 4), ("3C", 5)))[0]["net"] == 2 - 2 - 2
    table.when(0, attack("5S", 2, 3))
    assert table.when(1, defend(("JK=3C", 4)))[0]["net"] == 2 - 3
    assert table.see("activated") == [1, 2]


def test_R49_a_club_meld_that_is_attacked_can_defend_itself() -> None:
    table = attacked(3, "6C 7C 8C 9C", held="7C")
    assert table.see("phase") == "defence"
    assert table.when(1, defend(("7C", 2)))[0]["net"] == 1
    table.when(0, capture(0, 1))
    assert table.row(2) == "6C 7C 8C"


@pytest.mark.parametrize("target", ["6C 7C 8C", "6D 7D 8D", "6H 7H 8H", "6S 7S 8S"])
@pytest.mark.parametrize("victim", [1, 2])
def test_U24_any_meld_of_any_opponent_may_be_attacked(target: str, victim: int) -> None:
    table = given({0: ["AS 2S 3S"], victim: [target]}, {0: "AS"})
    table.when(0, attack("AS", 1, 2))
    assert table.see("attack")["defender"] == victim


def test_U25_the_defence_is_one_reply_and_its_order_is_that_of_the_pile() -> None:
    table = attacked(2, clubs=("AC 2C 3C", "5C 6C 7C"), held="3C 7C")
    (event,) = table.when(1, defend(("7C", 4), ("3C", 3)))
    assert event == {
        "type": "attack_answered", "seat": 1, "total": 6, "net": -4,
        "cards": [
            {"card": "7C", "meld": 4, "position": 3, "power": 3}, {"card": "3C", "meld": 3, "position": 3, "power": 3},
        ],
    }  # fmt: skip
    assert table.see("temporary") == cards("2S 7C 3C")
    assert (table.see("phase"), table.see("attack"), table.see("to_act")) == ("activation", None, [0])


def test_U26_the_defender_is_asked_unless_all_can_see_that_they_cannot_defend() -> None:
    assert attacked().see("phase") == "capture"
    assert attacked(clubs=("AC 2C 3C",), held="AH").see("phase") == "defence"
    assert attacked(clubs=("AC 2C 3C",), held="3C").see("phase") == "defence"
    other = given({0: ["AS 2S 3S"], 1: [ROW], 2: ["AC 2C 3C"]}, {0: "AS"})
    other.when(0, attack("AS", 1, 2))
    assert other.see("phase") == "capture"


def test_U26_without_a_card_in_hand_the_defender_is_not_asked() -> None:
    melds = {0: ["AS 2S 3S"], 1: [ROW, "AC 2C 3C 4C 5C", "6C 7C 8C 9C"]}
    table = given(melds, {0: "AS"})
    assert table.see("hand_sizes")[1] == 0
    assert kinds(table.when(0, attack("AS", 1, 2))) == ["attack_declared"]
    assert (table.see("phase"), table.see("attack")["net"]) == ("capture", 1)


def test_U27_the_powers_count_before_any_capture() -> None:
    table = attacked(5, "6C 7C 8C 9C", held="9C")
    assert table.when(1, defend(("9C", 2)))[0]["net"] == 5 - 4
    table.when(0, capture(1, 0))
    assert table.row(2) == "7C 8C 9C"
