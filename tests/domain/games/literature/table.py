"""Tables of Literature with the hands of your choice."""

from collections.abc import Mapping
from typing import Any

from domain.games.literature import LITERATURE
from domain.games.literature.events import SetDeclared
from domain.games.literature.sets import BIT, SET_MASK, SETS, mask
from domain.games.literature.state import State
from tests.domain.chance import Decks
from tests.domain.scenario import AT, Json, opened

CHANCE = Decks(LITERATURE.deck)


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


def dealt(**options: Any) -> State:
    """Return a new table, the deck set by set: the dealer has all 8s and aces, the seat on their left all 3s and 9s."""
    return opened(LITERATURE, **options)


def hand(state: State, seat: int) -> set[str]:
    """Return the cards that a seat holds."""
    return {card for card, bit in BIT.items() if state.hands[seat] & bit}


def ask(target: int, card: str) -> Json:
    """Return the move that asks for a card."""
    return {"type": "ask", "target": target, "card": card}


def declare(set_id: str, *seats: int) -> Json:
    """Return the declaration that these seats hold the cards of the set, in its order; one seat: that it has all."""
    holders = dict(zip(SETS[set_id], seats * (6 // len(seats)), strict=True))
    return {"type": "declare", "set": set_id, "holders": holders}


def pass_turn(to: int) -> Json:
    """Return the move that hands the turn on."""
    return {"type": "pass_turn", "to": to}


def ask_count(target: int) -> Json:
    """Return the move that asks for the number of cards."""
    return {"type": "ask_count", "target": target}
