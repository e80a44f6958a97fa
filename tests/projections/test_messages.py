"""Every event of a table of its own has a message, which says nothing that was redacted."""

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain.game import Event
from domain.table import (
    AbortCalled,
    DecisionLapsed,
    HouseTookOver,
    InvitationEnded,
    InvitationLinkRenewed,
    InvitationLinkRevoked,
    PlayerInvited,
    RematchOpened,
    SeatAbsent,
    SeatLeft,
    SeatReleased,
    SeatTaken,
    SeatTakenBack,
    SightGranted,
    SightRevoked,
    TableAborted,
)
from domain.wording import in_words
from projections.messages import message_of
from tests.recording import AT, PLAYERS, opened

ADA, BOB = PLAYERS[:2]


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (SeatTaken(1, ADA, None, at=AT), "{player} takes {seat}."),
        (SeatTaken(1, ADA, "x", at=AT), "{player} takes {seat}, and adds to the shuffles."),
        (SeatTaken(1, ADA, None, "random", at=AT), "A house player, {house}, takes {seat}."),
        (SeatLeft(1, ADA, UNSET, at=AT), "{player} leaves {seat}."),
        (SeatLeft(1, ADA, BOB, at=AT), "{by} frees {seat}."),
        (SeatReleased(1, ADA, UNSET, at=AT), "{player} does without {seat}."),
        (SeatReleased(1, ADA, BOB, at=AT), "{by} no longer keeps {seat} for {player}."),
        (PlayerInvited(ADA, BOB, at=AT), "{by} invites {player}."),
        (InvitationEnded(ADA, "declined", at=AT), "{player} declines the invitation."),
        (InvitationEnded(ADA, "withdrawn", BOB, at=AT), "{by} withdraws the invitation of {player}."),
        (InvitationEnded(ADA, "expired", at=AT), "The invitation of {player} has expired."),
        (InvitationLinkRenewed(ADA, at=AT), "{by} makes a new invitation link."),
        (SightGranted(ADA, (0, 2), BOB, at=AT), "{by} lets {player} see the hidden cards of {seats}."),
        (SightRevoked(ADA, BOB, at=AT), "{by} lets {player} see no more hidden cards."),
        (InvitationLinkRevoked(ADA, at=AT), "{by} revokes the invitation link."),
        (AbortCalled(1, True, at=AT), "{seat} wants to end the game without a result."),
        (AbortCalled(1, False, at=AT), "{seat} wants to go on after all."),
        (TableAborted(ADA, "agreed", at=AT), "All agree to end the game without a result."),
        (TableAborted(ADA, "operator", at=AT), "{player} ends the table as operator."),
        (TableAborted(ADA, "before_first_move", at=AT), "{player} ends the table before the first move."),
        (
            TableAborted(ADA, "abandoned", (1, 2), at=AT),
            "{player} ends the game without a result: {seats} abandoned it.",
        ),
        (DecisionLapsed(1, 1, at=AT), "The time of {seat} is over."),
        (SeatAbsent(1, at=AT), "{seat} is absent."),
        (HouseTookOver(1, "random", at=AT), "A house player, {house}, goes on for {seat}."),
        (SeatTakenBack(1, ADA, at=AT), "{player} is back on {seat}."),
        (RematchOpened(1, ADA, at=AT), "{seat} wants to play again, at another table."),
    ],
)
def test_an_event_of_a_table_has_a_message(event: Event, text: str) -> None:
    message = message_of(event, opened("literature").now)

    assert message.template == text
    assert "{" not in in_words(message, {})


def test_a_table_is_opened_with_what_all_may_know() -> None:
    recording = opened("literature")
    event = recording.entries[0].event
    for given, template in ((0, "{seats} seats; its"), (1, "{seats} seats, {decks} given;")):
        message = message_of(replace(event, decks_given=given), recording.now)

        assert template in message.template
        assert event.secret not in in_words(message, {})
