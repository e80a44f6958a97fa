"""How each event of a table itself, not of its game, changes what is known of the table."""

from functools import singledispatch
from uuid import UUID

from msgspec.structs import replace

from domain.table.events import (
    AbortCalled,
    DecisionLapsed,
    HouseTookOver,
    InvitationEnded,
    InvitationLinkRenewed,
    InvitationLinkRevoked,
    PlayerInvited,
    RematchOpened,
    SeatAbsent,
    SeatLeft,
    SeatReleased,
    SeatTaken,
    SeatTakenBack,
    SightGranted,
    SightRevoked,
    TableAborted,
    TableEvent,
    TakeBackAnswered,
    TakeBackExpired,
    TakeBackProposed,
    TakeBackWithdrawn,
)
from domain.table.state import EndedInvitation, Invitation, Moment, Place, Proposal, Table, Watcher


def with_place(table: Table, seat: int, place: Place) -> Table:
    """Return a copy of the table in which `place` replaces the place of a seat."""
    return replace(table, places=(*table.places[:seat], place, *table.places[seat + 1 :]))


@singledispatch
def changed(event: TableEvent, table: Table, version: int) -> Table:
    """Return a table after an event of its own, which is at a version; all but `TableOpened` have a function here."""
    raise ValueError("a table is opened once")


@changed.register
def seat_taken(event: SeatTaken, table: Table, _: int) -> Table:
    """Somebody sits down on a seat, which is no longer kept; nor is any other seat kept for this person.

    For a house player, who may have several seats, the others stay as they are. The player or house player is present,
    and has the time that is left to the seat. If the game has begun, the player who sat there before has seen cards.
    """
    before = table.places[event.seat].player
    if table.started_at is not None and before is not None and before != event.player:
        table = with_watcher(table, Watcher(before, ()))
    place = replace(
        table.places[event.seat],
        player=event.player,
        entropy=event.entropy,
        house=event.house or None,
        absent=False,
        defaults=0,
        calls_abort=False,
        came=False,
    )
    table = released(with_place(table, event.seat, place), event.seat)
    if event.house:
        return table
    reserved = tuple([None if kept == event.player else kept for kept in table.reserved])
    return replace(table, reserved=reserved, ended_invitations=ended_of_others(table, event.player))


@changed.register
def seat_left(event: SeatLeft, table: Table, _: int) -> Table:
    """The seat is free again, for everybody; who was put out needs a new invitation to the table."""
    table = released(with_place(table, event.seat, Place(reserve_ms=table.settings.reserve_ms)), event.seat)
    if not event.by:
        return table
    table = waited_for_no_more(table, event.player)
    return replace(table, invited=table.invited - {event.player}, put_out=table.put_out | {event.player})


@changed.register
def seat_released(event: SeatReleased, table: Table, _: int) -> Table:
    """The seat is kept for nobody."""
    ended = EndedInvitation(event.player, "withdrawn" if event.by else "declined", of_seat=True)
    return replace(released(table, event.seat), ended_invitations=(*table.ended_invitations, ended))


def released(table: Table, seat: int) -> Table:
    """Return the table with a seat that is kept for nobody."""
    return replace(table, reserved=(*table.reserved[:seat], None, *table.reserved[seat + 1 :]))


@changed.register
def player_invited(event: PlayerInvited, table: Table, _: int) -> Table:
    """Somebody may see the table and sit down, until their time is over."""
    new = (Invitation(event.player, event.by, event.expires_at),) if event.expires_at else ()
    return replace(
        table,
        invited=table.invited | {event.player},
        put_out=table.put_out - {event.player},
        invitations=table.invitations + new,
        ended_invitations=ended_of_others(table, event.player),
    )


def ended_of_others(table: Table, player: UUID) -> tuple[EndedInvitation, ...]:
    """Return the invitations that have ended, without that of a player who is invited again, or has come after all."""
    return tuple([each for each in table.ended_invitations if each.player != player])


