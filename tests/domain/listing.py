"""The list of all that games tell and ask, as a translator gets it: `tests/golden/messages.json`.

Of each game it has the templates of events and of prompts, and the texts that fill gaps as they are.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter
from typing import Literal

import msgspec

from domain.messages import Amount, Argument, Message, Parts, Texts, in_signs, in_words
from domain.table import AnyGame

Kind = Literal["events", "prompts", "texts"]

FILE = Path("tests/golden/messages.json")
OF_TOY = Path("tests/domain/games/high_card/messages.json")
LISTED: dict[str, dict[Kind, set[str]]] = {
    **msgspec.json.decode(FILE.read_bytes(), type=dict[str, dict[Kind, set[str]]]),
    "high_card": msgspec.json.decode(OF_TOY.read_bytes(), type=dict[Kind, set[str]]),
}


def each_once(messages: Iterable[Message]) -> list[Message]:
    """Return messages without those that say the same as one before."""
    found: list[Message] = []
    for message in messages:
        if message not in found:
            found.append(message)
    return found


def parts(message: Message) -> Iterator[Message]:
    """Yield a message, and the parts that it is made of."""
    yield message
    for argument in message.arguments.values():
        if isinstance(argument, Parts):
            for part in argument.parts:
                yield from parts(part)


def made_of(kind: Kind, message: Message) -> Iterator[tuple[Kind, str]]:
    """Yield the templates of a message, and the words that stand in it as they are or that it counts; no numbers."""
    for part in parts(message):
        yield kind, part.template
        for argument in part.arguments.values():
            for word in words(argument):
                yield "texts", word


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


def is_a_listed_sentence(game: AnyGame, kind: Kind, message: Message) -> None:
    """A message is a sentence, in words and with signs; all that it is made of is listed.

    The gaps of a template are its arguments, no more and no fewer; none has a format or a number in its name.
    """
    for of, text in made_of(kind, message):
        assert text in LISTED[game.id][of], "If it is right: `python -m tests.domain.test_templates` prints the list."
    for part in parts(message):
        gaps = [(name, form, conversion) for _, name, form, conversion in Formatter().parse(part.template) if name]
        assert {name for name, _, _ in gaps} == part.arguments.keys(), part
        assert all(name.isidentifier() and name.isalpha() for name, _, _ in gaps), part
        assert {(form, conversion) for _, form, conversion in gaps} <= {("", None)}
    for sentence in (in_words(message, game.faces), in_signs(message, game.faces)):
        assert re.fullmatch(r"[A-Z][^{}]*\.", sentence)
