"""A table's life beside its game: house players, seats, invitations, abort and rematch."""

from uuid import UUID

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain import table
from domain.game import Refused
from domain.games.honors_4.moves import DrawStock
from domain.table import (
    AbortCalled,
    PlayerInvited,
    RematchOpened,
    SeatLeft,
    SeatReleased,
    SeatTaken,
    Snapshot,
    TableAborted,
    TableOpened,
    TableSettings,
)
from tests.domain.tables import (
    ADA,
    BEN,
    CLEO,
    GUEST,
    LIMIT,
    RANDOM,
    REMATCH,
    STRANGER,
    after,
    finished,
    moved,
    opened,
    playing,
    refused,
    seated,
)
from tests.recording import AT, PLAYERS, SECRET, fold, opening

# A table with all who sit there


def with_all(*players: UUID, number: int = 3) -> table.OpenTable:
    """Return the command that opens a table with this number of seats for these players."""
    options = {"players": number}
    return table.OpenTable(player=ADA, game="honors_4", options=options, secret=SECRET.hex(), seated=players)


def test_a_table_is_opened_with_all_who_sit_there_and_its_game_begins() -> None:
    opened, *taken, _ = events = table.decide(None, with_all(BEN, RANDOM, ADA), AT)[:5]

    snapshot = fold(list(table.decide(None, with_all(BEN, RANDOM, ADA), AT)))

    assert [type(event).__name__ for event in events[:4]] == ["TableOpened", *["SeatTaken"] * 3]
    assert taken == [
        SeatTaken(0, BEN, at=AT),
        SeatTaken(1, RANDOM, None, "random", at=AT),
        SeatTaken(2, ADA, at=AT),
    ]
    assert isinstance(opened, TableOpened)
    assert (snapshot.table.status, snapshot.table.creator) == ("playing", ADA)
    assert snapshot.table.seats == (BEN, RANDOM, ADA)
    assert snapshot.going_on


@pytest.mark.parametrize("players", [(ADA, BEN), (ADA, BEN, ADA), (ADA, BEN, CLEO, STRANGER)])
def test_each_seat_is_for_one_player_and_each_player_has_one(players: tuple[UUID, ...]) -> None:
    with pytest.raises(ValueError, match="each seat is for one player"):
        table.decide(None, with_all(*players), AT)


# House players


def test_a_house_player_is_asked_to_a_seat() -> None:
    empty = opened()

    events = table.decide(empty, table.SeatHouse(ADA, "random", seat=1), AT)

    assert events == (SeatTaken(1, RANDOM, None, "random", at=AT),)
    two = after(after(empty, events), table.decide(after(empty, events), table.SeatHouse(ADA, "random"), AT))
    assert two.table.seats == (RANDOM, RANDOM, None)
    assert [place.house for place in two.table.places] == ["random", "random", None]
    refused("not_seated", empty, table.SeatHouse(STRANGER, "random"), AT)
    refused("seat_taken", two, table.SeatHouse(ADA, "random", seat=0), AT)
    refused("no_such_seat", two, table.SeatHouse(ADA, "random", seat=3), AT)
    refused("table_full", seated(), table.SeatHouse(ADA, "random"), AT)
    refused("already_started", playing(), table.SeatHouse(ADA, "random"), AT)


def test_each_house_player_gets_a_free_seat_that_is_kept_for_it() -> None:
    (event,) = table.decide(
        None,
        table.OpenTable(
            player=ADA,
            game="honors_4",
            options={"players": 4},
            secret=SECRET.hex(),
            reserved=(None, ADA, RANDOM, RANDOM),
        ),
        AT,
    )
    snapshot = fold([event])

    for _ in range(3):
        snapshot = after(snapshot, table.decide(snapshot, table.SeatHouse(ADA, "random"), AT))

    assert snapshot.table.seats == (RANDOM, None, RANDOM, RANDOM)
    refused("table_full", snapshot, table.SeatHouse(ADA, "random"), AT)
    refused("table_full", snapshot, table.SeatHouse(ADA, "random", seat=1), AT)
    assert table.decide(snapshot, table.TakeSeat(ADA), AT) == (SeatTaken(1, ADA, at=AT),)


