"""What is done for each entrant is in proportion to how many there are: the event loop waits for it."""

from uuid import UUID

import msgspec
import pytest

from domain.tournament import commands, decide
from domain.tournament.events import TournamentEvent
from domain.tournament.types import Draft
from domain.tournament.viewing import seen
from tests.domain.tournament.tournaments import ASSISTANT, DIRECTOR, drafted, noting, playing, started

PLAYERS = 40


class Comparisons:
    """How many ids have been compared."""

    number = 0


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> Comparisons:
    counted, equals = Comparisons(), UUID.__eq__

    def counting(one: UUID, other: object) -> bool:
        counted.number += 1
        return equals(one, other)

    monkeypatch.setattr(UUID, "__eq__", counting)
    return counted


def anew(draft: Draft) -> Draft:
    """Return the same draft as it comes from a client, with ids of its own."""
    return msgspec.json.decode(msgspec.json.encode(draft), type=Draft)


def test_an_edited_draft_is_compared_with_the_one_before_it_in_one_pass(compared: Comparisons) -> None:
    planned = drafted(started(PLAYERS, seating={"format": "knockout", "rounds": 6}))
    assert planned.round is not None
    edited = anew(planned.round.draft)
    compared.number = 0

    decide(planned, commands.EditDraft(DIRECTOR, edited), planned.at)

    assert 0 < compared.number < 10 * PLAYERS


def test_the_seats_of_the_staff_are_looked_for_once_for_many_events(compared: Comparisons) -> None:
    going_on = playing(started(PLAYERS))
    (event,) = decide(going_on, noting(going_on, 1), going_on.at)
    assert isinstance(event, TournamentEvent)
    compared.number = 0

    shown = [seen(event, ASSISTANT, going_on) for _ in range(200)]

    assert shown == [event] * 200
    assert compared.number < 200 * 10
