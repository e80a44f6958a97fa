"""Tournaments in all stages of their life, and what they refuse. Each step is checked as it is made."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

import msgspec
import pytest

from domain.game import Refused
from domain.table import FIRST_LINK, Command, Entry, Recorded, Tick, canonical
from domain.tournament import (
    TOURNAMENT_ENTRY,
    Tournament,
    commands,
    decide,
    take_tournament_step,
    tournament_entry,
)
from domain.tournament.record import check_tournament_step
from domain.tournament.settings import NewEntrant, Settings
from domain.tournament.types import Draft, DraftedBye, DraftedTable, TableResult

AT = 1_767_225_600_000
MINUTE = 60_000
TOURNAMENT = UUID(int=77)
DIRECTOR, ASSISTANT, SCORER, STRANGER = UUID(int=1), UUID(int=2), UUID(int=3), UUID(int=404)
SECRET = "5e" * 32
CODE, NOTE, HASH = "c0" * 32, "a1" * 32, "ab" * 32
PLAYERS = tuple(UUID(int=1_000 + number) for number in range(40))
TEAMS = tuple(UUID(int=2_000 + number) for number in range(30))
HOUSE = tuple(UUID(int=3_000 + number) for number in range(20))


def table_id(number: int) -> UUID:
    """Return the id of the table with this number among all tables of a test."""
    return UUID(int=9_000 + number)


def settings(**given: Any) -> Settings:
    """Return settings: two players meet in No. IV, in three rounds, unless something else is given as JSON has it."""
    seating = {"format": "swiss", "rounds": 3, "places": 2, **given.pop("seating", {})}
    plain = {"game": "honors_4", "seating": seating, "scoring": "points", "duplicate": False, **given}
    return msgspec.convert(plain, Settings)


def team_settings(**given: Any) -> Settings:
    """Return settings of a tournament of teams in Literature."""
    return settings(**{"game": "literature", "team_size": 3, "scoring": "difference", **given})


def player(number: int) -> NewEntrant:
    """Return a player who enters."""
    return NewEntrant(id=PLAYERS[number], members=(PLAYERS[number],))


def team(number: int, size: int = 3, substitutes: int = 1) -> NewEntrant:
    """Return a team that enters."""
    first = number * (size + substitutes)
    people = [UUID(int=5_000 + first + each) for each in range(size + substitutes)]
    return NewEntrant(id=TEAMS[number], members=tuple(people[:size]), substitutes=tuple(people[size:]), name=NOTE)


def result(seats: int = 2, winner: int = 0) -> TableResult:
    """Return the result of a table: the winner has ten points, the others less by seat."""
    points = tuple(10 if seat == winner else seat for seat in range(seats))
    return TableResult(deals=(points,), points=points, winners=(winner,))


def of_deals(number: int) -> TableResult:
    """Return the result of a table of two, of a match of that many deals: the second seat has a point for each."""
    return TableResult(deals=((0, 1),) * number, points=(0, number), winners=(1,))


def announcing(**given: Any) -> commands.Announce:
    """Return the command that announces a tournament, with these settings."""
    code = given.pop("code", msgspec.UNSET)
    return commands.Announce(by=DIRECTOR, settings=settings(**given), secret=SECRET, code=code)


def encoded(tournament: Tournament | None) -> bytes:
    """Return all that is known of a tournament as bytes."""
    return msgspec.json.encode(tournament)


def then(tournament: Tournament | None, *asked: Command, at: int | None = None) -> Tournament:
    """Return the tournament after some commands, each at its time (None: that of the last event)."""
    for command in asked:
        now = at if at is not None else AT if tournament is None else tournament.at
        before = encoded(tournament)
        recorded = take_tournament_step(TOURNAMENT, tournament, FIRST_LINK, command, now, key=None)
        assert encoded(tournament) == before
        assert recorded
        after = checked(recorded)
        if tournament is None or tournament.due is None or tournament.due > now or isinstance(command, Tick):
            again = check_tournament_step(tournament, [each.entry for each in recorded], {})
            assert encoded(again) == encoded(after)
        tournament = after
    assert tournament is not None
    return tournament


def checked(recorded: Iterable[Recorded[Tournament]]) -> Tournament:
    """Return the tournament after the entries of a step, which are the same when they are read back as JSON."""
    for each in recorded:
        entry = each.entry
        plain = msgspec.json.decode(canonical(entry))
        assert tournament_entry(plain) == entry_of(entry)
        assert each.encoded == canonical(entry.event)
        snapshot = each.snapshot
        decoded = msgspec.msgpack.decode(msgspec.msgpack.encode(snapshot), type=Tournament)
        assert decoded == snapshot
    return snapshot


def entry_of(entry: Entry) -> Entry:
    """Return an entry as it is read back: of the type of a tournament's."""
    header = entry.version, entry.step, None, entry.key
    typed: Entry = TOURNAMENT_ENTRY(*header, entry.command, entry.event)
    return typed


