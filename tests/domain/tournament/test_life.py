"""A tournament's life: what each command brings about, from the announcement to the end."""

from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from domain.game import Event
from domain.table import FIRST_LINK, Command, Tick, link
from domain.tournament import (
    Tournament,
    after_event,
    commands,
    decide,
    events,
    take_tournament_step,
    tournament_taken,
)
from domain.tournament.history import played_rounds
from domain.tournament.rounds import wants_round
from domain.tournament.scoring import score_round
from domain.tournament.settings import NewEntrant
from domain.tournament.types import AdjustedPoints, Forfeited, NotPlayed, Penalty, TableResult
from domain.tournament.viewing import entrants_view
from domain.validation import PLACE
from tests.domain.tournament.senseless import SENSELESS, SENSIBLE
from tests.domain.tournament.tournaments import (
    ASSISTANT,
    AT,
    CODE,
    DIRECTOR,
    HASH,
    HOUSE,
    MINUTE,
    NOTE,
    PLAYERS,
    SCORER,
    SECRET,
    STRANGER,
    TEAMS,
    TOURNAMENT,
    announced,
    announcing,
    checking_in,
    draft,
    drafted,
    finished,
    naming,
    noted,
    noting,
    of_deals,
    player,
    playing,
    published,
    publishing,
    refused,
    registering,
    registration,
    result,
    ruling,
    started,
    table_id,
    team,
    team_settings,
    then,
)


def happens(tournament: Tournament | None, command: Command) -> tuple[Event, ...]:
    """Return the events of a command, all of which are recorded when it is given."""
    now = AT if tournament is None else tournament.at
    found = decide(tournament, command, now)
    assert {event.at for event in found} == {now}
    return found


def kinds(happened: tuple[Event, ...]) -> list[str]:
    """Return the names of some events."""
    return [type(event).__name__ for event in happened]


def states(tournament: Tournament, *players: UUID) -> list[str]:
    """Return the states of some entrants."""
    return [tournament.entrants[each].state for each in players]


def test_an_announcement_commits_to_a_secret_and_its_maker_directs() -> None:
    (event,) = happens(None, replace(announcing(registration="code", code=CODE), title=NOTE))

    assert isinstance(event, events.TournamentAnnounced)
    assert (event.secret, event.code, event.title) == (SECRET, CODE, NOTE)
    assert event.commitment != SECRET
    tournament = after_event(None, event)
    assert (tournament.state, tournament.version, tournament.staff) == ("announced", 1, {DIRECTOR: "director"})
    assert (tournament.secret.hex(), tournament.code, tournament.due) == (SECRET, CODE, None)


@pytest.mark.parametrize("given", SENSIBLE)
def test_settings_that_go_together_are_accepted(given: dict[str, Any]) -> None:
    assert then(None, announcing(**given)).settings.game == given.get("game", "honors_4")


@pytest.mark.parametrize(("field", "given"), SENSELESS)
def test_settings_that_do_not_go_together_are_refused_and_it_is_said_which_one_is_wrong(
    field: str, given: dict[str, Any]
) -> None:
    said, _, place = refused("invalid_setting", None, announcing(**given)).detail.partition(PLACE)

    assert place == f".{field}`"
    assert not said.endswith(".")


def test_what_is_wrong_with_the_last_round_for_late_entries_names_that_round() -> None:
    settings = {"late_entries": {"until_round": 4}, "seating": {"format": "swiss", "rounds": 1}}

    assert "There is no round 4;" in refused("invalid_setting", None, announcing(**settings)).detail


def test_groups_start_when_each_of_them_has_a_table() -> None:
    three = checking_in(3, 3, seating={"format": "groups", "groups": 2})

    assert "it takes 4" in refused("too_few_entrants", three, commands.StartRounds(DIRECTOR)).detail


def test_players_register_and_get_their_numbers() -> None:
    tournament = registering(2)

    assert tournament.state == "registration"
    assert [each.number for each in tournament.entrants.values()] == [1, 2]
    assert (tournament.entered, tournament.next_number) == (2, 3)
    assert tournament.entrant_of(PLAYERS[1]) == tournament.entrants[PLAYERS[1]]
    assert tournament.entrant_of(STRANGER) is tournament.entrant_of(None) is None


def test_a_player_who_has_the_code_registers() -> None:
    by_code = registering(registration="code", code=CODE)

    assert kinds(happens(by_code, replace(registration(0), code=CODE))) == ["EntrantEntered"]


def test_an_entrant_who_needs_approval_has_no_number_until_the_staff_approves_or_declines() -> None:
    asked = registering(2, registration="approval")

    assert states(asked, PLAYERS[0]) == ["pending"]
    assert (asked.entered, asked.entrants[PLAYERS[0]].number) == (0, 0)
    approved = then(asked, commands.Approve(ASSISTANT, PLAYERS[1]))
    assert (approved.entrants[PLAYERS[1]].number, approved.entered) == (1, 1)
    declined = then(approved, commands.Decline(ASSISTANT, PLAYERS[0]), commands.Decline(ASSISTANT, PLAYERS[1]))
    assert (states(declined, *PLAYERS[:2]), declined.entered) == (["declined", "declined"], 0)
    assert declined.plays_for == {}
    assert states(then(declined, commands.Approve(ASSISTANT, PLAYERS[0])), PLAYERS[0]) == ["entered"]


