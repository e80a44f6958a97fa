"""What holds in every game, at every moment. Each function takes a game and a part of a playout, and asserts."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

import msgspec

from domain import fold
from domain.events import GameFinished, GameStarted
from domain.fairness import FairChance
from domain.game import Refused, by_wire_name
from domain.table import AnyGame
from tests.domain import rulebooks
from tests.domain.listing import each_once, is_a_listed_sentence
from tests.domain.playout import Dice, Step, as_raw, is_over

FAR_FUTURE = 10**15

Answer = tuple[str, str]
"""How a move is answered: code and detail of the refusal, or `accepted`."""


def cards_of(game: AnyGame, state: Any) -> Iterable[str]:
    """Return every card that lies anywhere in a state, each as often as it lies there.

    Where cards lie in a state is known to `cards.py` in the folder of the game's tests.
    """
    cards: Iterable[str] = import_module(f"tests.domain.games.{rulebooks.folder(game)}.cards").cards_of(state)
    return cards


def spare_chance() -> FairChance:
    """Return a chance for moves that are only tried: its shuffles are not counted."""
    return FairChance(bytes(32), [None])


def viewers(state: Any) -> tuple[int | None, ...]:
    """Return all who look at a table: spectators, and every seat."""
    return (None, *range(state.options.players))


# The course of a game


def nobody_is_stuck(game: AnyGame, step: Step) -> None:
    """Until the end, somebody must act and can, or the clock goes on; at the end nobody may."""
    state = step.after
    to_act = game.to_act(state)
    assert to_act == game.view(state, None).to_act
    may_act = [seat for seat in range(state.options.players) if game.choices(state, seat) is not None]
    if is_over(step.events):
        assert (to_act, may_act, game.due(state)) == ((), [], None)
        return
    assert set(to_act) <= set(may_act)
    assert to_act or game.due(state) is not None


def cards_are_conserved(game: AnyGame, step: Step) -> None:
    """Every card of the deck lies somewhere, and only there."""
    assert Counter(cards_of(game, step.after)) == Counter(game.deck)


def choices_are_legal(game: AnyGame, step: Step, dice: Dice) -> None:
    """What is offered is accepted, also after a journey as JSON: now and then all of it, else an example."""
    for seat in range(step.after.options.players):
        decision = game.choices(step.after, seat)
        if decision is None:
            continue
        assert decision.moves
        moves = decision.moves if dice.below(20) == 0 else [dice.pick(decision.moves)]
        for move in moves:
            assert game.parse(as_raw(move)) == move
            game.decide(step.after, seat, move, step.at, spare_chance())


def clock_is_consistent(game: AnyGame, step: Step) -> None:
    """`tick` gives nothing before `due`, something at it, recorded then, and it does not matter how often one asks."""
    due = game.due(step.after)
    if due is None:
        assert game.tick(step.after, FAR_FUTURE, spare_chance()) == ()
        return
    assert due > step.at, "a clock step that was due has not been recorded"
    assert game.tick(step.after, due - 1, spare_chance()) == ()
    first = game.tick(step.after, due, spare_chance())
    assert {event.at for event in first} == {due}
    chance = spare_chance()
    state, at_once = step.after, game.tick(step.after, FAR_FUTURE, spare_chance())
    one_by_one: list[Any] = []
    while (due := game.due(state)) is not None:
        events = game.tick(state, due, chance)
        one_by_one.extend(events)
        state = fold(game, events, state)
    assert tuple(one_by_one) == at_once


def times_never_go_back(steps: Sequence[Step]) -> None:
    """`at` never decreases; a move is recorded when it was made, a clock step not later than it was noticed."""
    events = [event for step in steps for event in step.events]
    times = [event.at for event in events]
    assert times == sorted(times)
    for step in steps:
        assert all(event.at <= step.at if step.move is None else event.at == step.at for event in step.events)
    assert [event for event in events if isinstance(event, GameStarted)] == [events[0]]
    assert [event for event in events if isinstance(event, GameFinished)] == [events[-1]]


def replay_gives_the_same(game: AnyGame, steps: Sequence[Step]) -> None:
    """The fold of the events, also after a journey through JSON that sorts keys, is the state that was played in."""
    decoder = msgspec.json.Decoder(game.Event)
    live: Any = None
    stored: Any = None
    for step in steps:
        copies = [decoder.decode(msgspec.json.encode(event, order="sorted")) for event in step.events]
        assert tuple(copies) == step.events
        live = fold(game, step.events, live)
        stored = fold(game, copies, stored)
        assert live == stored == step.after
    for viewer in viewers(live):
        assert msgspec.json.encode(game.view(stored, viewer)) == msgspec.json.encode(game.view(live, viewer))


def state_is_kept_without_loss(game: AnyGame, step: Step) -> None:
    """The state after each event is `Game.State`, and the same after it has been encoded and decoded."""
    state = step.before
    for event in step.events:
        state = game.evolve(state, event)
        assert type(state) is game.State
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=game.State) == state


# What is seen


def views_are_as_declared(game: AnyGame, step: Step) -> None:
    """A view has the fields, types and common meanings that the rulebooks give it, for every viewer."""
    state = step.after
    for viewer in viewers(state):
        view = game.view(state, viewer)
        assert type(view) is game.View
        assert msgspec.json.decode(msgspec.json.encode(view), type=game.View) == view
        assert view.deadline == game.due(state)
        assert view.options == state.options
        assert list(view.to_act) == sorted(set(view.to_act))
        assert view.turn in viewers(state)
        assert (view.result is not None) == (view.phase == "finished") == is_over(step.events)
        assert (view.hand is None) == (viewer is None)
        assert game.cards.issuperset(view.hand or ())


def events_are_seen_as_the_rulebook_says(game: AnyGame, step: Step) -> None:
    """Every viewer sees the fields of an event that the rulebook gives them, and is told of it in a sentence."""
    state = step.before
    for event in step.events:
        state = game.evolve(state, event)
        whole = as_raw(event)
        assert whole.keys() == {"type", "at", *rulebooks.events(game)[whole["type"]]}
        told = []
        for viewer in viewers(state):
            seen = game.seen(event, viewer, state)
            assert as_raw(seen) == rulebooks.redacted(game, whole, viewer)
            told.append(game.message(seen, state))
        for message in each_once(told):
            is_a_listed_sentence(game, "event", message)


# What is refused


def answer(game: AnyGame, state: Any, seat: int, raw: object, at: int) -> Answer:
    """Return how a raw move is answered: code and detail of the refusal, or `accepted`."""
    return told(lambda: game.decide(state, seat, game.parse(raw), at, spare_chance()))


def told(judge: Callable[[], object]) -> Answer:
    """Return how a move is answered that is judged so."""
    try:
        judge()
    except Refused as refused:
        return refused.code, refused.detail
    return "accepted", ""


def is_judged_by_the_rules(game: AnyGame, step: Step, seat: int, raw: object) -> str:
    """Assert that judging a move changes nothing, and return `accepted` or the code of the refusal.

    `judge` refuses what `decide` does. A refusal has a code of the rulebooks and a reason. What is accepted was
    offered, if all moves are.
    """
    state, before = step.after, msgspec.json.encode(step.after)
    code, detail = answer(game, state, seat, raw, step.at)
    assert told(lambda: game.judge(state, seat, game.parse(raw), step.at, spare_chance())) == (code, detail)
    assert msgspec.json.encode(state) == before
    if code != "accepted":
        assert code in rulebooks.refusal_codes(game)
        assert detail
        return code
    decision = game.choices(state, seat)
    assert decision is not None, f"no choices, and yet seat {seat} may do {raw}"
    if decision.grade == "enumerated":
        assert in_any_order(as_raw(game.parse(raw))) in [in_any_order(as_raw(move)) for move in decision.moves]
    return code


def in_any_order(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return a move with its lists sorted: of such that differ in nothing else, only one need be offered."""
    return {name: sorted(value, key=repr) if isinstance(value, list) else value for name, value in raw.items()}


