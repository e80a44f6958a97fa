"""A table's life: each command happens, is refused with its code, and a refusal has no effect."""

from typing import Any
from uuid import UUID

import msgspec
import pytest

from domain import GAMES, table
from domain.game import Refused
from domain.games.friendlier_than_thou.moves import LayAside, Unite
from domain.games.literature.sets import DECK
from domain.table import SeatLeft, SeatTaken, Snapshot, TableOpened
from tests.domain.tables import refused
from tests.recording import AT, PLAYERS, SECRET, fold, opened, opening, seated

ADA, BEN, CLEO = PLAYERS[:3]
STRANGER = UUID(int=404)


def after(snapshot: Snapshot, events: tuple[Any, ...]) -> Snapshot:
    return fold(events, snapshot)


@pytest.fixture
def empty() -> Snapshot:
    """A table of Friendlier Than Thou with three seats that Ada has opened."""
    return opened("friendlier_than_thou", players=3).now


@pytest.fixture
def full() -> Snapshot:
    """The same with Ada, Ben and Cleo on its seats."""
    return seated("friendlier_than_thou", players=3).now


@pytest.fixture
def playing(full: Snapshot) -> Snapshot:
    """The same right after the start."""
    return after(full, table.decide(full, table.StartGame(ADA), AT + 20))


# Opening


def test_a_table_opens_with_all_options_and_a_commitment() -> None:
    (event,) = table.decide(
        None,
        table.OpenTable(
            player=ADA, game="literature", options={"stall_limit": 100}, secret=SECRET.hex(), visibility="private"
        ),
        AT,
    )

    assert isinstance(event, TableOpened)
    assert event.options == msgspec.to_builtins(GAMES["literature"].options({"stall_limit": 100}))
    assert event.options["players"] == 6
    assert (event.creator, event.visibility, event.auto_start, event.at) == (ADA, "private", False, AT)
    assert event.commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert event.rules_version == GAMES["literature"].rules_version


def test_an_opened_table_is_empty() -> None:
    snapshot = opened("literature").now

    assert (snapshot.version, snapshot.state, snapshot.due) == (1, None, None)
    assert (snapshot.table.status, snapshot.table.seats, snapshot.table.entropy) == ("open", (None,) * 6, (None,) * 6)


def test_an_operator_may_give_decks() -> None:
    deck = tuple(reversed(DECK))

    snapshot = opened("literature", decks=[deck]).now

    assert snapshot.table.decks == (deck,)
    assert snapshot.chance().deal(1, DECK) == deck


def test_a_table_of_an_unknown_game_is_refused() -> None:
    refusal = refused("no_such_game", None, opening("bridge"), AT)

    assert "literature" in refusal.detail


@pytest.mark.parametrize("options", [{"players": 5}, {"dealer": 6}, {"stakes": 1}, {"stall_limit": "200"}])
def test_options_that_the_game_does_not_know_are_refused(options: dict[str, Any]) -> None:
    refused("invalid_option", None, opening("literature", options=options), AT)


@pytest.mark.parametrize("deck", [DECK[1:], (*DECK[1:], DECK[1]), (*DECK, "AS"), (*DECK[1:], "ZZ")])
def test_a_deck_that_is_no_order_of_the_cards_is_refused(deck: tuple[str, ...]) -> None:
    refusal = refused(
        "invalid_deck",
        None,
        opening("literature", decks=(DECK, deck)),
        AT,
    )

    assert "Deck 2" in refusal.detail


# Taking a seat


def test_a_player_takes_the_first_free_seat(empty: Snapshot) -> None:
    one = after(empty, table.decide(empty, table.TakeSeat(BEN, seat=0), AT))

    assert table.decide(one, table.TakeSeat(ADA), AT + 5) == (SeatTaken(1, ADA, at=AT + 5),)


def test_a_player_takes_a_seat_of_their_choice_with_entropy(empty: Snapshot) -> None:
    events = table.decide(empty, table.TakeSeat(ADA, seat=2, entropy="dice"), AT)

    assert events == (SeatTaken(2, ADA, "dice", at=AT),)
    seats = after(empty, events).table
    assert (seats.seats, seats.entropy) == ((None, None, ADA), (None, None, "dice"))
    assert (seats.seat_of(ADA), seats.seat_of(BEN), seats.seat_of(None)) == (2, None, None)


def test_the_last_seat_starts_the_game_of_a_table_that_starts_by_itself() -> None:
    snapshot = fold(
        table.decide(
            None,
            table.OpenTable(
                player=ADA, game="friendlier_than_thou", options={"players": 2}, secret=SECRET.hex(), auto_start=True
            ),
            AT,
        )
    )
    snapshot = after(snapshot, table.decide(snapshot, table.TakeSeat(ADA), AT))

    events = table.decide(snapshot, table.TakeSeat(BEN), AT + 7)

    assert events[0] == SeatTaken(1, BEN, at=AT + 7)
    after_it = after(snapshot, events[:1])
    assert events[1:] == table.decide(after_it, table.StartGame(ADA), AT + 7)
    assert after(snapshot, events).table.status == "playing"


