"""Who sits where in the next round, as a function of what has been played: the same each time, with its reasons.

`propose` can take seconds, and holds the interpreter while it does: a service runs it in a process of its own. It, and
what it takes and gives, can be pickled.
"""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from domain.tournament.pairing.knockout import knockout
from domain.tournament.pairing.schedules import groups, round_robin, was_there
from domain.tournament.pairing.swiss import Drafted, swiss
from domain.tournament.pairing.uploaded import checked
from domain.tournament.types import Contender, Draft, Format, RoundToPair

FORMATS: dict[Format, Callable[[RoundToPair], Drafted]] = {
    "swiss": swiss,
    "round_robin": round_robin,
    "groups": groups,
    "knockout": knockout,
}


def propose(to_pair: RoundToPair) -> Draft:
    """Return a round: its tables and byes, each with the reasons for it.

    Raises `Refused` where the tables were uploaded, and are not possible (`invalid_draft`).
    """
    if to_pair.seating.format == "manual":
        return checked(to_pair, to_pair.given)
    counted = replace(to_pair, contenders=without_gaps(to_pair.contenders))
    tables, byes = FORMATS[to_pair.seating.format](counted)
    return Draft(round=to_pair.round, tables=tables, byes=byes)


def without_gaps(contenders: Iterable[Contender]) -> tuple[Contender, ...]:
    """Return them in the same order, numbered from 1: those who play or have been there, then all others.

    Who sits first may depend on whether a number is even, and an entrant counts from the first round that they are
    paired for (FIDE Handbook, C.04.2, 2.4).
    """
    ordered = sorted(contenders, key=lambda each: (not (each.active or was_there(each)), each.number))
    return tuple(replace(each, number=number) for number, each in enumerate(ordered, start=1))


__all__ = ["checked", "propose"]
