"""What a seat is offered: all legal moves and no other, in every phase of whole games."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain.cards import FRENCH_DECK
from domain.game import Decision, Move, Refused
from domain.games.friendlier_than_thou import FRIENDLIER_THAN_THOU as GAME
from domain.games.friendlier_than_thou.moves import (
    Display,
    LayAside,
    Lead,
    Object,
    Play,
    Propose,
    SoMoved,
    Unite,
)
from tests.domain.games.friendlier_than_thou.table import CHANCE, START, Meeting, dealt, gathered

CONCEIVABLE: list[Move] = [
    *(kind(card, humble) for kind in (SoMoved, Lead, Play) for card in FRENCH_DECK for humble in (False, True)),
    *(Display(card) for card in FRENCH_DECK),
    *(LayAside((card,)) for card in FRENCH_DECK),
    *(kind(seat) for kind in (Propose, Unite, Object) for seat in range(5)),
]


def is_legal(meeting: Meeting, seat: int, move: Move) -> bool:
    """Ask the rules, at the time of the last event."""
    try:
        return bool(GAME.decide(meeting.state, seat, move, START + meeting.now, CHANCE))
    except Refused:
        return False


def whole_game(rng: random.Random, **options: Any) -> Iterator[Meeting]:
    """Play a game with random moves at random times, and yield it before each, and at the end."""
    meeting = dealt(rng.sample(FRENCH_DECK, 52), **options)
    while meeting.state.phase != "finished":
        yield meeting
        able = [seat for seat in range(len(meeting.state.hands)) if meeting.moves(seat)]
        assert tuple(able) == meeting.sees().to_act
        if able:
            seat = rng.choice(able)
            move = rng.choice(meeting.moves(seat))
            meeting.happen(GAME.decide(meeting.state, seat, move, START + meeting.now, CHANCE))
        meeting.passes(meeting.now + rng.randrange(3_000))
    yield meeting


@pytest.mark.parametrize("leading", ["silent", "programmed"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_choices_are_the_legal_moves(players: int, leading: str) -> None:
    phases = set()
    for number, meeting in enumerate(whole_game(random.Random(players), players=players, leading=leading)):
        if meeting.state.phase in phases and number % 10:
            continue
        phases.add(meeting.state.phase)
        for seat in range(players):
            offered = [move for move in meeting.moves(seat) if not isinstance(move, LayAside) or len(move.laid) == 1]
            legal = [move for move in CONCEIVABLE if is_legal(meeting, seat, move)]
            assert sorted(map(repr, offered)) == sorted(map(repr, legal))
    expected = {"care_committee", "following", "displaying", "unity", "finished"}
    assert phases == expected | {"silence" if leading == "silent" else "leading"}


def test_every_choice_can_be_sent_as_it_stands() -> None:
    for meeting in whole_game(random.Random(7), players=3):
        for seat in range(3):
            for move in meeting.moves(seat)[:5]:
                assert GAME.parse(msgspec.json.decode(msgspec.json.encode(move))) == move


def test_all_choices_are_enumerated_and_nobody_else_has_any() -> None:
    meeting = gathered("2C", "AC", leading="programmed", dealer=1)
    assert GAME.choices(meeting.state, 1) == Decision("enumerated", (Lead("AC"), Lead("AC", humble=True)))
    assert GAME.choices(meeting.state, 0) is None


def test_a_silence_offers_speeches_and_elderings() -> None:
    meeting = gathered("2C AC", "3C")
    assert meeting.moves(0) == [
        SoMoved("2C"),
        Lead("2C"),
        SoMoved("AC"),
        SoMoved("AC", humble=True),
        Lead("AC"),
        Lead("AC", humble=True),
    ]


def test_a_finished_game_offers_nothing() -> None:
    meeting = gathered("", "")
    meeting.passes(600_000)
    assert [meeting.moves(seat) for seat in (0, 1)] == [[], []]
    assert meeting.sees().to_act == ()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_record_survives_json_and_folds_to_the_same_state(players: int) -> None:
    *_, meeting = whole_game(random.Random(11), players=players)
    read = msgspec.json.decode(msgspec.json.encode(meeting.log), type=list[GAME.Event])  # type: ignore[name-defined]
    assert read == meeting.log
    assert Meeting(read).state == meeting.state


def test_a_view_between_two_events_of_one_step_has_no_seat_to_act() -> None:
    meeting = gathered("2C", "3C", leading="programmed")
    meeting.do(0, "lead", card="2C")
    (played, _) = GAME.decide(meeting.state, 1, Play("3C"), START, CHANCE)
    meeting.happen((played,))
    assert (meeting.sees().phase, meeting.sees().turn, meeting.sees().to_act) == ("following", None, ())
