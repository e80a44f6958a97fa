"""A step: decided, chained, encoded and folded in one pure call, and read back from the log as it was."""

import dataclasses
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain import GAMES, table
from domain.game import Refused
from domain.table import (
    FIRST_LINK,
    AbortCalled,
    ClockStuck,
    Recorded,
    Snapshot,
    StartGame,
    canonical,
    snapshot_type,
    ticked,
)
from domain.table.steps import take_step, taken
from tests.domain.every_game import every_id
from tests.domain.tables import LIMIT, playing, seated
from tests.recording import AT, GAME, PLAYERS, Recording, played

a_game = every_id("game_id")


def taken_again(recording: Recording) -> list[Recorded[Snapshot]]:
    """Return what all commands of a game give if they are decided, chained and folded again."""
    snapshot: Snapshot | None = None
    link, recorded = FIRST_LINK, list[Recorded[Snapshot]]()
    for first in (entry for entry in recording.entries if entry.command is not None):
        assert first.command is not None
        new = take_step(GAME, snapshot, link, first.command, first.event.at, key=first.key)
        recorded += new
        snapshot, link = new[-1].snapshot, new[-1].hash
    return recorded


@a_game
def test_the_steps_of_a_game_are_its_entries_snapshots_and_chain(game_id: str) -> None:
    recording = played(game_id)

    recorded = taken_again(recording)

    assert [each.entry for each in recorded] == recording.entries
    assert [canonical(each.snapshot) for each in recorded] == [canonical(each) for each in recording.snapshots]
    assert [each.hash for each in recorded] == recording.hashes()


def test_each_event_and_command_is_encoded_as_the_chain_has_it() -> None:
    for each in taken_again(played("honors_4", max_deals=1)):
        assert each.encoded == canonical(each.entry.event)
        assert each.command == (b"null" if each.entry.command is None else canonical(each.entry.command))


def test_an_entry_that_is_read_back_is_taken_as_it_was_recorded() -> None:
    snapshot: Snapshot | None = None
    link = FIRST_LINK
    for each in taken_again(played("honors_4", max_deals=1)):
        again = taken(GAME, snapshot, link, each.entry)
        assert (again.entry, again.encoded, again.command, again.hash) == (
            each.entry, each.encoded, each.command, each.hash,
        )  # fmt: skip
        assert canonical(again.snapshot) == canonical(each.snapshot)
        snapshot, link = again.snapshot, again.hash


def test_what_is_refused_is_no_step() -> None:
    with pytest.raises(Refused) as refused:
        take_step(GAME, seated(), FIRST_LINK, StartGame(PLAYERS[1]), AT, key=None)
    assert refused.value.code == "not_the_creator"


@a_game
def test_a_snapshot_is_decoded_as_it_was_encoded(game_id: str) -> None:
    decoder: Any = msgspec.msgpack.Decoder(snapshot_type(GAMES[game_id]))
    for snapshot in played(game_id, seed=1).snapshots[::7]:
        again = decoder.decode(msgspec.msgpack.encode(snapshot))
        assert canonical(again) == canonical(snapshot)
        assert type(again.state) is type(snapshot.state)


@pytest.mark.parametrize("events", [0, 1])
def test_a_game_that_owes_a_step_and_gives_none_or_no_end_of_them_is_a_mistake(
    events: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = playing(settings={"turn_limit_ms": LIMIT})
    rules = dataclasses.replace(
        start.rules, due=lambda _: AT + 1, tick=lambda *_: (AbortCalled(0, on=True, at=AT + 1),) * events
    )
    monkeypatch.setitem(GAMES, "stuck", rules)
    snapshot = replace(start, table=replace(start.table, game="stuck"))

    assert table.decide(snapshot, table.Tick(), AT) == ()
    with pytest.raises(ClockStuck, match="stuck owes a clock step"):
        table.decide(snapshot, table.Tick(), AT + 2 * LIMIT)


def test_a_table_is_ticked_through_all_that_is_due() -> None:
    snapshot = playing(settings={"turn_limit_ms": LIMIT})
    due = snapshot.due
    assert due is not None

    assert ticked(snapshot, due - 1) is snapshot
    late = ticked(snapshot, due + 5 * LIMIT)

    assert late.version > snapshot.version + 5
    assert late.due is not None
    assert late.due > due + 5 * LIMIT
    assert table.decide(late, table.Tick(), due + 5 * LIMIT) == ()
