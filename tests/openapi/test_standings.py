"""The program that a stranger computes standings with: it says the same as the service, of random tournaments."""

import importlib.util
import json
import sys
from functools import cache
from typing import Any, get_args

import msgspec
from hypothesis import given
from msgspec.structs import replace

from domain.table import canonical
from domain.tournament.types import Scoring, TieBreak
from service.tournaments.calculations import standings
from tests.domain.playout import Dice, dice_strategy
from tests.domain.tournament.test_random import Recorder, played
from tests.openapi.vector_kit import FOLDER

PROGRAM = FOLDER.parent / "standings.py"


@cache
def program() -> Any:
    """Return standings.py as a module."""
    spec = importlib.util.spec_from_file_location("standings", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["standings"] = module
    spec.loader.exec_module(module)
    return module


def recomputed(recorder: Recorder, scoring: str, tie_breaks: tuple[str, ...]) -> Any:
    """Return the rows of standings.py of a tournament, by what was noted of its tables."""
    events = [{"event": json.loads(canonical(entry.event))} for entry in recorder.entries]
    opening = events[0]["event"]
    opening["settings"] |= {"scoring": scoring, "tie_breaks": tie_breaks}
    now = program().told({"events": events, "commitment": opening["commitment"], "secret": opening["secret"]})
    for each in now.rounds.values():
        for table in each.tables:
            table.result = table.result or (table.noted or {}).get("result")
    return program().standings_of(now)


@given(dice=dice_strategy)
def test_it_computes_the_standings_of_random_tournaments(dice: Dice) -> None:
    recorder = played(dice)
    tie_breaks = tuple(dice.shuffled(get_args(TieBreak)))
    for scoring in get_args(Scoring):
        settings = replace(recorder.now.settings, scoring=scoring, tie_breaks=tie_breaks)
        served = msgspec.to_builtins(standings(replace(recorder.now, settings=settings)).standings)

        program().compare(recomputed(recorder, scoring, tie_breaks), served)
