"""The row of a tournament in the list."""

from collections.abc import Collection
from uuid import UUID

from domain.tournament import Tournament, TournamentEvent, TournamentRound
from domain.tournament.events import TournamentAnnounced
from domain.tournament.rounds import wants_round
from service.store.tournament_row import TournamentRow

DUE_NOW = 0
"""A time that has come: somebody has to look now, and again and again."""

LATE_MS = 60_000
"""Milliseconds after the end of a round or a tournament when its tables are looked at once more.

Until then, a process that does not know of the end may open some, and die before it ends them.
"""


def row_of(tournament_id: UUID, announced: TournamentEvent, tournament: Tournament) -> TournamentRow:
    """Return the row of a tournament; what is fixed comes from the event that announced it."""
    if not isinstance(announced, TournamentAnnounced):
        raise TypeError("a tournament begins with `tournament_announced`")
    settings = announced.settings
    return TournamentRow(
        tournament_id=tournament_id,
        version=tournament.version,
        game=settings.game,
        format=settings.seating.format,
        status=tournament.state,
        director=announced.director,
        entrants=tournament.entered,
        round=len([each for each in tournament.rounds if each.published]),
        rounds=settings.seating.rounds,
        title=announced.title,
        due=due_of(tournament),
        created_at=announced.at,
        finished_at=tournament.ended_at,
    )


def due_of(tournament: Tournament) -> int | None:
    """Return when somebody has to look at a tournament at the latest, by its events alone; None: nobody has to.

    While the tournament has tables to open, to play or to end, or a round to draft, the answer is: at once, since
    nobody else tells how they go. When nothing is left, the process notes it (`TournamentList.settle`).
    """
    return DUE_NOW if has_work(tournament) else tournament.due


def has_tables(tournament: Tournament) -> bool:
    """Return whether a table of a round that is published may go on."""
    last = tournament.round
    return (last is not None and last.state in {"publishing", "playing"}) or tournament.left_behind != ()


def has_work(tournament: Tournament) -> bool:
    """Return whether somebody should look at a tournament now, after something has happened there."""
    return has_tables(tournament) or wants_round(tournament)


def uncleared(tournament: Tournament, cleared: Collection[int] = ()) -> list[TournamentRound]:
    """Return the published rounds where a table may still go on: those that are not known to be cleared."""
    last = tournament.round
    some = [each for each in tournament.rounds if each is last or each.number in tournament.left_behind]
    return [each for each in some if each.published and each.number not in cleared]


def late_until(tournament: Tournament, ended: TournamentRound, late_ms: int = LATE_MS) -> int:
    """Return until when, in ms since 1970, a process that has not heard of the end of a round may open its tables."""
    at = ended.finished_at if ended.finished_at is not None else tournament.ended_at
    return (at or 0) + late_ms


def settled_dues(tournament: Tournament) -> set[int | None]:
    """Return when somebody may have noted to look again, once no table that is known is left to be ended."""
    last = tournament.round
    if not tournament.is_over and last is not None and last.state != "finished":
        return set()
    return {tournament.due, *[late_until(tournament, each) for each in uncleared(tournament)]}
