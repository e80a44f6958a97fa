"""Chance that has been fixed, for tests of rules."""

from collections.abc import Sequence


class NoChance:
    """The chance of a move that must not need any."""

    def deal(self, number: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        raise AssertionError(f"deal {number} was asked for")

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        raise AssertionError(f"a shuffle of {cards} was asked for")


class Decks:
    """Chance that has been fixed: one deck after another, the last one again and again; no stock is formed anew."""

    def __init__(self, *decks: Sequence[str]) -> None:
        self.decks = decks

    def deal(self, number: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        deck = tuple(self.decks[min(number, len(self.decks)) - 1])
        assert sorted(deck) == sorted(cards)
        return deck

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        raise AssertionError(f"a stock was formed anew of {cards}")


class TurnedOver(Decks):
    """Decks, and a stock that is formed anew by turning the cards over."""

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        return cards[::-1]
