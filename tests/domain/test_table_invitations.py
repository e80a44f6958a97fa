"""Invitations to a table: accepted, declined, withdrawn, and over when their time is."""

from typing import Any
from uuid import UUID

import pytest
from msgspec import UNSET

from domain import table
from domain.table import (
    EndInvitation,
    InvitationEnded,
    InvitationLinkRevoked,
    Invite,
    LeaveSeat,
    PlayerInvited,
    SeatReleased,
    SeatTaken,
    Snapshot,
    TableAborted,
    TakeSeat,
    Tick,
    ticked,
)
from domain.table.inviting import MOST_INVITATIONS
from service.live.lines import end_of_invitation
from tests.domain.tables import ADA, BEN, CLEO, GUEST, REMATCH, STRANGER, after, finished, opened, playing, refused
from tests.recording import AT, SECRET, fold, opening

HOUR = 60 * 60 * 1000


def then(snapshot: Snapshot, *commands: table.Command, at: int = AT) -> Snapshot:
    """Return the table after some commands."""
    for command in commands:
        snapshot = after(snapshot, table.decide(snapshot, command, at))
    return snapshot


def inviting(*guests: UUID) -> Snapshot:
    """Return a table of Ada's, who has invited guests for an hour."""
    return then(opened(by_invitation=True), *(Invite(ADA, guest, HOUR) for guest in guests))


# It ends by itself


def test_an_invitation_says_until_when_it_is_good() -> None:
    (event,) = table.decide(opened(), Invite(ADA, BEN, HOUR), AT)

    assert event == PlayerInvited(BEN, ADA, AT + HOUR, at=AT)
    assert inviting(BEN).due == AT + HOUR


def test_one_that_names_no_time_never_expires() -> None:
    snapshot = then(opened(by_invitation=True), Invite(ADA, BEN))

    assert (snapshot.due, snapshot.table.invited) == (None, frozenset({BEN}))
    assert ticked(snapshot, AT + 1000 * HOUR) == snapshot
    assert then(snapshot, TakeSeat(BEN), at=AT + 1000 * HOUR).table.seats[0] == BEN


def test_it_is_good_until_its_last_millisecond() -> None:
    snapshot = inviting(BEN)

    assert table.decide(snapshot, Tick(), AT + HOUR - 1) == ()
    assert then(snapshot, TakeSeat(BEN), at=AT + HOUR - 1).table.seats[0] == BEN
    over = ticked(snapshot, AT + HOUR)
    assert (over.at, over.table.invited, over.due) == (AT + HOUR, frozenset(), None)
    refused("not_welcome", over, TakeSeat(BEN), AT + HOUR)


def test_the_next_one_to_end_is_due_and_those_of_a_moment_end_together() -> None:
    snapshot = then(inviting(BEN, CLEO), Invite(ADA, GUEST, 2 * HOUR))

    assert table.decide(snapshot, Tick(), AT + 9 * HOUR) == (
        InvitationEnded(BEN, "expired", at=AT + HOUR),
        InvitationEnded(CLEO, "expired", at=AT + HOUR),
    )
    assert ticked(snapshot, AT + HOUR).due == AT + 2 * HOUR
    assert ticked(snapshot, AT + 9 * HOUR).table.invited == frozenset()


def test_nobody_waits_for_a_player_who_has_accepted() -> None:
    snapshot = then(inviting(BEN), TakeSeat(BEN))

    assert snapshot.due is None
    assert ticked(snapshot, AT + 9 * HOUR) == snapshot


def test_the_invitation_of_a_player_who_has_accepted_and_leaves_ends_when_it_said() -> None:
    gone = then(inviting(BEN), TakeSeat(BEN), LeaveSeat(BEN, 0))

    assert (gone.table.invited, gone.due) == (frozenset({BEN}), AT + HOUR)
    assert then(gone, TakeSeat(BEN), at=AT + HOUR - 1).table.seats[0] == BEN
    assert ticked(gone, AT + HOUR).table.invited == frozenset()


def test_the_invitation_of_a_player_who_leaves_after_its_end_is_over_at_once() -> None:
    gone = then(then(inviting(BEN), TakeSeat(BEN)), LeaveSeat(BEN, 0), at=AT + 2 * HOUR)

    assert table.decide(gone, Tick(), AT + 3 * HOUR) == (InvitationEnded(BEN, "expired", at=AT + 2 * HOUR),)


