"""Tables that a person has drawn up: uploaded, or edited in a draft."""

from collections.abc import Sequence
from uuid import UUID

from domain.game import Refused
from domain.tournament.types import Draft, DraftedBye, DraftedTable, History, Reason


def checked(history: History, given: Sequence[Sequence[UUID]]) -> Draft:
    """Return the round of these tables, each with its entrants by place; who is at none of them has a bye.

    Raises `Refused("invalid_draft", …)`, for the first bad table.
    """
    if not given:
        raise Refused("invalid_draft", "There has to be one table at least.")
    is_active = {each.id: each.active for each in history.contenders}
    possible = {history.seating.places, *history.seating.sizes}
    seen: set[UUID] = set()
    for number, table in enumerate(given, start=1):
        for entrant in table:
            check_entrant(number, entrant, is_active, seen)
            seen.add(entrant)
        if len(table) not in possible:
            sizes = ", ".join(map(str, sorted(possible)))
            raise Refused("invalid_draft", f"Table {number} has {len(table)} entrants; allowed are: {sizes}.")
    reason, without = (Reason(code="uploaded"),), (Reason(code="bye_not_uploaded"),)
    return Draft(
        round=history.round,
        tables=tuple(
            DraftedTable(number=number, entrants=tuple(table), reasons=reason)
            for number, table in enumerate(given, start=1)
        ),
        byes=tuple(
            DraftedBye(entrant=each.id, reasons=without)
            for each in sorted(history.contenders, key=lambda each: each.number)
            if each.active and each.id not in seen
        ),
    )


def check_entrant(number: int, entrant: UUID, is_active: dict[UUID, bool], seen: set[UUID]) -> None:
    """Raise `Refused("invalid_draft", …)` for an entrant who cannot sit at a table."""
    if entrant not in is_active:
        raise Refused("invalid_draft", f"At table {number}, {entrant} is no entrant.")
    if not is_active[entrant]:
        raise Refused("invalid_draft", f"At table {number}, {entrant} does not play this round.")
    if entrant in seen:
        raise Refused("invalid_draft", f"At table {number}, {entrant} has a place already.")