def test_the_last_seat_starts_nothing_on_any_other_table(empty: Snapshot) -> None:
    for player in PLAYERS[:3]:
        events = table.decide(empty, table.TakeSeat(player), AT)
        assert len(events) == 1
        empty = after(empty, events)

    assert empty.table.status == "open"


def test_no_seat_is_taken_after_the_start(playing: Snapshot) -> None:
    refused("already_started", playing, table.TakeSeat(STRANGER), AT)


def test_nobody_sits_on_two_seats(empty: Snapshot) -> None:
    one = after(empty, table.decide(empty, table.TakeSeat(BEN), AT))

    for wanted in (None, 0, 2):
        assert "seat 0" in refused("already_seated", one, table.TakeSeat(BEN, seat=wanted), AT).detail


@pytest.mark.parametrize("wanted", [None, 0, 1])
def test_a_player_is_told_which_seat_is_theirs(playing: Snapshot, wanted: int | None) -> None:
    assert "seat 1" in refused("already_seated", playing, table.TakeSeat(BEN, seat=wanted), AT).detail


def test_nobody_sits_at_a_full_table(full: Snapshot) -> None:
    refused("table_full", full, table.TakeSeat(STRANGER), AT)


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_does_not_exist_cannot_be_taken(empty: Snapshot, seat: int) -> None:
    refused("no_such_seat", empty, table.TakeSeat(ADA, seat=seat), AT)


def test_a_seat_that_is_taken_cannot_be_taken(empty: Snapshot) -> None:
    one = after(empty, table.decide(empty, table.TakeSeat(BEN, seat=1), AT))

    refusal = refused("seat_taken", one, table.TakeSeat(ADA, seat=1), AT)

    assert "free seats: 0 and 2" in refusal.detail


# Leaving a seat


def test_a_player_stands_up_and_takes_their_entropy_with_them(full: Snapshot) -> None:
    assert full.table.entropy[1] is not None

    events = table.decide(full, table.LeaveSeat(BEN, 1), AT + 9)

    assert events == (SeatLeft(1, BEN, at=AT + 9),)
    seats = after(full, events).table
    assert (seats.seats, seats.entropy[1]) == ((ADA, None, CLEO), None)


def test_nobody_stands_up_after_the_start(playing: Snapshot) -> None:
    refused("already_started", playing, table.LeaveSeat(BEN, 1), AT)


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_does_not_exist_cannot_be_left(full: Snapshot, seat: int) -> None:
    refused("no_such_seat", full, table.LeaveSeat(BEN, seat), AT)


@pytest.mark.parametrize("player", [CLEO, STRANGER])
def test_nobody_else_leaves_a_seat(full: Snapshot, player: UUID) -> None:
    refused("seat_not_yours", full, table.LeaveSeat(player, 1), AT)


def test_nobody_leaves_a_free_seat(empty: Snapshot) -> None:
    refused("seat_free", empty, table.LeaveSeat(ADA, 0), AT)
    refused("seat_not_yours", empty, table.LeaveSeat(BEN, 0), AT)


# Starting


def test_the_creator_starts_the_game_of_a_full_table(full: Snapshot) -> None:
    events = table.decide(full, table.StartGame(ADA), AT + 20)

    assert events[0].__struct_config__.tag == "game_started"
    started = after(full, events)
    assert (started.table.status, started.table.started_at) == ("playing", AT + 20)
    assert started.version == full.version + len(events)


def test_a_game_starts_once(playing: Snapshot) -> None:
    refused("already_started", playing, table.StartGame(ADA), AT)


@pytest.mark.parametrize("player", [BEN, STRANGER])
def test_only_the_creator_starts_the_game(full: Snapshot, player: UUID) -> None:
    refused("not_the_creator", full, table.StartGame(player), AT)


def test_a_game_needs_all_its_players(full: Snapshot) -> None:
    two = after(full, table.decide(full, table.LeaveSeat(CLEO, 2), AT))

    refusal = refused("seats_not_filled", two, table.StartGame(ADA), AT)

    assert "1 of 3" in refusal.detail


# Moves and the clock


def laid_aside(playing: Snapshot, seat: int) -> LayAside:
    """Return the first move of a seat: the cards that it lays aside."""
    return LayAside((playing.view(seat).hand or ())[: 2 if seat == 0 else 1])


