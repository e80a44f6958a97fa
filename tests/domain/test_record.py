"""The chain of a record: canonical JSON, links, and what is missing, doubled, misplaced or altered in it."""

import hashlib
import json
from typing import Any
from uuid import UUID

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import GAMES
from domain.record import RecordBroken, check_chain, check_rules
from domain.table import Entry, SeatTaken, TakeSeat, canonical, entry_type, link
from tests.any_text import any_text
from tests.domain.every_game import every_id
from tests.recording import AT, GAME, PLAYERS, find, meeting, played, with_header

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | any_text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abcXYZ_09", max_size=5), inner, max_size=4),
    max_leaves=10,
)


@given(JSON)
def test_canonical_json_is_that_of_rfc_8785(value: Any) -> None:
    expected = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    assert canonical(value) == expected.encode()


def test_canonical_json_of_an_event_sorts_its_type_among_its_fields() -> None:
    event = SeatTaken(1, PLAYERS[0], "é\n", at=AT)

    assert canonical(event).decode() == (
        '{"at":1767225600000,"entropy":"é\\n","player":"a0000000-0000-0000-0000-000000000000","seat":1,'
        '"type":"seat_taken"}'
    )


def test_a_link_is_the_hash_of_the_link_before_it_and_the_entry() -> None:
    entry = Entry(4, 4, 2, "ab", TakeSeat(PLAYERS[2]), SeatTaken(2, PLAYERS[2], at=AT))
    text = (
        '{"command":{"entropy":null,"player":"a0000000-0000-0000-0000-000000000002","seat":null,"type":"take_seat"},"event":{"at":1767225600000,"entropy":null,'
        '"player":"a0000000-0000-0000-0000-000000000002","seat":2,"type":"seat_taken"},'
        f'"key":"ab","seat":2,"step":4,"table":"{GAME}","version":4}}'
    )

    assert link(b"x" * 32, GAME, entry) == hashlib.sha256(b"x" * 32 + text.encode()).digest()


@every_id()
def test_entries_are_the_same_when_they_come_back_from_json(game: str) -> None:
    entries = played(game).entries

    again = msgspec.json.decode(canonical(entries), type=list[entry_type(GAMES[game])])  # type: ignore[misc] # made at run time

    assert [canonical(entry) for entry in again] == [canonical(entry) for entry in entries]
    assert check_rules(again).table.status == "finished"


def test_a_whole_chain_holds() -> None:
    check_chain(GAME, meeting().entries, meeting().hashes())


@pytest.mark.parametrize("field", ["step", "seat", "key", "command"])
def test_the_chain_finds_an_altered_header(field: str) -> None:
    index = find(meeting(), "proposal_made")
    entries = with_header(meeting(), index, **{field: None if field != "step" else 1})

    with pytest.raises(RecordBroken, match="hash") as found:
        check_chain(GAME, entries, meeting().hashes())
    assert found.value.version == index + 1


def test_the_chain_belongs_to_its_game() -> None:
    with pytest.raises(RecordBroken) as found:
        check_chain(UUID(int=1), meeting().entries, meeting().hashes())
    assert found.value.version == 1


def test_the_chain_says_which_event_is_missing() -> None:
    entries, hashes = list(meeting().entries), meeting().hashes()
    del entries[1], hashes[1]

    with pytest.raises(RecordBroken, match="event 2 is missing; 3 stands in its place") as found:
        check_chain(GAME, entries, hashes)
    assert (found.value.version, found.value.code) == (2, "version_missing")


@given(st.data())
def test_the_chain_finds_where_an_event_is_missing_doubled_or_misplaced(data: st.DataObject) -> None:
    entries, hashes = list(meeting().entries), meeting().hashes()
    index = data.draw(st.integers(0, len(entries) - 2))
    match data.draw(st.sampled_from(["cut out", "doubled", "exchanged"])):
        case "cut out":
            del entries[index], hashes[index]
            first = index + 1
        case "doubled":
            entries.insert(index, entries[index])
            hashes.insert(index, hashes[index])
            first = index + 2
        case _:
            other = data.draw(st.integers(index + 1, len(entries) - 1))
            entries[index], entries[other] = entries[other], entries[index]
            hashes[index], hashes[other] = hashes[other], hashes[index]
            first = index + 1

    with pytest.raises(RecordBroken) as found:
        check_chain(GAME, entries, hashes)
    assert found.value.version == first
