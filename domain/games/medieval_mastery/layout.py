"""What lies where in Medieval Mastery, for one who looks at it."""

from collections.abc import Iterator
from functools import lru_cache, partial

from domain.games.medieval_mastery.deck import Cards
from domain.games.medieval_mastery.groups import Kind, kind
from domain.games.medieval_mastery.groups import Layout as OwnLayout
from domain.games.medieval_mastery.view import View
from domain.layout import (
    CARD_OF_SEAT,
    DEAL,
    TRICK,
    Counter,
    Layout,
    Zone,
    counters,
    face_up,
    hands,
    of_seat,
    place,
    seats,
    stock,
    turns_left,
)
from domain.messages import Template
from domain.wording import labelled

zone = partial(Template, "medieval_mastery", "zone")
counter = partial(Template, "medieval_mastery", "counter")

GROUPS_OF_SEAT = zone("groups of {seat}")
GROUP: dict[Kind, Template] = {
    "royal_family": zone("Royal family"),
    "family": zone("family"),
    "junior_family": zone("junior family"),
    "commune": zone("commune"),
    "religious_commune": zone("Religious commune"),
}
ON_THE_TABLE = counter("points on the table of {seat}")
OF_ENDED_DEALS = counter("points of ended deals of {seat}")
TRICKS_LEFT = counter("tricks left without a new card laid")


def layout(view: View, seat: int | None) -> Layout:
    """Return what lies on the table as `seat` (None: a spectator) sees it."""
    trick = [
        face_up(
            f"played-{each.seat}",
            "trick",
            (each.card,),
            labelled(CARD_OF_SEAT, seat=each.seat),
            owner=of_seat(each.seat),
        )
        for each in view.trick
    ]
    return Layout(
        zones=(
            *hands(view.hand_sizes, seat, view.hand),
            stock(view.stock_size),
            place("trick", "trick", trick, TRICK, arrangement="row"),
            *[groups(owner, layout) for owner, layout in enumerate(view.groups)],
        ),
        counters=tuple(numbers(view)),
        seats=seats(len(view.hand_sizes), view.to_act, view.result),
    )


@lru_cache(maxsize=1024)
def groups(owner: int, layout: OwnLayout) -> Zone:
    """Return the families and communes before a seat (R16 to R30). Nearly all stay as they are, so they are kept."""
    families = [group(owner, "-".join(family[:2]), family) for family in layout.families]
    communes = [group(owner, commune[0], commune) for commune in layout.communes]
    return place(
        f"groups-{owner}", "meld", (*families, *communes), labelled(GROUPS_OF_SEAT, seat=owner), owner=of_seat(owner)
    )


def group(owner: int, head: str, cards: Cards) -> Zone:
    """Return a group, named by its spouses or its leader: another couple is another family."""
    return face_up(f"group-{head}", "meld", cards, labelled(GROUP[kind(cards)]), owner=of_seat(owner))


def numbers(view: View) -> Iterator[Counter]:
    """Yield the points that lie on the table (R44), those of the deals before, and when the deal may end (U27, U30)."""
    yield from counters("score", ON_THE_TABLE, view.scores)
    yield from counters("total", OF_ENDED_DEALS, view.totals)
    yield Counter(id="deal", kind="deal", label=labelled(DEAL), value=view.deal)
    yield turns_left(TRICKS_LEFT, view.idle_tricks, view.options.stall_limit)
