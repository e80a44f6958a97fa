"""Which seats belong to people, also while a house player plays for them, and which to house players."""

from domain.table.seating import HOUSE_KINDS
from domain.table.state import Table


def people(table: Table) -> tuple[int, ...]:
    """Return the seats that belong to people, also those where a house player plays for them."""
    return tuple([seat for seat, player in enumerate(table.seats) if player not in HOUSE_KINDS])
