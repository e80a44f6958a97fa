"""What is done for each entrant is in proportion to how many there are: the event loop waits for it."""

from uuid import UUID

import msgspec
import pytest

from domain.tournament import commands, decide
from domain.tournament.types import Draft
from tests.domain.tournament.tournaments import DIRECTOR, drafted, started

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