def test_the_invitation_of_a_player_who_is_put_out_is_over() -> None:
    put_out = then(inviting(BEN), TakeSeat(BEN), LeaveSeat(ADA, 0))

    assert (put_out.table.invited, put_out.due) == (frozenset(), None)
    assert then(put_out, Invite(ADA, BEN, 2 * HOUR)).due == AT + 2 * HOUR


@pytest.mark.parametrize("end", [table.StartGame(ADA), table.CallOff(ADA)], ids=["start", "end"])
def test_none_expires_once_nobody_sits_down_any_more(end: table.Command) -> None:
    snapshot = then(opened(), *(TakeSeat(each) for each in (ADA, BEN, CLEO)), Invite(ADA, GUEST, HOUR), end)

    assert snapshot.next_expiry is None
    assert GUEST in ticked(snapshot, AT + HOUR).table.guests


# It is declined, or withdrawn


def test_a_player_who_is_invited_declines() -> None:
    snapshot = inviting(BEN, CLEO)

    events = table.decide(snapshot, EndInvitation(BEN, BEN), AT)

    assert events == (InvitationEnded(BEN, "declined", UNSET, at=AT),)
    declined = after(snapshot, events)
    assert (declined.table.invited, declined.due) == (frozenset({CLEO}), AT + HOUR)
    refused("not_welcome", declined, TakeSeat(BEN), AT)
    refused("invitation_declined", declined, Invite(ADA, BEN, HOUR), AT)
    refused("no_change", declined, EndInvitation(BEN, BEN), AT)


@pytest.mark.parametrize("why", ["withdrawn", "expired"])
def test_a_player_whose_invitation_ended_otherwise_may_be_invited_again(why: str) -> None:
    snapshot = inviting(BEN)
    over = then(snapshot, EndInvitation(ADA, BEN)) if why == "withdrawn" else ticked(snapshot, AT + HOUR)

    ended = over.table.invitation_ended(BEN)
    anew = then(over, Invite(ADA, BEN, HOUR), at=AT + HOUR)

    assert ended is not None
    assert (ended.why, ended.is_final) == (why, False)
    assert anew.table.invitation_ended(BEN) is None
    assert (anew.table.invited, anew.due) == (frozenset({BEN}), AT + 2 * HOUR)


def test_the_player_who_has_opened_the_table_withdraws() -> None:
    snapshot = then(inviting(BEN, CLEO), TakeSeat(CLEO))

    assert table.decide(snapshot, EndInvitation(ADA, BEN), AT) == (InvitationEnded(BEN, "withdrawn", ADA, at=AT),)
    refused("not_the_creator", snapshot, EndInvitation(CLEO, BEN), AT)
    refused("not_the_creator", snapshot, EndInvitation(STRANGER, BEN), AT)


def test_an_invitation_that_was_accepted_is_over() -> None:
    snapshot = then(inviting(BEN), TakeSeat(BEN, 1))

    assert refused("already_seated", snapshot, EndInvitation(ADA, BEN), AT).detail.startswith("They have seat 1")
    refused("already_seated", snapshot, EndInvitation(BEN, BEN), AT)


def test_who_declines_comes_after_all_and_is_put_out_may_be_invited_again() -> None:
    declined = then(opened(), Invite(ADA, BEN, HOUR), EndInvitation(BEN, BEN))
    come = then(declined, TakeSeat(BEN))
    put_out = then(come, LeaveSeat(ADA, 0))

    assert end_of_invitation(come.table, BEN) is None
    assert table.decide(put_out, Invite(ADA, BEN, HOUR), AT) == (PlayerInvited(BEN, ADA, AT + HOUR, at=AT),)


def test_a_seat_that_is_kept_is_declined_and_withdrawn_as_an_invitation() -> None:
    again = fold(table.decide(None, table.rematch(finished(), REMATCH, ADA, SECRET.hex()), AT))

    declined = table.decide(again, EndInvitation(BEN, BEN), AT)
    withdrawn = table.decide(again, EndInvitation(ADA, CLEO), AT)

    assert declined == (SeatReleased(1, BEN, UNSET, at=AT),)
    assert withdrawn == (SeatReleased(2, CLEO, ADA, at=AT),)
    after_both = after(again, declined + withdrawn)
    whys = [ended.why for each in (BEN, CLEO) if (ended := after_both.table.invitation_ended(each))]
    assert whys == ["declined", "withdrawn"]
    assert then(after_both, Invite(ADA, BEN)).table.invited == {BEN}


