"""Drafts that several people of the staff change: who names the draft that they have seen changes no other."""

from msgspec.structs import replace

from domain.tournament import commands
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


def test_who_has_seen_the_present_draft_may_change_and_publish_it() -> None:
    planned = drafted(started())
    edited = then(planned, commands.EditDraft(DIRECTOR, draft(planned), 1))
    assert then(edited, replace(publishing(edited), draft_number=2)).rounds[-1].published


def test_who_has_seen_the_draft_before_changes_and_publishes_nothing() -> None:
    planned = drafted(started())
    edited = then(planned, commands.EditDraft(DIRECTOR, draft(planned)))
    refused("draft_changed", edited, commands.EditDraft(DIRECTOR, draft(edited), 1))
    refused("draft_changed", edited, replace(publishing(edited), draft_number=1))


def test_who_names_no_draft_publishes_whichever_there_is() -> None:
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
