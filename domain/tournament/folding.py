"""How each event changes a tournament: one fold (`evolve`) over its stream gives it."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar
from uuid import UUID

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.game import Event
from domain.table.entries import Entry
from domain.tournament import events
from domain.tournament.settings import NewEntrant
from domain.tournament.state import (
    Entrant,
    FiledAppeal,
    OpenedCheckIn,
    RoundTable,
    Ruling,
    Tournament,
    TournamentRound,
)


def evolve(tournament: Tournament | None, entry: Entry) -> Tournament:
    """Fold one entry of the stream into the tournament (None: before the first, `tournament_announced`)."""
    return after_event(tournament, entry.event)


def after_event(tournament: Tournament | None, event: Event) -> Tournament:
    """Return the tournament after an event. Raises ValueError for one that a tournament cannot have there."""
    if tournament is None:
        if not isinstance(event, events.TournamentAnnounced):
            raise ValueError("a tournament begins with `tournament_announced`")
        return announced(event)
    change = CHANGES.get(type(event))
    if change is None:
        raise ValueError(f"`{type(event).__name__}` is no event of a tournament that is announced")
    return replace(tournament, version=tournament.version + 1, at=event.at, **change(event, tournament))


T = TypeVar("T")
Changed = dict[str, Any]
"""Fields of the tournament with their new values."""


def whole(value: T | UnsetType) -> T:
    """Return what stands in a field that not everybody sees. Raises ValueError if it was redacted."""
    if value is UNSET:
        raise ValueError("a redacted stream cannot be folded")
    return value


def announced(event: events.TournamentAnnounced) -> Tournament:
    """Return a tournament that has just been announced."""
    return Tournament(
        version=1,
        at=event.at,
        settings=event.settings,
        title=event.title,
        commitment=event.commitment,
        secret=bytes.fromhex(whole(event.secret)),
        code=event.code or None,
        staff={event.director: "director"},
    )


# Entrants


def with_entrants(tournament: Tournament, new: Iterable[Entrant]) -> Changed:
    """Return what changes with new entrants, or with others in the place of those that have their ids."""
    entrants, plays_for, entered = dict(tournament.entrants), dict(tournament.plays_for), tournament.entered
    for entrant in new:
        before = entrants.get(entrant.id)
        if before is not None:
            entered -= before.state == "entered"
            for person in (*before.members, *before.substitutes):
                plays_for.pop(person, None)
        entrants[entrant.id] = entrant
        entered += entrant.state == "entered"
        if entrant.state != "declined":
            plays_for.update(dict.fromkeys((*entrant.members, *entrant.substitutes), entrant.id))
    return {"entrants": entrants, "plays_for": plays_for, "entered": entered}


def with_entrant(tournament: Tournament, entrant_id: UUID, **changed: Any) -> Changed:
    """Return what changes with an entrant who plays for the same people as before."""
    before = tournament.entrants[entrant_id]
    after = replace(before, **changed)
    entered = tournament.entered + (after.state == "entered") - (before.state == "entered")
    return {"entrants": {**tournament.entrants, entrant_id: after}, "entered": entered}


def without_entrant(tournament: Tournament, entrant_id: UUID) -> Changed:
    """Return what changes if an entrant is gone as if they had never come."""
    entrants, plays_for = dict(tournament.entrants), dict(tournament.plays_for)
    gone = entrants.pop(entrant_id)
    for person in (*gone.members, *gone.substitutes):
        del plays_for[person]
    return {"entrants": entrants, "plays_for": plays_for, "entered": tournament.entered - (gone.state == "entered")}


def out(tournament: Tournament, absent: Iterable[UUID]) -> Changed:
    """Return what changes if entrants are out until they return."""
    entrants, entered = dict(tournament.entrants), tournament.entered
    for each in absent:
        entered -= entrants[each].state == "entered"
        entrants[each] = replace(entrants[each], state="withdrawn")
    return {"entrants": entrants, "entered": entered}


def of_new(new: NewEntrant, number: int, **given: Any) -> Entrant:
    """Return an entrant who comes in with a number."""
    return Entrant(id=new.id, number=number, members=new.members, substitutes=new.substitutes, name=new.name, **given)


def registration_opened(_: events.RegistrationOpened, __: Tournament) -> Changed:
    """Players may register."""
    return {"state": "registration"}


def registration_requested(event: events.RegistrationRequested, tournament: Tournament) -> Changed:
    """Somebody waits for the staff's approval; they have no number yet."""
    new = NewEntrant(
        id=whole(event.entrant),
        members=whole(event.members),
        substitutes=whole(event.substitutes),
        name=whole(event.name),
    )
    changed = with_entrants(tournament, (of_new(new, 0, state="pending"),))
    return changed | {"requests": tournament.requests + 1}


