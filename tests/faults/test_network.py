"""Whole games over a network that loses, repeats, delays and cuts: nothing is done twice, and nothing is missed.

`PARLOUR_FAULT_ROUNDS` is how often each game is played (1); `PARLOUR_FAULT_SEED` repeats the choices of a run, whose
seed a failure tells.
"""

import asyncio
import os
import random
import time
from collections import Counter
from pathlib import Path

import pytest

from service.cli.tally import Tally
from tests.faults.network import COMMANDS, STREAMS, Network
from tests.faults.players import GAMES, Play
from tests.serving import Service

ROUNDS = int(os.environ.get("PARLOUR_FAULT_ROUNDS", "1"))
SEED = int(os.environ.get("PARLOUR_FAULT_SEED", time.time_ns() % 10**6))


@pytest.mark.parametrize("seed", [SEED], ids=["seed"])
async def test_over_a_bad_network_no_move_is_made_twice_and_no_event_is_missed(data: Path, seed: int) -> None:
    dice = random.Random(seed)
    happened: Counter[str] = Counter()
    with Service(data, "--workers", "2") as service:
        service.ready()
        for _ in range(ROUNDS):
            plays = [Play(service, game, random.Random(dice.random()), Tally()) for game in GAMES]
            async with Network(service.port, dice) as network, asyncio.TaskGroup() as tasks:
                for play in plays:
                    tasks.create_task(play.run(network.url))
            assert [difference for play in plays for difference in await play.differences()] == []
            happened += network.done
        assert [line for line in service.stderr().splitlines() if '"ERROR"' in line] == []
    assert happened.keys() == COMMANDS.keys() | STREAMS.keys()
