"""Whatever the tables' owner does to a database, with all triggers off, is found, and named for what it is."""

import random
from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec
import pytest
from msgspec.structs import replace

from domain.table import link_of
from service.audit.report import Fault
from service.audit.streams import as_written, header_of
from service.play.reading import checkpoint_of
from service.store import StoredEvent
from service.store.postgres.connections import Connection
from service.store.postgres.store import PostgresStore
from tests.service.audit.sample import STRANGER, Sample, as_owner, faults, play_short, reports, rewritten, stream
from tests.service.live.cold import of_no_text
from tests.service.workers import PLAYERS, SIGNER, stored


async def test_what_nobody_has_touched_is_in_order(url: str) -> None:
    assert await faults(url) == []


async def only_fault(url: str) -> Fault:
    """Return what is wrong, which is one thing."""
    (fault,) = await faults(url)
    return fault


async def place_of(owner: Connection, table_id: UUID, version: int) -> int:
    """Return the position of an event in its lane."""
    return int(
        await owner.fetchval("select position from event where table_id = $1 and version = $2", table_id, version)
    )


STATEMENTS = {
    "a byte of an event": """update event set event = jsonb_set(event, '{at}', to_jsonb((event->>'at')::bigint + 1))
        where table_id = $1 and version = $2""",
    "another member in an event": """update event set event = event || '{"more": 1}'
        where table_id = $1 and version = $2""",
    "a number of an event, as a fraction": """update event set event = jsonb_set(event, '{at}', '1.5')
        where table_id = $1 and version = $2""",
    "a byte of a command": """update event set command = command || '{"player": "00000000-0000-0000-0000-000000000009"}'
        where table_id = $1 and version = $2""",
    "another member in a command": """update event set command = command || '{"more": 1}'
        where table_id = $1 and version = $2""",
    "no command": "update event set command = null where table_id = $1 and version = $2",
    "a byte of a hash": """update event set hash = set_byte(hash, 31, get_byte(hash, 31) # 1)
        where table_id = $1 and version = $2""",
    "another seat": "update event set seat = 1 - seat where table_id = $1 and version = $2",
    "two events in each other's place": """update event set event = other.event from event as other
        where event.table_id = $1 and other.table_id = $1
        and (event.version, other.version) in (($2, $2 + 1), ($2 + 1, $2))""",
}


@pytest.mark.parametrize("what", STATEMENTS)
async def test_an_event_that_was_altered_is_named(url: str, sample: Sample, what: str) -> None:
    async with as_owner(url) as owner:
        await owner.execute(STATEMENTS[what], sample.finished, sample.move)
        place = await place_of(owner, sample.finished, sample.move)

    fault = await only_fault(url)

    assert (fault.code, fault.version, fault.position) == ("hash_differs", sample.move, place)
    assert (fault.table, fault.lane) == (sample.finished, sample.lane)


async def test_two_events_that_have_exchanged_their_numbers_are_found(url: str, sample: Sample) -> None:
    async with as_owner(url) as owner:
        for old, new in ((sample.move, 1000), (sample.move + 1, sample.move), (1000, sample.move + 1)):
            await owner.execute(
                "update event set version = $3, step = $3 where table_id = $1 and version = $2",
                sample.finished,
                old,
                new,
            )

    fault = await only_fault(url)

    assert (fault.code, fault.table, fault.version) == ("hash_differs", sample.finished, sample.move)


async def test_columns_that_are_not_in_the_hash_are_compared_with_the_event(url: str, sample: Sample) -> None:
    async with as_owner(url) as owner:
        await owner.execute("update event set type = 'seat_left' where table_id = $1 and version = 3", sample.playing)
        await owner.execute("update event set at = at + 1 where table_id = $1 and version = 4", sample.finished)

    found = {fault.table: (fault.code, fault.version) for fault in await faults(url)}

    assert found == {sample.playing: ("column_differs", 3), sample.finished: ("column_differs", 4)}