def test_an_entrant_who_is_not_approved_yet_may_take_it_back() -> None:
    asked = registering(1, registration="approval")

    happened = happens(asked, commands.Withdraw(PLAYERS[0], PLAYERS[0]))

    assert kinds(happened) == ["RegistrationWithdrawn"]
    assert then(asked, commands.Withdraw(PLAYERS[0], PLAYERS[0])).entrants == {}


def test_beyond_the_limit_they_wait_and_the_first_moves_up_when_a_place_is_free() -> None:
    full = registering(5, limit=3)
    assert states(full, *PLAYERS[:5]) == ["entered"] * 3 + ["waiting"] * 2

    happened = happens(full, commands.Withdraw(PLAYERS[0], PLAYERS[0]))
    assert happened == (
        events.EntrantWithdrawn(PLAYERS[0], PLAYERS[0], "own_wish", at=full.at),
        events.EntrantsMovedUp((PLAYERS[3],), at=full.at),
    )
    after = then(full, commands.Withdraw(PLAYERS[0], PLAYERS[0]), commands.Decline(DIRECTOR, PLAYERS[1]))
    assert (states(after, PLAYERS[0]), after.entered) == (["withdrawn"], 3)
    assert [each.state for each in entrants_view(after, None) if each.id == PLAYERS[0]] == ["withdrawn"]
    assert not after.entrants[PLAYERS[0]].takes_part
    assert PLAYERS[0] not in after.plays_for
    assert states(after, *PLAYERS[2:5]) == ["entered"] * 3
    assert kinds(happens(full, commands.Withdraw(DIRECTOR, PLAYERS[4]))) == ["EntrantWithdrawn"]
    back = then(after, registration(0))
    assert states(back, PLAYERS[0]) == ["waiting"]
    assert [each.number for each in back.entrants.values()] == [2, 3, 4, 5, 6]


def test_an_entrant_who_withdraws_before_the_start_is_in_no_round_and_cannot_return() -> None:
    left = then(checking_in(5, 5), commands.Withdraw(PLAYERS[4], PLAYERS[4]))
    for command in (
        commands.Return(PLAYERS[4], PLAYERS[4]),
        commands.CheckIn(PLAYERS[4], PLAYERS[4]),
        commands.Withdraw(DIRECTOR, PLAYERS[4]),
        commands.Approve(DIRECTOR, PLAYERS[4]),
        commands.Decline(DIRECTOR, PLAYERS[4]),
    ):
        refused("no_such_entrant", left, command)

    over = finished(playing(then(left, commands.StartRounds(DIRECTOR))))

    refused("no_such_entrant", over, ruling(over, NotPlayed(PLAYERS[4])))
    assert PLAYERS[4] not in {score.entrant for score in score_round("points", played_rounds(over)[0])}
    assert states(over, PLAYERS[4]) == ["withdrawn"]


def test_an_entrant_who_has_withdrawn_before_the_start_is_entered_anew_or_plays_for_others() -> None:
    left = then(started(5, late_entries={"until_round": 2}), commands.Withdraw(PLAYERS[4], PLAYERS[4]))
    assert left.entrants[PLAYERS[4]].takes_part
    before = then(checking_in(5, 5, late_entries={"until_round": 2}), commands.Withdraw(PLAYERS[4], PLAYERS[4]))
    begun = then(before, commands.StartRounds(DIRECTOR))

    late = then(begun, commands.EnterLate(by=DIRECTOR, entrant=player(4)))
    instead = commands.Substitute(by=DIRECTOR, entrant=PLAYERS[0], leaves=PLAYERS[0], joins=PLAYERS[4])

    assert (late.entrants[PLAYERS[4]].number, late.entered) == (6, 5)
    assert then(begun, instead).plays_for[PLAYERS[4]] == PLAYERS[0]


def test_a_team_is_registered_by_a_member_and_any_member_may_withdraw_it() -> None:
    of_teams = then(None, replace(announcing(), settings=team_settings()), commands.OpenRegistration(DIRECTOR))
    one = team(0)

    entered = then(of_teams, commands.Register(by=one.members[1], entrant=one))

    assert entered.plays_for == dict.fromkeys((*one.members, *one.substitutes), TEAMS[0])
    assert then(entered, commands.Withdraw(one.members[2], TEAMS[0])).plays_for == {}


def test_a_list_is_entered_as_a_whole_and_house_players_are_always_there() -> None:
    added = then(announced(), commands.AddEntrants(ASSISTANT, (player(0), player(1))))
    house = tuple(NewEntrant(id=each, members=(each,)) for each in HOUSE[:2])
    added = then(added, commands.AddHouse(ASSISTANT, "random", house))

    assert [each.number for each in added.entrants.values()] == [1, 2, 3, 4]
    asked = then(added, commands.OpenRegistration(DIRECTOR), commands.OpenCheckIn(DIRECTOR))
    assert [each.checked_in for each in asked.entrants.values()] == [False, False, True, True]
    going_on = then(asked, commands.StartRounds(DIRECTOR))
    assert states(going_on, *PLAYERS[:2], *HOUSE[:2]) == ["withdrawn", "withdrawn", "entered", "entered"]


