"""Time at a table: decisions and when they lapse, absent players, and the house that goes on for them."""

from dataclasses import replace
from typing import Any

import pytest

from domain import GAMES, table
from domain.games.honors_4.moves import DrawStock
from domain.table import (
    AbortCalled,
    DecisionLapsed,
    HouseTookOver,
    SeatAbsent,
    SeatTakenBack,
    Snapshot,
    TableAborted,
    TableSettings,
)
from domain.table.snapshot import MINUTE_MS
from tests.domain.every_game import every_id
from tests.domain.tables import (
    ADA,
    LIMIT,
    after,
    finished,
    moved,
    moved_by,
    opened,
    playing,
    refused,
)
from tests.recording import AT, PLAYERS, fold, opening, played

DAY = 24 * 60 * MINUTE_MS

# Decisions and their time


def test_a_decision_begins_with_its_occasion_or_with_the_seats_last_one() -> None:
    start = playing()
    drawn = moved(start, AT + 5)
    (seat,) = start.rules.to_act(start.state)

    assert start.decision_began(seat) == start.asked
    assert start.asked is not None
    assert start.asked.version <= start.version
    began = drawn.decision_began(seat)
    assert began is not None
    assert (began.version > start.version, began.at) == (True, AT + 5)


def test_what_others_do_at_the_same_time_ends_no_decision() -> None:
    start = playing("friendlier_than_thou", 3)
    rules = start.rules
    before = start.decision_began(0)
    decision = rules.choices(start.state, 1)
    assert decision is not None

    later = after(start, rules.decide(start.state, 1, decision.moves[0], AT + 1, start.chance()), 1)

    assert later.decision_began(0) == before
    assert later.decision_began(1) != start.decision_began(1)


def test_a_table_without_a_limit_waits_for_ever() -> None:
    assert playing().due is None
    assert table.decide(playing(), table.Tick(), AT + 10**12) == ()


def test_a_decision_lapses_at_its_deadline_and_the_default_move_is_made() -> None:
    snapshot = playing(settings={"turn_limit_ms": LIMIT})
    (seat,) = snapshot.rules.to_act(snapshot.state)

    assert snapshot.due == snapshot.deadline(seat) == AT + LIMIT
    assert [snapshot.deadline(other) for other in range(3) if other != seat] == [None, None]
    assert table.decide(snapshot, table.Tick(), AT + LIMIT - 1) == ()
    lapsed, *default = table.decide(snapshot, table.Tick(), AT + LIMIT)
    assert lapsed == DecisionLapsed(seat, 1, at=AT + LIMIT)
    assert {event.at for event in default} == {AT + LIMIT}
    assert getattr(default[0], "seat", None) == seat


def test_nothing_is_done_for_a_player_who_has_nothing_to_choose_from() -> None:
    start = playing()
    (turn,) = start.rules.to_act(start.state)
    assert [seat for seat in range(3) if start.default(seat) is not None] == [turn]

    amid_a_step = 0
    for snapshot in played("honors_1", 1, max_deals=1).snapshots:
        rules = snapshot.rules
        for seat in () if snapshot.state is None else rules.to_act(snapshot.state):
            decision = rules.choices(snapshot.state, seat)
            if decision is not None and not decision.moves:
                assert snapshot.default(seat) is None
                amid_a_step += 1
    assert amid_a_step


def test_ticking_late_gives_moment_by_moment_what_ticking_in_time_gives() -> None:
    snapshot = playing(settings={"turn_limit_ms": LIMIT})

    lapsed = 0
    while (due := snapshot.due) is not None and due <= AT + 5 * LIMIT:
        events = table.decide(snapshot, table.Tick(), due)
        assert table.decide(snapshot, table.Tick(), AT + 5 * LIMIT) == events
        assert {event.at for event in events} == {due}
        lapsed += sum(isinstance(event, DecisionLapsed) for event in events)
        snapshot = after(snapshot, events)

    assert lapsed == 5


def test_the_reserve_is_used_up_once_for_the_whole_game() -> None:
    start = playing(settings={"turn_limit_ms": LIMIT, "reserve_ms": 5_000})
    (seat,) = start.rules.to_act(start.state)
    assert start.deadline(seat) == AT + LIMIT + 5_000

    slow = moved(start, AT + LIMIT + 2_000)

    assert slow.table.places[seat].reserve_ms == 3_000
    quick = moved(start, AT + LIMIT)
    assert quick.table.places[seat].reserve_ms == 5_000
    late = after(start, table.decide(start, table.Tick(), AT + LIMIT + 5_000))
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
        seat = next(seat for seat in range(3) if seat != snapshot.state.turn and snapshot.default(seat) is None)
        assert snapshot.deadline(seat) is None
        assert moved_by(snapshot, seat, late).table.places[seat].reserve_ms == 60_000


