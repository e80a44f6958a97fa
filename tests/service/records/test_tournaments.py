"""The record of a tournament: true as the service gives it, and found out if anything in it is not."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from click.testing import CliRunner

from domain.game import Refused
from domain.record import RecordBroken
from domain.table import FIRST_LINK, Command, Entry
from domain.tournament import Tournament, commands, take_tournament_step
from domain.tournament.settings import MOST_ENTRANTS
from domain.tournament.types import MOST_ROUNDS
from service.cli.files import MOST_BYTES
from service.cli.verify import verify
from service.live.named import encoder
from service.records.making import Records
from service.records.tournaments import (
    check_tournament,
    document_of,
    is_of_tournament,
    read_tournament,
    recorded_in_tournament,
)
from service.store import MemoryStore, Seal
from service.store.signing import Signer
from tests.domain.tournament import tournaments as steps
from tests.service.tournaments.field import DIRECTOR, Office
from tests.service.workers import SIGNER

Change = Callable[[dict[str, Any]], object]


async def over() -> tuple[Office, UUID, Seal]:
    """Return a tournament that was played for a round, and then cancelled, with its seal."""
    store = MemoryStore()
    office = Office(store)
    tournament_id = await office.started()
    await office.publish(tournament_id)
    await office.rounds.work(tournament_id)
    await office.do(tournament_id, commands.FinishRound(by=DIRECTOR, reason="time_over"))
    await office.do(tournament_id, commands.Cancel(by=DIRECTOR, reason="other"))
    seal = await store.seal_of(tournament_id)
    assert seal is not None
    return office, tournament_id, seal


async def made() -> tuple[UUID, bytes]:
    """Return the record of a tournament."""
    office, tournament_id, seal = await over()
    now = await office.engine.current(tournament_id)
    entries = office.engine.entries(tournament_id, seal.version)
    return tournament_id, await document_of(tournament_id, now, entries, seal, SIGNER)


@pytest.fixture
async def record() -> bytes:
    return (await made())[1]


async def test_a_record_is_true(record: bytes) -> None:
    found = check_tournament(read_tournament(record), SIGNER.public_key)

    assert is_of_tournament(record)
    assert (found.rounds, found.tables, found.key_id) == (1, 2, SIGNER.key_id)
    assert found.events == len(json.loads(record)["events"])


async def test_a_record_is_made_once_for_all_who_ask_for_it_at_the_same_time() -> None:
    office, tournament_id, seal = await over()
    now = await office.engine.current(tournament_id)
    records, read = Records(office.history, SIGNER), list[int]()

    async def entries() -> AsyncIterator[tuple[Entry, bytes]]:
        async for entry, link in office.engine.entries(tournament_id, seal.version):
            read.append(entry.version)
            await asyncio.sleep(0)
            yield entry, link

    asked = [records.document_of_tournament(tournament_id, now, entries(), seal) for _ in range(3)]
    first, *others = await asyncio.gather(*asked)

    assert read == [*range(1, seal.version + 1)]
    assert others == [first, first]


def at(number: int, **fields: Any) -> Change:
    """Return a change of fields of an event."""
    return lambda document: document["events"][number]["event"].update(fields)


def without(number: int) -> Change:
    return lambda document: document["events"].pop(number)


def swapped(document: dict[str, Any]) -> None:
    events = document["events"]
    events[2], events[3] = events[3], events[2]


def headed(**fields: Any) -> Change:
    return lambda document: document.update(fields)


@pytest.mark.parametrize(
    "change",
    [
        at(0, commitment="ab" * 32),
        at(1, by="00000000-0000-4000-8000-000000000009"),
        without(2),
        without(-1),
        swapped,
        headed(secret="ab" * 32),
        headed(game="literature"),
        headed(tournament="00000000-0000-4000-8000-000000000009"),
        lambda document: document["seal"].update(signature="00" * 64),
        lambda document: document["events"][1].update(seat=1),
        lambda document: document["events"].clear(),
    ],
)
async def test_whatever_is_altered_is_found(record: bytes, change: Change) -> None:
    document = json.loads(record)
    change(document)

    with pytest.raises(RecordBroken):
        check_tournament(read_tournament(json.dumps(document).encode()), SIGNER.public_key)


async def test_another_key_is_told(record: bytes) -> None:
    with pytest.raises(RecordBroken, match="another key"):
        check_tournament(read_tournament(record), Signer(b"another key that signs, 32 bytes").public_key)


@pytest.mark.parametrize(
    "document", [b"", b"[]", b"{}", b'{"format": 1}', b"{" * 100_000, b'{"format": "parlour-record-2"}']
)
def test_what_is_no_record_is_refused(document: bytes) -> None:
    assert not is_of_tournament(document)
    with pytest.raises(Refused):
        read_tournament(document)


async def test_the_command_line_verifies_it(record: bytes, tmp_path: Path) -> None:

    file = tmp_path / "tournament.json"
    file.write_bytes(record)
    good = CliRunner().invoke(verify, [str(file), "--key", SIGNER.public_key.hex()])
    file.write_bytes(record.replace(b'"announce"', b'"denounce"'))
    bad = CliRunner().invoke(verify, [str(file)])

    assert good.exit_code == 0, good.output
    assert "Decided again by the rules: 1 round with 2 tables." in good.output
    assert bad.exit_code == 1
    assert "NOT TRUE" in bad.output


def after(tournament: Tournament, command: Command) -> tuple[Tournament, int]:
    """Return a tournament after a command, and the number of bytes that its record has of that."""
    recorded = take_tournament_step(steps.TOURNAMENT, tournament, FIRST_LINK, command, steps.AT, key=None)
    events = [encoder.encode(recorded_in_tournament(each.entry, each.hash)) for each in recorded]
    return recorded[-1].snapshot, sum(map(len, events))


def test_the_record_of_the_largest_tournament_is_read_by_the_commands() -> None:
    teams, by = tuple([steps.team(number, 6) for number in range(20)]), steps.DIRECTOR
    now = steps.announced(game="literature", team_size=3, scoring="difference", duplicate=True, exchanged_seats=True)
    now = steps.then(now, commands.OpenRegistration(by), commands.AddEntrants(by, teams), commands.OpenCheckIn(by))
    now = steps.then(now, *[commands.CheckIn(by, each.id) for each in teams], commands.StartRounds(by))
    now, drafted = after(now, commands.DraftRound(by, steps.draft(now)))
    now, published = after(now, steps.publishing(now))
    now, _ = after(now, commands.StartRound(1))
    now, noted = after(now, steps.noting(now, 0))

    of_round = drafted + published + noted * len(now.rounds[0].tables)
    assert of_round / len(teams) * MOST_ENTRANTS * MOST_ROUNDS < 0.75 * MOST_BYTES