def test_a_seat_that_is_wanted_is_not_to_be_had_at_a_full_table() -> None:
    refused("table_full", seated(), table.SeatHouse(ADA, "random", seat=1), AT)
    refused("no_such_seat", seated(), table.SeatHouse(ADA, "random", seat=9), AT)


def test_guests_are_those_invited_and_those_whose_seat_is_kept() -> None:
    again = fold(table.decide(None, table.rematch(finished(), REMATCH, ADA, SECRET.hex()), AT))

    assert after(again, table.decide(again, table.Invite(ADA, GUEST), AT)).table.guests == {*PLAYERS[:6], GUEST}
    refused("already_invited", again, table.Invite(ADA, CLEO), AT)


def test_the_last_house_player_starts_a_table_that_starts_by_itself() -> None:
    snapshot = opened(players=2, auto_start=True)
    snapshot = after(snapshot, table.decide(snapshot, table.TakeSeat(BEN), AT))

    events = table.decide(snapshot, table.SeatHouse(ADA, "random"), AT)

    assert after(snapshot, events).table.status == "playing"


# Seats before the start


def test_the_player_who_has_opened_the_table_frees_a_seat() -> None:
    full = seated()

    assert table.decide(full, table.LeaveSeat(ADA, 1), AT) == (SeatLeft(1, BEN, ADA, at=AT),)
    assert table.decide(full, table.LeaveSeat(BEN, 1), AT) == (SeatLeft(1, BEN, UNSET, at=AT),)
    refused("seat_not_yours", full, table.LeaveSeat(CLEO, 1), AT)
    refused("seat_free", opened(), table.LeaveSeat(ADA, 1), AT)


def test_a_player_who_was_put_out_sits_down_again_only_if_invited_anew() -> None:
    snapshot = opened()
    snapshot = after(snapshot, table.decide(snapshot, table.Invite(ADA, BEN), AT))
    snapshot = after(snapshot, table.decide(snapshot, table.TakeSeat(BEN, seat=1), AT))
    put_out = after(snapshot, table.decide(snapshot, table.LeaveSeat(ADA, 1), AT))

    assert BEN not in put_out.table.guests
    for seat in (None, 1, 2):
        refused("not_welcome", put_out, table.TakeSeat(BEN, seat=seat), AT)
    assert table.decide(put_out, table.TakeSeat(CLEO, seat=1), AT) == (SeatTaken(1, CLEO, at=AT),)
    invited = after(put_out, table.decide(put_out, table.Invite(ADA, BEN), AT))
    assert table.decide(invited, table.TakeSeat(BEN), AT) == (SeatTaken(0, BEN, at=AT),)


def test_a_table_by_invitation_is_for_those_who_are_invited_or_have_the_link() -> None:
    snapshot = opened(by_invitation=True)
    linked = after(snapshot, table.decide(snapshot, table.RenewLink(ADA, "5a" * 32, "01" * 32), AT))
    renewed = after(linked, table.decide(linked, table.RenewLink(ADA, "5b" * 32, "02" * 32), AT))
    revoked = after(renewed, table.decide(renewed, table.RevokeLink(ADA), AT))
    invited = after(revoked, table.decide(revoked, table.Invite(ADA, CLEO), AT))

    for each in (snapshot, linked, renewed, revoked, invited):
        refused("not_welcome", each, table.TakeSeat(BEN), AT)
    assert table.decide(snapshot, table.TakeSeat(ADA), AT) == (SeatTaken(0, ADA, at=AT),)
    assert table.decide(invited, table.TakeSeat(CLEO), AT) == (SeatTaken(0, CLEO, at=AT),)
    assert table.decide(linked, table.TakeSeat(BEN, link="01" * 32), AT) == (SeatTaken(0, BEN, at=AT),)
    for each, link in ((snapshot, "01"), (linked, "02"), (renewed, "01"), (revoked, "02")):
        refused("not_welcome", each, table.TakeSeat(BEN, link=link * 32), AT)
    assert table.decide(renewed, table.TakeSeat(BEN, link="02" * 32), AT) == (SeatTaken(0, BEN, at=AT),)


