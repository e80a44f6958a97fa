"""What each command promises to be refused with: every code that is declared is given, and no other ever is."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from domain.table import Command, StartGame, Tick
from domain.tournament import TOURNAMENT_COMMANDS, Tournament, commands, decide
from domain.tournament.commands import CommandBy
from domain.tournament.drafts import MOST_DRAFTED
from domain.tournament.guards import REPEATABLE, most_events
from domain.tournament.joining import MOST_SUBSTITUTIONS
from domain.tournament.registration import (
    MOST_KNOWN,
    MOST_REGISTRATIONS,
    MOST_REQUESTS,
    MOST_RETURNS,
)
from domain.tournament.rulings import MOST_REPLAYS
from domain.tournament.settings import MOST_TABLES, NewEntrant
from domain.tournament.types import (
    AdjustedPoints,
    AdjustedShare,
    Draft,
    DraftedBye,
    DraftedTable,
    Forfeited,
    NotPlayed,
    Penalty,
)
from tests.domain.tournament.senseless import SENSELESS
from tests.domain.tournament.tournaments import (
    ASSISTANT,
    AT,
    CODE,
    DIRECTOR,
    HASH,
    MINUTE,
    PLAYERS,
    SCORER,
    SECRET,
    STRANGER,
    TEAMS,
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
    settings,
    started,
    table_id,
    team,
    team_settings,
    then,
)

Case = tuple[str, Tournament | None, Command, int | None]

CANCEL = commands.Cancel(by=DIRECTOR, reason="other")
LATE = {"until_round": 2, "points": 1}


def cancelled(tournament: Tournament) -> Tournament:
    """Return the tournament, cancelled."""
    return then(tournament, CANCEL)


def for_staff(command: CommandBy, tournament: Tournament) -> list[Case]:
    """Return that a command is the staff's, and that nothing is done in a tournament that is over."""
    return [
        ("not_your_role", tournament, replace(command, by=STRANGER), None),
        ("tournament_over", cancelled(tournament), command, None),
        *[("too_often", replace(tournament, version=most_events(tournament)), command, None)]
        * (type(command) in REPEATABLE),
    ]


def announcements() -> Iterator[Case]:
    """Yield what is wrong with settings."""
    yield "no_such_game", None, replace(announcing(), settings=settings(game="bridge")), None
    yield "invalid_option", None, announcing(options={"stakes": 1}), None
    yield "invalid_option", None, announcing(options={"players": 2}), None
    teams = team_settings(options={"teams": [0, 0, 0, 0, 1, 1]})
    yield "invalid_option", None, replace(announcing(), settings=teams), None
    for _, wrong in SENSELESS:
        yield "invalid_setting", None, announcing(**wrong), None
    yield "invalid_setting", None, announcing(registration="code"), None
    yield "invalid_setting", None, announcing(code=CODE), None


def invitations() -> Iterator[Case]:
    """Yield refusals of those who are named in a registration."""
    invited, open_ = naming(player(3), PLAYERS[4]), registering(1)
    acceptance = commands.Accept(PLAYERS[4], PLAYERS[3])
    yield "tournament_over", cancelled(invited), acceptance, None
    yield "wrong_state", then(invited, commands.OpenCheckIn(DIRECTOR)), acceptance, None
    yield "no_such_entrant", invited, replace(acceptance, by=STRANGER), None
    yield "not_your_entrant", open_, replace(acceptance, entrant=PLAYERS[0]), None
    yield "no_change", invited, replace(acceptance, by=PLAYERS[3]), None
    yield "no_change", open_, commands.Accept(PLAYERS[0], PLAYERS[0]), None
    yield "already_entered", then(invited, registration(4)), acceptance, None
    yield "already_entered", then(invited, registration(4)), commands.Approve(DIRECTOR, PLAYERS[3]), None
    named = commands.Substitute(by=PLAYERS[3], entrant=PLAYERS[3], leaves=PLAYERS[3], joins=PLAYERS[4])
    yield "wrong_state", invited, named, None


def openings() -> Iterator[Case]:
    """Yield refusals of opening a registration."""
    opening = commands.OpenRegistration(DIRECTOR)
    yield from for_staff(opening, announced())
    yield "wrong_state", registering(1), opening, None


