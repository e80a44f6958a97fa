"""The story of a table: every event has a sentence, and a sentence tells no more than its event."""

from typing import Any

import msgspec
import pytest

from domain import GAMES, table
from domain.table import SeatLeft, SeatTaken
from projections.feed import FeedEntry, seen_by
from projections.story import story, tell
from tests.recording import AT, PLAYERS, SECRET, Recording, find, meeting, opened, played

ADA, BEN = PLAYERS[:2]
NAMES = {ADA: "Ada"}


def whole(recording: Recording) -> list[FeedEntry]:
    """Return the events of a table as its record has them."""
    return [FeedEntry(entry.version, entry.seat, entry.event) for entry in recording.entries]


def seen(recording: Recording, seat: int | None) -> tuple[FeedEntry, ...]:
    return seen_by(seat, zip(recording.entries, recording.snapshots, strict=True))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_every_event_has_a_sentence_for_every_viewer(game: str, seat: int | None) -> None:
    recording = played(game, 2)

    lines = list(story(game, AT, seen(recording, seat)))

    assert [line.version for line in lines] == [entry.version for entry in recording.entries]
    assert [line.seat for line in lines] == [entry.seat for entry in recording.entries]
    assert all(line.text[0].isupper() and line.text.endswith((".", ".”")) for line in lines)


def test_lines_tell_the_time_since_the_table_was_opened() -> None:
    lines = list(story("friendlier_than_thou", AT, whole(meeting())))

    assert [line.after_ms for line in lines[:4]] == [0, 0, 1, 2]
    assert lines[-1].after_ms == lines[-1].at - AT > 0


def test_events_may_be_as_json_gives_them() -> None:
    feed = seen(meeting(), 1)
    plain = [
        FeedEntry(entry.version, entry.seat, msgspec.json.decode(msgspec.json.encode(entry.event))) for entry in feed
    ]

    assert list(story("friendlier_than_thou", AT, plain)) == list(story("friendlier_than_thou", AT, feed))


def test_what_is_no_event_of_the_game_is_not_told() -> None:
    with pytest.raises(msgspec.ValidationError):
        list(story("literature", AT, [FeedEntry(1, None, {"type": "card_burnt", "at": AT})]))


def test_a_viewer_is_told_her_own_cards_and_those_of_nobody_else() -> None:
    index = find(meeting(), "cards_dealt")
    seat = meeting().entries[index].event.seat
    all_cards, own, others, spectators = (
        list(story("friendlier_than_thou", AT, feed))[index].text
        for feed in (whole(meeting()), seen(meeting(), seat), seen(meeting(), (seat + 1) % 3), seen(meeting(), None))
    )

    assert all_cards == own
    assert " of hearts" in own
    assert others == spectators == f"Seat {seat} gets 17 cards."


def test_a_table_is_opened_with_what_its_shuffles_are_committed_to() -> None:
    event = opened("literature").entries[0].event

    assert tell(event, NAMES) == (
        "Ada opens a table for Literature with 6 seats; "
        "its shuffles are 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd."
    )


def test_given_decks_are_told() -> None:
    (event,) = table.open_table("literature", {}, ADA, SECRET, AT, decks=[GAMES["literature"].deck])

    assert "6 seats, 1 of its decks given;" in tell(event, NAMES)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (SeatTaken(1, ADA, at=AT), "Ada takes seat 1."),
        (SeatTaken(1, ADA, "dice", at=AT), "Ada takes seat 1, and adds to the shuffles."),
        (SeatTaken(1, BEN, at=AT), "Player a0000000 takes seat 1."),
        (SeatLeft(1, ADA, at=AT), "Ada leaves seat 1."),
    ],
)
def test_players_come_and_go(event: Any, text: str) -> None:
    assert tell(event, NAMES) == text
