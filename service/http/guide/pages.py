"""The guide: pages of Markdown (`openapi/guide`), rendered once and served as HTML that needs no script.

`guide.js` adds what only a browser can do: it searches, it copies, and it knows the origin that a page comes from.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.renderer import RendererHTML
    from markdown_it.token import Token

CHAPTERS = {
    "Begin": ("index", "first-client", "signing-in"),
    "Play": ("tables", "terminal", "finding", "chat", "watching"),
    "Write a client": ("retries", "bots", "webhooks", "libraries", "drawing", "words", "building", "errors", "cors"),
    "Trust": ("fair-deals", "proving", "oversight"),
    "Tournaments": ("tournaments", "rulings", "scoring"),
    "Results": ("ratings", "history", "columns", "questions", "report"),
    "Look up": ("changes", "rulebooks", "reference"),
}
"""The pages in the order in which they are read, by chapters; the first is the front page."""

OTHERS = {"rulebooks": "The rulebooks", "reference": "API reference"}
"""The pages that are not of the guide, with their titles."""

PAGES = tuple([name for name in chain.from_iterable(CHAPTERS.values()) if name not in OTHERS])
"""The pages of the guide."""

SHELL = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
{styles}<link rel="stylesheet" href="/docs/guide.css">
<link rel="icon" href="/docs/favicon-32x32.png">
{body}
<header>
<a href="/docs">Parlour</a>
<a href="/">Play in the browser</a>
{search}
</header>
<nav class="pages" aria-label="Guide">
<details>
<summary>All pages</summary>
<ul>
{pages}
</ul>
</details>
</nav>
{content}
</html>
"""
BODY = '<body>\n<a class="skip" href="#{begin}">Skip to the content</a>'
SEARCH = """<form id="search" role="search" hidden>
<label for="wanted">Search the guide and the rulebooks</label>
<input id="wanted" type="search" autocomplete="off" maxlength="100">
<p role="status"></p>
<ol></ol>
</form>
<script src="/docs/guide.js" defer></script>"""
"""Is shown by the script that makes it work."""

REFERENCE = """<main class="reference">
<h1>API reference</h1>
<noscript><p>This page needs JavaScript. It shows what is in <a href="/openapi.json">the contract</a>.</p></noscript>
<div id="contract"></div>
</main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>"""


class Page(NamedTuple):
    """A page of the guide: its title, and its text as HTML with a table of contents after the title."""

    title: str
    html: str


@cache
def guide_page(name: str) -> str:
    """Return a page of the guide as an HTML document; `name` is one of `PAGES`."""
    page = rendered(name)
    title = page.title if name == PAGES[0] else f"{page.title} – Parlour"
    content = f'<main id="content">\n{page.html}{onward(name)}\n</main>'
    return whole(title, content, name)


@cache
def reference_page() -> str:
    """Return the page that shows the contract, with scripts of its own."""
    styles = '<link rel="stylesheet" href="/docs/swagger-ui.css">\n'
    return whole("API reference – Parlour", REFERENCE, "reference", styles=styles, begin="contract")


def rulebook_page(title: str, text: str, name: str = "") -> str:
    """Return a rulebook, given as Markdown, as an HTML document; `name`: as lists of pages have it."""
    content = f'<main id="content">\n{as_page(text).html}\n</main>'
    return whole(f"{title} – Parlour", content, name)


def whole(title: str, content: str, name: str, *, styles: str = "", begin: str = "content") -> str:
    """Return an HTML document.

    `name`: as lists of pages have it; `styles`: what is loaded beside the guide's own; `begin`: the id of what a link
    before all others leads to.
    """
    body = BODY.format(begin=begin)
    return SHELL.format(
        title=escape(title), styles=styles, body=body, pages=listed(name), search=SEARCH, content=content
    )


def address(name: str) -> str:
    """Return the path of a page."""
    return "/docs" if name == PAGES[0] else f"/docs/{name}"


def listed(current: str) -> str:
    """Return the items of a list: the chapters, each with a list of its pages; the current page is marked."""
    return "\n".join(chapter(title, names, current) for title, names in CHAPTERS.items())


def chapter(title: str, names: Sequence[str], current: str) -> str:
    """Return an item that lists the pages of a chapter."""
    pages = [entry(address(name), OTHERS.get(name) or rendered(name).title, name == current) for name in names]
    return "\n".join([f"<li>{title}", "<ul>", *pages, "</ul>", "</li>"])


def entry(href: str, title: str, current: bool = False) -> str:
    """Return an item of a list of links."""
    mark = ' aria-current="page"' if current else ""
    return f'<li><a href="{href}"{mark}>{escape(title)}</a></li>'