def of_teams() -> Tournament:
    """Return a tournament of teams, whose registration is open."""
    return then(None, replace(announcing(), settings=team_settings()), commands.OpenRegistration(DIRECTOR))


def registrations() -> Iterator[Case]:
    """Yield refusals of registrations."""
    open_, declined = registering(1), one_declined()
    yield "tournament_over", cancelled(open_), registration(2), None
    yield "wrong_state", announced(), registration(0), None
    yield "entered_by_staff", registering(registration="upload"), registration(0), None
    yield "invalid_entrant", open_, replace(registration(2), entrant=team(0)), None
    as_team = NewEntrant(id=TEAMS[0], members=(PLAYERS[2],))
    yield "invalid_entrant", open_, replace(registration(2), entrant=as_team), None
    twice = NewEntrant(id=PLAYERS[2], members=(PLAYERS[2],), substitutes=(PLAYERS[2],))
    yield "invalid_entrant", open_, replace(registration(2), entrant=twice), None
    same_id = replace(team(0), id=team(0).members[0])
    yield "invalid_entrant", of_teams(), commands.Register(by=same_id.id, entrant=same_id), None
    yield "not_your_entrant", open_, replace(registration(2), by=STRANGER), None
    by_code = registering(registration="code", code=CODE)
    yield "wrong_code", by_code, registration(0), None
    yield "wrong_code", by_code, replace(registration(0), code=HASH), None
    yield "already_entered", open_, registration(0), None
    yield "declined", declined, registration(0), None
    many = {each: replace(open_.entrants[PLAYERS[0]], state="declined") for each in map(table_id, range(MOST_KNOWN))}
    yield "tournament_full", replace(open_, entrants=many), registration(2), None
    yield "tournament_full", replace(open_, requests=MOST_REQUESTS), registration(2), None


def one_declined() -> Tournament:
    """Return a tournament whose only entrant has been declined; the registration is open."""
    return then(registering(1), commands.Decline(ASSISTANT, PLAYERS[0]))


def approvals() -> Iterator[Case]:
    """Yield refusals of letting entrants in, and of declining them."""
    open_, asked, declined = registering(1), registering(1, registration="approval"), one_declined()
    approval = commands.Approve(ASSISTANT, PLAYERS[0])
    yield from for_staff(approval, asked)
    yield "wrong_state", started(), approval, None
    yield "no_such_entrant", asked, replace(approval, entrant=STRANGER), None
    yield "no_change", open_, approval, None
    entered = then(of_teams(), commands.Register(by=team(0).members[0], entrant=team(0)))
    replaced = then(entered, commands.Decline(DIRECTOR, TEAMS[0]))
    again = replace(team(0), id=TEAMS[1])
    replaced = then(replaced, commands.Register(by=again.members[0], entrant=again))
    yield "already_entered", replaced, commands.Approve(DIRECTOR, TEAMS[0]), None

    decline = commands.Decline(ASSISTANT, PLAYERS[0])
    yield from for_staff(decline, open_)
    yield "wrong_state", started(), decline, None
    yield "no_such_entrant", open_, replace(decline, entrant=STRANGER), None
    yield "no_change", declined, decline, None


def additions() -> Iterator[Case]:
    """Yield refusals of entrants that the staff adds."""
    open_, full, declined = registering(1), registering(2, limit=2), one_declined()
    house: tuple[tuple[Any, Tournament], ...] = (
        (commands.AddEntrants(ASSISTANT, (player(3), player(4))), open_),
        (commands.AddHouse(ASSISTANT, "random", (player(3), player(4))), open_),
    )
    for adding, state in house:
        yield from for_staff(adding, state)
        yield "wrong_state", started(), adding, None
        yield "invalid_entrant", state, replace(adding, entrants=(team(0),)), None
        yield "already_entered", state, replace(adding, entrants=(player(0),)), None
        yield "already_entered", state, replace(adding, entrants=(player(5), player(5))), None
        yield "already_entered", declined, replace(adding, entrants=(player(0),)), None
        yield "tournament_full", full, adding, None


def leaving_and_coming() -> Iterator[Case]:
    """Yield refusals of commands for those who leave, come back, come late or come for somebody else."""
    yield from leaving_and_coming_back()
    yield from coming_late_or_for_others()