def test_an_entrant_who_does_not_check_in_is_out_and_one_who_waits_and_is_there_moves_up() -> None:
    asked = checking_in(5, limit=3)
    there = then(asked, *[commands.CheckIn(PLAYERS[each], PLAYERS[each], HASH) for each in (0, 4)])
    there = then(there, commands.CheckIn(ASSISTANT, PLAYERS[1]))

    happened = happens(there, commands.CloseCheckIn(DIRECTOR))

    assert happened == (
        events.CheckInClosed(1, (PLAYERS[2], PLAYERS[3]), DIRECTOR, at=there.at),
        events.EntrantsMovedUp((PLAYERS[4],), at=there.at),
    )
    closed = then(there, commands.CloseCheckIn(DIRECTOR))
    assert closed.entrants[PLAYERS[0]].entropy == HASH
    back = then(closed, commands.Withdraw(PLAYERS[1], PLAYERS[1]), commands.Return(PLAYERS[3], PLAYERS[3]))
    assert states(back, PLAYERS[3]) == ["entered"]
    assert states(then(back, commands.StartRounds(ASSISTANT)), PLAYERS[3]) == ["entered"]


def test_all_who_move_up_together_are_in_one_event_in_their_order() -> None:
    asked = checking_in(7, limit=3)
    there = then(asked, *[commands.CheckIn(PLAYERS[each], PLAYERS[each]) for each in (6, 5, 1, 4)])

    happened = happens(there, commands.CloseCheckIn(DIRECTOR))

    assert happened[1:] == (events.EntrantsMovedUp((PLAYERS[4], PLAYERS[5]), at=there.at),)
    closed = then(there, commands.CloseCheckIn(DIRECTOR))
    assert closed.entered == 3
    assert states(closed, *PLAYERS[4:7]) == ["entered", "entered", "waiting"]


def test_a_check_in_ends_by_the_clock_at_its_own_time() -> None:
    asked = checking_in(3, 2, check_in_ms=MINUTE)
    assert asked.due == AT + MINUTE

    assert decide(asked, Tick(), AT + MINUTE - 1) == ()
    assert decide(asked, Tick(), AT + 2 * MINUTE) == (events.CheckInClosed(1, (PLAYERS[2],), at=AT + MINUTE),)
    assert then(asked, Tick(), at=AT + 2 * MINUTE).due is None


def test_the_start_closes_a_check_in_that_is_open() -> None:
    asked = checking_in(3, 2)

    happened = happens(asked, commands.StartRounds(DIRECTOR))

    assert kinds(happened) == ["CheckInClosed", "TournamentStarted"]
    assert isinstance(happened[1], events.TournamentStarted)
    assert happened[1].entrants == 2
    assert kinds(happens(then(asked, commands.CloseCheckIn(DIRECTOR)), commands.StartRounds(DIRECTOR))) == [
        "TournamentStarted"
    ]


def test_a_check_in_before_a_later_round_takes_those_out_who_do_not_come() -> None:
    over = finished(playing(check_in_each_round=True))
    asked = then(over, commands.OpenCheckIn(DIRECTOR), commands.CheckIn(PLAYERS[0], PLAYERS[0], HASH))
    assert (asked.state, asked.entrants[PLAYERS[0]].entropy) == ("playing", None)

    closed = then(asked, commands.CheckIn(PLAYERS[1], PLAYERS[1]), commands.CloseCheckIn(DIRECTOR))

    assert states(closed, *PLAYERS[:4]) == ["entered", "entered", "withdrawn", "withdrawn"]
    assert drafted(closed).next_round == 2


def test_an_entrant_who_leaves_after_the_start_may_return_but_one_put_out_by_the_staff_only_by_the_staff() -> None:
    going_on = started()
    out = then(going_on, commands.Withdraw(PLAYERS[0], PLAYERS[0]), commands.Withdraw(ASSISTANT, PLAYERS[1]))
    assert (states(out, *PLAYERS[:2]), out.entered) == (["withdrawn", "withdrawn"], 2)

    back = then(out, commands.Return(PLAYERS[0], PLAYERS[0]), commands.Return(ASSISTANT, PLAYERS[1]))

    assert (states(back, *PLAYERS[:2]), back.entered) == (["entered", "entered"], 4)
    assert not back.entrants[PLAYERS[1]].by_staff


def test_somebody_joins_late_with_the_stated_points_also_from_the_waiting_list_or_the_house() -> None:
    over = finished(playing(late_entries={"until_round": 2, "points": 7}))

    (event,) = happens(over, commands.EnterLate(by=ASSISTANT, entrant=player(9)))
    assert event == events.EntrantEnteredLate(ASSISTANT, 5, player(9), 2, 7, at=over.at)
    joined = then(over, commands.EnterLate(by=ASSISTANT, entrant=player(9)))
    assert (joined.entrants[PLAYERS[9]].from_round, joined.entrants[PLAYERS[9]].late_points) == (2, 7)
    house = NewEntrant(id=HOUSE[0], members=(HOUSE[0],))
    joined = then(joined, commands.EnterLate(by=ASSISTANT, entrant=house, house="random"))
    assert joined.entrants[HOUSE[0]].house == "random"

    waiting = then(checking_in(5, 5, limit=4, late_entries={"until_round": 2}), commands.StartRounds(DIRECTOR))
    waiting = then(waiting, commands.Withdraw(PLAYERS[0], PLAYERS[0]))
    late = then(waiting, commands.EnterLate(by=ASSISTANT, entrant=player(4)))
    assert (states(late, PLAYERS[4]), late.entrants[PLAYERS[4]].number) == (["entered"], 5)


