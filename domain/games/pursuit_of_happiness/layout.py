"""What lies where in Pursuit of Happiness, for one who looks at it."""

from collections.abc import Iterator
from functools import partial

from domain.dispatch import Movements
from domain.game import UNSET
from domain.games.pursuit_of_happiness.events import DiamondActivated
from domain.games.pursuit_of_happiness.melds import SUIT_NAMES, LaidMeld
from domain.games.pursuit_of_happiness.state import PendingAttack
from domain.games.pursuit_of_happiness.view import View
from domain.layout import (
    POINTS,
    Counter,
    Layout,
    Moved,
    Zone,
    counters,
    face_up,
    hands,
    items,
    of_seat,
    place,
    seats,
    stock,
)
from domain.messages import Template
from domain.wording import labelled

zone = partial(Template, "pursuit_of_happiness", "zone")
counter = partial(Template, "pursuit_of_happiness", "counter")

DISCARD_PILE = zone("discard pile")
OF_THIS_TURN = zone("discards of this turn")
MELDS = zone("melds of {seat}")
MELD = zone("meld of {suit:message}")
ACTIVATED_MELD = zone("meld of {suit:message}, activated")
ATTACKED_MELD = zone("meld of {suit:message}, attacked")

TURN = counter("turn")
STOCK = counter("stock")
STOCKS_LEFT = counter("stocks left")
POWER = counter("power of the attack of {seat}")
NET = counter("what is left of the attack of {seat}")
ATTACKED = counter("number of the meld of {seat} that is attacked")


def layout(view: View, seat: int | None) -> Layout:
    """Return what lies on the table as `seat` (None: a spectator) sees it."""
    return Layout(
        zones=(
            *hands(view.hand_sizes, seat, view.hand),
            stock(view.stock_size),
            discard_pile(view),
            face_up("temporary", "discard", view.temporary, OF_THIS_TURN),
            *melds(view),
        ),
        counters=tuple(numbers(view)),
        seats=seats(len(view.hand_sizes), view.to_act, view.result),
    )


def discard_pile(view: View) -> Zone:
    """Return the discard pile with the top cards that the viewer may inspect (R38, U21, U22)."""
    return Zone(
        id="discard",
        kind="discard",
        count=view.discard_size,
        cards=items(view.discard_top),
        label=labelled(DISCARD_PILE),
    )


def melds(view: View) -> Iterator[Zone]:
    """Yield the melds before each seat, by seat, front cards first."""
    for seat in range(len(view.hand_sizes)):
        rows = [row(meld, view) for meld in view.melds if meld.seat == seat]
        yield place(f"melds-{seat}", "meld", rows, labelled(MELDS, seat=seat), owner=of_seat(seat))


def row(meld: LaidMeld, view: View) -> Zone:
    """Return a meld; one that has been activated in this turn cannot be again (R30)."""
    if view.attack is not None and meld.id == view.attack.target:
        said = ATTACKED_MELD  # of another seat than the one whose turn it is, and who activates
    else:
        said = ACTIVATED_MELD if meld.id in view.activated else MELD
    label = labelled(said, suit=SUIT_NAMES[meld.suit])
    return face_up(f"meld-{meld.id}", "meld", meld.cards, label, owner=of_seat(meld.seat))


def numbers(view: View) -> Iterator[Counter]:
    """Yield the points, which turn and which stock it is (R57), and what there is of an attack."""
    yield from counters("score", POINTS, view.scores)
    yield Counter(id="turn", kind="turn", label=labelled(TURN), value=view.turn_number)
    yield Counter(id="stock", kind="stock", label=labelled(STOCK), value=view.stock_number)
    left = view.times_through_deck - view.stock_number
    yield Counter(id="stocks-left", kind="stocks_left", label=labelled(STOCKS_LEFT), value=left)
    if view.attack is not None:
        yield from of_attack(view.attack)


def of_attack(attack: PendingAttack) -> Iterator[Counter]:
    """Yield the power of an attack (R42), what is left of it after the defence (R43), and which meld it is on."""
    attacker, defender = of_seat(attack.seat), of_seat(attack.defender)
    power, net = labelled(POWER, seat=attack.seat), labelled(NET, seat=attack.seat)
    yield Counter(id="power", kind="power", label=power, value=attack.power, owner=attacker)
    if attack.net is not UNSET:
        yield Counter(id="net", kind="power", label=net, value=attack.net, owner=attacker)
    attacked = labelled(ATTACKED, seat=attack.defender)
    yield Counter(id="target", kind="meld", label=attacked, value=attack.target, owner=defender)


moved = Movements()


@moved.on
def diamond_activated(event: DiamondActivated) -> tuple[Moved, ...]:
    """R35: a hand that gives one card and gets one from the discard pile is as large as before."""
    return (Moved(f"hand-{event.seat}", "temporary"),)
