"""Given, when, then: the kit of all tests of rules.

A state is *given*: each game's tests arrange its cards in their own `table.py`. *When* a seat moves or time passes,
there is a new state, and what happened, as JSON without its times. *Then* one asks for events, refusals, views.

    state, events = when(given({0: "3S", 1: "4S 5S 6S 7S 8S"}), 0, "ask", target=1, card="4S")
    assert events == [{"type": "card_asked", "seat": 0, "target": 1, "card": "4S", "answer": "given"}]
    assert refusal(state, 1, "ask", target=0, card="3S") == "not_your_turn"

A state knows its game by its type. What no test should have to say is checked at every step: no card appears or is
lost, the log alone gives the same state, events bear the right time; and what is refused changes nothing, asks no
chance, and says why with a code of the rulebook.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias, TypeVar

import msgspec
import pytest

from domain import fold
from domain.game import Chance, Decision, Game, Options, Refused, View
from domain.layout import Layout
from domain.table import AnyGame
from domain.wording import in_words
from tests.domain import rulebooks
from tests.domain.chance import Decks, NoChance
from tests.domain.every_game import ALL
from tests.domain.invariants import cards_of
from tests.domain.playout import as_raw

O = TypeVar("O", bound=Options)
S = TypeVar("S")
V = TypeVar("V", bound=View)
Json: TypeAlias = dict[str, Any]

AT = 1_767_225_600_000
"""When everything happens, unless a test says otherwise: in ms since 1970."""

GAMES = {game.State: game for game in ALL.values()}


def game_of(state: object) -> AnyGame:
    """Return the game of a state."""
    return GAMES[type(state)]


@cache
def chance_of(game: AnyGame) -> Chance:
    """Return the chance of tests that name none: `CHANCE` of the game's `table.py`."""
    chance: Chance = import_module(f"tests.domain.games.{rulebooks.folder(game)}.table").CHANCE
    return chance


# Given


def started(
    game: AnyGame, *decks: Sequence[str], chance: Chance | None = None, at: int = AT, **options: Any
) -> tuple[Any, ...]:
    """Return the events of an opening, the deal included, with these decks."""
    events = game.start(game.options(options), chance or (Decks(*decks) if decks else chance_of(game)), at)
    state = happened(game, None, events)
    assert Counter(cards_of(game, state)) == Counter(game.deck)
    assert {event.at for event in events} == {at}
    return events


def happened(game: AnyGame, before: Any, events: Sequence[Any]) -> Any:
    """Return the state after events, and assert what holds of every step of every game."""
    after = fold(game, events, before)
    log = [msgspec.json.decode(msgspec.json.encode(event, order="sorted"), type=game.Event) for event in events]
    assert log == [*events]
    assert fold(game, log, before) == after, "the log gives another state"
    if before is not None:
        assert Counter(cards_of(game, after)) == Counter(cards_of(game, before)), "a card has appeared or is lost"
    assert game.view(after, None).to_act == game.to_act(after)
    return after


def opened(game: Game[O, S, V], *decks: Sequence[str], **options: Any) -> S:
    """Return the state after an opening, the deal included, with these decks."""
    return fold(game, started(game, *decks, **options))


def has_range(game: AnyGame, name: str, allowed: Iterable[object], refused: Iterable[object]) -> None:
    """Assert that an option takes some values and refuses others."""
    for value in allowed:
        assert getattr(game.options({name: value}), name) == value
    for value in refused:
        assert refused_options(game, **{name: value}) == "invalid_option"


def refused_options(game: AnyGame, **options: object) -> str:
    """Return the code with which options are refused, for a reason."""
    with pytest.raises(Refused) as refused:
        game.options(options)
    assert refused.value.detail, "a refusal without a reason"
    return refused.value.code


# When


def as_move(move: object, fields: Mapping[str, object]) -> object:
    """Return a move as JSON has it: given as such, or as its type; `fields` are added."""
    whole: object = {"type": move} if isinstance(move, str) else move
    return {**whole, **fields} if isinstance(whole, dict) else whole


def decided(
    state: S, seat: int, move: object, *, at: int = AT, chance: Chance | None = None, **fields: object
) -> tuple[S, tuple[Any, ...]]:
    """Return the state after a move, and its events."""
    game = game_of(state)
    events = game.decide(state, seat, game.parse(as_move(move, fields)), at, chance or chance_of(game))
    assert {event.at for event in events} == {at}
    after: S = happened(game, state, events)
    return after, events


def when(
    state: S, seat: int, move: object, *, at: int = AT, chance: Chance | None = None, **fields: object
) -> tuple[S, list[Json]]:
    """Return the state after a move, and its events as JSON without their time."""
    after, events = decided(state, seat, move, at=at, chance=chance, **fields)
    return after, [as_json(event) for event in events]


def after(state: S, *moves: tuple[int, object]) -> S:
    """Return the state after some moves, each of a seat."""
    for seat, move in moves:
        state, _ = when(state, seat, move)
    return state


def clocked(state: S, at: int, *, chance: Chance | None = None) -> tuple[S, tuple[Any, ...]]:
    """Return the state after the clock steps that are due up to a time, and their events."""
    game = game_of(state)
    events = game.tick(state, at, chance or chance_of(game))
    assert [event.at for event in events] == sorted(event.at for event in events)
    assert all(event.at <= at for event in events)
    later: S = happened(game, state, events) if events else state
    return later, events


