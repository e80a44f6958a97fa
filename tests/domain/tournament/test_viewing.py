"""What somebody sees of a tournament: nothing that is for others, and everything that is for them."""

from typing import Any
from uuid import UUID

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain.game import To
from domain.table import Command
from domain.tournament import AnyTournamentEvent, Tournament, commands, decide, events
from domain.tournament.types import AdjustedPoints, Forfeited
from domain.tournament.viewers import seen
from domain.tournament.viewing import entrants_view, round_view, rulings_view, view
from tests.domain.tournament.tournaments import (
    ASSISTANT,
    CODE,
    DIRECTOR,
    HASH,
    PLAYERS,
    SCORER,
    SECRET,
    STRANGER,
    announced,
    announcing,
    checking_in,
    draft,
    finished,
    noted,
    noting,
    player,
    playing,
    refused,
    registering,
    registration,
    result,
    ruling,
    started,
    team,
    team_settings,
    then,
)

ALL = (None, STRANGER, PLAYERS[0], SCORER, DIRECTOR)


def told(tournament: Tournament, command: Command, *people: UUID | None) -> list[bool]:
    """Return for some people whether they are told of what a command brings about first."""
    event = decide(tournament, command, tournament.at)[0]
    assert isinstance(event, events.TournamentEvent)
    after = then(tournament, command)
    return [seen(event, person, after) is not None for person in people]


def named_by(number: int, other: int) -> commands.Register:
    """Return the registration of a player who names another one as their substitute."""
    return commands.Register(
        by=PLAYERS[number], entrant=replace(player(number), substitutes=(PLAYERS[other],)), asks=True
    )


def test_nobody_sees_the_secret_or_the_code() -> None:
    (event,) = decide(None, announcing(registration="code", code=CODE), 1)
    assert isinstance(event, events.TournamentAnnounced)
    tournament = then(None, announcing(registration="code", code=CODE))

    for person in ALL:
        shown = seen(event, person, tournament)
        assert isinstance(shown, events.TournamentAnnounced)
        assert (shown.secret, shown.code) == (UNSET, UNSET)
        assert shown.commitment == event.commitment
        for part in (view(tournament, person), entrants_view(tournament, person)):
            assert SECRET not in msgspec.json.encode(part).decode()
            assert CODE not in msgspec.json.encode(part).decode()


def test_a_player_who_asks_to_enter_is_seen_by_the_staff_and_by_themself() -> None:
    asked = registering(registration="approval")

    assert told(asked, registration(0), *ALL) == [False, False, True, True, True]
    after = then(asked, registration(0))
    assert [len(entrants_view(after, person)) for person in ALL] == [0, 0, 1, 1, 1]
    assert entrants_view(after, DIRECTOR)[0].number is None
    assert told(after, commands.Withdraw(PLAYERS[0], PLAYERS[0]), *ALL) == [False, False, True, True, True]
    assert told(after, commands.Decline(DIRECTOR, PLAYERS[0]), *ALL) == [False, False, True, True, True]
    declined = then(after, commands.Decline(DIRECTOR, PLAYERS[0]))
    assert [len(entrants_view(declined, person)) for person in ALL] == [0, 0, 1, 1, 1]
    assert told(after, commands.Approve(DIRECTOR, PLAYERS[0]), *ALL) == [True] * 5


def test_entrants_are_listed_by_starting_number_whoever_asked_first() -> None:
    asked = then(registering(registration="approval"), *[registration(number) for number in range(4)])
    approved = then(asked, *[commands.Approve(DIRECTOR, PLAYERS[number]) for number in (2, 0)])
    assert [each.number for each in entrants_view(approved, None)] == [1, 2]
    listed = [(each.number, each.id) for each in entrants_view(approved, DIRECTOR)]
    assert listed == list(zip((1, 2, None, None), (PLAYERS[each] for each in (2, 0, 1, 3)), strict=True))


