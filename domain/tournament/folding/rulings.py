"""What changes with rulings, and what follows from them."""

from collections.abc import Iterable
from uuid import UUID

from msgspec.structs import replace

from domain.tournament import events
from domain.tournament.folding.changes import Changed, Changes, whole
from domain.tournament.folding.rounds import with_table
from domain.tournament.state import FiledAppeal, RoundTable, Ruling, Tournament


def ruling_made(event: events.RulingMade, tournament: Tournament) -> Changed:
    """A ruling stands, and tables are closed.

    It keeps the tournament open for an appeal. For a round that is still played, it does so only when that is over:
    nobody else may know of the ruling before, and everybody sees how long the tournament stays open.
    """
    ruling = Ruling(
        number=whole(event.ruling),
        round=whole(event.round),
        at=event.at,
        by=whole(event.by),
        measures=whole(event.measures),
        entrants=whole(event.entrants),
        closes=whole(event.closes),
        reason=whole(event.reason),
        note=whole(event.note),
    )
    changed: Changed = {"rulings": (*tournament.rulings, ruling)} | closed(tournament, ruling.round, ruling.closes)
    if tournament.open_until is not None and tournament.round_is_over(ruling.round):
        changed["open_until"] = max(tournament.open_until, event.at + tournament.settings.correction_ms)
    if all(isinstance(measure, events.Warned) for measure in ruling.measures):
        return changed
    return outdating(tournament, changed)


def outdating(tournament: Tournament, changed: Changed) -> Changed:
    """Return what changes with scores: a draft of the next round, if there is one, is outdated."""
    *before, last = changed.get("rounds", tournament.rounds)
    return changed if last.published else changed | {"rounds": (*before, replace(last, outdated=True))}


def closed(tournament: Tournament, number: int, tables: tuple[int, ...]) -> Changed:
    """Return what changes if tables of a round are closed."""
    if not tables:
        return {}
    rounds = list(tournament.rounds)
    now = rounds[number - 1]
    after = tuple([replace(each, closed=True) if each.number in tables else each for each in now.tables])
    rounds[number - 1] = replace(now, tables=after, playing=still_playing(after))
    return {"rounds": tuple(rounds)}


def table_replayed(event: events.TableReplayed, tournament: Tournament) -> Changed:
    """Other tables take the place of those of a match, and nothing is known of them yet."""
    instead = dict(zip(event.instead_of, event.tables, strict=True))
    rounds, places = list(tournament.rounds), dict(tournament.table_places)
    now = rounds[event.round - 1]
    tables = tuple([replayed(each, instead[each.id]) if each.id in instead else each for each in now.tables])
    rounds[event.round - 1] = replace(now, tables=tables, playing=still_playing(tables))
    for before, after in instead.items():
        places[after] = places.pop(before)
    replaced = tournament.replaced_tables.union(event.instead_of)
    return {"rounds": tuple(rounds), "table_places": places, "replaced_tables": replaced}


def replayed(table: RoundTable, instead: UUID) -> RoundTable:
    """Return the table that takes the place of one."""
    return RoundTable(
        id=instead,
        number=table.number,
        half=table.half,
        entrants=table.entrants,
        seats=table.seats,
        again=table.again + 1,
        replaced=(*table.replaced, table.id),
    )


def still_playing(tables: Iterable[RoundTable]) -> int:
    """Return the number of tables that are not over."""
    return len([table for table in tables if not table.is_over])


def result_corrected(event: events.ResultCorrected, tournament: Tournament) -> Changed:
    """Another result counts."""
    return outdating(tournament, with_table(tournament, whole(event.table), result=whole(event.result)))


def appeal_filed(event: events.AppealFiled, tournament: Tournament) -> Changed:
    """A ruling is appealed against."""
    ruling = whole(event.ruling)
    appeal = FiledAppeal(
        number=whole(event.appeal),
        ruling=ruling,
        entrants=whole(event.entrants),
        at=event.at,
        note=whole(event.note),
    )
    rulings = list(tournament.rulings)
    rulings[ruling - 1] = replace(rulings[ruling - 1], appeal=appeal.number)
    return {"appeals": (*tournament.appeals, appeal), "rulings": tuple(rulings)}


def appeal_decided(event: events.AppealDecided, tournament: Tournament) -> Changed:
    """The ruling stands, or other measures do, which may concern others, too."""
    appeals, rulings = list(tournament.appeals), list(tournament.rulings)
    number, ruling = whole(event.appeal), whole(event.ruling)
    appeals[number - 1] = replace(appeals[number - 1], outcome=event.outcome)
    changed: Changed = {"appeals": tuple(appeals)}
    if event.outcome == "dismissed":
        return changed
    rulings[ruling - 1] = replace(rulings[ruling - 1], measures=whole(event.measures), entrants=whole(event.entrants))
    return outdating(tournament, changed | {"rulings": tuple(rulings)})


CHANGES: Changes = {
    events.RulingMade: ruling_made,
    events.TableReplayed: table_replayed,
    events.ResultCorrected: result_corrected,
    events.AppealFiled: appeal_filed,
    events.AppealDecided: appeal_decided,
}
"""Rulings, tables that are played again, corrections and appeals."""