def test_a_table_waits_for_a_maximum_number_of_invited_players() -> None:
    snapshot = inviting(*(UUID(int=1000 + number) for number in range(MOST_INVITATIONS)))

    refused("too_many_invitations", snapshot, Invite(ADA, BEN, HOUR), AT)
    for one_less in (EndInvitation(ADA, UUID(int=1000)), TakeSeat(UUID(int=1000))):
        assert BEN in then(then(snapshot, one_less), Invite(ADA, BEN, HOUR)).table.invited


# Challenges


def challenge(*guests: UUID, players: int = 2, **given: Any) -> tuple[Any, ...]:
    """Return what happens as Ada sits down and challenges guests for an hour."""
    opening_ = opening(
        "honors_4", options={"players": players}, auto_start=True, by_invitation=True, sitters=("me",),
        challenged=guests, lasts_ms=HOUR, **given,
    )  # fmt: skip
    return tuple(table.decide(None, opening_, AT))


def test_a_challenge_is_a_table_with_who_sits_there_and_who_is_invited() -> None:
    opened_, *rest = challenge(BEN, CLEO, players=3)
    snapshot = fold([opened_, *rest])

    assert rest == [
        PlayerInvited(BEN, ADA, AT + HOUR, at=AT), PlayerInvited(CLEO, ADA, AT + HOUR, at=AT), SeatTaken(0, ADA, at=AT),
    ]  # fmt: skip
    assert (snapshot.table.challenge, snapshot.table.by_invitation, snapshot.due) == (True, True, AT + HOUR)
    refused("not_welcome", snapshot, TakeSeat(STRANGER), AT)
    one = then(snapshot, TakeSeat(BEN))
    assert one.table.status == "open"
    assert then(one, TakeSeat(CLEO)).table.status == "playing"


@pytest.mark.parametrize("end", [EndInvitation(BEN, BEN), EndInvitation(ADA, BEN)], ids=["no", "withdrawn"])
def test_a_challenge_that_nobody_takes_ends(end: EndInvitation) -> None:
    snapshot = fold(challenge(BEN))

    events = table.decide(snapshot, end, AT)

    assert events[1:] == (TableAborted(ADA, "nobody_came", at=AT),)
    assert after(snapshot, events).table.status == "aborted"


def test_a_challenge_ends_with_the_time_of_its_last_invitation() -> None:
    events = table.decide(fold(challenge(BEN, CLEO)), Tick(), AT + HOUR)

    assert [type(event).__name__ for event in events] == ["InvitationEnded", "InvitationEnded", "TableAborted"]


def test_a_challenge_whose_guest_has_accepted_and_left_ends_with_the_time_of_the_invitation() -> None:
    gone = then(fold(challenge(BEN, players=3)), TakeSeat(BEN), LeaveSeat(BEN, 1))

    events = table.decide(gone, Tick(), AT + HOUR)

    assert events == (InvitationEnded(BEN, "expired", at=AT + HOUR), TableAborted(ADA, "nobody_came", at=AT + HOUR))


def test_a_challenge_goes_on_where_somebody_has_come_or_may_come() -> None:
    snapshot = fold(challenge(BEN, CLEO, players=3))
    accepted = then(snapshot, TakeSeat(BEN), EndInvitation(CLEO, CLEO))
    waiting = then(snapshot, EndInvitation(CLEO, CLEO))
    linked = then(waiting, table.RenewLink(ADA, "5a" * 32, "ab" * 32), EndInvitation(BEN, BEN))

    assert [each.table.status for each in (accepted, waiting, linked)] == ["open"] * 3


def test_a_challenge_goes_on_where_somebody_has_come_who_was_not_challenged() -> None:
    linked = then(fold(challenge(BEN, players=3)), table.RenewLink(ADA, "5a" * 32, "ab" * 32))
    came = then(linked, TakeSeat(STRANGER, link="ab" * 32), table.RevokeLink(ADA))

    assert table.decide(came, EndInvitation(BEN, BEN), AT) == (InvitationEnded(BEN, "declined", at=AT),)


