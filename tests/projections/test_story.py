"""The story of a table: every event has a sentence, and a sentence tells no more than its event."""

from collections.abc import Iterable
from typing import Any, get_args
from uuid import UUID

import msgspec
import pytest
from msgspec.structs import replace

from domain import GAMES, table
from domain.messages import FormattedMessage, Template
from domain.table import (
    AbortCalled,
    AnyTableEvent,
    DecisionLapsed,
    GameResumed,
    HouseTookOver,
    InvitationEnded,
    InvitationLinkRenewed,
    InvitationLinkRevoked,
    MoveTakenBack,
    PlayerInvited,
    RematchOpened,
    SeatAbsent,
    SeatLeft,
    SeatReleased,
    SeatTaken,
    SeatTakenBack,
    SightGranted,
    SightRevoked,
    TableAborted,
    TakeBackAnswered,
    TakeBackExpired,
    TakeBackProposed,
    TakeBackWithdrawn,
)
from domain.wording import in_signs, in_words
from projections import messages
from projections.feed import SeenEvent, in_full, seen_by
from projections.messages import message_of
from projections.story import StoryLine, story
from tests.domain.every_game import every_id
from tests.domain.test_table_of_tournament import of_tournament
from tests.recording import AT, PLAYERS, Recording, find, meeting, opened, opening, played

ADA, BEN = PLAYERS[:2]
NAMES = {ADA: "Ada"}


def whole(recording: Recording) -> list[SeenEvent]:
    """Return the events of a table as its record has them."""
    return list(in_full(zip(recording.entries, recording.snapshots, strict=True)))


def seen(recording: Recording, seat: int | None) -> tuple[SeenEvent, ...]:
    return seen_by(seat, zip(recording.entries, recording.snapshots, strict=True))


def lines_of(game: str, entries: Iterable[SeenEvent]) -> list[StoryLine]:
    """Return the story in words."""
    return list(story(GAMES[game], AT, entries, NAMES, in_words))


def sentence(event: Any) -> str:
    """Return what an event of a table for Literature says, by names where they are known."""
    after = opened("literature").now
    return in_words(message_of(event, after), after.rules.faces, NAMES)


@every_id()
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_every_event_has_a_sentence_for_every_viewer(game: str, seat: int | None) -> None:
    recording = played(game, 2)

    lines = lines_of(game, seen(recording, seat))

    assert [line.version for line in lines] == [entry.version for entry in recording.entries]
    assert [line.seat for line in lines] == [entry.seat for entry in recording.entries]
    assert all(line.text[0].isupper() and line.text.endswith((".", ".”")) for line in lines)


def test_an_entry_says_what_the_story_says() -> None:
    feed = seen(meeting(), 1)

    texts = [line.text for line in story(GAMES["friendlier_than_thou"], AT, feed, {}, in_words)]
    assert [entry.message.text for entry in feed] == texts


def test_cards_may_be_told_by_their_signs() -> None:
    played = find(meeting(), "card_played")
    card = meeting().entries[played].event.card

    line = list(story(GAMES["friendlier_than_thou"], AT, whole(meeting()), {}, in_signs))[played]

    assert line.text.endswith((f"plays {card[:-1]}{'♣♦♥♠'['CDHS'.index(card[-1])]}.", " below the two."))


def test_lines_tell_the_time_since_the_table_was_opened() -> None:
    lines = lines_of("friendlier_than_thou", whole(meeting()))

    assert [line.after_ms for line in lines[:4]] == [0, 0, 1, 2]
    assert lines[-1].after_ms == lines[-1].at - AT > 0


def test_events_may_be_as_json_gives_them() -> None:
    feed = seen(meeting(), 1)
    plain = msgspec.json.decode(msgspec.json.encode(feed), type=list[SeenEvent])

    assert lines_of("friendlier_than_thou", plain) == lines_of("friendlier_than_thou", feed)


def test_what_is_no_event_of_the_game_is_not_told() -> None:
    burnt = SeenEvent(1, None, {"type": "card_burnt", "at": AT}, FormattedMessage("Burnt.", {}, "Burnt."))

    with pytest.raises(msgspec.ValidationError):
        lines_of("literature", [burnt])


def test_a_viewer_is_told_their_own_cards_and_those_of_nobody_else() -> None:
    index = find(meeting(), "cards_dealt")
    seat = meeting().entries[index].event.seat
    all_cards, own, others, spectators = (
        lines_of("friendlier_than_thou", feed)[index].text
        for feed in (whole(meeting()), seen(meeting(), seat), seen(meeting(), (seat + 1) % 3), seen(meeting(), None))
    )

    assert all_cards == own
    assert " of hearts" in own
    assert others == spectators == f"Seat {seat} gets 17 cards."


OPENED = opened("literature").entries[0].event
GIVEN = table.decide(None, opening("literature", decks=[GAMES["literature"].deck]), AT)[0]
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
SHUFFLES = f"its shuffles are committed to as {COMMITMENT}."
OTHER_TABLE = UUID(int=7)

FORK = table.fork(OTHER_TABLE, played("literature").snapshots[20], bytes(32), ADA, ())
FORKED = table.decide(None, FORK, AT)[0]

GIVEN_UP = message_of(TableAborted(ADA, "abandoned", (0,), at=AT), played("literature").now)

