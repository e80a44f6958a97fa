"""The audit of a table's life: what may happen beside the game stands, and a lie about it is found."""

from typing import Any
from uuid import UUID

import msgspec
import pytest

from domain import table
from domain.record import canonical, check_rules
from domain.table import (
    AbortCalled,
    HouseTookOver,
    PlayerInvited,
    RematchOpened,
    SeatReleased,
    SeatTakenBack,
    TableAborted,
    TableSettings,
)
from tests.domain.test_audit import broken
from tests.recording import AT, PLAYERS, SECRET, Recording, played

ADA, BEN, CLEO = PLAYERS[:3]
GUEST, REMATCH = UUID(int=405), UUID(int=7)
SETTINGS = TableSettings(turn_limit_ms=10_000, defaults_until_absent=1, house_takes_over=True)


def lively() -> Recording:
    """Return a table where a house player sits, guests are asked, a seat is freed, and one lapses and comes back."""
    recording = Recording()
    recording.add(table.open_table("honors_4", {"players": 3}, ADA, SECRET, AT, settings=SETTINGS))
    recording.add(table.take_seat(recording.now, ADA, AT), 0)
    recording.add(table.invite(recording.now, ADA, GUEST, AT))
    recording.add(table.take_seat(recording.now, CLEO, AT), 1)
    recording.add(table.leave_seat(recording.now, ADA, 1, AT), 1)
    recording.add(table.take_seat(recording.now, BEN, AT), 1)
    recording.add(table.seat_house(recording.now, ADA, "random", AT), 2)
    recording.add(table.start(recording.now, ADA, AT))
    recording.add(table.tick(recording.now, AT + 10_000))
    recording.add(table.take_seat(recording.now, BEN, AT + 11_000), 1)
    move_once(recording, AT + 12_000)
    move_once(recording, AT + 13_000)
    return recording


def move_once(recording: Recording, at: int) -> None:
    """Let the seat in turn make any move."""
    now = recording.now
    (seat,) = now.table.rules.to_act(now.state)
    decision = now.table.rules.choices(now.state, seat)
    assert decision is not None
    move, events = table.move_of_seat(now, seat, msgspec.to_builtins(decision.moves[0]), at)
    recording.add(events, seat, move)


def kinds(recording: Recording) -> set[str]:
    """Return the types of the events."""
    return {entry.event.__struct_config__.tag for entry in recording.entries}


def test_a_table_with_house_players_guests_and_late_players_stands() -> None:
    recording = lively()

    assert {"decision_lapsed", "seat_absent", "house_took_over", "seat_taken_back", "player_invited"} <= kinds(
        recording
    )
    assert canonical(check_rules(recording.entries)) == canonical(recording.now)
    assert recording.now.moves == 3


def test_an_end_without_a_result_stands() -> None:
    agreed, ended, before = lively(), lively(), Recording()
    for player, seat in ((ADA, 0), (BEN, 1)):
        agreed.add(table.call_abort(agreed.now, player, AT + 14_000), seat)
    before.add(table.open_table("honors_4", {}, ADA, SECRET, AT))
    before.add(table.call_abort(before.now, ADA, AT))
    ended.add(table.abort_as_operator(ended.now, GUEST, AT + 14_000))

    for recording in (agreed, ended, before):
        assert check_rules(recording.entries).table.status == "aborted"


def test_a_rematch_stands_on_both_tables() -> None:
    old, new = played("literature", 3), Recording()
    new.add(table.open_rematch(old.now, REMATCH, BEN, SECRET, old.now.at))
    new.add(table.take_seat(new.now, CLEO, old.now.at), 2)
    new.add(table.leave_seat(new.now, BEN, 0, old.now.at), 0)
    new.add(table.take_seat(new.now, GUEST, old.now.at), 0)
    old.add(table.note_rematch(old.now, BEN, REMATCH, old.now.at), 1)

    assert check_rules(old.entries).table.rematch == REMATCH
    assert check_rules(new.entries).table.seats[:3] == (GUEST, None, CLEO)


@pytest.mark.parametrize(
    ("event", "seat", "why"),
    [
        (SeatTakenBack(1, BEN, at=AT + 14_000), 1, "already_seated"),
        (SeatReleased(1, BEN, at=AT + 14_000), 1, "already_started"),
        (PlayerInvited(GUEST, BEN, at=AT + 14_000), None, "already_started"),
        (HouseTookOver(1, "random", at=AT + 14_000), None, "does not begin"),
        (AbortCalled(0, on=False, at=AT + 14_000), 0, "no_change"),
        (TableAborted(BEN, "before_first_move", at=AT + 14_000), None, "another event"),
        (RematchOpened(0, REMATCH, at=AT + 14_000), 0, "not_finished"),
    ],
)
def test_what_cannot_be_is_found(event: Any, seat: int | None, why: str) -> None:
    recording = lively()
    recording.add((event,), seat)

    assert why in broken(recording.entries, len(recording.entries))


@pytest.mark.parametrize("seat", [3, -1])
@pytest.mark.parametrize("kind", [AbortCalled, RematchOpened])
def test_a_seat_that_is_none_does_nothing(kind: Any, seat: int) -> None:
    recording = lively()
    event = kind(seat, True if kind is AbortCalled else REMATCH, at=AT + 14_000)
    version = len(recording.entries) + 1
    recording.entries.append(type(recording.entries[0])(version, version, seat, None, None, event))

    assert "no_such_seat" in broken(recording.entries, version)


@pytest.mark.parametrize("reserved", [(ADA,), (ADA,) * 4])
def test_seats_that_are_kept_are_those_of_the_table(reserved: tuple[UUID, ...]) -> None:
    recording = Recording()
    recording.add(table.open_table("honors_4", {"players": 3}, ADA, SECRET, AT, reserved=reserved))

    assert "`reserved`" in broken(recording.entries, 1)


@pytest.mark.parametrize("event", [AbortCalled(1, on=True, at=AT), RematchOpened(1, REMATCH, at=AT)])
def test_an_empty_seat_does_nothing(event: Any) -> None:
    recording = Recording()
    recording.add(table.open_table("honors_4", {}, ADA, SECRET, AT))
    recording.entries.append(type(recording.entries[0])(2, 2, 1, None, None, event))

    assert "no such event" in broken(recording.entries, 2)