def test_the_clock_of_the_game_goes_before_that_of_the_table() -> None:
    snapshot = playing("pursuit_of_happiness", 2, settings={"turn_limit_ms": 300_000})
    events = table.decide(snapshot, table.Tick(), AT + 300_000)

    assert events[0].__struct_config__.tag == "turn_lapsed"
    assert not any(isinstance(event, DecisionLapsed) for event in events)


def test_nobody_lapses_while_a_window_of_the_game_is_open() -> None:
    snapshot = playing("honors_2", settings={"turn_limit_ms": 5_000, "reserve_ms": 1_000})
    while snapshot.state.phase != "challenge":
        snapshot = moved(snapshot, AT + 1_000)

    window = table.decide(snapshot, table.Tick(), AT + 11_000)

    assert [(event.__struct_config__.tag, event.at) for event in window] == [("window_closed", AT + 11_000)]
    assert {place.reserve_ms for place in after(snapshot, window).table.places} == {1_000}


def test_quick_moves_under_a_long_limit_leave_the_table_listed_for_the_minute_that_it_is() -> None:
    start = moved(playing(settings={"turn_limit_ms": DAY}), AT + 5)
    later = moved(start, AT + MINUTE_MS)
    much_later = moved(later, AT + 2 * MINUTE_MS + 1)
    alarm = AT + DAY + MINUTE_MS
    assert (start.alarm_after(None), start.due) == (alarm, AT + DAY + 5)

    assert later.alarm_after(alarm) == later.alarm_after(None) == alarm
    assert much_later.due == AT + DAY + 2 * MINUTE_MS + 1
    assert much_later.alarm_after(alarm) == much_later.alarm_after(None) == alarm + 2 * MINUTE_MS
    assert finished(DAY).alarm_after(alarm) is None


def test_no_default_is_worked_out_for_a_table_that_stays_listed() -> None:
    later = moved(moved(playing(settings={"turn_limit_ms": DAY}), AT + 5), AT + 6)
    vars(later)["rules"] = replace(later.rules, default=lambda *_: pytest.fail("a default is worked out"))

    assert later.alarm_after(AT + DAY + MINUTE_MS) == AT + DAY + MINUTE_MS
    assert later.due_by(AT + DAY) is None


def test_a_decision_under_a_long_limit_lapses_at_its_very_time() -> None:
    start = moved(playing(settings={"turn_limit_ms": DAY}), AT + 5)
    lapses_at, alarm = AT + DAY + 5, AT + DAY + MINUTE_MS

    assert [start.due_by(at) for at in (lapses_at - 1, lapses_at, alarm)] == [None, lapses_at, lapses_at]
    assert {event.at for event in table.decide(start, table.Tick(), alarm)} == {lapses_at}


def test_a_long_limit_does_not_put_off_the_clock_of_the_game() -> None:
    start = playing("pursuit_of_happiness", 2, settings={"turn_limit_ms": DAY})
    due = start.rules.due(start.state)

    assert start.alarm_after(None) == start.alarm_after(due) == start.due_by(AT + DAY) == due
    assert due is not None
    assert due < AT + MINUTE_MS * 60
    assert start.due_by(due - 1) is None


def test_a_table_at_which_nothing_lapses_is_not_listed_whatever_its_limit() -> None:
    silence = playing("friendlier_than_thou", 3, settings={"turn_limit_ms": DAY})
    for seat in range(3):
        silence = moved_by(silence, seat, AT)
    for seat in range(3):
        silence = silence if silence.default(seat) is None else moved_by(silence, seat, AT)
    assert silence.to_act

    assert silence.due_by(AT + 2 * DAY) == silence.alarm_after(None) == silence.rules.due(silence.state)


def test_without_a_turn_limit_nothing_lapses_and_the_clock_of_the_game_goes() -> None:
    start = playing("pursuit_of_happiness", 2)
    due = start.rules.due(start.state)
    assert due is not None

    assert start.soonest_lapse is None
    assert [start.due_by(at) for at in (due - 1, due)] == [None, due]


