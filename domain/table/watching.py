"""Who sees hidden cards without playing: told to the whole table before they see any, and for that table only.

A tournament's director has to see a hand to rule on it. Nobody has that right from the start, not even operators of the
service: an operator grants it to somebody else, at a table of a tournament, while its game goes on.
"""

from uuid import UUID

from domain import codes
from domain.refusals import refusal
from domain.table.commands import GrantSight, RevokeSight
from domain.table.events import SightGranted, SightRevoked
from domain.table.guards import must_be_playing, must_be_seat, must_go_on
from domain.table.snapshot import Snapshot
from domain.table.state import Table

NOT_A_TOURNAMENT = refusal(
    codes.NOT_A_TOURNAMENT, "Only at a table of a tournament may somebody see cards who does not play."
)
NOT_FOR_ONESELF = refusal(codes.NOT_FOR_ONESELF, "Nobody gives this right to themselves.")
PLAYS_HERE = refusal(codes.PLAYS_HERE, "Players at the table see only their own cards.")
SEES_ALREADY = refusal(codes.NO_CHANGE, "They may see these cards.")
SEES_NOTHING = refusal(codes.NO_CHANGE, "They may see no hidden cards.")
HAS_SEEN_CARDS = refusal(codes.HAS_SEEN_CARDS, "They could see the cards of this table, so they cannot play here.")


def grant_sight(command: GrantSight, snapshot: Snapshot, at: int) -> tuple[SightGranted]:
    """Let somebody see hidden cards who does not play. Raises `Refused`."""
    table, viewer = snapshot.table, command.viewer
    if table.tournament is None:
        raise NOT_A_TOURNAMENT()
    must_be_playing(snapshot)
    if viewer == command.player:
        raise NOT_FOR_ONESELF()
    if table.seat_of(viewer) is not None:
        raise PLAYS_HERE()
    seats = tuple(sorted(set(command.seats))) if command.seats else tuple(range(len(table.places)))
    for seat in seats:
        must_be_seat(table, seat)
    if table.watched_by(viewer) == seats:
        raise SEES_ALREADY()
    return (SightGranted(viewer, seats, command.player, at=at),)


def revoke_sight(command: RevokeSight, snapshot: Snapshot, at: int) -> tuple[SightRevoked]:
    """Revoke somebody's right to see hidden cards. Raises `Refused`."""
    must_go_on(snapshot.table)
    if not snapshot.table.watched_by(command.viewer):
        raise SEES_NOTHING()
    return (SightRevoked(command.viewer, command.player, at=at),)


def must_not_have_watched(table: Table, player: UUID) -> None:
    """Raise `Refused("has_seen_cards", …)` for somebody who could see hidden cards here."""
    if table.watched_by(player) is not None:
        raise HAS_SEEN_CARDS()
