"""What readers are shown of a take-back: views, patches from one to the next, what moved, and the history."""

import pytest

from domain.games.honors_2.moves import DrawStock, TakePile
from domain.table import AbortByOperator, ProposeTakeBack
from projections.items import UNSEEN
from projections.replay import Replay
from projections.seat_view import Perspective, SeatView
from tests.domain.playout import as_raw
from tests.domain.tables import ADA, BEN, CLEO
from tests.domain.test_table_taking_back import answer, begun
from tests.patching import patched
from tests.projections.history.games import rows
from tests.recording import AT, GAME, Recording


@pytest.fixture
def recording() -> Recording:
    """Give a game in which seat 1 has taken the open card, has taken that back, and has drawn."""
    recording = begun()
    recording.act(1, TakePile(1), AT + 1_000)
    recording.do(ProposeTakeBack(BEN), AT + 2_000)
    for player in (ADA, CLEO):
        recording.do(answer(recording, player, consents=True), AT + 3_000)
    recording.act(1, DrawStock(), AT + 7_000)
    return recording


def cards(view: SeatView) -> list[tuple[str, int | None, list[str]]]:
    """Return how many cards lie where, and which are in sight."""
    assert view.layout is not None
    return [(zone.id, zone.count, [item.card for item in zone.cards or ()]) for zone in view.layout.zones]


@pytest.mark.parametrize("perspective", [0, 1, None, "all"])
def test_the_table_lies_as_before_and_patches_lead_there_and_back(
    recording: Recording, perspective: Perspective
) -> None:
    history = list(zip(recording.entries, recording.snapshots, strict=True))
    replay = Replay(GAME, perspective, history[0][1], UNSEEN, ends_step=True)
    document, views, moved = as_raw(replay.view), {1: replay.view}, {}
    for entry, after in history[1:]:
        moved[entry.version] = replay.step(entry, after, ends_step=True).moves
        document = patched(document, as_raw(replay.changes()))
        assert document == as_raw(replay.view)
        views[entry.version] = replay.view

    there = next(entry.version for entry in recording.entries if entry.event.__struct_config__.tag == "pile_taken")
    back = there + 4
    assert [(each.source, each.target, each.count) for each in moved[there]] == [("discard", "hand-1", 1)]
    assert [(each.source, each.target, each.count) for each in moved[back]] == [("hand-1", "discard", 1)]
    assert views[back].state == views[there - 1].state
    assert cards(views[back]) == cards(views[there - 1])
    first, second = views[there - 1].decision, views[back].decision
    if first is not None and second is not None:
        assert first.moves == second.moves
        assert first.id != second.id
    else:
        assert (first, second) == (None, None)


def test_the_history_counts_a_move_that_was_taken_back_for_nobody(recording: Recording) -> None:
    recording.do(AbortByOperator(ADA), AT + 8_000)
    found = rows(recording)

    assert (found.game.moves, found.game.rated) == (1, False)
    assert [(each.seat, each.move_type, each.took_ms) for each in found.decisions] == [(1, "draw_stock", 4_000)]
    assert [seat.moves for seat in found.seats] == [0, 1, 0]
    assert found.game.events == len(recording.entries)
