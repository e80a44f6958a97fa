"""What every game has of the decider's contract, whatever its rules."""

from typing import Annotated

import pytest

from domain import fold
from domain.game import UNSET, Event, Refused, Seat, Secret, To, ToAll, ToNobody, ToSeat, seen
from domain.table import AnyGame
from tests.domain.every_game import every_game


@every_game
def test_as_many_may_play_as_the_game_says(game: AnyGame) -> None:
    for players in range(20):
        if players in game.players:
            assert game.options({"players": players}).players == players
        else:
            with pytest.raises(Refused, match="invalid_option"):
                game.options({"players": players})


@every_game
def test_a_failing_test_names_a_game_in_a_few_words(game: AnyGame) -> None:
    assert repr(game) == f"<Game {game.id}, rules 1>"


@every_game
def test_a_game_without_events_has_no_state(game: AnyGame) -> None:
    with pytest.raises(ValueError, match="no state"):
        fold(game, [])


def test_an_event_does_not_exist_without_saying_who_sees_each_field() -> None:
    with pytest.raises(TypeError, match=r"CardPeeked\.card must say once who sees it"):

        class CardPeeked(Event, frozen=True):
            seat: ToAll[Seat]
            card: str


def test_the_audience_of_a_field_is_said_only_once() -> None:
    with pytest.raises(TypeError, match=r"CardShown\.card must say once"):

        class CardShown(Event, frozen=True):
            card: Annotated[ToAll[str], To()]


def test_a_field_is_seen_by_its_audience_alone() -> None:
    class CardPassed(Event, frozen=True):
        seat: ToAll[Seat]
        to: ToAll[Seat]
        card: Annotated[Secret[str], To(("seat", "to"))] = UNSET
        bottom: ToSeat[str] = UNSET
        order: ToNobody[str] = UNSET

    event = CardPassed(0, 1, "AS", "2S", "AS 2S", at=5)

    assert seen(event, 0) == CardPassed(0, 1, "AS", "2S", at=5)
    assert seen(event, 1) == CardPassed(0, 1, "AS", at=5)
    assert seen(event, 2) == seen(event, None) == CardPassed(0, 1, at=5)