def test_everybody_is_told_of_an_entrant_who_had_entered_and_is_declined() -> None:
    entered = registering(2)

    declined = then(entered, commands.Decline(DIRECTOR, PLAYERS[0]))

    assert told(entered, commands.Decline(DIRECTOR, PLAYERS[0]), *ALL) == [True] * len(ALL)
    states = [[each.state for each in entrants_view(declined, person)] for person in ALL]
    assert states == [["withdrawn", "entered"]] * 2 + [["declined", "entered"]] * 3
    refused("declined", declined, registration(0))
    assert then(declined, commands.Approve(DIRECTOR, PLAYERS[0])).entered == 2


def test_everybody_is_told_of_an_entrant_who_has_missed_the_check_in_and_is_declined() -> None:
    missed = then(checking_in(4, 3), commands.CloseCheckIn(DIRECTOR))
    declining = commands.Decline(DIRECTOR, PLAYERS[3])

    declined = then(missed, declining)

    assert told(missed, declining, *ALL) == [True] * len(ALL)
    assert [entrants_view(missed, person)[3].state for person in (None, DIRECTOR)] == ["withdrawn", "withdrawn"]
    assert [entrants_view(declined, person)[3].state for person in (None, DIRECTOR)] == ["withdrawn", "declined"]
    assert then(declined, commands.Approve(DIRECTOR, PLAYERS[3])).entered == 4


@pytest.mark.parametrize("asking", [registration(0), named_by(0, 1)], ids=["pending", "invited"])
def test_others_do_not_see_that_somebody_who_has_left_asks_again(asking: Command) -> None:
    asked = then(registering(registration="approval"), registration(0), registration(2))
    entered = then(asked, commands.Approve(DIRECTOR, PLAYERS[0]), commands.Approve(DIRECTOR, PLAYERS[2]))
    left = then(entered, commands.Withdraw(PLAYERS[0], PLAYERS[0]))

    again = then(left, asking)

    assert again.entrants[PLAYERS[0]].state in {"pending", "invited"}
    assert entrants_view(again, DIRECTOR) != entrants_view(left, DIRECTOR)
    for answer in (commands.Decline(DIRECTOR, PLAYERS[0]), commands.Withdraw(PLAYERS[0], PLAYERS[0])):
        for after in (again, then(again, answer)):
            assert entrants_view(after, None) == entrants_view(left, None)
            assert entrants_view(after, PLAYERS[2]) == entrants_view(left, PLAYERS[2])
    approved = then(again, commands.Approve(DIRECTOR, PLAYERS[0]))
    assert [(each.id, each.number) for each in entrants_view(approved, None)] == [(PLAYERS[2], 2), (PLAYERS[0], 3)]


def test_a_draft_is_the_staffs() -> None:
    going_on = started()
    drafting = commands.DraftRound(DIRECTOR, draft(going_on))
    planned = then(going_on, drafting)

    assert told(going_on, drafting, *ALL) == [False, False, False, True, True]
    assert [len(view(planned, person).rounds) for person in ALL] == [0, 0, 0, 1, 1]
    assert [round_view(planned, 1, person) is not None for person in ALL] == [False, False, False, True, True]
    shown = round_view(planned, 1, SCORER)
    assert shown is not None
    assert shown.draft == draft(going_on)
    of_player = round_view(playing(), 1, PLAYERS[0])
    assert of_player is not None
    assert of_player.draft is None
    assert round_view(planned, 2, SCORER) is round_view(planned, 0, SCORER) is None


def test_results_are_the_offices_until_all_tables_are_over() -> None:
    going_on = then(playing(), commands.Appoint(DIRECTOR, PLAYERS[3], "assistant"))
    people = (*ALL, PLAYERS[3])
    noting_first = noting(going_on, 0)
    one = then(going_on, noting_first)

    assert told(going_on, noting_first, *people) == [False, False, False, True, True, False]
    for person, knows in zip(people, [False, False, False, True, True, False], strict=True):
        shown = round_view(one, 1, person)
        assert shown is not None
        assert [table.result for table in shown.tables] == [result() if knows else None, None]
        assert [table.over for table in shown.tables] == ([True, False] if knows else [None, None])
        assert [table.hash for table in shown.tables] == [HASH if knows else None, None]
        if not knows:
            assert round_view(going_on, 1, person) == shown
    stopping = commands.NoteStopped(table=noting(going_on, 1).table, version=2, hash=HASH)
    assert told(one, stopping, *people) == [False, False, False, True, True, False]

    over = finished(one)
    (first, *_) = decide(going_on, noting_first, going_on.at)
    assert isinstance(first, events.ResultNoted)
    for person in people:
        assert seen(first, person, over) == first
        shown = round_view(over, 1, person)
        assert shown is not None
        assert [table.result for table in shown.tables] == [result(), result()]


