"""The clock of a table: the steps that its game owes, and the decisions whose time is over.

A table may limit how long a seat takes for a decision (`TableSettings`). A decision's time begins with its occasion, or
with the seat's last decision, and is the limit and what is left of the seat's reserve. When it is over, the default
move of the game is made. Where a seat need not act the game has no default, and no time runs.
"""

from typing import Any

from domain.table.events import DecisionLapsed, HouseTookOver, SeatAbsent
from domain.table.folding import evolve
from domain.table.snapshot import Snapshot, deadline, default


def next_lapse(snapshot: Snapshot) -> tuple[int, int] | None:
    """Return when the next decision lapses, and whose (of several, the lowest seat); None: none does."""
    if snapshot.state is None or snapshot.table.settings.turn_limit_ms is None:
        return None
    lapses = [(at, seat) for seat in range(len(snapshot.table.places)) if (at := deadline(snapshot, seat)) is not None]
    return min(lapses, default=None)


def due(snapshot: Snapshot) -> int | None:
    """Return when the next clock step is due, of the game or of the table, in ms; None: none is."""
    if snapshot.state is None or snapshot.table.finished_at is not None:
        return None
    of_game, lapse = snapshot.table.rules.due(snapshot.state), next_lapse(snapshot)
    if lapse is None:
        return of_game
    return lapse[0] if of_game is None else min(of_game, lapse[0])


def tick(snapshot: Snapshot, at: int) -> tuple[Any, ...]:
    """Return the clock steps due at or before `at`, each at its own time; of one time, the game's go first."""
    events: list[Any] = []
    while (when := due(snapshot)) is not None and when <= at:
        rules, lapse = snapshot.table.rules, next_lapse(snapshot)
        steps = rules.tick(snapshot.state, when, snapshot.chance())
        if not steps and lapse is not None:
            steps = lapsed(snapshot, *lapse)
        for event in steps:
            snapshot = evolve(snapshot, event)
            events.append(event)
    return tuple(events)


def lapsed(snapshot: Snapshot, at: int, seat: int) -> tuple[Any, ...]:
    """Return a decision that lapses, with what becomes of the seat, and the default move."""
    table, move = snapshot.table, default(snapshot, seat)
    place = table.places[seat]
    defaults = place.defaults + 1
    events: list[Any] = [DecisionLapsed(seat, defaults, at=at)]
    if place.house is None and defaults >= table.settings.defaults_until_absent:
        if not place.absent:
            events.append(SeatAbsent(seat, at=at))
        if table.settings.house_takes_over:
            events.append(HouseTookOver(seat, "random", at=at))
    return (*events, *table.rules.decide(snapshot.state, seat, move, at, snapshot.chance()))


def house_seats_to_act(snapshot: Snapshot) -> tuple[int, ...]:
    """Return the seats that must or may act now and that the house plays."""
    table = snapshot.table
    if snapshot.state is None or table.finished_at is not None or not any(place.house for place in table.places):
        return ()
    return tuple(seat for seat in table.rules.to_act(snapshot.state) if table.places[seat].house is not None)


def house_seats_needed(snapshot: Snapshot) -> tuple[int, ...]:
    """Return the seats of the house that the table waits for: the game has a default move for them."""
    return tuple(seat for seat in house_seats_to_act(snapshot) if default(snapshot, seat) is not None)
