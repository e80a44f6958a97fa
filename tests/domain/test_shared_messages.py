"""Messages that several games share."""

import pytest
from msgspec import UNSET

from domain.cards import FRENCH_FACES
from domain.events import CardDiscarded, CardsDealt, CardsDrawn, DealStarted
from domain.match import GameFinished, Result
from domain.messages import Message, Template
from domain.shared_messages import (
    SHARED,
    deal_of_all_started,
    deal_with_rest_started,
    game_finished,
    scored,
    with_cards,
    won,
)
from domain.wording import in_words

PACK_LEFT = Template(
    "test", "event", "Deal {deal:number}: {dealer:seat} deals and leaves a pack of {stock:amount.card}."
)
COUNTED = Template("test", "event", "Counted: {scores:parts}.")
TAKES = with_cards("test", "{seat} takes {count:amount.card}")


def words(message: Message) -> str:
    """Return a message in words."""
    return in_words(message, FRENCH_FACES)


def test_a_deal_begins() -> None:
    deal = DealStarted(2, 1, 33, at=0)
    assert words(SHARED(deal, None)) == "Seat 1 deals."
    assert words(deal_of_all_started(deal)) == "Deal 2: seat 1 deals all the cards."
    assert words(deal_with_rest_started(deal, PACK_LEFT)) == "Deal 2: seat 1 deals and leaves a pack of 33 cards."


def test_cards_are_told_only_if_they_are_shown() -> None:
    shown, hidden = (TAKES(CardsDrawn(1, 2, cards, at=0)) for cards in (("6H", "7H"), UNSET))
    assert words(shown) == "Seat 1 takes 2 cards: the six and seven of hearts."
    assert words(hidden) == "Seat 1 takes 2 cards."
    assert words(SHARED(CardsDealt(1, 2, at=0), None)) == "Seat 1 gets 2 cards."


def test_a_card_is_discarded() -> None:
    assert words(SHARED(CardDiscarded(0, "6H", at=0), None)) == "Seat 0 discards the six of hearts."


def test_the_count_of_a_deal_has_the_scores_and_the_totals() -> None:
    assert words(COUNTED(scores=scored((3, -7), (0, -6)))) == (
        "Counted: seat 0 scores 3 points and has no points in all; "
        "seat 1 scores minus 7 points and has minus 6 points in all."
    )


@pytest.mark.parametrize(
    ("winners", "points", "sentence"),
    [
        ((1,), 3, "The game ends: seat 1 wins with 3 points."),
        ((2,), -1, "The game ends: seat 2 wins with minus one point."),
        ((0, 2), 0, "The game ends: seats 0 and 2 share the win with no points."),
    ],
)
def test_the_end_has_the_winners_and_their_points(winners: tuple[int, ...], points: int, sentence: str) -> None:
    assert words(won(winners, points)) == sentence
    totals = tuple(points if seat in winners else points - 1 for seat in range(3))
    assert words(game_finished(GameFinished(Result(totals, winners), at=0))) == sentence