@pytest.mark.parametrize("plays", [PLAYERS[4], PLAYERS[9]])
def test_a_player_joins_late_from_the_waiting_list_though_somebody_else_plays_for_them(plays: UUID) -> None:
    waiting = then(checking_in(5, 5, limit=4, late_entries={"until_round": 2}), commands.StartRounds(DIRECTOR))
    other = commands.Substitute(by=DIRECTOR, entrant=PLAYERS[4], leaves=PLAYERS[4], joins=PLAYERS[9])
    waiting = then(waiting, other, commands.Withdraw(PLAYERS[0], PLAYERS[0]))

    new = NewEntrant(id=PLAYERS[4], members=(plays,))
    late = then(waiting, commands.EnterLate(by=ASSISTANT, entrant=new)).entrants[PLAYERS[4]]

    assert (late.state, late.number, late.members) == ("entered", 5, (plays,))
    third = commands.EnterLate(by=ASSISTANT, entrant=replace(new, members=(PLAYERS[8],)))
    refused("invalid_entrant", waiting, third)


def test_a_player_whose_substitute_has_not_accepted_joins_late() -> None:
    asked = then(naming(player(4), PLAYERS[9], late_entries={"until_round": 2}), *map(registration, range(2)))
    coming = [commands.CheckIn(DIRECTOR, each) for each in PLAYERS[:2]]
    begun = then(asked, commands.OpenCheckIn(DIRECTOR), *coming, commands.StartRounds(DIRECTOR))

    late = then(begun, commands.EnterLate(by=ASSISTANT, entrant=player(4)))

    assert (states(late, PLAYERS[4]), late.entered) == (["entered"], 3)
    assert PLAYERS[9] not in late.plays_for


@pytest.mark.parametrize("declined", [True, False])
def test_a_player_who_was_not_approved_joins_late_or_plays_for_somebody_else(declined: bool) -> None:
    asked = registering(5, registration="approval", late_entries={"until_round": 2})
    approved = then(asked, *[commands.Approve(DIRECTOR, PLAYERS[number]) for number in range(4)])
    approved = then(approved, commands.Decline(DIRECTOR, PLAYERS[4])) if declined else approved
    ready = then(approved, commands.OpenCheckIn(DIRECTOR), commands.CheckIn(DIRECTOR, PLAYERS[0]))
    begun = then(ready, commands.CheckIn(DIRECTOR, PLAYERS[1]), commands.StartRounds(DIRECTOR))
    joining = commands.EnterLate(by=ASSISTANT, entrant=player(4))
    instead = commands.Substitute(by=DIRECTOR, entrant=PLAYERS[0], leaves=PLAYERS[0], joins=PLAYERS[4])

    late = then(begun, joining)

    assert (states(late, PLAYERS[4]), late.entrants[PLAYERS[4]].number, late.entered) == (["entered"], 5, 3)
    assert late.plays_for[PLAYERS[4]] == PLAYERS[4]
    refused("already_entered", late, instead)
    if declined:
        refused("already_entered", then(begun, instead), joining)
    else:
        refused("already_entered", begun, instead)


def test_what_the_staff_does_for_an_entrant_leaves_it_all_that_it_may_do_itself() -> None:
    one = player(0)
    tournament, away = started(), commands.Withdraw(one.id, one.id)
    other = commands.Substitute(by=ASSISTANT, entrant=one.id, leaves=one.id, joins=PLAYERS[9])
    for _ in range(11):
        tournament = then(tournament, away, commands.Return(ASSISTANT, one.id), other)
        tournament = then(tournament, replace(other, leaves=PLAYERS[9], joins=one.id))

    for _ in range(3):
        tournament = then(tournament, away, commands.Return(one.id, one.id))
    after = then(tournament, replace(other, by=one.id)).entrants[one.id]
    assert (after.returns, after.substitutions) == (3, 1)
    refused("too_often", then(tournament, away), commands.Return(one.id, one.id))


def test_an_entrant_who_has_withdrawn_does_not_join_anew_but_is_told_that_they_can_return() -> None:
    over = finished(playing(late_entries={"until_round": 2}))
    out = then(over, commands.Withdraw(PLAYERS[0], PLAYERS[0]))

    for number, can_return in ((0, True), (1, False)):
        refusal = refused("already_entered", out, commands.EnterLate(by=ASSISTANT, entrant=player(number)))
        assert ("can return" in refusal.detail) == can_return


