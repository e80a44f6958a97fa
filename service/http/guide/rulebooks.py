"""The rulebooks as pages and as files of Markdown: that of each game, and what holds in all of them."""

from collections.abc import Callable
from functools import cache

from litestar import get
from litestar.params import FromPath

from domain import GAMES
from domain.table import AnyGame
from service.http.guide.docs import GUIDE_POLICY, KEPT_SECONDS
from service.http.guide.pages import OTHERS, rulebook_page
from service.http.middleware.authentication import PUBLIC
from service.http.problems import THE_GAMES, AnyRequest, Problem
from service.http.wire.documents import Document
from service.http.wire.headers import IfNoneMatch
from service.http.wire.media_types import HTML
from service.http.wire.responses import Answer
from service.http.wire.rulebooks import rulebook

MARKDOWN = "text/markdown; charset=utf-8"


@get("/docs/rulebooks", opt=PUBLIC, include_in_schema=False)
async def show_common_rulebook(request: AnyRequest, if_none_match: IfNoneMatch = None) -> Answer:
    """Show what holds in all games."""
    return await page(None).answer(request, if_none_match)


@get("/docs/rulebooks.md", opt=PUBLIC, include_in_schema=False)
async def give_common_rulebook(request: AnyRequest, if_none_match: IfNoneMatch = None) -> Answer:
    """Give what holds in all games as Markdown."""
    return await file(None).answer(request, if_none_match)


@get("/docs/rulebooks/{name:str}", opt=PUBLIC, include_in_schema=False)
async def show_rulebook(request: AnyRequest, name: FromPath[str], if_none_match: IfNoneMatch = None) -> Answer:
    """Show the rulebook of a game; with `.md` after its name, give it as Markdown."""
    game = GAMES.get(name.removesuffix(".md"))
    if game is None:
        raise Problem("not_found", THE_GAMES)
    return await (file if name.endswith(".md") else page)(game).answer(request, if_none_match)


def is_missing(path: str) -> bool:
    """Return whether a path is that of a rulebook, and there is no such game."""
    folder, _, name = path.rpartition("/")
    return folder == "/docs/rulebooks" and name.removesuffix(".md") not in GAMES


@cache
def page(game: AnyGame | None) -> Document:
    """Return the page with the rulebook of a game; None: with that of all games."""
    return kept(lambda: as_html(game), HTML, GUIDE_POLICY)


def as_html(game: AnyGame | None) -> str:
    """Return the rulebook of a game as an HTML document; None: that of all games."""
    if game is None:
        return rulebook_page(OTHERS["rulebooks"], rulebook(None), "rulebooks")
    return rulebook_page(f"{game.title}: rulebook", rulebook(game))


@cache
def file(game: AnyGame | None) -> Document:
    """Return the rulebook of a game as Markdown; None: that of all games."""
    return kept(lambda: rulebook(game), MARKDOWN)


def kept(make: Callable[[], str], media_type: str, policy: str = "") -> Document:
    """Return a document that is made of text."""
    return Document(lambda: make().encode(), media_type, max_age=KEPT_SECONDS, policy=policy)