def entrant_entered(event: events.EntrantEntered, tournament: Tournament) -> Changed:
    """Somebody plays, or is on the waiting list; who comes after the others stands after them."""
    new = NewEntrant(id=event.entrant, members=event.members, substitutes=event.substitutes, name=event.name)
    entrant = of_new(new, event.number, state="waiting" if event.waiting else "entered")
    changed = with_entrants(tournament, (entrant,))
    return changed | {"next_number": event.number + 1, "requests": tournament.requests + 1}


def entrants_added(event: events.EntrantsAdded, tournament: Tournament) -> Changed:
    """Many play at once; house players are always there."""
    house, first = event.house or None, event.first_number
    there = house is not None
    new = [of_new(each, number, house=house, checked_in=there) for number, each in enumerate(event.entered, first)]
    return with_entrants(tournament, new) | {"next_number": first + len(new)}


def entrant_declined(event: events.EntrantDeclined, tournament: Tournament) -> Changed:
    """Somebody does not play; their people may play for others."""
    entrant = tournament.entrants[whole(event.entrant)]
    return with_entrants(tournament, (replace(entrant, state="declined"),))


def entrant_withdrawn(event: events.EntrantWithdrawn, tournament: Tournament) -> Changed:
    """Somebody is out: before the start for good."""
    if tournament.state != "playing":
        return without_entrant(tournament, event.entrant)
    return with_entrant(tournament, event.entrant, state="withdrawn", by_staff=event.why == "staff")


def registration_withdrawn(event: events.RegistrationWithdrawn, tournament: Tournament) -> Changed:
    """Somebody does not wait for the approval any more."""
    return without_entrant(tournament, whole(event.entrant))


def entrant_moved_up(event: events.EntrantMovedUp, tournament: Tournament) -> Changed:
    """Somebody from the waiting list plays."""
    return with_entrant(tournament, event.entrant, state="entered")


def check_in_opened(event: events.CheckInOpened, tournament: Tournament) -> Changed:
    """Nobody is there yet but the house."""
    entrants = {
        key: replace(each, checked_in=each.house is not None) if each.checked_in else each
        for key, each in tournament.entrants.items()
    }
    opened = OpenedCheckIn(event.round, event.ends_at)
    state = tournament.state if tournament.state == "playing" else "check_in"
    return {"entrants": entrants, "check_in": opened, "state": state}


def entrant_checked_in(event: events.EntrantCheckedIn, tournament: Tournament) -> Changed:
    """Somebody is there. What they add to the deals counts before the start only."""
    entropy = tournament.entrants[event.entrant].entropy if tournament.state == "playing" else event.entropy
    return with_entrant(tournament, event.entrant, checked_in=True, entropy=entropy)


def check_in_closed(event: events.CheckInClosed, tournament: Tournament) -> Changed:
    """Who has not come is out."""
    closed = OpenedCheckIn(
        event.round, None if tournament.check_in is None else tournament.check_in.ends_at, closed=True
    )
    return out(tournament, event.absent) | {"check_in": closed}


def tournament_started(event: events.TournamentStarted, _: Tournament) -> Changed:
    """The rounds begin."""
    return {"state": "playing", "entropies": event.entropies}


def entrant_entered_late(event: events.EntrantEnteredLate, tournament: Tournament) -> Changed:
    """Somebody has joined."""
    entrant = of_new(
        event.entered,
        event.number,
        house=event.house or None,
        checked_in=True,
        from_round=event.round,
        late_points=event.points,
    )
    return with_entrants(tournament, (entrant,)) | {"next_number": max(tournament.next_number, event.number + 1)}


def entrant_returned(event: events.EntrantReturned, tournament: Tournament) -> Changed:
    """Somebody plays again."""
    return with_entrant(tournament, event.entrant, state="entered", by_staff=False, checked_in=True)


def member_substituted(event: events.MemberSubstituted, tournament: Tournament) -> Changed:
    """Another person plays in a member's place, who is a substitute from now on."""
    entrant = tournament.entrants[event.entrant]
    members = tuple([event.joins if each == event.leaves else each for each in entrant.members])
    others = tuple([each for each in entrant.substitutes if each != event.joins])
    return with_entrants(tournament, (replace(entrant, members=members, substitutes=(*others, event.leaves)),))


# Rounds


def with_round(tournament: Tournament, **changed: Any) -> Changed:
    """Return what changes if the last round does."""
    *before, last = tournament.rounds
    return {"rounds": (*before, replace(last, **changed))}


