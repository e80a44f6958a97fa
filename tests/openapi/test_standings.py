"""The program that a stranger computes standings with: it says the same as the service, of random tournaments."""

import importlib.util
import json
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from msgspec.structs import replace

from domain.table import Command, Entry, canonical
from domain.tournament import Tournament, commands, evolve
from domain.tournament.events import EntrantCheckedIn, ResultNoted
from domain.tournament.types import PAIR, AdjustedPoints, Forfeited, NotPlayed, Scoring, Standing, TieBreak
from service.tournaments.calculations import standings
from tests.domain.playout import Dice, dice_strategy
from tests.domain.tournament.test_random import Recorder, begun, played, round_played
from tests.domain.tournament.tournaments import (
    AT,
    DIRECTOR,
    MINUTE,
    PLAYERS,
    announcing,
    draft,
    noting,
    player,
    publishing,
    ruling,
)
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


def recomputed(entries: Sequence[Entry], scoring: str, tie_breaks: tuple[str, ...]) -> Any:
    """Return the rows of standings.py of a tournament, by what was noted of its tables."""
    events = [{"event": json.loads(canonical(entry.event))} for entry in entries]
    opening = events[0]["event"]
    opening["settings"] |= {"scoring": scoring, "tie_breaks": tie_breaks}
    now = program().told({"events": events, "commitment": opening["commitment"], "secret": opening["secret"]})
    for each in now.rounds.values():
        for table in each.tables:
            table.result = table.result or (table.noted or {}).get("result")
    return program().standings_of(now)


def must_be_the_same(
    tournament: Tournament, entries: Sequence[Entry], scoring: Scoring, tie_breaks: tuple[TieBreak, ...]
) -> tuple[Standing, ...]:
    """Return the standings that the service gives; standings.py gives the same."""
    settings = replace(tournament.settings, scoring=scoring, tie_breaks=tie_breaks)
    served = standings(replace(tournament, settings=settings)).standings
    program().compare(recomputed(entries, scoring, tie_breaks), msgspec.to_builtins(served))
    return served


@given(dice=dice_strategy)
def test_it_computes_the_standings_of_random_tournaments(dice: Dice) -> None:
    recorder = played(dice)
    tie_breaks = tuple(dice.shuffled(get_args(TieBreak)))
    for scoring in get_args(Scoring):
        must_be_the_same(recorder.now, recorder.entries, scoring, tie_breaks)


def recorded(announcement: commands.Announce, *asked: Command) -> Recorder:
    """Return a tournament after these commands, with open registration."""
    recorder = Recorder(announcement)
    for command in (commands.OpenRegistration(DIRECTOR), *asked):
        recorder.add(command, AT)
    return recorder


def test_an_entrant_who_waits_and_misses_the_check_in_goes_on_waiting() -> None:
    comes = [0, 1, 2, 4]  # the fourth has a place and does not come, the sixth waits and does not
    recorder = recorded(
        announcing(limit=4),
        *[commands.Register(by=PLAYERS[each], entrant=player(each)) for each in range(6)],
        commands.OpenCheckIn(DIRECTOR),
        *[commands.CheckIn(PLAYERS[each], PLAYERS[each]) for each in comes],
        commands.StartRounds(DIRECTOR),
    )

    rows = must_be_the_same(recorder.now, recorder.entries, "points", ())

    assert {each.entrant for each in rows} == {*PLAYERS[:5]}


def test_an_entrant_who_waits_and_withdraws_after_the_start_is_in_no_standings() -> None:
    recorder = recorded(
        announcing(limit=2),
        *[commands.Register(by=PLAYERS[each], entrant=player(each)) for each in range(3)],
        commands.OpenCheckIn(DIRECTOR),
        *[commands.CheckIn(PLAYERS[each], PLAYERS[each]) for each in range(2)],
        commands.StartRounds(DIRECTOR),
        commands.Withdraw(PLAYERS[2], PLAYERS[2]),
    )

    rows = must_be_the_same(recorder.now, recorder.entries, "points", ())

    assert {each.entrant for each in rows} == {*PLAYERS[:2]}


