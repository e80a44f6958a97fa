"""Who sits down at once when a table is opened: its creator, and house players."""

from collections.abc import Sequence
from uuid import UUID

from domain import codes
from domain.refusals import NO_SUCH_SEAT, refusal
from domain.table.commands import Sitter
from domain.table.events import SeatTaken
from domain.table.people import HOUSE_PLAYERS

ALREADY_SEATED = refusal(codes.ALREADY_SEATED, "A player has one seat.")


def seats_taken(sitters: Sequence[Sitter | None], player: UUID, seats: int, at: int) -> tuple[SeatTaken, ...]:
    """Return that these sit down, by seat, at a table that a player opens; None: the seat is free.

    Raises `Refused` with `no_such_seat` or `already_seated` where the table has no room for them.
    """
    if len(sitters) > seats:
        raise NO_SUCH_SEAT(last=seats - 1)
    if sitters.count("me") > 1:
        raise ALREADY_SEATED()
    return tuple([taken(seat, sitter, player, at) for seat, sitter in enumerate(sitters) if sitter is not None])


def taken(seat: int, sitter: Sitter, player: UUID, at: int) -> SeatTaken:
    """Return that a seat is taken, by a house player or by the table's creator."""
    if sitter == "me":
        return SeatTaken(seat, player, at=at)
    return SeatTaken(seat, HOUSE_PLAYERS[sitter], None, sitter, at=at)