OF_TABLES = (
    (OPENED, f"Ada opens a table for Literature with 6 seats; {SHUFFLES}"),
    (GIVEN, f"Ada opens a table for Literature with 6 seats, one deck given; {SHUFFLES}"),
    (FORKED, f"Ada opens a fork of table {OTHER_TABLE}, for Literature with 6 seats: it goes on from version 21."),
    (GameResumed(at=AT), "The game goes on."),
    (SeatTaken(1, ADA, at=AT), "Ada takes seat 1."),
    (SeatTaken(1, ADA, "dice", at=AT), "Ada takes seat 1, and adds to the shuffles."),
    (SeatTaken(1, BEN, at=AT), "Player a0000000 takes seat 1."),
    (SeatTaken(1, BEN, None, "random", at=AT), "A house player, random, takes seat 1."),
    (SeatLeft(1, ADA, at=AT), "Ada leaves seat 1."),
    (SeatLeft(1, BEN, ADA, at=AT), "Ada frees seat 1."),
    (SeatReleased(1, ADA, at=AT), "Ada does without seat 1."),
    (SeatReleased(1, BEN, ADA, at=AT), "Ada no longer keeps seat 1 for player a0000000."),
    (PlayerInvited(BEN, ADA, at=AT), "Ada invites player a0000000."),
    (InvitationEnded(BEN, "declined", at=AT), "Player a0000000 declines the invitation."),
    (InvitationEnded(BEN, "withdrawn", ADA, at=AT), "Ada withdraws the invitation of player a0000000."),
    (InvitationEnded(BEN, "expired", at=AT), "The invitation of player a0000000 has expired."),
    (InvitationLinkRenewed(ADA, at=AT), "Ada makes a new invitation link."),
    (SightGranted(BEN, (0, 2), ADA, at=AT), "Ada lets player a0000000 see the hidden cards of seats 0 and 2."),
    (SightGranted(BEN, (1,), ADA, at=AT), "Ada lets player a0000000 see the hidden cards of seat 1."),
    (SightRevoked(BEN, ADA, at=AT), "Ada lets player a0000000 see no more hidden cards."),
    (InvitationLinkRevoked(ADA, at=AT), "Ada revokes the invitation link."),
    (AbortCalled(1, on=True, at=AT), "Seat 1 wants to end the game without a result."),
    (AbortCalled(1, on=False, at=AT), "Seat 1 wants to go on after all."),
    (TableAborted(ADA, "agreed", at=AT), "All agree to end the game without a result."),
    (TableAborted(ADA, "before_first_move", at=AT), "Ada ends the table before the first move."),
    (TableAborted(ADA, "abandoned", (1,), at=AT), "Ada ends the game without a result: seat 1 abandoned it."),
    (TableAborted(ADA, "nobody_came", at=AT), "Nobody who was invited comes; the table ends."),
    (TableAborted(ADA, "operator", at=AT), "Ada ends the table as operator."),
    (DecisionLapsed(1, 2, at=AT), "The time of seat 1 is over."),
    (SeatAbsent(1, at=AT), "Seat 1 is absent."),
    (HouseTookOver(1, "random", at=AT), "A house player, random, goes on for seat 1."),
    (SeatTakenBack(1, ADA, at=AT), "Ada is back on seat 1."),
    (TakeBackProposed(1, 4, AT, at=AT), "Seat 1 asks to take its last move back."),
    (TakeBackAnswered(1, consents=True, at=AT), "Seat 1 consents."),
    (TakeBackAnswered(1, consents=False, at=AT), "Seat 1 declines; the move stands."),
    (TakeBackWithdrawn(1, at=AT), "Seat 1 lets its move stand after all."),
    (TakeBackExpired(1, at=AT), "Not all have answered seat 1 in time; the move stands."),
    (MoveTakenBack(1, 4, at=AT), "Seat 1 takes its last move back; the game goes on from before it."),
    (RematchOpened(1, OTHER_TABLE, at=AT), "Seat 1 wants to play again, at another table."),
)
"""Every event of a table itself, in each of its forms, and how it is told."""


def test_a_player_who_takes_a_seat_at_a_table_of_a_tournament_is_there_whether_they_come_or_are_back() -> None:
    message = message_of(SeatTakenBack(1, ADA, at=AT), of_tournament())

    assert in_words(message, {}, NAMES) == "Ada is there, on seat 1."


def test_who_ends_a_game_that_they_play_with_house_players_abandons_it() -> None:
    assert in_words(GIVEN_UP, {}, NAMES) == "Ada abandons the game: it ends without a result."


@pytest.mark.parametrize(("event", "text"), OF_TABLES)
def test_what_happens_to_a_table_is_told(event: Any, text: str) -> None:
    assert sentence(event) == text


def test_all_that_is_declared_for_tables_is_told() -> None:
    assert {type(event) for event, _ in OF_TABLES} == set(get_args(AnyTableEvent))
    of_tables, tournament = opened("literature").now, of_tournament()
    opening = replace(OPENED, tournament=tournament.table.tournament)
    told = [message_of(event, of_tables) for event, _ in OF_TABLES]
    told += [message_of(SeatTakenBack(1, ADA, at=AT), tournament), message_of(opening, tournament)]
    told += [message_of(TableAborted(ADA, "tournament", at=AT), tournament), GIVEN_UP]
    declared = {each.text for each in vars(messages).values() if isinstance(each, Template)}

    assert declared <= {message.template for message in told}
