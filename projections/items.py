"""Ids for the cards that a viewer can see, so that a client can let them move instead of vanish and appear.

A card that stays in sight keeps its id wherever it goes; a card that comes into sight gets a new id. So two ids are the
same only if the viewer could have followed the card by eye. A card that passed through a stock, a shuffle or a hidden
hand is another card to them. An id contains the version at which its card came into sight. So it depends only on what
this viewer was shown since the last deal: the shuffle before the deal made all cards new.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from domain.layout import Item, Layout, Owner, Zone


class Lying(Struct, frozen=True, array_like=True):
    """What a viewer knows of what lies in a zone: how many cards (None: secret), those in sight, and their ids."""

    count: int | None
    cards: tuple[str, ...]
    ids: tuple[str, ...]
    owner: Owner | None = None


Sight = Mapping[str, Lying]
"""What a viewer sees: what lies in each zone, by the zone's id, in the order of the layout."""

UNSEEN: Sight = MappingProxyType({})
"""What is seen before a deal, and what of the deal before is seen in the next one."""


def follow(sight: Sight, layout: Layout, version: int) -> Sight:
    """Return what the viewer sees next, at a version. What has not changed is shared with what they saw before.

    First the cards that lie where they lay keep their ids, then those that moved; the others have new ones.
    """
    now: dict[str, Lying] = {}
    changed: dict[str, tuple[Zone, tuple[str, ...]]] = {}
    for zone in all_zones(layout.zones):
        cards = tuple([item.card for item in zone.cards]) if zone.cards else ()
        lay = now[zone.id] = sight.get(zone.id, NOTHING)
        if lay is NOTHING or lay.count != zone.count or lay.cards != cards:
            changed[zone.id] = zone, cards
    if not changed and len(now) == len(sight):
        return sight
    ids, loose = stayed(sight, now, {name: cards for name, (_, cards) in changed.items()})
    given = 0
    for name, (zone, cards) in changed.items():
        for place, card in enumerate(cards):
            if not ids[name][place]:
                if left := loose[bare(card)]:
                    ids[name][place] = left.pop(0)
                else:
                    given += 1
                    ids[name][place] = f"{version}.{given}"
        now[name] = Lying(zone.count, cards, tuple(ids[name]), zone.owner)
    return now


NOTHING = Lying(0, (), ())


def stayed(
    sight: Sight, now: Mapping[str, Lying], changed: Mapping[str, tuple[str, ...]]
) -> tuple[dict[str, list[str]], defaultdict[str, list[str]]]:
    """Return the ids of the cards in changed zones, "" for a card that was not there before; and the ids left, by card.

    `now` has all zones, `changed` the cards of the zones that have changed.
    """
    ids = {name: [""] * len(cards) for name, cards in changed.items()}
    loose: defaultdict[str, list[str]] = defaultdict(list)
    for name, lay in sight.items():
        if name in changed or name not in now:
            left: defaultdict[str, list[str]] = defaultdict(list)
            for card, each in zip(lay.cards, lay.ids, strict=True):
                left[bare(card)].append(each)
            for place, card in enumerate(changed.get(name, ())):
                if left[bare(card)]:
                    ids[name][place] = left[bare(card)].pop(0)
            for card, rest in left.items():
                loose[card] += rest
    return ids, loose


def all_zones(zones: Iterable[Zone]) -> list[Zone]:
    """Return zones, each before those in it."""
    found = list[Zone]()
    for zone in zones:
        found.append(zone)
        if zone.zones:
            found += all_zones(zone.zones)
    return found


def bare(card: str) -> str:
    """Return the card itself: a joker is the same card whatever it stands for."""
    return card.partition("=")[0]


def with_ids(layout: Layout, sight: Sight) -> Layout:
    """Return the table with the ids of the cards in sight; `sight` is that of this very table."""
    return replace(layout, zones=tuple(zones_with_ids(layout.zones, sight)))


def zones_with_ids(zones: Iterable[Zone], sight: Sight) -> Iterator[Zone]:
    """Yield zones, and those within them, with the ids of the cards in sight.

    It is no function within another: one that calls itself is a cycle, and views would leave one each to be found.
    """
    for zone in zones:
        cards = zone.cards and tuple(map(Item, sight[zone.id].cards, sight[zone.id].ids))
        within = tuple(zones_with_ids(zone.zones, sight)) if zone.zones else ()
        yield replace(zone, cards=cards, zones=within) if cards or within else zone
