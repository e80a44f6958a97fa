"""Tournaments: a stream of events of its own kind, and pure rules of seating, scoring and standings.

    settings      what is settled when a tournament is announced; `sense`: which settings do not go together
    commands      what can be asked of a tournament, as values; each names its refusals
    events        what happens; each field says who sees it
    deciding      decide(tournament | None, command, at) -> events: it finds who judges the command, in `announcing`,
                  `registration`, `checking_in`, `joining`, `drafts`, `rounds`, `outcomes`, `rulings`, `corrections`,
                  `appeals`, `ending` or `clock`
    guards        who may do what, and what has to be true before
    folding       evolve(tournament | None, entry) -> tournament
    state         a tournament at a version, and what follows from it: due, no_show_at
    entries       the entries of its stream, and what a command gives: entries folded, encoded and chained
    record        the audit of its stream
    viewers       who looks, and what they see of an event; `audiences`: who gets an event
    viewing       what somebody sees of its state
    dealing       the secrets of its tables: from a commitment, and what the entrants have added
    types         the values that seating, scoring and standings take and give
    history       what counts for scores and standings, made of the state; `contenders`: what the pairing goes by
    pairing       propose(to_pair) -> the draft of the next round, in each format
    scoring       the scores of a round, with `sides`, `comparing` and `measures` (what rulings count for)
    standings     the standings, from the scores, with `reaching` and `tie_breaks`

The names of commands and events are used with their modules (`commands.Announce`, `events.RoundStarted`).
"""

from domain.tournament import commands, events
from domain.tournament.commands import TOURNAMENT_COMMANDS, AnyTournamentCommand
from domain.tournament.dealing import entropies_digest, secret_of, table_secret
from domain.tournament.deciding import decide
from domain.tournament.entries import TOURNAMENT_ENTRY, take_tournament_step, tournament_entry, tournament_taken
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
