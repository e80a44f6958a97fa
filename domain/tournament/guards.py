"""What has to be true of a tournament, and of the sender of a command, before it is done; otherwise it is refused."""

from collections.abc import Mapping
from types import MappingProxyType
from uuid import UUID

from domain import codes
from domain.refusals import refusal
from domain.table.commands import Command
from domain.tournament.commands import (
    Accept,
    AddEntrants,
    AddHouse,
    Appeal,
    Appoint,
    Approve,
    Cancel,
    CheckIn,
    CloseCheckIn,
    CommandBy,
    Correct,
    DecideAppeal,
    Decline,
    Dismiss,
    DraftRound,
    EditDraft,
    EnterLate,
    Finish,
    FinishRound,
    OpenCheckIn,
    OpenRegistration,
    PublishRound,
    Register,
    ReplayTable,
    Return,
    Rule,
    StartRounds,
    Substitute,
    Withdraw,
)
from domain.tournament.settings import MOST_MEMBERS, Role
from domain.tournament.state import Entrant, State, Tournament, TournamentRound

NOT_YOUR_ROLE = refusal(codes.NOT_YOUR_ROLE, "Only the staff of the tournament may do that: {roles:codes}.")
ROUND_NOT_OVER = refusal(codes.ROUND_NOT_OVER, "Round {round:number} is not over.")
NO_SUCH_ENTRANT = refusal(codes.NO_SUCH_ENTRANT, "Nobody with this id has entered: {entrant:code}.")
NOT_YOUR_ENTRANT = refusal(codes.NOT_YOUR_ENTRANT, "You do not play for this entrant.")
TOURNAMENT_OVER = refusal(codes.TOURNAMENT_OVER, "The tournament is {state:code}.")
TOO_OFTEN = refusal(codes.TOO_OFTEN, "The tournament has {most:number} events, the most it may have; you can end it.")
WRONG_STATE = refusal(codes.WRONG_STATE, "The tournament is in `{state:code}`; this belongs to {states:codes}.")
NO_ROUND_PLAYED = refusal(codes.WRONG_STATE, "No round is being played.")

DIRECTORS: frozenset[Role] = frozenset({"director"})
ASSISTANTS: frozenset[Role] = DIRECTORS | {"assistant"}
SCORERS: frozenset[Role] = ASSISTANTS | {"scorer"}


def for_roles(roles: frozenset[Role], *kinds: type[Command]) -> dict[type[Command], frozenset[Role]]:
    """Return these roles for each of these kinds of commands."""
    return dict.fromkeys(kinds, roles)


RIGHTS: Mapping[type[Command], frozenset[Role]] = MappingProxyType(
    for_roles(DIRECTORS, Finish, Cancel, Appoint, Dismiss)
    | for_roles(
        ASSISTANTS,
        OpenRegistration,
        Approve,
        Decline,
        AddEntrants,
        AddHouse,
        OpenCheckIn,
        CloseCheckIn,
        StartRounds,
        EnterLate,
        DraftRound,
        EditDraft,
        PublishRound,
        FinishRound,
        DecideAppeal,
    )
    | for_roles(SCORERS, Rule, ReplayTable, Correct)
)
"""The commands for which it takes a role, and which roles may give them."""

REPEATABLE = (RIGHTS.keys() | {Return, Substitute}) - {FinishRound, DecideAppeal, Finish, Cancel, Dismiss}
"""The commands that could be repeated without end; a role is removed no more often than it is given."""

MOST_EVENTS = 20_000
MOST_EVENTS_OF_ENTRANT = 40
"""Maximum number of events of a tournament for these to be taken: in all, or for each entrant if that is more; beside
those that its rounds take."""

EVENTS_OF_REQUEST = 2 * MOST_MEMBERS + 3
"""Maximum number of events of a registration: all who are named are asked, and accept; it enters, or asks for approval;
it is taken back, and another moves up. Anybody may cause them, so they do not count against the limit of the staff."""

EVENTS_OF_ROUND = 10
"""Maximum number of events of a round beside those of each table, and of each entrant: drafted, published, started, the
check-in opened and closed, the warning, the end of the time, no-shows, the last table, finished."""

