"""Given, when, then for Literature: a table with the hands of your choice, and moves as JSON gives them."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from domain.game import Event, Refused, fold
from domain.games.literature import LITERATURE
from domain.games.literature.events import SetDeclared
from domain.games.literature.sets import BIT, SET_MASK, SETS, mask
from domain.games.literature.state import State

AT = 1_767_225_600_000


class GivenOrder:
    """Chance that has been fixed: the deck is in the order given."""

    def __init__(self, deck: tuple[str, ...]) -> None:
        self.deck = deck

    def deal(self, number: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        assert (number, sorted(cards)) == (1, sorted(self.deck))
        return self.deck

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        raise AssertionError("Literature never shuffles again")


CHANCE = GivenOrder(LITERATURE.deck)


def cards(text: str) -> tuple[str, ...]:
    """Read cards, and set ids for six cards at once: `low_spades 9H`."""
    return tuple(card for word in text.split() for card in SETS.get(word, (word,)))


def given(hands: Mapping[int, str], options: Mapping[str, Any] | None = None, *, turn: int = 0) -> State:
    """Return a table where seats hold these cards; the sets that nobody holds were closed by seat 0, rightly."""
    held = [cards(hands.get(seat, "")) for seat in range(6)]
    everything = [card for hand in held for card in hand]
    assert len(set(everything)) == len(everything)
    closed = tuple(
        None
        if mask(tuple(everything)) & whole
        else SetDeclared(0, set_id, own := dict.fromkeys(six, 0), "won", True, own, at=AT)
        for whole, (set_id, six) in zip(SET_MASK, SETS.items(), strict=True)
    )
    assert len(everything) == 6 * closed.count(None), "an open set has all its cards in hands"
    scores = (len(closed) - closed.count(None), 0)
    return State(LITERATURE.options(options or {}), turn, hands=tuple(map(mask, held)), sets=closed, scores=scores)


def when(state: State, seat: int, **move: Any) -> tuple[State, tuple[Any, ...]]:
    """Return the table after a move, and its events."""
    events = LITERATURE.decide(state, seat, LITERATURE.parse(move), AT, CHANCE)
    for event in events:
        state = LITERATURE.evolve(state, event)
    return state, events


def refusal(state: State, seat: int, **move: Any) -> str:
    """Return the code with which a move is refused; nothing has changed then."""
    before = msgspec.json.encode(state)
    with pytest.raises(Refused) as refused:
        when(state, seat, **move)
    assert msgspec.json.encode(state) == before
    return refused.value.code


def hand(state: State, seat: int) -> set[str]:
    """Return the cards that a seat holds."""
    return {card for card, bit in BIT.items() if state.hands[seat] & bit}


def as_json(event: Event) -> dict[str, Any]:
    """Return an event as it travels, without its time."""
    shown: dict[str, Any] = msgspec.to_builtins(event)
    assert shown.pop("at") == AT
    return shown


def declare(set_id: str, *seats: int) -> dict[str, Any]:
    """Return the declaration that these seats hold the cards of the set, in its order; one seat: that it has all."""
    return {
        "type": "declare",
        "set": set_id,
        "holders": dict(zip(SETS[set_id], seats * (6 // len(seats)), strict=True)),
    }


def ask(target: int, card: str) -> dict[str, Any]:
    """Return the move that asks for a card."""
    return {"type": "ask", "target": target, "card": card}


def dealt(**options: Any) -> State:
    """Return a new table, the deck set by set: the dealer has all 8s and aces, the seat on their left all 3s and 9s."""
    return fold(LITERATURE, LITERATURE.start(LITERATURE.options(options), CHANCE, AT))