@pytest.mark.parametrize("there", [5, 4])
def test_nobody_comes_from_the_waiting_list_by_leaving_and_coming_back(there: int) -> None:
    closed = then(checking_in(5, there, limit=4), commands.CloseCheckIn(DIRECTOR))
    begun = then(closed, commands.StartRounds(DIRECTOR), commands.Withdraw(PLAYERS[0], PLAYERS[0]))
    own = PLAYERS[4]

    assert states(begun, own) == ["waiting"]
    refused("no_change", begun, commands.Return(own, own))
    refused("late_entry_over", begun, commands.EnterLate(by=DIRECTOR, entrant=player(4)))
    gone = then(begun, commands.Withdraw(own, own))
    assert (states(gone, own), gone.entered) == (["withdrawn"], 3)
    assert not gone.entrants[own].takes_part
    assert own not in gone.plays_for
    refused("no_such_entrant", gone, commands.Return(own, own))


def test_an_entrant_who_waits_and_misses_the_check_in_may_come_if_a_place_is_free_before_the_rounds() -> None:
    closed = then(checking_in(5, 4, limit=4), commands.CloseCheckIn(DIRECTOR))
    back = commands.Return(PLAYERS[4], PLAYERS[4])

    refused("no_change", checking_in(5, 4, limit=4), back)
    refused("tournament_full", closed, back)
    free = then(closed, commands.Withdraw(PLAYERS[0], PLAYERS[0]))
    assert states(free, PLAYERS[4]) == ["waiting"]
    assert states(then(free, back), PLAYERS[4]) == ["entered"]


def test_staff_who_play_end_a_round_only_after_their_own_table() -> None:
    going_on = then(playing(), commands.Appoint(DIRECTOR, PLAYERS[0], "assistant"))
    end = commands.FinishRound(by=PLAYERS[0], reason="time_over")

    refused("not_your_role", noted(going_on, 1), end)
    refused("not_your_role", then(going_on, commands.Withdraw(PLAYERS[0], PLAYERS[0])), end)
    assert then(noted(going_on, 0), end).round_is_over(1)


def test_a_member_is_substituted_by_the_team_or_by_the_staff() -> None:
    one = team(0)
    of_teams = then(
        None,
        replace(announcing(), settings=team_settings()),
        commands.AddEntrants(DIRECTOR, (one, team(1))),
    )
    first, second, third = one.members

    by_team = commands.Substitute(by=second, entrant=TEAMS[0], leaves=first, joins=one.substitutes[0])
    after = then(of_teams, by_team)
    assert after.entrants[TEAMS[0]].members == (one.substitutes[0], second, third)
    assert after.entrants[TEAMS[0]].substitutes == (first,)
    assert then(after, replace(by_team, leaves=one.substitutes[0], joins=first)).plays_for == of_teams.plays_for
    by_staff = commands.Substitute(by=ASSISTANT, entrant=TEAMS[0], leaves=third, joins=STRANGER)
    with_assistant = then(after, commands.Appoint(DIRECTOR, ASSISTANT, "assistant"), by_staff)
    assert with_assistant.entrant_of(STRANGER) == with_assistant.entrants[TEAMS[0]]


def test_a_round_is_drafted_edited_published_and_started() -> None:
    going_on = started(5)
    planned = drafted(going_on)
    assert planned.round is not None
    assert (planned.round.state, planned.next_round, planned.round.tables) == ("drafted", 1, ())
    again = drafted(planned)
    assert len(again.rounds) == 1
    first, second = planned.round.draft.tables
    exchanged = replace(
        draft(going_on),
        tables=(replace(first, entrants=second.entrants), replace(second, entrants=first.entrants)),
    )
    edited = then(again, commands.EditDraft(ASSISTANT, exchanged))

    settled = then(edited, publishing(edited))

    assert settled.round is not None
    assert (settled.round.state, settled.round.byes, settled.round.playing) == ("publishing", (PLAYERS[4],), 2)
    assert [table.seats for table in settled.round.tables] == [PLAYERS[2:4], PLAYERS[0:2]]
    assert settled.table(table_id(100)) == settled.round.tables[0]
    assert settled.table(table_id(7)) is None
    going_on = then(settled, commands.StartRound(1))
    assert going_on.round is not None
    assert (going_on.round.state, going_on.round.started_at) == ("playing", going_on.at)


def test_the_service_drafts_and_publishes_a_round_where_that_is_settled() -> None:
    ready = started(drafting="at_once")

    after = then(ready, commands.NextRound(draft(ready), (table_id(1), table_id(2))))

    assert (wants_round(ready), wants_round(after)) == (True, False)
    assert [table.id for table in after.rounds[0].tables] == [table_id(1), table_id(2)]
    assert after.rounds[0].state == "publishing"


def test_a_round_that_the_service_drafts_waits_for_its_check_in() -> None:
    over = finished(playing(drafting="at_once", check_in_each_round=True))
    opened = then(over, commands.OpenCheckIn(DIRECTOR))

    closed = then(opened, commands.CloseCheckIn(DIRECTOR))

    assert [wants_round(each) for each in (over, opened, closed)] == [False, False, True]


