"""The non-interference test: exchange two cards that a viewer has never seen, and nothing may change for them.

What they have seen is what the rulebook's brackets let them see, not what `seen` shows them: that is under test, too.
The whole record is renamed, the opening deck included, and folded again; or only what follows a later deal, or a stock
that was formed anew: nobody has seen its cards since they were shuffled. Then the viewer's view and table, the events
as they see them and are told them, what moved with the last of them, their choices, what they are asked and what is
done for them when they are late, and the answers to moves of theirs must be the same, byte for byte: so nothing of it
depends on where a hidden card lies.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import msgspec

from domain.events import DealStarted, StockFormed
from domain.table import AnyGame
from projections.items import UNSEEN, follow
from projections.motion import motions
from tests.domain.invariants import answer
from tests.domain.playout import Dice, Step, as_raw
from tests.domain.rulebooks import redacted

LAST = 10
"""The number of events of which it is worked out what moved with them: the layout of each costs more than the event."""

SEATS = 3
"""The number of seats that look at one version of a game."""


def does_not_interfere(game: AnyGame, steps: Sequence[Step], probes: Sequence[object], dice: Dice) -> None:
    """Assert it at one version of a game for a spectator and some seats, with two cards each.

    These are any that they have not seen, or have not since a shuffle. `probes` are raw moves to be judged.
    """
    events = [event for step in steps for event in step.events]
    events = events[: 1 + dice.below(len(events))]
    since, shuffled = dice.pick([(0, game.cards), *shuffles(events).values()])
    raw = as_raw(events[since:])
    for viewer in (None, *dice.shuffled(range(steps[0].after.options.players))[:SEATS]):
        hidden = [card for card in unseen(game, [redacted(game, event, viewer) for event in raw]) if card in shuffled]
        if len(hidden) > 1:
            a, b, *_ = dice.shuffled(hidden)
            shown = everything(game, events, viewer, probes)
            others = [*events[:since], *renamed(game, events[since:], {a: b, b: a})]
            assert everything(game, others, viewer, probes) == shown


def shuffles(events: Sequence[Any]) -> dict[type, tuple[int, Collection[str]]]:
    """Return where cards were last shuffled after the first deal, and which cards, by the kind of event."""
    found: dict[type, tuple[int, Collection[str]]] = {}
    for place, event in enumerate(events):
        if isinstance(event, StockFormed):
            found[StockFormed] = place, getattr(event, "order", ())
        elif isinstance(event, DealStarted) and event.deal > 1:
            found[DealStarted] = place, event.deck or ()
    return found


def unseen(game: AnyGame, seen: Sequence[Any]) -> list[str]:
    """Return the cards that a viewer has not seen, in order; a viewer told of a book (`J`) knows its cards (`J-3`)."""
    known = words(seen)
    return sorted(card for card in game.cards if known.isdisjoint((card, card.split("-")[0])))


def everything(game: AnyGame, events: Sequence[Any], viewer: int | None, probes: Sequence[object]) -> tuple[bytes, ...]:
    """Return what a viewer learns at the end of these events: what they see, their choices, and answers to moves."""
    state: Any = None
    seen: list[Any] = []
    sight = UNSEEN
    for version, event in enumerate(events, start=1):
        state = game.evolve(state, event)
        seen.append(game.seen(event, viewer, state))
        seen.append(game.message(seen[-1], state))
        if version > len(events) - LAST:
            before, sight = sight, follow(sight, game.layout(game.view(state, viewer), viewer), version)
            seen.append(motions(before, sight, game.moved(game.seen(event, None, state))))
    view = game.view(state, viewer)
    shown = msgspec.json.encode([view, game.layout(view, viewer), seen])
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
    text = rename_in_text(msgspec.json.Encoder().encode_lines(events), names)
    return msgspec.json.Decoder[Any](game.Event).decode_lines(text)


def rename(value: Any, names: dict[str, str]) -> Any:
    """Return JSON in which cards have other names."""
    return msgspec.json.decode(rename_in_text(msgspec.json.encode(value), names))


def rename_in_text(json: bytes, names: dict[str, str]) -> str:
    """Return JSON in which every card has its new name, as a value, as a key, and behind the `=` of a joker."""
    card = rf'(?<=["=])(?:{"|".join(map(re.escape, names))})(?=["=])'
    return re.sub(card, lambda found: names[found[0]], json.decode())


def words(value: Any) -> set[str]:
    """Return every string in JSON, those on either side of an `=` one by one, and all that stands between strings."""
    return {*msgspec.json.encode(value).decode().replace("=", '"').split('"')}


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
