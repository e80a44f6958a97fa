"""The non-interference test: exchange two cards that a viewer has never seen, and nothing may change for her.

What she has seen is what the rulebook's brackets let her see, not what `seen` shows her: that is under test, too. The
whole record is renamed, the opening deck included, and folded again. Then the viewer's view and table, the events as
she sees them and is told them, her choices, what she is asked and what is done for her when she is late, and the
answers to moves of hers must be the same, byte for byte: so nothing of it depends on where a hidden card lies.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from domain.table import AnyGame
from tests.domain.invariants import answer, viewers
from tests.domain.playout import Dice, Step, as_raw
from tests.domain.rulebooks import redacted


def does_not_interfere(game: AnyGame, steps: Sequence[Step], probes: Sequence[object], dice: Dice) -> None:
    """Assert it for every viewer at one version of a game, with two cards each; `probes` are raw moves to be judged."""
    events = [event for step in steps for event in step.events]
    events = events[: 1 + dice.below(len(events))]
    for viewer in viewers(steps[0].after):
        seen = [redacted(game, as_raw(event), viewer) for event in events]
        hidden = unseen(game, seen)
        if len(hidden) > 1:
            a, b, *_ = dice.shuffled(hidden)
            shown = everything(game, events, viewer, probes)
            assert everything(game, renamed(game, events, {a: b, b: a}), viewer, probes) == shown


def unseen(game: AnyGame, seen: Sequence[Any]) -> list[str]:
    """Return the cards that a viewer has not seen, in order; who is told of a book (`J`) knows its cards (`J-3`)."""
    known = set(words(seen))
    return sorted(card for card in game.cards if known.isdisjoint((card, card.split("-")[0])))


def everything(game: AnyGame, events: Sequence[Any], viewer: int | None, probes: Sequence[object]) -> tuple[bytes, ...]:
    """Return what a viewer learns at the end of these events: what she is shown, her choices, and answers to moves."""
    state, seen = None, []
    for event in events:
        state = game.evolve(state, event)
        seen.append(game.seen(event, viewer, state))
        seen.append(game.tell(seen[-1], state))
    view = game.view(state, viewer)
    shown = msgspec.json.encode([view, game.tabletop(view, viewer), seen])
    if viewer is None:
        return (shown,)
    choices = game.choices(state, viewer)
    asked: list[Any] = [choices]
    if choices and choices.moves:
        asked += [game.prompt(view, viewer), game.default(view, viewer, choices.moves)]
    answers = [answer(game, state, viewer, probe, events[-1].at) for probe in probes]
    return shown, msgspec.json.encode(asked), msgspec.json.encode(answers)


def renamed(game: AnyGame, events: Sequence[Any], names: dict[str, str]) -> list[Any]:
    """Return events in which cards have other names."""
    raw = [rename(msgspec.to_builtins(event), names) for event in events]
    return [msgspec.convert(event, game.Event) for event in raw]


def rename(value: Any, names: dict[str, str]) -> Any:
    """Return JSON in which every card has its new name, as a value, as a key, and behind the `=` of a joker."""
    match value:
        case str():
            return "=".join(names.get(word, word) for word in value.split("="))
        case dict():
            return {rename(key, names): rename(item, names) for key, item in value.items()}
        case list() | tuple():
            return [rename(item, names) for item in value]
    return value


def words(value: Any) -> Iterator[str]:
    """Yield every string in JSON, those on either side of an `=` one by one."""
    for string in strings(value):
        yield from string.split("=")


def strings(value: Any) -> Iterator[str]:
    """Yield every string in JSON, names of fields included."""
    match value:
        case str():
            yield value
        case dict():
            for key, item in value.items():
                yield key
                yield from strings(item)
        case list():
            for item in value:
                yield from strings(item)
