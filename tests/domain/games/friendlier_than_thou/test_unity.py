"""Unity: R26, U24 to U27, the moves `propose`, `unite` and `object`, and the clock step `unity_lapsed`."""

from typing import Any

import pytest

from domain.games.friendlier_than_thou.events import (
    GameFinished,
    ProposalFallen,
    ProposalMade,
    SeatUnited,
    UnityLapsed,
)
from domain.games.friendlier_than_thou.moves import Object, Propose, Unite
from domain.games.friendlier_than_thou.view import Proposal, Unity
from tests.domain.games.friendlier_than_thou.table import START, Meeting, gathered
from tests.domain.scenario import kinds

PILE = ("AC", "AD", "AH", "AS")
LIMIT = 600_000


def in_unity(**options: Any) -> Meeting:
    """Return four Friends with nothing left to play; the pile is the four aces."""
    return gathered("", "", "", "", pile=PILE, **options)


def proposed(**options: Any) -> Meeting:
    """Return the same after seat 1 has proposed seat 2."""
    meeting = in_unity(**options)
    meeting.do(1, "propose", recipient=2)
    return meeting


def test_R26_all_together_decide_who_gets_the_pile() -> None:
    meeting = proposed()
    for seat in (0, 3):
        assert kinds(meeting.do(seat, "unite", recipient=2)) == ["seat_united"]
    events = meeting.do(2, "unite", recipient=2, at=30)
    at = START + 30
    assert events == (SeatUnited(2, 2, at=at), GameFinished(meeting.result, at=at))
    assert (meeting.result.recipient, meeting.result.hands[2].points) == (2, 80)
    view = meeting.sees()
    assert (view.phase, view.turn, view.to_act, view.deadline, view.unity) == ("finished", None, (), None, None)
    assert view.committee.recipient == 2
    assert view.result == meeting.result


def test_U24_any_seat_proposes_any_seat_and_is_in_unity_with_it() -> None:
    meeting = in_unity()
    assert meeting.sees().unity == Unity(None, 0, START + LIMIT)
    assert meeting.moves(3) == [Propose(0), Propose(1), Propose(2), Propose(3)]
    assert meeting.do(3, "propose", recipient=3) == (ProposalMade(3, 3, at=START),)
    assert meeting.sees().unity == Unity(Proposal(3, 3, (3,)), 0, START + LIMIT)
    assert meeting.sees().to_act == (0, 1, 2, 3)
    assert meeting.sees().turn is None


def test_U24_a_majority_is_not_enough() -> None:
    meeting = proposed()
    meeting.do(3, "unite", recipient=2)
    meeting.do(0, "unite", recipient=2)
    assert meeting.sees().unity == Unity(Proposal(1, 2, (0, 1, 3)), 0, START + LIMIT)
    assert meeting.sees().phase == "unity"


@pytest.mark.parametrize("objector", [0, 1, 2, 3])
def test_U25_one_objection_from_any_seat_and_the_proposal_falls(objector: int) -> None:
    meeting = proposed()
    meeting.do(0, "unite", recipient=2)
    events = meeting.do(objector, "object", recipient=2, at=8)
    assert events == (ProposalFallen(objector, 2, 1, at=START + 8),)
    assert meeting.sees().unity == Unity(None, 1, START + LIMIT)
    assert meeting.state.united == ()
    meeting.do(objector, "propose", recipient=2)
    assert meeting.sees().unity == Unity(Proposal(objector, 2, (objector,)), 1, START + LIMIT)


def test_U25_a_player_who_is_united_is_offered_only_to_object() -> None:
    meeting = proposed()
    assert meeting.moves(0) == [Unite(2), Object(2)]
    assert meeting.moves(1) == [Object(2)]


def test_U26_one_proposal_stands_at_a_time() -> None:
    meeting = proposed()
    assert meeting.refusal(0, "propose", recipient=3) == "proposal_standing"
    assert meeting.refusal(1, "propose", recipient=2) == "proposal_standing"


@pytest.mark.parametrize("kind", ["unite", "object"])
def test_U26_an_answer_cannot_hit_another_proposal(kind: str) -> None:
    meeting = proposed()
    meeting.do(1, "object", recipient=2)
    assert meeting.refusal(0, kind, recipient=2) == "no_proposal"
    meeting.do(1, "propose", recipient=3)
    assert meeting.refusal(0, kind, recipient=2) == "proposal_changed"


def test_unite_is_refused_to_those_who_are_united() -> None:
    meeting = proposed()
    meeting.do(3, "unite", recipient=2)
    for seat in (1, 3):
        assert meeting.refusal(seat, "unite", recipient=2) == "already_united"
        assert meeting.refusal(seat, "unite", recipient=1) == "proposal_changed"


def test_U27_after_too_many_fallen_proposals_the_matter_is_laid_over() -> None:
    meeting = proposed(unity_proposals=2)
    meeting.do(0, "object", recipient=2)
    meeting.do(0, "propose", recipient=0)
    events = meeting.do(3, "object", recipient=0, at=4)
    assert events == (ProposalFallen(3, 0, 2, at=START + 4), GameFinished(meeting.result, at=START + 4))
    assert meeting.sees().phase == "finished"
    assert meeting.sees().committee.recipient is None


def test_U27_when_unity_lapses_nobody_gets_the_pile() -> None:
    meeting = proposed()
    assert meeting.passes(LIMIT - 1) == ()
    at = START + LIMIT
    assert meeting.passes(LIMIT) == (UnityLapsed(at=at), GameFinished(meeting.result, at=at))
    assert (meeting.result.recipient, meeting.result.meeting_score) == (None, 0)
    assert sorted(meeting.result.committee) == sorted(PILE)


def test_U27_a_last_voice_exactly_at_the_deadline_is_too_late() -> None:
    meeting = proposed()
    meeting.do(0, "unite", recipient=2)
    meeting.do(2, "unite", recipient=2)
    assert meeting.refusal(3, "unite", recipient=2, at=LIMIT) == "game_over"
    assert meeting.result.recipient is None


def test_U27_the_limit_runs_from_the_begin_of_the_phase_and_no_proposal_lengthens_it() -> None:
    meeting = in_unity()
    meeting.do(1, "propose", recipient=2, at=LIMIT - 2)
    meeting.do(1, "object", recipient=2, at=LIMIT - 1)
    assert meeting.sees().deadline == START + LIMIT


def test_U27_null_lets_the_meeting_seek_for_ever() -> None:
    meeting = proposed(unity_limit_ms=None)
    assert meeting.sees().deadline is None
    assert meeting.sees().unity == Unity(Proposal(1, 2, (1,)), 0, None)
    assert meeting.passes(10**9) == ()


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("lay_aside", {"cards": ["2C"]}),
        ("so_moved", {"card": "2C"}),
        ("lead", {"card": "2C"}),
        ("play", {"card": "2C"}),
        ("display", {"card": "2C"}),
    ],
)
def test_no_card_is_played_any_more(kind: str, fields: dict[str, Any]) -> None:
    assert in_unity().refusal(0, kind, **fields) == "wrong_phase"
