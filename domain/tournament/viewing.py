"""What somebody sees of the state of a tournament: `view` and its parts, which are allow-lists as `viewers.seen` is.

- Nobody sees the secret, or the hash of the code of registration.
- The staff sees drafts, entrants who wait for approval, and teams of which not all have accepted; of the last two,
  everybody sees their own.
- While a round goes on, results of its tables, what proves them, and which tables are over, are seen by the staff who
  do not play themselves (the office). As soon as all its tables are over, or the tournament is, everybody sees them.
- Rulings on a round are seen by the staff and by those whom they concern; by everybody when the round is over.
"""

from itertools import islice
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.game import Time
from domain.tournament.settings import Note, Role, Settings
from domain.tournament.state import (
    Entrant,
    EntrantState,
    FiledAppeal,
    OpenedCheckIn,
    RoundState,
    RoundTable,
    Ruling,
    State,
    Tournament,
    TournamentRound,
)
from domain.tournament.types import Draft, DraftNumber, TableResult
from domain.tournament.viewers import Viewer, viewer_of


class StaffMember(Struct, frozen=True):
    """Somebody with a role."""

    person: UUID
    role: Role


class RoundSummary(Struct, frozen=True, kw_only=True):
    """A round without its tables."""

    number: int
    state: RoundState
    tables: int
    byes: tuple[UUID, ...]
    started_at: Time | None
    ends_at: Time | None
    time_over: bool
    finished_at: Time | None
    no_shows: tuple[UUID, ...] | None


class TournamentView(Struct, frozen=True, kw_only=True):
    """A tournament without its entrants, tables and rulings. `role` and `entrant` are the viewer's own.

    `invitations` are teams that have named the viewer, and wait for their `accept`.
    """

    state: State
    settings: Settings
    title: Note | None
    commitment: str
    entropies: str | None
    staff: tuple[StaffMember, ...]
    entered: int
    waiting: int
    check_in: OpenedCheckIn | None
    rounds: tuple[RoundSummary, ...]
    open_until: Time | None
    ended_at: Time | None
    role: Role | None
    entrant: UUID | None
    invitations: tuple[UUID, ...]


class EntrantView(Struct, frozen=True, kw_only=True):
    """An entrant. `number` is null until it has entered; `waits_for` has those who have not accepted yet."""

    id: UUID
    number: int | None
    members: tuple[UUID, ...]
    substitutes: tuple[UUID, ...]
    waits_for: tuple[UUID, ...]
    name: Note | None
    house: str | None
    state: EntrantState
    checked_in: bool
    entropy: str | None
    from_round: int


class TableView(Struct, frozen=True, kw_only=True):
    """A table of a round. Fields other than `result` are null if they were not noted, or are not shown yet."""

    id: UUID
    number: int
    half: int
    entrants: tuple[UUID, ...]
    seats: tuple[UUID, ...]
    again: int
    over: bool | None = None
    stopped: bool | None = None
    result: TableResult | None = None
    version: int | None = None
    hash: str | None = None


class RoundView(Struct, frozen=True, kw_only=True):
    """A round with its tables; for a drafted round, the staff sees the draft."""

    round: RoundSummary
    tables: tuple[TableView, ...]
    draft: Draft | None
    draft_number: Annotated[
        DraftNumber | None,
        Meta(description="How many drafts the round has had. Send it with `edit_draft` and `publish_round`."),
    ]


class RulingView(Struct, frozen=True, kw_only=True):
    """A ruling with the appeal against it."""

    ruling: Ruling
    appeal: FiledAppeal | None


def view(tournament: Tournament, person: UUID | None) -> TournamentView:
    """Return what somebody (None: a stranger) sees of a tournament itself."""
    viewer = viewer_of(tournament, person)
    return TournamentView(
        state=tournament.state,
        settings=tournament.settings,
        title=tournament.title,
        commitment=tournament.commitment,
        entropies=tournament.entropies,
        staff=tuple([StaffMember(person, role) for person, role in tournament.staff.items()]),
        entered=tournament.entered,
        waiting=len([each for each in tournament.entrants.values() if each.state == "waiting"]),
        check_in=tournament.check_in,
        rounds=tuple([summary(tournament, each) for each in tournament.rounds if each.published or viewer.role]),
        open_until=tournament.open_until,
        ended_at=tournament.ended_at,
        role=viewer.role,
        entrant=viewer.entrant,
        invitations=tuple([each.id for each in tournament.entrants.values() if person in invited_of(each)]),
    )


