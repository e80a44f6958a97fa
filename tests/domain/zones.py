"""Where to look on a table: zones by their ids, and the cards and counters there."""

from collections.abc import Iterable, Iterator

from domain.layout import CounterKind, Layout, Owner, Zone


def all_zones(zones: Iterable[Zone]) -> Iterator[Zone]:
    """Yield zones and those in them."""
    for zone in zones:
        yield zone
        yield from all_zones(zone.zones)


def zone(layout: Layout, name: str) -> Zone:
    """Return the zone of this id."""
    (found,) = [each for each in all_zones(layout.zones) if each.id == name]
    return found


def codes(zone: Zone) -> tuple[str, ...] | None:
    """Return the cards in sight there, in order; None: none are."""
    return None if zone.cards is None else tuple(item.card for item in zone.cards)


def counters(layout: Layout) -> dict[str, int]:
    """Return all counters by their ids."""
    return {counter.id: counter.value for counter in layout.counters}


def meanings(layout: Layout) -> dict[str, tuple[CounterKind, Owner | None]]:
    """Return what each counter counts, and whose it is, by their ids."""
    return {counter.id: (counter.kind, counter.owner) for counter in layout.counters}


def labels(layout: Layout) -> dict[str, str]:
    """Return what a person calls each counter, by their ids."""
    return {counter.id: counter.label.text for counter in layout.counters}
