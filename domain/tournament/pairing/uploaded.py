"""Tables that a person has drawn up: uploaded, or edited in a draft."""

from collections.abc import Sequence
from uuid import UUID

from domain import codes
from domain.refusals import refusal
from domain.tournament.types import Draft, DraftedBye, DraftedTable, Reason, RoundToPair

NO_TABLE = refusal(codes.INVALID_DRAFT, "There has to be one table at least.")
WRONG_SIZE = refusal(
    codes.INVALID_DRAFT, "Number of entrants at table {number}: {given:number}; allowed: {sizes:numbers}."
)
NO_ENTRANT = refusal(codes.INVALID_DRAFT, "At table {number}, {entrant:code} is no entrant.")
DOES_NOT_PLAY = refusal(codes.INVALID_DRAFT, "At table {number}, {entrant:code} does not play this round.")
HAS_A_PLACE = refusal(codes.INVALID_DRAFT, "At table {number}, {entrant:code} has a place already.")


def checked(to_pair: RoundToPair, given: Sequence[Sequence[UUID]]) -> Draft:
    """Return the round of these tables, each with its entrants by place; an entrant at none of them has a bye.

    Raises `Refused("invalid_draft", …)`, for the first bad table.
    """
    if not given:
        raise NO_TABLE()
    is_active = {each.id: each.active for each in to_pair.contenders}
    possible = {to_pair.seating.places, *to_pair.seating.sizes}
    seen: set[UUID] = set()
    for number, table in enumerate(given, start=1):
        for entrant in table:
            check_entrant(number, entrant, is_active, seen)
            seen.add(entrant)
        if len(table) not in possible:
            sizes = tuple(sorted(possible))
            raise WRONG_SIZE(number=number, given=len(table), sizes=sizes)
    reason, without = (Reason(code="uploaded"),), (Reason(code="bye_not_uploaded"),)
    return Draft(
        round=to_pair.round,
        tables=tuple(
            DraftedTable(number=number, entrants=tuple(table), reasons=reason)
            for number, table in enumerate(given, start=1)
        ),
        byes=tuple(
            DraftedBye(entrant=each.id, reasons=without)
            for each in sorted(to_pair.contenders, key=lambda each: each.number)
            if each.active and each.id not in seen
        ),
    )


def check_entrant(number: int, entrant: UUID, is_active: dict[UUID, bool], seen: set[UUID]) -> None:
    """Raise `Refused("invalid_draft", …)` for an entrant who cannot sit at a table."""
    if entrant not in is_active:
        raise NO_ENTRANT(number=number, entrant=str(entrant))
    if not is_active[entrant]:
        raise DOES_NOT_PLAY(number=number, entrant=str(entrant))
    if entrant in seen:
        raise HAS_A_PLACE(number=number, entrant=str(entrant))