def leaving_and_coming_back() -> Iterator[Case]:
    """Yield refusals of commands for those who leave and come back."""
    open_, going_on = registering(2), started(late_entries=LATE)
    asked = registering(1, registration="approval")
    out = then(open_, commands.OpenCheckIn(DIRECTOR), commands.CloseCheckIn(DIRECTOR))
    leave = commands.Withdraw(PLAYERS[0], PLAYERS[0])
    yield "tournament_over", cancelled(open_), leave, None
    yield "no_such_entrant", open_, commands.Withdraw(STRANGER, STRANGER), None
    yield "no_such_entrant", asked, replace(leave, by=STRANGER), None
    yield "no_such_entrant", then(open_, commands.Decline(DIRECTOR, PLAYERS[0])), leave, None
    yield "not_your_entrant", open_, replace(leave, by=STRANGER), None
    yield "not_your_entrant", open_, replace(leave, by=SCORER), None
    yield "no_change", out, leave, None

    back = commands.Return(PLAYERS[0], PLAYERS[0])
    by_staff = then(going_on, replace(leave, by=ASSISTANT))
    yield "tournament_over", cancelled(out), back, None
    yield "wrong_state", open_, back, None
    yield "no_such_entrant", out, commands.Return(STRANGER, STRANGER), None
    yield "not_your_entrant", out, replace(back, by=STRANGER), None
    yield "not_your_entrant", by_staff, back, None
    yield "no_change", going_on, back, None
    small = checking_in(3, limit=2)
    moved = then(small, commands.CheckIn(PLAYERS[1], PLAYERS[1]), commands.CheckIn(PLAYERS[2], PLAYERS[2]))
    yield "tournament_full", then(moved, commands.CloseCheckIn(DIRECTOR)), back, None


def coming_late_or_for_others() -> Iterator[Case]:
    """Yield refusals of commands for those who come late, or in somebody's place."""
    open_, going_on = registering(2), started(late_entries=LATE)
    asked = registering(1, registration="approval")
    late = commands.EnterLate(by=ASSISTANT, entrant=player(9))
    yield from for_staff(late, going_on)
    yield "wrong_state", open_, late, None
    yield "late_entry_over", started(), late, None
    yield "late_entry_over", finished(playing(finished(playing(going_on)))), late, None
    yield "invalid_entrant", going_on, replace(late, entrant=team(0)), None
    yield "already_entered", going_on, replace(late, entrant=player(0)), None
    yield "tournament_full", started(late_entries=LATE, limit=4), late, None

    other = commands.Substitute(by=ASSISTANT, entrant=PLAYERS[0], leaves=PLAYERS[0], joins=PLAYERS[9])
    yield "tournament_over", cancelled(open_), other, None
    yield "no_such_entrant", open_, replace(other, entrant=STRANGER), None
    yield "not_your_entrant", open_, replace(other, by=PLAYERS[1]), None
    house = then(open_, commands.AddHouse(DIRECTOR, "random", (player(5),)))
    yield "wrong_state", asked, other, None
    yield "house_plays", house, replace(other, entrant=PLAYERS[5], leaves=PLAYERS[5]), None
    yield "no_such_member", open_, replace(other, leaves=PLAYERS[8]), None
    yield "no_such_substitute", open_, replace(other, by=PLAYERS[0]), None
    yield "already_entered", open_, replace(other, joins=PLAYERS[1]), None