def invited_of(entrant: Entrant) -> tuple[UUID, ...]:
    """Return who may still accept to play for an entrant."""
    return entrant.waits_for if entrant.state == "invited" else ()


def summary(tournament: Tournament, now: TournamentRound) -> RoundSummary:
    """Return a round without its tables."""
    length = tournament.settings.round_ms
    return RoundSummary(
        number=now.number,
        state=now.state,
        tables=len(now.tables),
        byes=now.byes,
        started_at=now.started_at,
        ends_at=None if length is None or now.started_at is None else now.started_at + length,
        time_over=now.time_over,
        finished_at=now.finished_at,
        no_shows=now.no_shows,
    )


def entrants_view(tournament: Tournament, person: UUID | None) -> tuple[EntrantView, ...]:
    """Return the entrants as somebody sees them: who has not been approved, to the staff and to themself alone.

    Others see of them how they had left before, if they had. They are in the order of their starting numbers, and after
    them those who have none yet, in that in which they came.
    """
    viewer = viewer_of(tournament, person)
    known = [each if is_shown(each, viewer) else each.seen_as for each in tournament.entrants.values()]
    shown = sorted(filter(None, known), key=lambda each: (not each.number, each.number))
    return tuple([entrant_view(each) for each in shown])


def is_shown(entrant: Entrant, viewer: Viewer) -> bool:
    """Return whether a viewer sees that somebody has asked to enter, or has entered."""
    if entrant.state not in {"invited", "pending", "declined"} or viewer.role is not None:
        return True
    return viewer.person is not None and viewer.person in entrant.named


def entrant_view(entrant: Entrant) -> EntrantView:
    """Return what is seen of an entrant."""
    return EntrantView(
        id=entrant.id,
        number=entrant.number or None,
        members=entrant.members,
        substitutes=entrant.substitutes,
        waits_for=invited_of(entrant),
        name=entrant.name,
        house=entrant.house,
        state=entrant.state,
        checked_in=entrant.checked_in,
        entropy=entrant.entropy,
        from_round=entrant.from_round,
    )


def round_view(tournament: Tournament, number: int, person: UUID | None) -> RoundView | None:
    """Return a round as somebody sees it; None: there is no such round for them."""
    viewer = viewer_of(tournament, person)
    if not 1 <= number <= len(tournament.rounds):
        return None
    now = tournament.rounds[number - 1]
    if not now.published and viewer.role is None:
        return None
    shows_results = viewer.office or tournament.shows_round(number)
    return RoundView(
        round=summary(tournament, now),
        tables=tuple([table_view(table, shows_results) for table in now.tables]),
        draft=now.draft if viewer.role is not None else None,
        draft_number=now.draft_number if viewer.role is not None else None,
    )


def table_view(table: RoundTable, shows_results: bool) -> TableView:
    """Return a table of a round, with what has become of it or without."""
    return TableView(
        id=table.id,
        number=table.number,
        half=table.half,
        entrants=table.entrants,
        seats=table.seats,
        again=table.again,
        over=table.is_over if shows_results else None,
        stopped=table.stopped if shows_results else None,
        result=table.result if shows_results else None,
        version=table.version if shows_results else None,
        hash=table.hash if shows_results else None,
    )


def rulings_view(
    tournament: Tournament, person: UUID | None, after: int = 0, most: int | None = None
) -> tuple[RulingView, ...]:
    """Return the rulings that somebody sees after the one of a number, at most `most` of them; None: all."""
    viewer = viewer_of(tournament, person)
    shown = (
        each
        for each in tournament.rulings[after:]
        if viewer.role is not None or viewer.entrant in each.entrants or tournament.shows_round(each.round)
    )
    return tuple([ruling_view(tournament, each, viewer) for each in islice(shown, most)])


def ruling_view(tournament: Tournament, ruling: Ruling, viewer: Viewer) -> RulingView:
    """Return a ruling that a viewer sees; of others' appeal they know while its round goes on once it is decided."""
    filed = None if ruling.appeal is None else tournament.appeals[ruling.appeal - 1]
    knows = viewer.role is not None or tournament.shows_round(ruling.round)
    if filed is None or knows or filed.outcome is not None or viewer.entrant in filed.entrants:
        return RulingView(ruling=ruling, appeal=filed)
    return RulingView(ruling=replace(ruling, appeal=None), appeal=None)
