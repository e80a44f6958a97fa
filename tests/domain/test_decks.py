"""When two decks count as one."""

import random
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from domain.cards import FRENCH_DECK
from domain.table import Entry, alike, decide, deck_digest, evolve
from domain.table.decks import count_as_one
from tests.recording import AT, opening

SIZE = len(FRENCH_DECK)
orders = st.permutations(FRENCH_DECK)


def turned(deck: Sequence[str], places: int) -> tuple[str, ...]:
    """Return a deck that has other cards in a number of places, the first ones; one place alone is not possible."""
    return (*deck[1:places], *deck[:1], *deck[places:])


@given(orders, orders)
def test_it_makes_no_difference_which_deck_is_compared_with_which(one: list[str], other: list[str]) -> None:
    same_places = sum(a == b for a, b in zip(one, other, strict=True))

    assert count_as_one(one, other) == count_as_one(other, one) == (same_places > SIZE / 2)


@example(list(FRENCH_DECK), SIZE // 2)
@given(orders, st.integers(2, SIZE))
def test_decks_count_as_one_if_most_places_have_the_same_card(deck: list[str], places: int) -> None:
    assert count_as_one(deck, deck)
    assert count_as_one(deck, turned(deck, places)) == (SIZE - places > SIZE / 2)


def test_shuffled_decks_do_not() -> None:
    dice = random.Random(1)
    decks = [dice.sample(FRENCH_DECK, SIZE) for _ in range(60)]

    assert not [pair for pair in pairwise(decks) if count_as_one(*pair)]


def test_decks_of_different_sizes_do_not() -> None:
    assert not count_as_one(FRENCH_DECK, FRENCH_DECK[:-1])


@given(orders, orders, st.integers(2, SIZE // 2 - 1))
def test_of_other_decks_those_are_named_that_are_not_the_same_and_count_as_one(
    deck: list[str], other: list[str], places: int
) -> None:
    near = turned(deck, places)
    named = alike([deck], [near, tuple(deck), FRENCH_DECK[:-1], near])

    assert named == (deck_digest(near).hex(),)
    assert alike([deck], [tuple(deck)]) == alike([], [near]) == alike([deck], []) == ()


def test_a_deck_with_two_cards_exchanged_is_named_and_its_reverse_is_not() -> None:
    near = turned(FRENCH_DECK, 2)

    assert alike([FRENCH_DECK], [near, FRENCH_DECK, FRENCH_DECK[::-1]]) == (deck_digest(near).hex(),)


def test_a_digest_is_that_of_an_order() -> None:
    assert deck_digest(FRENCH_DECK) == deck_digest(list(FRENCH_DECK))
    assert deck_digest(FRENCH_DECK) != deck_digest(FRENCH_DECK[::-1])


@pytest.mark.parametrize("others", [(), ("ab" * 32,)])
def test_a_table_has_the_digests_of_its_decks_and_of_those_alike(others: tuple[str, ...]) -> None:
    command = opening("friendlier_than_thou", decks=[FRENCH_DECK], **({"decks_alike": others} if others else {}))
    (event,) = decide(None, command, AT)

    table = evolve(None, Entry(1, 1, None, None, command, event)).table

    assert table.deck_digests == (deck_digest(FRENCH_DECK).hex(), *others)
