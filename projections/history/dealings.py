"""What seats of a game gave each other, where they had the choice, or where luck had: hints of agreements look at it.

`ask`      a seat asked another one for a card; given: the card was there
`exchange` a seat took one of the offers to exchange that lay open; given: that of this seat
`trick`    a seat could have beaten the card that was winning a trick; given: it did not
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from domain.cards import may_follow
from domain.game import Event
from domain.games import honors_1, honors_3, literature, medieval_mastery
from domain.games.medieval_mastery.tricks import PlayedCard, winner
from projections.history.rows import Dealing, Occasion


class Chance(Struct, frozen=True):
    """One such occasion."""

    giver: int
    taker: int
    occasion: Occasion
    given: bool


def chances_of(event: Event, state: object) -> Iterator[Chance]:
    """Yield the chances to give cards that an event was, by the state right before it; most events were none."""
    found = EVENTS.get(type(event))
    if found is not None:
        yield from found(event, state)


def asked(event: literature.events.CardAsked | honors_1.events.CardAsked, _: object) -> Iterator[Chance]:
    """A seat has asked for a card."""
    yield Chance(event.target, event.seat, "ask", event.answer == "given")


def exchanged(event: honors_3.events.CardsExchanged, state: honors_3.state.State) -> Iterator[Chance]:
    """A seat has taken an offer: it could have taken any of as many cards."""
    for offer in state.offers:
        if offer.count == event.count and offer.seat != event.seat:
            yield Chance(event.seat, offer.seat, "exchange", offer.seat == event.offerer)


def played(event: medieval_mastery.events.CardPlayed, state: medieval_mastery.state.State) -> Iterator[Chance]:
    """A seat has followed to a trick."""
    trick: tuple[PlayedCard, ...] = state.trick
    if not trick:
        return

    def wins(card: str) -> bool:
        return bool(winner((*trick, PlayedCard(event.seat, card)))[0] == event.seat)

    if any(wins(card) for card in may_follow(state.hands[event.seat], trick[0].card)):
        yield Chance(event.seat, winner(trick)[0], "trick", not wins(event.card))


def summed(chances: Sequence[Chance]) -> tuple[Dealing, ...]:
    """Return what all occasions of a game come to, in the order of seats."""
    counted = Counter((each.giver, each.taker, each.occasion) for each in chances)
    given = Counter((each.giver, each.taker, each.occasion) for each in chances if each.given)
    return tuple(Dealing(*key, counted[key], given[key]) for key in sorted(counted))


EVENTS: Mapping[type[Event], Callable[[Any, Any], Iterator[Chance]]] = {
    literature.events.CardAsked: asked,
    honors_1.events.CardAsked: asked,
    honors_3.events.CardsExchanged: exchanged,
    medieval_mastery.events.CardPlayed: played,
}