def test_a_match_with_exchanged_seats_has_two_tables_and_nobody_sits_at_both() -> None:
    given = {"duplicate": True, "exchanged_seats": True}
    teams = (team(0, 6, 0), team(1, 6, 0))
    one, two = (each.members for each in teams)
    entered = then(
        None, replace(announcing(), settings=team_settings(**given)), commands.AddEntrants(DIRECTOR, teams),
        commands.OpenRegistration(DIRECTOR), commands.OpenCheckIn(DIRECTOR),
        *[commands.CheckIn(DIRECTOR, each.id) for each in teams], commands.StartRounds(DIRECTOR),
    )  # fmt: skip

    match = published(entered)

    assert match.round is not None
    first, second = match.round.tables
    assert (first.number, first.half, second.number, second.half) == (1, 0, 1, 1)
    assert first.seats == (one[0], two[0], one[1], two[1], one[2], two[2])
    assert second.seats == (two[3], one[3], two[4], one[4], two[5], one[5])


def test_where_the_options_have_teams_the_seats_are_theirs() -> None:
    settings = team_settings(options={"teams": [0, 0, 0, 1, 1, 1]})

    assert settings.places_by_seat(2, 0) == (0, 0, 0, 1, 1, 1)
    assert settings.places_by_seat(2, 1) == (1, 1, 1, 0, 0, 0)
    assert settings.options_for(2) == {"teams": [0, 0, 0, 1, 1, 1], "players": 6}


def test_results_are_noted_the_last_table_is_told_and_the_round_ends() -> None:
    going_on = playing(players=6)
    one = noted(going_on, 0)
    assert kinds(happens(going_on, noting(going_on, 0))) == ["ResultNoted"]

    assert happens(one, noting(one, 2))[1:] == (events.LastTablePlaying(1, 2, at=one.at),)
    two = noted(one, 2)
    assert happens(two, noting(two, 1))[1:] == (
        events.RoundFinished(1, two.at + two.settings.correction_ms, at=two.at),
    )
    over = noted(two, 1)
    assert over.round is not None
    assert (over.round.state, over.round.playing, over.round_is_over(1), over.round_is_over(2)) == (
        "finished", 0, True, False,
    )  # fmt: skip


def test_one_table_alone_is_not_told_as_the_last_and_it_is_told_once() -> None:
    alone = playing(players=2)
    assert kinds(happens(alone, noting(alone, 0))) == ["ResultNoted", "RoundFinished"]
    again = commands.ReplayTable(by=SCORER, number=1, tables=(table_id(1),), reason="fault_of_service")
    told = noted(playing(), 0)
    replayed = then(told, again)
    assert replayed.round is not None
    assert replayed.round.playing == 2
    assert kinds(happens(replayed, noting(replayed, 0))) == ["ResultNoted"]


def test_a_table_that_stops_is_closed_by_a_ruling() -> None:
    going_on = playing()
    stopping = commands.NoteStopped(table=noting(going_on, 0).table, version=4, hash=HASH)
    stopped = then(going_on, stopping)
    assert stopped.round is not None
    assert (stopped.round.tables[0].stopped, stopped.round.playing) == (True, 2)

    closing = ruling(stopped, AdjustedPoints(PLAYERS[0], 5), NotPlayed(PLAYERS[1]), closes=(1,))
    assert kinds(happens(stopped, closing)) == ["RulingMade", "LastTablePlaying"]
    closed = then(stopped, closing)

    assert closed.rulings[0].entrants == PLAYERS[:2]
    assert kinds(happens(closed, noting(closed, 1))) == ["ResultNoted", "RoundFinished"]


def test_a_forfeit_closes_a_table_and_a_penalty_none() -> None:
    going_on = playing()

    ruled = then(
        going_on, ruling(going_on, Penalty(PLAYERS[2], 3)), ruling(going_on, Forfeited(PLAYERS[1]), closes=(1,))
    )

    assert ruled.round is not None
    assert [table.is_over for table in ruled.round.tables] == [True, False]
    assert ruled.rulings[1].entrants == (PLAYERS[1], PLAYERS[0])
    assert [each.number for each in ruled.rulings] == [1, 2]


def test_a_table_is_played_again_at_another_one_with_the_same_seats() -> None:
    going_on = noted(playing(), 0)
    before = noting(going_on, 0).table

    again = then(going_on, commands.ReplayTable(by=SCORER, number=1, tables=(table_id(1),), reason="agreed", note=NOTE))
    again = then(again, commands.ReplayTable(by=SCORER, number=1, tables=(table_id(2),), reason="agreed"))

    table = again.table(table_id(2))
    assert table is not None
    assert (table.again, table.replaced, table.result, table.seats) == (2, (before, table_id(1)), None, PLAYERS[:2])
    assert again.table(before) is None
    assert again.knows_table(before)
    assert noted(again, 0).round != again.round


def test_a_round_is_finished_by_hand_what_plays_counts_as_not_played_and_rulings_stay() -> None:
    going_on = playing(players=8)
    going_on = noted(going_on, 3)
    ruled = then(going_on, ruling(going_on, Forfeited(PLAYERS[0])), ruling(going_on, AdjustedPoints(PLAYERS[2], 1)))

    happened = happens(ruled, commands.FinishRound(by=ASSISTANT, reason="time_over"))

    assert kinds(happened) == ["RulingMade", "RoundFinished"]
    assert isinstance(happened[0], events.RulingMade)
    assert happened[0].measures == (NotPlayed(PLAYERS[3]), NotPlayed(PLAYERS[4]), NotPlayed(PLAYERS[5]))
    assert happened[0].closes == (1, 2, 3)
    assert happened[0].entrants == PLAYERS[:6]


