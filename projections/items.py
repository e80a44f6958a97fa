"""Ids for the cards that a viewer can see, so that a client can let them move instead of vanish and appear.

A card that stays in sight keeps its id wherever it goes; one that comes into sight has a new one. So two ids are the
same only where the viewer could have followed the card by eye: what passed through a stock, a shuffle or a hand that
they do not see is another card to them. An id has the version at which its card came into sight, so it is a
function of what this one viewer was shown since the last deal: the shuffle before it made all cards new.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from msgspec.structs import replace

from domain.layout import Item, Layout, Zone

Lying = tuple[str, str]
"""A card in a zone: its code, and the zone's id."""


Sight = Mapping[Lying, tuple[str, ...]]
"""What a viewer sees: the ids of the cards in sight, by card and zone."""

UNSEEN: Sight = MappingProxyType({})
"""What is seen before a deal, and what of the deal before is seen in the next one."""


def follow(sight: Sight, layout: Layout, version: int) -> Sight:
    """Return what the viewer sees next, at a version.

    First the cards that lie where they lay keep their ids, then those that moved; the others have new ones.
    """
    now = in_sight(layout.zones)
    left = {lying: list(ids) for lying, ids in sight.items()}
    kept: dict[Lying, list[str]] = {}
    for lying, count in now.items():
        ids = left.get(lying, [])
        kept[lying], left[lying] = ids[:count], ids[count:]
    moved: defaultdict[str, list[str]] = defaultdict(list)
    for (card, _), ids in left.items():
        moved[card] += ids
    given = 0
    for lying, count in now.items():
        while len(kept[lying]) < count:
            if moved[lying[0]]:
                kept[lying].append(moved[lying[0]].pop(0))
            else:
                given += 1
                kept[lying].append(f"{version}.{given}")
    return {lying: tuple(ids) for lying, ids in kept.items()}


def in_sight(zones: Iterable[Zone]) -> dict[Lying, int]:
    """Return how many of each card lie in sight in each zone."""
    found: dict[Lying, int] = {}
    for zone in zones:
        for item in zone.cards or ():
            lying = (bare(item.card), zone.id)
            found[lying] = found.get(lying, 0) + 1
        found |= in_sight(zone.zones)
    return found


def bare(card: str) -> str:
    """Return the card itself: a joker is the same card whatever it stands for."""
    return card.partition("=")[0]


def with_ids(layout: Layout, sight: Sight) -> Layout:
    """Return the table with the ids of the cards in sight; `sight` is that of this very table."""
    ids = {lying: iter(each) for lying, each in sight.items()}

    def zones(of: Iterable[Zone]) -> Iterator[Zone]:
        for zone in of:
            cards = zone.cards and tuple([Item(item.card, next(ids[bare(item.card), zone.id])) for item in zone.cards])
            yield replace(zone, cards=cards, zones=tuple(zones(zone.zones))) if cards or zone.zones else zone

    return replace(layout, zones=tuple(zones(layout.zones)))
