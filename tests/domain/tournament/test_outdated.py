"""Drafts that go by scores, or by players, that have changed since."""

import pytest
from msgspec.structs import replace

from domain.game import Refused
from domain.table import Command
from domain.tournament import Tournament, commands
from domain.tournament.drafts import must_be_paired_by
from domain.tournament.events import Warned
from domain.tournament.types import DraftedBye, Forfeited, Penalty
from tests.domain.tournament.test_whole import proposed
from tests.domain.tournament.tournaments import (
    DIRECTOR,
    PLAYERS,
    STRANGER,
    draft,
    drafted,
    finished,
    player,
    playing,
    publishing,
    refused,
    result,
    started,
    then,
)


def rule(*measures: Penalty | Warned | Forfeited) -> commands.Rule:
    return commands.Rule(by=DIRECTOR, round=1, measures=measures, reason="other")


def decide(outcome: str) -> commands.DecideAppeal:
    measures = (Penalty(PLAYERS[0], 1),) if outcome == "upheld" else ()
    return commands.DecideAppeal(by=DIRECTOR, appeal=1, outcome=outcome, measures=measures, reason="appeal")  # type: ignore[arg-type]


def correction(tournament: Tournament) -> commands.Correct:
    table = tournament.rounds[0].tables[0].id
    return commands.Correct(by=DIRECTOR, table=table, result=result(winner=1), reason="wrong_entry")


def appealed(**given: str) -> Tournament:
    over = finished(playing(seating=given))
    return drafted(then(over, rule(Forfeited(PLAYERS[0])), commands.Appeal(by=PLAYERS[0], ruling=1)))


@pytest.mark.parametrize("change", [rule(Penalty(PLAYERS[0], 1)), decide("upheld"), correction])
def test_scores_that_change_outdate_a_draft_until_there_is_another(change: Command) -> None:
    planned = appealed()
    changed = then(planned, change(planned) if callable(change) else change)

    refused("draft_outdated", changed, publishing(changed))

    for command in (commands.DraftRound(DIRECTOR, draft(changed)), commands.EditDraft(DIRECTOR, draft(changed))):
        again = then(changed, command)
        assert then(again, publishing(again)).rounds[-1].published


@pytest.mark.parametrize("change", [rule(Warned(PLAYERS[0])), decide("dismissed")])
def test_what_changes_no_scores_leaves_a_draft_as_it_is(change: Command) -> None:
    changed = then(appealed(), change)
    assert then(changed, publishing(changed)).rounds[-1].published


def test_tables_that_were_uploaded_go_by_no_scores() -> None:
    changed = then(appealed(format="manual"), rule(Penalty(PLAYERS[0], 1)))
    assert then(changed, publishing(changed)).rounds[-1].published


GROUPS = {"format": "groups", "groups": 2, "rounds": 4}


@pytest.mark.parametrize("seating", [GROUPS, {"format": "knockout"}])
def test_somebody_who_comes_back_after_the_draft_outdates_it_where_not_all_who_play_are_in_each_round(
    seating: dict[str, object],
) -> None:
    ready = started(seating=seating, players=8)
    away = then(ready, commands.Withdraw(PLAYERS[0], PLAYERS[0]))
    planned = then(away, commands.DraftRound(DIRECTOR, proposed(away)))
    back = then(planned, commands.Return(PLAYERS[0], PLAYERS[0]))
    edited = then(back, commands.EditDraft(DIRECTOR, proposed(away)))

    for outdated in (back, edited):
        refused("draft_outdated", outdated, publishing(outdated))
        again = then(outdated, commands.DraftRound(DIRECTOR, proposed(outdated)))
        assert PLAYERS[0] in again.rounds[-1].draft.named
        assert then(again, publishing(again)).rounds[-1].published


def test_somebody_who_was_drafted_and_comes_back_outdates_no_draft() -> None:
    ready = started(seating=GROUPS, players=8)
    planned = then(ready, commands.DraftRound(DIRECTOR, proposed(ready)))
    back = then(planned, commands.Withdraw(PLAYERS[0], PLAYERS[0]), commands.Return(PLAYERS[0], PLAYERS[0]))
    assert then(back, publishing(back)).rounds[-1].published


@pytest.mark.parametrize("seating", [{"format": "knockout", "rounds": 2}, {**GROUPS, "rounds": 2}])
def test_somebody_who_is_in_a_round_by_scores_is_not_edited_into_it_when_they_change(
    seating: dict[str, object],
) -> None:
    over = finished(playing(players=4, seating=seating))
    planned = then(over, commands.DraftRound(DIRECTOR, proposed(over)))
    changed = then(planned, correction(planned))

    told = refused("invalid_draft", changed, commands.EditDraft(DIRECTOR, proposed(over)))

    assert told.detail == "Scores have changed since the round was drafted; draft it again."
    again = then(changed, commands.DraftRound(DIRECTOR, proposed(changed)))
    assert then(again, publishing(again)).rounds[-1].published
    assert set(again.rounds[-1].draft.named) != set(planned.rounds[-1].draft.named)