def test_a_result_is_corrected_within_the_time_for_it() -> None:
    over = finished(playing())
    table = over.rounds[0].tables[0].id
    correction = commands.Correct(by=SCORER, table=table, result=result(winner=1), reason="wrong_entry", note=NOTE)

    corrected = then(over, correction, at=over.at + over.settings.correction_ms)

    assert corrected.rounds[0].tables[0].result == result(winner=1)
    assert corrected.rounds[0].tables[0].hash == HASH


def test_what_a_closed_table_counts_may_be_corrected_to_a_result() -> None:
    going_on = playing()
    closed = then(going_on, ruling(going_on, Forfeited(PLAYERS[0]), closes=(1,)))
    table = closed.rounds[0].tables[0].id

    corrected = then(closed, commands.Correct(by=SCORER, table=table, result=result(), reason="wrong_entry"))

    assert corrected.rounds[0].playing == 1


def test_a_result_is_corrected_to_one_of_as_many_deals_as_its_game_had() -> None:
    going_on = playing()
    one = then(going_on, replace(noting(going_on, 0), result=of_deals(3)))
    other = replace(of_deals(3), winners=(0,))
    correction = commands.Correct(by=SCORER, table=one.rounds[0].tables[0].id, result=other, reason="wrong_entry")

    corrected = then(one, correction)

    assert corrected.rounds[0].tables[0].result == other
    for number in (1, 2, 4):
        refused("invalid_result", one, replace(correction, result=of_deals(number)))
        refused("invalid_result", corrected, replace(correction, result=of_deals(number)))


def test_a_correction_gives_seats_that_play_together_the_same() -> None:
    """A team has the points of its first seat: what is noted for another one alone would count nothing."""
    literature = (3, 1, 3, 1, 3, 1), (3, 1, 3, 5, 3, 1), (1, 5, 1, 5, 1, 5), (1, 3, 5), (3,)
    together = (3, 3), (3, 5), (5, 5), (0, 1), (0,)
    of_teams = then(
        None, replace(announcing(), settings=team_settings()), commands.AddEntrants(DIRECTOR, (team(0), team(1))),
        commands.OpenRegistration(DIRECTOR), commands.OpenCheckIn(DIRECTOR),
        *[commands.CheckIn(DIRECTOR, each) for each in TEAMS[:2]], commands.StartRounds(DIRECTOR),
    )  # fmt: skip
    for going_on, (before, apart, after, winners, some) in (
        (playing(of_teams), literature),
        (playing(game="friendlier_than_thou", scoring="joint"), together),
    ):
        first = TableResult(deals=(before,), points=before, winners=())
        one = then(going_on, replace(noting(going_on, 0), result=first))
        right = replace(first, deals=(after,), points=after, winners=winners)
        correction = commands.Correct(by=DIRECTOR, table=noting(going_on, 0).table, result=right, reason="wrong_entry")

        refused("invalid_result", one, replace(correction, result=replace(right, deals=(apart,), points=apart)))
        refused("invalid_result", one, replace(correction, result=replace(right, winners=some)))
        assert then(one, correction).rounds[0].tables[0].result == right


def test_where_no_game_was_noted_a_correction_has_as_many_deals_as_the_options_allow() -> None:
    for options, most in ({}, 100), ({"max_deals": 4}, 4):
        going_on = playing(options=options)
        closed = then(going_on, ruling(going_on, Forfeited(PLAYERS[0]), closes=(1,)))
        table = closed.rounds[0].tables[0].id
        correction = commands.Correct(by=SCORER, table=table, result=of_deals(most), reason="wrong_entry")

        assert then(then(closed, replace(correction, result=of_deals(1))), correction).rounds[0].tables[0].is_over
        refused("invalid_result", closed, replace(correction, result=of_deals(most + 1)))


def test_an_appeal_is_dismissed_or_puts_other_measures_in_place() -> None:
    going_on = playing()
    ruled = then(going_on, ruling(going_on, Forfeited(PLAYERS[0]), closes=(1,)))
    filed = then(ruled, commands.Appeal(by=PLAYERS[1], ruling=1, note=NOTE))
    assert [each.number for each in filed.open_appeals] == [1]
    dismissing = commands.DecideAppeal(by=DIRECTOR, appeal=1, outcome="dismissed", reason="appeal")

    dismissed = then(filed, dismissing)
    assert dismissed.rulings[0].measures == (Forfeited(PLAYERS[0]),)
    measures = (NotPlayed(PLAYERS[0]), NotPlayed(PLAYERS[1]), Penalty(PLAYERS[2], 1))
    upheld = then(filed, replace(dismissing, outcome="upheld", measures=measures))
    assert upheld.rulings[0].measures == measures
    assert [each.outcome for each in upheld.appeals] == ["upheld"]
    assert upheld.open_appeals == ()


def test_an_entrant_who_has_not_come_is_out_of_the_next_rounds() -> None:
    going_on = playing(no_show_ms=MINUTE)
    assert going_on.no_show_at == going_on.at + MINUTE

    after = then(going_on, commands.NoteNoShows(1, (PLAYERS[1], PLAYERS[1])), at=going_on.at + MINUTE)

    assert after.round is not None
    assert (after.round.no_shows, states(after, PLAYERS[1]), after.no_show_at) == ((PLAYERS[1],), ["withdrawn"], None)
    assert playing().no_show_at is None
    assert started(no_show_ms=MINUTE).no_show_at is None