def test_a_player_who_comes_with_a_link_and_leaves_comes_back_with_it() -> None:
    snapshot = opened(by_invitation=True)
    for command in (
        table.RenewLink(ADA, "5a" * 32, "01" * 32),
        table.TakeSeat(BEN, link="01" * 32),
        table.LeaveSeat(BEN, 0),
    ):
        snapshot = after(snapshot, table.decide(snapshot, command, AT))

    refused("not_welcome", snapshot, table.TakeSeat(BEN), AT)
    assert table.decide(snapshot, table.TakeSeat(BEN, link="01" * 32), AT) == (SeatTaken(0, BEN, at=AT),)


def test_the_rematch_of_a_private_table_is_by_invitation() -> None:
    for visibility, by_invitation in (("private", True), ("public", False)):
        going_on = playing(visibility=visibility)
        old = after(going_on, table.decide(going_on, table.AbortByOperator(ADA), AT))
        new = fold(table.decide(None, table.rematch(old, REMATCH, BEN, SECRET.hex()), AT))
        assert new.table.by_invitation is by_invitation


def test_a_player_who_has_left_may_come_back() -> None:
    snapshot = after(opened(), table.decide(opened(), table.TakeSeat(BEN), AT))
    left = after(snapshot, table.decide(snapshot, table.LeaveSeat(BEN, 0), AT))

    assert table.decide(left, table.TakeSeat(BEN), AT) == (SeatTaken(0, BEN, at=AT),)


def test_a_house_player_that_was_put_out_may_be_asked_again() -> None:
    snapshot = after(opened(), table.decide(opened(), table.SeatHouse(ADA, "random"), AT))
    put_out = after(snapshot, table.decide(snapshot, table.LeaveSeat(ADA, 0), AT))

    assert table.decide(put_out, table.SeatHouse(ADA, "random"), AT) == (SeatTaken(0, RANDOM, None, "random", at=AT),)


def test_players_are_invited_by_those_who_belong_to_the_table() -> None:
    full = seated(players=3)

    events = table.decide(full, table.Invite(BEN, GUEST), AT)

    assert events == (PlayerInvited(GUEST, BEN, at=AT),)
    assert after(full, events).table.invited == {GUEST}
    refused("already_invited", after(full, events), table.Invite(ADA, GUEST), AT)
    refused("already_invited", full, table.Invite(ADA, CLEO), AT)
    refused("not_seated", full, table.Invite(STRANGER, GUEST), AT)
    refused("already_invited", opened(), table.Invite(ADA, ADA), AT)
    refused("already_started", playing(), table.Invite(ADA, GUEST), AT)


# Ends


def test_before_the_start_only_the_player_who_has_opened_the_table_ends_it() -> None:
    for snapshot in (opened(), seated()):
        must_end(snapshot, ADA)
        for player in (BEN, STRANGER):
            refused("not_the_creator", snapshot, table.CallAbort(player), AT)
            refused("not_the_creator", snapshot, table.CallAbort(player, on=False), AT)
        refused("no_change", snapshot, table.CallAbort(ADA, on=False), AT)


def test_before_the_first_move_one_player_ends_the_game() -> None:
    for player in (ADA, BEN):
        must_end(playing(), player)
    refused("no_change", playing(), table.CallAbort(BEN, on=False), AT)
    refused("not_seated", playing(), table.CallAbort(STRANGER), AT)


def must_end(snapshot: Snapshot, player: UUID) -> None:
    """Let one player end the table."""
    events = table.decide(snapshot, table.CallAbort(player), AT + 1)
    assert events == (TableAborted(player, "before_first_move", at=AT + 1),)
    ended = after(snapshot, events)
    assert (ended.table.status, ended.table.finished_at, ended.due) == ("aborted", AT + 1, None)
    assert table.decide(ended, table.Tick(), AT + 10**9) == ()


def test_after_the_first_move_all_who_play_must_agree() -> None:
    snapshot = moved(playing(), AT + 1)

    for player, seat in ((ADA, 0), (BEN, 1)):
        events = table.decide(snapshot, table.CallAbort(player), AT + 2)
        assert events == (AbortCalled(seat, on=True, at=AT + 2),)
        snapshot = after(snapshot, events)
    refused("no_change", snapshot, table.CallAbort(ADA), AT + 2)
    taken_back = after(snapshot, table.decide(snapshot, table.CallAbort(BEN, on=False), AT + 2))
    assert len(table.decide(taken_back, table.CallAbort(CLEO), AT + 2)) == 1
    assert table.decide(snapshot, table.CallAbort(CLEO), AT + 2)[1] == TableAborted(CLEO, "agreed", at=AT + 2)


