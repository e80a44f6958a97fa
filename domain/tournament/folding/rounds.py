"""What changes with events of rounds and their tables."""

from typing import Any
from uuid import UUID

from msgspec.structs import replace

from domain.tournament import events
from domain.tournament.folding.changes import Changed, Changes, whole
from domain.tournament.folding.entrants import out
from domain.tournament.state import RoundTable, Tournament, TournamentRound


def with_round(tournament: Tournament, **changed: Any) -> Changed:
    """Return what changes if the last round does."""
    *before, last = tournament.rounds
    return {"rounds": (*before, replace(last, **changed))}


def with_table(tournament: Tournament, table_id: UUID, **changed: Any) -> Changed:
    """Return what changes if a table of some round does."""
    in_rounds, in_tables = tournament.table_places[table_id]
    changing = tournament.rounds[in_rounds]
    before = changing.tables[in_tables]
    after = replace(before, **changed)
    tables = list(changing.tables)
    tables[in_tables] = after
    playing = changing.playing + before.is_over - after.is_over
    rounds = list(tournament.rounds)
    rounds[in_rounds] = replace(changing, tables=tuple(tables), playing=playing)
    return {"rounds": tuple(rounds)}


def round_drafted(event: events.RoundDrafted, tournament: Tournament) -> Changed:
    """There is a proposal for a round, in place of one that there was."""
    draft = whole(event.draft)
    before, replaced = tournament.rounds[: draft.round - 1], tournament.rounds[draft.round - 1 :]
    number = replaced[0].draft_number + 1 if replaced else 1
    returned = whole(event.edited) and any(each.returned for each in replaced)
    drafted = TournamentRound(number=draft.round, draft=draft, draft_number=number, returned=returned)
    named = len(draft.named) + (draft.named_in_reasons if whole(event.edited) else 0)
    return {"rounds": (*before, drafted), "drafted": tournament.drafted + named}


def round_published(event: events.RoundPublished, tournament: Tournament) -> Changed:
    """The tables of a round are known."""
    tables = tuple(
        [
            RoundTable(id=each.id, number=each.number, half=each.half, entrants=each.entrants, seats=each.seats)
            for each in event.tables
        ]
    )
    places = {table.id: (event.round - 1, place) for place, table in enumerate(tables)}
    changed = with_round(tournament, state="publishing", tables=tables, byes=event.byes, playing=len(tables))
    return changed | {"table_places": {**tournament.table_places, **places}}


def round_started(event: events.RoundStarted, tournament: Tournament) -> Changed:
    """The tables play."""
    return with_round(tournament, state="playing", started_at=event.at)


def round_warned(_: events.RoundWarned, tournament: Tournament) -> Changed:
    """The warning was given."""
    return with_round(tournament, warned=True)


def round_time_over(_: events.RoundTimeOver, tournament: Tournament) -> Changed:
    """The clock of the round has ended."""
    return with_round(tournament, time_over=True)


def no_shows_noted(event: events.NoShowsNoted, tournament: Tournament) -> Changed:
    """Entrants who have not come are out."""
    return out(tournament, event.absent) | with_round(tournament, no_shows=event.absent)


def result_noted(event: events.ResultNoted, tournament: Tournament) -> Changed:
    """A table is over."""
    return with_table(
        tournament,
        whole(event.table),
        result=whole(event.result),
        version=whole(event.table_version),
        hash=whole(event.table_hash),
    )


def table_stopped(event: events.TableStopped, tournament: Tournament) -> Changed:
    """A table has ended, and is still waited for: a ruling has to close it."""
    table = whole(event.table)
    return with_table(tournament, table, stopped=True, version=whole(event.table_version), hash=whole(event.table_hash))


def last_table_playing(_: events.LastTablePlaying, tournament: Tournament) -> Changed:
    """It was announced that one table is still playing."""
    return with_round(tournament, last_told=True)


def round_finished(event: events.RoundFinished, tournament: Tournament) -> Changed:
    """All tables are over; those that a ruling has closed may still go on."""
    changed = with_round(tournament, state="finished", finished_at=event.at) | {"open_until": event.open_until}
    if any(table.may_go_on for table in tournament.rounds[event.round - 1].tables):
        changed["left_behind"] = (*tournament.left_behind, event.round)
    return changed


CHANGES: Changes = {
    events.RoundDrafted: round_drafted,
    events.RoundPublished: round_published,
    events.RoundStarted: round_started,
    events.RoundWarned: round_warned,
    events.RoundTimeOver: round_time_over,
    events.NoShowsNoted: no_shows_noted,
    events.ResultNoted: result_noted,
    events.TableStopped: table_stopped,
    events.LastTablePlaying: last_table_playing,
    events.RoundFinished: round_finished,
}
"""Events of rounds and tables."""
