"""A table's life beside its game: time that runs out, absent players and the house, invitations, abort and rematch."""

from typing import Any
from uuid import UUID

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain import GAMES, table
from domain.table import (
    HOUSE_PLAYERS,
    AbortCalled,
    DecisionLapsed,
    HouseTookOver,
    PlayerInvited,
    RematchOpened,
    SeatAbsent,
    SeatLeft,
    SeatReleased,
    SeatTaken,
    SeatTakenBack,
    Snapshot,
    TableAborted,
    TableSettings,
)
from tests.domain.test_table import refused
from tests.recording import AT, PLAYERS, SECRET, fold, played

ADA, BEN, CLEO = PLAYERS[:3]
STRANGER, GUEST = UUID(int=404), UUID(int=405)
RANDOM = HOUSE_PLAYERS["random"]
REMATCH = UUID(int=7)
LIMIT = 10_000


def after(snapshot: Snapshot, events: tuple[Any, ...], mover: int | None = None) -> Snapshot:
    """Return the table after a step."""
    for number, event in enumerate(events):
        snapshot = table.evolve(snapshot, event, mover if number == 0 else None)
    return snapshot


def opened(game: str = "honors_4", players: int = 3, **given: Any) -> Snapshot:
    """Return an open table; `options` and `settings` are given as JSON gives them."""
    settings, options = TableSettings(**given.pop("settings", {})), {"players": players, **given.pop("options", {})}
    return fold(table.open_table(game, options, ADA, SECRET, AT, settings=settings, **given))


def seated(game: str = "honors_4", players: int = 3, **given: Any) -> Snapshot:
    """Return a table with all seats taken."""
    snapshot = opened(game, players, **given)
    for player in PLAYERS[:players]:
        snapshot = after(snapshot, table.take_seat(snapshot, player, AT))
    return snapshot


def playing(game: str = "honors_4", players: int = 3, **given: Any) -> Snapshot:
    """Return a table right after the start; in No. IV seat 1 has to draw."""
    snapshot = seated(game, players, **given)
    return after(snapshot, table.start(snapshot, ADA, AT))


def moved(snapshot: Snapshot, at: int) -> Snapshot:
    """Return the table after the first legal move of the first seat that is to act."""
    return moved_by(snapshot, snapshot.table.rules.to_act(snapshot.state)[0], at)


def moved_by(snapshot: Snapshot, seat: int, at: int) -> Snapshot:
    """Return the table after the first legal move of a seat."""
    rules = snapshot.table.rules
    decision = rules.choices(snapshot.state, seat)
    assert decision is not None
    return after(snapshot, rules.decide(snapshot.state, seat, decision.moves[0], at, snapshot.chance()), seat)


def finished() -> Snapshot:
    """Return a table whose game has been played to its end."""
    snapshot = playing("literature", 6)
    while snapshot.table.finished_at is None:
        snapshot = moved(snapshot, snapshot.at)
    return snapshot


# Decisions and their time


def test_a_decision_begins_with_its_occasion_or_with_the_seats_last_one() -> None:
    start = playing()
    drawn = moved(start, AT + 5)
    (seat,) = start.table.rules.to_act(start.state)

    assert start.decision_began(seat) == start.asked
    assert start.asked is not None
    assert start.asked.version <= start.version
    began = drawn.decision_began(seat)
    assert began is not None
    assert (began.version > start.version, began.at) == (True, AT + 5)


def test_what_others_do_at_the_same_time_ends_no_decision() -> None:
    start = playing("friendlier_than_thou", 3)
    rules = start.table.rules
    before = start.decision_began(0)
    decision = rules.choices(start.state, 1)
    assert decision is not None

    later = after(start, rules.decide(start.state, 1, decision.moves[0], AT + 1, start.chance()), 1)

    assert later.decision_began(0) == before
    assert later.decision_began(1) != start.decision_began(1)


def test_a_table_without_a_limit_waits_for_ever() -> None:
    assert table.due(playing()) is None
    assert table.tick(playing(), AT + 10**12) == ()


