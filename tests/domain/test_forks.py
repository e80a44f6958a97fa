"""Forks: a game goes on from any of its versions, at another table, with its old cards and in its own time."""

import random
from functools import cache
from typing import Any
from uuid import UUID

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain import GAMES, UnknownRules, table
from domain.game import Event, Refused, seen
from domain.games.honors_4.moves import DrawStock
from domain.record import RecordBroken, check_chain, check_origin, check_rules
from domain.table import (
    HOUSE_PLAYERS,
    AbortByOperator,
    CallOff,
    ForkTable,
    GameResumed,
    LeaveSeat,
    MakeMove,
    SeatHouse,
    Sitter,
    Snapshot,
    TableEvent,
    TableOpened,
    TakeSeat,
    Tick,
    canonical,
)
from domain.times import moved
from tests.domain.every_game import every_id
from tests.domain.tables import ADA, BEN, LIMIT, RANDOM, STRANGER, finished, opened, playing, refused
from tests.recording import AT, GAME, PLAYERS, Recording, chain_of, played

LATER = AT + 10**9


@cache
def game_of(game: str, seed: int = 3) -> Recording:
    """Return a whole game."""
    return played(game, seed)


def ends_of_steps(recording: Recording) -> list[int]:
    """Return the versions in a game at which a step ends and the game goes on."""
    first = {entry.step for entry in recording.entries}
    return [each.version for each in recording.snapshots if each.going_on and each.version + 1 in first]


def command(recording: Recording, version: int, *sitters: Sitter | None) -> ForkTable:
    """Return Ada's command that forks a game at a version."""
    return table.fork(GAME, recording.snapshots[version - 1], recording.hashes()[version - 1], ADA, sitters)


def forked(recording: Recording, version: int, *sitters: Sitter | None) -> Recording:
    """Return a fork of a game."""
    fork = Recording()
    fork.do(command(recording, version, *sitters), LATER, key=16 * "f0")
    return fork


def people(fork: Recording) -> Recording:
    """Let the players of the tests sit down, in order, on the free seats of a fork."""
    for seat, player in enumerate(fork.now.table.seats):
        if player is None:
            fork.do(TakeSeat(PLAYERS[seat], seat), fork.now.at + 7)
    return fork


def of_game(recording: Recording, after: int) -> list[Event]:
    """Return what has happened in the game after a version, without what happened to the table."""
    return [entry.event for entry in recording.entries[after:] if not isinstance(entry.event, TableEvent)]


@every_id()
def test_a_fork_plays_on_as_the_game_did(game: str) -> None:
    recording = game_of(game)
    for version in random.Random(3).sample(ends_of_steps(recording), 4):
        fork = people(forked(recording, version))
        start = len(fork.entries)
        by = fork.now.at - recording.snapshots[version - 1].at
        for entry in recording.entries[version:]:
            match entry.command:
                case Tick():
                    fork.do(Tick(), entry.event.at + by)
                case MakeMove(player=player, move=move):
                    fork.do(MakeMove(player, move), entry.event.at + by)

        expected = [canonical(moved(event, by)) for event in of_game(recording, version)]
        assert [canonical(event) for event in of_game(fork, start)] == expected
        assert fork.now.table.status == "finished"
        check_chain(GAME, fork.entries, fork.hashes())
        assert check_rules(fork.entries) == fork.now
        check_origin(opening_of(fork), GAME, recording.entries, recording.hashes())


def opening_of(fork: Recording) -> ForkTable:
    first = fork.entries[0].command
    assert isinstance(first, ForkTable)
    return first


@every_id()
def test_nothing_has_lapsed_when_a_fork_goes_on(game: str) -> None:
    recording = game_of(game)
    for version in random.Random(game).sample(ends_of_steps(recording), 12):
        then, now = recording.snapshots[version - 1], people(forked(recording, version)).now

        assert now.to_act == then.to_act
        assert [now.offered(seat) for seat in now.to_act] == [then.offered(seat) for seat in then.to_act]
        left = None if then.due is None else then.due - then.at
        assert (None if now.due is None else now.due - now.at) == left