def test_somebody_who_withdraws_from_the_draft_of_a_final_leaves_their_place_to_the_next() -> None:
    over = finished(playing(players=8, seating={**GROUPS, "rounds": 2, "advance": 2}))
    planned = then(over, commands.DraftRound(DIRECTOR, proposed(over)))
    first, second = planned.rounds[-1].draft.tables
    gone, other = second.entrants
    away = then(planned, commands.Withdraw(gone, gone))
    without = replace(planned.rounds[-1].draft, tables=(first,), byes=(DraftedBye(entrant=other),))

    refused("invalid_draft", away, commands.EditDraft(DIRECTOR, without))

    again = then(away, commands.DraftRound(DIRECTOR, proposed(away)))
    assert len(then(again, publishing(again)).rounds[-1].tables) == 2


ROBIN = {"format": "round_robin", "rounds": 5}


@pytest.mark.parametrize("seating", [GROUPS, ROBIN, {"format": "knockout"}])
def test_somebody_who_withdraws_from_the_draft_of_the_first_round_changes_the_schedule_of_all(
    seating: dict[str, object],
) -> None:
    ready = started(seating=seating, players=6)
    planned = then(ready, commands.DraftRound(DIRECTOR, proposed(ready)))
    away = then(planned, commands.Withdraw(PLAYERS[1], PLAYERS[1]))

    told = refused("invalid_draft", away, commands.EditDraft(DIRECTOR, draft(away)))

    assert told.detail == f"{PLAYERS[1]} has withdrawn since the round was drafted; draft it again."
    again = then(away, commands.DraftRound(DIRECTOR, proposed(away)))
    edited = then(again, commands.EditDraft(DIRECTOR, proposed(away)))
    assert then(edited, publishing(edited)).rounds[-1].published


@pytest.mark.parametrize("seating", [{"format": "swiss"}, {**ROBIN, "places": 3, "sizes": [2, 3]}])
def test_where_there_is_no_schedule_the_first_round_is_edited_after_a_withdrawal(seating: dict[str, object]) -> None:
    planned = drafted(started(seating=seating, players=6))
    away = then(planned, commands.Withdraw(PLAYERS[1], PLAYERS[1]))
    edited = then(away, commands.EditDraft(DIRECTOR, draft(away)))
    assert then(edited, publishing(edited)).rounds[-1].published


def test_a_later_round_of_a_schedule_is_edited_after_a_withdrawal() -> None:
    over = finished(playing(players=6, seating=ROBIN))
    planned = then(over, commands.DraftRound(DIRECTOR, proposed(over)))
    away = then(planned, commands.Withdraw(PLAYERS[1], PLAYERS[1]))
    edited = then(away, commands.EditDraft(DIRECTOR, draft(away)))
    assert then(edited, publishing(edited)).rounds[-1].published


def test_somebody_who_comes_back_before_the_first_round_changes_the_schedule_of_all() -> None:
    away = then(started(seating=ROBIN, players=6), commands.Withdraw(PLAYERS[1], PLAYERS[1]))
    planned = then(away, commands.DraftRound(DIRECTOR, proposed(away)))
    back = then(planned, commands.Return(PLAYERS[1], PLAYERS[1]))
    edited = then(back, commands.EditDraft(DIRECTOR, draft(back)))

    refused("draft_outdated", edited, publishing(edited))

    again = then(edited, commands.DraftRound(DIRECTOR, proposed(edited)))
    assert then(again, publishing(again)).rounds[-1].published


CHANGES = [
    rule(Penalty(PLAYERS[0], 1)),
    correction,
    commands.Withdraw(PLAYERS[0], PLAYERS[0]),
    commands.EnterLate(by=DIRECTOR, entrant=player(9)),
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_round_that_was_paired_before_players_or_scores_changed_is_refused(change: Command) -> None:
    over = finished(playing(late_entries={"until_round": 3}))
    changed = then(over, change(over) if callable(change) else change)
    of_staff, of_service = commands.DraftRound(DIRECTOR, draft(changed)), commands.NextRound(draft(changed), ())

    for command, code in ((of_staff, "invalid_draft"), (of_service, "draft_outdated")):
        with pytest.raises(Refused) as refusal:
            must_be_paired_by(over, changed, command)
        assert refusal.value.code == code
        must_be_paired_by(changed, changed, command)
    must_be_paired_by(over, changed, commands.Finish(DIRECTOR))


@pytest.mark.parametrize(
    ("form", "change"),
    [("swiss", commands.Appoint(DIRECTOR, STRANGER, "scorer")), ("manual", rule(Penalty(PLAYERS[0], 1)))],
)
def test_what_a_round_is_not_paired_by_may_change_meanwhile(form: str, change: Command) -> None:
    over = finished(playing(seating={"format": form}))
    must_be_paired_by(over, then(over, change), commands.DraftRound(DIRECTOR, draft(over)))