async def test_an_event_that_is_missing_in_the_middle_is_named_in_its_stream_and_in_its_lane(
    url: str, sample: Sample
) -> None:
    async with as_owner(url) as owner:
        place = await place_of(owner, sample.finished, sample.move)
        await owner.execute("delete from event where table_id = $1 and version = $2", sample.finished, sample.move)

    gap, missing = await faults(url)

    assert (gap.code, gap.lane, gap.position, gap.table) == ("gap_in_lane", sample.lane, place, None)
    assert (missing.code, missing.table, missing.version) == ("version_missing", sample.finished, sample.move)


async def test_the_tail_of_a_finished_game_is_missed_by_its_seal(url: str, sample: Sample) -> None:
    async with as_owner(url) as owner:
        last = await owner.fetchval("select version from seal where table_id = $1", sample.finished)
        await owner.execute("delete from event where table_id = $1 and version >= $2", sample.finished, last - 2)

    *_, missing = await faults(url)

    assert (missing.code, missing.table, missing.version) == ("version_missing", sample.finished, last - 2)


async def test_a_step_without_its_last_event_is_not_whole(url: str, sample: Sample) -> None:
    async with as_owner(url) as owner:
        last = await owner.fetchval(
            "select max(version) from event where table_id = $1 group by step having count(*) > 1", sample.limited
        )
        await owner.execute("delete from event where table_id = $1 and version >= $2", sample.limited, last)

    *_, missing = await faults(url)

    assert (missing.code, missing.table, missing.version) == ("version_missing", sample.limited, last)


async def test_a_game_that_is_missing_as_a_whole_is_known_to_the_lobby(url: str, sample: Sample) -> None:
    async with as_owner(url) as owner:
        await owner.execute("delete from event where table_id = $1", sample.finished)

    *others, missing = await faults(url)

    assert (missing.code, missing.table) == ("stream_missing", sample.finished)
    assert {fault.code for fault in others} <= {"gap_in_lane", "lane_ends_early"}
    assert others


async def test_an_event_that_was_added_is_not_by_the_rules(url: str, sample: Sample) -> None:
    async with as_owner(url) as owner:
        await repeated(owner, await stream(url, sample.playing))

    fault = await only_fault(url)

    assert (fault.code, fault.table) == ("not_by_the_rules", sample.playing)


async def repeated(owner: Connection, rows: list[StoredEvent]) -> None:
    """Add the last step of a table again, at the end of its lane, with hashes that hold."""
    step = [row for row in rows if row.step == rows[-1].step]
    link = rows[-1].hash
    for row in step:
        moved = replace(row, version=row.version + len(step), step=row.step + len(step), key=None, request=None)
        written = as_written(moved)
        link = link_of(link, row.table_id, header_of(moved), written.command, written.event)
        command = None if row.command is None else row.command.decode()
        await owner.execute(
            """
            with place as (update lane set position = position + 1 where lane = $1 returning position)
            insert into event (lane, position, table_id, version, step, seat, type, at, command, event, hash)
            select $1, place.position, $2, $3, $4, $5, $6, $7, $8, $9, $10 from place
            """,
            row.lane, row.table_id, moved.version, moved.step, row.seat, row.type, row.at, command, row.event.decode(),
            link,
        )  # fmt: skip


async def test_events_that_have_exchanged_their_positions_are_found(url: str, sample: Sample) -> None:
    async with as_owner(url) as owner:
        await exchanged(owner, sample.finished, sample.move, sample.move + 1)

    fault = await only_fault(url)

    assert (fault.code, fault.table, fault.version) == ("out_of_order", sample.finished, sample.move + 1)


async def exchanged(owner: Connection, table_id: UUID, one: int, other: int) -> None:
    """Let two events of a table exchange their positions."""
    places = [await place_of(owner, table_id, version) for version in (one, other)]
    for version, place in ((one, -1), (other, places[0]), (one, places[1])):
        await owner.execute(
            "update event set position = $3 where table_id = $1 and version = $2", table_id, version, place
        )


async def test_a_lane_that_lost_its_tail_ends_before_its_counter(url: str, sample: Sample) -> None:
    async with as_owner(url) as owner:
        last = await owner.fetchval("select position from lane where lane = $1", sample.lane)
        await owner.execute("delete from event where lane = $1 and position = $2", sample.lane, last)

    found = [(fault.code, fault.lane, fault.position) for fault in await faults(url)]

    assert ("lane_ends_early", sample.lane, last) in found


