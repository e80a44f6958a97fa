"""Invitations: sent, and ended before the game by the invited player, by the table's creator, or by time.

A seat that is kept for somebody is an invitation, too: giving it up declines it. A player who has sat down has
accepted; their invitation ends only once they have left again. When the game has begun, the remaining ones stay as they
are.
"""

from uuid import UUID

from msgspec import UNSET

from domain import codes
from domain.game import Event, Happened
from domain.refusals import refusal
from domain.table.commands import EndInvitation, Invite
from domain.table.events import InvitationEnded, PlayerInvited, SeatReleased, TableAborted
from domain.table.folding import after_event
from domain.table.guards import must_be_creator, must_be_its_own, must_be_open, must_belong
from domain.table.people import HOUSE_KINDS
from domain.table.snapshot import Snapshot

MOST_INVITATIONS = 50
"""Maximum number of invitations that end by themselves and are neither accepted nor over, of one table."""

ALREADY_INVITED = refusal(codes.ALREADY_INVITED, "This player knows of the table.")
DECLINED = refusal(codes.INVITATION_DECLINED, "This player does not want to come to the table.")
TOO_MANY = refusal(codes.TOO_MANY_INVITATIONS, "The table waits for {invited:number} players who are invited.")
HAS_COME = refusal(codes.ALREADY_SEATED, "They have {seat} here: the invitation is accepted.")
NOT_INVITED = refusal(codes.NO_CHANGE, "They have no invitation to the table.")


def invite(command: Invite, snapshot: Snapshot, at: int) -> tuple[PlayerInvited]:
    """Ask a player to the table, for its creator or somebody who sits there. Raises `Refused`.

    A player who has declined is not invited there again.
    """
    table, guest, waiting = snapshot.table, command.guest, len(snapshot.table.waiting)
    must_be_open(table)
    must_be_its_own(table)
    must_belong(table, command.player)
    if guest == table.creator or guest in table.guests or guest in table.seats:
        raise ALREADY_INVITED()
    ended = table.invitation_ended(guest)
    if ended is not None and ended.is_final:
        raise DECLINED()
    if waiting >= MOST_INVITATIONS:
        raise TOO_MANY(invited=waiting)
    expires_at = at + command.lasts_ms if command.lasts_ms else UNSET
    return (PlayerInvited(guest, command.player, expires_at, at=at),)


def end_invitation(command: EndInvitation, snapshot: Snapshot, at: int) -> Happened:
    """Decline an invitation, or withdraw it for the table's creator. Raises `Refused`."""
    table, player, guest = snapshot.table, command.player, command.guest
    must_be_open(table)
    must_be_its_own(table)
    if player != guest:
        must_be_creator(table, player)
    seat = table.seat_of(guest)
    if seat is not None:
        raise HAS_COME(seat=seat)
    by = UNSET if player == guest else player
    if guest in table.reserved:
        released = SeatReleased(table.reserved.index(guest), guest, by, at=at)
        return (released, *nobody_came(after_event(snapshot, released), at, player))
    if guest not in table.invited:
        raise NOT_INVITED()
    ended = InvitationEnded(guest, "withdrawn" if by else "declined", by, at=at)
    return (ended, *nobody_came(after_event(snapshot, ended), at, player))


def expired(snapshot: Snapshot, at: int) -> Happened:
    """Return the end of the invitations whose time is over at a moment, and of a challenge that nobody takes."""
    events: list[Event] = [
        InvitationEnded(each.player, "expired", at=at) for each in snapshot.table.waiting if each.expires_at <= at
    ]
    for event in events:
        snapshot = after_event(snapshot, event)
    return (*events, *nobody_came(snapshot, at))


def nobody_came(snapshot: Snapshot, at: int, by: UUID | None = None) -> tuple[TableAborted, ...]:
    """Return the end of a challenge that nobody can accept any more; nothing if somebody is there, or may come.

    A private rematch counts as a challenge, unless it is its creator (`by`) who frees the seat or ends the invitation:
    they may want to invite somebody else. None for `by`: the clock does it.
    """
    table = snapshot.table
    is_rematch = table.rematch_of is not None and table.by_invitation and by != table.creator
    if table.link or not (table.challenge or is_rematch):
        return ()
    if {*table.guests, *table.seats} - {None, table.creator, *HOUSE_KINDS}:
        return ()
    return (TableAborted(table.creator, "nobody_came", at=at),)