def onward(name: str) -> str:
    """Return the link to the page after this one; nothing after the last, nor on the front page, which links to all."""
    following = PAGES[PAGES.index(name) + 1 :]
    if name == PAGES[0] or not following:
        return ""
    link = f'<a href="{address(following[0])}">Next: {escape(rendered(following[0]).title)}</a>'
    return f'<nav class="onward" aria-label="Next page">\n{link}\n</nav>\n'


@cache
def rendered(name: str) -> Page:
    """Return a page, its links leading to where it is served, its headings with names to link to."""
    return as_page(source(name))


def source(name: str) -> str:
    """Return the Markdown of a page; that of the changes ends with the changelog."""
    folder = files("openapi")
    text = folder.joinpath("guide", f"{name}.md").read_text(encoding="utf-8")
    if name != "changes":
        return text
    _, *versions = folder.joinpath("CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")
    return "\n## ".join([text, *(re.sub(r"\[([^\[\]]+)\]", r"\1", each, count=1) for each in versions)])


def as_page(text: str) -> Page:
    """Return Markdown as a page, its table of contents after its title."""
    rendering = markdown()
    tokens = rendering.parse(text)
    (_, title, _), *sections = named(tokens)
    name_codes(tokens)
    for token in tokens:
        lead_to_pages(token.children or ())
        align(token)
    end = next(number for number, token in enumerate(tokens) if token.type == "heading_close") + 1
    head, rest = (rendering.renderer.render(part, rendering.options, {}) for part in (tokens[:end], tokens[end:]))
    return Page(title, head + contents(sections) + rest)


def named(tokens: Sequence["Token"]) -> Iterator[tuple[str, str, str]]:
    """Give every heading an id of its own; yield its tag, its text and the id."""
    taken: Counter[str] = Counter()
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            text = "".join(each.content for each in inline.children or ())
            name = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
            taken[name] += 1
            name += f"-{taken[name]}" if taken[name] > 1 else ""
            opening.attrSet("id", name)
            yield opening.tag, text, name


def name_codes(tokens: Sequence["Token"]) -> None:
    """Give each row of a table whose first column is headed `code` the code as its id: problems lead there."""
    headed = False
    for row, cell, inline in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if row.type == "tr_open" and cell.type == "th_open":
            headed = inline.content == "code"
        elif row.type == "tr_open" and headed:
            row.attrSet("id", inline.content.strip("`"))


def contents(sections: Iterable[tuple[str, str, str]]) -> str:
    """Return the table of contents."""
    items = "\n".join(entry(f"#{name}", text) for tag, text, name in sections if tag in {"h1", "h2"})
    return f'<nav class="contents" aria-label="On this page">\n<ul>\n{items}\n</ul>\n</nav>\n' if items else ""


def lead_to_pages(tokens: Iterable["Token"]) -> None:
    """Let links to files of the guide lead to their pages."""
    for token in tokens:
        if token.type == "link_open" and (found := re.fullmatch(r"([\w-]+)\.md(#.*)?", str(token.attrGet("href")))):
            token.attrSet("href", address(found[1]) + (found[2] or ""))


def align(token: "Token") -> None:
    """Give a cell of a table a class for how it is aligned: the policy of the pages allows no style beside it."""
    style = token.attrs.pop("style", None)
    if style is not None:
        token.attrSet("class", str(style).removeprefix("text-align:"))


def code(_: "RendererHTML", tokens: Sequence["Token"], number: int, *__: object) -> str:
    """Return a block of code, or of what it prints; without a mouse it can be scrolled, too."""
    block = tokens[number]
    label = SPOKEN.get(block.info, block.info) or "Code"
    opening = f'<pre class="{block.info}" tabindex="0" role="group" aria-label="{label}">'
    return f"{opening}<code>{escape(block.content)}</code></pre>\n"


SPOKEN = {
    "bash": "Commands",
    "shell": "Commands",
    "python": "Python",
    "javascript": "JavaScript",
    "json": "JSON",
    "http": "HTTP",
    "text": "Output",
}
"""What a block is for a person who hears the page, by the language of its fence."""


def table_open(*_: object) -> str:
    """Return the beginning of a table, which can be scrolled for itself where it is too wide."""
    return '<div class="wide" tabindex="0" role="group" aria-label="Table">\n<table>\n'


def table_close(*_: object) -> str:
    """Return the end of a table."""
    return "</table>\n</div>\n"


RULES: Mapping[str, Callable[..., str]] = {"fence": code, "table_open": table_open, "table_close": table_close}


@cache
def markdown() -> "MarkdownIt":
    """Return what reads and renders Markdown; it takes a thirtieth of all that a worker imports."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 - for the first page that somebody reads

    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    for kind, rule in RULES.items():
        made.add_render_rule(kind, rule)
    return made
