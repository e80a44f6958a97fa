"""Tournaments: a stream of events of its own kind, and pure rules of seating, scoring and standings.

    settings      what is settled when a tournament is announced
    commands      what can be asked of a tournament, as values; each names its refusals
    events        what happens; each field says who sees it
    guards        who may do what
    deciding      decide(tournament | None, command, at) -> events, with `announcing`, `registration`, `checking_in`, …
    folding       evolve(tournament | None, entry) -> tournament
    state         a tournament at a version, and what follows from it: due, no_show_at
    entries       the entries of its stream, and what a command gives: entries folded, encoded and chained
    dealing       the secrets of its tables: from a commitment, and what the entrants have added
    types         the values that seating, scoring and standings take and give

The names of commands and events are used with their modules (`commands.Announce`, `events.RoundStarted`).
"""

from domain.tournament import commands, events
from domain.tournament.commands import TOURNAMENT_COMMANDS, AnyTournamentCommand
from domain.tournament.dealing import entropies_digest, secret_of, table_secret
from domain.tournament.deciding import decide
from domain.tournament.entries import (
    TOURNAMENT_ENTRY,
    take_tournament_step,
    tournament_entry,
    tournament_taken,
)
from domain.tournament.events import AnyTournamentEvent, TournamentEvent
from domain.tournament.folding import after_event, evolve
from domain.tournament.guards import OWN, RIGHTS
from domain.tournament.settings import NewEntrant, Role, Settings
from domain.tournament.state import RoundTable, Tournament, TournamentRound

__all__ = [
    "OWN",
    "RIGHTS",
    "TOURNAMENT_COMMANDS",
    "TOURNAMENT_ENTRY",
    "AnyTournamentCommand",
    "AnyTournamentEvent",
    "NewEntrant",
    "Role",
    "RoundTable",
    "Settings",
    "Tournament",
    "TournamentEvent",
    "TournamentRound",
    "after_event",
    "commands",
    "decide",
    "entropies_digest",
    "events",
    "evolve",
    "secret_of",
    "table_secret",
    "take_tournament_step",
    "tournament_entry",
    "tournament_taken",
]