@pytest.mark.parametrize(("by", "code"), [(5, "lane_ends_early"), (-1, "counter_behind")])
async def test_a_counter_that_is_wrong_is_named(url: str, sample: Sample, by: int, code: str) -> None:
    async with as_owner(url) as owner:
        await owner.execute("update lane set position = position + $2 where lane = $1", sample.lane, by)

    fault = await only_fault(url)

    assert (fault.code, fault.lane, fault.table) == (code, sample.lane, None)


async def test_two_events_at_one_position_are_found(own_url: str, sample: Sample) -> None:
    async with as_owner(own_url) as owner:
        await owner.execute("alter table event drop constraint event_lane_position_key")
        place = await place_of(owner, sample.finished, sample.move)
        await owner.execute(
            "update event set position = $3 where table_id = $1 and version = $2",
            sample.finished,
            sample.move + 1,
            place,
        )

    found = [(fault.code, fault.position) for fault in await faults(own_url)]

    assert found[:2] == [("position_twice", place), ("gap_in_lane", place + 1)]


# Somebody who makes all hashes anew


async def test_another_deck_is_not_of_the_secret_whatever_the_hashes_say(url: str, sample: Sample) -> None:
    rows = await stream(url, sample.playing)
    deal = next(row for row in rows if row.type == "deal_started")
    event = msgspec.json.decode(deal.event)
    async with as_owner(url) as owner:
        await rewritten(owner, rows, event={deal.version: event | {"deck": event["deck"][::-1]}})

    fault = await only_fault(url)

    assert (fault.code, fault.table, fault.version) == ("deal_differs", sample.playing, deal.version)
    assert fault.position == deal.position


async def test_a_move_that_the_rules_do_not_allow_is_found_whatever_the_hashes_say(url: str, sample: Sample) -> None:
    rows = await stream(url, sample.playing)
    move = next(row for row in rows if row.type == "card_discarded")
    event = msgspec.json.decode(move.event)
    async with as_owner(url) as owner:
        await rewritten(owner, rows, event={move.version: event | {"card": "A-S"}})

    fault = await only_fault(url)

    assert (fault.code, fault.table, fault.version) == ("not_by_the_rules", sample.playing, move.version)


async def test_a_finished_game_whose_hashes_were_made_anew_is_not_the_one_that_was_signed(
    url: str, sample: Sample
) -> None:
    rows = await stream(url, sample.finished)
    moved = [msgspec.json.decode(row.event) for row in rows]
    later = {row.version: event | {"at": event["at"] + 7} for row, event in zip(rows, moved, strict=True)}
    async with as_owner(url) as owner:
        await rewritten(owner, rows, event=later)
        await owner.execute("update event set at = at + 7 where table_id = $1", sample.finished)
        await owner.execute(
            "update lobby set created_at = created_at + 7, started_at = started_at + 7, finished_at = finished_at + 7"
            " where table_id = $1",
            sample.finished,
        )
        await owner.execute("update seal set at = at + 7 where table_id = $1", sample.finished)

    fault = await only_fault(url)

    assert (fault.code, fault.table) == ("seal_differs", sample.finished)
    assert "not the history that was signed" in fault.why


@pytest.mark.parametrize(
    ("seal", "code"),
    [
        (None, "seal_by_another_key"),
        ("update seal set key_id = $2 where table_id = $1", "signature_wrong"),
        ("delete from seal where table_id = $1 and key_id <> $2", "seal_missing"),
    ],
)
async def test_a_whole_game_in_the_place_of_another_is_not_signed(
    own_url: str, sample: Sample, seal: str | None, code: str
) -> None:
    async with as_owner(own_url) as owner:
        await owner.execute("update lane set position = position - (select count(*) from event where table_id = $1)"
                            " where lane = $2", sample.finished, sample.lane)  # fmt: skip
        for table in ("event", "lobby_player", "lobby", "seal"):
            await owner.execute(f"delete from {table} where table_id = $1", sample.finished)  # noqa: S608 - ours
        await owner.execute("alter table lobby enable always trigger keep_players")
        async with PostgresStore.open(own_url) as store:
            await play_short(store, sample.finished, random.Random(8), STRANGER)
        if seal is not None:
            await owner.execute(seal, sample.finished, SIGNER.key_id)

    fault = await only_fault(own_url)

    assert (fault.code, fault.table) == (code, sample.finished)