def printed(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what the program prints of a folder, or says instead."""
    monkeypatch.setattr(sys, "argv", ["standings.py", str(folder)])
    try:
        program().main()
    except SystemExit as end:
        return str(end.code)
    return capsys.readouterr().out


def test_no_export_writes_on_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = recorded(announcing(), *[commands.Register(by=PLAYERS[each], entrant=player(each)) for each in range(2)])
    events = [{"event": json.loads(canonical(entry.event))} for entry in recorder.entries]
    opening = events[0]["event"]
    record = {"events": events, "commitment": opening["commitment"], "secret": opening["secret"]}
    rows = program().standings_of(program().told(record))
    for name, document in (("tournament", record), ("standings", {"standings": rows})):
        text = json.dumps(document).replace(str(PLAYERS[0]), r"\u001b[2J\ud800")
        (tmp_path / f"{name}.json").write_text(text)

    fine = printed(tmp_path, capsys, monkeypatch)
    (tmp_path / "standings.json").write_text(json.dumps({"standings": [rows[0] | {"entrant": "another"}, rows[1]]}))
    lie = printed(tmp_path, capsys, monkeypatch)

    assert "\N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER}" in fine
    assert lie.startswith("NOT TRUE: standings.json has no row of")
    for text in (fine, lie):
        assert all(each == "\n" or each.isprintable() for each in text)


# How far each has got


def troubled(recorder: Recorder, dice: Dice) -> None:
    """Let some withdraw or come back, and rule on the last round, or do not."""
    for each in dice.shuffled(tuple(recorder.now.entrants))[: dice.below(3)]:
        plays = recorder.now.entrants[each].state == "entered"
        recorder.tried((commands.Withdraw if plays else commands.Return)(DIRECTOR, each), recorder.now.at)
        measure = dice.pick((Forfeited(each), NotPlayed(each), AdjustedPoints(each, dice.below(9))))
        if not dice.below(3):
            recorder.tried(ruling(recorder.now, measure, by=DIRECTOR), recorder.now.at)


def knocked_out(dice: Dice) -> Recorder | None:
    """Return a tournament with a knockout or a final after its last round; None: the dice have another format."""
    recorder = begun(dice)
    seating = recorder.now.settings.seating
    if seating.format not in {"groups", "knockout"}:
        return None
    while len(recorder.now.rounds) < seating.rounds and round_played(recorder, dice):
        troubled(recorder, dice)
    return recorder


def test_an_entrant_who_has_not_come_to_a_round_has_got_no_further() -> None:
    recorder = recorded(
        announcing(seating={"format": "knockout"}, no_show_ms=MINUTE),
        commands.AddEntrants(DIRECTOR, tuple(player(each) for each in range(4))),
        commands.OpenCheckIn(DIRECTOR),
        *[commands.CheckIn(DIRECTOR, each) for each in PLAYERS[:4]],
        commands.StartRounds(DIRECTOR),
    )
    recorder.add(commands.DraftRound(DIRECTOR, draft(recorder.now)), AT)
    recorder.add(publishing(recorder.now), AT)
    recorder.add(commands.StartRound(1), AT)
    recorder.add(commands.NoteNoShows(1, (PLAYERS[0],)), AT + MINUTE)
    for table in (0, 1):
        recorder.add(noting(recorder.now, table), AT + MINUTE)

    rows = must_be_the_same(recorder.now, recorder.entries, "points", ())

    assert [(each.entrant, each.reached) for each in rows[:2]] == [(PLAYERS[2], 2), (PLAYERS[0], 1)]


def test_it_computes_how_far_each_has_got_while_a_knockout_or_a_final_goes_on_and_in_the_end() -> None:
    found = set[tuple[str, bool, int]]()
    for recorder in filter(None, (knocked_out(Dice(seed)) for seed in range(400))):
        tournament, settings = None, recorder.now.settings
        for number, entry in enumerate(recorder.entries, start=1):
            tournament = evolve(tournament, entry)
            if tournament.rounds and not isinstance(entry.event, ResultNoted | EntrantCheckedIn):
                told = recorder.entries[:number]
                rows = must_be_the_same(tournament, told, settings.scoring, settings.tie_breaks)
                found |= {
                    (settings.seating.format, settings.seating.places == PAIR, each.reached or 0) for each in rows
                }

    assert {("knockout", True, 4), ("knockout", False, 3), ("groups", True, 5), ("groups", False, 4)} <= found