def test_a_player_who_has_no_time_left_has_all_of_it_at_a_fork() -> None:
    late = playing(settings={"turn_limit_ms": LIMIT, "reserve_ms": 5})
    before = table.after_event(late, table.DecisionLapsed(1, 1, at=AT + LIMIT + 5))

    fork = begun(table.fork(GAME, before, bytes(32), ADA, ("random",) * 3))

    assert fork.deadline(1) == LATER + LIMIT + 5
    assert [place.reserve_ms for place in fork.table.places] == [5, 5, 5]


def begun(wanted: ForkTable) -> Snapshot:
    """Return the table right after a fork was opened."""
    snapshot: Snapshot | None = None
    for event in table.decide(None, wanted, LATER):
        snapshot = table.after_event(snapshot, event)
    assert snapshot is not None
    return snapshot


@every_id()
def test_a_fork_costs_as_much_as_its_state(game: str) -> None:
    recording = game_of(game)
    for version in ends_of_steps(recording)[::20]:
        assert len(canonical(command(recording, version))) < 8_000


def test_a_fork_says_what_it_is() -> None:
    recording = game_of("honors_4")
    version = ends_of_steps(recording)[10]

    event = forked(recording, version).entries[0].event

    assert isinstance(event, TableOpened)
    assert event.fork_of == table.Origin(GAME, version, recording.hashes()[version - 1].hex())
    assert event.rated is False
    assert (event.rules_version, event.creator, event.auto_start) == ("1", ADA, True)
    assert event.commitment == recording.now.table.commitment


def test_nobody_sees_what_a_fork_was_given() -> None:
    recording = game_of("honors_4")
    event = forked(recording, ends_of_steps(recording)[10]).entries[0].event

    for seat in (None, 0, 1):
        shown = table_seen(event, seat)
        assert '"given":' not in shown
        assert '"secret":' not in shown


def table_seen(event: TableOpened, seat: int | None) -> str:
    return canonical(seen(event, seat)).decode()


def test_a_fork_waits_for_its_players() -> None:
    recording = game_of("honors_4")
    version = ends_of_steps(recording)[5]
    seats = len(recording.now.table.seats)
    fork = forked(recording, version, "me", "random", None)

    assert fork.now.table.started_at is None
    assert fork.now.table.seats[:3] == (ADA, RANDOM, None)
    assert fork.now.state is None
    fork.do(LeaveSeat(ADA, 1), LATER + 1)
    fork.do(TakeSeat(BEN), LATER + 2)
    assert fork.now.table.seats[:2] == (ADA, BEN)
    for seat in range(2, seats):
        fork.do(SeatHouse(ADA, "random", seat), LATER + 3)
    assert isinstance(fork.entries[-1].event, GameResumed)
    assert fork.now.table.status == "playing"
    assert fork.now.going_on
    assert fork.now.moves == 0


def test_a_fork_with_all_seats_named_goes_on_at_once() -> None:
    recording = game_of("honors_4")
    seats = len(recording.now.table.seats)

    house: list[Sitter] = ["random"] * (seats - 1)

    fork = forked(recording, ends_of_steps(recording)[5], *house, "me")

    assert [entry.step for entry in fork.entries] == [1] * (seats + 2)
    assert fork.now.going_on
    assert fork.now.table.seats == (HOUSE_PLAYERS["random"],) * (seats - 1) + (ADA,)


def test_what_is_said_at_a_fork_does_not_go_into_its_shuffles() -> None:
    recording = game_of("honors_2")
    fork = forked(recording, ends_of_steps(recording)[5])
    fork.do(TakeSeat(ADA, 0, "luck"), LATER)

    assert fork.entries[-1].event.entropy is None
    assert fork.now.table.entropy == recording.now.table.entropy
    assert fork.now.chance().deal(2, ("A", "B", "C")) == recording.now.chance().deal(2, ("A", "B", "C"))


def test_a_fork_has_a_fork() -> None:
    recording = game_of("honors_2")
    version = ends_of_steps(recording)[20]
    first = people(forked(recording, version))
    for entry in [entry for entry in recording.entries[version:] if isinstance(entry.command, MakeMove)][:4]:
        if first.now.due is not None and first.now.due <= first.now.at:
            break
        assert isinstance(entry.command, MakeMove)
        first.do(MakeMove(entry.command.player, entry.command.move), first.now.at)
    first.do(AbortByOperator(STRANGER), first.now.at)
    at = ends_of_steps(first)[-1]

    second = people(forked(first, at))

    assert second.now.table.fork_of == table.Origin(GAME, at, first.hashes()[at - 1].hex())
    assert second.now.stocks_formed == first.now.stocks_formed
    assert second.now.table.entropy == recording.now.table.entropy
    assert second.now.offered(second.now.to_act[0]) == first.snapshots[at - 1].offered(second.now.to_act[0])
    assert check_rules(second.entries) == second.now
    check_origin(opening_of(second), GAME, first.entries, first.hashes())