def test_a_decision_lapses_at_its_deadline_and_the_default_move_is_made() -> None:
    snapshot = playing(settings={"turn_limit_ms": LIMIT})
    (seat,) = snapshot.table.rules.to_act(snapshot.state)

    assert table.due(snapshot) == table.deadline(snapshot, seat) == AT + LIMIT
    assert [table.deadline(snapshot, other) for other in range(3) if other != seat] == [None, None]
    assert table.tick(snapshot, AT + LIMIT - 1) == ()
    lapsed, *default = table.tick(snapshot, AT + LIMIT)
    assert lapsed == DecisionLapsed(seat, 1, at=AT + LIMIT)
    assert {event.at for event in default} == {AT + LIMIT}
    assert default[0].seat == seat


def test_nothing_is_done_for_who_has_nothing_to_choose_from() -> None:
    start = playing()
    (turn,) = start.table.rules.to_act(start.state)
    assert [seat for seat in range(3) if table.default(start, seat) is not None] == [turn]

    amid_a_step = 0
    for snapshot in played("honors_1", 1, max_deals=1).snapshots:
        rules = snapshot.table.rules
        for seat in () if snapshot.state is None else rules.to_act(snapshot.state):
            decision = rules.choices(snapshot.state, seat)
            if decision is not None and not decision.moves:
                assert table.default(snapshot, seat) is None
                amid_a_step += 1
    assert amid_a_step


def test_ticking_late_gives_what_ticking_in_time_gives() -> None:
    snapshot = playing(settings={"turn_limit_ms": LIMIT})
    late = table.tick(snapshot, AT + 5 * LIMIT)

    in_time: list[Any] = []
    while (due := table.due(snapshot)) is not None and due <= AT + 5 * LIMIT:
        events = table.tick(snapshot, due)
        in_time += events
        snapshot = after(snapshot, events)

    assert late == tuple(in_time)
    assert sum(isinstance(event, DecisionLapsed) for event in late) == 5


def test_the_reserve_is_used_up_once_for_the_whole_game() -> None:
    start = playing(settings={"turn_limit_ms": LIMIT, "reserve_ms": 5_000})
    (seat,) = start.table.rules.to_act(start.state)
    assert table.deadline(start, seat) == AT + LIMIT + 5_000

    slow = moved(start, AT + LIMIT + 2_000)

    assert slow.table.places[seat].reserve_ms == 3_000
    quick = moved(start, AT + LIMIT)
    assert quick.table.places[seat].reserve_ms == 5_000
    late = after(start, table.tick(start, AT + LIMIT + 5_000))
    assert late.table.places[seat].reserve_ms == 0


def test_where_no_time_runs_the_reserve_is_kept() -> None:
    slow = {"turn_limit_ms": LIMIT, "reserve_ms": 60_000}
    late = AT + LIMIT + 7_000
    trading = moved(playing("honors_3", 4, settings=slow), AT)
    counting = playing("literature", 6, options={"report_counts": True}, settings=slow)
    silence = playing("friendlier_than_thou", 3, settings=slow)
    for seat in range(3):
        silence = moved_by(silence, seat, AT)

    for snapshot in (trading, counting, silence):
        seat = next(seat for seat in range(3) if seat != snapshot.state.turn and table.default(snapshot, seat) is None)
        assert table.deadline(snapshot, seat) is None
        assert moved_by(snapshot, seat, late).table.places[seat].reserve_ms == 60_000


def test_the_clock_of_the_game_goes_before_that_of_the_table() -> None:
    snapshot = playing("pursuit_of_happiness", 2, settings={"turn_limit_ms": 300_000})
    events = table.tick(snapshot, AT + 300_000)

    assert events[0].__struct_config__.tag == "turn_lapsed"
    assert not any(isinstance(event, DecisionLapsed) for event in events)


def test_nobody_lapses_while_a_window_of_the_game_is_open() -> None:
    snapshot = playing("honors_2", settings={"turn_limit_ms": 5_000, "reserve_ms": 1_000})
    while snapshot.state.phase != "challenge":
        snapshot = moved(snapshot, AT + 1_000)

    window = table.tick(snapshot, AT + 11_000)

    assert [(event.__struct_config__.tag, event.at) for event in window] == [("window_closed", AT + 11_000)]
    assert {place.reserve_ms for place in after(snapshot, window).table.places} == {1_000}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_in_which_nobody_does_anything_comes_to_its_end(game: str) -> None:
    rules = GAMES[game]
    options = {"max_deals": 1} if "max_deals" in rules.Options.__struct_fields__ else {}
    settings = TableSettings(turn_limit_ms=1_000)
    snapshot = fold(table.open_table(game, options, ADA, SECRET, AT, settings=settings))
    for player in PLAYERS[: len(snapshot.table.places)]:
        snapshot = after(snapshot, table.take_seat(snapshot, player, AT))
    snapshot = after(snapshot, table.start(snapshot, ADA, AT))

    for _ in range(3_000):
        if snapshot.table.finished_at is not None:
            break
        due = table.due(snapshot)
        assert due is not None, "nobody acts, and no time runs out"
        snapshot = after(snapshot, table.tick(snapshot, due))

    assert snapshot.table.status == "finished"