SEALS = {
    "over another hash": ("update seal set hash = sha256('') where table_id = $1", "seal_differs"),
    "over another event": ("update seal set version = version - 1 where table_id = $1", "seal_differs"),
    "at another time": ("update seal set at = at + 1 where table_id = $1", "seal_differs"),
    "with another signature": (
        "update seal set signature = set_byte(signature, 0, get_byte(signature, 0) # 1) where table_id = $1",
        "signature_wrong",
    ),
    "with half a signature": (
        "update seal set signature = substr(signature, 1, 32) where table_id = $1",
        "signature_wrong",
    ),
    "of another key": ("update seal set key_id = '0123456789abcdef' where table_id = $1", "seal_by_another_key"),
    "that is missing": ("delete from seal where table_id = $1", "seal_missing"),
}


@pytest.mark.parametrize("what", SEALS)
@pytest.mark.parametrize("table", ["finished", "aborted", "archived"])
async def test_a_seal_is_compared_with_the_game(url: str, sample: Sample, what: str, table: str) -> None:
    statement, code = SEALS[what]
    table_id = getattr(sample, table)
    async with as_owner(url) as owner:
        await owner.execute(statement, table_id)

    fault = await only_fault(url)

    assert (fault.code, fault.table) == (code, table_id)


async def test_a_seal_at_another_time_is_told_by_its_times(url: str, sample: Sample) -> None:
    async with as_owner(url) as owner:
        at = await owner.fetchval("update seal set at = at + 1 where table_id = $1 returning at", sample.finished)

    fault = await only_fault(url)

    assert fault.why == f"the seal is of a game that ended at {at}, not at {at - 1}"


async def test_a_seal_of_a_game_that_goes_on_is_found(url: str, sample: Sample) -> None:
    async with as_owner(url) as owner:
        await owner.execute(
            "insert into seal select lane, table_id, version, hash, $2, ''::bytea, at from event"
            " where table_id = $1 and version = 5",
            sample.playing,
            SIGNER.key_id,
        )

    fault = await only_fault(url)

    assert (fault.code, fault.table) == ("seal_unfounded", sample.playing)


# Beside the events

LOBBY = {
    "status": "update lobby set status = 'aborted' where table_id = $1",
    "seats": "update lobby set seats = array[null, seats[1]] where table_id = $1",
    "options": """update lobby set options = options || '{"players": 3}' where table_id = $1""",
    "creator": "update lobby set creator = seats[2] where table_id = $1",
    "created_at": "update lobby set created_at = 1 where table_id = $1",
    "decks": "update lobby set decks = array[sha256('')] where table_id = $1",
    "invited": "update lobby set invited = seats where table_id = $1",
    "visibility": "update lobby set visibility = 'private' where table_id = $1",
}


@pytest.mark.parametrize("name", LOBBY)
async def test_a_row_of_the_lobby_that_says_something_else_is_found(url: str, sample: Sample, name: str) -> None:
    async with as_owner(url) as owner:
        await owner.execute(LOBBY[name], sample.playing)

    fault = await only_fault(url)

    assert (fault.code, fault.table) == ("lobby_differs", sample.playing)
    assert name in fault.why


async def test_a_table_that_the_lobby_does_not_have_is_found(url: str, sample: Sample) -> None:
    async with as_owner(url) as owner:
        await owner.execute("delete from lobby where table_id = $1", sample.playing)

    assert (await only_fault(url)).code == "lobby_missing"


