"""Which seats belong to people, also while a house player plays for them, and which to house players."""

from collections.abc import Mapping
from uuid import UUID

from domain.table.events import HouseKind
from domain.table.state import Table

HOUSE_PLAYERS: dict[HouseKind, UUID] = {"random": UUID("5eed0000-0000-5000-8000-000000000001")}
"""The house players by kind: each is one player, who may sit on many seats."""

HOUSE_KINDS: Mapping[UUID, HouseKind] = {player: kind for kind, player in HOUSE_PLAYERS.items()}
"""The kinds of these house players by their ids. One that enters a tournament has an id of its own there."""


def people(table: Table) -> tuple[int, ...]:
    """Return the seats that belong to people, also those where a house player plays for them."""
    return tuple([seat for seat, player in enumerate(table.seats) if player not in HOUSE_KINDS])
