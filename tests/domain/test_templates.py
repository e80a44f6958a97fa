"""Every message of every game can be translated: its templates, and the words that fill them, are a short list.

That all that is told in random games is listed is a matter of every game there; here, that nothing else is listed.
"""

import sys
from collections.abc import Iterator
from string import Formatter

import msgspec

from domain import GAMES
from domain.game import by_wire_name
from domain.messages import Argument, Message, Parts, in_words
from domain.table import AnyGame
from tests.domain.every_game import ALL, every_game
from tests.domain.invariants import viewers
from tests.domain.listing import FILE, LISTED, Kind, each_once, is_a_listed_sentence, made_of
from tests.domain.playout import Dice, Step, playout

SEEDS = (63, 24, 46, 52, 61, 77, 103, 313, *range(50))
"""First those of games in which happens what is rare."""


def told(game: AnyGame, step: Step) -> Iterator[Message]:
    """Yield the events of a step as messages, in full and to everybody."""
    for event in step.events:
        seen = [game.seen(event, seat, step.after) for seat in viewers(step.after)]
        yield from each_once([game.message(each, step.after) for each in (event, *seen)])


def asked(game: AnyGame, step: Step) -> Iterator[Message]:
    """Yield what the seats are asked for after a step."""
    for seat in range(step.after.options.players):
        if game.choices(step.after, seat) is not None:
            yield game.prompt(game.view(step.after, seat), seat)


def said(game: AnyGame, step: Step) -> Iterator[tuple[Kind, Message]]:
    """Yield all messages of a step, with their kind."""
    for message in told(game, step):
        yield "events", message
    for message in asked(game, step):
        yield "prompts", message


def in_reverse(message: Message) -> Message:
    """Return a message in a language whose words are spelt backwards, gaps as they are."""

    def translated(argument: Argument) -> Argument:
        return Parts(tuple(map(in_reverse, argument.parts))) if isinstance(argument, Parts) else argument

    pieces = [(text[::-1], f"{{{name}}}" if name else "") for text, name, _, _ in Formatter().parse(message.template)]
    template = "".join(piece for text, gap in reversed(pieces) for piece in (gap, text))
    return Message(template, {name: translated(each) for name, each in message.arguments.items()})


@every_game
def test_all_that_is_listed_is_told_and_all_kinds_of_events_happen(game: AnyGame) -> None:
    left: set[tuple[str, str]] = {(kind, text) for kind, texts in LISTED[game.id].items() for text in texts}
    kinds = {*by_wire_name(game.Event).values()}
    for seed in SEEDS:
        for step in playout(game, Dice(seed)) if left or kinds else ():
            kinds.difference_update(map(type, step.events))
            for kind, message in said(game, step):
                is_a_listed_sentence(game, kind, message)
                left.difference_update(made_of(kind, message))

    assert (left, kinds) == (set(), set())


def test_games_have_no_other_lists() -> None:
    assert LISTED.keys() == {*ALL, "table"}


@every_game
def test_a_message_in_another_order_of_words_still_says_all_of_it(game: AnyGame) -> None:
    for step in playout(game, Dice(1)):
        for message in told(game, step):
            there, again = in_reverse(message), in_reverse(in_reverse(message))
            assert again == message
            assert sorted(in_words(there, game.faces).lower()) == sorted(in_words(message, game.faces).lower())


def listing(game: AnyGame) -> dict[Kind, list[str]]:
    """Return all that a game tells and asks."""
    found: dict[Kind, set[str]] = {"events": set(), "prompts": set(), "texts": set()}
    for seed in SEEDS:
        for step in playout(game, Dice(seed)):
            for of, message in said(game, step):
                for kind, text in made_of(of, message):
                    found[kind].add(text)
    return {kind: sorted(texts) for kind, texts in found.items()}


if __name__ == "__main__":
    of_table = msgspec.json.decode(FILE.read_bytes())["table"]
    made = msgspec.json.encode({game.id: listing(game) for game in GAMES.values()} | {"table": of_table})
    sys.stdout.buffer.write(msgspec.json.format(made, indent=2) + b"\n")
