"""What moved on a table with an event, worked out from what one viewer saw before and sees after it.

Cards that are in sight all the time are followed by their ids. Of all other cards, the number in each zone is known. It
shows which zones have lost cards and which have got some: a card that comes into sight was hidden before, and a card
that goes out of sight is hidden now. If several ways are possible, one is chosen by the owners and the order of the
zones alone. If that would be wrong, an event says what moved, by what all can see.

So motion adds nothing to what the viewer sees, and no game is named here.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from domain.layout import Layout, Moved, Owner
from domain.table import Entry, Snapshot, TableEvent
from projections.items import NOTHING, Lying, Sight, follow


class Motion(Struct, frozen=True, gc=False, rename={"source": "from", "target": "to"}):
    """Cards that moved from one zone of the layout to another."""

    source: Annotated[str | None, Meta(description="The zone where they lay; null: they come onto the table.")]
    target: Annotated[str | None, Meta(description="The zone where they lie now; null: they leave the table.")]
    count: Annotated[int, Meta(description="How many cards.", ge=1)]
    ids: Annotated[
        tuple[str, ...],
        Meta(description="The ids of those cards that the viewer sees before and after the movement."),
    ]


Way = tuple[str | None, str | None]
"""From one zone to another; None: from outside, or out of the table."""

SEEN, HIDDEN = 0, 1


class Open(Struct):
    """Cards of a zone whose way to or from it is not known yet: how many were in sight, and how many were hidden."""

    zone: str
    owner: Owner | None
    cards: list[int]


def looked(sight: Sight, layout: Layout, entry: Entry, after: Snapshot) -> tuple[Sight, tuple[Motion, ...]]:
    """Return what a viewer sees after an entry, and what moved with it; `sight` is what they saw before."""
    now = follow(sight, layout, entry.version)
    return now, motions(sight, now, said(entry, after))


def said(entry: Entry, after: Snapshot) -> tuple[Moved, ...]:
    """Return what an event itself says that moved, by what everybody sees of it."""
    if isinstance(entry.event, TableEvent):
        return ()
    moved: tuple[Moved, ...] = after.rules.moved(after.rules.seen(entry.event, None, after.state))
    return moved


def motions(before: Sight, after: Sight, extra: Sequence[Moved]) -> tuple[Motion, ...]:
    """Return what moved between two moments, in the order of the zones; `extra` is what else is known.

    The cards of a zone before, minus those that leave it, plus those that enter it, are its cards after.
    """
    if before is after and not extra:
        return ()
    both = {**before, **after}
    extra = [each for each in extra if each.source in both and each.target in both]
    named = {name for each in extra for name in (each.source, each.target)}
    changed = [name for name in both if before.get(name) is not after.get(name) or name in named]
    if not changed:
        return ()
    ids = followed(before, after, changed)
    ways: dict[Way, int] = {way: len(some) for way, some in ids.items()}
    for each in extra:
        ways[each.source, each.target] = max(ways.get((each.source, each.target), 0), each.count)
    for way, count in matched(*left_open(before, after, changed, ways)).items():
        ways[way] = ways.get(way, 0) + count
    order: dict[str | None, int] = {name: place for place, name in enumerate(changed)}
    order[None] = len(order)
    ordered = sorted(ways, key=lambda way: (order[way[0]], order[way[1]]))
    return tuple([Motion(*way, ways[way], tuple(ids.get(way, ()))) for way in ordered])


def followed(before: Sight, after: Sight, changed: Iterable[str]) -> dict[Way, list[str]]:
    """Return the cards that were in sight all the time and lie elsewhere now, by the way that they went."""
    lay = {each: name for name in changed if name in before for each in before[name].ids}
    found: dict[Way, list[str]] = {}
    for name in changed:
        for each in after.get(name, NOTHING).ids:
            source = lay.get(each, name)
            if source != name:
                found.setdefault((source, name), []).append(each)
    return found


def left_open(
    before: Sight, after: Sight, changed: Collection[str], ways: Mapping[Way, int]
) -> tuple[list[Open], list[Open]]:
    """Return the cards that went out of zones, and those that came into zones, beside those on known ways.

    There are as few as may be: of the cards that were seen in a zone at either moment those have gone, or come, that
    cannot lie hidden there at the other. Where the rules tell no number of cards nothing can be found out.
    """
    were, are = ({each for name in changed for each in sight.get(name, NOTHING).ids} for sight in (before, after))
    goes, comes = dict[str | None, int](), dict[str | None, int]()
    for (source, target), count in ways.items():
        goes[source] = goes.get(source, 0) + count
        comes[target] = comes.get(target, 0) + count
    out, into = list[Open](), list[Open]()
    for name in changed:
        lay, lies = before.get(name, NOTHING), after.get(name, NOTHING)
        if lay.count is None or lies.count is None:
            continue
        more, goes_on, comes_on = lies.count - lay.count, goes.get(name, 0), comes.get(name, 0)
        gone = max(goes_on, comes_on - more, len({*lay.ids, *lies.ids}) - lies.count)
        if left := gone - goes_on:
            out.append(opened(name, lay, left, are))
        if left := gone + more - comes_on:
            into.append(opened(name, lies, left, were))
    return out, into


def opened(zone: str, lying: Lying, cards: int, others: Collection[str]) -> Open:
    """Return cards of a zone, as many of them as can be in sight only at this moment, and not among `others`."""
    seen = min(cards, len([each for each in lying.ids if each not in others]))
    return Open(zone, lying.owner, [seen, cards - seen])


def matched(out: Sequence[Open], into: Sequence[Open]) -> dict[Way, int]:
    """Return ways for cards that went out of zones and came into zones, first between zones of one owner.

    What was in sight at one end lies hidden at the other, or it would have been followed. For what is left it came onto
    the table, or left it.
    """
    found: dict[Way, int] = {}
    for at_source, at_target in ((SEEN, HIDDEN), (HIDDEN, SEEN), (HIDDEN, HIDDEN)):
        for of_one_owner in (True, False):
            for source in out:
                for target in into:
                    cards = min(source.cards[at_source], target.cards[at_target])
                    if cards and source.zone != target.zone and (source.owner == target.owner or not of_one_owner):
                        source.cards[at_source] -= cards
                        target.cards[at_target] -= cards
                        way = source.zone, target.zone
                        found[way] = found.get(way, 0) + cards
    found |= {(each.zone, None): sum(each.cards) for each in out if any(each.cards)}
    found |= {(None, each.zone): sum(each.cards) for each in into if any(each.cards)}
    return found