def with_table(tournament: Tournament, table_id: UUID, **changed: Any) -> Changed:
    """Return what changes if a table of some round does."""
    in_rounds, in_tables = tournament.table_places[table_id]
    changing = tournament.rounds[in_rounds]
    before = changing.tables[in_tables]
    after = replace(before, **changed)
    tables = list(changing.tables)
    tables[in_tables] = after
    playing = changing.playing + before.is_over - after.is_over
    rounds = list(tournament.rounds)
    rounds[in_rounds] = replace(changing, tables=tuple(tables), playing=playing)
    return {"rounds": tuple(rounds)}


def round_drafted(event: events.RoundDrafted, tournament: Tournament) -> Changed:
    """There is a proposal for a round, in place of one that there was."""
    draft = whole(event.draft)
    before = tournament.rounds[: draft.round - 1]
    return {"rounds": (*before, TournamentRound(number=draft.round, draft=draft))}


def round_published(event: events.RoundPublished, tournament: Tournament) -> Changed:
    """The tables of a round are known."""
    tables = tuple(
        [
            RoundTable(id=each.id, number=each.number, half=each.half, entrants=each.entrants, seats=each.seats)
            for each in event.tables
        ]
    )
    places = {table.id: (event.round - 1, place) for place, table in enumerate(tables)}
    changed = with_round(tournament, state="publishing", tables=tables, byes=event.byes, playing=len(tables))
    return changed | {"table_places": {**tournament.table_places, **places}}


def round_started(event: events.RoundStarted, tournament: Tournament) -> Changed:
    """The tables play."""
    return with_round(tournament, state="playing", started_at=event.at)


def round_warned(_: events.RoundWarned, tournament: Tournament) -> Changed:
    """The warning was given."""
    return with_round(tournament, warned=True)


def round_time_over(_: events.RoundTimeOver, tournament: Tournament) -> Changed:
    """The clock has ended."""
    return with_round(tournament, time_over=True)


def no_shows_noted(event: events.NoShowsNoted, tournament: Tournament) -> Changed:
    """Who has not come is out."""
    return out(tournament, event.absent) | with_round(tournament, no_shows=event.absent)


def result_noted(event: events.ResultNoted, tournament: Tournament) -> Changed:
    """A table is over."""
    return with_table(
        tournament,
        whole(event.table),
        result=whole(event.result),
        version=whole(event.table_version),
        hash=whole(event.table_hash),
    )


def table_stopped(event: events.TableStopped, tournament: Tournament) -> Changed:
    """A table has ended, and is still waited for: a ruling has to close it."""
    table = whole(event.table)
    return with_table(tournament, table, stopped=True, version=whole(event.table_version), hash=whole(event.table_hash))


def last_table_playing(_: events.LastTablePlaying, tournament: Tournament) -> Changed:
    """It was told."""
    return with_round(tournament, last_told=True)


def round_finished(event: events.RoundFinished, tournament: Tournament) -> Changed:
    """All tables are over."""
    return with_round(tournament, state="finished", finished_at=event.at) | {"open_until": event.open_until}


# Rulings


def ruling_made(event: events.RulingMade, tournament: Tournament) -> Changed:
    """A ruling stands, and tables are closed."""
    ruling = Ruling(
        number=whole(event.ruling),
        round=whole(event.round),
        at=event.at,
        by=whole(event.by),
        measures=whole(event.measures),
        entrants=whole(event.entrants),
        closes=whole(event.closes),
        reason=whole(event.reason),
        note=whole(event.note),
    )
    changed: Changed = {"rulings": (*tournament.rulings, ruling)} | closed(tournament, ruling.round, ruling.closes)
    if tournament.open_until is not None:
        changed["open_until"] = max(tournament.open_until, event.at + tournament.settings.correction_ms)
    return changed


def closed(tournament: Tournament, number: int, tables: tuple[int, ...]) -> Changed:
    """Return what changes if tables of a round are closed."""
    if not tables:
        return {}
    rounds = list(tournament.rounds)
    now = rounds[number - 1]
    after = tuple([replace(each, closed=True) if each.number in tables else each for each in now.tables])
    rounds[number - 1] = replace(now, tables=after, playing=still_playing(after))
    return {"rounds": tuple(rounds)}


def table_replayed(event: events.TableReplayed, tournament: Tournament) -> Changed:
    """Other tables take the place of those of a match, and nothing is known of them yet."""
    instead = dict(zip(event.instead_of, event.tables, strict=True))
    rounds, places = list(tournament.rounds), dict(tournament.table_places)
    now = rounds[event.round - 1]
    tables = tuple([replayed(each, instead[each.id]) if each.id in instead else each for each in now.tables])
    rounds[event.round - 1] = replace(now, tables=tables, playing=still_playing(tables))
    for before, after in instead.items():
        places[after] = places.pop(before)
    replaced = tournament.replaced_tables.union(event.instead_of)
    return {"rounds": tuple(rounds), "table_places": places, "replaced_tables": replaced}


