"""Every message of every game can be translated: its templates, and the words that fill them, are a short list.

`tests/golden/messages.json` is that list, as a translator would get it.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import msgspec
import pytest

from domain import GAMES
from domain.game import by_wire_name
from domain.table import AnyGame
from domain.telling import Amount, Argument, Message, Parts, Texts, in_words
from tests.domain.invariants import viewers
from tests.domain.playout import Dice, Step, playout

FILE = Path("tests/golden/messages.json")
SEEDS = (*range(50), 52, 61, 313)
"""The last few are of games in which happens what is rare."""

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
Listing = dict[str, list[str]]


def listing(game: AnyGame) -> Listing:
    """Return the templates of a game's events and prompts, and the texts that fill gaps as they are."""
    found: dict[str, set[str]] = {"events": set(), "prompts": set(), "texts": set()}
    kinds = set()
    for seed in SEEDS:
        for step in playout(game, Dice(seed)):
            kinds |= {*map(type, step.events)}
            for kind, messages in (("events", told(game, step)), ("prompts", asked(game, step))):
                for part in parts(messages):
                    fits(game, part)
                    found[kind].add(part.template)
                    found["texts"].update(*map(words, part.arguments.values()))
    assert kinds == {*by_wire_name(game.Event).values()}, "a kind of event has not happened in any of these games"
    return {kind: sorted(texts) for kind, texts in found.items()}


def told(game: AnyGame, step: Step) -> Iterator[Message]:
    """Yield the events of a step as messages, in full and to everybody."""
    for event in step.events:
        yield game.tell(event, step.after)
        for seat in viewers(step.after):
            yield game.tell(game.seen(event, seat, step.after), step.after)


def asked(game: AnyGame, step: Step) -> Iterator[Message]:
    """Yield what the seats are asked for after a step."""
    for seat in range(step.after.options.players):
        if game.choices(step.after, seat) is not None:
            yield game.prompt(game.view(step.after, seat), seat)


def parts(messages: Iterator[Message]) -> Iterator[Message]:
    """Yield messages, and the parts that they are made of."""
    for message in messages:
        yield message
        for argument in message.arguments.values():
            if isinstance(argument, Parts):
                yield from parts(iter(argument.parts))


def words(argument: Argument) -> set[str]:
    """Return the words of an argument that stand in the sentence as they are, and what it counts; no numbers."""
    match argument:
        case str():
            return {argument}
        case Amount(of=of):
            return {of}
        case Texts(texts=texts):
            return {text for text in texts if not text.isdecimal()}
    return set()


def fits(game: AnyGame, message: Message) -> None:
    """The gaps of a template are its arguments, no more and no fewer; none has a format or a number in its name."""
    gaps = [(name, form, conversion) for _, name, form, conversion in Formatter().parse(message.template) if name]
    assert {name for name, _, _ in gaps} == set(message.arguments), message
    assert all(name.isidentifier() and name.isalpha() for name, _, _ in gaps), message
    assert {(form, conversion) for _, form, conversion in gaps} <= {("", None)}
    assert "{" not in in_words(message, game.faces)


def in_reverse(message: Message) -> Message:
    """Return a message in a language whose words are spelt backwards, gaps as they are."""

    def translated(argument: Argument) -> Argument:
        return Parts(tuple(map(in_reverse, argument.parts))) if isinstance(argument, Parts) else argument

    pieces = [(text[::-1], f"{{{name}}}" if name else "") for text, name, _, _ in Formatter().parse(message.template)]
    template = "".join(piece for text, gap in reversed(pieces) for piece in (gap, text))
    return Message(template, {name: translated(each) for name, each in message.arguments.items()})


@every_game
def test_all_messages_are_made_of_the_listed_templates_and_texts(game: AnyGame) -> None:
    listed: dict[str, Listing] = msgspec.json.decode(FILE.read_bytes())

    assert listing(game) == listed[game.id], "If that is right: `python -m tests.domain.test_messages` prints the list."


def test_games_have_no_other_lists() -> None:
    assert msgspec.json.decode(FILE.read_bytes()).keys() == {*GAMES, "table"}


@every_game
def test_a_message_in_another_order_of_words_still_says_all_of_it(game: AnyGame) -> None:
    for step in playout(game, Dice(1)):
        for message in told(game, step):
            there, again = in_reverse(message), in_reverse(in_reverse(message))
            assert again == message
            assert sorted(in_words(there, game.faces).lower()) == sorted(in_words(message, game.faces).lower())


if __name__ == "__main__":
    of_table = msgspec.json.decode(FILE.read_bytes())["table"]
    made = msgspec.json.encode({game.id: listing(game) for game in GAMES.values()} | {"table": of_table})
    sys.stdout.buffer.write(msgspec.json.format(made, indent=2) + b"\n")
