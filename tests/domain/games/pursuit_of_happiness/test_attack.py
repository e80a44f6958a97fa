"""Attack and defence: R40–R51, U24–U32."""

import json
from itertools import product

import pytest

from tests.domain.games.pursuit_of_happiness.table import (
    Table,
    activate_heart,
    attack,
    bare,
    capture,
    cards,
    defend,
    discard,
    extend,
    given,
    kinds,
    meld,
    order_remnant,
)

ROW = "6H 7H 8H 9H 10H"


def attacked(power: int = 3, target: str = ROW, clubs: tuple[str, ...] = (), held: str = "", prize: str = "") -> Table:
    """Return a table where seat 0 has attacked meld 2 of seat 1 with this power; her club melds count from 3."""
    card = f"{power}S" if power > 1 else "AS"
    table = given({0: ["AS 2S 3S 4S 5S"], 1: [target, *clubs]}, {0: f"{card} {prize}", 1: held})
    table.play(0, attack(card, 1, 2))
    return table


def test_R40_a_spade_meld_attacks_a_meld_of_an_opponent_with_the_power_of_the_card() -> None:
    table = given({0: ["AS 2S 3S 4S"], 2: [ROW]}, {0: "3S"})
    assert table.play(0, attack("3S", 1, 2)) == [
        {
            "type": "attack_declared", "seat": 0, "card": "3S", "meld": 1, "position": 3, "power": 3,
            "defender": 2, "target": 2,
        }
    ]  # fmt: skip
    assert table.see("attack")["limit"] == 3


def test_R41_clubs_are_played_only_in_answer_to_an_attack_on_an_own_meld() -> None:
    melds = {0: ["AS 2S 3S 4S 5S"], 1: [ROW, "AC 2C 3C"], 2: ["5C 6C 7C"]}
    table = given(melds, {0: "5S", 1: "3C", 2: "5C"})
    assert table.refuses(1, defend(("3C", 3))) == "wrong_phase"
    table.play(0, attack("5S", 1, 2))
    assert table.refuses(2, defend(("5C", 4))) == "not_your_turn"
    assert table.refuses(0, defend()) == "not_your_turn"
    assert (table.see("turn"), table.see("to_act")) == (0, [1])
    (event,) = table.play(1, defend(("3C", 3)))
    assert (event["total"], event["net"]) == (3, 2)
    assert table.refuses(1, defend(("3C", 3))) == "wrong_phase"


def test_R42_all_is_stated_before_the_defender_decides() -> None:
    table = attacked(3, clubs=("AC 2C 3C",))
    view = table.view()
    assert (view["phase"], view["to_act"]) == ("defence", [1])
    assert view["attack"] == {
        "seat": 0, "card": "3S", "meld": 1, "position": 3, "power": 3, "defender": 1, "target": 2,
    }  # fmt: skip
    assert table.refuses(0, capture(1, 0)) == "wrong_phase"
    for missing in ("card", "meld", "target"):
        move = {name: value for name, value in attack("3S", 1, 2).items() if name != missing}
        assert table.refuses(0, move) == "malformed_move"


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
    (event,) = table.play(1, defend(*answers))
    assert (event["total"], event["net"]) == (total, net)
    assert table.see("phase") == ("capture" if net > 0 else "activation")
    if net > 0:
        table.play(0, capture(net, 0))
    assert table.refuses(0, capture(0, 0)) == "wrong_phase"


def test_R44_a_meld_of_fewer_than_three_cards_is_discarded_at_once() -> None:
    table = attacked(3, "6H 7H 8H")
    captured, *rest = table.play(0, capture(0, 2))
    assert captured["left"] == 1
    assert rest == [{"type": "remnant_discarded", "seat": 1, "meld": 2, "cards": ["6H"]}]
    assert (table.row(2), table.see("phase"), table.see("attack")) == (None, "activation", None)
    table = attacked(3, "6H 7H 8H")
    assert kinds(table.play(0, capture(3, 0))) == ["cards_captured"]
    assert (table.row(2), table.see("phase"), table.see("temporary")) == (None, "activation", ["3S"])
    table = attacked(3, "6H 7H 8H 9H")
    assert kinds(table.play(0, capture(1, 0))) == ["cards_captured"]
    assert (table.row(2), table.see("phase")) == ("7H 8H 9H", "activation")


