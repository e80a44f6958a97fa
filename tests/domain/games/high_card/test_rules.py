"""How a game is tested with the kit: `tests/domain/scenario.py`."""

from pathlib import Path

from tests.domain.games.high_card import rules
from tests.domain.games.high_card.rules import DECK, HIGH_CARD, Play
from tests.domain.games.high_card.table import dealt
from tests.domain.scenario import (
    after,
    done_for,
    kinds,
    layout,
    message,
    offered,
    only,
    opened,
    prompt,
    refusal,
    view,
    when,
)
from tests.domain.zones import codes, zone


def test_R1_all_cards_are_dealt_from_the_left_of_the_dealer() -> None:
    assert dealt(dealer=1).hands == (("2C", "4C", "6C", "2H", "4H", "6H"), ("3C", "5C", "7C", "3H", "5H", "7H"))


def test_R2_a_card_is_played_to_the_trick() -> None:
    state, events = when(dealt(), 1, "play", card="6C")
    assert events == [{"type": "card_played", "seat": 1, "card": "6C"}]
    assert [message(state, event) for event in events] == ["Seat 1 plays the six of clubs."]
    assert (state.turn, codes(zone(layout(state), "trick"))) == (0, ("6C",))


def test_R2_one_plays_in_turn_a_card_that_one_holds() -> None:
    assert refusal(dealt(), 0, "play", card="3C") == "not_your_turn"
    assert refusal(dealt(), 1, "play", card="3C") == "card_not_in_hand"
    assert [move["card"] for move in offered(dealt(), 1)] == ["2C", "4C", "6C", "2H", "4H", "6H"]


def test_R2_the_highest_card_takes_the_trick() -> None:
    state = after(dealt(), (1, {"type": "play", "card": "2C"}))
    state, events = when(state, 0, "play", card="7C")
    assert kinds(events) == ["card_played", "trick_won"]
    assert only(events, "trick_won")["seat"] == 0
    assert (view(state)["tricks"], view(state)["discards"]) == ([1, 0], ["2C", "7C"])


def test_R2_of_two_alike_the_heart_is_higher() -> None:
    state = opened(HIGH_CARD, sorted(DECK, key=lambda card: card[0]))  # each has one card of every rank
    state = after(state, (1, {"type": "play", "card": "2C"}), (0, {"type": "play", "card": "2H"}))
    assert (view(state)["tricks"], view(state)["turn"]) == ([1, 0], 0)


def test_R3_most_tricks_win_when_all_cards_are_played() -> None:
    state = opened(HIGH_CARD, sorted(DECK, key=lambda card: card[0]))
    for rank in "234567":
        first, second = ((1, "C"), (0, "H")) if rank == "2" else ((0, "H"), (1, "C"))
        state = after(state, *((seat, {"type": "play", "card": rank + suit}) for seat, suit in (first, second)))
    assert view(state)["phase"] == "finished"
    assert view(state)["result"] == {"totals": [6, 0], "winners": [0]}


def test_a_seat_is_asked_for_a_card() -> None:
    assert prompt(dealt(), 1) == "Play a card."


def test_U1_the_first_card_is_played_for_a_seat_whose_time_is_over() -> None:
    assert done_for(dealt(), 1) == Play("2C")
    assert done_for(dealt(), 0) is None


def test_a_game_is_written_in_fewer_than_a_hundred_lines() -> None:
    text = Path(rules.__file__).read_text()
    assert "fmt:" not in text
    assert len([line for line in text.splitlines() if line and not line.startswith('"""')]) < 100