@pytest.mark.parametrize("helper", [0, 3], ids=["a member", "a substitute"])
def test_staff_whose_team_sits_in_the_round_have_a_seat_in_it(helper: int) -> None:
    teams = tuple(team(number) for number in range(4))
    person = (*teams[0].members, *teams[0].substitutes)[helper]
    begun = then(
        None, replace(announcing(), settings=team_settings()), commands.Appoint(DIRECTOR, person, "director"),
        commands.AddEntrants(DIRECTOR, teams), commands.OpenRegistration(DIRECTOR), commands.OpenCheckIn(DIRECTOR),
        *[commands.CheckIn(DIRECTOR, each.id) for each in teams], commands.StartRounds(DIRECTOR),
    )  # fmt: skip
    now = playing(begun)

    assert len(now.own_tables(person)) == 1
    assert told(now, noting(now, 0), person, DIRECTOR) == [False, True]
    refused("not_your_role", now, commands.FinishRound(by=person, reason="time_over"))


def test_a_correction_during_the_round_is_the_offices_too() -> None:
    one = noted(playing(), 0)
    wrong = commands.Correct(by=SCORER, table=noting(one, 0).table, result=result(winner=1), reason="wrong_entry")

    assert told(one, wrong, *ALL) == [False, False, False, True, True]
    assert told(finished(one), wrong, *ALL) == [True] * 5


def test_rulings_and_appeals_are_seen_by_those_whom_they_concern_and_by_all_when_the_round_is_over() -> None:
    going_on = playing()
    ruled = then(going_on, ruling(going_on, AdjustedPoints(PLAYERS[0], 4)))
    people = (*ALL, PLAYERS[1])
    expected = [False, False, True, True, True, False]

    assert told(going_on, ruling(going_on, AdjustedPoints(PLAYERS[0], 4)), *people) == expected
    assert told(ruled, commands.Appeal(by=PLAYERS[0], ruling=1), *people) == expected
    filed = then(ruled, commands.Appeal(by=PLAYERS[0], ruling=1))
    outcome = commands.DecideAppeal(by=DIRECTOR, appeal=1, outcome="dismissed", reason="appeal")
    assert told(filed, outcome, *people) == expected
    assert [len(rulings_view(filed, person)) for person in people] == [0, 0, 1, 1, 1, 0]
    over = finished(then(filed, outcome))
    assert [len(rulings_view(over, person)) for person in people] == [1] * 6
    assert rulings_view(over, None)[0].appeal is not None
    assert rulings_view(finished(ruled), None)[0].appeal is None


def test_an_entrant_learns_of_the_appeal_of_another_one_only_by_its_decision() -> None:
    going_on = playing()
    ruled = then(going_on, ruling(going_on, Forfeited(PLAYERS[0]), AdjustedPoints(PLAYERS[1], 4)))
    appeal = commands.Appeal(by=PLAYERS[0], ruling=1)
    filed = then(ruled, appeal)
    dismissed = commands.DecideAppeal(by=DIRECTOR, appeal=1, outcome="dismissed", reason="appeal")

    assert told(ruled, appeal, *PLAYERS[:2], SCORER) == [True, False, True]
    assert rulings_view(filed, PLAYERS[1]) == rulings_view(ruled, PLAYERS[1])
    assert told(filed, dismissed, *PLAYERS[:2]) == [True, True]
    for tournament, person in ((filed, PLAYERS[0]), (filed, SCORER), (then(filed, dismissed), PLAYERS[1])):
        (shown,) = rulings_view(tournament, person)
        assert (shown.ruling.appeal, shown.appeal) == (1, tournament.appeals[0])