def test_R45_one_attack_one_meld_and_the_rest_of_the_power_is_wasted() -> None:
    table = given({0: ["AS 2S 3S 4S 5S"], 1: ["6H 7H 8H", "6D 7D 8D"]}, {0: "5S"})
    table.play(0, attack("5S", 1, 2))
    assert (table.see("attack")["net"], table.see("attack")["limit"]) == (5, 3)
    assert table.refuses(0, capture(3, 1)) == table.refuses(0, capture(2, 2)) == "too_many"
    table.play(0, capture(2, 1))
    assert (table.row(2), table.row(3), table.see("phase")) == (None, "6D 7D 8D", "activation")


@pytest.mark.parametrize("taken", [0, 1])
def test_R46_several_spade_melds_are_several_attacks_also_on_the_same_meld(taken: int) -> None:
    table = given({0: ["AS 2S 3S", "4S 5S 6S"], 1: [ROW]}, {0: "2S 5S"})
    for card, meld_id in (("2S", 1), ("5S", 2)):
        table.play(0, attack(card, meld_id, 3))
        assert (table.see("attack")["power"], table.see("attack")["limit"]) == (2, 2)
        table.play(0, capture(taken, 0))
    assert table.row(3) == ("8H 9H 10H" if taken else ROW)


def test_a_spade_meld_attacks_once_in_a_turn() -> None:
    table = attacked(2, prize="3S")
    table.play(0, capture(0, 0))
    assert table.refuses(0, attack("3S", 1, 2)) == "already_activated"


def test_R47_the_defender_need_not_defend() -> None:
    table = attacked(2, clubs=("AC 2C 3C",), held="3C")
    assert table.play(1, defend()) == [
        {"type": "attack_answered", "seat": 1, "cards": [], "total": 0, "net": 2},
    ]
    assert (table.see("phase"), table.see("attack")["limit"]) == ("capture", 2)


def test_R48_one_card_for_each_club_meld_in_an_attack_and_again_in_every_other() -> None:
    table = given({0: ["AS 2S 3S", "4S 5S 6S"], 1: [ROW, "AC 2C 3C", "2C 3C 4C"]}, {0: "2S 5S", 1: "2C 3C JK"})
    table.play(0, attack("2S", 1, 3))
    assert table.refuses(1, defend(("2C", 4), ("3C", 4))) == "already_activated"
    assert table.play(1, defend(("2C", 4), ("3C", 5)))[0]["net"] == 2 - 2 - 2
    table.play(0, attack("5S", 2, 3))
    assert table.play(1, defend(("JK=3C", 4)))[0]["net"] == 2 - 3
    assert table.see("activated") == [1, 2]


def test_R49_a_club_meld_that_is_attacked_can_defend_itself() -> None:
    table = attacked(3, "6C 7C 8C 9C", held="7C")
    assert table.see("phase") == "defence"
    assert table.play(1, defend(("7C", 2)))[0]["net"] == 1
    table.play(0, capture(0, 1))
    assert table.row(2) == "6C 7C 8C"


@pytest.mark.parametrize(
    ("front", "back", "taken"),
    [(3, 0, "6H 7H 8H"), (2, 1, "6H 7H 10H"), (1, 2, "6H 9H 10H"), (0, 3, "8H 9H 10H"), (1, 0, "6H"), (0, 0, "")],
)
def test_R50_captured_cards_come_from_the_ends(front: int, back: int, taken: str) -> None:
    table = attacked(3)
    event = table.play(0, capture(front, back))[0]
    assert event == {
        "type": "cards_captured", "seat": 0, "defender": 1, "target": 2, "front": front, "back": back,
        "cards": cards(taken), "left": 5 - front - back,
    }  # fmt: skip