def test_a_challenge_ends_with_the_link_where_nobody_else_may_come() -> None:
    declined = then(fold(challenge(BEN)), table.RenewLink(ADA, "5a" * 32, "ab" * 32), EndInvitation(BEN, BEN))

    events = table.decide(declined, table.RevokeLink(ADA), AT)

    assert events == (InvitationLinkRevoked(ADA, at=AT), TableAborted(ADA, "nobody_came", at=AT))


def test_a_challenge_goes_on_without_a_link_where_somebody_may_come() -> None:
    linked = then(fold(challenge(BEN)), table.RenewLink(ADA, "5a" * 32, "ab" * 32))

    assert then(linked, table.RevokeLink(ADA)).table.status == "open"


@pytest.mark.parametrize("by", [STRANGER, ADA], ids=["leaves", "is put out"])
def test_a_challenge_ends_when_the_last_one_goes_who_cannot_come_back(by: UUID) -> None:
    linked = then(fold(challenge(BEN, players=3)), table.RenewLink(ADA, "5a" * 32, "ab" * 32))
    came = then(linked, TakeSeat(STRANGER, 1, link="ab" * 32), table.RevokeLink(ADA), EndInvitation(BEN, BEN))

    events = table.decide(came, LeaveSeat(by, 1), AT)

    assert events[1:] == (TableAborted(ADA, "nobody_came", at=AT),)


def test_a_challenge_waits_for_a_guest_who_has_left_and_may_come_back() -> None:
    gone = then(fold(challenge(BEN, CLEO, players=3)), TakeSeat(BEN), EndInvitation(CLEO, CLEO), LeaveSeat(BEN, 1))

    assert gone.table.status == "open"
    assert then(gone, EndInvitation(BEN, BEN)).table.status == "aborted"


def rematch(**given: Any) -> Snapshot:
    """Return a table that Ada has opened to play again with Ben and Cleo."""
    ended = then(playing(**given), table.AbortByOperator(STRANGER))
    return fold(table.decide(None, table.rematch(ended, REMATCH, ADA, SECRET.hex()), AT))


@pytest.mark.parametrize("by_seat", [True, False])
def test_a_private_rematch_ends_when_all_others_have_declined(by_seat: bool) -> None:
    decline = (
        [LeaveSeat(BEN, 1), LeaveSeat(CLEO, 2)] if by_seat else [EndInvitation(each, each) for each in (BEN, CLEO)]
    )
    one = then(rematch(visibility="private"), TakeSeat(ADA), decline[0])

    events = table.decide(one, decline[1], AT)

    assert one.table.status == "open"
    assert events == (SeatReleased(2, CLEO, UNSET, at=AT), TableAborted(ADA, "nobody_came", at=AT))


def test_a_rematch_goes_on_where_others_may_come_or_have_come() -> None:
    public = then(rematch(), EndInvitation(BEN, BEN), EndInvitation(CLEO, CLEO))
    come = then(rematch(visibility="private"), TakeSeat(BEN), EndInvitation(CLEO, CLEO))

    assert [each.table.status for each in (public, come)] == ["open"] * 2
    assert then(come, LeaveSeat(BEN, 1)).table.aborted == TableAborted(ADA, "nobody_came", at=AT)


def test_a_private_rematch_goes_on_where_its_creator_takes_seats_from_others_to_give_them_away() -> None:
    alone = then(rematch(visibility="private"), TakeSeat(ADA), EndInvitation(ADA, BEN), LeaveSeat(ADA, 2))

    assert then(alone, LeaveSeat(ADA, 0), TakeSeat(ADA, 1), Invite(ADA, GUEST), TakeSeat(GUEST)).table.status == "open"


def test_a_table_where_all_sit_down_at_once_begins_if_it_starts_by_itself() -> None:
    for auto_start, status in ((True, "playing"), (False, "open")):
        wanted = opening("honors_4", options={"players": 2}, auto_start=auto_start, sitters=("me", "random"))
        assert fold(table.decide(None, wanted, AT)).table.status == status


def test_nobody_challenges_themself_or_somebody_twice() -> None:
    for guests in ((ADA,), (BEN, BEN)):
        refused("already_invited", None, opening("honors_4", challenged=guests), AT)
