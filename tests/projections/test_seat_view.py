"""What a view says of decisions: what names them, and when their time is over."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain import GAMES, table
from domain.table import HouseTookOver, Overtaken, Snapshot, TableSettings
from domain.table.moving import must_be_in_time
from projections.header import header
from projections.items import UNSEEN, Sight, follow
from projections.seat_view import decision, seat_view, waits_for
from service.store.lobby_row import lobby_row
from tests.domain.every_game import every_id
from tests.domain.tables import RANDOM, after, moved, playing
from tests.domain.zones import all_zones
from tests.recording import AT, GAME, PLAYERS, Recording, fold, opening, played


def silence() -> Snapshot:
    """Return a Meeting of three in its first silence, which began at `AT`."""
    snapshot = playing("friendlier_than_thou", 3)
    while snapshot.state.phase != "silence":
        snapshot = moved(snapshot, AT)
    return snapshot


def acted(snapshot: Snapshot, seat: int, kind: str, at: int) -> Snapshot:
    """Return the Meeting after a seat has spoken or led with its first card."""
    move = snapshot.rules.parse({"type": kind, "card": snapshot.state.hands[seat][0]})
    player = snapshot.table.seats[seat]
    assert player is not None
    return after(snapshot, table.decide(snapshot, table.MakeMove(player, move), at), seat)


def test_the_cards_of_a_view_have_the_ids_of_its_sight() -> None:
    recording = played("literature", 1)
    dealt = next(index for index, each in enumerate(recording.snapshots) if each.state is not None) + 10
    seen = (None, sight_at(recording, dealt, 0))
    shown = [seat_view(GAME, recording.snapshots[dealt], 0, sight).layout for sight in seen]
    ids = [[item.id for zone in all_zones(layout.zones) for item in zone.cards or ()] for layout in shown if layout]

    assert set(ids[0]) == {""}
    assert len(set(ids[1])) == len(ids[1]) == len(ids[0]) > 0


def sight_at(recording: Recording, index: int, seat: int) -> Sight:
    """Return what a seat sees after the event of this index."""
    sight = UNSEEN
    for snapshot in recording.snapshots[: index + 1]:
        if snapshot.state is not None:
            sight = follow(sight, snapshot.rules.layout(snapshot.view(seat), seat), snapshot.version)
    return sight


# What names a decision


def test_a_player_who_leads_into_a_window_ends_nobody_elses_decision() -> None:
    window = acted(silence(), 0, "so_moved", AT + 1)
    answer = window.decision_id(2)

    eldered = acted(window, 1, "lead", AT + 2)

    must_be_in_time(eldered, 2, answer, window.version)
    assert eldered.decision_id(1) != window.decision_id(1)


def test_what_was_meant_for_a_silence_is_too_late_in_the_next() -> None:
    first = silence()
    answer = first.decision_id(2)

    anew = acted(first, 1, "lead", AT + 2)

    with pytest.raises(Overtaken, match="decision_over"):
        must_be_in_time(anew, 2, answer, None)
    with pytest.raises(Overtaken, match="stale_version: The table has changed since"):
        must_be_in_time(anew, 2, None, first.version)


def test_a_version_that_is_yet_to_come_is_not_taken_for_an_old_one() -> None:
    window = silence()

    with pytest.raises(Overtaken, match="stale_version: The table has not yet come to"):
        must_be_in_time(window, 2, None, window.version + 1)


def test_nothing_is_asked_of_a_player_for_whom_the_house_plays() -> None:
    start = playing("honors_4", 3, settings={"turn_limit_ms": 5_000})
    (seat,) = start.rules.to_act(start.state)
    away = after(start, (HouseTookOver(seat, "random", at=AT),))
    back = after(away, table.decide(away, table.TakeSeat(PLAYERS[seat]), AT))

    for snapshot, asked in ((start, True), (away, False), (back, True)):
        view = seat_view(GAME, snapshot, seat, None)
        assert (view.decision is not None, waits_for(snapshot, seat)) == (asked, asked)
        assert decision(snapshot, seat, view.state) is not None, "the player of the seat is asked"


# For whom seats are kept


def test_a_seat_is_kept_until_somebody_sits_there_or_it_is_released() -> None:
    kept = (PLAYERS[0], PLAYERS[1], RANDOM)
    (event,) = table.decide(
        None,
        opening("honors_4", options={"players": 3}, reserved=kept),
        AT,
    )
    snapshot = fold([event])
    assert header(GAME, snapshot).reserved == lobby_row(GAME, snapshot).reserved == kept

    snapshot = after(snapshot, table.decide(snapshot, table.TakeSeat(PLAYERS[0]), AT))
    snapshot = after(snapshot, table.decide(snapshot, table.LeaveSeat(PLAYERS[1], 1), AT))
    snapshot = after(snapshot, table.decide(snapshot, table.SeatHouse(PLAYERS[0], "random", seat=2), AT))
    assert header(GAME, snapshot).reserved == lobby_row(GAME, snapshot).reserved == (None,) * 3


# When its time is over


def deadlines(snapshot: Snapshot) -> list[int | None]:
    """Return until when each seat has time, in ms after `AT`; it is the same for all who look."""
    layouts = [seat_view(GAME, snapshot, viewer, None).layout for viewer in (None, 0, 1)]
    (seats,) = {shown.seats for shown in layouts if shown is not None}
    return [each.deadline and each.deadline - AT for each in seats]


@pytest.mark.parametrize(
    ("of_game", "of_table", "over"),
    [(5_000, None, 5_000), (5_000, 60_000, 5_000), (60_000, 5_000, 5_000), (None, 5_000, 5_000), (None, None, None)],
)
def test_the_time_of_a_seat_is_over_when_the_first_clock_acts_for_it(
    of_game: int | None, of_table: int | None, over: int | None
) -> None:
    options, settings = {"turn_limit_ms": of_game}, {"turn_limit_ms": of_table}
    snapshot = playing("pursuit_of_happiness", 2, options=options, settings=settings)
    (seat,) = snapshot.rules.to_act(snapshot.state)

    assert deadlines(snapshot) == [over if each == seat else None for each in range(2)]
    asked = seat_view(GAME, snapshot, seat, None).decision
    assert asked is not None
    assert asked.deadline == (None if over is None else AT + over)
    if over is not None:
        assert table.decide(snapshot, table.Tick(), AT + over - 1) == ()
        assert table.decide(snapshot, table.Tick(), AT + over) != ()


@pytest.mark.parametrize("limit", [None, 5_000])
def test_where_a_seat_need_not_act_no_time_runs(limit: int | None) -> None:
    settings = {"turn_limit_ms": limit}
    window, trading = (playing(game, 4, settings=settings) for game in ("honors_2", "honors_3"))
    while window.state.phase != "challenge":
        window = moved(window, AT)
    trading = moved(trading, AT)

    for snapshot in (window, trading, silence()):
        view: Any = seat_view(GAME, snapshot, 0, None).state
        assert view.deadline is not None
        assert len(view.to_act) > 1
        assert set(deadlines(snapshot)) == {None}


@pytest.mark.parametrize("limit", [None, 5_000])
@every_id()
def test_between_the_events_of_a_step_nobody_has_anything_to_do(game: str, limit: int | None) -> None:
    options = {"max_deals": 1} if "max_deals" in GAMES[game].Options.__struct_fields__ else {}
    recording = played(game, 1, **options)
    ends = [entry.version == entry.step for entry in recording.entries[1:]] + [True]
    for snapshot, ends_step in zip(recording.snapshots, ends, strict=True):
        limited = replace(snapshot, table=replace(snapshot.table, settings=TableSettings(turn_limit_ms=limit)))
        for seat in (None, 0):
            view = seat_view(GAME, limited, seat, None, ends_step=ends_step)
            if view.layout is not None:
                acting = tuple(each.seat for each in view.layout.seats if each.to_act)
                assert view.state.to_act == acting
                assert [each.deadline for each in view.layout.seats if not each.to_act].count(None) == len(
                    view.layout.seats
                ) - len(acting)
                if not ends_step:
                    assert (acting, view.state.deadline, view.decision) == ((), None, None)


def test_at_a_table_that_was_aborted_no_time_runs_and_nobody_acts() -> None:
    options = {"turn_limit_ms": 60_000}
    snapshot = playing("pursuit_of_happiness", 2, options=options, settings={"turn_limit_ms": 5_000})
    before = seat_view(GAME, snapshot, None, None)
    assert (before.state.to_act, before.state.deadline is None) == ((1,), False)

    over = after(snapshot, table.decide(snapshot, table.CallAbort(PLAYERS[0]), AT))

    assert deadlines(over) == [None, None]
    for seat in (None, 0, 1):
        view = seat_view(GAME, over, seat, None)
        assert (view.state.to_act, view.state.deadline, view.decision) == ((), None, None)
        assert view.layout is not None
        assert not any(each.to_act for each in view.layout.seats)
