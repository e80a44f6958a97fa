"""The rulebooks as they are served: Markdown whose links lead to pages, where its files link to one another."""

import re
from importlib.resources import files

from domain import GAMES
from domain.table import AnyGame

COMMON = "domain.games"
"""Where the rulebook of what holds in all games stands."""

LINK = re.compile(r"\[(?P<text>[^\]\[]+)\]\((?:\.\./)?(?:(?P<common>rulebooks)|(?P<name>\w+)/rulebook)\.md\)")


def page_of(game: AnyGame | None) -> str:
    """Return the path of the page with a game's rulebook; None: with what holds in all games."""
    return "/docs/rulebooks" if game is None else f"/docs/rulebooks/{game.id}"


def rulebook(game: AnyGame | None) -> str:
    """Return the rulebook of a game, and after it those of several games that it belongs to; None: that of all games.

    It stands in the package of the game's state, and links to those as files beside that package.
    """
    if game is None:
        return linked(files(COMMON).joinpath("rulebooks.md").read_text(encoding="utf-8"))
    package = parent_of(game.State.__module__)
    own = text_of(package)
    shared = [text_of(f"{parent_of(package)}.{name}") for name in re.findall(r"\]\(\.\./(\w+)/rulebook\.md\)", own)]
    return linked("\n".join([own, *shared]))


def text_of(package: str) -> str:
    """Return the text of a package's rulebook."""
    return files(package).joinpath("rulebook.md").read_text(encoding="utf-8")


def linked(text: str) -> str:
    """Return Markdown with its links to rulebooks leading to pages; what is part of several has none of its own."""

    def lead(link: re.Match[str]) -> str:
        game = GAMES.get(link["name"] or "")
        return f"[{link['text']}]({page_of(game)})" if game or link["common"] else link["text"]

    return LINK.sub(lead, text)


def parent_of(module: str) -> str:
    """Return the name of the package that a module or package is in."""
    return module.rpartition(".")[0]
