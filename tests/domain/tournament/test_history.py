"""What counts for the standings: results, rulings in force, and who had no table."""

from msgspec.structs import replace

from domain.tournament import Tournament, commands
from domain.tournament.events import Warned
from domain.tournament.history import played_rounds
from domain.tournament.types import Forfeited, NotPlayed, Penalty, Unseated
from tests.domain.tournament.tournaments import (
    DIRECTOR,
    PLAYERS,
    announcing,
    drafted,
    finished,
    noted,
    player,
    playing,
    published,
    registration,
    result,
    ruling,
    started,
    team,
    team_settings,
    then,
)


def test_a_round_counts_when_it_is_over_with_its_tables_and_those_who_had_none() -> None:
    going_on = playing(players=5, bye_points=3, late_entries={"until_round": 2, "points": 2})
    assert played_rounds(going_on) == ()
    over = finished(going_on)
    out = then(over, commands.Withdraw(PLAYERS[0], PLAYERS[0]), commands.EnterLate(by=DIRECTOR, entrant=player(9)))

    first, second = played_rounds(finished(playing(out)))

    assert [(table.number, table.entrants) for table in first.tables] == [(1, PLAYERS[:2]), (2, PLAYERS[2:4])]
    assert [table.result for table in first.tables] == [result(), result()]
    assert first.unseated == (
        Unseated(entrant=PLAYERS[4], why="bye", points=3),
        Unseated(entrant=PLAYERS[9], why="late", points=2),
    )
    assert second.unseated == (
        Unseated(entrant=PLAYERS[0], why="absent"),
        Unseated(entrant=PLAYERS[9], why="bye", points=3),
    )


def test_rulings_count_as_they_stand_after_appeals_and_warnings_do_not() -> None:
    going_on = playing()
    ruled = then(
        going_on,
        ruling(going_on, Forfeited(PLAYERS[0]), Warned(PLAYERS[1]), closes=(1,)),
        ruling(going_on, Penalty(PLAYERS[3], 2)),
        commands.Appeal(by=PLAYERS[0], ruling=1),
    )
    instead = (NotPlayed(PLAYERS[0]), NotPlayed(PLAYERS[1]))
    upheld = commands.DecideAppeal(by=DIRECTOR, appeal=1, outcome="upheld", measures=instead, reason="appeal")

    (before,) = played_rounds(noted(ruled, 1))
    (after,) = played_rounds(noted(then(ruled, upheld), 1))

    assert before.adjustments == (Forfeited(PLAYERS[0]), Penalty(PLAYERS[3], 2))
    assert after.adjustments == (*instead, Penalty(PLAYERS[3], 2))
    assert [table.result for table in before.tables] == [None, result()]


def test_the_entrants_of_a_match_stand_at_the_seats_of_their_players() -> None:
    settings = team_settings(duplicate=True, exchanged_seats=True)
    teams = (team(0, 6, 0), team(1, 6, 0))
    entered = then(
        None,
        replace(announcing(), settings=settings),
        commands.AddEntrants(DIRECTOR, teams),
        commands.OpenRegistration(DIRECTOR),
        commands.OpenCheckIn(DIRECTOR),
        *[commands.CheckIn(DIRECTOR, each.id) for each in teams],
        commands.StartRounds(DIRECTOR),
    )

    (played,) = played_rounds(finished(playing(entered)))

    one, two = (each.id for each in teams)
    assert [(table.number, table.entrants) for table in played.tables] == [(1, (one, two) * 3), (1, (two, one) * 3)]


def test_an_entrant_who_waits_was_declined_or_withdrew_before_the_start_does_not_count() -> None:
    def waiting(tournament: Tournament) -> set[str]:
        return {each.state for each in tournament.entrants.values()}

    entered = started(2, limit=2)
    one = then(None, announcing(limit=2), commands.OpenRegistration(DIRECTOR), *map(registration, range(4)))
    one = then(one, commands.Decline(DIRECTOR, PLAYERS[3]), commands.OpenCheckIn(DIRECTOR))
    one = then(one, *[commands.CheckIn(DIRECTOR, each) for each in PLAYERS[:3]], commands.StartRounds(DIRECTOR))
    assert waiting(one) == {"entered", "waiting", "declined"}

    assert [each.unseated for each in played_rounds(finished(playing(one)))] == [()]
    assert [each.unseated for each in played_rounds(finished(playing(entered)))] == [()]


def test_a_knockout_has_entrants_who_stand_nowhere_in_a_draft() -> None:
    first = finished(playing(seating={"format": "knockout"}))
    planned = drafted(first)
    assert planned.round is not None
    final = replace(planned.round.draft, tables=planned.round.draft.tables[:1])
    settled = published(first)
    edited = then(first, commands.DraftRound(DIRECTOR, final), commands.EditDraft(DIRECTOR, final))

    assert settled.round is not None
    assert edited.round is not None
    assert (len(settled.round.tables), len(edited.round.draft.tables)) == (2, 1)
