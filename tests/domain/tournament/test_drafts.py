"""Drafts that several people of the staff change: a command that names the draft that was seen changes no other."""

import pytest
from msgspec.structs import replace

from domain.tournament import Tournament, commands
from domain.tournament.drafts import MOST_DRAFTED
from domain.tournament.types import Reason
from domain.tournament.viewing import round_view
from tests.domain.tournament.tournaments import (
    DIRECTOR,
    PLAYERS,
    draft,
    drafted,
    finished,
    published,
    publishing,
    refused,
    started,
    table_id,
    then,
)


def test_each_draft_of_a_round_has_the_next_number() -> None:
    first = drafted(started())
    edited = then(first, commands.EditDraft(DIRECTOR, draft(first)))
    drafted_again = drafted(edited)
    assert [each.rounds[-1].draft_number for each in (first, edited, drafted_again)] == [1, 2, 3]


def test_the_drafts_of_the_next_round_are_counted_anew() -> None:
    planned = drafted(started())
    again = drafted(planned)
    over = finished(then(then(again, publishing(again)), commands.StartRound(1)))
    assert [each.draft_number for each in drafted(over).rounds] == [2, 1]


def test_staff_who_have_seen_the_present_draft_may_change_and_publish_it() -> None:
    planned = drafted(started())
    edited = then(planned, commands.EditDraft(DIRECTOR, draft(planned), 1))
    assert then(edited, replace(publishing(edited), draft_number=2)).rounds[-1].published


def test_staff_who_have_seen_the_previous_draft_change_and_publish_nothing() -> None:
    planned = drafted(started())
    edited = then(planned, commands.EditDraft(DIRECTOR, draft(planned)))
    refused("draft_changed", edited, commands.EditDraft(DIRECTOR, draft(edited), 1))
    refused("draft_changed", edited, replace(publishing(edited), draft_number=1))


def test_staff_who_name_no_draft_publish_whichever_there_is() -> None:
    edited = drafted(drafted(started()))
    assert then(edited, publishing(edited)).rounds[-1].published


def test_the_staff_alone_sees_the_number() -> None:
    planned, on = drafted(drafted(started())), published(drafted(started()))
    for tournament in (planned, on):
        staff = round_view(tournament, 1, DIRECTOR)
        assert staff is not None
        assert staff.draft_number == 2
    others = round_view(on, 1, PLAYERS[0])
    assert others is not None
    assert others.draft_number is None


def test_all_whom_drafts_name_are_counted_also_with_byes_and_in_drafts_of_the_service() -> None:
    first = drafted(started(5))
    edited = then(first, commands.EditDraft(DIRECTOR, draft(first)))
    over = finished(then(edited, publishing(edited), commands.StartRound(1)))
    by_itself = started(4, drafting="at_once")

    by_service = then(by_itself, commands.NextRound(draft(by_itself), (table_id(1), table_id(2))))

    assert [each.drafted for each in (started(5), first, edited, over, drafted(over))] == [0, 5, 10, 10, 15]
    assert by_service.drafted == 4


def test_in_drafts_edited_by_hand_those_whom_reasons_name_are_counted_too() -> None:
    named = (Reason(code="repeat_unavoidable", entrants=PLAYERS[:2]), Reason(code="seats_balanced"))
    right = draft(started(5))
    first, *others = right.tables
    (bye,) = right.byes
    reasoned = replace(right, tables=(replace(first, reasons=named), *others), byes=(replace(bye, reasons=named[:1]),))

    by_service = then(started(5), commands.DraftRound(DIRECTOR, reasoned))

    assert by_service.drafted == 5
    assert then(by_service, commands.EditDraft(DIRECTOR, reasoned)).drafted == 5 + 5 + 4


@pytest.mark.parametrize("before", [started(), drafted(started())])
def test_the_staff_drafts_until_the_drafts_have_named_as_many_as_they_may(before: Tournament) -> None:
    right = draft(before)
    command = commands.EditDraft(DIRECTOR, right) if before.round else commands.DraftRound(DIRECTOR, right)
    nearly = replace(before, drafted=MOST_DRAFTED - 1)

    last = then(nearly, command)

    assert last.drafted == MOST_DRAFTED + 3
    refused("too_often", last, commands.DraftRound(DIRECTOR, right))
    refused("too_often", last, commands.EditDraft(DIRECTOR, right))
    assert then(last, publishing(last)).rounds[-1].published


def test_the_service_drafts_also_where_the_staff_no_longer_can() -> None:
    many = replace(started(4, drafting="at_once"), drafted=MOST_DRAFTED)

    on = then(many, commands.NextRound(draft(many), (table_id(1), table_id(2))))

    assert on.rounds[-1].published
