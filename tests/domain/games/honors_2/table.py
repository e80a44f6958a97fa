"""Given, when, then for Honors No. II: a table with the cards of your choice, and moves as JSON has them.

Cards are written by books: `A-12 B-3` are A-1, A-2 and B-3.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Literal

import msgspec
import pytest

from domain.game import Event, Refused, fold
from domain.games.honors.deck import BOOKS, DECK
from domain.games.honors.hands import cards_in, mask
from domain.games.honors_2 import HONORS_2
from domain.games.honors_2.state import Phase, State
from domain.match import Match
from tests.domain.playout import as_raw

AT = 1_767_225_600_000

Json = dict[str, Any]


class Decks:
    """Chance that has been fixed: one deck after another, the last one again and again; shuffling turns cards round."""

    def __init__(self, *decks: tuple[str, ...]) -> None:
        self.decks = decks

    def deal(self, number: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        assert cards == DECK
        return self.decks[min(number, len(self.decks)) - 1]

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        return cards[::-1]


def cards(text: str) -> tuple[str, ...]:
    """Read cards: `A-12 B-3`."""
    return tuple(f"{word[0]}-{number}" for word in text.split() for number in word[2:])


BY_NUMBER = tuple(f"{book}-{number}" for number in "1234" for book in BOOKS)


def deck(hands: Mapping[int, str], then: str = "", *, players: int = 4, dealer: int = 0) -> tuple[str, ...]:
    """Return a deck that deals these cards to these seats, then turns up the first of the next, and so on.

    What is not named goes where there is room, in the order A-1, B-1 … L-1, A-2 …
    """
    named = [cards(hands.get(seat, "")) for seat in range(players)]
    rest = [card for card in BY_NUMBER if card not in {*cards(then), *chain(*named)}]
    left = [(dealer + 1 + step) % players for step in range(players)]
    dealt = {seat: [*named[seat], *(rest.pop(0) for _ in range(7 - len(named[seat])))] for seat in left}
    whole = (*(dealt[seat][turn] for turn in range(7) for seat in left), *cards(then), *rest)
    assert sorted(whole) == sorted(DECK)
    return whole


CHANCE = Decks(deck({}))


def started(*decks: tuple[str, ...], **options: Any) -> tuple[Any, ...]:
    """Return the events of the opening, with these decks."""
    return HONORS_2.start(HONORS_2.options(options), Decks(*decks) if decks else CHANCE, AT)


def dealt(*decks: tuple[str, ...], **options: Any) -> State:
    """Return a new table, with these decks."""
    return fold(HONORS_2, started(*decks, **options))


def given(
    hands: Sequence[str],
    pile: str = "",
    *,
    pack: str = "",
    table: Mapping[int, str] | None = None,
    rest: Literal["pack", "table"] = "pack",
    turn: int = 0,
    phase: Phase = "play",
    **options: Any,
) -> State:
    """Return a table in the first deal; what is not named lies under the pack, or before the last seat."""
    chosen = HONORS_2.options({"players": len(hands), **options})
    held, laid = [*map(cards, hands)], [cards((table or {}).get(seat, "")) for seat in range(len(hands))]
    named = [*chain(*held, *laid), *cards(pile), *cards(pack)]
    assert len(set(named)) == len(named)
    others = tuple(card for card in DECK if card not in named)
    if rest == "table":
        laid[-1] += others
    return State(
        chosen,
        Match(1, chosen.dealer, (0,) * len(hands)),
        tuple(map(mask, held)),
        tuple(map(mask, laid)),
        stock=cards(pack) + (others if rest == "pack" else ()),
        pile=cards(pile),
        phase=phase,
        turn=turn,
    )


def draw() -> Json:
    return {"type": "draw_stock"}


def take(count: int) -> Json:
    return {"type": "take_pile", "count": count}


def pass_() -> Json:
    return {"type": "pass"}


def lay(text: str) -> Json:
    return {"type": "lay", "cards": [*cards(text)]}


def add(card: str) -> Json:
    return {"type": "add", "card": card}


def discard(card: str) -> Json:
    return {"type": "discard", "card": card}


def challenge(card: str) -> Json:
    return {"type": "challenge", "card": card}


def waive(card: str) -> Json:
    return {"type": "waive", "card": card}


def give(card: str) -> Json:
    return {"type": "give", "card": card}


def when(
    state: State, seat: int, move: Mapping[str, Any], chance: Decks = CHANCE, at: int = AT
) -> tuple[State, list[Json]]:
    """Return the table after a move, and its events as they travel, without their time."""
    events = HONORS_2.decide(state, seat, HONORS_2.parse(move), at, chance)
    return fold(HONORS_2, events, state), [as_json(event, at) for event in events]


def after(state: State, *moves: tuple[int, Mapping[str, Any]]) -> State:
    """Return the table after some moves, each of a seat."""
    for seat, move in moves:
        state, _ = when(state, seat, move)
    return state


def ticked(state: State, at: int, chance: Decks = CHANCE) -> tuple[State, list[Json]]:
    """Return the table after the clock steps up to a time, and their events as they travel, with their time."""
    events = HONORS_2.tick(state, at, chance)
    return fold(HONORS_2, events, state), [as_raw(event) for event in events]


def refusal(state: State, seat: int, move: Mapping[str, Any]) -> str:
    """Return the code with which a move is refused; nothing has changed then."""
    before = msgspec.json.encode(state)
    with pytest.raises(Refused) as refused:
        when(state, seat, move)
    assert msgspec.json.encode(state) == before
    assert refused.value.detail.endswith(".") or refused.value.code == "malformed_move"
    return refused.value.code


def hand(state: State, seat: int) -> set[str]:
    """Return the cards that a seat holds."""
    return set(cards_in(state.hands[seat]))


def laid(state: State, seat: int) -> set[str]:
    """Return the cards on the table before a seat."""
    return set(cards_in(state.table[seat]))


def as_json(event: Event, at: int = AT) -> Json:
    """Return an event as it travels, without its time."""
    shown: Json = as_raw(event)
    assert shown.pop("at") == at
    return shown


def kinds(events: list[Json]) -> list[str]:
    """Return what kinds of events these are."""
    return [event["type"] for event in events]
