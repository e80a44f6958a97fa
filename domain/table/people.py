"""Whose seats they are: people's, whoever plays there just now, or house players'."""

from domain.table.seating import HOUSE_KINDS
from domain.table.snapshot import Table


def people(table: Table) -> tuple[int, ...]:
    """Return the seats that are people's, whoever plays there."""
    return tuple([seat for seat, player in enumerate(table.seats) if player not in HOUSE_KINDS])