def replayed(table: RoundTable, instead: UUID) -> RoundTable:
    """Return the table that takes the place of one."""
    return RoundTable(
        id=instead,
        number=table.number,
        half=table.half,
        entrants=table.entrants,
        seats=table.seats,
        again=table.again + 1,
        replaced=(*table.replaced, table.id),
    )


def still_playing(tables: Iterable[RoundTable]) -> int:
    """Return the number of tables that are not over."""
    return len([table for table in tables if not table.is_over])


def result_corrected(event: events.ResultCorrected, tournament: Tournament) -> Changed:
    """Another result counts."""
    return with_table(tournament, whole(event.table), result=whole(event.result))


def appeal_filed(event: events.AppealFiled, tournament: Tournament) -> Changed:
    """A ruling is appealed against."""
    ruling = whole(event.ruling)
    appeal = FiledAppeal(
        number=whole(event.appeal),
        ruling=ruling,
        entrants=whole(event.entrants),
        at=event.at,
        note=whole(event.note),
    )
    rulings = list(tournament.rulings)
    rulings[ruling - 1] = replace(rulings[ruling - 1], appeal=appeal.number)
    return {"appeals": (*tournament.appeals, appeal), "rulings": tuple(rulings)}


def appeal_decided(event: events.AppealDecided, tournament: Tournament) -> Changed:
    """The ruling stands, or other measures do."""
    appeals, rulings = list(tournament.appeals), list(tournament.rulings)
    number, ruling = whole(event.appeal), whole(event.ruling)
    appeals[number - 1] = replace(appeals[number - 1], outcome=event.outcome)
    if event.outcome == "upheld":
        rulings[ruling - 1] = replace(rulings[ruling - 1], measures=whole(event.measures))
    return {"appeals": tuple(appeals), "rulings": tuple(rulings)}


# The end, and the staff


def tournament_finished(event: events.TournamentFinished, _: Tournament) -> Changed:
    """It is over."""
    return {"state": "finished", "ended_at": event.at}


def tournament_cancelled(event: events.TournamentCancelled, _: Tournament) -> Changed:
    """It is over."""
    return {"state": "cancelled", "ended_at": event.at}


def staff_appointed(event: events.StaffAppointed, tournament: Tournament) -> Changed:
    """Somebody has a role."""
    return {"staff": {**tournament.staff, event.person: event.role}}


def staff_dismissed(event: events.StaffDismissed, tournament: Tournament) -> Changed:
    """Somebody has none any more."""
    return {"staff": {person: role for person, role in tournament.staff.items() if person != event.person}}


CHANGES: Mapping[type[Event], Callable[[Any, Tournament], Changed]] = MappingProxyType(
    {
        events.RegistrationOpened: registration_opened,
        events.RegistrationRequested: registration_requested,
        events.EntrantEntered: entrant_entered,
        events.EntrantsAdded: entrants_added,
        events.EntrantDeclined: entrant_declined,
        events.EntrantWithdrawn: entrant_withdrawn,
        events.RegistrationWithdrawn: registration_withdrawn,
        events.EntrantMovedUp: entrant_moved_up,
        events.CheckInOpened: check_in_opened,
        events.EntrantCheckedIn: entrant_checked_in,
        events.CheckInClosed: check_in_closed,
        events.TournamentStarted: tournament_started,
        events.EntrantEnteredLate: entrant_entered_late,
        events.EntrantReturned: entrant_returned,
        events.MemberSubstituted: member_substituted,
        events.RoundDrafted: round_drafted,
        events.RoundPublished: round_published,
        events.RoundStarted: round_started,
        events.RoundWarned: round_warned,
        events.RoundTimeOver: round_time_over,
        events.NoShowsNoted: no_shows_noted,
        events.ResultNoted: result_noted,
        events.TableStopped: table_stopped,
        events.LastTablePlaying: last_table_playing,
        events.RoundFinished: round_finished,
        events.RulingMade: ruling_made,
        events.TableReplayed: table_replayed,
        events.ResultCorrected: result_corrected,
        events.AppealFiled: appeal_filed,
        events.AppealDecided: appeal_decided,
        events.TournamentFinished: tournament_finished,
        events.TournamentCancelled: tournament_cancelled,
        events.StaffAppointed: staff_appointed,
        events.StaffDismissed: staff_dismissed,
    }
)
"""What changes with each kind of event of a tournament that is announced."""