async def test_a_player_whom_the_lobby_has_at_the_wrong_table_is_found(url: str, sample: Sample) -> None:
    async with as_owner(url) as owner:
        await owner.execute("delete from lobby_player where table_id = $1 and player = $2", sample.playing, PLAYERS[1])
        await owner.execute("update lobby_player set seated = false where table_id = $1", sample.finished)

    found = await faults(url)

    assert {fault.table for fault in found} == {sample.playing, sample.finished}
    assert {fault.code for fault in found} == {"lobby_players_differ"}


async def with_checkpoint(url: str, table_id: UUID, version: int, *, late_ms: int = 0, **other: Any) -> None:
    """Keep a checkpoint of a table at a version, as if its last event were so late; fields of it may be otherwise."""
    async with PostgresStore.open(url) as store:
        snapshot = (await stored(store, table_id)).at(version)
        snapshot = replace(snapshot, at=snapshot.at + late_ms)
        link = (await store.read(table_id))[version - 1].hash
        kept = checkpoint_of(table_id, snapshot, link, msgspec.msgpack.encode(snapshot))
        await store.keep_checkpoint(replace(kept, **other))


@pytest.mark.parametrize("table", ["finished", "archived", "playing", "forked"])
async def test_a_checkpoint_that_readers_would_begin_with_and_that_has_something_else_is_found(
    url: str, sample: Sample, table: str
) -> None:
    table_id = getattr(sample, table)
    await with_checkpoint(url, table_id, 1)
    for version in (2, 4):
        await with_checkpoint(url, table_id, version, late_ms=1)

    fault = await only_fault(url)

    assert (fault.code, fault.table) == ("checkpoint_differs", table_id)
    assert fault.why.endswith("checkpoint: 2, 4")


NOT_USED = {"hash": bytes(32), "rules_version": "0", "snapshot": b"\xc0", "part": "sight of seat 1"}


@pytest.mark.parametrize("name", NOT_USED)
async def test_a_checkpoint_that_no_reader_begins_with_may_have_anything(url: str, sample: Sample, name: str) -> None:
    await with_checkpoint(url, sample.playing, 8, late_ms=1, **{name: NOT_USED[name]})

    assert await faults(url) == []


async def test_a_checkpoint_that_cannot_be_read_stops_no_audit(url: str, sample: Sample) -> None:
    await with_checkpoint(url, sample.playing, 8)
    async with PostgresStore.open(url) as store:
        kept = await store.checkpoint(sample.playing, 8)
        assert kept is not None
        await store.keep_checkpoint(of_no_text(kept))

    assert await faults(url) == []


DUES = {
    "is missing": ("delete from due where table_id = $1", "due_missing"),
    "is late": ("update due set at = at + 1 where table_id = $1", "due_differs"),
    "is early": ("update due set at = at - 1 where table_id = $1", "due_differs"),
}


@pytest.mark.parametrize("what", DUES)
@pytest.mark.parametrize("table", ["limited", "with_house"])
async def test_a_time_that_the_clock_has_not_or_has_wrong_is_found(
    url: str, sample: Sample, what: str, table: str
) -> None:
    statement, code = DUES[what]
    async with as_owner(url) as owner:
        assert await owner.execute(statement, getattr(sample, table)) != "UPDATE 0"

    fault = await only_fault(url)

    assert (fault.code, fault.table) == (code, getattr(sample, table))


async def test_a_time_of_a_table_that_owes_nothing_is_found(url: str, sample: Sample) -> None:
    async with as_owner(url) as owner:
        await owner.execute("insert into due values ($1, $2, 1)", sample.lane, sample.finished)

    assert (await only_fault(url)).code == "due_unfounded"


# The archive

ARCHIVED = """
update archive set events = array(
    select case when version = $2 then row({row})::archived_event else each end
    from unnest(events) as each
) where table_id = $1
"""
COLUMNS = "position, at, version, step, seat, type, key, request, hash, command, event"