def test_given_decks_go_on_at_a_fork() -> None:
    decks = (GAMES["honors_4"].deck, GAMES["honors_4"].deck[::-1])
    snapshot = playing(decks=decks)

    fork = begun(table.fork(GAME, snapshot, bytes(32), ADA, ()))

    assert fork.table.decks == decks
    assert fork.table.deck_digests == snapshot.table.deck_digests
    assert fork.chance().deal(2, GAMES["honors_4"].deck) == decks[1]


def test_a_private_game_has_private_forks() -> None:
    snapshot = playing(visibility="private")

    fork = begun(table.fork(GAME, snapshot, bytes(32), ADA, ("me",)))

    assert (fork.table.visibility, fork.table.by_invitation) == ("private", True)
    refused("not_welcome", fork, TakeSeat(STRANGER), LATER)


@pytest.mark.parametrize(
    ("code", "snapshot"),
    [
        ("not_started", opened()),
        ("game_over", finished()),
        ("game_over", table.after_event(playing(), table.TableAborted(ADA, "operator", at=AT))),
    ],
)
def test_where_no_game_goes_on_there_is_no_fork(code: str, snapshot: Snapshot) -> None:
    with pytest.raises(Refused) as refusal:
        table.fork(GAME, snapshot, bytes(32), ADA, ())
    assert refusal.value.code == code


def test_an_aborted_game_has_forks() -> None:
    snapshot = playing()

    fork = begun(table.fork(GAME, snapshot, bytes(32), ADA, ("me", "random", "random")))

    assert fork.state.hands == snapshot.state.hands


def test_a_fork_is_called_off_as_any_table() -> None:
    fork = begun(table.fork(GAME, playing(), bytes(32), ADA, ("me", "random", "random")))

    assert [event.__struct_config__.tag for event in table.decide(fork, CallOff(ADA), LATER)] == [
        "abort_called",
        "table_aborted",
    ]


def test_a_fork_has_a_rematch_with_new_cards() -> None:
    fork = begun(table.fork(GAME, playing(), bytes(32), ADA, ("me", "random", "random")))
    over = table.after_event(fork, table.TableAborted(ADA, "operator", at=LATER))

    again = table.rematch(over, GAME, ADA, "ab" * 32)

    assert again.secret == "ab" * 32
    (event,) = table.decide(None, again, LATER)
    assert isinstance(event, TableOpened)
    assert not event.fork_of


def test_only_a_fork_goes_on() -> None:
    with pytest.raises(ValueError, match="only the game of a fork"):
        table.after_event(opened(), GameResumed(at=AT))


# Its record


def rewritten(fork: Recording, **fields: Any) -> Recording:
    """Return a fork that was begun by a command with other fields, and everything after it as it was."""
    lie = Recording()
    wanted = replace(opening_of(fork), **fields)
    lie.do(wanted, LATER, key=16 * "f0")
    return lie


def test_a_fork_that_was_given_another_state_is_not_that_of_its_origin() -> None:
    recording = game_of("honors_4")
    version = ends_of_steps(recording)[10]
    fork = forked(recording, version, "me")
    given = opening_of(fork).given
    hands = [list(hand) for hand in given.state["hands"]]
    hands[0], hands[1] = hands[1], hands[0]
    lie = rewritten(fork, given=replace(given, state=given.state | {"hands": hands}))

    check_rules(lie.entries)
    with pytest.raises(RecordBroken, match=r"stood otherwise.*given"):
        check_origin(opening_of(lie), GAME, recording.entries, recording.hashes())


