"""Ends of a game for which not all agree: who has left it, or is away, and what the others may do then."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from domain import table
from domain.record import check_rules
from domain.table import AbortCalled, HouseTookOver, SeatAbsent, Snapshot, TableAborted
from domain.table.ending import AWAY_MS
from tests.domain.tables import ADA, BEN, CLEO, LIMIT, STRANGER, after, moved, opened, playing, refused, seated
from tests.recording import AT, Recording, opening


def done(snapshot: Snapshot, command: table.Command, at: int) -> Snapshot:
    """Return the table after a command."""
    return after(snapshot, table.decide(snapshot, command, at))


def test_before_the_start_only_the_tables_creator_calls_it_off() -> None:
    for snapshot in (opened(), seated()):
        assert table.decide(snapshot, table.CallOff(ADA), AT) == (TableAborted(ADA, "before_first_move", at=AT),)
        refused("not_the_creator", snapshot, table.CallOff(BEN), AT)
        refused("no_change", snapshot, table.CallOff(ADA, on=False), AT)


def test_a_player_who_has_seen_their_cards_does_not_end_the_game_alone() -> None:
    snapshot = dealt = playing()
    assert dealt.moves == 0
    for player, seat in ((ADA, 0), (BEN, 1)):
        assert table.decide(snapshot, table.CallOff(player), AT) == (AbortCalled(seat, on=True, at=AT),)
        snapshot = done(snapshot, table.CallOff(player), AT)

    called, ended = table.decide(snapshot, table.CallOff(CLEO), AT)

    assert (called, ended) == (AbortCalled(2, on=True, at=AT), TableAborted(CLEO, "agreed", at=AT))
    refused("no_change", snapshot, table.CallOff(ADA), AT)
    refused("not_seated", snapshot, table.CallOff(STRANGER), AT)
    assert len(table.decide(done(snapshot, table.CallOff(BEN, on=False), AT), table.CallOff(CLEO), AT)) == 1


def alone(**settings: Any) -> Snapshot:
    """Return a game of Ada's with two house players, in which she moves first."""
    snapshot = done(opened(settings=settings), table.TakeSeat(ADA, 1), AT)
    for _ in range(2):
        snapshot = done(snapshot, table.SeatHouse(ADA, "random"), AT)
    return done(snapshot, table.StartGame(ADA), AT)


def test_a_player_who_leaves_house_players_alone_has_abandoned_the_game() -> None:
    for snapshot in (alone(), moved(alone(), AT + 1)):
        ended = done(snapshot, table.CallOff(ADA), AT + 2)

        assert ended.table.aborted == TableAborted(ADA, "abandoned", (1,), at=AT + 2)
        assert ended.table.status == "aborted"


def of_the_house() -> Snapshot:
    """Return a game that Ada has opened for three house players."""
    snapshot = opened()
    for _ in range(3):
        snapshot = done(snapshot, table.SeatHouse(ADA, "random"), AT)
    return done(snapshot, table.StartGame(ADA), AT)


def test_where_no_people_play_the_tables_creator_ends_the_game_at_any_time() -> None:
    for snapshot in (of_the_house(), moved(of_the_house(), AT + 1)):
        refused("not_the_creator", snapshot, table.CallOff(BEN), AT + 2)
        refused("no_change", snapshot, table.CallOff(ADA, on=False), AT + 2)
        ended = done(snapshot, table.CallOff(ADA), AT + 2)

        assert ended.table.aborted == TableAborted(ADA, "agreed", at=AT + 2)
        assert ended.due is None


@pytest.mark.parametrize("house", [False, True])
def test_the_others_end_a_game_whose_player_is_absent_until_they_are_back(house: bool) -> None:
    snapshot = playing(settings={"turn_limit_ms": LIMIT, "defaults_until_absent": 1, "house_takes_over": house})
    (away,) = snapshot.to_act
    player = snapshot.table.seats[away]
    assert player is not None
    other = next(each for each in snapshot.table.seats if each is not None and each != player)
    refused("nobody_away", snapshot, table.ClaimAbandoned(other), AT + LIMIT - 1)
    snapshot = done(snapshot, table.Tick(), AT + LIMIT)
    at = snapshot.at + 1

    assert table.decide(snapshot, table.ClaimAbandoned(other), at) == (
        TableAborted(other, "abandoned", (away,), at=at),
    )
    refused("nobody_away", snapshot, table.ClaimAbandoned(player), at)
    refused("not_seated", snapshot, table.ClaimAbandoned(STRANGER), at)
    back = done(snapshot, table.TakeSeat(player), at)
    refused("nobody_away", back, table.ClaimAbandoned(other), at)


