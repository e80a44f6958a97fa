"""What lies where in Pursuit of Happiness, for one who looks at it."""

from collections.abc import Iterator

from domain.game import UNSET
from domain.games.pursuit_of_happiness.melds import SUIT_NAMES, LaidMeld
from domain.games.pursuit_of_happiness.view import View
from domain.tabletop import Counter, Tabletop, Zone, counters, face_up, hands, items, place, seats, stock


def tabletop(view: View, seat: int | None) -> Tabletop:
    """Return the table as `seat` (None: a spectator) sees it."""
    return Tabletop(
        zones=(
            *hands(view.hand_sizes, seat, view.hand),
            stock(view.stock_size),
            discard_pile(view),
            face_up("temporary", "discard", view.temporary, "discards of this turn"),
            *melds(view),
        ),
        counters=tuple(numbers(view)),
        seats=seats(len(view.hand_sizes), view.to_act, view.result),
    )


def discard_pile(view: View) -> Zone:
    """Return the discard pile with the top cards that the viewer may inspect (R38, U21, U22)."""
    return Zone(
        id="discard", kind="discard", count=view.discard_size, cards=items(view.discard_top), label="discard pile"
    )


def melds(view: View) -> Iterator[Zone]:
    """Yield the melds before each seat, by seat, front cards first."""
    for seat in range(len(view.hand_sizes)):
        rows = [row(meld, activated=meld.id in view.activated) for meld in view.melds if meld.seat == seat]
        yield place(f"melds-{seat}", "meld", rows, f"melds of seat {seat}", owner=seat)


def row(meld: LaidMeld, *, activated: bool) -> Zone:
    """Return a meld; one that has been activated in this turn cannot be again (R30)."""
    label = f"meld of {SUIT_NAMES[meld.suit]}, activated" if activated else f"meld of {SUIT_NAMES[meld.suit]}"
    return face_up(f"meld-{meld.id}", "meld", meld.cards, label, owner=meld.seat)


def numbers(view: View) -> Iterator[Counter]:
    """Yield the points, which turn and which stock it is (R57), and the power of an attack (R42, R43)."""
    yield from counters("score", "points", view.scores)
    yield Counter(id="turn", label="turn", value=view.turn_number)
    yield Counter(id="stock", label="stock", value=view.stock_number)
    yield Counter(id="last-stock", label="last stock", value=view.times_through_deck)
    if view.attack is not None:
        yield Counter(id="power", label="power of the attack", value=view.attack.power, owner=view.attack.seat)
        if view.attack.net is not UNSET:
            yield Counter(id="net", label="what is left of the attack", value=view.attack.net, owner=view.attack.seat)
