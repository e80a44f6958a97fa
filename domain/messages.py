"""Messages for people: a sentence with gaps, and what fills them, so that a reader needs no rules of any game.

A client may fill the gaps itself: with its own language, with players' names for seats, with pictures for cards. Here
they are filled in plain English, cards in words (for screen readers and logs) or with suit signs (for terminals).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Annotated, TypeAlias
from uuid import UUID

from msgspec import Meta, Struct

from domain.cards import Face


class Seats(Struct, frozen=True, gc=False, tag_field="kind", tag="seats"):
    """One or more seats: `seat 2`, `seats 0 and 2`."""

    seats: tuple[int, ...]


class Person(Struct, frozen=True, gc=False, tag_field="kind", tag="player"):
    """A player by id."""

    player: UUID


class Cards(Struct, frozen=True, gc=False, tag_field="kind", tag="cards"):
    """One or more cards: `the four of spades`, `the six, seven and eight of hearts`."""

    cards: tuple[str, ...]


class Amount(Struct, frozen=True, gc=False, tag_field="kind", tag="amount"):
    """A number of things, named in the singular: `one card`, `no cards`, `minus 6 points`."""

    amount: int
    of: str


class Texts(Struct, frozen=True, gc=False, tag_field="kind", tag="texts"):
    """Some texts as they are, such as the names of books: `A, B and D`."""

    texts: tuple[str, ...]


class Parts(Struct, frozen=True, gc=False, tag_field="kind", tag="parts"):
    """Parts of a sentence, each with a template of its own: `seat 0 scores 3 points; seat 1 scores no points`."""

    parts: tuple["Message", ...]


Argument: TypeAlias = Seats | Person | Cards | Amount | Texts | Parts | int | str


class Message(Struct, frozen=True, gc=False):
    """A sentence, or a part of one: a template and its arguments. A game has few templates."""

    template: Annotated[str, Meta(description="The sentence with a placeholder, `{name}`, for each argument.")]
    arguments: dict[str, Argument]

    @classmethod
    def of(cls, template: str, **arguments: Argument) -> "Message":
        """Return a message with these arguments."""
        return cls(template, arguments)


def seat(number: int) -> Seats:
    """Return one seat as an argument."""
    return Seats((number,))


def card(code: str) -> Cards:
    """Return one card as an argument."""
    return Cards((code,))


NOBODY_KNOWN: Mapping[UUID, str] = MappingProxyType({})


def in_words(message: Message, faces: Mapping[str, Face], names: Mapping[UUID, str] = NOBODY_KNOWN) -> str:
    """Return the message in plain English, cards in words. `names` are those of players, where known."""
    return sentence(message, spoken, faces, names)


def in_signs(message: Message, faces: Mapping[str, Face], names: Mapping[UUID, str] = NOBODY_KNOWN) -> str:
    """Return the message in plain English, cards with the signs of their suits."""
    return sentence(message, in_suit_signs, faces, names)


Faces: TypeAlias = Mapping[str, Face]
Shown: TypeAlias = Callable[[Sequence[str], Faces], str]
"""Gives cards as text."""


def sentence(message: Message, shown: Shown, faces: Faces, names: Mapping[UUID, str]) -> str:
    """Return the message with its gaps filled and a capital at the beginning."""
    text = filled(message, shown, faces, names)
    return text[:1].upper() + text[1:]


def filled(message: Message, shown: Shown, faces: Faces, names: Mapping[UUID, str]) -> str:
    """Return a message, or a part of one, with its gaps filled."""
    texts = {}
    for name, each in message.arguments.items():  # a comprehension would cost one call more for each message
        texts[name] = filling(each, shown, faces, names)
    return message.template.format_map(texts)


def filling(argument: Argument, shown: Shown, faces: Faces, names: Mapping[UUID, str]) -> str:
    """Return what fills the gap of an argument. The commonest kinds come first: every move is told so."""
    match argument:
        case Seats(seats=(only,)):
            return f"seat {only}"
        case Cards(cards=codes):
            return shown(codes, faces)
        case Amount(amount=amount, of=of):
            return counted(amount, of)
        case Seats(seats=seats):
            return f"seats {listed(map(str, seats))}"
        case Person(player=player):
            return names.get(player) or f"player {player.hex[:8]}"
        case Texts(texts=texts):
            return listed(texts)
        case Parts(parts=parts):
            return "; ".join([filled(part, shown, faces, names) for part in parts])
    return str(argument)


def counted(amount: int, of: str) -> str:
    """Return a number of things in words: `one card`, `3 points`, `no cards`, `minus 6 points`."""
    if amount < 0:
        return f"minus {counted(-amount, of)}"
    return f"one {of}" if amount == 1 else f"{amount or 'no'} {of}s"


def spoken(codes: Sequence[str], faces: Mapping[str, Face]) -> str:
    """Return cards in words: `the ten of hearts`, `the six, seven (joker) and eight of hearts and a joker`."""
    if len(codes) == 1:
        return card_in_words(codes[0], faces)
    rows = groupby(codes, lambda code: faces[meant(code)].suit)
    return listed(row_in_words(suit, [*row], faces) for suit, row in rows)


def card_in_words(code: str, faces: Mapping[str, Face]) -> str:
    """Return one card in words."""
    face = faces.get(code)
    if face is None:  # a joker that stands for another card
        return f"a joker as the {faces[meant(code)].name}"
    return f"a {face.rank_name}" if face.suit is None else f"the {face.rank_name} of {face.suit}"


def row_in_words(suit: str | None, codes: Sequence[str], faces: Mapping[str, Face]) -> str:
    """Return cards of one suit in words; None: jokers that stand for nothing."""
    if len(codes) == 1:
        return card_in_words(codes[0], faces)
    ranks = [faces[meant(code)].rank_name for code in codes]
    if suit is None:
        return f"{len(ranks)} {ranks[0]}s"
    named = [f"{rank} (joker)" if "=" in code else rank for code, rank in zip(codes, ranks, strict=True)]
    return f"the {listed(named)} of {suit}"


def meant(code: str) -> str:
    """Return the card that a code stands for: `JK=5H` → `5H`, any other stands for itself."""
    return code.rpartition("=")[2]


def in_suit_signs(codes: Sequence[str], faces: Mapping[str, Face]) -> str:
    """Return cards with the signs of their suits: `10♥ J♥`."""
    return " ".join([signed(code, faces) for code in codes])


def signed(code: str, faces: Mapping[str, Face]) -> str:
    """Return a card with the sign of its suit: `10♥`; a joker with what it stands for: `Joker=10♥`."""
    return "=".join(faces[part].sign for part in code.split("="))


def listed(words: Iterable[str]) -> str:
    """Return words as a list in a sentence: `a, b and c`; nothing for none."""
    *most, last = [*words] or [""]
    return f"{', '.join(most)} and {last}" if most else last
