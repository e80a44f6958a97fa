"""Rounds: published, drafted and published by the service alone, and started."""

from collections.abc import Iterator
from uuid import UUID

from msgspec import UNSET

from domain import codes
from domain.game import Happened, Refused
from domain.refusals import refusal
from domain.tournament.commands import NextRound, PublishRound, StartRound
from domain.tournament.drafts import SEATS_ALL, must_be_between, must_fit, must_have_draft, settles_others
from domain.tournament.events import PublishedTable, RoundDrafted, RoundPublished, RoundStarted
from domain.tournament.guards import must_be
from domain.tournament.outcomes import with_what_follows
from domain.tournament.state import Tournament
from domain.tournament.types import Draft

WRONG_STATE = refusal(codes.WRONG_STATE, "There is no round that the service has to draft now.")
TABLES_NOT_BEING_OPENED = refusal(codes.WRONG_STATE, "The tables of round {round:number} are not being opened.")
INVALID_TABLES = refusal(codes.INVALID_TABLES, "It takes {needed:number} different ids of tables.")
TABLE_KNOWN = refusal(codes.INVALID_TABLES, "A table of one of these ids belongs to the tournament already.")


def publish_round(command: PublishRound, tournament: Tournament, at: int) -> tuple[RoundPublished]:
    """Settle who plays whom. Raises `Refused`, also for a draft that what has happened since makes a wrong one."""
    now = must_have_draft(tournament, command.draft_number)
    if now.outdated and tournament.settings.seating.format != "manual":
        raise Refused(codes.DRAFT_OUTDATED, "Scores have changed since the round was drafted.")
    settings = tournament.settings
    if now.returned and (settings.seating.format not in SEATS_ALL or settles_others(settings, now.number)):
        raise Refused(codes.DRAFT_OUTDATED, "Somebody has come back since the round was drafted.")
    return (round_of(now.draft, command, tournament, at),)


def wants_round(tournament: Tournament) -> bool:
    """Return whether the service has to draft the next round now, and to publish it; a draft of the staff is theirs."""
    now = tournament.round
    drafted = now is not None and not now.published
    if tournament.settings.drafting != "at_once" or tournament.state != "playing" or drafted:
        return False
    try:
        must_be_between(tournament)
    except Refused:
        return False
    return True


def next_round(command: NextRound, tournament: Tournament, at: int) -> tuple[RoundDrafted, RoundPublished]:
    """Draft the next round, and settle who plays whom, without anybody."""
    if not wants_round(tournament):
        raise WRONG_STATE()
    settled = round_of(command.draft, command, tournament, at)
    return RoundDrafted(command.draft.round, command.draft, False, at=at), settled


def round_of(draft: Draft, command: PublishRound | NextRound, tournament: Tournament, at: int) -> RoundPublished:
    """Return the event that publishes a draft. Raises `Refused` with `draft_outdated` or `invalid_tables`."""
    must_fit(tournament, draft, codes.DRAFT_OUTDATED)
    must_be_new_tables(tournament, command.tables, len(draft.tables) * tournament.settings.tables_of_a_match)
    tables = tuple(published(tournament, draft, command.tables))
    byes = tuple([bye.entrant for bye in draft.byes])
    by = command.by if isinstance(command, PublishRound) else UNSET
    return RoundPublished(draft.round, tables, byes, by, at=at)


def must_be_new_tables(tournament: Tournament, tables: tuple[UUID, ...], needed: int) -> None:
    """Raise `Refused("invalid_tables", …)` unless these are as many ids as needed, none of which was used before."""
    if len(tables) != needed or len(set(tables)) < len(tables):
        raise INVALID_TABLES(needed=needed)
    if any(tournament.knows_table(table) for table in tables):
        raise TABLE_KNOWN()


def published(tournament: Tournament, draft: Draft, ids: tuple[UUID, ...]) -> Iterator[PublishedTable]:
    """Yield the tables of a round, with who sits where."""
    settings, unused = tournament.settings, iter(ids)
    for table in draft.tables:
        teams = tuple([tournament.entrants[entrant].members for entrant in table.entrants])
        for half in range(settings.tables_of_a_match):
            yield PublishedTable(
                id=next(unused),
                number=table.number,
                half=half,
                entrants=table.entrants,
                seats=settings.seated(teams, half),
            )


def start_round(command: StartRound, tournament: Tournament, at: int) -> Happened:
    """Note that all tables of the round are open; if it has none, it is over at once."""
    must_be(tournament, "playing")
    now, length = tournament.round, tournament.settings.round_ms
    if now is None or now.state != "publishing" or now.number != command.round:
        raise TABLES_NOT_BEING_OPENED(round=command.round)
    return with_what_follows(tournament, RoundStarted(now.number, None if length is None else at + length, at=at))
