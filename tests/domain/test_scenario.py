"""The kit finds what is wrong with a game, in whatever test."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from domain import fold
from domain.game import Chance, Event, Refused
from tests.domain.chance import Decks, NoChance, TurnedOver
from tests.domain.games.high_card.rules import HIGH_CARD, State
from tests.domain.games.high_card.table import CHANCE, dealt
from tests.domain.scenario import (
    AT,
    answer,
    answered,
    decided,
    happened,
    refusal,
    refused_options,
    started,
    ticked,
    when,
)
from tests.domain.story import Story

PLAY = {"type": "play", "card": "6C"}


def test_a_lost_card_is_found() -> None:
    def evolve(state: State | None, event: Event) -> State:
        return structs.replace(HIGH_CARD.evolve(state, event), trick=())

    _, events = decided(dealt(), 1, PLAY)
    with pytest.raises(AssertionError, match="a card has appeared or is lost"):
        happened(replace(HIGH_CARD, evolve=evolve), dealt(), events)


def test_a_state_that_is_not_in_the_log_is_found() -> None:
    _, events = decided(dealt(), 1, PLAY)

    def evolve(state: State | None, event: Event) -> State:
        after = HIGH_CARD.evolve(state, event)
        return structs.replace(after, turn=3) if event is events[0] else after

    with pytest.raises(AssertionError, match="the log gives another state"):
        happened(replace(HIGH_CARD, evolve=evolve), dealt(), events)


def test_a_view_that_asks_others_is_found() -> None:
    def to_act(state: State) -> tuple[int, ...]:
        return (1,)

    _, events = decided(dealt(), 1, PLAY)
    with pytest.raises(AssertionError, match=r"At index 0 diff: 0 != 1"):  # it tells what it found
        happened(replace(HIGH_CARD, to_act=to_act), dealt(), events)


def refusing(code: str, detail: str) -> Any:
    """Return High Card, where a move is refused so."""

    def decide(state: State, seat: int, move: object, at: int, chance: Chance) -> tuple[Event, ...]:
        raise Refused(code, detail)

    return replace(HIGH_CARD, decide=decide)


@pytest.mark.parametrize(("code", "detail"), [("sheer_luck", "No."), ("wrong_phase", ""), ("wrong_phase", "Not now")])
def test_a_refusal_needs_a_code_of_the_rulebook_and_a_reason(code: str, detail: str) -> None:
    with pytest.raises(AssertionError):
        answered(refusing(code, detail), dealt(), 1, PLAY, at=AT, chance=CHANCE)
    assert answered(refusing("wrong_phase", "Not now."), dealt(), 1, PLAY, at=AT, chance=CHANCE) == "wrong_phase"


def test_a_refusal_that_asks_chance_is_found() -> None:
    def decide(state: State, seat: int, move: object, at: int, chance: Chance) -> tuple[Event, ...]:
        chance.shuffle(state.discards)
        raise Refused("wrong_phase", "Not now.")

    with pytest.raises(AssertionError, match="a shuffle"):
        answered(replace(HIGH_CARD, decide=decide), dealt(), 1, PLAY, at=AT, chance=NoChance())
    with pytest.raises(AssertionError, match="deal 2"):
        NoChance().deal(2, ())


def test_what_is_accepted_is_not_refused() -> None:
    assert answer(dealt(), 1, PLAY) == "accepted"
    with pytest.raises(AssertionError):
        refusal(dealt(), 1, PLAY)
    with pytest.raises(Refused, match="card_not_in_hand"):
        when(dealt(), 1, "play", card="3C")


def test_options_are_refused_by_their_code() -> None:
    assert refused_options(HIGH_CARD, players=5) == "invalid_option"
    assert fold(HIGH_CARD, started(HIGH_CARD, players=3)).options.players == 3


def test_a_game_without_a_clock_waits_for_ever() -> None:
    assert ticked(dealt(), AT * 2) == (dealt(), [])


def test_fixed_chance_gives_decks_and_turns_stocks_over() -> None:
    two = TurnedOver("AB", "BA")
    assert [two.deal(number, ("A", "B")) for number in (1, 2, 3)] == [("A", "B"), ("B", "A"), ("B", "A")]
    assert two.shuffle(("A", "B", "C")) == ("C", "B", "A")
    with pytest.raises(AssertionError, match="formed anew"):
        Decks("AB").shuffle(("A",))


def test_a_story_remembers_what_has_happened_and_what_time_it_is() -> None:
    table: Story[State] = Story(HIGH_CARD, started(HIGH_CARD), CHANCE)
    opening = len(table.log)
    assert table.when(1, "play", card="6C") == table.past(1) == table.seen(1, None)
    assert (len(table.log), table.state) == (opening + 1, fold(HIGH_CARD, table.log))
    assert (table.refusal(1, PLAY), table.answer(0, "play", card="7C")) == ("not_your_turn", "accepted")
    assert (table.wait(AT + 5), table.at) == ([], AT + 5)
    with pytest.raises(AssertionError):
        table.wait(AT)
    assert (table.prompt(0), table.done_for(1), table.choices(1)) == ("Play a card.", None, None)
    assert (table.view(1)["turn"], table.layout().seats[0].to_act) == (0, True)
