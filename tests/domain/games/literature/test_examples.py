"""The worked examples of the rulebook: seat 0 declares; "Mary" is seat 2, "Joseph" seat 4."""

import pytest

from tests.domain.games.literature.table import ask, given
from tests.domain.scenario import when

LOW_SPADES = {
    "type": "declare",
    "set": "low_spades",
    "holders": {"4S": 0, "8S": 0, "3S": 2, "5S": 4, "6S": 4, "7S": 4},
}


@pytest.mark.parametrize(
    ("hands", "outcome", "points"),
    [
        ({0: "4S 8S", 2: "3S", 4: "5S 6S 7S", 1: "low_clubs"}, "won", 1),
        ({0: "4S 8S", 2: "5S", 4: "3S 6S 7S", 1: "low_clubs"}, "void", 0),
        ({0: "low_spades", 1: "low_clubs"}, "void", 0),
        ({0: "4S 8S", 2: "3S", 4: "5S 6S", 1: "7S low_clubs"}, "lost", -1),
        ({0: "4S 8S", 2: "3S", 4: "5S 6S", 3: "7S low_clubs"}, "lost", -1),
        ({0: "low_clubs", 1: "3S 4S", 3: "5S 6S", 5: "7S 8S"}, "lost", -1),
    ],
)
def test_low_spades_i_have_the_4_and_8(hands: dict[int, str], outcome: str, points: int) -> None:
    state = given(hands)
    after, (declared,) = when(state, 0, LOW_SPADES)
    first, second = state.scores
    assert declared["outcome"] == outcome
    assert after.scores == (first + points, second)


def test_an_ask_as_it_is_written() -> None:
    _, (asked,) = when(given({0: "3S", 1: "4S 5S 6S 7S 8S"}), 0, ask(1, "5S"))
    assert asked["answer"] == "given"