@every_id()
def test_a_game_in_which_nobody_does_anything_comes_to_its_end(game: str) -> None:
    rules = GAMES[game]
    options = {"max_deals": 1} if "max_deals" in rules.Options.__struct_fields__ else {}
    settings = TableSettings(turn_limit_ms=1_000)
    snapshot = fold(table.decide(None, opening(game, options=options, settings=settings), AT))
    for player in PLAYERS[: len(snapshot.table.places)]:
        snapshot = after(snapshot, table.decide(snapshot, table.TakeSeat(player), AT))
    snapshot = after(snapshot, table.decide(snapshot, table.StartGame(ADA), AT))

    for _ in range(3_000):
        if snapshot.table.finished_at is not None:
            break
        due = snapshot.due
        assert due is not None, "nobody acts, and no time runs out"
        snapshot = after(snapshot, table.decide(snapshot, table.Tick(), due))

    assert snapshot.table.status == "finished"


# Absent players, and the house


def absent(*, house: bool) -> tuple[Snapshot, int, tuple[Any, ...]]:
    """Return a table where a seat has lapsed twice in a row, that seat, and the events of its last lapse."""
    settings = {"turn_limit_ms": LIMIT, "defaults_until_absent": 2, "house_takes_over": house}
    snapshot = playing(settings=settings)
    (seat,) = snapshot.rules.to_act(snapshot.state)
    for _ in range(20):
        events = table.decide(snapshot, table.Tick(), snapshot.due or 0)
        snapshot = after(snapshot, events)
        if SeatAbsent(seat, at=snapshot.at) in events:
            return snapshot, seat, events
    raise AssertionError("nobody is ever absent")


def test_after_some_defaults_a_seat_is_absent() -> None:
    snapshot, seat, events = absent(house=False)

    assert events[:2] == (DecisionLapsed(seat, 2, at=snapshot.at), SeatAbsent(seat, at=snapshot.at))
    assert (snapshot.table.places[seat].absent, snapshot.table.places[seat].house) == (True, None)
    assert snapshot.house_seats_to_act == ()


def test_a_player_who_moves_is_there_again() -> None:
    snapshot, seat, _ = absent(house=False)
    while snapshot.rules.to_act(snapshot.state) != (seat,):
        snapshot = moved(snapshot, snapshot.at)

    back = moved(snapshot, snapshot.at).table.places[seat]

    assert (back.absent, back.defaults) == (False, 0)


def test_the_house_goes_on_for_an_absent_seat_until_its_player_is_back() -> None:
    snapshot, seat, events = absent(house=True)
    player = snapshot.table.seats[seat]
    assert player is not None

    assert events[2] == HouseTookOver(seat, "random", at=snapshot.at)
    assert snapshot.table.seats[seat] == player
    refused("house_plays", snapshot, table.MakeMove(player, DrawStock()), snapshot.at)
    while seat not in snapshot.house_seats_to_act:
        snapshot = moved(snapshot, snapshot.at)
    back = table.decide(snapshot, table.TakeSeat(player), snapshot.at)
    assert back == (SeatTakenBack(seat, player, at=snapshot.at),)
    place = after(snapshot, back).table.places[seat]
    assert (place.house, place.absent, place.defaults) == (None, False, 0)


def test_a_game_is_not_ended_without_the_player_for_whom_the_house_plays() -> None:
    snapshot, seat, _ = absent(house=True)
    owner, *others = (*PLAYERS[seat:3], *PLAYERS[:seat])
    for player in others:
        called = table.decide(snapshot, table.CallAbort(player), snapshot.at)
        assert [type(event) for event in called] == [AbortCalled]
        snapshot = after(snapshot, called)

    agreed = table.decide(snapshot, table.CallAbort(owner), snapshot.at)

    assert [type(event) for event in agreed] == [AbortCalled, TableAborted]


def test_house_players_are_needed_where_the_game_waits_for_them() -> None:
    snapshot = opened("friendlier_than_thou", 4)
    snapshot = after(snapshot, table.decide(snapshot, table.TakeSeat(ADA, seat=0), AT))
    for _ in range(3):
        snapshot = after(snapshot, table.decide(snapshot, table.SeatHouse(ADA, "random"), AT))
    silence = laying_aside = after(snapshot, table.decide(snapshot, table.StartGame(ADA), AT))
    while silence.state.phase != "silence":
        silence = moved(silence, AT + 1)

    assert (laying_aside.house_seats_to_act, laying_aside.house_seats_needed) == ((1, 2, 3), (1, 2, 3))
    assert (silence.house_seats_to_act, silence.house_seats_needed) == ((1, 2, 3), ())
    assert [opened().deadline(seat) for seat in range(3)] == [None] * 3
