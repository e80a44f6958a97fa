"""How each event changes a table: one fold (`evolve`) over its stream gives it, the events of its game included."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from domain.events import GameFinished, GameStarted, StockFormed
from domain.game import Event
from domain.table.changes import changed, with_place
from domain.table.entries import Entry
from domain.table.events import (
    DecisionLapsed,
    GameResumed,
    MoveTakenBack,
    TableEvent,
    TableOpened,
    TableSettings,
    TakeBackProposed,
)
from domain.table.snapshot import Snapshot, state_of_json
from domain.table.state import LastMove, Moment, Place, Table
from domain.times import moved


def evolve(snapshot: Snapshot | None, entry: Entry) -> Snapshot:
    """Fold one entry of the stream into the snapshot (None: before the first, which is `table_opened`)."""
    return after_event(snapshot, entry.event, entry.mover)


def after_event(snapshot: Snapshot | None, event: Event, mover: int | None = None) -> Snapshot:
    """Return the snapshot after an event. `mover` is the seat whose move this is the first event of; None: of none."""
    if snapshot is None:
        if not isinstance(event, TableOpened):
            raise ValueError("a table begins with `table_opened`")
        return opened(event)
    if not isinstance(event, TableEvent):
        return after_event_of_game(snapshot, event, mover)
    if isinstance(event, GameResumed):
        return resumed(snapshot, event)
    if isinstance(event, MoveTakenBack):
        return returned(snapshot, event)
    version, last = snapshot.version + 1, snapshot.last_move
    table, moves = changed(event, snapshot.table, version), snapshot.moves + isinstance(event, DecisionLapsed)
    if last is not None:
        last = still_last(last, event)
    return replace(snapshot, version=version, at=event.at, table=table, moves=moves, last_move=last)


def after_event_of_game(snapshot: Snapshot, event: Event, mover: int | None) -> Snapshot:
    """Fold an event of the game's rules into a snapshot; `mover` is that of `after_event`."""
    version, table, at = snapshot.version + 1, snapshot.table, event.at
    stocks_formed, moves, asked = snapshot.stocks_formed, snapshot.moves, snapshot.asked
    if isinstance(event, GameStarted):
        table = replace(table, started_at=at)
    elif isinstance(event, GameFinished):
        table = replace(table, finished_at=at)
    elif isinstance(event, StockFormed):
        stocks_formed += 1
    rules = snapshot.rules
    state = rules.evolve(snapshot.state, event)
    if asked is None or rules.occasion(state) != rules.occasion(snapshot.state):
        asked = Moment(version, at)
    if mover is not None:
        moves += 1
        table = with_place(table, mover, played(snapshot, mover, Moment(version, at)))
    if not table.settings.take_back:
        return Snapshot(version, at, table, state, stocks_formed, moves, asked)
    last = last_move(snapshot, event, mover, state)
    if table.proposal is not None and (mover is not None or last is None or last.state is None):
        table = replace(table, proposal=None)
    return Snapshot(version, at, table, state, stocks_formed, moves, asked, last)


def last_move(snapshot: Snapshot, event: Event, mover: int | None, state: Any) -> LastMove | None:
    """Return the last move of a person after an event of the game, which has led to this state; None: none is known.

    What the house and the clock do belongs to it. It stands as soon as one of its events does.
    """
    last = snapshot.last_move
    if mover is not None and snapshot.table.places[mover].house is None:
        last = LastMove(mover, snapshot.version, event.at, snapshot.state)
    if last is not None and last.state is not None and snapshot.rules.stands(event, state):
        last = replace(last, state=None)
    return last


def still_last(last: LastMove, event: TableEvent) -> LastMove | None:
    """Return the last move after an event of the table; None: a default move follows, as the time is over."""
    if isinstance(event, TakeBackProposed):
        return replace(last, proposed=True)
    return None if isinstance(event, DecisionLapsed) else last


def returned(snapshot: Snapshot, event: MoveTakenBack) -> Snapshot:
    """Return the snapshot after a take-back: the game as it stood before the last move; the time of all begins again.

    The game's own times are moved by the time that has passed since. Used reserve stays used.
    """
    version, at, last = snapshot.version + 1, event.at, snapshot.last_move
    state = snapshot.state
    if last is not None and last.state is not None:  # else somebody has altered the log, as its hashes show
        state = moved(snapshot.rules.taken_back(last.state, state), at - last.at)
    return replace(
        snapshot,
        version=version,
        at=at,
        table=replace(snapshot.table, proposal=None, taken_back=snapshot.table.taken_back + 1),
        state=state,
        asked=Moment(version, at),
        last_move=None,
    )


def opened(event: TableOpened) -> Snapshot:
    """Return the snapshot of a table that has just been opened."""
    if event.secret is UNSET or event.decks is UNSET:
        raise ValueError("a redacted stream cannot be folded")
    seats = int(event.options["players"])
    settings = event.settings or TableSettings()
    table = Table(
        game=event.game,
        rules_version=event.rules_version,
        options=event.options,
        settings=settings,
        visibility=event.visibility,
        auto_start=event.auto_start,
        creator=event.creator,
        commitment=event.commitment,
        secret=bytes.fromhex(event.secret),
        decks=event.decks,
        decks_alike=event.decks_alike or (),
        places=(Place(reserve_ms=settings.reserve_ms),) * seats,
        reserved=event.reserved or (None,) * seats,
        opened_at=event.at,
        rematch_of=event.rematch_of or None,
        by_invitation=event.by_invitation or False,
        tournament=event.tournament or None,
        shares_deal=event.shares_deal or False,
        fork_of=event.fork_of or None,
        given=event.given or None,
        challenge=event.challenge or False,
    )
    return Snapshot(1, event.at, table, stocks_formed=event.given.stocks_formed if event.given else 0)


def resumed(snapshot: Snapshot, event: GameResumed) -> Snapshot:
    """Return the snapshot of a fork whose game goes on: all that has a time has as much time left as it had."""
    version, at, table, given = snapshot.version + 1, event.at, snapshot.table, snapshot.table.given
    if given is None:
        raise ValueError("only the game of a fork goes on")
    state = moved(state_of_json(given.state, snapshot.rules), at - given.at)
    table = replace(table, started_at=at, given=replace(given, state={}))
    return Snapshot(version, at, table, state, snapshot.stocks_formed, 0, Moment(version, at))


def played(snapshot: Snapshot, seat: int, moment: Moment) -> Place:
    """Return a seat that has decided: it is present, and its reserve is at most what was left before it lapsed."""
    place = snapshot.table.places[seat]
    reserve = place.reserve_ms
    lapse = snapshot.deadline(seat) if reserve else None
    if lapse is not None:
        reserve = min(reserve, lapse - moment.at)
    in_person = place.house is None
    return replace(
        place,
        acted=moment,
        defaults=0,
        absent=place.absent and not in_person,
        reserve_ms=reserve,
        came=place.came or in_person,
    )