def check_ins() -> Iterator[Case]:
    """Yield refusals of commands for the check-in and the start."""
    open_, there = registering(2), checking_in(4)
    each_round = finished(playing(check_in_each_round=True))
    asking = commands.OpenCheckIn(ASSISTANT)
    yield from for_staff(asking, open_)
    yield "wrong_state", announced(), asking, None
    yield "wrong_state", playing(check_in_each_round=True), asking, None
    yield "wrong_state", started(check_in_each_round=True), asking, None
    held = then(each_round, asking, commands.CloseCheckIn(DIRECTOR))
    yield "wrong_state", held, asking, None
    last = finished(playing(check_in_each_round=True, seating={"rounds": 1}))
    yield "wrong_state", last, asking, None
    yield "no_check_in", started(), asking, None

    here = commands.CheckIn(PLAYERS[0], PLAYERS[0], HASH)
    yield "tournament_over", cancelled(there), here, None
    yield "wrong_state", open_, here, None
    yield "wrong_state", then(there, commands.CloseCheckIn(DIRECTOR)), here, None
    yield "no_such_entrant", there, replace(here, entrant=STRANGER), None
    yield "not_your_entrant", there, replace(here, by=STRANGER), None
    yield "no_change", checking_in(4, 1), here, None

    closing = commands.CloseCheckIn(ASSISTANT)
    yield from for_staff(closing, there)
    yield "wrong_state", open_, closing, None

    start = commands.StartRounds(ASSISTANT)
    yield from for_staff(start, there)
    yield "wrong_state", open_, start, None
    yield "too_few_entrants", checking_in(4, 1), start, None


def rounds() -> Iterator[Case]:
    """Yield refusals of commands for drafts and their publication."""
    going_on = started(5)
    planned, there = drafted(going_on), checking_in(4)
    right = draft(going_on)
    drafting = commands.DraftRound(ASSISTANT, right)
    yield from for_staff(drafting, going_on)
    yield "wrong_state", there, drafting, None
    each_round = finished(playing(check_in_each_round=True))
    asked = then(each_round, commands.OpenCheckIn(DIRECTOR))
    yield "check_in_open", asked, drafting, None
    yield "check_in_needed", each_round, drafting, None
    yield "round_not_over", playing(), drafting, None
    yield "no_more_rounds", finished(playing(seating={"rounds": 1})), drafting, None

    editing = commands.EditDraft(ASSISTANT, right)
    yield from for_staff(editing, planned)
    yield "wrong_state", there, editing, None
    yield "no_draft", going_on, editing, None
    yield "no_draft", playing(), editing, None
    yield "draft_changed", planned, replace(editing, draft_number=2), None
    for wrong in wrong_drafts(right):
        yield "invalid_draft", going_on, replace(drafting, draft=wrong), None
        yield "invalid_draft", planned, replace(editing, draft=wrong), None

    yield from edits_of_knockouts()
    for before, command in ((going_on, drafting), (planned, editing)):
        yield "too_often", replace(before, drafted=MOST_DRAFTED), command, None

    yield from publications()
    yield from next_rounds()


def publications() -> Iterator[Case]:
    """Yield refusals of commands that publish a round and begin it."""
    going_on, there = started(5), checking_in(4)
    planned = drafted(going_on)
    publish = replace(publishing(planned), by=ASSISTANT)
    yield from for_staff(publish, planned)
    yield "wrong_state", there, publish, None
    yield "no_draft", going_on, publish, None
    yield (
        "draft_changed",
        then(planned, commands.DraftRound(ASSISTANT, draft(going_on))),
        replace(publish, draft_number=1),
        None,
    )
    yield "draft_outdated", then(planned, commands.Withdraw(PLAYERS[0], PLAYERS[0])), publish, None
    yield "invalid_tables", planned, replace(publish, tables=publish.tables[:1]), None
    yield "invalid_tables", planned, replace(publish, tables=publish.tables[:1] * 2), None
    second = drafted(finished(playing()))
    yield "invalid_tables", second, commands.PublishRound(DIRECTOR, (table_id(100), table_id(8))), None

    open_tables = commands.StartRound(1)
    yield "tournament_over", cancelled(published(started())), open_tables, None
    yield "wrong_state", started(), open_tables, None
    yield "wrong_state", planned, open_tables, None
    yield "wrong_state", published(started()), commands.StartRound(2), None


def edits_of_knockouts() -> Iterator[Case]:
    """Yield edited drafts of a knockout that leave somebody out, or let somebody play who is out."""
    planned = drafted(started(4, seating={"format": "knockout"}))
    whole = draft(planned)
    half = replace(whole, tables=whole.tables[:1])
    final = then(started(4, seating={"format": "knockout"}), commands.DraftRound(DIRECTOR, half))
    yield "invalid_draft", planned, commands.EditDraft(DIRECTOR, half), None
    yield "invalid_draft", final, commands.EditDraft(DIRECTOR, whole), None


