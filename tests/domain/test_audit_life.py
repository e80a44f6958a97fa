"""The audit of a table's life: what may happen beside the game stands, and a lie about it is found."""

from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from domain import table
from domain.record import RecordBroken, check_rules
from domain.table import (
    AbortCalled,
    Command,
    HouseTookOver,
    PlayerInvited,
    RematchOpened,
    SeatReleased,
    SeatTakenBack,
    TableAborted,
    TableSettings,
    canonical,
)
from tests.domain.test_audit import broken
from tests.recording import AT, PLAYERS, SECRET, Recording, opening, played

ADA, BEN, CLEO = PLAYERS[:3]
LATER = AT + 14_000
GUEST, REMATCH = UUID(int=405), UUID(int=7)
SETTINGS = TableSettings(turn_limit_ms=10_000, defaults_until_absent=1, house_takes_over=True)


def lively() -> Recording:
    """Return a table where a house player sits, guests are asked, a seat is freed, and one lapses and comes back."""
    recording = Recording()
    recording.do(opening("honors_4", options={"players": 3}, settings=SETTINGS), AT)
    recording.do(table.TakeSeat(ADA), AT)
    recording.do(table.Invite(ADA, GUEST), AT)
    recording.do(table.TakeSeat(CLEO), AT)
    recording.do(table.LeaveSeat(ADA, 1), AT)
    recording.do(table.TakeSeat(BEN), AT)
    recording.do(table.SeatHouse(ADA, "random"), AT)
    recording.do(table.StartGame(ADA), AT)
    recording.do(table.Tick(), AT + 10_000)
    recording.do(table.TakeSeat(BEN), AT + 11_000)
    move_once(recording, AT + 12_000)
    move_once(recording, AT + 13_000)
    return recording


def test_a_table_that_was_opened_with_all_who_sit_there_is_judged() -> None:
    recording = Recording()
    command = table.OpenTable(
        player=ADA, game="honors_4", options={"players": 2}, secret=SECRET.hex(), seated=(BEN, ADA)
    )
    recording.do(command, AT)
    move_once(recording, AT + 1_000)

    check_rules(recording.entries)
    first, *others = recording.entries
    for seated in ((ADA, BEN), (ADA,), (ADA, ADA), (ADA, BEN, CLEO)):
        lie = replace(first, command=replace(command, seated=seated))
        with pytest.raises(RecordBroken):
            check_rules([lie, *others])


def move_once(recording: Recording, at: int) -> None:
    """Let the seat in turn make any move."""
    now = recording.now
    (seat,) = now.rules.to_act(now.state)
    decision = now.rules.choices(now.state, seat)
    assert decision is not None
    recording.act(seat, decision.moves[0], at)


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
    for player in (ADA, BEN):
        agreed.do(table.CallAbort(player), AT + 14_000)
    before.do(opening("honors_4"), AT)
    before.do(table.CallAbort(ADA), AT)
    ended.do(table.AbortByOperator(GUEST), AT + 14_000)

    for recording in (agreed, ended, before):
        assert check_rules(recording.entries).table.status == "aborted"


def test_a_rematch_stands_on_both_tables() -> None:
    old, new = played("literature", 3), Recording()
    new.do(table.rematch(old.now, REMATCH, BEN, SECRET.hex()), old.now.at)
    new.do(table.TakeSeat(CLEO), old.now.at)
    new.do(table.LeaveSeat(BEN, 0), old.now.at)
    new.do(table.TakeSeat(GUEST), old.now.at)
    old.do(table.NoteRematch(BEN, REMATCH), old.now.at)

    assert check_rules(old.entries).table.rematch == REMATCH
    assert check_rules(new.entries).table.seats[:3] == (GUEST, None, CLEO)


@pytest.mark.parametrize(
    ("command", "event", "seat", "why"),
    [
        (table.TakeSeat(BEN), SeatTakenBack(1, BEN, at=LATER), 1, "already_seated"),
        (table.LeaveSeat(BEN, 1), SeatReleased(1, BEN, at=LATER), 1, "already_started"),
        (table.Invite(BEN, GUEST), PlayerInvited(GUEST, BEN, at=LATER), None, "already_started"),
        (table.Tick(), HouseTookOver(1, "random", at=LATER), None, "no such event"),
        (table.CallAbort(ADA, on=False), AbortCalled(0, on=False, at=LATER), 0, "no_change"),
        (table.CallAbort(GUEST), AbortCalled(0, on=True, at=LATER), 0, "not_seated"),
        (table.CallAbort(BEN), TableAborted(BEN, "before_first_move", at=LATER), 1, "another event"),
        (table.NoteRematch(ADA, REMATCH), RematchOpened(0, REMATCH, at=LATER), 0, "not_finished"),
        (table.StartGame(ADA), AbortCalled(0, on=True, at=LATER), None, "already_started"),
    ],
)
def test_what_cannot_be_is_found(command: Command, event: Any, seat: int | None, why: str) -> None:
    recording = lively()
    recording.add(command, (event,), seat)

    assert why in broken(recording.entries, len(recording.entries))


@pytest.mark.parametrize("reserved", [(ADA,), (ADA,) * 4])
def test_seats_that_are_kept_are_those_of_the_table(reserved: tuple[UUID, ...]) -> None:
    recording = Recording()
    recording.do(opening("honors_4", options={"players": 3}, reserved=reserved), AT)

    assert "`reserved`" in broken(recording.entries, 1)


@pytest.mark.parametrize(
    ("command", "event", "why"),
    [
        (table.CallAbort(BEN), AbortCalled(1, on=True, at=AT), "not_the_creator"),
        (table.NoteRematch(BEN, REMATCH), RematchOpened(1, REMATCH, at=AT), "not_seated"),
    ],
)
def test_an_empty_seat_does_nothing(command: Command, event: Any, why: str) -> None:
    recording = Recording()
    recording.do(opening("honors_4"), AT)
    recording.add(command, (event,), 1)

    assert why in broken(recording.entries, 2)