@pytest.mark.parametrize(
    ("column", "instead", "code"),
    [
        ("event", """event || '{"more": 1}'""", "hash_differs"),
        ("hash", "sha256('')", "hash_differs"),
        ("position", "1000", "out_of_order"),
        ("version", "version + 1", "version_missing"),
        ("at", "at + 1", "column_differs"),
    ],
)
async def test_an_archived_event_that_was_altered_is_found(
    url: str, sample: Sample, column: str, instead: str, code: str
) -> None:
    row = ", ".join(instead if name == column else name for name in COLUMNS.split(", "))
    async with as_owner(url) as owner:
        await owner.execute(ARCHIVED.format(row=row), sample.archived, sample.move)

    found = [fault for fault in await faults(url) if fault.table == sample.archived]

    assert [fault.code for fault in found] == [code]


async def test_an_archived_event_that_is_in_the_log_as_well_is_found(url: str, sample: Sample) -> None:
    async with as_owner(url) as owner:
        await owner.execute(
            f"insert into event (lane, table_id, {COLUMNS}) select archive.lane, archive.table_id, {COLUMNS}"  # noqa: S608
            " from archive cross join unnest(events) where archive.table_id = $1 and version = $2",
            sample.archived,
            sample.move,
        )

    found = [(fault.code, fault.version) for fault in await faults(url)]

    assert found == [("position_twice", None), ("version_twice", sample.move)]


async def test_a_row_of_the_archive_that_is_missing_leaves_a_gap(url: str, sample: Sample) -> None:
    async with as_owner(url) as owner:
        await owner.execute("delete from archive where table_id = $1", sample.archived)

    gap, missing = await faults(url)

    assert (gap.code, missing.code, missing.version) == ("gap_in_lane", "version_missing", 1)


# Forks and tournaments


async def test_a_fork_that_was_given_other_cards_than_its_origin_had_is_found(url: str, sample: Sample) -> None:
    first, *_ = rows = await stream(url, sample.forked)
    command, event = msgspec.json.decode(first.command or b""), msgspec.json.decode(first.event)
    for given in (command["given"], event["given"]):
        given["at"] -= 1
    async with as_owner(url) as owner:
        await rewritten(owner, rows, event={1: event}, command={1: command})

    fault = await only_fault(url)

    assert (fault.code, fault.table, fault.version) == ("origin_differs", sample.forked, 1)
    assert "given" in fault.why


async def test_a_fork_of_a_game_that_is_gone_is_found(url: str, sample: Sample) -> None:
    async with as_owner(url) as owner:
        await owner.execute("delete from event where table_id = $1 and version > 5", sample.origin)

    found = {fault.table: fault.code for fault in await faults(url) if fault.table}

    assert found == {sample.origin: "version_missing", sample.forked: "origin_differs"}


async def test_a_tournament_that_was_altered_is_found(url: str, sample: Sample) -> None:
    async with as_owner(url) as owner:
        await owner.execute("""update event set event = event || '{"number": 2}'
            where table_id = $1 and version = 3""", sample.tournament)  # fmt: skip

    fault = await only_fault(url)

    assert (fault.code, fault.table, fault.version) == ("hash_differs", sample.tournament, 3)


async def test_what_a_tournament_does_not_do_is_found_whatever_the_hashes_say(url: str, sample: Sample) -> None:
    rows = await stream(url, sample.tournament)
    event = msgspec.json.decode(rows[2].event)
    async with as_owner(url) as owner:
        await rewritten(owner, rows, event={3: event | {"number": 2}})

    fault = await only_fault(url)

    assert (fault.code, fault.table, fault.version) == ("not_by_the_rules", sample.tournament, 3)


async def test_a_tournament_that_is_over_is_signed_and_is_no_table(url: str, sample: Sample) -> None:
    async with as_owner(url) as owner:
        await owner.execute("delete from seal where table_id = $1", sample.tournament)
        await owner.execute("insert into due values (lane_of($1), $1, 1)", sample.tournament)

    assert [fault.code for fault in await faults(url)] == ["seal_missing", "due_unfounded"]


ROWS = {
    "status": "update tournament set status = 'finished' where tournament_id = $1",
    "entrants": "update tournament set entrants = entrants + 1 where tournament_id = $1",
    "round": "update tournament set round = 0 where tournament_id = $1",
    "director": "update tournament set director = tournament_id where tournament_id = $1",
    "title": "update tournament set title = sha256('') where tournament_id = $1",
    "due": "update tournament set due = 7 where tournament_id = $1",
    "version": "update tournament set version = version - 1 where tournament_id = $1",
}