def test_a_fork_is_compared_with_its_own_origin_only() -> None:
    recording = game_of("honors_4")
    version = ends_of_steps(recording)[10]
    wanted, hashes = opening_of(forked(recording, version)), recording.hashes()

    def why(command: ForkTable, table_id: UUID = GAME, length: int = len(recording.entries)) -> str:
        with pytest.raises(RecordBroken) as lie:
            check_origin(command, table_id, recording.entries[:length], hashes[:length])
        assert lie.value.version == 1
        return lie.value.why

    assert "not of 0" in why(wanted, UUID(int=7))
    assert "ends before version" in why(wanted, length=version - 1)
    assert "no game goes on there" in why(replace(wanted, fork_of=replace(wanted.fork_of, version=1)))
    assert "fork_of" in why(replace(wanted, fork_of=replace(wanted.fork_of, hash="00" * 32)))
    assert "secret" in why(replace(wanted, secret="00" * 32))


@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({}, "none of its game"),
        ({"hands": "AS"}, "none of its game"),
        ({"more": 1}, "more or less"),
        ({"discards_made": UNSET}, "more or less"),
    ],
)
def test_a_state_that_its_game_cannot_have_is_found(state: dict[str, Any], why: str) -> None:
    recording = game_of("honors_4")
    fork = forked(recording, ends_of_steps(recording)[10])
    given = opening_of(fork).given
    changed = (given.state | state if state else state).items()
    state = {name: each for name, each in changed if each is not UNSET}
    lie = rewritten(fork, given=replace(given, state=state))

    with pytest.raises(RecordBroken, match=why) as broken:
        check_rules(lie.entries)
    assert broken.value.version == 1


@pytest.mark.parametrize("players", [None, [2], "many", 99, True])
def test_a_number_of_players_that_its_game_cannot_have_is_found(players: object) -> None:
    recording = game_of("honors_4")
    fork = forked(recording, ends_of_steps(recording)[10])
    options: dict[str, Any] = dict(opening_of(fork).options)
    del options["players"]
    options |= {} if players is None else {"players": players}
    first = replace(fork.entries[0], command=replace(opening_of(fork), options=options))

    with pytest.raises(RecordBroken, match="no number of players") as broken:
        check_rules([first, *fork.entries[1:]])
    assert broken.value.version == 1


def test_a_state_that_never_was_is_told_from_a_mistake_in_the_program() -> None:
    recording = game_of("honors_4")
    fork = people(forked(recording, ends_of_steps(recording)[10]))
    given = opening_of(fork).given
    lie = people(rewritten(fork, given=replace(given, state=given.state | {"hands": [], "turn": 0})))
    last = lie.now.version + 1
    entry = table.Entry(last, last, 0, None, MakeMove(PLAYERS[0], DrawStock()), GameResumed(at=lie.now.at))

    with pytest.raises(RecordBroken, match="makes no sense") as broken:
        check_rules([*lie.entries, entry])
    assert broken.value.version == last


def test_a_state_in_which_the_rules_find_nothing_is_told_from_a_mistake_in_the_program() -> None:
    recording = game_of("friendlier_than_thou")
    silence = next(each.version for each in recording.snapshots if each.due is not None)
    fork = people(forked(recording, silence))
    given = opening_of(fork).given
    lie = people(rewritten(fork, given=replace(given, state=given.state | {"hands": [[] for _ in PLAYERS[:2]]})))
    last, due = lie.now.version + 1, lie.now.due
    assert due is not None
    entry = table.Entry(last, last, None, None, Tick(), GameResumed(at=due))

    with pytest.raises(RecordBroken, match="makes no sense") as broken:
        check_rules([*lie.entries, entry])
    assert broken.value.version == last


def test_rules_that_are_not_here_have_no_forks_here() -> None:
    recording = game_of("honors_4")
    fork = forked(recording, ends_of_steps(recording)[10])
    wanted = replace(opening_of(fork), rules_version="99")
    entries = [replace(fork.entries[0], command=wanted)]

    with pytest.raises(UnknownRules, match="version '99'"):
        check_rules(entries)


def test_the_chain_of_a_fork_holds_its_state() -> None:
    recording = game_of("honors_4")
    fork = forked(recording, ends_of_steps(recording)[10])
    event = fork.entries[0].event
    altered = replace(fork.entries[0], event=replace(event, given=replace(event.given, stocks_formed=9)))

    assert chain_of([altered]) != chain_of(fork.entries[:1])
