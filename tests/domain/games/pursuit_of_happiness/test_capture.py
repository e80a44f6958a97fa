"""What an attack takes, and what it leaves: R44, R50, R51, U28–U32."""

import json
from itertools import product

import pytest

from tests.domain.games.pursuit_of_happiness.fights import ROW, attacked
from tests.domain.games.pursuit_of_happiness.table import (
    activate_heart,
    attack,
    bare,
    capture,
    cards,
    discard,
    extend,
    given,
    meld,
    order_remnant,
)
from tests.domain.scenario import kinds


def test_R44_a_meld_of_fewer_than_three_cards_is_discarded_at_once() -> None:
    table = attacked(3, "6H 7H 8H")
    captured, *rest = table.when(0, capture(0, 2))
    assert captured["left"] == 1
    assert rest == [{"type": "remnant_discarded", "seat": 1, "meld": 2, "cards": ["6H"]}]
    assert (table.row(2), table.see("phase"), table.see("attack")) == (None, "activation", None)
    table = attacked(3, "6H 7H 8H")
    assert kinds(table.when(0, capture(3, 0))) == ["cards_captured"]
    assert (table.row(2), table.see("phase"), table.see("temporary")) == (None, "activation", ["3S"])
    table = attacked(3, "6H 7H 8H 9H")
    assert kinds(table.when(0, capture(1, 0))) == ["cards_captured"]
    assert (table.row(2), table.see("phase")) == ("7H 8H 9H", "activation")


@pytest.mark.parametrize(
    ("front", "back", "taken"),
    [(3, 0, "6H 7H 8H"), (2, 1, "6H 7H 10H"), (1, 2, "6H 9H 10H"), (0, 3, "8H 9H 10H"), (1, 0, "6H"), (0, 0, "")],
)
def test_R50_captured_cards_come_from_the_ends(front: int, back: int, taken: str) -> None:
    table = attacked(3)
    event = table.when(0, capture(front, back))[0]
    assert event == {
        "type": "cards_captured", "seat": 0, "defender": 1, "target": 2, "front": front, "back": back,
        "cards": cards(taken), "left": 5 - front - back,
    }  # fmt: skip


def test_R51_captured_cards_are_cards_like_any_other_in_the_same_turn() -> None:
    table = given({0: ["AS 2S 3S", "8H 9H 10H"], 1: [ROW]}, {0: "3S 4H 5H"})
    table.when(0, attack("3S", 1, 3))
    before = table.hand(0)
    table.when(0, capture(2, 1))
    assert table.hand(0) - before == {"6H": 1, "7H": 1, "10H": 1}
    table.when(1, order_remnant("front"))
    table.when(0, activate_heart("10H", 2))
    table.when(0, meld("4H 5H 6H 7H"))
    assert table.row(4) == "4H 5H 6H 7H"


@pytest.mark.parametrize(("front", "back"), [pair for pair in product(range(5), repeat=2) if sum(pair) <= 4])
def test_U28_the_attacker_says_how_many_from_each_end_and_may_take_fewer(front: int, back: int) -> None:
    table = attacked(3)
    if front + back > 3:
        assert table.refusal(0, capture(front, back)) == "too_many"
        return
    table.when(0, capture(front, back))
    rest = cards(ROW)[front : 5 - back]
    assert table.row(2) == " ".join(rest)
    assert table.see("phase") == ("activation" if len(rest) > 2 else "remnant")


def test_U29_all_see_what_is_captured_then_it_is_hidden() -> None:
    table = attacked(2, "AD 2D 3D 4D 5D")
    before = [table.see("hand", viewer) for viewer in (None, 1, 2)]
    table.when(0, capture(1, 1))
    for viewer in (None, 0, 1, 2):
        assert table.seen(1, viewer)[0]["cards"] == ["AD", "5D"]
    assert [table.see("hand", viewer) for viewer in (None, 1, 2)] == before
    for viewer in (None, 1, 2):
        assert '"AD"' not in json.dumps(table.view(viewer))


def test_U30_a_shortened_meld_is_the_same_meld_counted_from_its_new_front() -> None:
    table = given({0: ["AS 2S 3S"], 1: [ROW]}, {0: "2S", 1: "9H JK 6H"})
    table.when(0, attack("2S", 1, 2))
    table.when(0, capture(2, 0))
    assert table.see("melds")[1] == {"meld": 2, "seat": 1, "suit": "H", "cards": cards("8H 9H 10H"), "pattern": 1}
    table.end_turn()
    assert table.when(1, activate_heart("9H", 2))[0]["power"] == 2
    assert table.refusal(1, extend(2, front="6H")) == "no_pattern"
    table.when(1, extend(2, front="6H JK=7H"))
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
    table.when(0, capture(front, 0))
    assert table.see("phase") == ("remnant" if asked else "activation")
    assert table.see("to_act") == ([1] if asked else [0])
    assert table.see("temporary") == cards(pile)


def test_U32_points_are_never_lost_and_captured_hearts_score_for_nobody_until_melded() -> None:
    table = given({0: ["AS 2S 3S"], 1: [ROW]}, {0: "2S 8H 9H 10H"})
    table.end_turn()
    assert table.see("scores") == [0, 5, 0]
    table.pass_turns(2)
    table.when(0, attack("2S", 1, 2))
    table.when(0, capture(2, 0))
    assert table.see("scores") == [0, 5, 0]
    table.end_turn()
    assert table.see("scores") == [0, 5 + 3, 0]
    table.pass_turns(2)
    assert table.see("scores") == [0, 8, 0]


@pytest.mark.parametrize(("first", "pile"), [("front", "3S 9H 10H"), ("back", "3S 10H 9H")])
def test_the_remnant_lies_there_until_its_owner_has_ordered_it(first: str, pile: str) -> None:
    table = attacked(3)
    table.when(0, capture(3, 0))
    assert (table.row(2), table.see("attack")["net"], table.see("turn")) == ("9H 10H", 3, 0)
    (event,) = table.when(1, order_remnant(first))  # type: ignore[arg-type]
    assert event == {"type": "remnant_discarded", "seat": 1, "meld": 2, "cards": bare(cards(pile))[1:]}
    assert (table.row(2), table.see("attack"), table.see("to_act")) == (None, None, [0])
    assert table.see("temporary") == cards(pile)
    table.when(0, discard("10S"))
