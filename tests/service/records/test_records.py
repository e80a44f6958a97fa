"""A record file proves itself: whatever is altered in it is found, and nothing makes the reader crash."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain import GAMES
from domain.game import Refused
from domain.record import RecordBroken
from service.records.records import Findings, Record, check, read
from service.store.signing import Signer, key_id, signature_holds
from tests.any_text import any_text
from tests.domain.every_game import every_id
from tests.recording import GAME, SIGNER, as_file, as_json, find, meeting, played, sealed, with_header

KEY = SIGNER.public_key
IMPOSTOR = Signer(b"an impostor has a key of its own")
GOOD = as_json(meeting().record())
FILE = json.dumps(GOOD).encode()
LENGTH = len(GOOD["events"])

Path = tuple[str | int, ...]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | any_text(5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text(5), inner, max_size=3),
    max_leaves=8,
)


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every value in a JSON document but the document itself."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        yield (*path, key)
        yield from places(member, (*path, key))


PLACES = list(places(GOOD))


def at(document: Any, path: Path) -> Any:
    """Return what stands at a path."""
    for key in path:
        document = document[key]
    return document


def altered(path: Path, value: Any) -> Any:
    """Return the good record with another value at a path."""
    document = copy.deepcopy(GOOD)
    at(document, path[:-1])[path[-1]] = value
    return document


def found(document: Any, key: bytes | None = KEY) -> RecordBroken | Refused:
    """Return what is found in a document, which is not a good record."""
    try:
        checked = check(read(as_bytes(document)), key)
    except (RecordBroken, Refused) as lie:
        return lie
    raise AssertionError(f"nothing was found: {checked}")


def as_bytes(document: Any) -> bytes:
    return json.dumps(document).encode()


def test_a_good_record_stands() -> None:
    entries = meeting().entries
    tags = [entry.event.__struct_config__.tag for entry in entries]

    assert check(read(FILE), KEY) == Findings(
        events=len(entries),
        moves=len({entry.step for entry in entries if entry.mover is not None}),
        clock_steps=tags.count("window_closed") + tags.count("silence_broken") + tags.count("unity_lapsed"),
        deals=1,
        decks_given=0,
        shuffles=0,
        key_id=SIGNER.key_id,
    )
    assert tags.count("window_closed") > 0


def test_a_good_record_stands_by_the_key_that_it_names() -> None:
    assert check(read(FILE)) == check(read(FILE), KEY)


@every_id()
def test_a_record_is_the_same_when_it_is_read_again(game: str) -> None:
    record = played(game, 5).record()

    assert as_json(read(as_file(record))) == as_json(record)
    assert check(read(as_file(record)), KEY).deals >= 1


def test_a_record_says_how_many_decks_were_given() -> None:
    record = played("literature", decks=[GAMES["literature"].deck[::-1]]).record()

    assert check(read(as_file(record)), KEY).decks_given == 1


# One thing altered


@given(st.sampled_from(PLACES), st.data())
@example(("seal", "public_key"), None)
def test_every_altered_value_is_found_at_its_event(path: Path, data: st.DataObject | None) -> None:
    value = at(GOOD, path)
    others = others_of(value)
    new = None if data is None else data.draw(others | JSON)
    document = altered(path, new)
    if same(new, value) or document["seal"]["public_key"] is None:
        return

    lie = found(document)

    if path[0] == "events" and len(path) > 1 and isinstance(lie, RecordBroken):
        assert lie.version == int(path[1]) + 1


def others_of(value: Any) -> st.SearchStrategy[Any]:
    """Return values near a value, of the same type: these are the ones that hurt."""
    match value:
        case bool():
            return st.just(not value)
        case int():
            return st.integers(-3, 3).map(lambda near: value + near) | st.just(float(value))
        case str():
            return st.sampled_from([value + "\n", value[1:], value[::-1], value.upper(), value + "é", value + "\ud800"])
        case list():
            return st.sampled_from([value[1:], value[:-1], value[::-1], [*value, *value[:1]]])
        case dict():
            return st.just({**value, "note": None})
    return st.just(0)


def same(one: Any, other: Any) -> bool:
    """Return whether two values are the same JSON: 1, 1.0 and true are three."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        (("game",), "literature", "the head of the record says another `game`"),
        (("rules_version",), "0", "the head of the record says another `rules_version`"),
        (("players", 1), GOOD["players"][0], "the head of the record says another `players`"),
        (("deal", "entropy"), ["a", "b", "c"], "the head of the record says another `deal`"),
        (("seal", "version"), LENGTH - 1, f"event {LENGTH}: it was added"),
        (("seal", "version"), LENGTH + 1, f"event {LENGTH + 1}: it is missing"),
        (("seal", "key_id"), "0" * 16, "it is signed by another key"),
        (("seal", "signature"), "00" * 64, "does not hold"),
    ],
)
def test_an_altered_head_or_seal_is_named(path: Path, value: Any, why: str) -> None:
    assert why in str(found(altered(path, value)))


