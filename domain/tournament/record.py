"""The audit of a tournament's stream: every recorded command is decided again, as `domain.record` does for tables."""

from collections.abc import Sequence
from itertools import groupby

from domain.game import Happened, Refused
from domain.record import RecordBroken, check_events, check_headers, check_key, check_time
from domain.table.entries import Entry
from domain.tournament.commands import Announce
from domain.tournament.deciding import decide
from domain.tournament.folding import evolve
from domain.tournament.state import Tournament


def check_tournament_rules(entries: Sequence[Entry]) -> Tournament:
    """Decide the recorded commands of a whole tournament again; return it as they leave it. Raises `RecordBroken`."""
    tournament: Tournament | None = None
    executed: dict[str, int] = {}
    for _, group in groupby(entries, key=lambda entry: entry.step):
        tournament = check_tournament_step(tournament, list(group), executed)
    if tournament is None:
        raise RecordBroken(1, "the record is empty")
    return tournament


def check_tournament_step(
    tournament: Tournament | None, recorded: Sequence[Entry], executed: dict[str, int]
) -> Tournament:
    """Decide the command of the step that comes next again (after None: the first one); return what it leaves.

    `executed` has the steps so far by the keys of their commands, and gets this one. Raises `RecordBroken` at the first
    event that differs.
    """
    first = recorded[0]
    check_headers(first.step, recorded)
    check_key(first, executed)
    if tournament is not None:
        check_time(tournament.at, tournament.due, first)
    check_events(events_of_step(tournament, first), recorded)
    after = evolve(tournament, first)
    for entry in recorded[1:]:
        after = evolve(after, entry)
    return after


def events_of_step(tournament: Tournament | None, first: Entry) -> Happened:
    """Return the events that the command of a step has by the rules. Raises `RecordBroken`."""
    if first.command is None:
        raise RecordBroken(first.version, "it begins a step, and has no command")
    if isinstance(first.command, Announce) != (tournament is None):
        begins = "a tournament begins with the command `announce`"
        raise RecordBroken(first.version, begins if tournament is None else "a tournament is announced once")
    if first.seat is not None:
        raise RecordBroken(first.version, "no seat acts in a tournament")
    try:
        return decide(tournament, first.command, first.event.at)
    except (Refused, ValueError) as refusal:
        raise RecordBroken(first.version, f"the rules refuse it: {refusal}") from None