def test_the_known_people_of_a_wrong_entrant_are_named() -> None:
    one = team(0)
    two, twice = replace(one, members=one.members[:2]), replace(one, substitutes=(PLAYERS[8], one.members[1]))

    both = [commands.Register(by=one.members[0], entrant=each, asks=True) for each in (two, twice)]
    said = [refused("invalid_entrant", of_teams(), each).detail for each in both]

    assert said == [
        f"Number of members of the entrant of {one.members[0]}: 2; it takes 3.",
        f"Somebody is named twice: {one.members[1]}.",
    ]


def test_a_round_without_tables_is_refused_with_what_to_do() -> None:
    planned = started(4, seating={"format": "knockout"})
    nobody = commands.DraftRound(DIRECTOR, replace(draft(planned), tables=()))
    assert "`finish` the tournament" in refused("invalid_draft", planned, nobody).detail


def next_rounds() -> Iterator[Case]:
    """Yield refusals of rounds that the service drafts and publishes."""
    ready = started(drafting="at_once")
    right = commands.NextRound(draft(ready), (table_id(1), table_id(2)))
    yield "tournament_over", cancelled(ready), right, None
    yield "wrong_state", started(), right, None
    yield "wrong_state", drafted(ready), right, None
    yield "wrong_state", playing(ready), right, None
    yield "draft_outdated", ready, replace(right, draft=replace(right.draft, round=2)), None
    yield "invalid_tables", ready, replace(right, tables=(table_id(1),)), None


def wrong_drafts(right: Draft) -> Iterator[Draft]:
    """Yield drafts that have something wrong in them."""
    first, second = right.tables
    yield replace(right, round=2)
    yield replace(right, tables=())
    yield replace(right, tables=(first,) * (MOST_TABLES + 1))
    yield replace(right, tables=(second, first))
    yield replace(right, tables=(replace(first, entrants=first.entrants[:1]), second))
    yield replace(right, tables=(replace(first, entrants=(first.entrants[0], STRANGER)), second))
    yield replace(right, tables=(first, replace(second, entrants=first.entrants)))
    yield replace(right, byes=())
    yield replace(right, tables=(DraftedTable(number=1, entrants=first.entrants * 2), second))
    yield replace(right, byes=(*right.byes, DraftedBye(entrant=first.entrants[0])))


def tables() -> Iterator[Case]:
    """Yield refusals of what the service notes of tables."""
    going_on = playing(no_show_ms=MINUTE)
    one = noted(going_on, 0)
    note, second = noting(going_on, 0), noting(going_on, 1)
    stop = commands.NoteStopped(table=note.table, version=3, hash=HASH)
    stopped = then(going_on, stop)
    over = finished(going_on)
    for command in (note, stop):
        yield "tournament_over", cancelled(going_on), command, None
        yield "wrong_state", over, command, None
        yield "no_such_table", going_on, replace(command, table=STRANGER), None
        yield "no_such_table", playing(over), command, None
        yield "table_over", one, command, None
        yield "table_over", stopped, command, None
    for wrong in (
        result(3),
        replace(result(), deals=((1, 2, 3),)),
        replace(result(), teams=(0,)),
        replace(result(), winners=(2,)),
        replace(result(), winners=(-1,)),
    ):
        yield "invalid_result", going_on, replace(second, result=wrong), None

    absent = commands.NoteNoShows(1, (PLAYERS[0],))
    later = going_on.at + MINUTE
    yield "tournament_over", cancelled(going_on), absent, later
    yield "wrong_state", over, absent, later
    yield "wrong_state", playing(), absent, later
    yield "wrong_state", going_on, replace(absent, round=2), later
    yield "too_early", going_on, absent, later - 1
    yield "no_change", then(going_on, absent, at=later), absent, later
    yield "no_such_entrant", going_on, replace(absent, absent=(STRANGER,)), later


def with_role(tournament: Tournament, player: UUID) -> Tournament:
    """Return a tournament in which somebody who plays is an assistant, too."""
    return then(tournament, commands.Appoint(DIRECTOR, player, "assistant"))


