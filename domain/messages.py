"""Messages for people: a template with gaps, and what fills them, so that a reader needs no rules of any game.

All that people read is a `Template` or a `Unit`. The module of a game or of the table declares it once, when it is
imported. `declared` lists all of them for translators. A client may fill the gaps itself: with its own language, with
pictures for cards. `domain.wording` fills them in plain English.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeAlias
from uuid import UUID

from msgspec import Meta, Struct


class Seats(Struct, frozen=True, gc=False, tag_field="kind", tag="seats"):
    """One or more seats: `seat 2`, `seats 0 and 2`."""

    seats: tuple[int, ...]


class Team(Struct, frozen=True, gc=False, tag_field="kind", tag="team"):
    """A team by its number: `team 1`."""

    team: int


class Person(Struct, frozen=True, gc=False, tag_field="kind", tag="player"):
    """A player by id; and their name, where it is known.

    `name` is null for a player who was deleted. `house` says whether it is a house player, a program of the service.
    """

    player: UUID
    name: str | None = None
    house: bool = False


class Cards(Struct, frozen=True, gc=False, tag_field="kind", tag="cards"):
    """One or more cards: `the four of spades`, `the six, seven and eight of hearts`."""

    cards: tuple[str, ...]


class Amount(Struct, frozen=True, gc=False, tag_field="kind", tag="amount"):
    """A number of things: `one card`, `no cards`, `minus 6 points`."""

    amount: int
    of: Annotated[str, Meta(description="The unit, as the list of messages has it.", examples=["card"])]


class Listed(Struct, frozen=True, gc=False, tag_field="kind", tag="list"):
    """Numbers, or letters as they are printed on cards: `A, B and D`."""

    items: tuple[int | str, ...]


class Parts(Struct, frozen=True, gc=False, tag_field="kind", tag="parts"):
    """Messages, one after the other: `seat 0 scores 3 points; seat 1 scores no points`."""

    parts: tuple["Message", ...]


class Message(Struct, frozen=True, gc=False, tag_field="kind", tag="message"):
    """A template with its arguments; `Template` makes it. As an argument: a message that is part of another message."""

    template: Annotated[str, Meta(description="The text with a placeholder, `{name}`, for each argument.")]
    arguments: Annotated[
        dict[str, "Argument"],
        Meta(
            description="The values of the placeholders; numbers and codes (such as hashes) are the same in all"
            " languages."
        ),
    ]


Argument: TypeAlias = Seats | Team | Person | Cards | Amount | Listed | Parts | Message | int | str


class FormattedMessage(Struct, frozen=True, gc=False):
    """A message: a template with its arguments, and the text that they make in English."""

    template: Annotated[
        str,
        Meta(description="The text with a placeholder, `{name}`, for each argument; `GET /v1/messages` lists them."),
    ]
    arguments: Annotated[
        dict[str, Argument],
        Meta(
            description="The values of the placeholders; numbers and codes (such as hashes) are the same in all"
            " languages."
        ),
    ]
    text: Annotated[str, Meta(description="The message in plain English, cards in words.")]

    @property
    def message(self) -> Message:
        """The template with its arguments."""
        return Message(self.template, self.arguments)


Part = Literal[
    "event",
    "prompt",
    "move",
    "option",
    "zone",
    "counter",
    "refusal",
    "problem",
    "word",
    "face",
    "frame",
    "phrase",
    "about",
]
"""Where a template is used. `word`: as an argument of others; `face`: in the names of cards; `frame`: around arguments
of a kind, such as `{first} and {last}`; `phrase`: what is said in a chat by one code; `about`: what one does in a
game, in one sentence."""

ArgumentKind = Literal[
    "seat",
    "seats",
    "team",
    "player",
    "card",
    "cards",
    "amount",
    "number",
    "numbers",
    "code",
    "codes",
    "message",
    "parts",
]
"""What may stand in a gap. `seat`, `card`: exactly one, as `Seats`, `Cards`; `numbers`, `codes`: as `Listed`."""


def one_seat(seat: int) -> Seats:
    """Return one seat as an argument."""
    return Seats((seat,))


def one_card(card: str) -> Cards:
    """Return one card as an argument."""
    return Cards((card,))


def without_arguments(word: "Template | Message") -> Message:
    """Return a message as an argument; a template without gaps is one."""
    return word if isinstance(word, Message) else word.plain


MAKERS: Mapping[str, Callable[[Any], Argument] | None] = MappingProxyType(
    {
        "seat": one_seat,
        "seats": Seats,
        "team": Team,
        "player": Person,
        "card": one_card,
        "cards": Cards,
        "number": None,
        "numbers": Listed,
        "code": None,
        "codes": Listed,
        "message": without_arguments,
        "parts": Parts,
    }
)
"""The function that makes an argument of a plain value, by kind; None: the value is used as it is."""

GAP = re.compile(r"\{(\w+)(?::([a-z]+)(?:\.(\w+))?)?\}")
"""A gap as it is declared: `{target:seat}`, `{stock:amount.card}`; `{seat}` if it is called as its kind."""


class Gap(Struct, frozen=True):
    """A gap of a template; `of` is the unit of an amount."""

    name: str
    kind: ArgumentKind
    of: str | None = None


class Template:
    """A text with gaps: a sentence, a part of one, or a label. Calling it with what fills them gives a message.

    The text is declared with the kinds of its gaps, `{target:seat}`; on the wire it is without them, `{target}`.
    `game` is the id of a game, None for what several share, or has to do with no game.
    """

    __slots__ = ("_makers", "game", "gaps", "part", "plain", "text")

    def __init__(self, game: str | None, part: Part, text: str) -> None:
        """Declare a template. Raises TypeError for a gap of no kind, or if the text has other kinds elsewhere."""
        self.game, self.part = game, part
        self.gaps = tuple(dict.fromkeys(map(gap_of, GAP.finditer(text))))
        self.text = GAP.sub(r"{\1}", text)
        self.plain = Message(self.text, {})
        makers = [(gap.name, amounts_of(gap.of) if gap.of else MAKERS[gap.kind]) for gap in self.gaps]
        self._makers = tuple([(name, make) for name, make in makers if make is not None])
        same = DECLARED.setdefault(self.text, [])
        if same and same[0].gaps != self.gaps:
            raise TypeError(f"{self.text!r} is declared with other kinds of arguments")
        same.append(self)

    def __call__(self, **values: Any) -> Message:
        """Return the message with these values: seats and teams by number, players by id, cards by code.

        Raises TypeError or KeyError unless there is exactly one for each gap.
        """
        if len(values) != len(self.gaps):
            raise TypeError(f"{self.text!r} takes other values than {', '.join(values)}")
        for name, make in self._makers:
            values[name] = make(values[name])
        return Message(self.text, values)

    def __repr__(self) -> str:
        """Return the text, for debugging."""
        return f"Template({self.game!r}, {self.part!r}, {self.text!r})"


def gap_of(found: re.Match[str]) -> Gap:
    """Return the gap that a text declares. Raises TypeError for one of no kind, or an amount of no unit."""
    name, kind, of = found[1], found[2] or found[1], found[3]
    if (kind not in MAKERS and kind != "amount") or (kind == "amount") != (of in UNITS):
        raise TypeError(f"{found[0]} is of no kind: {', '.join(MAKERS)} or `amount.` and one of {', '.join(UNITS)}")
    return Gap(name, kind, of)  # type: ignore[arg-type] # as the line before says


def amounts_of(unit: str) -> Callable[[int], Amount]:
    """Return what makes an argument of a number of things."""
    return lambda amount: Amount(amount, unit)


class Unit(Struct, frozen=True):
    """What can be counted: how none, one, and several of it are called; `{number}` is a gap."""

    of: str
    none: str
    one: str
    other: str


DECLARED: dict[str, list[Template]] = {}
"""All templates that have been declared, by their text."""

UNITS = {
    unit.of: unit
    for unit in (
        Unit("card", "no cards", "one card", "{number} cards"),
        Unit("deal", "no deals", "one deal", "{number} deals"),
        Unit("deck", "no decks", "one deck", "{number} decks"),
        Unit("joker", "no jokers", "a joker", "{number} jokers"),
        Unit("player", "no players", "one player", "{number} players"),
        Unit("point", "no points", "one point", "{number} points"),
        Unit("time", "no times", "one time", "{number} times"),
    )
}
"""All units, by name."""


def declared() -> Iterator[Template]:
    """Yield all templates that have been declared."""
    for same in DECLARED.values():
        yield from same