def test_the_clock_of_a_round_warns_and_ends_each_at_its_own_time() -> None:
    going_on = playing(round_ms=10 * MINUTE, warning_ms=MINUTE)
    began = going_on.at
    assert going_on.due == began + 9 * MINUTE

    warned = then(going_on, Tick(), at=began + 30 * MINUTE)
    assert (warned.at, warned.due) == (began + 9 * MINUTE, began + 10 * MINUTE)
    over = then(warned, Tick(), at=began + 30 * MINUTE)

    assert over.round is not None
    assert (over.at, over.round.time_over, over.due) == (began + 10 * MINUTE, True, None)
    unwarned = playing(round_ms=MINUTE)
    assert kinds(decide(unwarned, Tick(), unwarned.at + MINUTE)) == ["RoundTimeOver"]


def test_it_finishes_by_itself_when_the_time_for_corrections_of_the_last_round_is_over() -> None:
    over = finished(playing(seating={"rounds": 1}, correction_ms=MINUTE))
    assert over.due == over.at + MINUTE

    ended = then(over, Tick(), at=over.at + 5 * MINUTE)

    assert (ended.state, ended.ended_at, ended.due) == ("finished", over.at + MINUTE, None)


def test_it_waits_for_open_appeals_and_a_late_ruling_may_be_appealed() -> None:
    over = finished(playing(seating={"rounds": 1}, correction_ms=MINUTE))
    ruled = then(over, ruling(over, Penalty(PLAYERS[0], 1)), at=over.at + MINUTE)
    assert ruled.due == over.at + 2 * MINUTE
    filed = then(ruled, commands.Appeal(by=PLAYERS[0], ruling=1), at=over.at + 2 * MINUTE)
    assert filed.due is None

    outcome = commands.DecideAppeal(by=DIRECTOR, appeal=1, outcome="upheld", reason="appeal")
    decided = then(filed, outcome, at=over.at + 9 * MINUTE)

    assert decided.due == decided.at
    assert then(decided, Tick(), at=decided.at).state == "finished"


@pytest.mark.parametrize("rounds", [0, 1])
def test_the_director_finishes_it_between_rounds(rounds: int) -> None:
    tournament = finished(playing()) if rounds else started()
    assert tournament.due is None

    ended = then(drafted(tournament), commands.Finish(DIRECTOR))

    assert (ended.state, ended.is_over) == ("finished", True)


@pytest.mark.parametrize("make", [announced, registering, checking_in, started, playing])
def test_it_is_cancelled_at_any_time_and_no_clock_runs_then(make: Any) -> None:
    given: dict[str, Any] = {"check_in_ms": MINUTE, "round_ms": MINUTE, "no_show_ms": MINUTE}

    ended = then(make(**given), commands.Cancel(by=DIRECTOR, reason="other", note=NOTE))

    assert (ended.state, ended.due, ended.no_show_at) == ("cancelled", None, None)
    assert decide(ended, Tick(), ended.at + 10 * MINUTE) == ()


def test_the_staff_is_appointed_and_dismissed() -> None:
    new = announced()
    assert new.staff == {DIRECTOR: "director", ASSISTANT: "assistant", SCORER: "scorer"}

    two = then(new, commands.Appoint(DIRECTOR, ASSISTANT, "director"), commands.Dismiss(ASSISTANT, DIRECTOR))

    assert two.staff == {ASSISTANT: "director", SCORER: "scorer"}
    back = then(two, commands.Appoint(ASSISTANT, DIRECTOR, "director"), commands.Appoint(DIRECTOR, ASSISTANT, "scorer"))
    assert back.staff == {ASSISTANT: "scorer", SCORER: "scorer", DIRECTOR: "director"}


@pytest.mark.parametrize("person", [ASSISTANT, SCORER])
def test_everybody_may_give_up_their_own_role(person: UUID) -> None:
    new = announced()

    assert person not in then(new, commands.Dismiss(person, person)).staff


def test_a_stream_that_begins_otherwise_or_is_redacted_is_not_folded() -> None:
    (event,) = happens(None, announcing())
    assert isinstance(event, events.TournamentAnnounced)
    with pytest.raises(ValueError, match="redacted"):
        after_event(None, events.TournamentAnnounced(DIRECTOR, event.settings, None, event.commitment, at=AT))
    with pytest.raises(ValueError, match="begins with"):
        after_event(None, events.RegistrationOpened(DIRECTOR, at=AT))
    with pytest.raises(ValueError, match="no event of a tournament"):
        after_event(announced(), event)


def test_an_entry_that_is_read_back_is_taken_as_it_was_recorded() -> None:
    (recorded,) = take_tournament_step(TOURNAMENT, None, FIRST_LINK, announcing(), AT, key="ab")

    again = tournament_taken(TOURNAMENT, None, FIRST_LINK, recorded.entry)

    assert again == recorded
    assert link(FIRST_LINK, TOURNAMENT, recorded.entry) == recorded.hash
