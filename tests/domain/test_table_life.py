"""A table's life beside its game: house players, seats, invitations, abort and rematch."""

from uuid import UUID

from msgspec import UNSET
from msgspec.structs import replace

from domain import table
from domain.table import (
    AbortCalled,
    PlayerInvited,
    RematchOpened,
    SeatLeft,
    SeatReleased,
    SeatTaken,
    Snapshot,
    TableAborted,
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
from tests.recording import AT, PLAYERS, SECRET, fold

# House players


def test_a_house_player_is_asked_to_a_seat() -> None:
    empty = opened()

    events = table.seat_house(empty, ADA, "random", AT, seat=1)

    assert events == (SeatTaken(1, RANDOM, None, "random", at=AT),)
    two = after(after(empty, events), table.seat_house(after(empty, events), ADA, "random", AT))
    assert two.table.seats == (RANDOM, RANDOM, None)
    assert [place.house for place in two.table.places] == ["random", "random", None]
    refused("not_seated", table.seat_house, empty, STRANGER, "random", AT)
    refused("seat_taken", table.seat_house, two, ADA, "random", AT, seat=0)
    refused("no_such_seat", table.seat_house, two, ADA, "random", AT, seat=3)
    refused("table_full", table.seat_house, seated(), ADA, "random", AT)
    refused("already_started", table.seat_house, playing(), ADA, "random", AT)


def test_each_house_player_gets_a_free_seat_that_is_kept_for_it() -> None:
    (event,) = table.open_table("honors_4", {"players": 4}, ADA, SECRET, AT, reserved=(None, ADA, RANDOM, RANDOM))
    snapshot = fold([event])

    for _ in range(3):
        snapshot = after(snapshot, table.seat_house(snapshot, ADA, "random", AT))

    assert snapshot.table.seats == (RANDOM, None, RANDOM, RANDOM)
    refused("table_full", table.seat_house, snapshot, ADA, "random", AT)
    refused("table_full", table.seat_house, snapshot, ADA, "random", AT, seat=1)
    assert table.take_seat(snapshot, ADA, AT) == (SeatTaken(1, ADA, at=AT),)


def test_a_seat_that_is_wanted_is_not_to_be_had_at_a_full_table() -> None:
    refused("table_full", table.seat_house, seated(), ADA, "random", AT, seat=1)
    refused("no_such_seat", table.seat_house, seated(), ADA, "random", AT, seat=9)


def test_guests_are_those_invited_and_those_whose_seat_is_kept() -> None:
    again = fold(table.open_rematch(finished(), REMATCH, ADA, SECRET, AT))

    assert after(again, table.invite(again, ADA, GUEST, AT)).table.guests == {*PLAYERS[:6], GUEST}
    refused("already_invited", table.invite, again, ADA, CLEO, AT)


def test_the_last_house_player_starts_a_table_that_starts_by_itself() -> None:
    snapshot = opened(players=2, auto_start=True)
    snapshot = after(snapshot, table.take_seat(snapshot, BEN, AT))

    events = table.seat_house(snapshot, ADA, "random", AT)

    assert after(snapshot, events).table.status == "playing"


# Seats before the start


def test_who_has_opened_the_table_frees_a_seat() -> None:
    full = seated()

    assert table.leave_seat(full, ADA, 1, AT) == (SeatLeft(1, BEN, ADA, at=AT),)
    assert table.leave_seat(full, BEN, 1, AT) == (SeatLeft(1, BEN, UNSET, at=AT),)
    refused("seat_not_yours", table.leave_seat, full, CLEO, 1, AT)
    refused("seat_free", table.leave_seat, opened(), ADA, 1, AT)


def test_who_was_put_out_sits_down_again_only_if_invited_anew() -> None:
    snapshot = opened()
    snapshot = after(snapshot, table.invite(snapshot, ADA, BEN, AT))
    snapshot = after(snapshot, table.take_seat(snapshot, BEN, AT, seat=1))
    put_out = after(snapshot, table.leave_seat(snapshot, ADA, 1, AT))

    assert BEN not in put_out.table.guests
    for seat in (None, 1, 2):
        refused("not_welcome", table.take_seat, put_out, BEN, AT, seat=seat)
    assert table.take_seat(put_out, CLEO, AT, seat=1) == (SeatTaken(1, CLEO, at=AT),)
    invited = after(put_out, table.invite(put_out, ADA, BEN, AT))
    assert table.take_seat(invited, BEN, AT) == (SeatTaken(0, BEN, at=AT),)


def test_who_has_left_may_come_back() -> None:
    snapshot = after(opened(), table.take_seat(opened(), BEN, AT))
    left = after(snapshot, table.leave_seat(snapshot, BEN, 0, AT))

    assert table.take_seat(left, BEN, AT) == (SeatTaken(0, BEN, at=AT),)


def test_a_house_player_that_was_put_out_may_be_asked_again() -> None:
    snapshot = after(opened(), table.seat_house(opened(), ADA, "random", AT))
    put_out = after(snapshot, table.leave_seat(snapshot, ADA, 0, AT))

    assert table.seat_house(put_out, ADA, "random", AT) == (SeatTaken(0, RANDOM, None, "random", at=AT),)


def test_players_are_invited_by_those_who_belong_to_the_table() -> None:
    full = seated(players=3)

    events = table.invite(full, BEN, GUEST, AT)

    assert events == (PlayerInvited(GUEST, BEN, at=AT),)
    assert after(full, events).table.invited == {GUEST}
    refused("already_invited", table.invite, after(full, events), ADA, GUEST, AT)
    refused("already_invited", table.invite, full, ADA, CLEO, AT)
    refused("not_seated", table.invite, full, STRANGER, GUEST, AT)
    refused("already_invited", table.invite, opened(), ADA, ADA, AT)
    refused("already_started", table.invite, playing(), ADA, GUEST, AT)


# Ends


def test_before_the_start_only_who_has_opened_the_table_ends_it() -> None:
    for snapshot in (opened(), seated()):
        must_end(snapshot, ADA)
        for player in (BEN, STRANGER):
            refused("not_the_creator", table.call_abort, snapshot, player, AT)
            refused("not_the_creator", table.call_abort, snapshot, player, AT, on=False)
        refused("no_change", table.call_abort, snapshot, ADA, AT, on=False)


def test_before_the_first_move_one_player_ends_the_game() -> None:
    for player in (ADA, BEN):
        must_end(playing(), player)
    refused("no_change", table.call_abort, playing(), BEN, AT, on=False)
    refused("not_seated", table.call_abort, playing(), STRANGER, AT)


def must_end(snapshot: Snapshot, player: UUID) -> None:
    """Let one player end the table."""
    events = table.call_abort(snapshot, player, AT + 1)
    assert events == (TableAborted(player, "before_first_move", at=AT + 1),)
    ended = after(snapshot, events)
    assert (ended.table.status, ended.table.finished_at, table.due(ended)) == ("aborted", AT + 1, None)
    assert table.tick(ended, AT + 10**9) == ()


def test_after_the_first_move_all_who_play_must_agree() -> None:
    snapshot = moved(playing(), AT + 1)

    for player, seat in ((ADA, 0), (BEN, 1)):
        events = table.call_abort(snapshot, player, AT + 2)
        assert events == (AbortCalled(seat, on=True, at=AT + 2),)
        snapshot = after(snapshot, events)
    refused("no_change", table.call_abort, snapshot, ADA, AT + 2)
    taken_back = after(snapshot, table.call_abort(snapshot, BEN, AT + 2, on=False))
    assert len(table.call_abort(taken_back, CLEO, AT + 2)) == 1
    assert table.call_abort(snapshot, CLEO, AT + 2)[1] == TableAborted(CLEO, "agreed", at=AT + 2)


def test_what_was_done_for_a_late_seat_is_a_move_too() -> None:
    snapshot = playing(settings={"turn_limit_ms": LIMIT})
    snapshot = after(snapshot, table.tick(snapshot, AT + LIMIT))

    assert snapshot.moves == 1
    assert table.call_abort(snapshot, ADA, AT + LIMIT) == (AbortCalled(0, on=True, at=AT + LIMIT),)


def test_house_players_agree_to_every_end() -> None:
    snapshot = opened(players=2)
    snapshot = after(snapshot, table.take_seat(snapshot, ADA, AT))
    snapshot = after(snapshot, table.seat_house(snapshot, ADA, "random", AT))
    snapshot = moved(after(snapshot, table.start(snapshot, ADA, AT)), AT + 1)

    assert [type(event) for event in table.call_abort(snapshot, ADA, AT + 2)] == [AbortCalled, TableAborted]


def test_nothing_is_done_at_a_table_that_has_been_aborted() -> None:
    over = after(playing(), table.call_abort(playing(), ADA, AT))

    refused("game_over", table.make_move, over, ADA, {"type": "draw_stock"}, AT)
    refused("game_over", table.call_abort, over, ADA, AT)
    open_and_over = after(opened(), table.call_abort(opened(), ADA, AT))
    refused("game_over", table.take_seat, open_and_over, BEN, AT)
    refused("game_over", table.seat_house, open_and_over, ADA, "random", AT)
    refused("game_over", table.leave_seat, open_and_over, ADA, 0, AT)
    refused("game_over", table.invite, open_and_over, ADA, GUEST, AT)
    refused("game_over", table.start, open_and_over, ADA, AT)


def test_only_those_who_play_end_a_game_that_has_begun() -> None:
    snapshot = opened(players=2)
    for player in (BEN, CLEO):
        snapshot = after(snapshot, table.take_seat(snapshot, player, AT))
    begun = after(snapshot, table.start(snapshot, ADA, AT))

    for each in (begun, moved(begun, AT + 1)):
        refused("not_seated", table.call_abort, each, ADA, AT)


def test_an_operator_ends_any_table_that_goes_on() -> None:
    for snapshot in (opened(), seated(), playing(), moved(playing(), AT + 1)):
        events = table.abort_as_operator(snapshot, STRANGER, AT + 2)
        assert events == (TableAborted(STRANGER, "operator", at=AT + 2),)
        ended = after(snapshot, events)
        assert ended.table.status == "aborted"
        refused("game_over", table.abort_as_operator, ended, STRANGER, AT + 3)


# Another game


def test_a_rematch_keeps_the_seats_and_the_next_one_deals() -> None:
    over = finished()

    (event,) = table.open_rematch(over, REMATCH, BEN, SECRET, AT)

    assert (event.creator, event.rematch_of, event.reserved) == (BEN, REMATCH, over.table.seats)
    assert event.options["dealer"] == 1
    again = fold([event])
    assert table.take_seat(again, CLEO, AT)[0] == SeatTaken(2, CLEO, at=AT)
    refused("seat_reserved", table.take_seat, again, ADA, AT, seat=1)
    refused("table_full", table.take_seat, again, STRANGER, AT)


def test_a_seat_that_is_left_is_free_for_everybody() -> None:
    again = fold(table.open_rematch(finished(), REMATCH, ADA, SECRET, AT))
    again = after(again, table.take_seat(again, BEN, AT))

    freed = after(again, table.leave_seat(again, BEN, 1, AT))

    assert table.take_seat(freed, STRANGER, AT)[0] == SeatTaken(1, STRANGER, at=AT)


def test_no_seat_is_kept_for_who_sits_on_another() -> None:
    (event,) = table.open_table("honors_4", {"players": 3}, ADA, SECRET, AT, reserved=(ADA, BEN, None))
    snapshot = fold([event])
    snapshot = after(snapshot, table.take_seat(snapshot, BEN, AT, seat=2))

    assert table.take_seat(snapshot, STRANGER, AT) == (SeatTaken(1, STRANGER, at=AT),)
    refused("seat_reserved", table.take_seat, snapshot, STRANGER, AT, seat=0)


def test_a_seat_is_kept_until_it_is_released() -> None:
    again = fold(table.open_rematch(finished(), REMATCH, ADA, SECRET, AT))

    events = table.leave_seat(again, ADA, 1, AT)

    assert events == (SeatReleased(1, BEN, ADA, at=AT),)
    assert table.leave_seat(again, BEN, 1, AT) == (SeatReleased(1, BEN, UNSET, at=AT),)
    refused("seat_not_yours", table.leave_seat, again, CLEO, 1, AT)
    released = after(again, events)
    assert BEN not in released.table.guests
    refused("seat_free", table.leave_seat, released, ADA, 1, AT)
    refused("seat_not_yours", table.leave_seat, released, BEN, 1, AT)
    for player in (STRANGER, BEN):
        assert table.take_seat(released, player, AT) == (SeatTaken(1, player, at=AT),)
    assert table.seat_house(released, ADA, "random", AT) == (SeatTaken(1, RANDOM, None, "random", at=AT),)
    assert table.take_seat(released, CLEO, AT) == (SeatTaken(2, CLEO, at=AT),)


def test_a_rematch_is_for_those_who_have_played_to_the_end() -> None:
    refused("not_finished", table.open_rematch, playing(), REMATCH, ADA, SECRET, AT)
    refused("not_seated", table.open_rematch, finished(), REMATCH, STRANGER, SECRET, AT)


def test_the_old_table_knows_of_its_last_rematch() -> None:
    over = finished()

    events = table.note_rematch(over, BEN, REMATCH, AT)

    assert events == (RematchOpened(1, REMATCH, at=AT),)
    assert after(over, events).table.rematch == REMATCH
    refused("no_change", table.note_rematch, after(over, events), ADA, REMATCH, AT)
    another = table.note_rematch(over, ADA, UUID(int=8), AT)
    assert after(over, (*events, *another)).table.rematch == UUID(int=8)


def test_settings_that_say_nothing_new_are_not_in_the_event() -> None:
    (event,) = table.open_table("literature", {}, ADA, SECRET, AT, settings=TableSettings())

    assert (event.settings, event.rematch_of, event.reserved) == (UNSET, UNSET, UNSET)
    assert fold([event]).table.settings == TableSettings()
    assert replace(event, settings=TableSettings(reserve_ms=1)) != event