def test_R51_captured_cards_are_cards_like_any_other_in_the_same_turn() -> None:
    table = given({0: ["AS 2S 3S", "8H 9H 10H"], 1: [ROW]}, {0: "3S 4H 5H"})
    table.play(0, attack("3S", 1, 3))
    before = table.hand(0)
    table.play(0, capture(2, 1))
    assert table.hand(0) - before == {"6H": 1, "7H": 1, "10H": 1}
    table.play(1, order_remnant("front"))
    table.play(0, activate_heart("10H", 2))
    table.play(0, meld("4H 5H 6H 7H"))
    assert table.row(4) == "4H 5H 6H 7H"


@pytest.mark.parametrize("target", ["6C 7C 8C", "6D 7D 8D", "6H 7H 8H", "6S 7S 8S"])
@pytest.mark.parametrize("victim", [1, 2])
def test_U24_any_meld_of_any_opponent_may_be_attacked(target: str, victim: int) -> None:
    table = given({0: ["AS 2S 3S"], victim: [target]}, {0: "AS"})
    table.play(0, attack("AS", 1, 2))
    assert table.see("attack")["defender"] == victim


def test_U25_the_defence_is_one_reply_and_its_order_is_that_of_the_pile() -> None:
    table = attacked(2, clubs=("AC 2C 3C", "5C 6C 7C"), held="3C 7C")
    (event,) = table.play(1, defend(("7C", 4), ("3C", 3)))
    assert event == {
        "type": "attack_answered", "seat": 1, "total": 6, "net": -4,
        "cards": [
            {"card": "7C", "meld": 4, "position": 3, "power": 3}, {"card": "3C", "meld": 3, "position": 3, "power": 3},
        ],
    }  # fmt: skip
    assert table.see("temporary") == cards("2S 7C 3C")
    assert (table.see("phase"), table.see("attack"), table.see("to_act")) == ("activation", None, [0])


def test_U26_the_defender_is_asked_unless_all_can_see_that_she_cannot_defend() -> None:
    assert attacked().see("phase") == "capture"
    assert attacked(clubs=("AC 2C 3C",), held="AH").see("phase") == "defence"
    assert attacked(clubs=("AC 2C 3C",), held="3C").see("phase") == "defence"
    other = given({0: ["AS 2S 3S"], 1: [ROW], 2: ["AC 2C 3C"]}, {0: "AS"})
    other.play(0, attack("AS", 1, 2))
    assert other.see("phase") == "capture"


def test_U26_without_a_card_in_hand_the_defender_is_not_asked() -> None:
    melds = {0: ["AS 2S 3S"], 1: [ROW, "AC 2C 3C 4C 5C", "6C 7C 8C 9C"]}
    table = given(melds, {0: "AS"})
    assert table.see("hand_sizes")[1] == 0
    assert kinds(table.play(0, attack("AS", 1, 2))) == ["attack_declared"]
    assert (table.see("phase"), table.see("attack")["net"]) == ("capture", 1)


def test_U27_the_powers_count_before_any_capture() -> None:
    table = attacked(5, "6C 7C 8C 9C", held="9C")
    assert table.play(1, defend(("9C", 2)))[0]["net"] == 5 - 4
    table.play(0, capture(1, 0))
    assert table.row(2) == "7C 8C 9C"


@pytest.mark.parametrize(("front", "back"), [pair for pair in product(range(5), repeat=2) if sum(pair) <= 4])
def test_U28_the_attacker_says_how_many_from_each_end_and_may_take_fewer(front: int, back: int) -> None:
    table = attacked(3)
    if front + back > 3:
        assert table.refuses(0, capture(front, back)) == "too_many"
        return
    table.play(0, capture(front, back))
    rest = cards(ROW)[front : 5 - back]
    assert table.row(2) == " ".join(rest)
    assert table.see("phase") == ("activation" if len(rest) > 2 else "remnant")