def test_a_key_that_the_record_does_not_name_must_be_given() -> None:
    document = altered(("seal", "public_key"), None)

    assert check(read(as_bytes(document)), KEY).key_id == SIGNER.key_id
    lie = found(document, None)
    assert isinstance(lie, Refused)
    assert lie.code == "no_key"


@given(st.sampled_from([path for path in PLACES if isinstance(at(GOOD, path), dict) or len(path) == 1]), st.data())
def test_every_missing_member_is_found(path: Path, data: st.DataObject) -> None:
    document = copy.deepcopy(GOOD)
    parent = at(document, path)
    if isinstance(parent, dict) and parent:
        del parent[data.draw(st.sampled_from(sorted(parent)))]
    else:
        del document[path[0]]

    found(document)


@given(st.data())
def test_every_altered_byte_is_found_unless_it_means_the_same(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(FILE) - 1))
    byte = bytes([data.draw(st.integers(0, 255))])
    length = data.draw(st.integers(0, 2))
    document = FILE[:place] + byte + FILE[place + length :]
    try:
        check(read(document), KEY)
    except (RecordBroken, Refused):
        return
    assert json.loads(document) == GOOD


# Events cut, added, exchanged


@given(st.integers(0, LENGTH - 1))
def test_a_tail_that_was_cut_off_is_missed(kept: int) -> None:
    lie = found(altered(("events",), GOOD["events"][:kept]))

    assert isinstance(lie, RecordBroken)
    assert lie.version == kept + 1


@given(st.integers(0, LENGTH - 2))
def test_an_event_that_was_cut_out_is_missed(index: int) -> None:
    lie = found(altered(("events",), [*GOOD["events"][:index], *GOOD["events"][index + 1 :]]))

    assert isinstance(lie, RecordBroken)
    assert lie.version == index + 1


@given(st.integers(0, LENGTH - 2), st.integers(1, 5))
def test_events_that_were_exchanged_are_found(index: int, distance: int) -> None:
    events = list(GOOD["events"])
    other = min(index + distance, len(events) - 1)
    events[index], events[other] = events[other], events[index]

    lie = found(altered(("events",), events))

    assert isinstance(lie, RecordBroken)
    assert lie.version == index + 1


def test_an_event_that_was_added_is_found() -> None:
    last = GOOD["events"][-1]
    late = {**last, "version": last["version"] + 1, "step": last["version"] + 1}

    lie = found(altered(("events",), [*GOOD["events"], late]))

    assert isinstance(lie, RecordBroken)
    assert lie.version == last["version"] + 1


def test_an_end_that_was_cut_off_with_its_seal_is_found() -> None:
    end = meeting().entries[-1].step - 1
    shorter = sealed(meeting().entries[:end], meeting().snapshots[end - 1])

    lie = found(as_json(shorter))

    assert str(lie) == "the game is not finished here"


# The hashes made anew


def made_anew(index: int, signer: Signer = SIGNER, **fields: Any) -> Any:
    """Return the record with other fields in an event, all hashes made anew and signed by `signer`."""
    entry = meeting().entries[index]
    entries = with_header(meeting(), index, event=replace(entry.event, **fields))
    return as_json(sealed(entries, meeting().now, signer))


def test_an_altered_deck_is_found_by_the_rules_though_hashes_and_signature_hold() -> None:
    index = find(meeting(), "deal_started")
    deck = meeting().entries[index].event.deck

    lie = found(made_anew(index, deck=deck[::-1]))

    assert str(lie) == f"event {index + 1}: the rules give another event: in `deal_started`, deck"


def test_what_the_rules_cannot_know_is_found_by_the_signature() -> None:
    at_three = meeting().entries[2].event.at
    document = made_anew(2, at=at_three - 1)
    document["seal"] = {**GOOD["seal"], "hash": document["events"][-1]["hash"]}

    lie = found(document, None)

    assert str(lie) == f"the signature by the key {SIGNER.key_id} does not hold"


def test_an_old_seal_is_not_that_of_new_hashes() -> None:
    document = made_anew(2, at=meeting().entries[2].event.at - 1)
    document["seal"] = GOOD["seal"]

    assert "hashes were made anew" in str(found(document))