@pytest.mark.parametrize("name", ROWS)
async def test_a_row_of_the_list_of_tournaments_that_says_something_else_is_found(
    url: str, sample: Sample, name: str
) -> None:
    async with as_owner(url) as owner:
        await owner.execute(ROWS[name], sample.duplicate)

    fault = await only_fault(url)

    assert (fault.code, fault.table) == ("tournament_row_differs", sample.duplicate)
    assert name in fault.why


async def test_rows_of_the_list_of_tournaments_are_those_of_tournaments(url: str, sample: Sample) -> None:
    async with as_owner(url) as owner:
        await owner.execute(
            "update tournament set tournament_id = $2, lane = lane_of($2) where tournament_id = $1",
            sample.tournament,
            sample.playing,
        )

    found = {(fault.code, fault.table) for fault in await faults(url)}

    assert found == {("tournament_row_missing", sample.tournament), ("tournament_row_unfounded", sample.playing)}


LATE = """(select max((event ->> 'at')::bigint) + 60000 from event where event ->> 'type' = 'round_finished')"""
"""A minute after the end of the round, when its tables are looked at once more."""


@pytest.mark.parametrize("due", ["0", "null", LATE], ids=["at_once", "never", "late"])
async def test_when_to_look_at_a_tournament_may_be_settled_or_not_yet(url: str, sample: Sample, due: str) -> None:
    async with as_owner(url) as owner:
        await owner.execute(f"update tournament set due = {due} where tournament_id = $1", sample.duplicate)  # noqa: S608

    assert await faults(url) == []


async def noted_of(url: str, sample: Sample, table_id: UUID) -> StoredEvent:
    """Return the event of the tournament that has noted the result of a table."""
    return next(
        row
        for row in await stream(url, sample.duplicate)
        if row.type == "result_noted" and str(table_id).encode() in row.event
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"table_version": 3},
        {"table_version": 2**30},
        {"table_hash": 64 * "0"},
        {"result": {"deals": [[1000, 7]], "points": [1000, 7], "winners": [0], "teams": None, "success": None}},
    ],
)
async def test_a_result_that_is_not_the_tables_own_is_found(
    url: str, sample: Sample, changed: dict[str, object]
) -> None:
    noted = await noted_of(url, sample, sample.tables[1])
    command = msgspec.json.decode(noted.command or b"null")
    event = msgspec.json.decode(noted.event)
    of_command = {name.removeprefix("table_"): value for name, value in changed.items()}
    async with as_owner(url) as owner:
        await rewritten(
            owner,
            await stream(url, sample.duplicate),
            event={noted.version: event | changed},
            command={noted.version: command | of_command},
        )

    fault = await only_fault(url)

    assert (fault.code, fault.table) == ("round_result_differs", sample.tables[1])
    assert f"tournament {sample.duplicate}, round 1, table 2" in fault.why


async def test_a_table_of_a_round_that_has_other_cards_is_found(url: str, sample: Sample) -> None:
    rows = await stream(url, sample.duplicate)
    first = msgspec.json.decode(rows[0].event)
    command = msgspec.json.decode(rows[0].command or b"null")
    secret = 64 * "5"
    commitment = sha256(bytes.fromhex(secret)).hexdigest()
    async with as_owner(url) as owner:
        await rewritten(
            owner,
            rows,
            event={1: first | {"secret": secret, "commitment": commitment}},
            command={1: command | {"secret": secret}},
        )

    found = {(fault.code, fault.table) for fault in await faults(url)}

    assert found == {("round_deal_differs", table) for table in (*sample.tables, sample.replaced)}


async def test_a_table_of_a_round_that_is_gone_is_found(url: str, sample: Sample) -> None:
    gone = sample.tables[1]
    async with as_owner(url) as owner:
        for table in ("event", "lobby_player", "lobby", "seal"):
            await owner.execute(f"delete from {table} where table_id = $1", gone)  # noqa: S608 - ours

    found = {(fault.code, fault.table) for fault in await faults(url)}

    assert ("round_table_missing", gone) in found
    assert {code for code, _ in found} <= {"round_table_missing", "gap_in_lane", "lane_ends_early"}


