"""A feed shows each seat the events as it may see them, with a message that says no more."""

from domain.events import CardsDealt
from domain.game import UNSET
from projections.feed import in_full, seen_by
from tests.recording import played


def test_a_seat_sees_its_own_cards_dealt_and_a_spectator_nobodys() -> None:
    recording = played("friendlier_than_thou", 2, players=3)
    history = list(zip(recording.entries, recording.snapshots, strict=True))
    hands = {}
    for viewer in (0, 1, None):
        dealt = [each.event for each in seen_by(viewer, history) if isinstance(each.event, CardsDealt)]
        hands[viewer] = {hand.seat for hand in dealt if hand.cards is not UNSET}

    assert hands == {0: {0}, 1: {1}, None: set()}


def test_entries_keep_their_numbers_and_seats_and_have_messages() -> None:
    recording = played("literature", 2)
    history = list(zip(recording.entries, recording.snapshots, strict=True))

    for entries in (seen_by(None, history), in_full(history)):
        assert [(each.version, each.seat) for each in entries] == [
            (each.version, each.seat) for each in recording.entries
        ]
        assert all(each.message.text for each in entries)
        assert all(each.message.message.template == each.message.template for each in entries)


def test_in_full_is_what_was_recorded() -> None:
    recording = played("literature", 2)

    shown = in_full(zip(recording.entries, recording.snapshots, strict=True))

    assert [each.event for each in shown] == [each.event for each in recording.entries]