def too_often() -> Iterator[Case]:
    """Yield refusals of what entrants have done as often as they may."""
    again, out = registering(1), started()
    for _ in range(MOST_REGISTRATIONS):
        again = then(again, registration(2), commands.Withdraw(PLAYERS[2], PLAYERS[2]))
    yield "too_often", again, registration(2), None
    for number in range(MOST_RETURNS + 1):
        out = then(out, commands.Withdraw(PLAYERS[0], PLAYERS[0]))
        if number < MOST_RETURNS:
            out = then(out, commands.Return(PLAYERS[0], PLAYERS[0]))
    yield "too_often", out, commands.Return(PLAYERS[0], PLAYERS[0]), None
    back = then(out, commands.Return(DIRECTOR, PLAYERS[0]))
    entrant = replace(back.entrants[PLAYERS[0]], substitutions=MOST_SUBSTITUTIONS)
    often = replace(back, entrants={**back.entrants, PLAYERS[0]: entrant})
    substitute = commands.Substitute(by=PLAYERS[0], entrant=PLAYERS[0], leaves=PLAYERS[0], joins=PLAYERS[9])
    yield "too_often", often, substitute, None
    assert then(often, replace(substitute, by=ASSISTANT)).entrants[PLAYERS[0]].members == (PLAYERS[9],)


def rulings() -> Iterator[Case]:
    """Yield refusals of rulings and corrections."""
    going_on = playing()
    one, over = noted(going_on, 0), finished(going_on)
    minute = over.settings.correction_ms + 1
    rule = ruling(going_on, Penalty(PLAYERS[0], 5))
    yield from for_staff(rule, going_on)
    yield "wrong_state", registering(2), rule, None
    yield "no_such_round", started(), rule, None
    yield "no_such_round", published(started()), rule, None
    yield "correction_over", over, rule, over.at + minute
    yield "no_such_entrant", going_on, ruling(going_on, Penalty(STRANGER, 5)), None
    yield "no_such_table", going_on, ruling(going_on, closes=(3,)), None
    yield "table_over", one, ruling(going_on, closes=(1,)), None
    yield "nothing_ruled", going_on, ruling(going_on), None
    yield "not_settled", going_on, ruling(going_on, closes=(1,)), None
    yield "not_settled", going_on, ruling(going_on, NotPlayed(PLAYERS[0]), Penalty(PLAYERS[1], 1), closes=(1,)), None
    closed = then(going_on, ruling(going_on, Forfeited(PLAYERS[0]), closes=(1,)))
    yield "not_settled", closed, ruling(closed, AdjustedShare(PLAYERS[0], 4_000)), None

    for points in (-1, 10_001):
        yield (
            "invalid_measures",
            playing(scoring="rank_points"),
            ruling(going_on, AdjustedPoints(PLAYERS[0], points)),
            None,
        )
    for command in (
        rule,
        commands.ReplayTable(by=SCORER, number=1, tables=(table_id(1),), reason="fault_of_service"),
        commands.Correct(by=SCORER, table=noting(one, 1).table, result=result(winner=1), reason="wrong_entry"),
    ):
        yield "not_your_role", with_role(one, PLAYERS[2]), replace(command, by=PLAYERS[2]), None


def replays() -> Iterator[Case]:
    """Yield refusals of having tables played again."""
    going_on = playing()
    again = commands.ReplayTable(by=SCORER, number=1, tables=(table_id(1),), reason="fault_of_service")
    yield from for_staff(again, going_on)
    yield "wrong_state", finished(going_on), again, None
    yield "no_such_table", going_on, replace(again, number=3), None
    forfeit = ruling(going_on, Forfeited(PLAYERS[0]), closes=(1,))
    yield "table_over", then(going_on, forfeit), again, None
    (first, *others) = going_on.rounds[0].tables
    often = replace(going_on.rounds[0], tables=(replace(first, again=MOST_REPLAYS), *others))
    yield "table_over", replace(going_on, rounds=(often,)), again, None
    yield "invalid_tables", going_on, replace(again, tables=(table_id(1), table_id(2))), None
    yield "invalid_tables", going_on, replace(again, tables=(noting(going_on, 1).table,)), None
    yield "invalid_tables", then(going_on, again), replace(again, tables=(noting(going_on, 0).table,)), None


