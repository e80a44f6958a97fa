"""Take-backs: what may be taken back tells nobody anything hidden, and the game goes on from before it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import given

from domain import fold, table
from domain.game import Refused
from domain.record import check_rules
from domain.table import AnyGame, MoveTakenBack, Snapshot, may_take_back, snapshot_type
from domain.table.shown import shows_more
from domain.times import moved
from tests.domain.every_game import every_game
from tests.domain.invariants import cards_of, spare_chance, viewers
from tests.domain.playout import Dice, Step, as_raw, dice_strategy, playout, random_options
from tests.domain.rulebooks import redacted
from tests.domain.secrecy import everything, rename, renamed, unseen
from tests.recording import AT, PLAYERS, Recording, opening

MOVES = 2
"""The number of moves of a random game that are looked at: to fold all that was before takes most of the time."""

MOST_ASKED = 16
"""The number of take-backs, less one, that are asked for at most in a random game, all of which are looked at."""


def returnable(game: AnyGame, steps: Sequence[Step]) -> Iterator[tuple[list[Any], Step]]:
    """Yield the moves, and clock steps, that do not stand, each with the events before it."""
    before: list[Any] = []
    for step in steps:
        state, stands = step.before, step.before is None
        for event in step.events:
            state = game.evolve(state, event)
            stands = stands or game.stands(event, state)
        if not stands:
            yield before.copy(), step
        before += step.events


def tells_nothing(game: AnyGame, before: list[Any], step: Step, dice: Dice) -> None:
    """Assert that nobody, the mover included, learns from a step what depends on two cards that they do not know.

    The cards are exchanged before it, also in the move itself if it names them, and it is decided again: it has to be
    legal, and to show the same.
    """
    assert not shows_more(game, step.before, step.after, step.after.options.players)
    raw = as_raw(before)
    for viewer in viewers(step.after):
        hidden = unseen(game, [redacted(game, event, viewer) for event in raw])
        if len(hidden) < 2:
            continue
        a, b, *_ = dice.shuffled(hidden)
        names = {a: b, b: a}
        others = renamed(game, before, names)
        state = fold(game, others)
        if step.move is None:
            events = game.tick(state, step.at, spare_chance())
        else:
            move = game.parse(rename(as_raw(step.move), names))
            events = game.decide(state, step.seat or 0, move, step.at, spare_chance())
        assert everything(game, [*others, *events], viewer, ()) == everything(game, [*before, *step.events], viewer, ())


def look_for_what_is_told(game: AnyGame, dice: Dice) -> int:
    """Look at some moves of a random game that may be taken back; return how many there are."""
    found = list(returnable(game, list(playout(game, dice))))
    for before, step in dice.shuffled(found)[:MOVES]:
        tells_nothing(game, before, step, dice)
    return len(found)


@every_game
@given(dice=dice_strategy)
def test_what_may_be_taken_back_has_told_nobody_what_depends_on_hidden_cards(game: AnyGame, dice: Dice) -> None:
    look_for_what_is_told(game, dice)


def tells_all(game: AnyGame) -> AnyGame:
    """Return a game that lets all be taken back."""
    return replace(game, stands=lambda *_: False)


@every_game
def test_what_shows_something_hidden_and_does_not_stand_is_found(game: AnyGame) -> None:
    with pytest.raises((AssertionError, Refused)):
        look_for_what_is_told_in_games(tells_all(game))


def look_for_what_is_told_in_games(game: AnyGame) -> None:
    """Look at some random games."""
    for seed in range(20):
        look_for_what_is_told(game, Dice(seed))


# At a table


class Party:
    """A random game at a table where moves are taken back; house players have some of the seats."""

    def __init__(self, game: AnyGame, dice: Dice) -> None:
        self.dice = dice
        self.to_ask = dice.below(MOST_ASKED)
        self.recording = Recording()
        self.before: dict[int, Snapshot] = {}
        """The table as it stood before each move that may be taken back, by version."""
        options = msgspec.to_builtins(random_options(game, dice))
        settings = table.TableSettings(take_back=True, turn_limit_ms=dice.pick((None, 60_000)))
        wanted = opening(game.id, options=options, settings=settings, auto_start=True)
        self.recording.do(wanted, AT)
        houses = dice.below(options["players"])
        for seat in range(options["players"]):
            sits = table.SeatHouse(PLAYERS[0], "random", seat) if seat < houses else table.TakeSeat(PLAYERS[seat], seat)
            self.recording.do(sits, AT)

    @property
    def now(self) -> Snapshot:
        """The table as it is."""
        return self.recording.now

    def go_on(self) -> None:
        """Ask, answer, move, or let the clock step."""
        now, at = self.now, self.now.at + self.dice.below(3) * self.dice.below(1_000)
        last = may_take_back(now) if self.to_ask and self.dice.below(3) else None
        if now.due_by(at) is not None:
            self.recording.do(table.Tick(), at)
        elif last is not None:
            player = now.table.seats[last.seat]
            assert player is not None
            self.to_ask -= 1
            self.recording.do(table.ProposeTakeBack(player), at)
        elif now.table.proposal is not None and self.dice.below(6):
            self.answer(now.table.proposal, at)
        else:
            self.move(at)

    def answer(self, proposal: table.Proposal, at: int) -> None:
        """Let one whose consent is missing answer."""
        seat = self.dice.pick(table.awaited(self.now.table, proposal))
        player = self.now.table.seats[seat]
        assert player is not None
        self.recording.do(table.AnswerTakeBack(player, proposal.version, self.dice.below(8) > 0), at)

    def move(self, at: int) -> None:
        """Let a seat move; where none may, and no move may be made, the clock steps."""
        now = self.now
        held = now.table.proposal is not None
        seats = [seat for seat, place in enumerate(now.table.places) if not held or place.house is None]
        seat = next((each for each in self.dice.shuffled(seats) if now.offered(each) is not None), None)
        offered = None if seat is None else now.offered(seat)
        if seat is None or offered is None:
            assert now.due is not None
            self.recording.do(table.Tick(), now.due)
            return
        place, move = now.table.places[seat], self.dice.pick(offered.moves)
        assert place.player is not None
        self.before[now.version] = now
        if place.house is None:
            self.recording.do(table.MakeMove(place.player, move, now.decision_id(seat)), at)
        else:
            self.recording.do(table.MakeHouseMove(seat, place.house, move, now.decision_id(seat)), at)


def is_as_before(before: Snapshot, asked: Snapshot, now: Snapshot) -> None:
    """Assert that a table is for all what it was before a move, except versions and times, and cards are conserved."""
    later = moved(before.state, now.at - asked.at)
    for viewer in (None, *range(len(now.table.places))):
        assert msgspec.json.encode(now.view(viewer)) == msgspec.json.encode(now.rules.view(later, viewer))
    assert Counter(cards_of(now.rules, now.state)) == Counter(now.rules.deck)
    assert now.to_act == before.to_act
    assert now.due_by(now.at) is None


@every_game
@given(dice=dice_strategy)
def test_a_game_goes_on_and_comes_to_its_end_after_take_backs(game: AnyGame, dice: Dice) -> None:
    party = Party(game, dice)
    while party.now.table.finished_at is None:
        party.go_on()
    entries, snapshots = party.recording.entries, party.recording.snapshots
    moves = {}
    again: Snapshot | None = None
    for entry, after in zip(entries, snapshots, strict=True):
        if entry.mover is not None:
            moves[entry.version] = after
        if isinstance(entry.event, MoveTakenBack):
            is_as_before(party.before[entry.event.to], moves[entry.event.to + 1], after)
        if again is not None and dice.below(20) == 0:
            again = msgspec.msgpack.decode(msgspec.msgpack.encode(again), type=snapshot_type(again.rules))
        again = table.evolve(again, entry)
    assert msgspec.msgpack.encode(again) == msgspec.msgpack.encode(party.now)
    check_rules(entries)
