"""The corpus: records of whole games as they once were. They must still be true, and end in the same state.

A change of rules that alters one of them is a new rules version beside the old one. So is a change of a state's form:
each fork has a state in its first event. New records are added by

    python -m tests.service.records.test_corpus
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain import GAMES
from domain.table import Snapshot, canonical, state_as_json
from service.records.records import check, entries_of, read
from tests.recording import as_file, fold, played

CORPUS = Path(__file__).parents[2] / "golden" / "records"
STATES = CORPUS / "states.json"
HALFWAY = CORPUS / "halfway.json"

PLAYED: dict[str, tuple[dict[str, Any], ...]] = {
    "friendlier_than_thou": (
        {"players": 4},
        {"players": 3, "dealer": 2},
        {"players": 2, "so_moved_window_ms": 100, "silence_limit_ms": 5000},
        {"players": 4, "leading": "programmed", "dealer": 1},
        {"players": 3, "leading": "programmed", "unity_proposals": 1},
    ),
    "literature": (
        {},
        {"false_declaration": "set_closes_turn_passes", "starter": 3},
        {"false_declaration": "set_stays_turn_passes", "dealer": 5, "stall_limit": 20},
        {"own_card_ask": "announced", "report_counts": True},
        {"teams": [0, 0, 0, 1, 1, 1], "stall_limit": 6},
    ),
    "honors_1": (
        {"max_deals": 1},
        {"players": 2, "ask_rule": "any_card", "lucky_draw": True, "max_deals": 1},
        {"players": 5, "deal_ends": "first_out", "dealer": 3, "max_deals": 2},
        {"players": 8, "stall_rounds": 5, "target_score": 20},
        {"players": 3, "lucky_draw": True, "deal_ends": "first_out", "target_score": 5},
    ),
    "honors_2": (
        {"max_deals": 1},
        {"players": 2, "dealer": 1, "stock_out": "end_deal", "take_rule": "play_wished", "target_score": 10},
        {"players": 6, "dealer": 5, "false_challenge": "free", "stall_rounds": 4, "max_deals": 1},
        {"players": 3, "challenge_ms": 0, "winner": "highest", "target_score": 10, "stall_rounds": 5, "max_deals": 2},
        {"players": 5, "stock_out": "end_deal", "false_challenge": "free", "max_deals": 1},
        {"players": 6, "challenge_ms": 100, "take_rule": "play_wished", "stall_rounds": 3, "max_deals": 1},
        {"challenge_ms": 100, "stock_out": "end_deal", "take_rule": "play_wished", "winner": "highest", "max_deals": 1},
    ),
    "honors_3": (
        {"max_deals": 1},
        {"players": 7, "dealer": 6, "target_score": 50},
        {"players": 5, "dealer": 2, "opening_ms": 0, "offer_ms": None, "max_deals": 2},
        {"dealer": 3, "opening_ms": 1000, "offer_ms": 1000, "stall_ms": 60000, "deal_ms": 120000, "max_deals": 1},
        {"players": 6, "offer_ms": 1000, "stall_ms": 10000, "max_deals": 2},
        {"dealer": 1, "offer_ms": 1000, "stall_ms": 60000, "deal_ms": 30000, "max_deals": 1},
    ),
    "honors_4": (
        {"max_deals": 1},
        {"players": 2, "opener": "any", "target_score": 1},
        {"players": 10, "dealer": 9, "max_rounds": 10, "max_deals": 3},
        {"players": 12, "opener": "any", "max_rounds": 5, "max_deals": 2},
        {"players": 3, "dealer": 2, "target_score": 2, "max_rounds": 10, "max_deals": 8},
    ),
    "pursuit_of_happiness": (
        {},
        {"players": 2, "dealer": 1, "turn_limit_ms": 5000, "response_limit_ms": 5000},
        {"times_through_deck": 2, "open_discard": True},
        {"players": 4, "dealer": 3, "response_limit_ms": None},
        {"players": 5, "turn_limit_ms": None, "response_limit_ms": None},
    ),
    "medieval_mastery": (
        {"players": 6, "max_deals": 1},
        {"players": 3, "dealer": 2, "max_deals": 2, "stall_limit": 2},
        {"players": 14, "dealer": 13, "max_deals": 1},
        {"players": 9, "dealer": 4, "max_deals": 1},
        {"target_score": 60, "stall_limit": 1},
    ),
}


def digest(last: Snapshot) -> str:
    """Return what tells two final states apart: the SHA-256 of what all seats and a spectator see of the game."""
    rules = last.rules
    views = [msgspec.to_builtins(rules.view(last.state, seat)) for seat in (*range(len(last.table.seats)), None)]
    assert {view.pop("game") for view in views} == {rules.id}  # these digests are older than that field
    return hashlib.sha256(b"\n".join(map(canonical, views))).hexdigest()


def files() -> list[Path]:
    """Return the records in the order of their names."""
    return sorted(CORPUS.glob("*-*.json"))


def state_halfway(file: Path) -> dict[str, Any]:
    """Return the state after half of the events of a record, as a fork from there has it."""
    entries = entries_of(read(file.read_bytes()))
    return state_as_json(fold(entry.event for entry in entries[: len(entries) // 2]).state)


def add_missing() -> None:
    """Write the records, and the states within them, that are not there yet; what is there stays."""
    states = json.loads(STATES.read_text()) if STATES.exists() else {}
    for game, varieties in PLAYED.items():
        for number, options in enumerate(varieties, start=1):
            file = CORPUS / f"{game}-{number}.json"
            if not file.exists():
                recording = played(game, number, **options)
                file.write_bytes(as_file(recording.record()) + b"\n")
                states[file.name] = digest(recording.now)
    STATES.write_text(json.dumps(states, indent=1, sort_keys=True) + "\n")
    halfway = {file.name: state_halfway(file) for file in files()} | json.loads(HALFWAY.read_text())
    lines = [f'"{name}": {json.dumps(state)}' for name, state in halfway.items()]
    HALFWAY.write_text("{\n" + ",\n".join(lines) + "\n}\n")


every_file = pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)


@every_file
def test_an_old_record_is_still_true_and_ends_in_the_same_state(file: Path) -> None:
    record = read(file.read_bytes())

    check(record)

    last = fold(entry.event for entry in entries_of(record))
    others = "the views at the end are others: if they only show a field more, `digest` has to leave that out"
    assert digest(last) == json.loads(STATES.read_text())[file.name], others
    assert last.table.rules_version == record.rules_version


@every_file
def test_a_fork_of_an_old_game_has_the_state_that_it_had(file: Path) -> None:
    old = json.loads(HALFWAY.read_text())[file.name]

    assert state_halfway(file) == old, "another form of a state is a new version of the rules: see domain/README.md"


def test_every_game_is_in_the_corpus_five_times_at_least() -> None:
    counts = {game: len(list(CORPUS.glob(f"{game}-*.json"))) for game in GAMES}

    assert {game for game, count in counts.items() if count < 5} == set()


if __name__ == "__main__":
    add_missing()
