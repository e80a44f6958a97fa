"""What holds of every message that comes out of a game: it is declared, with exactly the arguments that it has."""

import re
from collections.abc import Iterable, Iterator

from domain.layout import Layout
from domain.messages import (
    DECLARED,
    Amount,
    Argument,
    Cards,
    Gap,
    Listed,
    Message,
    Part,
    Parts,
    Person,
    Seats,
    Team,
    Template,
)
from domain.table import AnyGame
from domain.wording import in_signs, in_words
from tests.domain.zones import all_zones

Use = tuple[Part, Message]


def each_once(messages: Iterable[Message]) -> list[Message]:
    """Return messages without those that say the same as one before."""
    found: list[Message] = []
    for message in messages:
        if message not in found:
            found.append(message)
    return found


def parts(message: Message) -> Iterator[Message]:
    """Yield a message, and the messages that it is made of."""
    yield message
    for argument in message.arguments.values():
        match argument:
            case Message():
                yield from parts(argument)
            case Parts():
                for part in argument.parts:
                    yield from parts(part)


def labels(layout: Layout) -> Iterator[Use]:
    """Yield what zones and counters are called."""
    for zone in all_zones(layout.zones):
        yield "zone", zone.label.message
    for counter in layout.counters:
        yield "counter", counter.label.message


def is_of_its_kind(argument: Argument, gap: Gap) -> bool:
    """Return whether an argument is what the gap is declared for."""
    match gap.kind, argument:
        case ("seat", Seats(seats=(_,))) | ("card", Cards(cards=(_,))) | ("seats", Seats()) | ("cards", Cards()):
            return True
        case ("team", Team()) | ("player", Person()) | ("number", int()) | ("message", Message()) | ("parts", Parts()):
            return True
        case "code", str():
            return re.fullmatch(r"[A-L]|[0-9a-f-]{36}|[0-9a-f]{64}", argument) is not None
        case "amount", Amount(of=of):
            return of == gap.of
        case "numbers", Listed(items=items):
            return all(isinstance(each, int) for each in items)
        case "codes", Listed(items=items):
            return all(isinstance(each, str) and re.fullmatch("[A-L]", each) for each in items)
    return False


def declarations(game: str | None, part: Part, message: Message) -> list[Template]:
    """Return the declarations of a message that this game, or every one, may use there."""
    return [each for each in DECLARED.get(message.template, ()) if each.game in (game, None) and each.part == part]


def is_declared(game: AnyGame, part: Part, message: Message) -> None:
    """A message is declared for its part, and so are those in it; its arguments are those that were declared."""
    assert declarations(game.id, part, message), message
    for each in parts(message):
        found = [one for one in DECLARED[each.template] if one.game in (game.id, None)]
        assert found, each
        assert {gap.name for gap in found[0].gaps} == each.arguments.keys()
        for gap in found[0].gaps:
            assert is_of_its_kind(each.arguments[gap.name], gap), each


def is_a_listed_sentence(game: AnyGame, part: Part, message: Message) -> None:
    """A message is declared, and is a sentence, in words and with signs."""
    is_declared(game, part, message)
    for sentence in (in_words(message, game.faces), in_signs(message, game.faces)):
        assert re.fullmatch(r"[A-Z][^{}]*\.", sentence)