def corrections() -> Iterator[Case]:
    """Yield refusals of corrected results."""
    going_on = playing()
    one, over = noted(going_on, 0), finished(going_on)
    table = noting(going_on, 0).table
    wrong = commands.Correct(by=SCORER, table=table, result=result(winner=1), reason="wrong_entry")
    yield from for_staff(wrong, one)
    yield "wrong_state", registering(2), wrong, None
    yield "wrong_state", going_on, wrong, None
    yield "no_such_table", one, replace(wrong, table=STRANGER), None
    again = commands.ReplayTable(by=SCORER, number=1, tables=(table_id(1),), reason="fault_of_service")
    yield "no_such_table", then(one, again), wrong, None
    yield "correction_over", over, wrong, over.at + over.settings.correction_ms + 1
    yield "invalid_result", one, replace(wrong, result=result(3)), None
    for other in ({"points": (9, 0)}, {"deals": ()}, {"teams": (0, 1)}, {"success": "triumph"}):
        yield "invalid_result", one, replace(wrong, result=replace(result(winner=1), **other)), None
    yield "invalid_result", one, replace(wrong, result=of_deals(2)), None
    closed = then(going_on, ruling(going_on, Forfeited(PLAYERS[0]), closes=(1,)))
    yield "invalid_result", closed, replace(wrong, result=of_deals(101)), None
    yield "no_change", one, replace(wrong, result=result()), None
    tied = replace(result(), winners=(0, 1))
    both = then(one, replace(wrong, result=tied))
    yield "no_change", both, replace(wrong, result=replace(tied, winners=(1, 0))), None


def appeals() -> Iterator[Case]:
    """Yield refusals of appeals, and of what is decided about them."""
    going_on = playing()
    ruled = then(going_on, ruling(going_on, Forfeited(PLAYERS[0]), closes=(1,)))
    appeal = commands.Appeal(by=PLAYERS[0], ruling=1)
    late = ruled.at + ruled.settings.correction_ms + 1
    filed = then(ruled, appeal)
    yield "tournament_over", cancelled(ruled), appeal, None
    yield "no_such_ruling", ruled, replace(appeal, ruling=2), None
    yield "no_such_ruling", ruled, replace(appeal, by=STRANGER), None
    yield "no_such_ruling", ruled, replace(appeal, by=PLAYERS[2]), None
    yield "correction_over", ruled, appeal, late
    yield "no_change", filed, appeal, None

    outcome = commands.DecideAppeal(by=ASSISTANT, appeal=1, outcome="dismissed", reason="appeal")
    upheld = replace(outcome, outcome="upheld")
    yield from for_staff(outcome, filed)
    yield "no_such_appeal", ruled, outcome, None
    yield "no_change", then(filed, outcome), outcome, None
    yield "invalid_measures", filed, replace(outcome, measures=(NotPlayed(PLAYERS[0]),)), None
    yield "not_your_role", with_role(filed, PLAYERS[2]), replace(outcome, by=PLAYERS[2]), None
    ranked = then(playing(scoring="rank_points"), ruling(going_on, Forfeited(PLAYERS[0]), closes=(1,)), appeal)
    for points in (-1, 10_001):
        yield "invalid_measures", ranked, replace(upheld, measures=(AdjustedPoints(PLAYERS[0], points),)), None
    yield "no_such_entrant", filed, replace(upheld, measures=(NotPlayed(STRANGER),)), None
    yield "not_settled", filed, upheld, None
    yield "not_settled", filed, replace(upheld, measures=(AdjustedPoints(PLAYERS[0], 1),)), None


