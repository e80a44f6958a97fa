"""The story of a table: every event has a sentence, and a sentence tells no more than its event."""

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from domain import GAMES, table
from domain.table import SeatLeft, SeatTaken
from domain.telling import in_signs, in_words
from projections.feed import FeedEntry, FeedMessage, in_full, seen_by
from projections.story import StoryLine, story
from projections.telling import tell
from tests.recording import AT, PLAYERS, SECRET, Recording, find, meeting, opened, played

ADA, BEN = PLAYERS[:2]
NAMES = {ADA: "Ada"}


def whole(recording: Recording) -> list[FeedEntry]:
    """Return the events of a table as its record has them."""
    return list(in_full(zip(recording.entries, recording.snapshots, strict=True)))


def seen(recording: Recording, seat: int | None) -> tuple[FeedEntry, ...]:
    return seen_by(seat, zip(recording.entries, recording.snapshots, strict=True))


def lines_of(game: str, entries: Iterable[FeedEntry]) -> list[StoryLine]:
    """Return the story in words."""
    return list(story(game, AT, entries, NAMES, in_words))


def sentence(event: Any) -> str:
    """Return what an event of a table for Literature says, by names where they are known."""
    after = opened("literature").now
    return in_words(tell(event, after), after.table.rules.faces, NAMES)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_every_event_has_a_sentence_for_every_viewer(game: str, seat: int | None) -> None:
    recording = played(game, 2)

    lines = lines_of(game, seen(recording, seat))

    assert [line.version for line in lines] == [entry.version for entry in recording.entries]
    assert [line.seat for line in lines] == [entry.seat for entry in recording.entries]
    assert all(line.text[0].isupper() and line.text.endswith((".", ".”")) for line in lines)


def test_an_entry_says_what_the_story_says() -> None:
    feed = seen(meeting(), 1)

    texts = [line.text for line in story("friendlier_than_thou", AT, feed, {}, in_words)]
    assert [entry.message.text for entry in feed] == texts


def test_cards_may_be_told_by_their_signs() -> None:
    played = find(meeting(), "card_played")
    card = meeting().entries[played].event.card

    line = list(story("friendlier_than_thou", AT, whole(meeting()), {}, in_signs))[played]

    assert line.text.endswith((f"plays {card[:-1]}{'♣♦♥♠'['CDHS'.index(card[-1])]}.", ", humble."))


def test_lines_tell_the_time_since_the_table_was_opened() -> None:
    lines = lines_of("friendlier_than_thou", whole(meeting()))

    assert [line.after_ms for line in lines[:4]] == [0, 0, 1, 2]
    assert lines[-1].after_ms == lines[-1].at - AT > 0


def test_events_may_be_as_json_gives_them() -> None:
    feed = seen(meeting(), 1)
    plain = msgspec.json.decode(msgspec.json.encode(feed), type=list[FeedEntry])

    assert lines_of("friendlier_than_thou", plain) == lines_of("friendlier_than_thou", feed)


def test_what_is_no_event_of_the_game_is_not_told() -> None:
    burnt = FeedEntry(1, None, {"type": "card_burnt", "at": AT}, FeedMessage("Burnt.", {}, "Burnt."))

    with pytest.raises(msgspec.ValidationError):
        lines_of("literature", [burnt])


def test_a_viewer_is_told_her_own_cards_and_those_of_nobody_else() -> None:
    index = find(meeting(), "cards_dealt")
    seat = meeting().entries[index].event.seat
    all_cards, own, others, spectators = (
        lines_of("friendlier_than_thou", feed)[index].text
        for feed in (whole(meeting()), seen(meeting(), seat), seen(meeting(), (seat + 1) % 3), seen(meeting(), None))
    )

    assert all_cards == own
    assert " of hearts" in own
    assert others == spectators == f"Seat {seat} gets 17 cards."


def test_a_table_is_opened_with_what_its_shuffles_are_committed_to() -> None:
    event = opened("literature").entries[0].event

    assert sentence(event) == (
        "Ada opens a table for Literature with 6 seats; "
        "its shuffles are 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd."
    )


def test_given_decks_are_told() -> None:
    (event,) = table.open_table("literature", {}, ADA, SECRET, AT, decks=[GAMES["literature"].deck])

    assert "6 seats, 1 of its decks given;" in sentence(event)


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
    assert sentence(event) == text