def test_what_was_done_for_a_late_seat_is_a_move_too() -> None:
    snapshot = playing(settings={"turn_limit_ms": LIMIT})
    snapshot = after(snapshot, table.decide(snapshot, table.Tick(), AT + LIMIT))

    assert snapshot.moves == 1
    assert table.decide(snapshot, table.CallAbort(ADA), AT + LIMIT) == (AbortCalled(0, on=True, at=AT + LIMIT),)


def test_house_players_agree_to_every_end() -> None:
    snapshot = opened(players=2)
    snapshot = after(snapshot, table.decide(snapshot, table.TakeSeat(ADA), AT))
    snapshot = after(snapshot, table.decide(snapshot, table.SeatHouse(ADA, "random"), AT))
    snapshot = moved(after(snapshot, table.decide(snapshot, table.StartGame(ADA), AT)), AT + 1)

    assert [type(event) for event in table.decide(snapshot, table.CallAbort(ADA), AT + 2)] == [
        AbortCalled,
        TableAborted,
    ]


def test_nothing_is_done_at_a_table_that_has_been_aborted() -> None:
    over = after(playing(), table.decide(playing(), table.CallAbort(ADA), AT))

    refused("game_over", over, table.MakeMove(ADA, DrawStock()), AT)
    refused("game_over", over, table.CallAbort(ADA), AT)
    open_and_over = after(opened(), table.decide(opened(), table.CallAbort(ADA), AT))
    refused("game_over", open_and_over, table.TakeSeat(BEN), AT)
    refused("game_over", open_and_over, table.SeatHouse(ADA, "random"), AT)
    refused("game_over", open_and_over, table.LeaveSeat(ADA, 0), AT)
    refused("game_over", open_and_over, table.Invite(ADA, GUEST), AT)
    refused("game_over", open_and_over, table.StartGame(ADA), AT)


def test_only_those_who_play_end_a_game_that_has_begun() -> None:
    snapshot = opened(players=2)
    for player in (BEN, CLEO):
        snapshot = after(snapshot, table.decide(snapshot, table.TakeSeat(player), AT))
    begun = after(snapshot, table.decide(snapshot, table.StartGame(ADA), AT))

    for each in (begun, moved(begun, AT + 1)):
        refused("not_seated", each, table.CallAbort(ADA), AT)


def test_an_operator_ends_any_table_that_goes_on() -> None:
    for snapshot in (opened(), seated(), playing(), moved(playing(), AT + 1)):
        events = table.decide(snapshot, table.AbortByOperator(STRANGER), AT + 2)
        assert events == (TableAborted(STRANGER, "operator", at=AT + 2),)
        ended = after(snapshot, events)
        assert ended.table.status == "aborted"
        refused("game_over", ended, table.AbortByOperator(STRANGER), AT + 3)


# Another game


def test_a_rematch_keeps_the_seats_and_the_next_one_deals() -> None:
    over = finished()

    (event,) = table.decide(None, table.rematch(over, REMATCH, BEN, SECRET.hex()), AT)

    assert isinstance(event, TableOpened)
    assert (event.creator, event.rematch_of, event.reserved) == (BEN, REMATCH, over.table.seats)
    assert event.options["dealer"] == 1
    again = fold([event])
    assert table.decide(again, table.TakeSeat(CLEO), AT)[0] == SeatTaken(2, CLEO, at=AT)
    refused("seat_reserved", again, table.TakeSeat(ADA, seat=1), AT)
    refused("table_full", again, table.TakeSeat(STRANGER), AT)


def test_a_table_whose_game_never_began_is_opened_anew_with_the_seats_kept_and_the_same_dealer() -> None:
    first = fold(table.decide(None, table.rematch(finished(), REMATCH, ADA, SECRET.hex()), AT))
    there = after(first, table.decide(first, table.TakeSeat(ADA), AT))
    given_up = after(there, table.decide(there, table.CallOff(ADA), AT))

    again = table.rematch(given_up, REMATCH, ADA, SECRET.hex(), gone={CLEO})

    assert again.reserved == tuple([None if each == CLEO else each for each in first.table.reserved])
    assert again.options["dealer"] == first.table.options["dealer"]


