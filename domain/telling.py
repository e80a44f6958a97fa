"""Messages for people: a sentence with gaps, and what fills them, so that a reader needs no rules of any game.

A client may fill the gaps itself: with its own language, with players' names for seats, with pictures for cards. Here
they are filled in plain English, cards in words (for screen readers and logs) or with suit signs (for terminals).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias
from uuid import UUID

from msgspec import Struct

from domain.cards import Face


class Seats(Struct, frozen=True, gc=False, tag_field="kind", tag="seats"):
    """One or more seats: `seat 2`, `seats 0 and 2`."""

    seats: tuple[int, ...]


class Player(Struct, frozen=True, gc=False, tag_field="kind", tag="player"):
    """A player by her id."""

    player: UUID


class Cards(Struct, frozen=True, gc=False, tag_field="kind", tag="cards"):
    """One or more cards: `the four of spades`, `the six, seven and eight of hearts`."""

    cards: tuple[str, ...]


class Amount(Struct, frozen=True, gc=False, tag_field="kind", tag="amount"):
    """So many of a thing, which is named in the singular: `one card`, `3 points`, `no cards`."""

    amount: int
    of: str


Argument: TypeAlias = Seats | Player | Cards | Amount | int | str


class Message(Struct, frozen=True, gc=False):
    """A sentence; each `{name}` in the template is a gap for the argument of that name."""

    template: str
    arguments: dict[str, Argument]


def told(template: str, **arguments: Argument) -> Message:
    """Return a message."""
    return Message(template, arguments)


def seat(number: int) -> Seats:
    """Return one seat as an argument."""
    return Seats((number,))


def card(code: str) -> Cards:
    """Return one card as an argument."""
    return Cards((code,))


NOBODY_KNOWN: Mapping[UUID, str] = MappingProxyType({})


def in_words(message: Message, faces: Mapping[str, Face], names: Mapping[UUID, str] = NOBODY_KNOWN) -> str:
    """Return the message in plain English, cards in words. `names` are those of players, where known."""
    return sentence(message, lambda codes: spoken(codes, faces), names)


def in_signs(message: Message, faces: Mapping[str, Face], names: Mapping[UUID, str] = NOBODY_KNOWN) -> str:
    """Return the message in plain English, cards with the signs of their suits."""
    return sentence(message, lambda codes: " ".join(signed(code, faces) for code in codes), names)


def sentence(message: Message, shown: Callable[[Sequence[str]], str], names: Mapping[UUID, str]) -> str:
    """Return the message with its gaps filled and a capital at the beginning; `shown` gives cards as text."""

    def filling(argument: Argument) -> str:
        match argument:
            case Seats(seats=seats):
                return f"{'seat' if len(seats) == 1 else 'seats'} {listed(map(str, seats))}"
            case Player(player=player):
                return names.get(player) or f"player {player.hex[:8]}"
            case Cards(cards=codes):
                return shown(codes)
            case Amount(amount=amount, of=of):
                return f"one {of}" if amount == 1 else f"{amount or 'no'} {of}s"
        return str(argument)

    text = message.template.format_map({name: filling(each) for name, each in message.arguments.items()})
    return text[:1].upper() + text[1:]


def spoken(codes: Sequence[str], faces: Mapping[str, Face]) -> str:
    """Return cards in words: `the ten of hearts`, `the six and seven of hearts and the joker as six of spades`."""
    named: list[tuple[str | None, list[str]]] = []
    for code in codes:
        printed, _, meant = code.partition("=")
        face = faces[printed]
        name = f"joker as {faces[meant].name}" if meant else face.rank_name
        if named and face.suit is not None and named[-1][0] == face.suit:
            named[-1][1].append(name)
        else:
            named.append((face.suit, [name]))
    return listed(f"the {listed(ranks)}{f' of {suit}' if suit else ''}" for suit, ranks in named)


def signed(code: str, faces: Mapping[str, Face]) -> str:
    """Return a card with the sign of its suit: `10♥`; a joker with what it stands for: `Joker=10♥`."""
    return "=".join(faces[part].sign for part in code.split("="))


def listed(words: Iterable[str]) -> str:
    """Return words as a list in a sentence: `a, b and c`; nothing for none."""
    *most, last = [*words] or [""]
    return f"{', '.join(most)} and {last}" if most else last
