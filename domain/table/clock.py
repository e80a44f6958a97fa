"""The clock of a table: the steps that its game owes, and the decisions whose time is over.

A table may limit how long a seat takes for a decision (`TableSettings`). A decision's time begins with its occasion, or
with the seat's last decision, and is the limit and what is left of the seat's reserve. When it is over, the default
move of the game is made. Where a seat need not act the game has no default, and no time runs.
"""

from domain.game import Event, Happened
from domain.table.events import DecisionLapsed, HouseTookOver, SeatAbsent
from domain.table.folding import after_event
from domain.table.snapshot import Snapshot


def clock_steps(snapshot: Snapshot, at: int) -> Happened:
    """Return the clock steps of the next moment at which any is due, if that is not after `at`; else none.

    They are recorded at that moment; the game's go first, then the lapses by seat.
    """
    moment = snapshot.due
    events: list[Event] = []
    while moment is not None and moment <= at and snapshot.due == moment:
        steps = snapshot.table.rules.tick(snapshot.state, moment, snapshot.chance())
        if not steps and snapshot.next_lapse is not None:
            steps = lapsed(snapshot, *snapshot.next_lapse)
        for event in steps:
            snapshot = after_event(snapshot, event)
            events.append(event)
    return tuple(events)


def lapsed(snapshot: Snapshot, at: int, seat: int) -> Happened:
    """Return a decision that lapses, with what becomes of the seat, and the default move."""
    table, move = snapshot.table, snapshot.default(seat)
    place = table.places[seat]
    defaults = place.defaults + 1
    events: list[Event] = [DecisionLapsed(seat, defaults, at=at)]
    if place.house is None and defaults >= table.settings.defaults_until_absent:
        if not place.absent:
            events.append(SeatAbsent(seat, at=at))
        if table.settings.house_takes_over:
            events.append(HouseTookOver(seat, "random", at=at))
    return (*events, *table.rules.decide(snapshot.state, seat, move, at, snapshot.chance()))