async def test_a_player_who_was_given_the_seat_of_another_is_found(url: str, sample: Sample) -> None:
    rows = await stream(url, sample.replaced)
    taken = [row for row in rows if row.type == "seat_taken"]
    stranger = str(UUID(int=0x5EA7))
    event, command = (msgspec.json.decode(each or b"null") for each in (taken[0].event, taken[0].command))
    version = taken[0].version
    async with as_owner(url) as owner:
        link = await rewritten(
            owner,
            rows,
            event={version: event | {"player": stranger}},
            command={version: command | {"guest": stranger}},
        )
        await signed_anew(owner, rows, link)
        await owner.execute(
            "update lobby set seats[1] = $2::uuid where table_id = $1 and seats[1] = $3", sample.replaced, stranger,
            UUID(event["player"]),
        )  # fmt: skip
        await owner.execute(
            "update lobby_player set player = $2::uuid where table_id = $1 and player = $3", sample.replaced, stranger,
            UUID(event["player"]),
        )  # fmt: skip

    found = {(fault.code, fault.table) for fault in await faults(url)}

    assert ("round_players_differ", sample.replaced) in found


async def signed_anew(owner: Connection, rows: list[StoredEvent], link: bytes) -> None:
    """Sign the end of a table that was written anew."""
    last = rows[-1]
    await owner.execute(
        "update seal set hash = $2, signature = $3 where table_id = $1",
        last.table_id,
        link,
        SIGNER.sign(last.table_id, last.version, link),
    )


@pytest.mark.parametrize(
    ("member", "value", "code"),
    [
        ("secret", 64 * "5", "round_deal_differs"),
        ("tournament", {"round": 1, "table": 7}, "round_table_differs"),
        ("tournament", {"id": str(UUID(int=7)), "round": 1, "table": 1}, "not_of_the_tournament"),
        ("shares_deal", True, "round_table_differs"),
    ],
)
async def test_a_table_that_was_opened_otherwise_than_its_tournament_wanted_is_found(
    url: str, sample: Sample, member: str, value: Any, code: str
) -> None:
    rows = await stream(url, sample.replaced)
    event, command = (msgspec.json.decode(each or b"null") for each in (rows[0].event, rows[0].command))
    if isinstance(value, dict):
        value = {"id": str(sample.duplicate)} | value
    if member == "shares_deal":
        value = not event["shares_deal"]
    more = {"commitment": sha256(bytes.fromhex(value)).hexdigest()} if member == "secret" else {}
    async with as_owner(url) as owner:
        link = await rewritten(
            owner, rows, event={1: event | {member: value} | more}, command={1: command | {member: value}}
        )
        await signed_anew(owner, rows, link)

    found = {(fault.code, fault.table) for fault in await faults(url)}

    assert (code, sample.replaced) in found


async def test_a_table_of_a_tournament_that_there_is_not_is_found(url: str, sample: Sample) -> None:
    async with as_owner(url) as owner:
        await owner.execute("delete from event where table_id = $1", sample.duplicate)
        await owner.execute("delete from tournament where tournament_id = $1", sample.duplicate)

    found = {(fault.code, fault.table) for fault in await faults(url)}

    assert {(code, table) for code, table in found if table} == {
        ("not_of_the_tournament", table) for table in (*sample.tables, sample.replaced)
    }


async def test_a_stream_of_an_unknown_kind_is_not_judged(url: str, sample: Sample) -> None:
    rows = await stream(url, sample.playing)
    event = msgspec.json.decode(rows[0].event)
    async with as_owner(url) as owner:
        await rewritten(owner, rows, event={1: event | {"type": "league_founded"}})
        await owner.execute(
            "update event set type = 'league_founded' where table_id = $1 and version = 1", sample.playing
        )

    found = await reports(url)

    assert [each.table for report in found for each in report.unjudged] == [sample.playing]
    assert [fault for report in found for fault in report.faults] == []
