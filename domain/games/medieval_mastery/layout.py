"""What lies where in Medieval Mastery, for one who looks at it."""

from collections.abc import Iterator

from domain.games.medieval_mastery.deck import Cards
from domain.games.medieval_mastery.groups import Layout as OwnLayout
from domain.games.medieval_mastery.messages import kind
from domain.games.medieval_mastery.view import View
from domain.layout import Counter, Layout, Zone, counters, face_up, hands, of_seat, place, seats, stock, turns_left


def layout(view: View, seat: int | None) -> Layout:
    """Return what lies on the table as `seat` (None: a spectator) sees it."""
    trick = [
        face_up(f"played-{each.seat}", "trick", (each.card,), f"card of seat {each.seat}", owner=of_seat(each.seat))
        for each in view.trick
    ]
    return Layout(
        zones=(
            *hands(view.hand_sizes, seat, view.hand),
            stock(view.stock_size),
            place("trick", "trick", trick, "trick", arrangement="row"),
            *[groups(owner, layout) for owner, layout in enumerate(view.groups)],
        ),
        counters=tuple(numbers(view)),
        seats=seats(len(view.hand_sizes), view.to_act, view.result),
    )


def groups(owner: int, layout: OwnLayout) -> Zone:
    """Return the families and communes before a seat (R16 to R30)."""
    families = [group(owner, "-".join(family[:2]), family) for family in layout.families]
    communes = [group(owner, commune[0], commune) for commune in layout.communes]
    return place(f"groups-{owner}", "meld", (*families, *communes), f"groups of seat {owner}", owner=of_seat(owner))


def group(owner: int, head: str, cards: Cards) -> Zone:
    """Return a group, named by its spouses or its leader: another couple is another family."""
    return face_up(f"group-{head}", "meld", cards, kind(cards), owner=of_seat(owner))


def numbers(view: View) -> Iterator[Counter]:
    """Yield the points that lie on the table (R44), those of the deals before, and when the deal may end (U27, U30)."""
    yield from counters("score", "points on the table", view.scores)
    yield from counters("total", "points of ended deals", view.totals)
    yield Counter(id="deal", kind="deal", label="deal", value=view.deal)
    yield turns_left("tricks left without a new card laid", view.idle_tricks, view.options.stall_limit)
