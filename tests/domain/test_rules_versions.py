"""A change of rules: tables that have begun keep theirs, new ones get the new ones, and records are true for ever."""

import dataclasses
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain import GAMES, UnknownRules, rules_of
from domain.game import Options
from domain.record import RecordBroken, check_rules
from domain.table import StartGame, canonical, rematch, snapshot_type
from tests.domain.versions import TWO_VERSIONS, release
from tests.recording import AT, GAME, PLAYERS, SECRET, Recording, find, played, seated

a_changed_game = pytest.mark.parametrize("game", TWO_VERSIONS)


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the program know the toy, too; each test releases the next version itself."""
    for game_id, (before, _) in TWO_VERSIONS.items():
        monkeypatch.setitem(GAMES, game_id, before)


def result(recording: Recording) -> Any:
    """Return the result of a game, as JSON has it."""
    return msgspec.to_builtins(recording.entries[find(recording, "game_finished")].event)


@a_changed_game
def test_a_table_keeps_the_rules_that_it_was_opened_with(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    old = seated(game)
    new_rules = release(monkeypatch, game)
    new = seated(game)

    assert (old.now.table.rules_version, new.now.table.rules_version) == ("1", "2")
    assert (old.now.rules, new.now.rules) == (TWO_VERSIONS[game][0], new_rules)
    for recording in (old, new):
        recording.do(StartGame(PLAYERS[0]), AT + 20)
        assert type(recording.now.state) is recording.now.rules.State
        assert recording.now.offered(recording.now.to_act[0]) is not None


def first_trick(recording: Recording) -> tuple[list[tuple[str, int]], Any]:
    """Return cards and seats of the first trick, and the event that it has been taken."""
    won = find(recording, "trick_won")
    cards = [entry.event for entry in recording.entries[:won] if entry.event.__struct_config__.tag == "card_played"]
    return [(each.card, each.seat) for each in cards], msgspec.to_builtins(recording.entries[won].event)


def test_old_tables_go_on_by_the_old_rule_and_new_ones_by_the_new(monkeypatch: pytest.MonkeyPatch) -> None:
    before = played("high_card", seed=1)
    release(monkeypatch, "high_card")
    after = played("high_card", seed=1)

    cards, won = first_trick(before)
    assert (won["seat"], "size" in won) == (max(cards)[1], False)
    cards, won = first_trick(after)
    assert (won["seat"], won["size"]) == (min(cards)[1], 2)


@a_changed_game
def test_both_are_audited_by_their_own_rules(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = played(game, seed=2)
    release(monkeypatch, game)
    after = played(game, seed=2)

    for recording in (before, after):
        assert canonical(check_rules(recording.entries)) == canonical(recording.now)
    assert result(before) != result(after)


def test_no_record_is_true_by_the_other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    before = played("literature", seed=2)
    release(monkeypatch, "literature")
    after = played("literature", seed=2)

    for recording, other in ((before, "2"), (after, "1")):
        opened = replace(recording.entries[0], event=replace(recording.entries[0].event, rules_version=other))
        with pytest.raises(RecordBroken, match="the rules give another event: in `game_finished`, result"):
            check_rules([opened, *recording.entries[1:]])


@a_changed_game
def test_a_record_by_rules_that_are_not_here_is_not_judged(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as next_program:
        release(next_program, game)
        after = played(game, seed=3)

    with pytest.raises(UnknownRules, match="does not have version '2' of the rules"):
        check_rules(after.entries)


@a_changed_game
def test_a_snapshot_is_decoded_by_its_own_rules(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = played(game, seed=4)
    release(monkeypatch, game)
    after = played(game, seed=4)

    for recording in (before, after):
        again = msgspec.msgpack.decode(msgspec.msgpack.encode(recording.now), type=snapshot_type(recording.now.rules))
        assert type(again.state) is type(recording.now.state)
        assert canonical(again) == canonical(recording.now)


def test_a_rematch_is_by_the_rules_of_today_with_the_options_that_these_have(monkeypatch: pytest.MonkeyPatch) -> None:
    before = played("literature", seed=5, stall_limit=20)
    fewer = msgspec.defstruct("Options", [("players", int, 6)], bases=(Options,), frozen=True, kw_only=True)
    new_rules = release(monkeypatch, "literature")
    fewer_options = dataclasses.replace(new_rules, Options=fewer, complete=lambda options: options)
    monkeypatch.setitem(GAMES, "literature", fewer_options)

    again = Recording()
    again.do(rematch(before.now, GAME, PLAYERS[1], SECRET.hex()), before.now.at)

    assert again.now.table.rules_version == "2"
    assert (before.now.table.options["stall_limit"], again.now.table.options) == (20, {"players": 6, "dealer": 1})


def test_only_versions_that_are_here_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    release(monkeypatch, "literature")

    assert [rules_of("literature", version).rules_version for version in "12"] == ["1", "2"]
    for game, version in (("literature", "3"), ("literature", ""), ("bridge", "1")):
        with pytest.raises(UnknownRules, match="does not"):
            rules_of(game, version)
