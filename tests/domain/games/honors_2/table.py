"""Tables of Honors No. II with the cards of your choice."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Literal

from domain.games.honors.deck import DECK
from domain.games.honors.hands import cards_in, mask
from domain.games.honors_2 import HONORS_2
from domain.games.honors_2.state import Phase, State
from domain.match import Match
from tests.domain.chance import TurnedOver
from tests.domain.games.honors.table import arranged, cards
from tests.domain.scenario import Json, opened


def deck(hands: Mapping[int, str], then: str = "", *, players: int = 4, dealer: int = 0) -> tuple[str, ...]:
    """Return a deck that deals these cards to these seats, then turns up the first of the next, and so on."""
    return arranged(hands, [7] * players, then, dealer=dealer)


CHANCE = TurnedOver(deck({}))


def dealt(*decks: tuple[str, ...], **options: Any) -> State:
    """Return a new table, with these decks."""
    return opened(HONORS_2, *decks, **options)


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


def laid(state: State, seat: int) -> set[str]:
    """Return the cards on the table before a seat."""
    return set(cards_in(state.table[seat]))
