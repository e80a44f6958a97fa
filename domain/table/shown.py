"""Whether anybody sees more cards than before: the cards in sight of all who look at a table, at two moments."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from domain.game import AnyGame
from domain.layout import Zone


def shows_more(rules: AnyGame, before: Any, now: Any, seats: int) -> bool:
    """Return whether anybody has a card in sight in one state of a game that they did not see in another one."""
    return any(in_sight(rules, now, viewer) - in_sight(rules, before, viewer) for viewer in (None, *range(seats)))


def in_sight(rules: AnyGame, state: Any, viewer: int | None) -> Counter[str]:
    """Return the cards that a seat (None: a spectator) sees; a joker is the same card whatever it stands for."""
    layout = rules.layout(rules.view(state, viewer), viewer)
    return Counter(card.partition("=")[0] for card in cards_in(layout.zones))


def cards_in(zones: Iterable[Zone]) -> Iterator[str]:
    """Yield the cards in sight in zones, and in those within them."""
    for zone in zones:
        yield from (item.card for item in zone.cards or ())
        yield from cards_in(zone.zones)
