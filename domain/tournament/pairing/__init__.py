"""Who sits where in the next round, as a function of what has been played: the same each time, with its reasons.

`propose` can take seconds, and holds the interpreter while it does: a service runs it in a process of its own. It, and
what it takes and gives, can be pickled.
"""

from collections.abc import Callable

from domain.tournament.pairing.knockout import knockout
from domain.tournament.pairing.schedules import groups, round_robin
from domain.tournament.pairing.swiss import Drafted, swiss
from domain.tournament.pairing.uploaded import checked
from domain.tournament.types import Draft, Format, History

FORMATS: dict[Format, Callable[[History], Drafted]] = {
    "swiss": swiss,
    "round_robin": round_robin,
    "groups": groups,
    "knockout": knockout,
}


def propose(history: History) -> Draft:
    """Return a round: its tables and byes, each with the reasons for it.

    Raises `Refused` where the tables were uploaded, and are not possible (`invalid_draft`).
    """
    if history.seating.format == "manual":
        return checked(history, history.given)
    tables, byes = FORMATS[history.seating.format](history)
    return Draft(round=history.round, tables=tables, byes=byes)


__all__ = ["checked", "propose"]
