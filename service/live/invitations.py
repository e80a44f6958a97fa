"""What a player is told of an invitation that waits for them."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta

from domain.game import Time
from domain.table import PlayerInvited, Snapshot, Table
from service.live.history import History

InvitedBy = Annotated[UUID, Meta(description="The player who invites.")]
ExpiresAt = Annotated[Time | None, Meta(description="When the invitation expires; null: when the game begins.")]


def is_invited(table: Table, player: UUID) -> bool:
    """Return whether a table waits for a player who is invited, or has a seat kept for them."""
    return table.status == "open" and player in table.guests and table.seat_of(player) is None


async def invited_by(history: History, table_id: UUID, snapshot: Snapshot, player: UUID) -> tuple[UUID, int | None]:
    """Return who invited a player to a table last, and until when: its creator, if a seat is kept for them.

    Invitations of earlier versions of the service end with the start of the game alone.
    """
    for each in snapshot.table.invitations:
        if each.player == player:
            return each.by, each.expires_at
    async for entries in history.back(table_id, snapshot.version):
        for entry in entries:
            if isinstance(entry.event, PlayerInvited) and entry.event.player == player:
                return entry.event.by, None
    return snapshot.table.creator, None
