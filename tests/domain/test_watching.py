"""Who sees hidden cards without playing: at a tournament's table, while its game goes on, and told to all there."""

from msgspec import UNSET

from domain import table
from domain.game import seen
from domain.record import check_rules
from domain.table import (
    AssignSeat,
    Command,
    GrantSight,
    RevokeSight,
    SightGranted,
    SightRevoked,
    StartGame,
    Watcher,
    canonical,
)
from tests.domain.tables import ADA, BEN, CLEO, GUEST, OF_TOURNAMENT, STRANGER
from tests.recording import AT, Recording, opening

DIRECTOR, OPERATOR, OTHER = GUEST, STRANGER, BEN


def recorded(*commands: Command) -> Recording:
    """Return the stream of a tournament's table for three, two of whom are seated, after some commands."""
    recording = Recording()
    recording.do(opening("honors_4", options={"players": 2}, **OF_TOURNAMENT), AT)
    for command in (AssignSeat(ADA, ADA, 0), AssignSeat(ADA, CLEO, 1), StartGame(ADA), *commands):
        recording.do(command, AT)
    return recording


def test_an_operator_lets_somebody_see_all_seats_and_everybody_is_told() -> None:
    recording = recorded(GrantSight(OPERATOR, DIRECTOR))

    event = recording.entries[-1].event
    assert event == SightGranted(DIRECTOR, (0, 1), OPERATOR, at=AT)
    assert all(seen(event, viewer) == event for viewer in (None, 0, 1))
    assert recording.now.table.watched_by(DIRECTOR) == (0, 1)
    assert recording.now.table.watched_by(OPERATOR) is None


def test_some_seats_may_be_named_and_others_later() -> None:
    recording = recorded(GrantSight(OPERATOR, DIRECTOR, (1, 1)), GrantSight(OPERATOR, OTHER, (0,)))
    recording.do(GrantSight(OPERATOR, DIRECTOR, (0,)), AT)

    assert recording.now.table.watchers == (Watcher(OTHER, (0,)), Watcher(DIRECTOR, (0,)))


def test_the_right_is_taken_back_and_that_they_had_it_is_kept() -> None:
    recording = recorded(GrantSight(OPERATOR, DIRECTOR, UNSET), RevokeSight(OTHER, DIRECTOR))

    assert recording.entries[-1].event == SightRevoked(DIRECTOR, OTHER, at=AT)
    assert recording.now.table.watched_by(DIRECTOR) == ()
    recording.do(GrantSight(OPERATOR, DIRECTOR), AT)
    assert recording.now.table.watched_by(DIRECTOR) == (0, 1)


def test_a_watched_game_is_the_same_game_and_its_record_stands() -> None:
    plain, watched = recorded(), recorded(GrantSight(OPERATOR, DIRECTOR), RevokeSight(OPERATOR, DIRECTOR))

    assert watched.now.state == plain.now.state
    assert watched.now.to_act == plain.now.to_act
    assert canonical(check_rules(watched.entries)) == canonical(watched.now)
    assert table.seat_of_step(watched.now, GrantSight(OPERATOR, DIRECTOR), (watched.entries[-1].event,)) is None
