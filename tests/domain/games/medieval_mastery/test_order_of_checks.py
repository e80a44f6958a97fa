"""*The building move*: of several faults, the code is that of the first check that fails."""

from collections.abc import Callable
from itertools import combinations

import pytest

from tests.domain.games.medieval_mastery.table import Table, building, given
from tests.domain.scenario import Json

CHECKS = [
    "malformed_move", "no_such_card", "duplicate_card", "card_not_available", "reject_not_laid", "laid_card_missing",
    "no_marriage", "no_leader", "x_must_be_laid", "converted_suit", "royal_parted", "reject_not_genuine",
    "reject_has_home", "bad_under",
]  # fmt: skip


def without(cards: list[str], *gone: str) -> list[str]:
    """Return a group without some of its cards."""
    return [card for card in cards if card not in gone]


OLD = "KS QS ES | KT QC CC"
RIGHT = building(OLD, "AP BP | XW", rejects="")
FAULTS: dict[str, Callable[[Json], Json]] = {
    "malformed_move": lambda move: move | {"points": 1},
    "no_such_card": lambda move: move | {"communes": [*move["communes"], ["A1"]]},
    "duplicate_card": lambda move: move | {"communes": [*move["communes"], ["AP"]]},
    "card_not_available": lambda move: move | {"communes": [*move["communes"], ["AS"]]},
    "reject_not_laid": lambda move: move | {"rejects": [*move["rejects"], "EC"]},
    "laid_card_missing": lambda move: move | {"communes": [without(each, "BP") for each in move["communes"]]},
    "no_marriage": lambda move: move | {"families": [*move["families"], ["JT"]]},
    "no_leader": lambda move: move | {"communes": [*move["communes"], ["HS"]]},
    "x_must_be_laid": lambda move: move | {"communes": [each for each in move["communes"] if each != ["XW"]]},
    "converted_suit": lambda move: move | {"communes": [*move["communes"], ["XT"]]},
    "royal_parted": lambda move: (
        move | {"families": [["KS", "QP", *move["families"][0][2:]], ["KP", "QS"], *move["families"][1:]]}
    ),
    "reject_not_genuine": lambda move: (
        move | {"families": [without(each, "ES") for each in move["families"]]} | {"rejects": [*move["rejects"], "ES"]}
    ),
    "reject_has_home": lambda move: (
        move
        | {"families": [["KT", "QT"] if each[0] == "KT" else each for each in move["families"]]}
        | {"rejects": [*move["rejects"], "QC", "CC"]}
    ),
    "bad_under": lambda move: move | {"under": ["FP"]},
}


def faulty() -> Table:
    """Return a table where `RIGHT` is right, and each of `FAULTS` makes it wrong."""
    return given(OLD, "AP BP", hand="QT KP QP JT XT EC HS", trick="FP XW GP", stock="AS")


def test_the_checks_are_those_of_the_table() -> None:
    assert faulty().answer(0, RIGHT) == "accepted"
    assert list(FAULTS) == CHECKS


@pytest.mark.parametrize("check", CHECKS)
def test_each_check_finds_its_fault(check: str) -> None:
    assert faulty().answer(0, FAULTS[check](RIGHT)) == check


def test_of_two_faults_the_first_in_the_list_is_told() -> None:
    made = faulty()
    for first, second in combinations(CHECKS, 2):
        assert made.answer(0, FAULTS[second](FAULTS[first](RIGHT))) == first, second
        assert made.answer(0, FAULTS[first](FAULTS[second](RIGHT))) == first, second


def test_of_all_faults_the_first_is_told() -> None:
    made = faulty()
    for place, check in enumerate(CHECKS):
        move = RIGHT
        for fault in CHECKS[place:]:
            move = FAULTS[fault](move)
        assert made.answer(0, move) == check