def test_a_seat_that_is_left_is_free_for_everybody() -> None:
    again = fold(table.decide(None, table.rematch(finished(), REMATCH, ADA, SECRET.hex()), AT))
    again = after(again, table.decide(again, table.TakeSeat(BEN), AT))

    freed = after(again, table.decide(again, table.LeaveSeat(BEN, 1), AT))

    assert table.decide(freed, table.TakeSeat(STRANGER), AT)[0] == SeatTaken(1, STRANGER, at=AT)


def test_no_seat_is_kept_for_a_player_who_sits_on_another() -> None:
    (event,) = table.decide(
        None,
        table.OpenTable(
            player=ADA, game="honors_4", options={"players": 3}, secret=SECRET.hex(), reserved=(ADA, BEN, None)
        ),
        AT,
    )
    snapshot = fold([event])
    snapshot = after(snapshot, table.decide(snapshot, table.TakeSeat(BEN, seat=2), AT))

    assert table.decide(snapshot, table.TakeSeat(STRANGER), AT) == (SeatTaken(1, STRANGER, at=AT),)
    refused("seat_reserved", snapshot, table.TakeSeat(STRANGER, seat=0), AT)


def test_a_seat_is_kept_until_it_is_released() -> None:
    again = fold(table.decide(None, table.rematch(finished(), REMATCH, ADA, SECRET.hex()), AT))

    events = table.decide(again, table.LeaveSeat(ADA, 1), AT)

    assert events == (SeatReleased(1, BEN, ADA, at=AT),)
    assert table.decide(again, table.LeaveSeat(BEN, 1), AT) == (SeatReleased(1, BEN, UNSET, at=AT),)
    refused("seat_not_yours", again, table.LeaveSeat(CLEO, 1), AT)
    released = after(again, events)
    assert BEN not in released.table.guests
    refused("seat_free", released, table.LeaveSeat(ADA, 1), AT)
    refused("seat_not_yours", released, table.LeaveSeat(BEN, 1), AT)
    for player in (STRANGER, BEN):
        assert table.decide(released, table.TakeSeat(player), AT) == (SeatTaken(1, player, at=AT),)
    assert table.decide(released, table.SeatHouse(ADA, "random"), AT) == (SeatTaken(1, RANDOM, None, "random", at=AT),)
    assert table.decide(released, table.TakeSeat(CLEO), AT) == (SeatTaken(2, CLEO, at=AT),)


def test_a_rematch_is_for_those_who_have_played_to_the_end() -> None:
    with pytest.raises(Refused, match="not_finished"):
        table.rematch(playing(), REMATCH, ADA, SECRET.hex())
    with pytest.raises(Refused, match="not_seated"):
        table.rematch(finished(), REMATCH, STRANGER, SECRET.hex())


def test_the_old_table_knows_of_its_last_rematch() -> None:
    over = finished()

    events = table.decide(over, table.NoteRematch(BEN, REMATCH), AT)

    assert events == (RematchOpened(1, REMATCH, at=AT),)
    assert after(over, events).table.rematch == REMATCH
    refused("no_change", after(over, events), table.NoteRematch(ADA, REMATCH), AT)
    another = table.decide(over, table.NoteRematch(ADA, UUID(int=8)), AT)
    assert after(over, (*events, *another)).table.rematch == UUID(int=8)


def test_settings_that_say_nothing_new_are_not_in_the_event() -> None:
    (event,) = table.decide(None, opening("literature", settings=TableSettings()), AT)

    assert isinstance(event, TableOpened)
    assert (event.settings, event.rematch_of, event.reserved) == (UNSET, UNSET, UNSET)
    assert fold([event]).table.settings == TableSettings()
    assert replace(event, settings=TableSettings(reserve_ms=1)) != event


# Silence


def test_the_seats_are_silent_where_the_rulebook_wants_it_and_as_long_as_the_game_goes_on() -> None:
    over = finished()

    assert over.rules.silent(over.state) is False
    assert [each.silent for each in (seated("literature", 6), playing("literature", 6), over)] == [False, True, False]
    assert [playing(game).silent for game in ("friendlier_than_thou", "honors_4")] == [True, False]
