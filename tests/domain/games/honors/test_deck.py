"""The deck of the four games and how it is dealt: C-R1, C-R2, C-U1, C-U2, C-U5."""

from collections import Counter
from typing import Any

import pytest

from domain.events import DealStarted, StockFormed
from domain.fairness import FairChance
from domain.games.honors.deck import BOOKS, DECK, FACES, book, value
from domain.table import AnyGame
from tests.domain.games.honors.every_game import events_of, every_game, some_games
from tests.domain.playout import Step, as_raw
from tests.domain.scenario import started


@every_game
def test_C_R1_forty_eight_cards_are_twelve_books_of_four(game: AnyGame) -> None:
    assert len(set(game.deck)) == len(game.deck) == 48
    assert Counter(card.split("-")[0] for card in game.deck) == dict.fromkeys("ABCDEFGHIJKL", 4)
    assert Counter(card.split("-")[1] for card in game.deck) == dict.fromkeys("1234", 12)


def test_C_R2_the_number_in_the_corner_is_the_value_of_a_card() -> None:
    assert (value("J-3"), value("K-1")) == (3, 1)
    assert {letter: sum(value(card) for card in DECK if book(card) == letter) for letter in BOOKS} == dict.fromkeys(
        BOOKS, 10
    )
    assert sum(map(value, DECK)) == 120
    assert all(face.rank == str(value(card)) for card, face in FACES.items())


@every_game
def test_C_U1_the_letters_are_a_to_l(game: AnyGame) -> None:
    assert sorted({card[0] for card in game.deck}) == [*"ABCDEFGHIJKL"]
    assert [game.faces[card].name for card in ("A-1", "L-4")] == ["one of book A", "four of book L"]


@every_game
def test_C_U2_every_deal_has_all_the_cards_in_a_fresh_order(game: AnyGame) -> None:
    for steps in some_games(game):
        decks = [event.deck for event in events_of(steps, "deal_started")]
        assert all(sorted(deck) == sorted(game.deck) for deck in decks)
        assert len(set(decks)) == len(decks)


@every_game
def test_C_U2_cards_are_dealt_one_at_a_time_clockwise_from_the_dealers_left(game: AnyGame) -> None:
    for steps in some_games(game):
        for opening, hands in deals(steps):
            players = len(hands)
            assert [hand.seat for hand in hands] == [(opening.dealer + 1 + step) % players for step in range(players)]
            dealt = sum(hand.count for hand in hands)
            assert [hand.cards for hand in hands] == [opening.deck[step:dealt:players] for step in range(players)]


def deals(steps: tuple[Step, ...]) -> list[tuple[Any, list[Any]]]:
    """Return each beginning of a deal with the hands dealt."""
    players = steps[0].after.options.players
    hands = events_of(steps, "cards_dealt")
    starts = events_of(steps, "deal_started")
    return [(start, hands[players * number : players * (number + 1)]) for number, start in enumerate(starts)]


@every_game
def test_C_U2_an_operator_may_give_the_order_of_a_deal(game: AnyGame) -> None:
    order = game.deck[7:] + game.deck[:7]
    events = started(game, chance=FairChance(bytes(32), [None] * game.options({}).players, [order]))
    assert [event.deck for event in events if isinstance(event, DealStarted)] == [order]


class Recorded:
    """Chance that repeats the orders in some events, each once, and knows how often it was asked."""

    def __init__(self, events: tuple[Any, ...], deck: tuple[str, ...]) -> None:
        self.events: list[Any] = [event for event in events if isinstance(event, DealStarted | StockFormed)]
        self.deck = deck

    def deal(self, number: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        event = self.events.pop(0)
        assert (event.deal, cards) == (number, self.deck)
        order: tuple[str, ...] = event.deck
        return order

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        order: tuple[str, ...] = self.events.pop(0).order
        assert Counter(order) == Counter(cards)
        return order


@every_game
def test_C_U5_randomness_enters_only_by_the_decks_and_the_reshuffles(game: AnyGame) -> None:
    for steps in some_games(game):
        for step in steps:
            chance = Recorded(step.events, game.deck)
            if step.before is None:
                again = game.start(step.after.options, chance, step.at)
            elif step.seat is None:
                again = game.tick(step.before, step.at, chance)
            else:
                again = game.decide(step.before, step.seat, step.move, step.at, chance)
            assert again == step.events
            assert chance.events == []


@every_game
@pytest.mark.parametrize(("kind", "order"), [("deal_started", "deck"), ("stock_formed", "order")])
def test_C_U5_the_whole_order_is_hidden(game: AnyGame, kind: str, order: str) -> None:
    for steps in some_games(game):
        for event in events_of(steps, kind):
            assert len(getattr(event, order)) > 1
            for viewer in (None, *range(steps[0].after.options.players)):
                assert order not in as_raw(game.seen(event, viewer, steps[-1].after))