def test_a_move_is_judged_by_the_rules_for_the_seat_of_its_player(playing: Snapshot) -> None:
    move = table.MakeMove(BEN, laid_aside(playing, 1))

    events = table.decide(playing, move, AT + 30)

    assert table.seat_of_step(playing, move, events) == 1
    assert [event.__struct_config__.tag for event in events] == ["cards_laid_aside"]
    assert after(playing, events).version == playing.version + 1


def test_spectators_do_not_move(playing: Snapshot) -> None:
    refused("not_seated", playing, table.MakeMove(STRANGER, laid_aside(playing, 1)), AT + 30)


def test_nobody_moves_before_the_start(full: Snapshot) -> None:
    refused("not_started", full, table.MakeMove(BEN, Unite(0)), AT + 10)


def test_a_move_that_the_rules_refuse_keeps_their_code(playing: Snapshot) -> None:
    once = after(playing, table.decide(playing, table.MakeMove(BEN, laid_aside(playing, 1)), AT + 30))

    refused("already_laid_aside", once, table.MakeMove(BEN, laid_aside(once, 1)), AT + 31)


def test_a_move_is_judged_as_it_would_be_made(playing: Snapshot) -> None:
    offered = playing.offered(1)
    assert offered is not None
    once = after(playing, table.decide(playing, table.MakeMove(BEN, laid_aside(playing, 1)), AT + 30))
    assert once.offered(1) is None

    for move in (*offered.moves, laid_aside(playing, 1)):
        table.judge_move(playing, table.MakeMove(BEN, move), AT + 30)

    for snapshot, move in [(playing, LayAside(())), (once, laid_aside(once, 1)), (once, Unite(0))]:
        with pytest.raises(Refused) as judged:
            table.judge_move(snapshot, table.MakeMove(BEN, move), AT + 31)
        made = refused(judged.value.code, snapshot, table.MakeMove(BEN, move), AT + 31)
        assert judged.value.detail == made.detail


def test_nobody_moves_after_the_end() -> None:
    finished = msgspec.structs.replace(seated("friendlier_than_thou", players=3).now)
    finished = after(finished, table.decide(finished, table.StartGame(ADA), AT + 20))
    finished = msgspec.structs.replace(finished, table=msgspec.structs.replace(finished.table, finished_at=AT + 40))

    assert finished.table.status == "finished"
    refused("game_over", finished, table.MakeMove(BEN, laid_aside(finished, 1)), AT + 41)


def in_silence(playing: Snapshot) -> Snapshot:
    for player, seat in zip(PLAYERS[:3], range(3), strict=True):
        playing = after(playing, table.decide(playing, table.MakeMove(player, laid_aside(playing, seat)), AT + 30))
    return playing


def test_the_clock_records_a_step_at_its_deadline(playing: Snapshot) -> None:
    silence = in_silence(playing)
    due = silence.due
    assert due == AT + 30 + 120_000

    assert table.decide(silence, table.Tick(), due - 1) == ()
    assert [event.at for event in table.decide(silence, table.Tick(), due + 500)] == [due]


def test_the_clock_stands_still_before_the_start_and_after_the_end(full: Snapshot, playing: Snapshot) -> None:
    silence = in_silence(playing)
    over = msgspec.structs.replace(silence, table=msgspec.structs.replace(silence.table, finished_at=AT + 40))

    assert table.decide(full, table.Tick(), AT + 10**9) == ()
    assert table.decide(over, table.Tick(), AT + 10**9) == ()


# Folding


def test_the_next_shuffle_is_that_after_the_stocks_formed_so_far(playing: Snapshot) -> None:
    assert playing.stocks_formed == 0
    counted = msgspec.structs.replace(playing, stocks_formed=2)

    first, later = playing.chance(), counted.chance()
    twice = [first.shuffle(DECK), first.shuffle(DECK), first.shuffle(DECK)]

    assert later.shuffle(DECK) == twice[2]


def test_a_redacted_stream_cannot_be_folded() -> None:
    (event,) = table.decide(None, opening("literature"), AT)
    redacted = msgspec.structs.replace(event, secret=msgspec.UNSET)

    with pytest.raises(ValueError, match="redacted"):
        fold([redacted])


def test_a_stream_begins_with_the_opening_of_its_table() -> None:
    with pytest.raises(ValueError, match="table_opened"):
        table.after_event(None, SeatLeft(0, ADA, at=AT))


def test_a_table_is_opened_once(empty: Snapshot) -> None:
    (event,) = table.decide(None, opening("literature"), AT)

    with pytest.raises(ValueError, match="once"):
        table.after_event(empty, event)


def test_what_opens_a_table_says_nothing_of_its_secrets_to_others() -> None:
    secret = {name for name, to in TableOpened.audience.items() if not to.everyone}

    assert set(TableOpened.audience) == set(TableOpened.__struct_fields__)
    assert secret == {"secret", "decks", "decks_alike", "given"}
