"""What people read in the page, by language: a folder each, with files in the syntax of Fluent for translators.

`page.ftl` has the texts of the page itself, `pages.ftl` those of what is loaded when it is opened, `messages.ftl`
those of `GET /v1/messages`, and `oauth.ftl` those of the pages without scripts in `service/http/oauth`. English has no
`messages.ftl`: the list has it already. What a language lacks is shown in English.
"""

from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files

from fluent.syntax import FluentParser, FluentSerializer
from fluent.syntax.ast import Message
from msgspec import Struct

from projections.words import ListedMessage, MessageList

FOLDER = files("service.page.languages")
LANGUAGES = ("de", "en", "fr")
ABOUT = "about"
"""What the games are about: lists of games show it, and nothing else."""

REFUSALS = "refusals"
"""What is refused at any game: it is loaded when something is."""


class Words(Struct, frozen=True):
    """The words of a language: `texts` in Fluent, where the message of `templates[7]` has the id `m7`.

    `codes` has the template for a code by `game/field/code`, `units` in what the amounts of a template count.
    """

    texts: str
    templates: tuple[str, ...]
    codes: Mapping[str, str]
    units: Mapping[str, Mapping[str, str]]


def words_of(language: str, messages: MessageList, part: str | None) -> Words:
    """Return a part of the words of a language: of a game, `ABOUT`, `REFUSALS`, or None: those that all pages need."""
    own = [each for each in messages.messages if part_of(each) == part]
    english = {each.id: f" {each.fluent}" for each in own}
    if part is None:
        english |= {each.id: f" {each.fluent}" for each in messages.units}
    of_page = {**read("en", "page"), **read(language, "page")} if part is None else {}
    texts = {**english, **of_page, **known(read(language, "messages"), english)}
    short = {each.id: f"m{number}" for number, each in enumerate(own)}
    return Words(
        texts="".join(f"{short.get(key, key)} ={text}\n" for key, text in texts.items()),
        templates=tuple(each.template for each in own),
        codes={
            f"{user}/{each.field}/{each.code}": each.template
            for each in messages.codes
            if alone(each.games) == part
            for user in each.games or ("",)
        },
        units={
            each.template: {gap.name: gap.unit for gap in each.arguments if gap.unit}
            for each in own
            if any(gap.unit for gap in each.arguments)
        },
    )


def words_of_pages(language: str) -> Words:
    """Return the words of a language that only pages have which are loaded when they are opened."""
    texts = {**read("en", "pages"), **read(language, "pages")}
    return Words("".join(f"{key} ={text}\n" for key, text in texts.items()), (), {}, {})


def part_of(message: ListedMessage) -> str | None:
    """Return the part of the words that a message comes with; None: it comes at first."""
    if ABOUT in message.parts:
        return ABOUT
    return alone(message.games) or (REFUSALS if {"refusal", "problem"}.issuperset(message.parts) else None)


def alone(games: Collection[str]) -> str | None:
    """Return the one game that has something; None if that is not one."""
    return next(iter(games)) if len(games) == 1 else None


def known(texts: Mapping[str, str], english: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of messages that the service still has."""
    return {key: text for key, text in texts.items() if key in english}


@cache
def read(language: str, name: str) -> Mapping[str, str]:
    """Return the patterns of a file of a language by their ids; none if it has no such file."""
    file = FOLDER / language / f"{name}.ftl"
    return patterns(file.read_text(encoding="utf-8")) if file.is_file() else {}


def patterns(text: str) -> dict[str, str]:
    """Return the patterns of a text in Fluent by their ids, spelt as a serializer spells them."""
    entries = FluentParser(with_spans=False).parse(text).body
    serializer = FluentSerializer()
    messages = [each for each in entries if isinstance(each, Message) and each.value is not None]
    return {each.id.name: serializer.serialize_entry(each).partition(" =")[2].rstrip("\n") for each in messages}
