"""The invitation link of a table: anybody who has it may come in before the game, until its creator makes another one.

The log has the hash of its token, and the salt that the service has made the token with.
"""

from domain import codes
from domain.game import Happened
from domain.refusals import refusal
from domain.table.commands import RenewLink, RevokeLink
from domain.table.events import InvitationLinkRenewed, InvitationLinkRevoked
from domain.table.folding import after_event
from domain.table.guards import must_be_creator, must_be_open
from domain.table.inviting import nobody_came
from domain.table.snapshot import Snapshot

NO_CHANGE = refusal(codes.NO_CHANGE, "The table has no invitation link.")


def renew_link(command: RenewLink, snapshot: Snapshot, at: int) -> tuple[InvitationLinkRenewed]:
    """Make a link, and the one before invalid. Raises `Refused`."""
    must_be_open(snapshot.table)
    must_be_creator(snapshot.table, command.player)
    return (InvitationLinkRenewed(command.player, command.salt, command.hash, at=at),)


def revoke_link(command: RevokeLink, snapshot: Snapshot, at: int) -> Happened:
    """Make the link invalid; that ends a challenge to which nobody else can come. Raises `Refused`."""
    must_be_open(snapshot.table)
    must_be_creator(snapshot.table, command.player)
    if snapshot.table.link is None:
        raise NO_CHANGE()
    revoked = InvitationLinkRevoked(command.player, at=at)
    return (revoked, *nobody_came(after_event(snapshot, revoked), at, command.player))