def test_an_entrant_whom_only_the_decision_of_an_appeal_concerns_sees_the_ruling_at_once() -> None:
    going_on = playing()
    ruled = then(going_on, ruling(going_on, Forfeited(PLAYERS[0])))
    filed = then(ruled, commands.Appeal(by=PLAYERS[0], ruling=1))
    other = AdjustedPoints(PLAYERS[3], 4)
    upheld = commands.DecideAppeal(by=DIRECTOR, appeal=1, outcome="upheld", measures=(other,), reason="appeal")

    decided = then(filed, upheld)

    assert told(filed, upheld, *PLAYERS[:4]) == [True, False, False, True]
    assert [len(rulings_view(decided, person)) for person in PLAYERS[:4]] == [1, 0, 0, 1]
    assert rulings_view(decided, PLAYERS[3])[0].ruling.measures == (other,)


def test_nobody_learns_from_the_time_for_appeals_that_somebody_was_ruled_upon_in_a_round_that_goes_on() -> None:
    going_on = playing(finished(playing()))
    ruled = then(going_on, ruling(going_on, Forfeited(PLAYERS[0])), at=going_on.at + 5_000)

    assert view(ruled, PLAYERS[3]) == view(going_on, PLAYERS[3])
    over = finished(ruled)
    assert over.open_until == over.at + over.settings.correction_ms


def test_everybody_sees_of_a_tournament_where_it_stands_and_what_they_are() -> None:
    waiting = registering(3, limit=2)

    assert view(waiting, None).waiting == 1
    assert [(view(waiting, person).role, view(waiting, person).entrant) for person in ALL] == [
        (None, None), (None, None), (None, PLAYERS[0]), ("scorer", None), ("director", None),
    ]  # fmt: skip
    assert {each.role for each in view(waiting, None).staff} == {"director", "assistant", "scorer"}
    assert [view(playing(round_ms=5), None).rounds[0].ends_at] == [playing(round_ms=5).at + 5]
    assert view(playing(), None).rounds[0].ends_at is None


def redacted(value: Any) -> Any:
    """Return a tournament that differs in all that its players must not see: results, hashes, rulings on others."""
    (now,) = value.rounds
    tables = [
        replace(now.tables[0], result=result(winner=1), hash="ee" * 32, version=99, stopped=True),
        *now.tables[1:],
    ]
    return replace(value, secret=bytes(32), code=HASH, rounds=(replace(now, tables=tuple(tables)),), rulings=())


@pytest.mark.parametrize("person", [None, STRANGER, PLAYERS[0], PLAYERS[3]])
def test_two_tournaments_that_differ_in_what_is_hidden_look_the_same(person: UUID | None) -> None:
    one = noted(playing(), 0)
    one = then(one, ruling(one, Forfeited(PLAYERS[1])))
    other = redacted(one)
    assert one != other

    for show in (view, entrants_view, rulings_view):
        assert msgspec.json.encode(show(one, person)) == msgspec.json.encode(show(other, person))
    assert msgspec.json.encode(round_view(one, 1, person)) == msgspec.json.encode(round_view(other, 1, person))


def test_every_audience_is_one_that_is_known_and_has_the_fields_that_it_asks_for() -> None:
    known = {"staff", "office", "round", "members", "substitutes", "entrants"}
    for kind in AnyTournamentEvent.__args__:
        for to in kind.audience.values():
            assert isinstance(to, To)
            assert set(to.fields) <= known
            if "round" in to.fields:
                assert "round" in kind.__struct_fields__


def test_what_is_open_is_told_as_it_is() -> None:
    event = events.RegistrationOpened(DIRECTOR, at=1)

    assert seen(event, None, announced()) is event
    assert told(announced(), commands.AddEntrants(ASSISTANT, (player(0),)), None) == [True]
