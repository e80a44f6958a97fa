"""Faults while games are played, of any kind and at random moments: no journal of a client differs from what is kept.

`PARLOUR_FAULT_ROUNDS` is the number of faults (3); `PARLOUR_FAULT_SEED` repeats the choices of a run, whose seed a
failure tells. A long run is made by `python -m tests.faults.campaign`.
"""

import asyncio
import io
import json
import os
import random
import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest
from click.testing import CliRunner
from rich.console import Console

from service.cli.embedded_server import embedded_url
from service.runtime.secret_ids import SecretIds
from tests.faults.afflictions import AFFLICTIONS, is_whole
from tests.faults.audit import faults, gaps, holes, wrong_history
from tests.faults.campaign import WORKERS, Campaign, Kind, Result, as_table, main, tell
from tests.faults.players import Play
from tests.recording import as_file, meeting
from tests.serving import Service, eventually

ROUNDS = int(os.environ.get("PARLOUR_FAULT_ROUNDS", "3"))
SEED = int(os.environ.get("PARLOUR_FAULT_SEED", time.time_ns() % 10**6))
SHORTEST = "honors_2"


class Fought(NamedTuple):
    """A campaign that is over, and its result."""

    campaign: Campaign
    result: Result


@pytest.fixture(scope="module")
def fought(fresh: Callable[[], Path]) -> Iterator[Fought]:
    with Service(fresh(), "--workers", str(WORKERS)) as service:
        service.ready()
        campaign = Campaign(service, games=2 * ROUNDS, faults=ROUNDS, seed=SEED)
        yield Fought(campaign, asyncio.run(campaign.run()))


def test_no_journal_differs_whatever_fails(fought: Fought) -> None:
    result = fought.result
    happened = f"seed {SEED}: {', '.join(fault.kind for fault in fought.campaign.faults)}"

    assert result.differences == (), happened
    assert (result.finished, len(fought.campaign.faults)) == (2 * ROUNDS, len(fought.campaign.planned)), happened
    assert 0 < result.faults <= ROUNDS, happened
    assert any(kind.first_ms is not None for kind in result.kinds), happened


def test_the_projector_is_killed_and_every_game_is_in_the_history_once(fought: Fought) -> None:
    service = fought.campaign.service
    for _ in range(2):
        eventually(lambda: is_whole(service, WORKERS))
        with AFFLICTIONS["the projector killed"](service, random.Random(SEED)):
            play = Play(service, SHORTEST, random.Random(SEED), fought.campaign.tally)
            asyncio.run(play.run(f"http://127.0.0.1:{service.port}"))

    assert asyncio.run(wrong_history(embedded_url(service.data))) == []


def test_the_audit_finds_what_is_wrong_with_a_history() -> None:
    assert gaps([(1, True, True, True)]) == []
    assert len(gaps([(1, False, True, True), (3, True, False, True), (4, True, True, False)])) == 3


@pytest.fixture
def sound(fought: Fought) -> Iterator[Play]:
    """Give the shortest game, whose journals are as they were when the test has ended."""
    ended = [play for play in fought.campaign.plays if not play.is_broken]
    play = min(ended, key=lambda play: len(play.acknowledged))
    kept = [deepcopy((client.acknowledged, client.transcript)) for client in play.clients]
    yield play
    for client, (acknowledged, transcript) in zip(play.clients, kept, strict=True):
        client.acknowledged, client.transcript = acknowledged, transcript


def lose_move(play: Play) -> None:
    """Forget the last move that was acknowledged."""
    next(client for client in play.clients if client.acknowledged).acknowledged.pop()


def invent_move(play: Play) -> None:
    """Note a move that was never sent."""
    play.clients[0].acknowledged.append(play.acknowledged[0] | {"key": "invented"})


def alter_move(play: Play) -> None:
    """Note another version than was answered."""
    play.acknowledged[0]["version"] += 1


def lose_event(play: Play) -> None:
    """Forget an event of a stream."""
    play.clients[0].transcript.events.pop(1)


def repeat_event(play: Play) -> None:
    """Note an event of a stream twice."""
    events = play.clients[1].transcript.events
    events.append(events[-1])


def alter_view(play: Play) -> None:
    """Note another view than a stream has begun with."""
    play.clients[2].transcript.view["seat"] = 0


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lose_move, "is in the log and was never acknowledged"),
        (invent_move, "was acknowledged and is not in the log"),
        (alter_move, "and was acknowledged as"),
        (lose_event, "a stream has told other events than the feed"),
        (repeat_event, "a stream has told other events than the feed"),
        (alter_view, "a stream began with another view than there was"),
    ],
)
def test_a_journal_that_differs_is_found(sound: Play, spoil: Callable[[Play], None], told: str) -> None:
    spoil(sound)

    assert [difference for difference in asyncio.run(sound.differences()) if told in difference]


def made(*differences: str) -> Result:
    worker = Kind("a worker killed", 3, 12.0, 34.5, 20, 56.0, 1234.0, 2345.0)
    kinds = (worker, Kind("nothing", 1, None, None, 0, None, None, None))
    return Result(7, 61.0, 4, 4, 3, 100, 5, differences, kinds)


def test_the_result_is_json_for_programs_and_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    out = io.StringIO()

    tell(made(), as_json=False)
    Console(file=out, width=160).print(as_table(made("[lost]")))

    result: Any = json.loads(capsys.readouterr().out)
    assert (result["games"], result["kinds"][0]["table_p95_ms"]) == (4, 1234.0)
    for text in ("a worker killed", "1,234", "–", "[lost]", "differences: 1", "seed 7"):
        assert text in out.getvalue()


def test_a_difference_makes_the_exit_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(click.exceptions.Exit) as ended:
        tell(made("a move is lost"), as_json=True)

    assert ended.value.exit_code == 1
    assert "a move is lost" in capsys.readouterr().out


def test_it_says_what_it_takes() -> None:
    help_text = CliRunner().invoke(main, ["--help"]).output

    assert [option for option in ("--faults", "--games", "--seed", "--json") if option not in help_text] == []


def test_the_audit_finds_a_move_that_was_acknowledged_and_is_not_there() -> None:
    lost = {"table": "g", "player": "0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e", "key": "lost", "version": 9}
    found = faults(as_file(meeting().record()), [lost], SecretIds(bytes(32)))

    assert sum("was acknowledged and is not in the log" in each for each in found) == 1
    assert sum("was never acknowledged" in each for each in found) == len(found) - 1 > 0


@pytest.mark.parametrize(
    ("lanes", "events"), [([(0, 3)], [(0, 3, 2)]), ([(0, 3)], [(0, 2, 2)]), ([(0, 3)], []), ([(0, 0)], [(0, 1, 1)])]
)
def test_the_audit_finds_a_hole_in_a_lane(lanes: list[tuple[int, int]], events: list[tuple[int, int, int]]) -> None:
    assert len(holes(lanes, events)) == 1
    assert holes([(0, 3), (1, 0)], [(0, 3, 3)]) == []