def test_house_players_are_never_away() -> None:
    refused("nobody_away", alone(), table.ClaimAbandoned(ADA), AT + 2 * AWAY_MS)


def test_a_table_without_a_turn_limit_waits_for_seven_days() -> None:
    snapshot = playing()
    (away,) = snapshot.to_act
    player = snapshot.table.seats[away]
    other = next(each for each in snapshot.table.seats if each is not None and each != player)

    assert timedelta(days=7) == timedelta(milliseconds=AWAY_MS)
    refused("nobody_away", snapshot, table.ClaimAbandoned(other), AT + AWAY_MS - 1)
    (ended,) = table.decide(snapshot, table.ClaimAbandoned(other), AT + AWAY_MS)

    assert ended == TableAborted(other, "abandoned", (away,), at=AT + AWAY_MS)
    limited = playing(settings={"turn_limit_ms": LIMIT, "reserve_ms": AWAY_MS})
    refused("nobody_away", limited, table.ClaimAbandoned(other), AT + AWAY_MS)


@pytest.mark.parametrize("settings", [{}, {"turn_limit_ms": LIMIT}])
def test_the_others_end_the_game_of_a_player_whose_account_is_deleted(settings: dict[str, Any]) -> None:
    snapshot = playing(settings=settings)

    assert table.decide(snapshot, table.MarkAbsent(BEN), AT) == (SeatAbsent(1, at=AT),)

    snapshot = done(snapshot, table.MarkAbsent(BEN), AT)
    assert table.decide(snapshot, table.ClaimAbandoned(ADA), AT + 1) == (
        TableAborted(ADA, "abandoned", (1,), at=AT + 1),
    )


def test_the_house_plays_on_for_a_deleted_player_where_it_takes_over() -> None:
    snapshot = playing(settings={"turn_limit_ms": LIMIT, "house_takes_over": True})

    events = table.decide(snapshot, table.MarkAbsent(BEN), AT)

    assert events == (SeatAbsent(1, at=AT), HouseTookOver(1, "random", at=AT))


def test_a_game_of_a_deleted_player_with_house_players_ends() -> None:
    assert table.decide(alone(), table.MarkAbsent(ADA), AT) == (
        SeatAbsent(1, at=AT),
        TableAborted(ADA, "abandoned", (1,), at=AT),
    )


def test_so_does_one_of_a_deleted_player_who_was_absent_before() -> None:
    snapshot = done(alone(turn_limit_ms=LIMIT, defaults_until_absent=1), table.Tick(), AT + LIMIT)

    assert snapshot.table.places[1].absent
    assert table.decide(snapshot, table.MarkAbsent(ADA), snapshot.at) == (
        TableAborted(ADA, "abandoned", (1,), at=snapshot.at),
    )


def test_nobody_is_away_who_need_not_act() -> None:
    silence = playing("friendlier_than_thou", 3)
    while silence.state.phase != "silence":
        silence = moved(silence, AT + 1)

    assert silence.to_act == (0, 1, 2)
    refused("nobody_away", silence, table.ClaimAbandoned(ADA), AT + 2 * AWAY_MS)


def recorded(*commands: tuple[table.Command, int]) -> Recording:
    """Return the recording of a game of Ada and Ben with these commands, of which the table is at the last."""
    recording = Recording()
    recording.do(opening("honors_4", options={"players": 2}), AT)
    for player in (ADA, BEN):
        recording.do(table.TakeSeat(player), AT)
    recording.do(table.StartGame(ADA), AT)
    for command, at in commands:
        recording.do(command, at)
    return recording


@pytest.mark.parametrize(
    ("commands", "why"),
    [
        ([(table.CallAbort(BEN), AT)], "before_first_move"),
        ([(table.CallOff(BEN), AT), (table.CallOff(ADA), AT)], "agreed"),
        ([(table.ClaimAbandoned(ADA), AT + AWAY_MS)], "abandoned"),
        ([(table.MarkAbsent(BEN), AT), (table.ClaimAbandoned(ADA), AT)], "abandoned"),
    ],
)
def test_the_audit_judges_each_end_as_it_was_judged_when_it_came(
    commands: list[tuple[table.Command, int]], why: str
) -> None:
    ended = check_rules(recorded(*commands).entries).table.aborted

    assert ended is not None
    assert ended.why == why


def test_an_end_that_others_agreed_to_is_written_as_ever() -> None:
    assert table.canonical(TableAborted(UUID(int=1), "agreed", at=AT)) == (
        b'{"at":%d,"by":"00000000-0000-0000-0000-000000000001","type":"table_aborted","why":"agreed"}' % AT
    )