def endings() -> Iterator[Case]:
    """Yield refusals of commands that end something, and of those about the staff."""
    going_on = playing()
    ending_round = commands.FinishRound(by=ASSISTANT, reason="time_over")
    yield from for_staff(ending_round, going_on)
    yield "wrong_state", started(), ending_round, None
    yield "wrong_state", finished(going_on), ending_round, None
    yield "not_your_role", with_role(going_on, PLAYERS[2]), replace(ending_round, by=PLAYERS[2]), None

    end = commands.Finish(DIRECTOR)
    yield from for_staff(end, finished(going_on))
    yield "not_your_role", finished(going_on), commands.Finish(ASSISTANT), None
    yield "wrong_state", registering(2), end, None
    yield "round_not_over", going_on, end, None
    yield "round_not_over", published(started()), end, None
    ruled = then(going_on, ruling(going_on, Penalty(PLAYERS[0], 1)), commands.Appeal(by=PLAYERS[0], ruling=1))
    yield "appeals_open", finished(ruled), end, None

    yield from for_staff(CANCEL, going_on)

    naming = commands.Appoint(DIRECTOR, STRANGER, "scorer")
    new = announced()
    yield from for_staff(naming, new)
    yield "no_change", new, commands.Appoint(DIRECTOR, SCORER, "scorer"), None
    yield "last_director", new, commands.Appoint(DIRECTOR, DIRECTOR, "scorer"), None
    crowd = then(new, *[commands.Appoint(DIRECTOR, table_id(number), "scorer") for number in range(47)])
    yield "staff_full", crowd, naming, None

    dismissal = commands.Dismiss(DIRECTOR, SCORER)
    yield from for_staff(dismissal, new)
    yield "no_change", new, replace(dismissal, person=STRANGER), None
    yield "last_director", new, replace(dismissal, person=DIRECTOR), None


def cases() -> list[Case]:
    """Return at least one refusal for each code of each command."""
    return [
        *announcements(),
        *invitations(),
        *openings(),
        *registrations(),
        *approvals(),
        *additions(),
        *leaving_and_coming(),
        *check_ins(),
        *rounds(),
        *tables(),
        *too_often(),
        *rulings(),
        *replays(),
        *corrections(),
        *appeals(),
        *endings(),
    ]


CASES = cases()


@pytest.mark.parametrize(
    ("code", "tournament", "command", "at"),
    CASES,
    ids=[f"{type(command).__name__}-{code}-{number}" for number, (code, _, command, _) in enumerate(CASES)],
)
def test_a_command_is_refused_with_a_code_that_it_declares(
    code: str, tournament: Tournament | None, command: Command, at: int | None
) -> None:
    refused(code, tournament, command, at)

    assert code in command.refusals


@pytest.mark.parametrize("kind", TOURNAMENT_COMMANDS)
def test_every_code_that_a_command_declares_is_given(kind: type[Command]) -> None:
    given = {code for code, _, command, _ in CASES if type(command) is kind}

    assert given == set(kind.refusals)
    assert len(kind.refusals) == len(given)


def test_only_an_announcement_begins_a_tournament_and_only_once() -> None:
    with pytest.raises(ValueError, match="begins with"):
        decide(None, Tick(), AT)
    with pytest.raises(ValueError, match="no command to a tournament"):
        decide(announced(), announcing(), AT)


def test_a_command_of_a_table_is_no_command_of_a_tournament() -> None:
    with pytest.raises(ValueError, match="StartGame"):
        decide(announced(), StartGame(DIRECTOR), AT)


def test_the_details_of_wrong_settings_name_the_value_and_what_is_allowed() -> None:
    wrong = refused("invalid_setting", None, announcing(warning_ms=5, round_ms=3))
    assert wrong.detail == "`warning_ms` is 5; allowed: less than `round_ms`, 3 - at `$.warning_ms`"
    wrong = refused("invalid_setting", None, announcing(warning_ms=5))
    assert wrong.detail == "`warning_ms` is 5; allowed: null: a round has no `round_ms` - at `$.warning_ms`"
    assert SECRET not in str(refused("invalid_setting", None, announcing(seating={"final_rounds": 2})))


def test_of_a_check_in_that_cannot_be_opened_it_is_said_why() -> None:
    going_on = playing(check_in_each_round=True, seating={"rounds": 2})
    over = finished(going_on)
    open_check_in = commands.OpenCheckIn(DIRECTOR)
    there = [commands.CheckIn(DIRECTOR, each) for each in PLAYERS[:4]]
    second = playing(then(over, open_check_in, *there, commands.CloseCheckIn(DIRECTOR)))

    assert "when round 1 is over" in refused("wrong_state", going_on, open_check_in).detail
    assert "for round 2 has been opened" in refused("wrong_state", then(over, open_check_in), open_check_in).detail
    assert "Round 2 was the last one" in refused("wrong_state", finished(second), open_check_in).detail
