"""The entries of a tournament's stream, and its steps: those of a table's (`domain.table.entries`), with other events.

No seat acts in a tournament, so `seat` is null in all of them.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec

from domain.game import Happened
from domain.table.commands import Command
from domain.table.entries import Entry
from domain.table.steps import Recorded, entries_of, recorded_by
from domain.table.upcasting import typed_entry
from domain.tournament.commands import AnyTournamentCommand
from domain.tournament.deciding import decide
from domain.tournament.events import AnyTournamentEvent
from domain.tournament.folding import evolve
from domain.tournament.state import Tournament

TOURNAMENT_ENTRY: Any = msgspec.defstruct(
    "TournamentEntry",
    [
        ("version", int),
        ("step", int),
        ("seat", None),
        ("key", str | None),
        ("command", AnyTournamentCommand | None),
        ("event", AnyTournamentEvent),
    ],
    bases=(Entry,),
    frozen=True,
)
"""The type of the entries of a tournament, for `msgspec.convert` and decoders."""


def tournament_entry(plain: Mapping[str, Any]) -> Entry:
    """Return an entry that is given by its fields as JSON has them.

    Raises `msgspec.ValidationError`, also for what is not written as such an event or command is.
    """
    return typed_entry(plain, TOURNAMENT_ENTRY)


def take_tournament_step(
    tournament_id: UUID, tournament: Tournament | None, link: bytes, command: Command, at: int, *, key: str | None
) -> tuple[Recorded[Tournament], ...]:
    """Decide a command on a tournament (None: a new one) whose chain ends with `link`; return the entries.

    `key` is the id of the client's command, hexadecimal. Raises `Refused`.
    """
    return tournament_chained(tournament_id, tournament, link, command, decide(tournament, command, at), key=key)


def tournament_chained(
    tournament_id: UUID,
    tournament: Tournament | None,
    link: bytes,
    command: Command,
    events: Happened,
    *,
    key: str | None,
) -> tuple[Recorded[Tournament], ...]:
    """Return the entries of a command that has these events."""
    step = 1 if tournament is None else tournament.version + 1
    entries = entries_of(step, None, key, command, events)
    return recorded_by(evolve, tournament_id, tournament, link, entries)


def tournament_taken(
    tournament_id: UUID, tournament: Tournament | None, link: bytes, entry: Entry
) -> Recorded[Tournament]:
    """Return an entry of the log, as it comes after a tournament whose chain ends with `link`."""
    (recorded,) = recorded_by(evolve, tournament_id, tournament, link, (entry,))
    return recorded
