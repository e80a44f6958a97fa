from typing import Any

from msgspec.structs import replace

from domain.games.literature import LITERATURE
from domain.games.literature.events import Holders
from tests.domain.games.literature.table import ask, ask_count, dealt, declare, given, pass_turn
from tests.domain.scenario import decided, message, seen, started, when

STAYS: dict[str, Any] = {"false_declaration": "set_stays_turn_passes"}


def test_the_opening() -> None:
    events = started(LITERATURE)
    assert [message(dealt(), event) for event in events[:3]] == [
        "A game of Literature begins, seats 0, 2 and 4 against seats 1, 3 and 5.",
        "Seat 0 deals.",
        (
            "Seat 1 gets their cards: the three and nine of clubs, the three and nine of diamonds, "
            "the three and nine of hearts and the three and nine of spades."
        ),
    ]
    assert message(dealt(), seen(dealt(), events[2], 0)) == "Seat 1 gets their cards."


def test_asks() -> None:
    for state, target, card, sentence in (
        (dealt(), 1, "3S", "Seat 0 asks seat 1 for the three of spades: it is given."),
        (dealt(), 1, "5S", "Seat 0 asks seat 1 for the five of spades: not held."),
        (
            dealt(own_card_ask="announced"),
            1,
            "AS",
            "Seat 0 asks seat 1 for the ace of spades: a slip, the asker has it.",
        ),
    ):
        _, (prompt,) = when(state, 0, ask(target, card))
        assert message(dealt(), prompt) == sentence


def test_declarations() -> None:
    seats = (0, 0, 0, 0, 0, 2)
    said = "seat 0: the three, four, five, six and seven of spades; seat 2: the eight of spades"
    for hands, options, ending in (
        ({0: "3S 4S 5S 6S 7S", 2: "8S", 1: "low_clubs"}, {}, "right, a point for the team."),
        (
            {0: "low_spades", 2: "low_clubs"},
            {},
            (
                "wrong, though the team has all six, so no points; "
                "the truth was seat 0: the three, four, five, six, seven and eight of spades."
            ),
        ),
        (
            {0: "3S 4S 5S 6S 7S", 1: "8S low_clubs"},
            STAYS,
            "wrong, and the team does not have all six, so it loses a point; the set stays open.",
        ),
    ):
        _, (declared,) = when(given(hands, options), 0, declare("low_spades", *seats))
        assert message(dealt(), declared) == f"Seat 0 declares low spades ({said}): {ending}"


def test_a_turn_handed_on_and_a_count() -> None:
    state = given({0: "low_spades", 2: "3H 4H 5H", 4: "6H 7H 8H"}, {"report_counts": True})
    state, _ = when(state, 0, declare("low_spades", 0))
    _, (reported,) = when(state, 5, ask_count(2))
    assert message(dealt(), reported) == "Seat 5 asks seat 2 for the number of their cards: 3."
    _, (passed,) = when(state, 0, pass_turn(2))
    assert message(dealt(), passed) == "Seat 0 is out of cards and hands the turn to seat 2."


def test_the_end() -> None:
    _, (_, end) = when(given({0: "low_spades"}), 0, declare("low_spades", 0))
    assert message(dealt(), end) == "The game ends: seats 0, 2 and 4 win, 8 to 0."


def test_a_draw() -> None:
    state = replace(given({1: "low_spades"}, turn=1), scores=(1, 0))
    _, (_, end) = when(state, 1, declare("low_spades", 1))
    assert message(dealt(), end) == "The game ends in a draw, 1 to 1."


def test_a_declaration_is_told_alike_in_whatever_order_its_cards_come_back_from_the_log() -> None:
    state = given({0: "3S 4S 5S 6S 7S", 1: "8S low_clubs"})
    _, (declared, *_) = decided(state, 0, declare("low_spades", 0, 0, 0, 0, 0, 2))
    stored = replace(declared, said=backwards(declared.said), held=backwards(declared.held))

    assert message(dealt(), stored) == message(dealt(), declared)


def backwards(holders: Holders) -> Holders:
    return dict(reversed(holders.items()))
