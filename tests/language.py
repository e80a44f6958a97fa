"""A client that speaks another language: it knows the list of messages, the faces of cards, and nothing else.

Its words come from a file in the syntax of Fluent, which is read by Mozilla's own library. English is the list as it
is; `nonsense` has other letters in all words, and other plural categories.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax.ast import Resource

Document = Mapping[str, Any]
GAP = re.compile(r"(\{ \$\w+ \})")
WORD = re.compile(r"[^\W\d_]+")


def nonsense(text: str) -> str:
    """Return a pattern of Fluent with a letter of Greek for each letter of its words."""
    return "".join(piece if GAP.fullmatch(piece) else in_greek(piece) for piece in GAP.split(text))


def in_greek(text: str) -> str:
    """Return a text with a letter of Greek for each of its letters."""
    return WORD.sub(lambda word: "ω" * len(word[0]), text)


def unit_in_nonsense(unit: Document) -> str:
    """Return a unit with the plural categories of Czech."""
    one, several = in_greek(unit["one"]), unit["other"].replace("{number}", "").strip()
    forms = f"[one] {one}\n [few] {{ $number }} {in_greek(several)}α\n *[other] {{ $number }} {in_greek(several)}β\n"
    return f"{{ $number ->\n {forms} }}"


@cache
def resource(text: str) -> Resource:
    """Return what a file says; the same for each game, and it takes a third of a second to read."""
    return FluentResource(text)


class Language:
    """Says messages as JSON has them; `faces` are those of a game in the catalogue."""

    def __init__(
        self,
        listed: Mapping[str, Sequence[Document]],
        faces: Mapping[str, Document],
        *,
        locale: str = "en",
        of_text: Callable[[str], str] = str,
        of_unit: Callable[[Document], str] = lambda unit: str(unit["fluent"]),
        of_code: Callable[[str], str] = str,
    ) -> None:
        self._code = of_code
        self._ids = {each["template"]: each["id"] for each in listed["messages"]}
        self._faces = faces
        entries = [f"{each['id']} = {of_text(each['fluent'])}" for each in listed["messages"]]
        entries += [f"{each['id']} = {of_unit(each)}" for each in listed["units"]]
        self._bundle = FluentBundle([locale], use_isolating=False)
        self._bundle.add_resource(resource("\n".join(entries)))

    def said(self, message: Document) -> str:
        """Return a message in this language."""
        return self.word(message["template"], **{name: self.shown(each) for name, each in message["arguments"].items()})

    def word(self, template: str, **arguments: str | int) -> str:
        """Return a template with these texts in its gaps. Raises KeyError for one that is not in the list."""
        return self._text(self._ids[template], arguments)

    def _text(self, key: str, arguments: dict[str, str | int]) -> str:
        pattern = self._bundle.get_message(key).value
        assert pattern is not None
        text, errors = self._bundle.format_pattern(pattern, arguments)
        assert errors == []
        return str(text)

    def shown(self, argument: Any) -> str:
        """Return what fills the gap of an argument."""
        match argument:
            case {"kind": "seats", "seats": [seat]}:
                return self.word("seat {number}", number=str(seat))
            case {"kind": "seats", "seats": seats}:
                return self.word("seats {numbers}", numbers=self.listed(map(str, seats)))
            case {"kind": "team", "team": team}:
                return self.word("team {number}", number=str(team))
            case {"kind": "player", "player": player, "name": name}:
                return self._code(name) if name else self.word("player {beginning}", beginning=self._code(player[:8]))
            case {"kind": "cards", "cards": cards}:
                return self.cards(cards)
            case {"kind": "amount", "amount": amount, "of": unit} if amount < 0:
                return self.word("minus {amount}", amount=self.shown(argument | {"amount": -amount}))
            case {"kind": "amount", "amount": amount, "of": unit}:
                return self._text(f"amount-{unit}", {"number": amount}).replace(",", "")
            case {"kind": "message"}:
                return self.said(argument)
            case {"kind": "parts", "parts": parts}:
                return self.joined("{first}; {next}", map(self.said, parts))
        return self.as_it_is(argument)

    def as_it_is(self, argument: Any) -> str:
        """Return numbers and codes, which are the same in all languages."""
        if isinstance(argument, dict):
            return self.listed(self._code(str(each)) for each in argument["items"])
        assert isinstance(argument, int | str)
        return self._code(str(argument))

    def joined(self, frame: str, texts: Iterable[str]) -> str:
        """Return texts put together by a frame for two."""
        first, *others = texts
        for each in others:
            first = self.word(frame, first=first, next=each)
        return first

    def listed(self, texts: Iterable[str]) -> str:
        """Return texts as a list."""
        *most, last = [*texts] or [""]
        return self.word("{first} and {last}", first=self.joined("{first}, {next}", most), last=last) if most else last

    def cards(self, codes: Sequence[str]) -> str:
        """Return cards in words; several of a suit that follow each other share it."""
        if len(codes) == 1:
            return self.card(codes[0])
        return self.listed(self.row(suit, [*row]) for suit, row in groupby(codes, lambda code: self.face(code)["suit"]))

    def face(self, code: str) -> Document:
        """Return the face of a card, or of the one that a joker stands for."""
        return self._faces[code.rpartition("=")[2]]

    def card(self, code: str) -> str:
        """Return one card in words."""
        face = self.face(code)
        if face["suit"] is None:
            return self._text("amount-joker", {"number": 1})
        frame = "a joker as the {rank} of {suit}" if "=" in code else "the {rank} of {suit}"
        return self.word(frame, rank=self.word(face["rank_name"]), suit=self.word(face["suit"]))

    def row(self, suit: str | None, codes: Sequence[str]) -> str:
        """Return cards of one suit."""
        if len(codes) == 1:
            return self.card(codes[0])
        if suit is None:
            return self._text("amount-joker", {"number": len(codes)})
        ranks = [self.word(self.face(code)["rank_name"]) for code in codes]
        named = [
            self.word("{rank} (joker)", rank=rank) if "=" in code else rank
            for code, rank in zip(codes, ranks, strict=True)
        ]
        return self.word("the {ranks} of {suit}", ranks=self.listed(named), suit=self.word(suit))