OWN: Mapping[type[Command], frozenset[Role]] = MappingProxyType(
    for_roles(ASSISTANTS, Withdraw, Return, CheckIn, Substitute) | for_roles(frozenset(), Register, Accept, Appeal)
)
"""The commands that the members of an entrant give for it, and the roles that may do so for others."""


def must_have_role(tournament: Tournament, command: Command) -> None:
    """Raise `Refused("not_your_role", …)` if the sender of a command does not have one of the roles that it needs."""
    by = command.by if isinstance(command, CommandBy) else None
    must_have_right(tournament, type(command), by, command.person if isinstance(command, Dismiss) else None)


def must_have_right(tournament: Tournament, kind: type[Command], by: UUID | None, dismissed: UUID | None) -> None:
    """Raise `Refused("not_your_role", …)` if somebody does not have one of the roles that a kind of command needs.

    `dismissed` is the person who is to lose their role: everybody may give up their own.
    """
    roles = RIGHTS.get(kind)
    gives_up = by is not None and by == dismissed
    if roles is not None and not gives_up and tournament.role_of(by) not in roles:
        raise NOT_YOUR_ROLE(roles=tuple(sorted(roles)))


def must_be_own(tournament: Tournament, entrant_id: UUID, command: CommandBy) -> tuple[Entrant, bool]:
    """Return an entrant, and whether a member gives a command for it; else it is the staff, which may.

    Raises `Refused` with `no_such_entrant` (also where others do not see that somebody has asked to enter) or
    `not_your_entrant`.
    """
    entrant, by = tournament.entrants.get(entrant_id), command.by
    own = entrant is not None and by in entrant.speakers
    staff = tournament.role_of(by) in OWN[type(command)]
    hidden = entrant is None or entrant.is_gone or (entrant.state in {"invited", "pending"} and not own and not staff)
    if entrant is None or hidden:
        raise NO_SUCH_ENTRANT(entrant=str(entrant_id))
    if not own and not staff:
        raise NOT_YOUR_ENTRANT()
    return entrant, own


def must_go_on(tournament: Tournament) -> None:
    """Raise `Refused("tournament_over", …)` once the tournament has finished, or was cancelled."""
    if tournament.is_over:
        raise TOURNAMENT_OVER(state=tournament.state)


def must_have_room(tournament: Tournament, kind: type[Command]) -> None:
    """Raise `Refused("too_often", …)` for what may be repeated without end, in a tournament of too many events.

    What its entrants do is limited for each of them, and what it takes to end a tournament is always possible.
    """
    most = most_events(tournament)
    if kind in REPEATABLE and tournament.version >= most:
        raise TOO_OFTEN(most=most)


def most_events(tournament: Tournament) -> int:
    """Return how many events a tournament may have: enough to play all its rounds, however many register."""
    settings, entrants = tournament.settings, len(tournament.entrants)
    tables = entrants // settings.sizes[0] * settings.tables_of_a_match
    of_round = EVENTS_OF_ROUND + tables + (entrants if settings.check_in_each_round else 0)
    beside = settings.seating.rounds * of_round + EVENTS_OF_REQUEST * tournament.requests
    return max(MOST_EVENTS, MOST_EVENTS_OF_ENTRANT * entrants) + beside


def must_be(tournament: Tournament, *states: State) -> None:
    """Raise `Refused("wrong_state", …)` in another state than these."""
    if tournament.state not in states:
        raise WRONG_STATE(state=tournament.state, states=states)


def must_be_entrant(tournament: Tournament, entrant_id: UUID) -> Entrant:
    """Return an entrant. Raises `Refused("no_such_entrant", …)`."""
    entrant = tournament.entrants.get(entrant_id)
    if entrant is None or entrant.left:
        raise NO_SUCH_ENTRANT(entrant=str(entrant_id))
    return entrant


def must_play_a_round(tournament: Tournament) -> TournamentRound:
    """Return the round whose tables play. Raises `Refused("wrong_state", …)` if none do."""
    must_be(tournament, "playing")
    now = tournament.round
    if now is None or now.state != "playing":
        raise NO_ROUND_PLAYED()
    return now
