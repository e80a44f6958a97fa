"""The index that the guide is searched by: the text of each section of its pages and of the rulebooks."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from domain import GAMES
from service.http.guide.pages import OTHERS, PAGES, address, markdown, named, source
from service.http.wire.rulebooks import rulebook

if TYPE_CHECKING:
    from markdown_it.token import Token


class Section(Struct):
    """A section: the title of its page and its own, where it is, and what it says, without markup and examples."""

    page: str
    title: str
    address: str
    text: str


def index() -> bytes:
    """Return the index as JSON: `sections`, page after page."""
    return msgspec.json.encode({"sections": [*every_section()]})


def every_section() -> Iterator[Section]:
    """Yield the sections of all pages that are searched."""
    for name in PAGES:
        yield from sections(address(name), source(name))
    yield from sections(address("rulebooks"), rulebook(None), OTHERS["rulebooks"])
    for name, game in GAMES.items():
        yield from sections(address(f"rulebooks/{name}"), rulebook(game), f"{game.title}: rulebook")


def sections(path: str, text: str, page: str = "") -> Iterator[Section]:
    """Yield the sections of a page; its own title is that of the first one, where `page` gives no other."""
    tokens = markdown().parse(text)
    headings = list(named(tokens))
    begins = [number for number, token in enumerate(tokens) if token.type == "heading_open"]
    for (_, title, name), begin, end in zip(headings, begins, [*begins[1:], len(tokens)], strict=True):
        first = begin == begins[0]
        yield Section(
            page=page or headings[0][1],
            title=title,
            address=path if first else f"{path}#{name}",
            text=" ".join(plain(tokens[begin + 3 : end]).split()),
        )


def plain(tokens: Iterable["Token"]) -> str:
    """Return the words of blocks of Markdown, without examples."""
    return " ".join(
        "".join(each.content or " " for each in token.children or ()) for token in tokens if token.type == "inline"
    )
