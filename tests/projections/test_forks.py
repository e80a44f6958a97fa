"""What is seen of a fork: the same from every seat whatever the cards are that the seat does not see."""

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain import table
from domain.table import Snapshot
from projections.feed import seen_by
from projections.seat_view import seat_view
from tests.recording import AT, GAME, PLAYERS, Recording, played

GAMES = ["friendlier_than_thou", "honors_1", "honors_2", "honors_3", "honors_4", "literature", "medieval_mastery"]
"""Games in whose states `hands` are by seat, as rows of cards or as masks."""


def size(hand: Any) -> int:
    """Return the number of cards of a hand."""
    return len(hand) if isinstance(hand, list) else int(hand).bit_count()


def forked(snapshot: Snapshot, hands: list[Any]) -> Recording:
    """Return a fork that was given these hands, with all seats taken."""
    command = table.fork(GAME, snapshot, bytes(32), PLAYERS[0], ("me",))
    state = command.given.state | {"hands": hands}
    fork = Recording()
    fork.do(replace(command, given=replace(command.given, state=state)), AT + 10**9)
    for seat in range(1, len(hands)):
        fork.do(table.TakeSeat(PLAYERS[seat], seat), AT + 10**9)
    return fork


def shown(fork: Recording, seat: int | None) -> bytes:
    """Return all that a seat is shown of a fork."""
    feed = seen_by(seat, zip(fork.entries, fork.snapshots, strict=True))
    views = [seat_view(GAME, snapshot, seat, None) for snapshot in fork.snapshots]
    return msgspec.json.encode((feed, views))


@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_change_nothing_of_what_is_seen_of_a_fork(game: str) -> None:
    recording, exchanged = played(game, 3), 0
    going_on = [each for each in recording.snapshots if each.going_on]
    for snapshot in random.Random(game).sample(going_on, min(40, len(going_on))):
        hands = table.state_as_json(snapshot.state)["hands"]
        others = [seat for seat in range(1, len(hands)) if size(hands[seat]) == size(hands[-1]) > 0]
        if len(others) < 2:
            continue
        twins = list(hands)
        twins[others[0]], twins[others[1]] = hands[others[1]], hands[others[0]]
        one, other = forked(snapshot, hands), forked(snapshot, twins)
        for seat in (None, 0):
            assert shown(one, seat) == shown(other, seat)
        exchanged += 1
        assert shown(one, others[0]) != shown(other, others[0])
    assert exchanged