def test_a_record_that_somebody_else_has_signed_is_found_with_the_key_of_the_service() -> None:
    document = made_anew(2, IMPOSTOR, at=meeting().entries[2].event.at - 1)

    assert check(read(as_bytes(document))).key_id == IMPOSTOR.key_id
    assert IMPOSTOR.key_id in str(found(document))
    document["seal"]["public_key"] = KEY.hex()
    assert IMPOSTOR.key_id in str(found(document))
    document["seal"]["key_id"] = SIGNER.key_id
    assert str(found(document)) == f"the signature by the key {SIGNER.key_id} does not hold"


@given(st.sampled_from([path for path in PLACES if path[0] == "events" and len(path) > 3]), st.data())
def test_with_hashes_made_anew_no_event_before_the_altered_one_is_blamed(path: Path, data: st.DataObject) -> None:
    index = int(path[1])
    value = at(GOOD, path)
    raw = altered(path, data.draw(others_of(value)))["events"][index]
    kind = type(meeting().entries[index].event)
    try:
        event = msgspec.convert(raw["event"], kind)
        record = as_json(sealed(with_header(meeting(), index, event=event), meeting().now, IMPOSTOR))
    except (msgspec.ValidationError, UnicodeEncodeError):
        return

    lie = found(record)

    assert isinstance(lie, Refused) or lie.version is None or lie.version > index


# What is no record at all


@pytest.mark.parametrize(
    ("document", "why"),
    [
        (b"", "Expecting value"),
        (b"[]", "Expected `object`"),
        (b"{}", "Expected `array`"),
        (b'{"events": []}', "missing required field"),
        (b"\xff\xfe", "utf-8"),
        (b"[" * 200_000, "recursion"),
        (b'{"events": ' + b"[" * 200_000, "recursion"),
        (b'{"a": 1, "a": 1}', "two members of one name"),
        (b"NaN", "no integer"),
        (b"1e3", "no integer"),
        (b"9" * 5000, "4300"),
        (b'"\\ud800"', "surrogates"),
        (FILE.replace(b"parlour-record-2", b"parlour-record-3"), "parlour-record-3"),
        (FILE.replace(str(GAME).encode(), str(GAME).upper().encode(), 1), "as the service writes it"),
        (FILE[:-1], "delimiter"),
    ],
)
def test_what_is_no_record_is_refused(document: bytes, why: str) -> None:
    with pytest.raises(Refused, match="not_a_record") as refusal:
        read(document)

    assert why in refusal.value.detail


@given(JSON | st.dictionaries(st.sampled_from(["events", "format", "seal", "deal", "game", "table", "players"]), JSON))
def test_no_json_makes_the_reader_crash(value: Any) -> None:
    assert isinstance(found(value), Refused)


@given(st.binary())
def test_no_bytes_make_the_reader_crash(document: bytes) -> None:
    with pytest.raises(Refused, match="not_a_record"):
        read(document)


@pytest.mark.parametrize(
    ("first", "why"),
    [
        ({"type": "table_opened", "game": "bridge"}, "the hash does not fit"),
        ({"type": "seat_taken"}, "begins with `table_opened`"),
        (7, "begins with `table_opened`"),
    ],
)
def test_a_record_of_something_else_is_refused(first: Any, why: str) -> None:
    lie = found(altered(("events", 0, "event"), first))

    assert isinstance(lie, RecordBroken)
    assert (lie.version, why in lie.why) == (1, True)


# Signatures


def test_a_signature_is_over_game_version_and_hash() -> None:
    signature = SIGNER.sign(GAME, 3, b"x" * 32)

    assert signature_holds(KEY, GAME, 3, b"x" * 32, signature)
    assert not signature_holds(KEY, GAME, 4, b"x" * 32, signature)
    assert not signature_holds(KEY, GAME, 3, b"y" * 32, signature)
    assert not signature_holds(IMPOSTOR.public_key, GAME, 3, b"x" * 32, signature)


@pytest.mark.parametrize(("key", "signature"), [(b"", bytes(64)), (b"x" * 31, bytes(64)), (KEY, b""), (KEY, bytes(63))])
def test_what_is_no_key_or_no_signature_does_not_hold(key: bytes, signature: bytes) -> None:
    assert not signature_holds(key, GAME, 1, bytes(32), signature)


def test_a_record_names_the_key_that_has_signed_it_and_no_newer_one() -> None:
    assert meeting().record().seal.public_key == KEY.hex()
    assert meeting().record().seal.key_id == key_id(KEY)
    assert isinstance(meeting().record(), Record)