@changed.register
def invitation_ended(event: InvitationEnded, table: Table, _: int) -> Table:
    """An invitation is over; the player may no longer see a private table."""
    table = waited_for_no_more(table, event.player)
    ended = EndedInvitation(event.player, event.why)
    return replace(table, invited=table.invited - {event.player}, ended_invitations=(*table.ended_invitations, ended))


def waited_for_no_more(table: Table, player: UUID) -> Table:
    """Return the table without the time limit of a player's invitation."""
    return replace(table, invitations=tuple([each for each in table.invitations if each.player != player]))


@changed.register
def invitation_link_renewed(event: InvitationLinkRenewed, table: Table, _: int) -> Table:
    """Players with the new link may sit down."""
    return replace(table, link=event.hash or None)


@changed.register
def invitation_link_revoked(event: InvitationLinkRevoked, table: Table, _: int) -> Table:
    """No link is valid any more."""
    return replace(table, link=None)


@changed.register
def abort_called(event: AbortCalled, table: Table, _: int) -> Table:
    """A seat wants an end without a result, or no longer."""
    return with_place(table, event.seat, replace(table.places[event.seat], calls_abort=event.on))


@changed.register
def table_aborted(event: TableAborted, table: Table, _: int) -> Table:
    """The table has ended without a result."""
    return replace(table, finished_at=event.at, aborted=event, proposal=None)


@changed.register
def decision_lapsed(event: DecisionLapsed, table: Table, version: int) -> Table:
    """The decision is over, and the reserve with it."""
    lapsed = replace(table.places[event.seat], acted=Moment(version, event.at), defaults=event.defaults, reserve_ms=0)
    return replace(with_place(table, event.seat, lapsed), proposal=None)


@changed.register
def take_back_proposed(event: TakeBackProposed, table: Table, version: int) -> Table:
    """A seat wants its last move back."""
    return replace(table, proposal=Proposal(version, event.seat, event.to, event.lapses_at))


@changed.register
def take_back_answered(event: TakeBackAnswered, table: Table, _: int) -> Table:
    """One more player consents, or the request is over and the move stands."""
    proposal = table.proposal
    if proposal is None or not event.consents:
        return replace(table, proposal=None)
    consented = (*proposal.consented, event.seat)
    return replace(table, proposal=replace(proposal, consented=consented))


@changed.register
def take_back_over(_: TakeBackWithdrawn | TakeBackExpired, table: Table, __: int) -> Table:
    """The move stands."""
    return replace(table, proposal=None)


@changed.register
def seat_absent(event: SeatAbsent, table: Table, _: int) -> Table:
    """The player is away."""
    return with_place(table, event.seat, replace(table.places[event.seat], absent=True))


@changed.register
def house_took_over(event: HouseTookOver, table: Table, _: int) -> Table:
    """A house player plays on for the seat."""
    return with_place(table, event.seat, replace(table.places[event.seat], house=event.house))


@changed.register
def seat_taken_back(event: SeatTakenBack, table: Table, _: int) -> Table:
    """The player goes on in person."""
    place = replace(table.places[event.seat], house=None, absent=False, defaults=0, came=True)
    return with_place(table, event.seat, place)


@changed.register
def rematch_opened(event: RematchOpened, table: Table, _: int) -> Table:
    """There is another table for the same players."""
    return replace(table, rematch=event.table)


@changed.register
def sight_granted(event: SightGranted, table: Table, _: int) -> Table:
    """Somebody may see hidden cards."""
    return with_watcher(table, Watcher(event.player, event.seats))


@changed.register
def sight_revoked(event: SightRevoked, table: Table, _: int) -> Table:
    """Somebody loses the right to see hidden cards; that they had it is kept."""
    return with_watcher(table, Watcher(event.player, ()))


def with_watcher(table: Table, watcher: Watcher) -> Table:
    """Return the table with the seats whose hidden cards a watcher may see, in place of those before."""
    others = [each for each in table.watchers if each.player != watcher.player]
    return replace(table, watchers=(*others, watcher))