def refused(code: str, tournament: Tournament | None, command: Command, at: int | None = None) -> Refused:
    """Return the refusal of a command, which has the code, and changes nothing."""
    before = encoded(tournament)
    now = at if at is not None else AT if tournament is None else tournament.at
    with pytest.raises(Refused) as refusal:
        decide(tournament, command, now)
    assert refusal.value.code == code
    assert refusal.value.detail
    assert encoded(tournament) == before
    return refusal.value


def announced(**given: Any) -> Tournament:
    """Return a tournament that was announced, with an assistant and a scorer."""
    return then(
        None,
        announcing(**given),
        commands.Appoint(DIRECTOR, ASSISTANT, "assistant"),
        commands.Appoint(DIRECTOR, SCORER, "scorer"),
    )


def registering(players: int = 0, **given: Any) -> Tournament:
    """Return a tournament in which these many players have registered."""
    tournament = then(announced(**given), commands.OpenRegistration(DIRECTOR))
    return then(tournament, *[registration(number) for number in range(players)])


def naming(new: NewEntrant, *substitutes: UUID, **given: Any) -> Tournament:
    """Return a tournament in which the first member of an entrant has registered it, and the others are asked."""
    entrant = msgspec.structs.replace(new, substitutes=(*new.substitutes, *substitutes))
    return then(registering(**given), commands.Register(by=new.members[0], entrant=entrant, asks=True))


def registration(number: int) -> commands.Register:
    """Return the registration of a player."""
    return commands.Register(by=PLAYERS[number], entrant=player(number))


def checking_in(players: int = 4, there: int = 0, **given: Any) -> Tournament:
    """Return a tournament whose check-in is open, and some of whose players are there."""
    tournament = then(registering(players, **given), commands.OpenCheckIn(DIRECTOR))
    return then(tournament, *[commands.CheckIn(PLAYERS[number], PLAYERS[number]) for number in range(there)])


def started(players: int = 4, **given: Any) -> Tournament:
    """Return a tournament whose rounds may begin."""
    return then(checking_in(players, players, **given), commands.StartRounds(DIRECTOR))


def draft(tournament: Tournament, size: int = 2) -> Draft:
    """Return a round in which all who play sit at tables of a size, in the order in which they came; or have byes."""
    playing = [each.id for each in tournament.entrants.values() if each.state == "entered"]
    full = len(playing) // size * size
    tables = [
        DraftedTable(number=number, entrants=tuple(playing[first : first + size]))
        for number, first in enumerate(range(0, full, size), start=1)
    ]
    byes = tuple([DraftedBye(entrant=each) for each in playing[full:]])
    return Draft(round=tournament.next_round, tables=tuple(tables), byes=byes)


def drafted(tournament: Tournament) -> Tournament:
    """Return the tournament with its next round drafted."""
    return then(tournament, commands.DraftRound(DIRECTOR, draft(tournament)))


def publishing(tournament: Tournament) -> commands.PublishRound:
    """Return the command that publishes the round that is drafted."""
    assert tournament.round is not None
    wanted = len(tournament.round.draft.tables) * tournament.settings.tables_of_a_match
    first = 100 * tournament.round.number
    return commands.PublishRound(DIRECTOR, tuple(table_id(first + number) for number in range(wanted)))


def published(tournament: Tournament) -> Tournament:
    """Return the tournament with its next round published."""
    tournament = drafted(tournament)
    return then(tournament, publishing(tournament))


def playing(tournament: Tournament | None = None, **given: Any) -> Tournament:
    """Return the tournament with its next round being played."""
    tournament = published(started(**given) if tournament is None else tournament)
    return then(tournament, commands.StartRound(tournament.next_round - 1))


def noted(tournament: Tournament, table: int, winner: int = 0) -> Tournament:
    """Return the tournament after a table of the round that is played, by its place, has finished."""
    return then(tournament, noting(tournament, table, winner))


def noting(tournament: Tournament, table: int, winner: int = 0) -> commands.NoteResult:
    """Return the command that notes the result of a table of the round that is played, by its place."""
    assert tournament.round is not None
    of_round = tournament.round.tables[table]
    return commands.NoteResult(table=of_round.id, result=result(len(of_round.seats), winner), version=9, hash=HASH)


def finished(tournament: Tournament) -> Tournament:
    """Return the tournament after all tables of the round have finished."""
    assert tournament.round is not None
    for place, table in enumerate(tournament.round.tables):
        if not table.is_over:
            tournament = noted(tournament, place)
    return tournament


def ruling(tournament: Tournament, *measures: Any, closes: tuple[int, ...] = (), by: UUID = SCORER) -> commands.Rule:
    """Return a ruling on the last round."""
    number = max(1, len(tournament.rounds))
    return commands.Rule(by=by, round=number, measures=measures, closes=closes, reason="other")