def ticked(state: S, at: int, *, chance: Chance | None = None) -> tuple[S, list[Json]]:
    """Return the state after the clock steps that are due up to a time, and their events as JSON, times included."""
    later, events = clocked(state, at, chance=chance)
    return later, [as_raw(event) for event in events]


def answer(
    state: object, seat: int, move: object, *, at: int = AT, chance: Chance | None = None, **fields: object
) -> str:
    """Return how a move would be answered: `accepted`, or the code of the refusal; nothing has changed then."""
    return answered(game_of(state), state, seat, as_move(move, fields), at=at, chance=chance or NoChance())


def answered(game: AnyGame, state: Any, seat: int, raw: object, *, at: int, chance: Chance) -> str:
    """Return how a game answers a raw move of any kind; assert what holds of every answer of every game."""
    before = msgspec.json.encode(state)
    why: Refused | None = None
    try:
        assert game.decide(state, seat, game.parse(raw), at, chance), "a move without an event"
    except Refused as refused:
        why = refused
    assert msgspec.json.encode(state) == before
    if why is None:
        return "accepted"
    assert why.code in rulebooks.refusal_codes(game)
    assert why.detail, "a refusal without a reason"
    assert why.detail.endswith(".") or why.code == "malformed_move"
    return why.code


def refusal(state: object, seat: int, move: object, *, at: int = AT, **fields: object) -> str:
    """Return the code with which a move is refused; nothing has changed then, and no chance was asked."""
    code = answer(state, seat, as_move(move, fields), at=at)
    assert code != "accepted"
    return code


# Then


def as_json(event: object) -> Json:
    """Return an event as it travels, without its time."""
    shown: Json = as_raw(event)
    del shown["at"]
    return shown


def kinds(events: Iterable[Any]) -> list[str]:
    """Return the types of events, which may be JSON or not."""
    return [event["type"] if isinstance(event, dict) else event.__struct_config__.tag for event in events]


def only(events: Iterable[Json], kind: str) -> Json:
    """Return the one event of a type."""
    (event,) = (event for event in events if event["type"] == kind)
    return event


def recorded(state: object, event: Any, at: int = AT) -> Any:
    """Return an event as the log has it, if it is given as JSON without its time."""
    if not isinstance(event, dict):
        return event
    return msgspec.json.decode(msgspec.json.encode({**event, "at": at}), type=game_of(state).Event)


def seen(state: object, event: Any, viewer: int | None) -> Json:
    """Return an event as a seat sees it (None: a spectator); `state` is that right after it."""
    return as_json(game_of(state).seen(recorded(state, event), viewer, state))


def message(state: object, event: Any) -> str:
    """Return the sentence that tells an event."""
    game = game_of(state)
    return in_words(game.message(recorded(state, event), state), game.faces)


def messages(game: AnyGame, events: Iterable[Any], viewer: int | None = None, *, before: Any = None) -> list[str]:
    """Return what a seat is told of events, each with the state right after it (`before`: that before the first)."""
    said, state = [], before
    for event in events:
        state = fold(game, [event], state)
        said.append(message(state, game.seen(event, viewer, state)))
    return said


def view(state: object, viewer: int | None = None) -> Json:
    """Return what a seat sees, as it travels (None: a spectator)."""
    shown: Json = as_raw(game_of(state).view(state, viewer))
    return shown


def layout(state: object, viewer: int | None = None) -> Layout:
    """Return the table as a seat sees it (None: a spectator)."""
    game = game_of(state)
    return game.layout(game.view(state, viewer), viewer)


def prompt(state: object, seat: int) -> str:
    """Return what a seat is asked for, in words."""
    game = game_of(state)
    return in_words(game.prompt(game.view(state, seat), seat), game.faces)


def choices(state: object, seat: int, *, at: int = AT, chance: Chance | None = None) -> Decision | None:
    """Return what a seat may do, or None; all that is offered is offered once, and would be accepted."""
    game = game_of(state)
    decision = game.choices(state, seat)
    if decision is not None:
        offers = [as_raw(move) for move in decision.moves]
        assert offers
        assert len({repr(offer) for offer in offers}) == len(offers)
        answers = {answer(state, seat, offer, at=at, chance=chance or chance_of(game)) for offer in offers}
        assert answers == {"accepted"}
    return decision


def some_choices(state: object, seat: int) -> Decision:
    """Return what a seat may do, which is something."""
    decision = choices(state, seat)
    assert decision is not None
    return decision


def offered(state: object, seat: int, *, at: int = AT) -> list[Json]:
    """Return all that a seat may do, as JSON; nothing if it may do nothing."""
    decision = choices(state, seat, at=at)
    if decision is None:
        return []
    assert decision.grade == "enumerated"
    return [as_raw(move) for move in decision.moves]


def done_for(state: object, seat: int, *, at: int = AT, chance: Chance | None = None) -> Any:
    """Return the move that is made for a seat whose time is over, or None; it would be accepted."""
    game = game_of(state)
    decision = game.choices(state, seat)
    move = game.default(game.view(state, seat), seat, decision.moves if decision else ())
    if move is not None:
        assert answer(state, seat, as_raw(move), at=at, chance=chance or chance_of(game)) == "accepted"
    return move
