"""The clock of a table: the steps that its game owes, and the decisions whose time is over.

A table may limit how long a seat takes for a decision (`TableSettings`). A decision's time begins with its occasion, or
with the seat's last decision, and is the limit and what is left of the seat's reserve. When it is over, the default
move of the game is made. Where a seat need not act the game has no default, and no time runs. Before the game it is
invitations whose time is over; later a take-back that is asked for lapses, too.
"""

from domain.game import Event, Happened
from domain.table.commands import Tick
from domain.table.events import DecisionLapsed, HouseTookOver, SeatAbsent, TakeBackExpired
from domain.table.folding import after_event
from domain.table.inviting import expired
from domain.table.snapshot import Snapshot

MOST_EVENTS_OF_A_MOMENT = 10_000
"""Maximum number of events of the clock at one moment: a game with more of them would never end."""


class ClockStuck(Exception):
    """A clock step is due, and the rules of the game do nothing that ends it: they have a mistake."""


def tick(_: Tick, snapshot: Snapshot, at: int) -> Happened:
    """Let the clock do what is due at the next moment; nothing, if that is after `at`."""
    return clock_steps(snapshot, at)


def ticked(snapshot: Snapshot, at: int) -> Snapshot:
    """Return the table after all clock steps that are due at or before `at`."""
    while events := clock_steps(snapshot, at):
        for event in events:
            snapshot = after_event(snapshot, event)
    return snapshot


def clock_steps(snapshot: Snapshot, at: int) -> Happened:
    """Return the clock steps of the next moment at which any is due, if that is not after `at`; else none.

    They are recorded at that moment; the game's go first, then the lapses by seat. Raises `ClockStuck`.
    """
    moment = snapshot.due
    events: list[Event] = []
    while moment is not None and moment <= at and snapshot.due == moment:
        if snapshot.state is None:
            steps = expired(snapshot, moment)
        else:
            steps = snapshot.rules.tick(snapshot.state, moment, snapshot.chance())
        lapse = snapshot.next_lapse
        if not steps and lapse is not None and lapse[0] == moment:
            steps = lapsed(snapshot, *lapse)
        proposal = snapshot.table.proposal
        if not steps and proposal is not None and proposal.lapses_at == moment:
            steps = (TakeBackExpired(proposal.seat, at=moment),)
        if not steps or len(events) > MOST_EVENTS_OF_A_MOMENT:
            raise ClockStuck(f"{snapshot.table.game} owes a clock step, and has none, or no end of them")
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
    return (*events, *snapshot.rules.decide(snapshot.state, seat, move, at, snapshot.chance()))
