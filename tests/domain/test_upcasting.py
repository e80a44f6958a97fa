"""Events and commands of earlier shapes: read as the present ones, and proved as they were written."""

from typing import Any

import msgspec
import pytest

from domain.record import RecordBroken, check_chain, check_rules
from domain.table import EarlierEntry, SeatTaken, TakeSeat, canonical, entry_of_json, upcast
from tests.domain.earlier_shapes import chained, changed_shapes, texts, written_earlier
from tests.recording import AT, GAME, PLAYERS, Recording, find, meeting

SAT = {"type": "sat_down", "at": AT, "place": 2, "who": {"player": str(PLAYERS[0]), "entropy": None}}


@pytest.fixture(autouse=True)
def after_the_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    changed_shapes(monkeypatch)


def plain(command: Any, event: Any) -> dict[str, Any]:
    """Return an entry as JSON has it."""
    return {"version": 2, "step": 2, "seat": 2, "key": None, "command": command, "event": event}


def test_each_change_of_a_shape_is_made_in_turn() -> None:
    before = msgspec.json.encode(SAT)

    assert upcast(SAT) == {
        "type": "seat_taken",
        "at": AT,
        "seat": 2,
        "player": str(PLAYERS[0]),
        "entropy": None,
    }
    assert msgspec.json.encode(SAT) == before


@pytest.mark.parametrize("present", [None, 7, [], {}, {"type": ["sat_down"]}, {"type": "seat_absent", "seat": 1}])
def test_what_is_of_no_earlier_shape_stays_as_it_is(present: Any) -> None:
    assert upcast(present) is present


@pytest.mark.parametrize("wrong", [{"type": "sat_down"}, SAT | {"who": 7}, SAT | {"who": ["player"]}])
def test_what_says_that_it_is_of_an_earlier_shape_and_is_not_is_malformed(wrong: Any) -> None:
    with pytest.raises(msgspec.ValidationError, match="this is no `sat_down`"):
        upcast(wrong)


def test_an_entry_is_typed_in_the_present_shape_and_knows_how_it_was_written() -> None:
    sit = {"type": "sit", "player": str(PLAYERS[0]), "seat": 2, "entropy": None}

    entry = entry_of_json(plain(sit, SAT), meeting().now.rules)

    assert (entry.command, entry.event) == (TakeSeat(PLAYERS[0], 2), SeatTaken(2, PLAYERS[0], at=AT))
    assert entry.as_written == (sit, SAT)
    assert texts(entry) == (canonical(sit), canonical(SAT))


def test_an_entry_of_the_present_shape_is_as_it_was_written() -> None:
    entry = meeting().entries[1]

    again = entry_of_json(msgspec.to_builtins(entry), meeting().now.rules)

    assert again.as_written == (again.command, again.event) == (entry.command, entry.event)


@pytest.mark.parametrize("event", [SAT | {"hat": "on"}, {"type": "seat_absent", "at": AT, "seat": 1, "hat": "on"}])
def test_nothing_is_in_an_entry_that_no_such_event_has(event: Any) -> None:
    with pytest.raises(msgspec.ValidationError, match="a field more or less"):
        entry_of_json(plain(None, event), meeting().now.rules)


def test_an_entry_lacks_nothing_that_such_an_event_has() -> None:
    """A field with a default is written, too: to leave it out would be another chain."""
    fewer = {"type": "take_seat", "player": str(PLAYERS[0]), "seat": 2}

    with pytest.raises(msgspec.ValidationError, match="a field more or less"):
        entry_of_json(plain(fewer, None) | {"event": SAT}, meeting().now.rules)


def earlier(recording: Recording) -> list[Any]:
    """Return the entries of a recording as an older program wrote them, and as this one reads that."""
    names = ("version", "step", "seat", "key")
    written = [written_earlier(entry) for entry in recording.entries]
    raw = [
        {name: getattr(each, name) for name in names}
        | dict(zip(("command", "event"), msgspec.to_builtins(each.as_written), strict=True))
        for each in written
    ]
    return [entry_of_json(each, recording.now.rules) for each in raw]


def test_the_chain_is_that_of_what_was_written() -> None:
    entries = earlier(meeting())
    assert sum(isinstance(entry, EarlierEntry) for entry in entries) == len(meeting().now.table.seats)
    written = chained(GAME, entries)

    check_chain(GAME, entries, written)

    with pytest.raises(RecordBroken, match="event 2: the hash does not fit"):
        check_chain(GAME, meeting().entries, written)
    with pytest.raises(RecordBroken, match="event 2: the hash does not fit"):
        check_chain(GAME, entries, meeting().hashes())


def test_what_was_written_earlier_is_audited_by_what_it_says() -> None:
    entries = earlier(meeting())
    assert canonical(check_rules(entries)) == canonical(meeting().now)

    index = find(meeting(), "seat_taken")
    entry = entries[index]
    said = entry.as_written[1] | {"place": 1}
    entries[index] = entry_of_json(
        {"version": 2, "step": 2, "seat": 0, "key": None, "command": entry.as_written[0], "event": said},
        meeting().now.rules,
    )
    with pytest.raises(RecordBroken, match="the rules give another event: in `seat_taken`, seat"):
        check_rules(entries)