# Absent players, and the house


def absent(*, house: bool) -> tuple[Snapshot, int, tuple[Any, ...]]:
    """Return a table where a seat has lapsed twice in a row, that seat, and the events of its last lapse."""
    settings = {"turn_limit_ms": LIMIT, "defaults_until_absent": 2, "house_takes_over": house}
    snapshot = playing(settings=settings)
    (seat,) = snapshot.table.rules.to_act(snapshot.state)
    for _ in range(20):
        events = table.tick(snapshot, table.due(snapshot) or 0)
        snapshot = after(snapshot, events)
        if SeatAbsent(seat, at=snapshot.at) in events:
            return snapshot, seat, events
    raise AssertionError("nobody is ever absent")


def test_after_some_defaults_a_seat_is_absent() -> None:
    snapshot, seat, events = absent(house=False)

    assert events[:2] == (DecisionLapsed(seat, 2, at=snapshot.at), SeatAbsent(seat, at=snapshot.at))
    assert (snapshot.table.places[seat].absent, snapshot.table.places[seat].house) == (True, None)
    assert table.house_seats_to_act(snapshot) == ()


def test_who_moves_is_there_again() -> None:
    snapshot, seat, _ = absent(house=False)
    while snapshot.table.rules.to_act(snapshot.state) != (seat,):
        snapshot = moved(snapshot, snapshot.at)

    back = moved(snapshot, snapshot.at).table.places[seat]

    assert (back.absent, back.defaults) == (False, 0)


def test_the_house_goes_on_for_an_absent_seat_until_its_player_is_back() -> None:
    snapshot, seat, events = absent(house=True)
    player = snapshot.table.seats[seat]
    assert player is not None

    assert events[2] == HouseTookOver(seat, "random", at=snapshot.at)
    assert snapshot.table.seats[seat] == player
    refused("house_plays", table.make_move, snapshot, player, {"type": "draw_stock"}, snapshot.at)
    while seat not in table.house_seats_to_act(snapshot):
        snapshot = moved(snapshot, snapshot.at)
    back = table.take_seat(snapshot, player, snapshot.at)
    assert back == (SeatTakenBack(seat, player, at=snapshot.at),)
    place = after(snapshot, back).table.places[seat]
    assert (place.house, place.absent, place.defaults) == (None, False, 0)


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


def test_house_players_are_needed_where_the_game_waits_for_them() -> None:
    snapshot = opened("honors_3", 4)
    snapshot = after(snapshot, table.take_seat(snapshot, ADA, AT, seat=0))
    for _ in range(3):
        snapshot = after(snapshot, table.seat_house(snapshot, ADA, "random", AT))
    opening = after(snapshot, table.start(snapshot, ADA, AT))
    trading = moved(opening, AT + 1)

    assert (table.house_seats_to_act(opening), table.house_seats_needed(opening)) == ((1,), (1,))
    assert (table.house_seats_to_act(trading), table.house_seats_needed(trading)) == ((1, 2, 3), ())
    assert [table.deadline(opened(), seat) for seat in range(3)] == [None] * 3


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


def test_before_the_first_move_one_player_ends_the_table() -> None:
    for snapshot in (opened(), seated(), playing()):
        events = table.call_abort(snapshot, ADA, AT + 1)
        assert events == (TableAborted(ADA, "before_first_move", at=AT + 1),)
        ended = after(snapshot, events)
        assert (ended.table.status, ended.table.finished_at, table.due(ended)) == ("aborted", AT + 1, None)
        assert table.tick(ended, AT + 10**9) == ()
    refused("not_seated", table.call_abort, opened(), BEN, AT)


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
    snapshot = moved(after(snapshot, table.start(snapshot, ADA, AT)), AT + 1)

    refused("not_seated", table.call_abort, snapshot, ADA, AT)


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