ODD: tuple[Any, ...] = (-1, 0, 1, 99, 2**70, 1.5, True, None, "", "ZZ", [], {})
"""What does not belong in most fields of a move."""


def mutations(game: AnyGame, raw: dict[str, Any], dice: Dice) -> Iterator[object]:
    """Yield moves like this one: some with other cards and numbers, perhaps legal, and some with one thing wrong."""
    for _ in range(6):
        yield another(game, raw, dice)
    yield [raw]
    for name in ("note", *left_out(game, raw)):
        for value in (dice.pick(ODD), dice.below(8), [dice.pick(game.deck)]):
            yield {**raw, name: value}
    for name, value in raw.items():
        yield {other: raw[other] for other in raw if other != name}
        for changed in (dice.pick(ODD), *changes(game, value, dice)):
            yield {**raw, name: changed}


def left_out(game: AnyGame, raw: dict[str, Any]) -> list[str]:
    """Return the fields that this move might have, but has not."""
    return [name for name in by_wire_name(game.Move)[raw["type"]].__struct_encode_fields__ if name not in raw]


def another(game: AnyGame, value: Any, dice: Dice) -> Any:
    """Return JSON like this, with other cards and other small numbers; a joker stands for another card, or for none."""
    match value:
        case str() if value in game.cards:
            return dice.pick(game.deck)
        case str() if "=" in value:
            joker, card = value.split("=")[0], dice.pick(game.deck)
            return dice.pick((joker, card, f"{joker}={card}"))
        case bool():
            return dice.pick((False, True))
        case int():
            return dice.below(8)
        case list():
            return [another(game, item, dice) for item in value]
        case dict():
            return {key: another(game, item, dice) for key, item in value.items()}
    return value


def changes(game: AnyGame, value: Any, dice: Dice) -> Iterator[object]:
    """Yield JSON like this, each with something too much, missing, or in the wrong place, perhaps deep inside."""
    match value:
        case str() if value.split("=")[0] in game.cards:
            yield f"{value}={dice.pick(game.deck)}"
            yield value.lower()
        case []:
            yield [dice.pick(game.deck)]
            yield [[]]
        case [first, *rest]:
            yield dice.shuffled(value)
            yield [first, *value]
            yield [dice.pick(ODD), *rest]
            yield rest
            place = dice.below(len(value))
            for changed in changes(game, value[place], dice):
                yield [*value[:place], changed, *value[place + 1 :]]
        case dict() if value:
            key = dice.pick(list(value))
            yield {**value, key: dice.pick(ODD)}
            yield {**value, dice.pick(game.deck): value[key]}
            yield {other: value[other] for other in value if other != key}
            for changed in changes(game, value[key], dice):
                yield {**value, key: changed}
