"""Who sits where in the next round, as a function of what has been played: the same each time, with its reasons.

`propose` can take seconds, and holds the interpreter while it does: a service runs it in a process of its own. It, and
what it takes and gives, can be pickled.
"""

from collections.abc import Callable

from domain.tournament.pairing.knockout import knockout
from domain.tournament.pairing.schedules import groups, round_robin
from domain.tournament.pairing.swiss import Drafted, swiss
from domain.tournament.pairing.uploaded import checked
from domain.tournament.types import Draft, Format, RoundToPair

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
    tables, byes = FORMATS[to_pair.seating.format](to_pair)
    return Draft(round=to_pair.round, tables=tables, byes=byes)


__all__ = ["checked", "propose"]