def test_U29_all_see_what_is_captured_then_it_is_hidden() -> None:
    table = attacked(2, "AD 2D 3D 4D 5D")
    before = [table.see("hand", viewer) for viewer in (None, 1, 2)]
    table.play(0, capture(1, 1))
    for viewer in (None, 0, 1, 2):
        assert table.seen(1, viewer)[0]["cards"] == ["AD", "5D"]
    assert [table.see("hand", viewer) for viewer in (None, 1, 2)] == before
    for viewer in (None, 1, 2):
        assert '"AD"' not in json.dumps(table.view(viewer))


def test_U30_a_shortened_meld_is_the_same_meld_counted_from_its_new_front() -> None:
    table = given({0: ["AS 2S 3S"], 1: [ROW]}, {0: "2S", 1: "9H JK 6H"})
    table.play(0, attack("2S", 1, 2))
    table.play(0, capture(2, 0))
    assert table.see("melds")[1] == {"meld": 2, "seat": 1, "suit": "H", "cards": cards("8H 9H 10H"), "pattern": 1}
    table.end_turn()
    assert table.play(1, activate_heart("9H", 2))[0]["power"] == 2
    assert table.refuses(1, extend(2, front="6H")) == "no_pattern"
    table.play(1, extend(2, front="6H JK=7H"))
    assert table.row(2) == "6H JK=7H 8H 9H 10H"


@pytest.mark.parametrize(
    ("target", "front", "asked", "pile"),
    [
        ("6H 7H 8H", 2, False, "3S 8H"),
        ("6H 7H JK=8H", 2, False, "3S JK"),
        ("JK=6H 7H JK=8H", 0, False, "3S"),
        ("6H JK=7H JK=8H", 1, False, "3S JK JK"),
        ("6H JK=7H 8H", 1, True, "3S"),
        ("6H 7H 8H", 1, True, "3S"),
        ("6H AH 6H", 1, True, "3S"),
    ],
)
def test_U31_a_remnant_is_discarded_at_once_unless_its_order_matters(
    target: str, front: int, asked: bool, pile: str
) -> None:
    table = attacked(3, target)
    table.play(0, capture(front, 0))
    assert table.see("phase") == ("remnant" if asked else "activation")
    assert table.see("to_act") == ([1] if asked else [0])
    assert table.see("temporary") == cards(pile)


def test_U32_points_are_never_lost_and_captured_hearts_score_for_nobody_until_melded() -> None:
    table = given({0: ["AS 2S 3S"], 1: [ROW]}, {0: "2S 8H 9H 10H"})
    table.end_turn()
    assert table.see("scores") == [0, 5, 0]
    table.pass_turns(2)
    table.play(0, attack("2S", 1, 2))
    table.play(0, capture(2, 0))
    assert table.see("scores") == [0, 5, 0]
    table.end_turn()
    assert table.see("scores") == [0, 5 + 3, 0]
    table.pass_turns(2)
    assert table.see("scores") == [0, 8, 0]


@pytest.mark.parametrize(("first", "pile"), [("front", "3S 9H 10H"), ("back", "3S 10H 9H")])
def test_the_remnant_lies_there_until_its_owner_has_ordered_it(first: str, pile: str) -> None:
    table = attacked(3)
    table.play(0, capture(3, 0))
    assert (table.row(2), table.see("attack")["net"], table.see("turn")) == ("9H 10H", 3, 0)
    (event,) = table.play(1, order_remnant(first))  # type: ignore[arg-type]
    assert event == {"type": "remnant_discarded", "seat": 1, "meld": 2, "cards": bare(cards(pile))[1:]}
    assert (table.row(2), table.see("attack"), table.see("to_act")) == (None, None, [0])
    assert table.see("temporary") == cards(pile)
    table.play(0, discard("10S"))
