"""A game played again shows at each version what was shown then, and of all seats together no card too few."""

import pytest

from domain.game import View
from domain.layout import PILE, Layout, Zone, items
from domain.wording import labelled
from projections.feed import in_full, seen_by, with_moves
from projections.items import UNSEEN, follow
from projections.replay import Replay
from projections.seat_view import Perspective, layout_of, opened, seat_view
from tests.domain.every_game import every_id
from tests.domain.playout import as_raw
from tests.domain.zones import all_zones
from tests.patching import patched
from tests.recording import GAME, Recording, played

NAME = labelled(PILE)
QUICK = {"honors_1": {"max_deals": 1}, "honors_2": {"max_deals": 1}, "honors_3": {"max_deals": 1}}


def cards(layout: Layout | None, zone: str = "") -> list[str]:
    """Return the cards that are seen, of all zones or of those whose id begins so, sorted."""
    assert layout is not None
    return sorted(
        item.card for each in all_zones(layout.zones) if each.id.startswith(zone) for item in each.cards or ()
    )


def recording_of(game: str) -> Recording:
    """Return a game that was played at random."""
    return played(game, 1, **QUICK.get(game, {}))


@every_id()
@pytest.mark.parametrize("perspective", [0, None, "all"])
def test_each_step_changes_the_view_into_the_next_one(game: str, perspective: Perspective) -> None:
    recording = recording_of(game)
    whole = list(zip(recording.entries, recording.snapshots, strict=True))
    for history in (whole[:40], whole[-20:]):
        entry, before = history[0]
        sight = UNSEEN if before.state is None else follow(UNSEEN, layout_of(before, perspective), entry.version)
        replay = Replay(GAME, perspective, before, sight, ends_step=True)
        document = as_raw(replay.view)

        for entry, after in history[1:]:
            ends_step = entry.version % 3 != 0
            happened = replay.step(entry, after, ends_step=ends_step)
            seen = in_full([(entry, after)]) if perspective == "all" else seen_by(perspective, [(entry, after)])
            assert happened == with_moves(seen[0], happened.moves)
            document = patched(document, as_raw(replay.changes()))
            assert document == as_raw(replay.view)
            without_ids = seat_view(GAME, after, perspective, None, ends_step=ends_step)
            assert (replay.view.table, replay.view.state) == (without_ids.table, without_ids.state)


@pytest.mark.parametrize(("perspective", "viewers"), [(0, 1), (None, 1), ("all", 5)])
def test_what_lies_on_the_table_is_worked_out_once_a_step(
    monkeypatch: pytest.MonkeyPatch, perspective: Perspective, viewers: int
) -> None:
    recording = recording_of("honors_4")
    history = list(zip(recording.entries, recording.snapshots, strict=True))[:40]
    asked: list[int | None] = []
    rules = history[0][1].rules
    layout = rules.layout

    def noted(view: View, seat: int | None) -> Layout:
        asked.append(seat)
        return layout(view, seat)

    replay = Replay(GAME, perspective, history[0][1], UNSEEN, ends_step=True)
    monkeypatch.setitem(vars(rules), "layout", noted)
    for entry, after in history[1:]:
        asked.clear()
        replay.step(entry, after, ends_step=True)
        assert len(asked) == (0 if after.state is None else viewers)


@every_id()
def test_all_seats_together_see_every_card_that_one_of_them_sees(game: str) -> None:
    recording = recording_of(game)
    for snapshot in recording.snapshots[:120:7]:
        if snapshot.state is None:
            continue
        open_layout, seats = layout_of(snapshot, "all"), range(len(snapshot.table.seats))
        for seat in seats:
            own = layout_of(snapshot, seat)
            for zone in all_zones(own.zones):
                assert set(cards(own, zone.id)) <= set(cards(open_layout, zone.id))
        hands = [cards(layout_of(snapshot, seat), f"hand-{seat}") for seat in seats]
        assert [cards(open_layout, f"hand-{seat}") for seat in seats] == hands
        view = seat_view(GAME, snapshot, "all", None)
        assert (view.seat, view.decision, view.state) == (None, None, snapshot.view(None))


def test_zones_within_zones_are_opened_too() -> None:
    hidden = Zone(id="row", kind="meld", label=NAME, count=1)
    place = Zone(id="melds", kind="meld", label=NAME, zones=(hidden,))
    seen = Zone(id="row", kind="meld", label=NAME, count=1, cards=items(("5H",)))
    secret = Zone(id="mine", kind="aside", label=NAME)

    found = opened((place,), (Zone(id="melds", kind="meld", label=NAME, zones=(seen,)), secret))

    assert found == (Zone(id="melds", kind="meld", label=NAME, zones=(seen,)), secret)


def test_what_each_sees_of_a_pile_is_put_together() -> None:
    views = [None, items(("AD", "2D")), items(("3D",)), items(("2D", "2D"))]
    piles = [(Zone(id="pile", kind="aside", label=NAME, count=4, cards=cards),) for cards in views]

    (pile,) = opened(*piles)

    assert [item.card for item in pile.cards or ()] == ["AD", "2D", "2D", "3D"]
